import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isAbort, ServiceError } from "../core/errors.ts";
import type { CallOptions } from "../core/service.ts";
import type { Alert, Filter, Progress, SearchEvent, SearchQuery, Skipped } from "../core/search.ts";
import type { HttpClient } from "./http.ts";
import { failureOf } from "./httpErrors.ts";
import { defined, JsonObject } from "./json.ts";
import { MatchStore } from "./matchStore.ts";

/** The largest event that the service writes is 10 MiB; what has no blank line for much longer is no stream of events. */
const MAX_EVENT_BYTES = 64 * 1024 * 1024;
/** Bytes of one line; longer ones are cut by the service, so that a minified file can't flood the view. */
const MAX_LINE_LENGTH = 5120;

/** Runs a search over `/.api/search/stream` and yields its events. See `CodeSearchService.search`. */
export async function* searchStream(
  http: HttpClient,
  query: SearchQuery,
  { signal }: CallOptions = {},
): AsyncGenerator<SearchEvent, void> {
  const parameters = new URLSearchParams({
    q: query.text,
    v: "V3",
    t: query.patternType,
    cm: "true",
    cl: "0",
    "max-line-len": String(MAX_LINE_LENGTH),
  });
  const path = `/.api/search/stream?${parameters.toString()}`;
  const { body, contentType } = await http.send({ method: "GET", path, accept: "text/event-stream", signal });
  try {
    if (!contentType.startsWith("text/event-stream")) {
      throw new ServiceError(
        "notAService",
        `It answered ${contentType || "something without a type"} where a stream of events was expected.`,
      );
    }
    yield* decodeStream(body);
  } finally {
    body.destroy(); // leaving the loop closes the socket
  }
}

/** Decodes the bytes of a stream. Ends at its `done` event; a stream cut short before that throws `incomplete`. */
async function* decodeStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SearchEvent, void> {
  const store = new MatchStore();
  let arrived: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (event) => arrived.push(event),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded")
        throw new ServiceError("malformed", "An event never ends.", { cause: error });
    },
    maxBufferSize: MAX_EVENT_BYTES,
  });
  try {
    for await (const chunk of bytes) {
      // Latin-1 keeps every byte in one unit: framing needs no decoder that remembers half a character, and is faster.
      parser.feed(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1"));
      const events = arrived;
      arrived = [];
      for (const { event, data } of events) {
        if (event === "done") return;
        const decoded = decodeEvent(event ?? "message", Buffer.from(data, "latin1").toString("utf8"), store);
        if (decoded) yield decoded;
      }
    }
  } catch (error) {
    throw cutShort(error);
  }
  throw new ServiceError("incomplete", "The connection closed before the search was done.");
}

/** A connection that breaks in the middle of a stream leaves what came before it: that is `incomplete`, not unreachable. */
function cutShort(error: unknown): Error {
  const failure = failureOf(error, false);
  if (isAbort(failure) || !(failure instanceof ServiceError) || failure.code !== "unreachable") return failure;
  return new ServiceError("incomplete", failure.message, { cause: error });
}

/** `undefined` for events of unknown names, which are to be ignored. */
function decodeEvent(name: string, data: string, store: MatchStore): SearchEvent | undefined {
  try {
    switch (name) {
      case "matches": {
        const json: unknown = JSON.parse(data);
        if (!Array.isArray(json)) throw new ServiceError("malformed", "matches is no list");
        store.append(json);
        return { type: "matches", matches: store };
      }
      case "progress":
        return { type: "progress", progress: decodeProgress(JsonObject.expect(JSON.parse(data), name)) };
      case "filters": {
        const json: unknown = JSON.parse(data);
        return { type: "filters", filters: Array.isArray(json) ? json.flatMap((entry) => decodeFilter(entry)) : [] };
      }
      case "alert":
        return { type: "alert", alert: decodeAlert(JsonObject.expect(JSON.parse(data), name)) };
      case "error": {
        const error = JsonObject.expect(JSON.parse(data), name);
        return { type: "error", message: error.string("message") ?? error.string("name") ?? "" };
      }
      default:
        return undefined;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof ServiceError)) throw error;
    return { type: "unreadable", event: name, reason: error.message }; // this event is lost, the stream goes on
  }
}

function decodeProgress(progress: JsonObject): Progress {
  return {
    done: progress.boolean("done"),
    matchCount: progress.number("matchCount") ?? 0,
    durationMs: progress.number("durationMs") ?? 0,
    skipped: progress.objects("skipped").map(decodeSkipped),
    ...defined({ repositoriesCount: progress.number("repositoriesCount") }),
  };
}

function decodeSkipped(skipped: JsonObject): Skipped {
  const suggested = skipped.object("suggested");
  return {
    reason: skipped.string("reason") ?? "",
    title: skipped.string("title") ?? "",
    message: skipped.string("message") ?? "",
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
    title: alert.string("title") ?? "",
    description: alert.string("description") ?? "",
    proposedQueries: alert.objects("proposedQueries").map((proposed) => ({
      description: proposed.string("description") ?? "",
      query: proposed.string("query") ?? "",
    })),
  };
}
