/** What a launcher starts. All paths are absolute. */
export interface Launched {
  /** A Node, or an editor that can be one. */
  readonly runtime: string;
  /** The program of the local service, in the extension as it is installed now. */
  readonly program: string;
  /** Where conversations are kept. */
  readonly store: string;
}

/**
 * The text of a script that starts the local service for an agent, with the folders that it is given. It stays where it is:
 * where the editor or the extension has moved since it was written, it looks for another Node and for the newest version of
 * the extension beside the old one.
 */
export function launcherScript(platform: string, launched: Launched): string {
  return platform === "win32" ? forWindows(launched) : forShell(launched);
}

function forShell({ runtime, program, store }: Launched): string {
  const { beside, rest } = placeOf(program, "/");
  return `#!/bin/sh
# Written by Plumbline, again when it moves. Speaks MCP about the folders that it is given.
runtime=${quoted(runtime)}
program=${quoted(program)}
[ -x "$runtime" ] || runtime=node
if [ ! -f "$program" ]; then
  program=$(ls -td ${quoted(beside)}*${quoted(rest)} 2>/dev/null | head -n 1)
fi
if [ -z "$program" ]; then
  echo "Plumbline is not installed any more. Install it, and run Copy MCP Configuration again." >&2
  exit 1
fi
ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$program" --mcp --store ${quoted(store)} "$@"
`;
}

function forWindows({ runtime, program, store }: Launched): string {
  const { beside, rest } = placeOf(program, "\\");
  return [
    "@echo off",
    "rem Written by Plumbline, again when it moves. Speaks MCP about the folders that it is given.",
    "setlocal",
    `set "runtime=${percent(runtime)}"`,
    `set "program=${percent(program)}"`,
    'if not exist "%runtime%" set "runtime=node"',
    `if not exist "%program%" for /f "delims=" %%d in ('dir /b /ad /od "${percent(beside)}*"') do if exist "${percent(beside.replace(/[^\\]*$/, ""))}%%d${percent(rest)}" set "program=${percent(beside.replace(/[^\\]*$/, ""))}%%d${percent(rest)}"`,
    "set ELECTRON_RUN_AS_NODE=1",
    `"%runtime%" "%program%" --mcp --store "${percent(store)}" %*`,
    "",
  ].join("\r\n");
}

/** Other versions of the extension are beside it: `publisher.name-` and what differs, then the path in it. */
function placeOf(program: string, separator: string): { readonly beside: string; readonly rest: string } {
  const parts = program.split(separator);
  const at = parts.length - 4; // …/publisher.name-version/dist/local/main.js
  const folder = parts[at] ?? "";
  const name = folder.replace(/-\d.*$/, "");
  return {
    beside: [...parts.slice(0, at), /-\d/.test(folder) ? `${name}-` : folder].join(separator),
    rest: ["", ...parts.slice(at + 1)].join(separator),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function percent(text: string): string {
  return text.replaceAll("%", "%%");
}
