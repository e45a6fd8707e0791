import { definedName } from "../text/outline.ts";
import type { Lines } from "./lineMap.ts";
import { findSimilar } from "./likeliestLines.ts";
import { findLongLine, isLongLine } from "./longLines.ts";
import { onlyPlaceOf, tellingLines } from "./lineEvidence.ts";
import { bestInScope, isTornApart, pairedPartly, SURE, type Place } from "./similarLines.ts";
import { findStanding } from "./standingLines.ts";
import { agreement, commonScope, type Agreement } from "./scopes.ts";
import type { TextLines } from "../text/textLines.ts";
import type { TimeSlices } from "../text/timeSlices.ts";
import type { Version, Versions } from "./versions.ts";

/** Where cited lines that were edited are now. */
export interface Edited extends Lines {
  readonly share: number;
  readonly isSure: boolean;
  readonly agreement: Agreement;
}

/** If there are at most this many lines, each must keep what distinguishes it from others. */
const FEW = 2;
/** For more lines, how much of their rare words must still be there. */
const RARE_KEPT = 0.4;
/** A word that is in a larger share of all lines distinguishes none of them. */
const COMMON = 0.05;

/**
 * The lines that cited ones have become: found by a name that they define, by what is paired around them, by similarity
 * in their scope, and anywhere. They begin and end with the cited ones if these are still nearby.
 */
export async function findEdited(versions: Versions, lines: Lines, slices: TimeSlices): Promise<Edited | undefined> {
  if (isLongLine(versions, lines)) return longLine(versions, lines.startLine, slices);
  const found = await findPlace(versions, lines, slices);
  return found && withOwnEnds(versions, lines, found);
}

async function findPlace(versions: Versions, lines: Lines, slices: TimeSlices): Promise<Edited | undefined> {
  const here = await pairedPartly(versions, lines, slices);
  const inScope = await bestInScope(versions, lines, slices);
  const named = byName(versions, lines, inScope ?? here);
  if (named) return named;
  const held = byEnds(versions, lines) ?? (await asEntry(versions, lines, slices));
  if (held) return held;
  const counts = await versions.frequencies();
  const near = [here, inScope].flatMap((place) => (place ? [read(versions, lines, place, counts)] : []));
  const best = likeliest(near);
  const isContested = here !== undefined && inScope !== undefined && here.startLine !== inScope.startLine;
  if (best && best.share >= SURE && best.agreement !== "other") return { ...best, isSure: best.isSure && !isContested };
  const alike = await findSimilar(versions, lines, slices);
  const found = likeliest([...near, ...(alike ? [read(versions, lines, alike, counts)] : [])]);
  return found && { ...found, isSure: found.isSure && !isContested && found.agreement === "same" };
}

async function longLine(versions: Versions, line: number, slices: TimeSlices): Promise<Edited | undefined> {
  const found = await findLongLine(versions, line, slices);
  if (!found) return undefined;
  const place = agreement(versions.scopes, line, found.line);
  const isSure = found.isSure && place === "same";
  return { startLine: found.line, endLine: found.line, share: found.share, isSure, agreement: place };
}

/** Similar lines may begin a line late, or with lines that another list was sorted into: the cited line decides. */
function withOwnEnds(versions: Versions, lines: Lines, found: Edited): Edited {
  const telling = tellingLines(versions, lines);
  const isNear = (place: number) =>
    !isTornApart({ startLine: Math.min(place, found.startLine), endLine: Math.max(place, found.endLine) }, lines);
  const first = onlyPlaceOf(versions, telling.startLine);
  if (first === undefined || !isNear(first)) return found;
  const last = onlyPlaceOf(versions, telling.endLine);
  const isEnd = last !== undefined && last >= first && !isTornApart({ startLine: first, endLine: last }, lines);
  const endLine = isEnd ? last : Math.max(first, found.endLine);
  const isSame = first === found.startLine;
  return {
    ...found,
    startLine: first,
    endLine: isSame && found.isSure ? found.endLine : endLine,
    isSure: isSame && found.isSure,
  };
}

function likeliest(places: readonly Edited[]): Edited | undefined {
  const rank = ({ agreement: found, share }: Edited) => (found === "other" ? 0 : 1) + share;
  return places.toSorted((a, b) => rank(b) - rank(a))[0];
}

function read(versions: Versions, lines: Lines, place: Place, counts: readonly number[]): Edited {
  const { startLine, endLine, share } = place;
  const found = agreement(
    versions.scopes,
    tellingLines(versions, lines).startLine,
    firstTelling(versions.current, place),
  );
  const isSure =
    found !== "other" &&
    place.isSure &&
    share >= SURE &&
    !isTornApart(place, lines) &&
    keepsNames(versions, lines, place, counts);
  return { startLine, endLine, share, isSure, agreement: found };
}

function firstTelling(version: Version, { startLine, endLine }: Lines): number {
  for (let line = startLine; line < endLine; line++) if (version.wordsOf(line).weight > 0) return line;
  return startLine;
}

/**
 * If the first of the lines begins something whose name occurs once in both versions, it is there, whatever it has
 * become.
 */
function byName(versions: Versions, lines: Lines, alike: Place | undefined): Edited | undefined {
  const { old, current, toNew, isNamedInOld, isByPath } = versions.scopes;
  const first = tellingLines(versions, lines).startLine;
  const owner = old.parents[first] ?? -1;
  const head = isNamedInOld[first] === 1 ? first : owner > first ? owner : -1; // lines above belong to what is below
  const partner = head < 0 || isNamedInOld[head] !== 1 ? -1 : (toNew[head] ?? -1);
  if (partner < 0) return undefined;
  if (head > lines.endLine) return undefined;
  const above = head === first ? 0 : countComment(current.parents, partner);
  const isFromStart = head - first === countComment(old.parents, head);
  const startLine = partner - (isFromStart ? above : Math.min(above, head - first));
  const isSameComment = head === first || versions.old.trimmed[first] === versions.current.trimmed[startLine];
  const end = old.ends[head] ?? head;
  const last = current.ends[partner] ?? partner;
  const isWhole = lines.endLine >= end;
  const near = alike && alike.endLine >= partner && (isWhole || alike.endLine <= last) ? alike.endLine : undefined;
  const endLine = isWhole && lines.endLine <= end + 1 ? last : (near ?? Math.min(partner + lines.endLine - head, last));
  const share = alike?.share ?? 0;
  const isSure = isSameComment && (isByPath[head] === 1 || share >= SURE);
  return { startLine, endLine: Math.max(endLine, startLine), share: Math.max(share, SURE), isSure, agreement: "same" };
}

/** The number of lines above the head of a scope that belong to it. */
function countComment(parents: Int32Array, head: number): number {
  let count = 0;
  while (parents[head - count - 1] === head) count++;
  return count;
}

/** A single line that begins with a key, in a scope that has the key once in both versions. */
async function asEntry(versions: Versions, lines: Lines, slices: TimeSlices): Promise<Edited | undefined> {
  const { startLine, endLine } = tellingLines(versions, lines);
  const place = startLine === endLine ? await byKey(versions, startLine, slices) : undefined;
  if (place === undefined || !isInSame(versions, startLine, place)) return undefined;
  return { startLine: place, endLine: place, share: SURE, isSure: true, agreement: "same" };
}

/** Whether two lines are in the same scope, whatever they begin themselves. */
function isInSame({ scopes }: Versions, oldLine: number, newLine: number): boolean {
  return agreement(scopes, scopes.old.parents[oldLine] ?? -1, scopes.current.parents[newLine] ?? -1) === "same";
}

/** Where the first of the lines is, or the line with its key: the rest of them may be below it. */
export async function beginning(versions: Versions, lines: Lines, slices: TimeSlices): Promise<Lines | undefined> {
  const telling = tellingLines(versions, lines);
  const first = findStanding(versions, { startLine: telling.startLine, endLine: telling.startLine });
  const startLine =
    first && (first.isSure || first.agreement === "same")
      ? first.startLine
      : ((await byKey(versions, telling.startLine, slices)) ?? byAnyLine(versions, telling));
  if (startLine === undefined) return undefined;
  const last = findStanding(versions, { startLine: telling.endLine, endLine: telling.endLine });
  const expected = startLine + telling.endLine - telling.startLine;
  const isEnd =
    last !== undefined && last.startLine >= startLine && !isTornApart({ startLine, endLine: last.startLine }, lines);
  return { startLine, endLine: Math.min(isEnd ? last.startLine : expected, versions.current.lines.length - 1) };
}

/** Where the lines would begin, judging by the first of them that still occurs once in both versions. */
function byAnyLine(versions: Versions, { startLine, endLine }: Lines): number | undefined {
  for (let line = startLine; line <= endLine; line++) {
    const place = onlyPlaceOf(versions, line);
    if (place !== undefined) return Math.max(0, place - (line - startLine));
  }
  return undefined;
}

/** What a line assigns a value to, or defines. */
function keyOf(text: string): string | undefined {
  const line = text.slice(0, 400);
  return KEY.exec(line)?.[1] ?? SIGNATURE.exec(line)?.[1] ?? definedName(line);
}

const KEY = /^\s*["']?([\p{L}_$@][\p{L}\p{N}_$@./-]{2,})["']?\s*[:=]/u;
/** Of a method without a body, as in types and interfaces. */
const SIGNATURE =
  /^\s*(?:(?:static|readonly|public|protected|private|abstract)\s+)*([\p{L}_$][\p{L}\p{N}_$]*)\??(?:<[^>]*>)?\(.*\)\s*:\s*[^?]+$/u;

/** The only line in the same scope that begins with the same key. */
async function byKey(
  { old, current, scopes }: Versions,
  line: number,
  slices: TimeSlices,
): Promise<number | undefined> {
  const key = keyOf(old.lines.at(line));
  if (key === undefined) return undefined;
  const { before, after } = commonScope(scopes, { startLine: line, endLine: line });
  const place = await onlyWithKey(current.lines, after, key, slices);
  return place !== undefined && (await onlyWithKey(old.lines, before, key, slices)) !== undefined ? place : undefined;
}

async function onlyWithKey(
  lines: TextLines,
  { startLine, endLine }: Lines,
  key: string,
  slices: TimeSlices,
): Promise<number | undefined> {
  let found: number | undefined;
  for (let line = startLine; line <= endLine; line++) {
    if (line % 16 === 0 && slices.isOver) await slices.next();
    if (keyOf(lines.at(line)) !== key) continue;
    if (found !== undefined) return undefined;
    found = line;
  }
  return found;
}

/** Between the first and the last line, if the places of both are sure. */
function byEnds(versions: Versions, lines: Lines): Edited | undefined {
  const { startLine, endLine } = tellingLines(versions, lines);
  if (endLine - startLine < 2) return undefined;
  const first = findStanding(versions, { startLine, endLine: startLine });
  const last = first?.isSure === true ? findStanding(versions, { startLine: endLine, endLine }) : undefined;
  if (!first || last?.isSure !== true || last.startLine <= first.startLine) return undefined;
  const place = { startLine: first.startLine, endLine: last.startLine };
  return isTornApart(place, lines) ? undefined : { ...place, share: SURE, isSure: true, agreement: "same" };
}

/** Whether what distinguishes the lines is still there: for a few lines in each of them, for more in most. */
function keepsNames(versions: Versions, lines: Lines, place: Lines, counts: readonly number[]): boolean {
  const { old, current, vocabulary } = versions;
  const now = new Set<number>();
  for (let line = place.startLine; line <= place.endLine; line++)
    for (const word of vocabulary.wordsOf(current.wordsOf(line))) now.add(word);
  const telling: number[] = [];
  for (let line = lines.startLine; line <= lines.endLine; line++)
    if (/[\p{L}\p{N}]/u.test(old.lines.at(line))) telling.push(line);
  const commonAt = Math.max(2, COMMON * old.lines.length);
  const isRare = (word: number) => vocabulary.isName(word) && (counts[word] ?? 0) <= commonAt;
  if (telling.length <= FEW) {
    const keys = new Set(current.lines.slice(place.startLine, place.endLine + 1).map((line) => keyOf(line)));
    return (
      telling.length > 0 &&
      telling.every((line) => {
        const text = old.lines.at(line);
        const key = keyOf(text);
        const names = [...vocabulary.inOrder(text)].filter(isRare);
        // Without a key, the name that occurs in the fewest lines distinguishes the line from others.
        const [name] = key === undefined ? names.toSorted((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0)) : names;
        return name !== undefined && now.has(name) && (key === undefined || keys.has(key));
      })
    );
  }
  const rare = new Set(telling.flatMap((line) => [...vocabulary.wordsOf(old.wordsOf(line))].filter(isRare)));
  const kept = [...rare].filter((word) => now.has(word)).length;
  return rare.size === 0 || kept >= RARE_KEPT * rare.size;
}
