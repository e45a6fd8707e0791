import { readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runGit, type TemporaryFolder } from "../../unit/git/temporaryRepositories.ts";

/** A repository made of several published versions of a package, one commit each, the last one checked out. */
export interface History {
  readonly name: string;
  readonly root: string;
  /** Oldest first. */
  readonly versions: readonly HistoryVersion[];
}

export interface HistoryVersion {
  /** As `package.json` gives it. */
  readonly name: string;
  readonly commit: string;
  /** Text by path. */
  readonly files: ReadonlyMap<string, string>;
}

const PACKAGES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

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

/** The packages that are installed in several versions. */
export const INSTALLED: readonly string[] = Object.keys(HISTORIES);

/** Makes them all; they are the same on every machine, except for the hashes of the commits. */
export function makeHistories(temporary: TemporaryFolder): readonly History[] {
  return INSTALLED.flatMap((name) => installedHistory(temporary, name) ?? []);
}

/** The history of a package that is installed in several versions; `undefined` for other packages. */
export function installedHistory(temporary: TemporaryFolder, name: string): History | undefined {
  const packages = Object.entries(HISTORIES).find(([other]) => other === name)?.[1];
  const folders = packages?.map((version) => path.join(PACKAGES, version));
  return folders && makeHistory(temporary, name, folders);
}

/** Makes a history from folders with one version each, oldest first. */
export function makeHistory(temporary: TemporaryFolder, name: string, folders: readonly string[]): History {
  const root = path.join(temporary.root, name);
  const versions = folders.map((folder) => {
    for (const entry of readdirSync(temporary.write(name, {}))) {
      if (entry !== ".git") rmSync(path.join(root, entry), { recursive: true });
    }
    const files = readSources(folder);
    temporary.commit(name, Object.fromEntries(files));
    return { name: path.basename(folder), commit: runGit(root, "rev-parse", "HEAD"), files };
  });
  return { name, root, versions };
}

/** What people write, and cite: nothing that was built, and no file of {@link BYTES_AT_MOST} or more. */
function readSources(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => SOURCE.test(file) && !BUILT.test(file) && isReadable(path.join(folder, file)))
    .sort();
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
}

function isReadable(file: string): boolean {
  const stats = statSync(file);
  return stats.isFile() && stats.size < BYTES_AT_MOST;
}

const SOURCE =
  /\.(?:[cm]?[jt]sx?|json|md|css|scss|less|py|gypi?|cc|cpp|h|hpp|c|mm?|ya?ml|html|txt|sh|rst|php|java|kts?|swift|rb|go|rs|cs|sol|sql|csv|tsv|toml|ini|po|properties|xml|ipynb|lua|ex|clj|scala|graphql|proto)$/;
const BUILT = /^(?:dist|node_modules|build|out)\/|\.min\.\w+$|\.bundle\./;
const BYTES_AT_MOST = 400_000;
