import { readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runGit, type TemporaryFolder } from "../unit/git/temporaryRepositories.ts";

/** A repository made of several published versions of a package, one commit each, the last one checked out. */
export interface History {
  readonly name: string;
  readonly root: string;
  /** Oldest first. */
  readonly versions: readonly HistoryVersion[];
}

export interface HistoryVersion {
  /** As `package.json` calls it. */
  readonly name: string;
  readonly commit: string;
  /** Text by path. */
  readonly files: ReadonlyMap<string, string>;
}

const PACKAGES = fileURLToPath(new URL("../../node_modules", import.meta.url));

const HISTORIES = {
  commander: ["old-commander-6", "old-commander-8", "old-commander-10", "old-commander-12", "old-commander-14"],
  "eventsource-parser": [
    "old-eventsource-parser-1",
    "old-eventsource-parser-2",
    "old-eventsource-parser-3",
    "eventsource-parser",
  ],
  undici: ["old-undici-6.15", "old-undici-6.21", "old-undici-7.0", "old-undici-7.10", "undici"],
  ws: ["old-ws-7.3", "old-ws-7.5", "old-ws-8.0", "old-ws-8.8", "old-ws-8.18"],
};

/** Makes them all; the same on every machine, but for the hashes of the commits. */
export function makeHistories(temporary: TemporaryFolder): readonly History[] {
  return Object.entries(HISTORIES).map(([name, packages]) => {
    const root = path.join(temporary.root, name);
    const versions = packages.map((version) => {
      for (const entry of readdirSync(temporary.write(name, {}))) {
        if (entry !== ".git") rmSync(path.join(root, entry), { recursive: true });
      }
      const files = readSources(path.join(PACKAGES, version));
      temporary.commit(name, Object.fromEntries(files));
      return { name: version, commit: runGit(root, "rev-parse", "HEAD"), files };
    });
    return { name, root, versions };
  });
}

function readSources(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => /\.(?:[cm]?[jt]s|json|md)$/.test(file) && !/^(?:dist|node_modules)\//.test(file))
    .sort();
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
}
