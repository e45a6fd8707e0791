import { RULE } from "../manifests/changes.ts";
import { firstSentences, plainText } from "./plainText.ts";

/** What a document says first of what it is about, in plain words, and where. Zero-based, inclusive. */
export interface Introduction {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** What is said further down is not the introduction. */
const LINES_READ = 250;
const COLUMNS_READ = 2_000;
const TEXT_AT_MOST = 400;
/** After a shorter paragraph, the next one is told as well. */
const SHORT = 100;
const LINES_SHOWN = 24;

/** The first prose in a document: no title, picture, badge, menu, list, table, code or notice; no news unless alone. */
export function introductionOf(lines: readonly string[]): Introduction | undefined {
  const read = withoutMarkup(lines.slice(0, LINES_READ).map((line) => line.slice(0, COLUMNS_READ)));
  return firstProse(read, (text) => !NEWS.test(text)) ?? firstProse(read, () => true);
}

/** What is told of a release, of sponsors or to those who came, rather than what it is. */
const NEWS =
  /^\W*(?:(?:note|notice|important|warning|attention|heads[- ]up|caution|news|update|announcement)\s*[:!–—-]|we(?:['’]re| are) (?:hiring|excited|happy|proud|pleased)\b|(?:join|follow|star|sponsor|support) (?:us|our|this|me)\b)|\b(?:to announce|announc(?:e|es|ing) (?:the|that|our)|(?:is|are) now available|(?:has|have) been (?:released|deprecated|archived|discontinued)|no longer (?:maintained|supported|developed)|(?:project|repository|package|library|version|\d) is (?:out|deprecated|archived|released|in maintenance mode)|our sponsors|this release)\b/i;

function firstProse(read: readonly string[], isMeant: (text: string) => boolean): Introduction | undefined {
  const found: Introduction[] = [];
  for (let at = 0; at < read.length; at++) {
    if (!isProse(read, at)) {
      if (found.length > 0 && isTitle(read, at)) break;
      continue;
    }
    const startLine = at;
    while (at + 1 < read.length && isProse(read, at + 1)) at++;
    const text = plainText(read.slice(startLine, at + 1).join(" "));
    if (isSentence(text) && isMeant(text)) found.push({ text, startLine, endLine: at });
    const told = found.reduce((length, each) => length + each.text.length, 0);
    if (found.length > 0 && told > SHORT) break;
  }
  const [first] = found;
  const last = found.at(-1);
  return (
    first &&
    last && {
      text: firstSentences(joined(found), TEXT_AT_MOST),
      startLine: first.startLine,
      endLine: Math.min(last.endLine, first.startLine + LINES_SHOWN - 1),
    }
  );
}

/** The paragraphs as one, without a last sentence that only leads to a list. */
function joined(paragraphs: readonly Introduction[]): string {
  const text = paragraphs.map((each) => (/\p{P}$/u.test(each.text) ? each.text : `${each.text}.`)).join(" ");
  return text.replace(/(?<=[.!?])\s[^.!?]*:$/, "");
}

/** Some words, in whatever script. */
function isSentence(text: string): boolean {
  if (text.length < SHORT && text.endsWith(":")) return false; // what follows is a list
  if (text.length < 2 * SHORT && LEADS_ELSEWHERE.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}/u.test(text)
    ? letters >= 6
    : letters >= 12 && text.split(/\s+/).length >= 3;
}

/** "For more, see the manual." */
const LEADS_ELSEWHERE =
  /^(?:please )?(?:for\b[^.]{0,120}?,? (?:please )?(?:see|visit|check out|refer to|read)|see|visit|refer to)\b[^.]*\.?$/i;

function isProse(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  return !(
    line.trim() === "" ||
    isTitle(lines, at) ||
    NO_PROSE.test(line) ||
    (isMenu(line) && !endsWithin(lines, at - 1))
  );
}

/** Whether a line ends within a sentence, so that a link on the next one belongs to it. */
function endsWithin(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  return /[\p{L}\p{N},)]$/u.test(line) && !isMenu(line) && isProse(lines, at);
}

/** `# Name`, `= Name`, or a line that another one of signs stands below. */
function isTitle(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  const isRuled = RULE.test(lines[at + 1] ?? "") && (line.length < 80 || !/[.!?]$/.test(line.trim()));
  return /^\s{0,3}(?:#{1,6}\s|={1,6}\s+\S)/.test(line) || RULE.test(line) || (line.trim() !== "" && isRuled);
}

/** Lists, tables, notices, directives, fields, and what is indented as code is. */
const NO_PROSE = /^(?:\s*(?:[-*+•]\s|\d{1,3}[.)]\s|\||\[!|\[[^\]]{1,60}\]:|\.\.\s|:[\w-]+:|\{[%{]|---)| {4}|\t)/;

/** Links side by side, with nothing between them that says anything. */
function isMenu(line: string): boolean {
  const rest = line.replaceAll(LINKS, "");
  return rest !== line && !/\p{L}{2}/u.test(rest);
}

const LINKS =
  /!?\[[^[\]]{0,300}\](?:\([^()\s]{0,500}[^()]{0,100}\)|\[[^[\]]{0,100}\])?|`[^`]{1,200}<[^`>]{1,500}>`_{1,2}/g;

/** The same lines without comments, code, pictures and tags, however many lines these take. */
function withoutMarkup(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let fence = "";
  let directive = -1;
  for (const [at, line] of lines.entries()) {
    const indent = line.search(/\S/);
    if (directive >= 0 && (indent < 0 || indent > directive)) {
      kept.push("");
      continue;
    }
    directive = fence === "" && /^\s*\.\.(?:\s|$)/.test(line) ? indent : -1;
    const [mark = ""] = /^\s*(?:`{3,}|~{3,}|-{4,}$(?<=^-+)|\.{4,}$)/.exec(line) ?? [];
    const isRule = /^\s*[-.]/.test(mark);
    const opens = fence === "" && mark !== "" && (!isRule || isListing(lines[at - 1]));
    if (opens) fence = mark.trim();
    else if (fence !== "" && line.trim().startsWith(fence)) {
      fence = "";
      kept.push("");
      continue;
    }
    kept.push(fence !== "" || directive >= 0 ? "" : line);
  }
  const text = withoutComments(kept.join("\n"));
  return text
    .replaceAll(HTML_BLOCK, (block) => block.replaceAll(/^[ \t]+/gm, ""))
    .replaceAll(PICTURES, "")
    .replaceAll(MAIN_TITLE, (title) => title.replaceAll(/[^\n]+/g, ""))
    .replaceAll(ANCHOR, (_, before: string, words: string) => `[${words}](#)${before.replaceAll(/[^\n]+/g, "")}`)
    .replaceAll(TAGS, (tag) => (BLOCK.test(tag) ? " " : "") + tag.replaceAll(/[^\n]+/g, ""))
    .split("\n");
}

/** Whether lines of signs around what follows mean code: only in AsciiDoc, below such a line. */
function isListing(before: string | undefined): boolean {
  return /^\[(?:source|listing|,)/.test(before ?? "");
}

const PICTURE = String.raw`!\[[^[\]]{0,300}\](?:\([^()]{0,1000}(?:\([^()]{0,200}\)[^()]{0,300})?\)|\[[^[\]]{0,100}\])|image::?\S{1,500}\[[^\]\n]{0,500}\]|\|[\w .-]{1,60}\|_?(?=\s|$)`;
const PICTURES = new RegExp(
  String.raw`\[\s*(?:${PICTURE})(?:\s*(?:${PICTURE}))*\s*\](?:\([^()]{0,1000}\)|\[[^[\]]{0,100}\])|${PICTURE}`,
  "g",
);
const TAGS = /<\/?(?!https?:|mailto:)[A-Za-z][^<>]{0,3000}>/g;
/** In HTML, up to the next empty line, indented lines are no code. */
const HTML_BLOCK = /^ {0,3}<(?:p|div|center|h[1-6]|table|section|header)\b.*(?:\n.*\S.*)*/gim;
const MAIN_TITLE = /<h1\b[^<>]{0,300}>[^<>]{0,300}<\/h1>/gi;
/** A link, which may be one of a menu. */
const ANCHOR = /<a\b([^<>]{0,1000})>\s*([^<>[\]\n]{1,300})<\/a>/gi;
const BLOCK = /^<\/?(?:br|p|div|td|th|li|img)\b/i;

function withoutComments(text: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf("<!--", from);
    if (start < 0) return kept + text.slice(from);
    const end = text.indexOf("-->", start + 4);
    kept += text.slice(from, start);
    if (end < 0) return kept;
    kept += text.slice(start, end + 3).replaceAll(/[^\n]+/g, "");
    from = end + 3;
  }
}
