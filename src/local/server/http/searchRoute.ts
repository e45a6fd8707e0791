import type { FolderEncodings } from "../../code/encodings/folderEncodings.ts";
import type { EditorExcludes } from "../../code/files/editorExcludes.ts";
import type { Access } from "../../code/files/access.ts";
import type { GitPermission } from "../../code/files/gitPermission.ts";
import type { ServedFolders } from "../../code/files/servedFolders.ts";
import { EventStream } from "../../base/eventStream.ts";
import { wantsLineParts } from "./capabilities.ts";
import { sendText, type Exchange } from "./exchange.ts";
import type { SearchJob } from "../../threads/messages.ts";
import { JobOverdue } from "../../threads/threadHandle.ts";
import type { SharedThreads } from "../../threads/threads.ts";
import { readSearchParameters, type SearchParameters } from "../../search/searchParameters.ts";
import { timedOut } from "../../search/files/skippedFiles.ts";
import { l10n } from "../../base/l10n.ts";

export interface SearchRouteServices {
  readonly served: ServedFolders;
  readonly git: GitPermission;
  readonly encodings: FolderEncodings;
  readonly excludes: EditorExcludes;
  readonly threads: SharedThreads;
  /** For tests; five seconds as on the service. */
  readonly heartbeatMs?: number;
}

/** `GET /.api/search/stream`. Whatever goes wrong is an event; the stream always ends with `done`. */
export async function streamSearch(exchange: Exchange, access: Access, services: SearchRouteServices): Promise<void> {
  if (exchange.method !== "GET") {
    sendText(exchange, 405, "Method Not Allowed", { allow: "GET" });
    return;
  }
  const events = new EventStream(exchange.response);
  try {
    const parameters = readSearchParameters(exchange.parameters, wantsLineParts(exchange.headers));
    if (typeof parameters === "string") events.send("error", JSON.stringify({ message: parameters }));
    else await search(parameters, access, events, exchange.signal, services);
  } finally {
    events.end();
  }
}

async function search(
  parameters: SearchParameters,
  access: Access,
  events: EventStream,
  signal: AbortSignal,
  services: SearchRouteServices,
): Promise<void> {
  const { threads, heartbeatMs } = services;
  // The search's thread will know better, but only after they are needed.
  if (SEEMS_ABOUT_SYMBOLS.test(parameters.query)) threads.prepareParsers();
  const job = await searchJob(parameters, access, services);
  let progress = "{}";
  let errors = 0;
  try {
    await threads.run(heartbeatMs === undefined ? job : { ...job, heartbeatMs }, {
      signal,
      drop: () => {
        events.drop();
      },
      take: async (news) => {
        if (news.type === "bytes") await events.sendBytes(news.bytes);
        else if (news.type === "event") {
          if (news.event === "progress") progress = news.json;
          if (news.event === "error") errors += 1;
          events.send(news.event, news.json);
        }
      },
    });
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof JobOverdue) {
      events.send("progress", overdueProgress(progress, error.limitMs));
      return;
    }
    // A search that fails reports that itself, unless that failed as well, or its thread broke.
    if (errors === 0)
      events.send(
        "error",
        JSON.stringify({ message: l10n.t("The search failed in the local service. Its log says more.") }),
      );
    throw error;
  }
}

/** A search of what is served now. */
export async function searchJob(
  parameters: SearchParameters,
  access: Access,
  { served, git, ...settings }: Pick<SearchRouteServices, "served" | "git" | "encodings" | "excludes">,
): Promise<SearchJob> {
  const { folders, silent, repositories } = await served.codeBase(access);
  const [encodings, excludes] = [settings.encodings.all, settings.excludes.all];
  const searched = { folders, silent, repositories, gitFolders: git.folders, encodings, excludes };
  return { type: "search", parameters, access, ...searched };
}

const SEEMS_ABOUT_SYMBOLS = /\b(?:type|select):symbol\b/i;

/** The last progress of a search that did not notice that its time was over. */
function overdueProgress(last: string, limitMs: number): string {
  const known = JSON.parse(last) as { readonly skipped?: readonly object[] };
  const counts = { repositoriesCount: 0, matchCount: 0, durationMs: limitMs };
  return JSON.stringify({ ...counts, ...known, done: true, skipped: [...(known.skipped ?? []), timedOut(limitMs)] });
}
