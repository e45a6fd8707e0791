import { writeFileSync } from "node:fs";
import path from "node:path";
import { after } from "mocha";
import { CAPABILITIES } from "../../../src/local/server/http/capabilities.ts";
import {
  startLocalService,
  type LocalService,
  type LocalServiceOptions,
} from "../../../src/local/server/localService.ts";
import { Engine, type EngineOf } from "../../../src/local/code/engine/engine.ts";
import { createRipgrep, type Ripgrep } from "../../../src/local/code/ripgrep/ripgrep.ts";
import { findEngineProgram } from "../../../src/local/code/engine/engineProgram.ts";
import { Threads, type SharedThreads } from "../../../src/local/threads/threads.ts";
import { isWindows } from "../../support/systems.ts";

/** A local service that listens on a real socket, and what tests ask of it. */
export interface RunningService extends LocalService {
  readonly logged: readonly string[];
  /** What it announces, as who starts it is told at once. */
  readonly capabilities: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** A call of the new interface. */
  call(
    name: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: Json }>;
  /** A request of the legacy interface. */
  legacy(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: Json }>;
  search(query: string, parameters?: Readonly<Record<string, string>>): Promise<readonly StreamEvent[]>;
}

export interface StreamEvent {
  readonly event: string;
  readonly data: Json;
}

/** JSON that was received: of any shape, checked by the assertions of a test. */
export interface Json {
  readonly [key: string]: Json;
  readonly [index: number]: Json;
}

/** A JSON value as text: a string as it is, anything else in JSON notation. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const engineProgram = await findEngineProgram();
export const ripgrep: Ripgrep = createRipgrep(engineProgram);

/** Makes engines that run this ripgrep. */
export function engineOver(runs: Ripgrep): EngineOf {
  return (codeBase) => new Engine(codeBase, runs);
}

export const engineOf = engineOver(ripgrep);

/**
 * Writes a program that runs some lines of shell with the arguments of ripgrep, which is `$rg` there, and returns its
 * path; returns the path of ripgrep itself on systems that don't run scripts as programs.
 */
export function writeRipgrepScript(file: string, ...lines: readonly string[]): string {
  if (isWindows) return engineProgram;
  writeFileSync(file, ["#!/bin/sh", `rg='${engineProgram}'`, ...lines, ""].join("\n"), { mode: 0o755 });
  return file;
}

/** Those of all services in this process: starting a thread, and running it for the first time, takes a second. */
const threads = new Threads({ engineProgram }, () => undefined);
after(() => threads.close());

/** The threads of this process for one service: closing them ends what that service has them do, and nothing else. */
function lentThreads(): SharedThreads {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const ending = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal]);
  return {
    prepare: () => {
      threads.prepare();
    },
    prepareParsers: () => {
      threads.prepareParsers();
    },
    run: async (job, options) => {
      const run = threads.run(job, { ...options, signal: ending(options.signal) });
      running.add(run);
      await run.finally(() => running.delete(run));
    },
    define: (request, signal) => threads.define(request, ending(signal)),
    close: async () => {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}

export async function runService(
  root: string,
  folders: readonly string[],
  options: Partial<LocalServiceOptions> = {},
): Promise<RunningService> {
  const logged: string[] = [];
  const log = (level: string, message: string) => {
    logged.push(`${level} ${message}`);
  };
  const service = await startLocalService({
    folders,
    gitFolders: folders,
    storeDir: path.join(root, "store"),
    engineProgram,
    log,
    ...(options.engineProgram === undefined && { threads: lentThreads() }),
    ...options,
  });
  const { baseUrl, token } = service;
  const authorization = `token ${token}`;
  const send = async (url: string, init: RequestInit) => {
    const response = await fetch(baseUrl + url, init);
    return { status: response.status, body: (await response.json()) as Json };
  };
  return {
    ...service,
    logged,
    capabilities: CAPABILITIES["x-plumbline-capabilities"],
    get: (url, headers = {}) => fetch(baseUrl + url, { headers: { authorization, ...headers } }),
    call: (name, body, headers = {}) =>
      send(`/api/deepsearch.v1.Service/${name}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    legacy: (method, url, body) =>
      send(`/.api/deepsearch/v1${url}`, {
        method,
        headers: { authorization, "content-type": "application/json", "x-requested-with": "plumbline 1.0.0" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async search(query, parameters = {}) {
      const url = `${baseUrl}/.api/search/stream?${new URLSearchParams({ q: query, ...parameters }).toString()}`;
      const response = await fetch(url, { headers: { authorization, accept: "text/event-stream" } });
      return parseEvents(await response.text());
    },
  };
}

/** The events of a whole stream. Throws for anything that is not exactly two fields and a blank line. */
export function parseEvents(text: string): readonly StreamEvent[] {
  const frames = text.split("\n\n");
  if (frames.pop() !== "") throw new Error("the stream does not end in a blank line");
  return frames.map((frame) => {
    const [, event = "", data = ""] = /^event: (\w+)\ndata: ([^\n]*)$/.exec(frame) ?? [];
    if (event === "") throw new Error(`not an event: ${frame}`);
    return { event, data: JSON.parse(data) as Json };
  });
}

export function matchesOf(events: readonly StreamEvent[]): readonly Json[] {
  return events.filter(({ event }) => event === "matches").flatMap(({ data }) => data as unknown as readonly Json[]);
}

/** Waits until `look` returns a value other than `undefined` and `false`; rejects after a minute. */
export async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("waited for too long");
}
