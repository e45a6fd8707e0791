import type { McpCommand } from "./mcpConfigurations.ts";

/** What a launcher starts. All paths are absolute. */
export interface Launched {
  /** A Node, or an editor that can act as one. */
  readonly runtime: string;
  /** The program of the local service, in the currently installed extension. */
  readonly program: string;
  /** Where conversations are kept. */
  readonly store: string;
}

const GONE = "Plumbline is no longer installed. Install it, and run Copy MCP Configuration again.";
/** The oldest Node that the program is tested on, which is that of the oldest editor. */
const NODE = { major: 22, minor: 19 } as const;
const NEEDED = `Plumbline needs Node ${NODE.major}.${NODE.minor} or newer`;

/**
 * The text of a script that starts the local service for an agent, with the folders that it is given. The script stays
 * in place: if the editor or the extension has moved since it was written, it looks for another Node and for the newest
 * version of the extension beside the old one. On Windows it is a script for Node: not every path can be passed to cmd,
 * which also reads its scripts in the encoding of its console.
 */
export function launcherScript(platform: string, launched: Launched): string {
  return platform === "win32" ? forNode(launched) : forShell(launched);
}

/** The file name of the script. */
export function launcherName(platform: string): string {
  return platform === "win32" ? "plumbline-mcp.mjs" : "plumbline-mcp";
}

/** How the script is started: on Windows by the editor, which stays in place there and certainly exists. */
export function launcherCommand(
  platform: string,
  { launcher, runtime }: { readonly launcher: string; readonly runtime: string },
  args: readonly string[],
): McpCommand {
  if (platform !== "win32") return { command: launcher, args };
  return { command: runtime, args: [launcher, ...args], env: { ELECTRON_RUN_AS_NODE: "1" } };
}

function forShell({ runtime, program, store }: Launched): string {
  const { beside, rest } = placeOf(program);
  return `#!/bin/sh
# Written by Plumbline, again when it moves. Speaks MCP about the folders that it is given.
runtime=${quoted(runtime)}
program=${quoted(program)}
if [ ! -x "$runtime" ]; then
  runtime=node
  version=$(node -p process.versions.node 2>/dev/null)
  minor=\${version#*.}
  if [ "\${version%%.*}" -lt ${NODE.major} ] 2>/dev/null ||
    { [ "\${version%%.*}" = ${NODE.major} ] && [ "\${minor%%.*}" -lt ${NODE.minor} ]; } || [ -z "$version" ]; then
    echo "${NEEDED}. Found: \${version:-none}." >&2
    exit 1
  fi
fi
if [ ! -f "$program" ]; then
  program=$(ls -td ${quoted(beside)}*${quoted(rest)} 2>/dev/null | head -n 1)
fi
if [ -z "$program" ]; then
  echo "${GONE}" >&2
  exit 1
fi
ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$program" --mcp --store ${quoted(store)} "$@"
`;
}

/** Runs in the Node that it is started with. */
function forNode({ program, store }: Launched): string {
  return `// Written by Plumbline, again when it moves. Speaks MCP about the folders that it is given.
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < ${NODE.major} || (major === ${NODE.major} && minor < ${NODE.minor})) {
  console.error("${NEEDED}. Found: " + process.versions.node + ".");
  process.exit(1);
}
const written = ${JSON.stringify(program)};
const program = existsSync(written) ? written : newest();
if (program === undefined) {
  console.error(${JSON.stringify(GONE)});
  process.exit(1);
}
process.argv.splice(1, 1, program, "--mcp", "--store", ${JSON.stringify(store)});
await import(pathToFileURL(program).href);

function newest() {
  const extension = path.resolve(written, "../../.."); // publisher.name-version/dist/local/main.js
  const all = path.dirname(extension);
  const name = path.basename(extension).replace(/-\\d.*$/, "-");
  return (existsSync(all) ? readdirSync(all) : [])
    .filter((folder) => folder.startsWith(name))
    .map((folder) => path.join(all, folder, path.relative(extension, written)))
    .filter((file) => existsSync(file))
    .map((file) => ({ file, time: statSync(file).mtimeMs }))
    .sort((one, other) => other.time - one.time)[0]?.file;
}
`;
}

/** Other versions of the extension are beside it: `publisher.name-`, then what differs, then the path inside. */
function placeOf(program: string): { readonly beside: string; readonly rest: string } {
  const parts = program.split("/");
  const at = parts.length - 4; // …/publisher.name-version/dist/local/main.js
  const folder = parts[at] ?? "";
  const name = folder.replace(/-\d.*$/, "");
  return {
    beside: [...parts.slice(0, at), /-\d/.test(folder) ? `${name}-` : folder].join("/"),
    rest: ["", ...parts.slice(at + 1)].join("/"),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
