import type { MatchedItem, MatchedLine, Matches } from "./matches.ts";
import type { SourceLocation } from "./sourceLink.ts";

/** One thing that was found, with its lines. */
export interface Result {
  readonly item: MatchedItem;
  readonly lines: readonly MatchedLine[];
}

const WINDOW = 500;

/** Everything that was found, repository by repository, read by window: nothing of it is kept. */
export function* resultsOf(matches: Matches): Generator<Result> {
  const { repositories } = matches.kept;
  for (let repository = 0; repository < repositories; repository++) {
    for (let from = 0; ; from += WINDOW) {
      const items = matches.items(repository, from, from + WINDOW);
      for (const item of items) yield { item, lines: matches.lines(item.index, 0, item.lineCount) };
      if (items.length < WINDOW) break;
    }
  }
}

/** Results as a text to read: files, and below each its lines. `places` tells for every line of the text where it is from. */
export function printResults(
  title: string,
  results: Iterable<Result>,
): { text: string; places: Map<number, SourceLocation> } {
  const text = [title];
  const places = new Map<number, SourceLocation>();
  for (const { item, lines } of results) {
    text.push("");
    if (item.path !== "") places.set(text.length, placeOf(item));
    text.push(nameOf(item));
    for (const line of lines) {
      if (item.path !== "") places.set(text.length, placeOf(item, line));
      text.push(`  ${String(line.line + 1).padStart(6)}: ${line.text}`);
    }
  }
  return { text: `${text.join("\n")}\n`, places };
}

/** Results as Markdown: a heading a file, a fence for its lines. */
export function* toMarkdown(title: string, results: Iterable<Result>): Generator<string> {
  yield `# ${title.replace(/\s+/g, " ")}\n`;
  for (const { item, lines } of results) {
    yield `\n## ${nameOf(item)}\n`;
    if (lines.length === 0) continue;
    const longest = Math.max(2, ...lines.flatMap(({ text }) => (text.match(/`+/g) ?? []).map(({ length }) => length)));
    const fence = "`".repeat(longest + 1);
    const body = lines.map(({ line, text }) => `${line + 1}: ${text}\n`).join("");
    yield `\n${fence}\n${body}${fence}\n`;
  }
}

/** Results as comma-separated values with a heading: a row a matched line, or a row for what has no lines. */
export function* toCsv(results: Iterable<Result>): Generator<string> {
  yield "type,repository,revision,path,line,text\r\n";
  for (const { item, lines } of results) {
    const head = [item.type, item.repository, item.revision ?? "", item.path];
    if (lines.length === 0) yield csvRow([...head, "", item.label]);
    for (const { line, text } of lines) yield csvRow([...head, String(line + 1), text]);
  }
}

/** Results as JSON Lines: an object a matched line, with its one-based line and its ranges in UTF-16 columns. */
export function* toJsonLines(results: Iterable<Result>): Generator<string> {
  for (const { item, lines } of results) {
    const { type, repository, revision, path, label } = item;
    if (lines.length === 0) yield `${JSON.stringify({ type, repository, revision, path, label })}\n`;
    for (const { line, text, ranges } of lines) {
      yield `${JSON.stringify({ type, repository, revision, path, line: line + 1, text, ranges })}\n`;
    }
  }
}

function placeOf({ repository, path, revision }: MatchedItem, line?: MatchedLine): SourceLocation {
  const [range] = line?.ranges ?? [];
  return {
    repository,
    path,
    ...(revision === undefined ? {} : { revision }),
    ...(line && {
      range: {
        startLine: line.line,
        endLine: line.line,
        ...(range && { startColumn: range.start, endColumn: range.end }),
      },
    }),
  };
}

function nameOf({ repository, path, label }: MatchedItem): string {
  return path === "" ? label : `${repository}/${path}`;
}

/** A value that a table program would take for a formula is kept from being one. */
function csvRow(values: readonly string[]): string {
  const cells = values.map((value) => {
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${cells.join(",")}\r\n`;
}
