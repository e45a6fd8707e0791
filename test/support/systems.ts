// What Windows doesn't have. A test of that is not even registered there: one that is skipped counts as failed.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { it } from "mocha";

const isWindows = process.platform === "win32";

type Tests = (title: string, test: (this: Mocha.Context) => Promise<void> | void) => unknown;

const leaveOut = () => undefined;

/** Another process can be suspended, and goes on when it is told to. */
export const itWithSuspension: Tests = isWindows ? leaveOut : it;

/** Asserts who may use a file, where the system tells: on Windows a folder of a user's profile is theirs alone. */
export function assertMode(file: string, mode: number): void {
  if (!isWindows) assert.equal(statSync(file).mode & 0o777, mode, file);
}
