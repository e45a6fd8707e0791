/** A line of `results.json`. */
export interface Row {
  readonly bench: string;
  readonly value: number;
  /** `×` for a ratio. */
  readonly unit: string;
  readonly target: number;
  readonly direction: "atLeast" | "atMost";
  readonly holds: boolean;
  /** A moonshot: nice to have. */
  readonly stretch?: true;
}

/** How large a run is. */
export interface Scale {
  readonly isShort: boolean;
  readonly rounds: number;
  readonly bytes: number;
  readonly matches: number;
}

export function ratio(bench: string, value: number, direction: Row["direction"], target: number): Row {
  return limit(bench, Number(value.toPrecision(3)), "×", direction, target);
}

/** A row in a unit of its own: what people notice, rather than a comparison of two programs. */
export function limit(bench: string, value: number, unit: string, direction: Row["direction"], target: number): Row {
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${bench}: ${value} ${unit} is no measurement.`);
  const holds = direction === "atLeast" ? value >= target : value <= target;
  return { bench, value, unit, target, direction, holds };
}

/**
 * How much more one thing takes than another of the same kind. On a busy machine, chance may make that zero or
 * negative.
 */
export function above(bench: string, value: number, unit: string, target: number): Row {
  return limit(bench, Math.max(0.1, Number(value.toPrecision(3))), unit, "atMost", target);
}

export function moonshot(bench: string, value: number, direction: Row["direction"], target: number): Row {
  return { ...ratio(bench, value, direction, target), stretch: true };
}

/**
 * All rows that must be there: a benchmark that silently measures nothing is broken. Their targets are set where they
 * are measured.
 */
const EXPECTED = [
  ...["ascii", "mixed", "cjk"].flatMap((script) => [
    `bytes → payloads, 32 kB events, ${script}`,
    `bytes → parsed events, ${script}`,
    `bytes → store, ${script}`,
    `bytes → store, ${script}, moonshot`,
  ]),
  "bytes → payloads, 1 MB events",
  "bytes → payloads, 1 MB events in 1,460-byte chunks",
  "1 MB events in chunks of 1,460 bytes",
  "bytes → store, 1 MB events",
  "bytes → store in slices, against in one go",
  "socket → store, wall time",
  "socket → store, wall time, moonshot",
  "memory kept per match",
  "peak memory",
  "lag of a foreign 5 ms timer, p99",
  "adding a batch, last tenth against first",
  "any 60 rows, p99",
  "first match, against the first byte over plain HTTP",
  "first match, against the first byte of undici",
  "abort, against destroying a socket",
  "abort, against aborting undici",
  ...["lines that moved", "lines that were edited inside", "60 places looked up by hand"].flatMap((what) => [
    `${what}: found`,
    `${what}: by the same line number`,
    `${what}: by their exact text`,
  ]),
  "wrong places called certain",
  "cited in releases: wrong and certain",
  "cited in releases: wrong",
  "cited in releases: hedged though right",
  "cited in releases: ambiguous, said as certain",
  "cited in releases: gone, hedged",
  "cited in releases: moved, right",
  "cited in releases: half kept, right",
  "cited in releases: another file, right",
  "ranges drawn in releases without a truth",
  "edits that mislead: wrong and certain",
  "edits that mislead: rows behind git's diff or exact text",
  "checking a source that changed, against exact search",
  "checking 200 sources, processor time",
  "checking sources, longest time without a turn for others",
  "the same of a file of 2 MB that was edited all over",
  "extra wait for an answer, uniform 20–180 s, of the optimum",
  "extra wait for an answer, lognormal around 50 s, of the optimum",
  "extra wait for an answer, bimodal 30 and 120 s, of the optimum",
  "requests for a run of three minutes",
  "local service, lines a second, against rg --json",
  "local service, lines a second, moonshot",
  "local service, first match, against rg --json",
  "client, longest turn over nasty answers, processor time",
  "client, processor time after Stop",
  ...[
    "one long match",
    "lines that are no events",
    "JSON without end",
    "words and calls without end",
    "one block of a growing answer",
  ].map((what) => `client, longest turn over ${what}, processor time`),
  "local service, longest time without a turn, nasty inputs",
  "local service, longest time without a turn, nasty requests",
  "type:diff over a file of 15 MB: first row or word",
  "type:diff over a file of 15 MB: longest time without a turn",
  ...["first list", "a page", "all with a word in them", "longest turn of the service"].map(
    (what) => `10,000 conversations: ${what}`,
  ),
  "plumbline_search, p95 behind the same search over HTTP",
  "tokens a match, against rg -n --heading",
  "loading what speaks MCP, processor time",
  "a written answer, p95 of a round besides the model's server",
  "passages of a written answer, against passages only",
  ...["JavaScript", "TypeScript"].flatMap((language) =>
    ["functions and methods", "classes and types"].flatMap((group) => [
      `symbols, ${language}, ${group}: recall`,
      `symbols, ${language}, ${group}: precision`,
    ]),
  ),
  "type:symbol over 10,000 files: first row",
  "type:symbol over 10,000 files: all of a common name",
  "type:symbol over 10,000 files: longest turn of the service",
  ...["file first", "file in five", "lines first", "lines in five"].map((what) => `80 questions: ${what}`),
  "80 questions, all code bases open: file in five",
  "80 questions, all open, working in the right one: file in five",
  "80 questions, all open, working in another: file in five",
  ...["German", "Japanese", "Chinese", "French", "Spanish", "Portuguese", "Russian", "Korean"].map(
    (language) => `80 questions, in ${language}: file in five`,
  ),
  '"Look here first": right',
  '"Look here first", all held back: right',
  '"Look here first", all held back: said',
  '"Not sure", all held back: right',
  "needles, held back: NDCG@10, against BM25 and 0.15",
  "changelog lines, held back: file first",
  "changelog lines, held back: file in five",
  "80 questions: true lines handed to a model in 8,000 tokens",
  "80 questions: true lines in the first 1,500 tokens of plumbline_search",
  "an answer, processor time",
];

/** Further rows, for which the short mode has no packages. */
const EXPECTED_OF_FULL = [
  "wrong and certain",
  "wrong",
  "hedged though right",
  "ambiguous, said as certain",
  "gone, hedged",
  "moved, right",
  "half kept, right",
  "another file, right",
].map((what) => `cited in releases held back: ${what}`);

/** Further rows from the editor, if it runs. */
const EXPECTED_OF_EDITOR = [
  "activate(), of an empty extension",
  "first row on screen, of the editor's own search",
  "first row on screen, of the editor's own search, moonshot",
  "rows reachable",
  "a key press in the tree while 1,000,000 stream, p95",
  "root refresh with 100,000 files, extension host",
  "200 tokens a second, processor of host and window, above what they take at rest",
  "200 tokens a second, longest turn in host and panel",
];

/** Throws if an expected row is missing, or if there is an unexpected one. */
export function checkRows(
  rows: readonly Row[],
  { hasEditor, isShort }: { readonly hasEditor: boolean; readonly isShort: boolean },
): void {
  const expected = [...EXPECTED, ...(isShort ? [] : EXPECTED_OF_FULL), ...(hasEditor ? EXPECTED_OF_EDITOR : [])];
  const isCalled = (bench: string, name: string) => bench === name || bench.startsWith(`${name}, of `);
  const missing = expected.filter((name) => !rows.some(({ bench }) => isCalled(bench, name)));
  const unknown = rows.filter(({ bench }) => !expected.some((name) => isCalled(bench, name)));
  if (missing.length > 0) throw new Error(`Nothing was measured for: ${missing.join("; ")}`);
  if (unknown.length > 0) throw new Error(`Not among those expected: ${unknown.map(({ bench }) => bench).join("; ")}`);
}

/** What it took elsewhere, for use if the editor can't be measured here. */
const ROUND_TRIP_ELSEWHERE_MS = 3.8;

/** A window of rows compared with one message to a webview and back, as measured in this run if it was. */
export function againstRoundTrip(windowMs: number, roundTripMs: number | undefined): Row {
  const what = roundTripMs === undefined ? "3.8 ms (a webview round trip, measured elsewhere)" : "a webview round trip";
  return ratio(`any 60 rows, p99, of ${what}`, windowMs / (roundTripMs ?? ROUND_TRIP_ELSEWHERE_MS), "atMost", 0.7);
}
