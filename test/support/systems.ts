// What Windows lacks. Tests of these things are not even registered there: a skipped test counts as failed.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { describe, it } from "mocha";

export const isWindows = process.platform === "win32";

type Tests = (title: string, test: (this: Mocha.Context) => Promise<void> | void) => unknown;
type Suites = (title: string, tests: () => void) => unknown;

const leaveOut = () => undefined;

/** For tests in which another process can be suspended, and goes on when told to. */
export const itWithSuspension: Tests = isWindows ? leaveOut : it;

/** For tests in which a text whose first line names a shell can be run as a program. */
export const itWithScripts: Tests = isWindows ? leaveOut : it;
export const describeWithScripts: Suites = isWindows ? leaveOut : describe;

/** For tests that limit how far the files of a process may grow, and change that while it runs: only on Linux. */
export const describeWithFileLimits: Suites = process.platform === "linux" ? describe : leaveOut;

/** Where a file may have a name of any bytes. */
export const describeWithAnyNames: Suites = process.platform === "linux" ? describe : leaveOut;

/** A line break in a file name, or what comes closest. */
export const LINE_BREAK_IN_NAME = isWindows ? " " : "\n";

/** The exit code and signal of our programs after SIGTERM: they end in order where the signal reaches them. */
export const ENDED_BY_SIGTERM = isWindows ? [null, "SIGTERM"] : [0, null];

/** Asserts who may use a file, if the system says so: on Windows a folder in a user's profile is only theirs. */
export function assertMode(file: string, mode: number): void {
  if (!isWindows) assert.equal(statSync(file).mode & 0o777, mode, file);
}
