import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "mocha";

/** Where copies of a service's things are kept in a test, and what whoever keeps them is told. */
export interface CopyFolder {
  readonly folder: string;
  /** Of which copies may be kept: `a` and `b`, at first. */
  readonly accounts: Set<string>;
  /** What went wrong. */
  readonly problems: string[];
  /** What keeps copies is made with this. */
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
