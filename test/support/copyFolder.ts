import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "mocha";

/** Where a test keeps copies of a service's things, and what the code that keeps them is given. */
export interface CopyFolder {
  readonly folder: string;
  /** The accounts of which copies may be kept: at first `a` and `b`. */
  readonly accounts: Set<string>;
  /** The problems that were reported. */
  readonly problems: string[];
  /** Options for creating whatever keeps copies. */
  readonly options: {
    readonly isKnown: (accountId: string) => boolean;
    readonly baseUrlOf: (accountId: string) => string | undefined;
    readonly onError: (what: string) => void;
  };
}

/** Gives each test of a suite a folder of its own for copies. */
export function withCopyFolder(begin: (made: CopyFolder) => void): void {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-"));
    const accounts = new Set(["a", "b"]);
    const problems: string[] = [];
    const options = {
      isKnown: (accountId: string) => accounts.has(accountId),
      baseUrlOf: () => "https://instance.example",
      onError: (what: string) => void problems.push(what),
    };
    begin({ folder, accounts, problems, options });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
}
