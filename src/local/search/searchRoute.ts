import { EventStream } from "../http/eventStream.ts";
import { sendText, type Exchange } from "../http/exchange.ts";
import { parseQuery } from "../query/query.ts";
import { SearchOutput } from "./searchOutput.ts";
import { readSearchParameters } from "./searchParameters.ts";
import { runSearch, type SearchServices } from "./searchRun.ts";

/** `GET /.api/search/stream`. Whatever goes wrong is an event; the stream always ends with `done`. */
export async function streamSearch(exchange: Exchange, services: SearchServices): Promise<void> {
  if (exchange.method !== "GET") {
    sendText(exchange, 405, "Method Not Allowed");
    return;
  }
  const events = new EventStream(exchange.response);
  try {
    const parameters = readSearchParameters(exchange.parameters);
    if (typeof parameters === "string") {
      events.send("error", JSON.stringify({ message: parameters }));
      return;
    }
    const output = new SearchOutput(events, parameters);
    const parsed = parseQuery(parameters.query, parameters.patternType);
    if ("problem" in parsed) output.sendAlert(parsed.problem.title, parsed.problem.description);
    else await runSearch(parsed.query, parameters, output, services, exchange.signal);
  } finally {
    events.end();
  }
}
