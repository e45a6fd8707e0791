import { posix } from "node:path";
import { literalPattern } from "../../../core/query/literalPattern.ts";
import { LINES_AT_MOST, type StatedLines } from "./statedFacts.ts";

/** Whether a file tells what was changed in a version, by its path. */
export function mayTellChanges(path: string, versions: readonly string[]): boolean {
  if (!/\.(?:md|markdown|rst|txt|adoc)$/i.test(path)) return false;
  const name = posix.basename(path);
  return /^(?:UPGRAD|MIGRAT|RELEASES?\b|WHATS?[-_]?NEW)/i.test(name) || isOfOne(name, versions);
}

/** What stands below a title, in signs. */
export const RULE = /^\s{0,3}([=\-~^"'*+#_.:])\1{2,}\s*$/;
const NUMBER = /(?<![\w.])v?(\d+(?:\.\d+)+[\w.-]*)/i;

const SECTIONS_AT_MOST = 3;

/** The sections of a changelog about these versions, or about the latest that it has something of. */
export function changesIn(versions: readonly string[], path: string, lines: readonly string[]): readonly StatedLines[] {
  const heads = lines.flatMap((text, line) => (isHeadOfVersion(lines, line) ? [{ text, line }] : []));
  const sections = heads.flatMap(({ text, line }, at) => {
    let endLine = Math.min((heads[at + 1]?.line ?? lines.length) - 1, line + LINES_AT_MOST - 1);
    while (endLine > line && /^\W*$/.test(lines[endLine] ?? "")) endLine--;
    return endLine > line ? [{ text, startLine: line, endLine }] : [];
  });
  if (versions.length === 0) return placesOf(sections.slice(0, 1));
  if (isOfOne(posix.basename(path), versions))
    return [{ startLine: 0, endLine: Math.min(lines.length, LINES_AT_MOST) - 1 }];
  const about = sections.filter(({ text }) => versions.some((version) => saysVersion(text, version)));
  const isExact = ({ text }: { readonly text: string }) =>
    versions.some((version) => withoutZeros(NUMBER.exec(text)?.[1] ?? "") === withoutZeros(version));
  const exactFirst = about.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)));
  return placesOf(exactFirst.slice(0, SECTIONS_AT_MOST));
}

function placesOf(sections: readonly StatedLines[]): readonly StatedLines[] {
  return sections.map(({ startLine, endLine }) => ({ startLine, endLine }));
}

function withoutZeros(version: string): string {
  return version.replace(/(?:\.0)+$/, "");
}

function isOfOne(name: string, versions: readonly string[]): boolean {
  return versions.some((version) => saysVersion(name, version));
}

/** Whether a text has this version, or one of its patches: 1.7 is said by 1.7.2, not by 1.70. */
function saysVersion(text: string, version: string): boolean {
  return new RegExp(String.raw`(?<![\d.])v?${literalPattern(version)}(?!\d)`, "i").test(text);
}

/** A title with a version in it, however it is marked. */
function isHeadOfVersion(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (line.length > 120) return false;
  if (/^\s{0,3}#{1,4}\s+\[?v?\d{1,4}\]?\s*(?:$|[-–—(])/.test(line)) return true;
  if (!NUMBER.test(line) && !/\bunreleased\b/i.test(line)) return false;
  return (
    /^\s{0,3}(?:#{1,4}|={1,4})\s/.test(line) ||
    (RULE.test(lines[at + 1] ?? "") && !RULE.test(line)) ||
    /^\s{0,3}(?:\*\*|__)?\[?(?:(?:version|release)\s+)?v?\d+\.\d[\w.-]*\]?(?:\*\*|__)?(?:\s*[-–—:(,/].*|\s+\d.*)?\s*$/i.test(
      line,
    )
  );
}
