// The extension hosts of an editor, as its server and they themselves log their lives.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { writtenFiles } from "../support/writtenFiles.ts";

/**
 * How many extension hosts run, and how many of them have not activated yet what is activated first. One whose window
 * is closed before that may not be told, and nothing else ends it.
 */
export function countHosts(userDataDir: string): { readonly running: number; readonly starting: number } {
  const server = Buffer.concat([...logFiles(userDataDir, /\/remoteagent\.log$/).values()]).toString();
  const begun = server.split("Starting extension host process").length - 1;
  const exited = [...server.matchAll(/<(\d+)> Extension Host Process exited/g)].map(([, id]) => id);
  const logs = [...logFiles(userDataDir, /\/remoteexthost\.log$/).values()].map(String); // one for each host
  const ready = logs.map((log) => /host with pid (\d+) started.*Eager extensions activated/s.exec(log)?.[1]);
  const launched = [...server.matchAll(/<(\d+)> Launched Extension Host Process/g)].map(([, id]) => id);
  const isStarting = (id?: string) => !ready.includes(id) && !exited.includes(id);
  return { running: begun - exited.length, starting: begun - launched.length + launched.filter(isStarting).length };
}

/** What an editor has logged, by path. */
export function logFiles(userDataDir: string, names = /\.log$/): ReadonlyMap<string, Buffer> {
  const folder = join(userDataDir, "logs"); // there is none before the first window
  return existsSync(folder) ? writtenFiles(folder, (path) => names.test(path)) : new Map();
}
