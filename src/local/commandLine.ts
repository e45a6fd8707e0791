import { statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { FolderEncoding, LocalInterfaces } from "../core/model/localProcess.ts";
import { homeFolder } from "../git/disk/disk.ts";

export interface CommandLine {
  /** With `--mcp`, none stands for those of the client. */
  readonly folders: readonly string[];
  /** Those of them that are not there; with `--mcp` only, since others can be named by who started it. */
  readonly missing: readonly string[];
  /** All of `folders`, as naming a folder allows git in it; empty with `--no-git`. */
  readonly gitFolders: readonly string[];
  /** One for each of `folders` if `--encoding` is given, otherwise empty. */
  readonly encodings: readonly FolderEncoding[];
  /** Of `--encoding`. */
  readonly encoding: string | undefined;
  readonly runsGit: boolean;
  readonly port: number;
  readonly storeDir: string;
  readonly interfaces: LocalInterfaces;
  /** Whether to speak MCP over standard input and output, and not to listen on any port. */
  readonly isMcp: boolean;
}

const USAGE =
  "Usage: npm run serve -- FOLDER… [--port NUMBER] [--store FOLDER] [--interfaces both|new|legacy] [--encoding NAME|auto] [--no-git] [--mcp]";

/** Parses the program's arguments, or returns a message of one line that says what is wrong with them. */
export function readCommandLine(args: readonly string[]): CommandLine | string {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: "string" },
        store: { type: "string" },
        interfaces: { type: "string" },
        encoding: { type: "string" },
        "no-git": { type: "boolean", default: false },
        mcp: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    return `${error instanceof Error ? (error.message.split(/[.\n]/, 1)[0] ?? "") : "Bad arguments"}. ${USAGE}`;
  }
  const { positionals, values } = parsed;
  const { port = "0", interfaces = "both", encoding } = values;
  const home = homeFolder();
  if (positionals.length === 0 && !values.mcp) return `No folder was given. ${USAGE}`;
  const missing: string[] = [];
  for (const folder of positionals) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats?.isDirectory()) continue;
    if (!values.mcp) return stats ? `${folder} is no folder.` : `There is no folder ${folder}.`;
    missing.push(path.resolve(folder));
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return `--port ${port} is no port: give a number up to 65535.`;
  if (interfaces !== "both" && interfaces !== "new" && interfaces !== "legacy")
    return `--interfaces ${interfaces} is unknown: give both, new or legacy.`;
  const store = values.store ?? (home === undefined ? undefined : path.join(home, ".plumbline", "conversations"));
  if (store === undefined) return `There is no home folder to keep conversations in: give --store FOLDER.`;
  const folders = positionals.map((folder) => path.resolve(folder));
  return {
    folders,
    missing,
    gitFolders: values["no-git"] ? [] : folders,
    encodings: encodingsOf(folders, encoding),
    encoding,
    runsGit: !values["no-git"],
    port: Number(port),
    storeDir: path.resolve(store),
    interfaces,
    isMcp: values.mcp,
  };
}

/** What `--encoding` says about folders. */
export function encodingsOf(folders: readonly string[], encoding: string | undefined): readonly FolderEncoding[] {
  if (encoding === undefined) return [];
  return folders.map((folder) =>
    encoding === "auto" ? { folder, name: "utf8", guessAmong: [] } : { folder, name: encoding },
  );
}
