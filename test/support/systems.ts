// What Windows doesn't have. A test of that is not even registered there: one that is skipped counts as failed.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { describe, it } from "mocha";

export const isWindows = process.platform === "win32";

type Tests = (title: string, test: (this: Mocha.Context) => Promise<void> | void) => unknown;
type Suites = (title: string, tests: () => void) => unknown;

const leaveOut = () => undefined;

/** Another process can be suspended, and goes on when it is told to. */
export const itWithSuspension: Tests = isWindows ? leaveOut : it;

/** A text whose first line names a shell can be run as a program. */
export const itWithScripts: Tests = isWindows ? leaveOut : it;
export const describeWithScripts: Suites = isWindows ? leaveOut : describe;

/** How far the files of a process may grow can be limited, and changed while it runs: on Linux alone. */
export const describeWithFileLimits: Suites = process.platform === "linux" ? describe : leaveOut;

/** A line break in the name of a file, or what comes nearest. */
export const LINE_BREAK_IN_NAME = isWindows ? " " : "\n";

/** With what a program of ours ends on SIGTERM: in order where it hears of it. */
export const ENDED_BY_SIGTERM = isWindows ? [null, "SIGTERM"] : [0, null];

/** Asserts who may use a file, where the system tells: on Windows a folder of a user's profile is theirs alone. */
export function assertMode(file: string, mode: number): void {
  if (!isWindows) assert.equal(statSync(file).mode & 0o777, mode, file);
}
