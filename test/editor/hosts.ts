// The extension hosts of an editor, as its server and they themselves log their lives.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { writtenFiles } from "../support/writtenFiles.ts";

export interface Hosts {
  readonly running: number;
  /** Those that have not activated yet what is activated first: if the window is closed before, they may not be told. */
  readonly starting: number;
  /** Those that were told to end. */
  readonly ending: number;
}

/** How many extension hosts run. One that was not told that its window is closed waits for it for hours. */
export function countHosts(userDataDir: string): Hosts {
  const server = Buffer.concat([...logFiles(userDataDir, /\/remoteagent\.log$/).values()]).toString();
  const begun = server.split("Starting extension host process").length - 1;
  const exited = [...server.matchAll(/<(\d+)> Extension Host Process exited/g)].map(([, id]) => id);
  const launched = [...server.matchAll(/<(\d+)> Launched Extension Host Process/g)].map(([, id]) => id);
  const running = launched.filter((id) => !exited.includes(id));
  const logs = [...logFiles(userDataDir, /\/remoteexthost\.log$/).values()].map(String); // one for each host
  const idsOf = (event: RegExp) =>
    logs.filter((log) => event.test(log)).map((log) => /with pid (\d+) started/.exec(log)?.[1]);
  const [ready, told] = [idsOf(/Eager extensions activated/), idsOf(/Extension host terminating/)];
  return {
    running: begun - exited.length,
    starting: begun - launched.length + running.filter((id) => !ready.includes(id)).length,
    ending: running.filter((id) => told.includes(id)).length,
  };
}

/** What an editor has logged, by path. */
export function logFiles(userDataDir: string, names = /\.log$/): ReadonlyMap<string, Buffer> {
  const folder = join(userDataDir, "logs"); // there is none before the first window
  return existsSync(folder) ? writtenFiles(folder, (path) => names.test(path)) : new Map();
}
