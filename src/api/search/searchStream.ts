import { isAbort, ServiceError } from "../../core/model/errors.ts";
import type { CallOptions } from "../../core/model/service.ts";
import type { Alert, Filter, Progress, SearchEvent, SearchQuery, Skipped } from "../../core/model/search.ts";
import { withoutBidiControls } from "../../core/text/bidi.ts";
import { TimeSlices } from "../../core/text/timeSlices.ts";
import { EventFrames, type EventFrame } from "./eventFrames.ts";
import type { HttpClient } from "../http/http.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import { failureOf, isBreak, isBreakOfKept, unexpected } from "../http/httpErrors.ts";
import { defined, JsonObject } from "../http/json.ts";
import type { MatchStore } from "./matchStore.ts";
import { reason } from "../../core/model/reasons.ts";
import { parseJson } from "../../core/text/parseJson.ts";

/** The most bytes of one line; the service cuts longer ones, so that a minified file can't flood the view. */
const MAX_LINE_LENGTH = 5120;

/** What the local service announces: of a longer line, it can send the parts around what was found. */
const LINE_PARTS = "line-parts";
const IN_PARTS = { "x-plumbline-lines": "parts" };

/** What a search needs: the way to the service, and where its matches are kept. */
export interface SearchParts {
  readonly http: HttpClient;
  readonly newStore: () => MatchStore;
}

/**
 * Runs a search over `/.api/search/stream` and yields its events. See `CodeSearchService.search`. A service that is too
 * old to know keyword patterns is asked once more, for standard ones.
 */
export async function* searchStream(
  parts: SearchParts,
  query: SearchQuery,
  options: CallOptions = {},
): AsyncGenerator<SearchEvent, void> {
  const isNew = query.patternType === "keyword";
  try {
    for await (const event of streamOnce(parts, query, options)) {
      if (isNew && event.type === "error" && isAboutPatternType(event.message)) {
        throw new ServiceError("badRequest", event.message);
      }
      yield event;
    }
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.code === "badRequest" && isAboutPatternType(error.message);
    if (!isNew || !isRefused) throw error;
    yield* streamOnce(parts, { ...query, patternType: "standard" }, options);
  }
}

function isAboutPatternType(message: string): boolean {
  return /pattern\s?type/i.test(message);
}

async function* streamOnce(
  { http, newStore }: SearchParts,
  query: SearchQuery,
  { signal }: CallOptions,
): AsyncGenerator<SearchEvent, void> {
  const parameters = new URLSearchParams({
    q: query.text,
    v: "V3",
    t: query.patternType,
    cm: "true",
    cl: String(query.contextLines),
    display: String(query.display),
    "max-line-len": String(MAX_LINE_LENGTH),
  });
  const path = `/.api/search/stream?${parameters.toString()}`;
  const request: HttpRequest = { method: "GET", path, accept: "text/event-stream", signal, scope: "user:all" };
  const send = (headers = {}) =>
    sentOnceMore(http, { ...request, headers }).catch((error: unknown) => {
      throw isBreak(error) ? cutShort(error) : error;
    });
  const isKnown = http.announces(LINE_PARTS);
  let answer = await send(isKnown ? IN_PARTS : {});
  if (!isKnown && http.announces(LINE_PARTS)) {
    answer.body.destroy(); // the first answer announces it: nothing has been found yet
    answer = await send(IN_PARTS);
  }
  const { body, conceal, contentType } = answer;
  try {
    if (!contentType.startsWith("text/event-stream")) {
      throw new ServiceError("notAService", unexpected(contentType));
    }
    yield* decodeStream(body, newStore(), { conceal, ...(signal && { signal }) });
  } finally {
    body.destroy(); // leaving the loop closes the socket
  }
}

/**
 * Sends a search once more, on a new connection, if one that was kept breaks before anything of an answer has come:
 * servers close such connections, and may do so just then. Searching changes nothing.
 */
async function sentOnceMore(http: HttpClient, request: HttpRequest): ReturnType<HttpClient["send"]> {
  return http.send(request).catch((error: unknown) => {
    if (!isBreakOfKept(error) || request.signal?.aborted) throw error;
    return http.sendAfresh(request);
  });
}

/**
 * How many events may bring nothing that is kept, and how many more for each match that is. A service reports its
 * progress ten times a second at most.
 */
const EMPTY_EVENTS_AT_MOST = 250_000;
const EMPTY_EVENTS_A_MATCH = 10;

/** How a stream is decoded. */
interface DecodingOptions extends CallOptions {
  /** Overwrites the secrets in the data of each event. */
  readonly conceal?: (bytes: Uint8Array) => void;
  readonly slices?: TimeSlices;
}

/**
 * Decodes the bytes of a stream; its matches go to `store`, and several events with nothing but matches between them
 * may become one. Ends at its `done` event; a stream cut short before that throws `incomplete`. Takes no more bytes
 * than it has stored, and never works for much longer than a few milliseconds at a time. Aborting ends it with an
 * `AbortError`, however much is left to decode. A stream that goes on with nothing in its events ends as `malformed`.
 */
export async function* decodeStream(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  store: MatchStore,
  { signal, conceal, slices = new TimeSlices(signal ? { signal } : {}) }: DecodingOptions = {},
): AsyncGenerator<SearchEvent, void> {
  const frames = new EventFrames();
  let events = 0;
  try {
    for await (const { buffer, byteOffset, byteLength } of bytes) {
      signal?.throwIfAborted();
      let grown: SearchEvent | undefined;
      for (const frame of frames.feed(Buffer.from(buffer, byteOffset, byteLength))) {
        if (!frame) {
          if (slices.isOver) await slices.next();
          continue;
        }
        if (++events > EMPTY_EVENTS_AT_MOST + EMPTY_EVENTS_A_MATCH * store.kept.items) {
          if (grown) yield grown;
          throw new ServiceError("malformed", reason("emptyEvents"));
        }
        if (frame.data) conceal?.(frame.data);
        if (slices.isOver) await slices.next(); // a large event takes a while to join and to go through
        for (const decoded of decodeEvent(withoutSecrets(frame, conceal), store)) {
          if (decoded !== "done" && decoded?.type === "matches") grown = decoded;
          else if (decoded) {
            if (grown) yield grown;
            grown = undefined;
            if (decoded === "done") return;
            yield decoded;
          }
          if (slices.isOver) await slices.next();
        }
      }
      if (grown) yield grown;
      if (frames.isEndless) throw new ServiceError("malformed", reason("endlessEvent"));
    }
  } catch (error) {
    throw cutShort(error);
  }
  throw new ServiceError("incomplete", "The connection closed before the search was done.");
}

/**
 * If a connection breaks in the middle of a stream, what came before it stays: that is `incomplete`, not unreachable.
 */
function cutShort(error: unknown): Error {
  const failure = failureOf(error);
  if (isAbort(failure) || !(failure instanceof ServiceError) || failure.code !== "unreachable") return failure;
  return new ServiceError("incomplete", failure.message, { cause: error });
}

const KNOWN_NAMES: readonly string[] = ["matches", "progress", "filters", "alert", "error", "done"];

/** The event with a name that can be shown: nobody knows what a service calls others. */
function withoutSecrets({ name, data }: EventFrame, conceal: DecodingOptions["conceal"]): EventFrame {
  if (!conceal || KNOWN_NAMES.includes(name)) return { name, data };
  const bytes = Buffer.from(name);
  conceal(bytes);
  return { name: bytes.toString(), data };
}

/** Yields what an event says, and `undefined` when others may have their turn. What can't be read is `unreadable`. */
function* decodeEvent(
  { name: sent, data }: EventFrame,
  store: MatchStore,
): Generator<SearchEvent | "done" | undefined, void> {
  const name = sent.trim(); // the service's own decoders trim blanks and tabs
  const lost = (reason: string): SearchEvent => ({ type: "unreadable", event: name, reason });
  const before = store.counts.items;
  try {
    if (name === "done") yield name;
    else if (!data) yield lost("It is larger than 10 MiB.");
    else if (name === "matches") {
      const unreadable = yield* store.appendInSteps(data);
      yield { type: "matches", matches: store };
      if (unreadable > 0) yield lost(`${unreadable} of its matches are nested too deeply.`);
    } else
      yield data.length > OTHER_EVENT_BYTES_AT_MOST ? lost("It is larger than 256 kB.") : decodeOtherEvent(name, data);
  } catch (error) {
    if (store.counts.items > before) yield { type: "matches", matches: store };
    yield lost(error instanceof Error ? error.message : String(error));
  }
}

/** For anything but matches: the service needs only a few kilobytes for that. */
const OTHER_EVENT_BYTES_AT_MOST = 256 * 1024;
/** How many entries of its lists are read: nobody could look at more. */
const ENTRIES_AT_MOST = 1000;

function decodeOtherEvent(name: string, data: Buffer): SearchEvent {
  const parse = (): unknown => parseJson(data.toString("utf8"));
  switch (name) {
    case "progress":
      return { type: "progress", progress: decodeProgress(JsonObject.expect(parse(), name)) };
    case "filters": {
      const json: unknown = parse();
      const entries: readonly unknown[] = Array.isArray(json) ? json.slice(0, ENTRIES_AT_MOST) : [];
      return { type: "filters", filters: entries.flatMap((entry) => decodeFilter(entry)) };
    }
    case "alert":
      return { type: "alert", alert: decodeAlert(JsonObject.expect(parse(), name)) };
    case "error": {
      const error = JsonObject.expect(parse(), name);
      return { type: "error", message: withoutBidi(error.string("message") ?? error.string("name")) };
    }
    default:
      return { type: "unknown", event: name };
  }
}

/** Words for people, in which nothing changes the direction of the text beside them. */
function withoutBidi(words: string | undefined): string {
  return withoutBidiControls(words ?? "");
}

function decodeProgress(progress: JsonObject): Progress {
  return {
    done: progress.boolean("done"),
    matchCount: progress.number("matchCount") ?? 0,
    durationMs: progress.number("durationMs") ?? 0,
    skipped: progress.objects("skipped", ENTRIES_AT_MOST).map(decodeSkipped),
    ...defined({ repositoriesCount: progress.number("repositoriesCount"), trace: progress.string("trace") }),
  };
}

function decodeSkipped(skipped: JsonObject): Skipped {
  const suggested = skipped.object("suggested");
  return {
    reason: skipped.string("reason") ?? "",
    title: withoutBidi(skipped.string("title")),
    message: withoutBidi(skipped.string("message")),
    severity: skipped.string("severity") ?? "",
    ...(suggested && {
      suggested: { title: suggested.string("title") ?? "", queryExpression: suggested.string("queryExpression") ?? "" },
    }),
  };
}

function decodeFilter(json: unknown): Filter[] {
  const filter = JsonObject.of(json);
  if (!filter) return [];
  return [
    {
      value: filter.string("value") ?? "",
      label: filter.string("label") ?? "",
      count: filter.number("count") ?? 0,
      exhaustive: filter.boolean("exhaustive"),
      kind: filter.string("kind") ?? "",
    },
  ];
}

function decodeAlert(alert: JsonObject): Alert {
  return {
    title: withoutBidi(alert.string("title")),
    description: withoutBidi(alert.string("description")),
    proposedQueries: alert.objects("proposedQueries", ENTRIES_AT_MOST).map((proposed) => ({
      description: withoutBidi(proposed.string("description")),
      query: proposed.string("query") ?? "",
    })),
  };
}
