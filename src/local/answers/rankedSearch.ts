import { withoutFilters, writtenFilters, type WrittenFilter } from "../../core/query/queryScope.ts";
import { parseSourceLink, type SourceLocation } from "../../core/sources/sourceLink.ts";
import { readRegular } from "../../git/disk/disk.ts";
import type { FindAnswer } from "./conversations/foundAnswer.ts";
import { parseQuery, type Query } from "../search/query/query.ts";
import { Matching } from "../search/files/matching.ts";
import { BYTE_ORDER_MARK, toUtf8 } from "../code/encodings/utf8.ts";
import type { CodeBase } from "../code/files/codeBase.ts";
import type { HeldBackCache } from "../code/files/heldBackCache.ts";
import type { FileResult } from "../search/results/found.ts";
import type { SearchOutput } from "../search/results/searchOutput.ts";
import { hasRepositories, keepTelling, tellProblem } from "../search/searchRun.ts";
import { tellHeldBack } from "../search/files/leftOut.ts";
import type { Engine } from "../code/engine/engine.ts";
import { EngineError } from "../code/engine/engineError.ts";
import {
  findUnreadable,
  unfinishedSearch,
  largeFiles,
  refusedFiles,
  timedOut,
  unreadableFolders,
  unsafeIgnoreFiles,
} from "../search/files/skippedFiles.ts";
import { l10n } from "../base/l10n.ts";

/** Sourcegraph's name for the pattern type that ranks passages for words. */
const RANKED = "codycontext";

/**
 * The words and filters of a search that is to be ranked; `undefined` for any other search. The words are what is left
 * without the filters, and what `content:` holds, for words that look like filters themselves.
 */
export function rankedWords({
  query,
  patternType,
}: {
  readonly query: string;
  readonly patternType: string;
}): { readonly words: string; readonly filters: readonly WrittenFilter[] } | undefined {
  const all = writtenFilters(query);
  const isType = ({ name }: WrittenFilter) => name === "patternType";
  if ((all.findLast(isType)?.value ?? patternType).toLowerCase() !== RANKED) return undefined;
  const isText = ({ name, source }: WrittenFilter) => name === "content" && !source.startsWith("-");
  const texts = [withoutFilters(query, all), ...all.filter(isText).map(({ value }) => value)];
  return {
    words: texts.filter((text) => text !== "").join("\n"),
    filters: all.filter((filter) => !isType(filter) && !isText(filter)),
  };
}

/** The filters by which passages can be chosen: they are about files as they are, or about time. */
function isOfFiles({ name, value }: WrittenFilter): boolean {
  const mayBe = name === "lang" || (name === "repo" && !value.includes("@")) || name === "file" || name === "timeout";
  return mayBe && !/^(?:has|contains)\./.test(value);
}

interface RankedServices {
  readonly engine: Engine;
  readonly findAnswer: FindAnswer;
  readonly heldBack?: HeldBackCache;
  /** For tests; five seconds by default, as in other searches. */
  readonly heartbeatMs?: number | undefined;
}

/**
 * Sends the passages that fit some words best as the results of a search, best first, one match each. Sends nothing
 * more once `signal` is aborted.
 */
export async function searchRanked(
  { words, filters }: NonNullable<ReturnType<typeof rankedWords>>,
  output: SearchOutput,
  { engine, findAnswer, heldBack, heartbeatMs }: RankedServices,
  signal: AbortSignal,
): Promise<void> {
  const { codeBase } = engine;
  const query = queryOf(filters, output);
  if (!query) return;
  const matching = new Matching(query, codeBase);
  if (!hasRepositories(codeBase, matching, output)) return;
  const { timeoutMs } = query;
  const { folders, silent } = codeBase;
  const endTelling = keepTelling(output, heartbeatMs);
  let unreadable: readonly string[] = [];
  let problem: unknown;
  try {
    unreadable = [...silent, ...(await findUnreadable(folders))];
    if (unreadable.length > 0) output.skip(unreadableFolders(unreadable));
    const {
      sources,
      refused = [],
      notHeeded = [],
      tooLarge = [],
      isLate,
    } = await findAnswer({
      question: words,
      earlier: [],
      access: codeBase.access,
      folders,
      accept: matching.mayHoldFor.bind(matching),
      ...(timeoutMs !== undefined && { readForMs: timeoutMs }),
      signal,
      step: () => undefined,
    });
    if (refused.length > 0) output.skip(refusedFiles(refused));
    const large = tooLarge.map((file) => codeBase.locate(file)?.path ?? file);
    if (large.length > 0) output.skip(largeFiles(large, 0, false));
    if (notHeeded.length > 0) output.skip(unsafeIgnoreFiles(notHeeded));
    if (isLate && timeoutMs !== undefined) output.skip(timedOut(timeoutMs));
    for (const { link } of sources) await addPassage(link, output, codeBase, signal);
    if (output.count === 0) await tellHeldBack(engine, output, { signal, heldBack });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineError && error.reason === "idle") output.skip(unfinishedSearch());
    else problem = error;
  } finally {
    endTelling();
  }
  output.flush(true);
  output.sendProgress(true);
  tellProblem(problem, unreadable, output);
}

/** Decides which files are looked at, and for how long. Reports filters that can't be carried out. */
function queryOf(filters: readonly WrittenFilter[], output: SearchOutput): Query | undefined {
  const others = filters.filter((filter) => !isOfFiles(filter));
  const parsed = parseQuery(["type:file", ...filters.map(({ source }) => source)].join(" "), "keyword");
  if (others.length === 0 && "query" in parsed) return parsed.query;
  output.sendProgress(true);
  if (others.length > 0) {
    const names = others.map(({ source }) => `\`${source}\``).join(", ");
    output.sendAlert(
      l10n.t("Ranked passages work with words, `repo:`, `file:`, `lang:` and `timeout:` only"),
      l10n.t("Remove {0}, or remove `patternType:{1}`.", names, RANKED),
    );
  } else if ("problem" in parsed) output.sendAlert(parsed.problem.title, parsed.problem.description);
  return undefined;
}

async function addPassage(link: string, output: SearchOutput, codeBase: CodeBase, signal: AbortSignal): Promise<void> {
  const place = parseSourceLink(link, "http://127.0.0.1");
  const found = place && (await readPassage(codeBase, place, signal));
  if (!found) return;
  const repositoryId = codeBase.repositories.indexOf(found.repository) + 1;
  const commit = /^[0-9a-f]{40,64}$/.test(place.revision ?? "") ? place.revision : undefined;
  await output.add(found, () => Promise.resolve({ repositoryId, commit }));
}

/** `undefined` if the file is gone by now, or has become shorter. */
async function readPassage(
  codeBase: CodeBase,
  { repository: name, path, range }: SourceLocation,
  signal: AbortSignal,
): Promise<FileResult | undefined> {
  const repository = codeBase.repositories.find((known) => known.name === name);
  const file = repository && codeBase.fileOf(repository, path);
  if (!file || !range) return undefined;
  const read = await readRegular(file, { signal }).catch(() => undefined);
  const content = read && (await toUtf8(read, codeBase.encodings.of(file)));
  signal.throwIfAborted();
  const lineStart = content && offsetOf(content, range.startLine);
  if (content === undefined || lineStart === undefined) return undefined;
  const isMarked = lineStart === 0 && content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const start = isMarked ? BYTE_ORDER_MARK.length : lineStart;
  const end = offsetOf(content, range.endLine + 1) ?? content.length;
  const bytes = content.subarray(start, end);
  const length = bytes.at(-1) === LINE_BREAK ? bytes.length - 1 : bytes.length;
  const lines = [{ bytes, line: range.startLine, offset: start, ranges: [[0, length]] as const }];
  return { type: "content", repository, path, pathRanges: [], lines };
}

const LINE_BREAK = 0x0a;
const RETURN = 0x0d;

/** Where a line begins, counting lines as an editor does; `undefined` after the last one. */
function offsetOf(content: Buffer, line: number): number | undefined {
  let at = 0;
  for (let count = 0; at < content.length && count < line; at++) {
    const isEnd = content[at] === LINE_BREAK || (content[at] === RETURN && content[at + 1] !== LINE_BREAK);
    if (isEnd) count++;
  }
  return at < content.length ? at : undefined;
}
