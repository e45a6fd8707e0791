import { lastPartOf, type Definition } from "../../../core/text/outline.ts";
import { endOfComment, HEAD_LINES, LICENCE, STRING } from "../named/comments.ts";
import { firstSentence, plainText } from "./plainText.ts";

/** What a comment says first, and the lines that say it. Zero-based, inclusive. */
export interface Said {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** What a file says of itself: the first comment in it that stands before any code and is no licence. */
export function headComment(lines: readonly string[]): Said | undefined {
  for (let at = 0; at < Math.min(lines.length, HEAD_LINES); at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || BEFORE_COMMENT.test(line)) continue;
    const end = endOfComment(lines, at);
    if (end === undefined) return undefined;
    const said = sentenceIn(lines, at, end);
    if (said) return said;
    at = end;
  }
  return undefined;
}

/** What is said of a definition: in the comment above it, or in the text that it begins with. */
export function commentOf(lines: readonly string[], { startLine, line, endLine }: Definition): Said | undefined {
  if (startLine < line) {
    const said = sentenceIn(lines, startLine, line - 1);
    if (said) return said;
  }
  const first = lines.findIndex((text, at) => at > line && at <= Math.min(endLine, line + 12) && STRING.test(text));
  const end = first < 0 ? undefined : endOfComment(lines, first);
  const isFirst = first >= 0 && lines.slice(line, first).join("\n").trimEnd().endsWith(":");
  return end !== undefined && isFirst ? sentenceIn(lines, first, end) : undefined;
}

/** What a file is called after, or else what it exports first. */
export function mainDefinition(
  definitions: readonly Definition[],
  lines: readonly string[],
  path: string,
): Definition | undefined {
  const stem = path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\..*$/, "")
    .replaceAll(/[-_]/g, "")
    .toLowerCase();
  return (
    definitions.find(({ name }) => lastPartOf(name).replaceAll("_", "").toLowerCase() === stem) ??
    definitions.find(({ line, isType }) => !isType && /^\s*(?:export|pub|public)\b/.test(lines[line] ?? "")) ??
    definitions[0]
  );
}

/** What stands before the comment that says what a file is. */
const BEFORE_COMMENT =
  /^\s*(?:#!|<\?php|<\?xml|['"]use (?:strict|client|server)['"]|package\s[\w.]+;?\s*$|\ufeff?$|#\s*-\*-|#pragma once|#ifndef|#define \w+_H\b)/;
/** The first sentence of a comment; none of one that is a licence or speaks to a tool. */
function sentenceIn(lines: readonly string[], startLine: number, endLine: number): Said | undefined {
  const all = withoutCode(lines.slice(startLine, endLine + 1).map((line) => line.slice(0, COLUMNS_READ)));
  if (LICENCE.test(all.join("\n"))) return undefined;
  const words = all.map(wordsOf);
  const first = words.findIndex((text) => /\p{L}{2}/u.test(text) && !FOR_TOOLS.test(text));
  if (first < 0) return undefined;
  let last = first;
  while (last + 1 < words.length && words[last + 1] !== "" && !TAG.test(words[last + 1] ?? "")) last++;
  const said = words.slice(first, last + 1);
  if (TAG.test(said[0] ?? "")) return undefined;
  const text = firstSentence(plainText(said.join(" ")));
  if (!/\p{L}/u.test(text) || !/\s|\p{Script=Han}/u.test(text)) return undefined;
  return { text, startLine: startLine + first, endLine: startLine + last };
}

/** The same lines, empty where they are examples or attributes: in fences, in `<pre>`, `#[derive(Debug)]`, `@Test`. */
function withoutCode(lines: readonly string[]): readonly string[] {
  let end: RegExp | undefined;
  return lines.map((line) => {
    if (end) {
      const rest = end.test(line) ? line.replace(end, "") : undefined;
      if (rest !== undefined) end = undefined;
      return rest ?? "";
    }
    if (ATTRIBUTE.test(line)) return "";
    const begin = CODE.find(([start]) => start.test(line));
    if (!begin) return line;
    const [start, ending] = begin;
    const before = line.replace(start, "");
    if (!ending.test(line.slice(before.length + 1))) end = ending;
    return before;
  });
}

/** How examples in comments begin and end, with all of their line. */
const CODE: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/(?<=^[\s/*#!;-]*)(?:```|~~~).*/, /^[\s/*#!;-]*(?:```|~~~).*/],
  [/<pre\b.*/i, /^.*<\/pre>/i],
  [/(?<=^[\s/*]*)\{@(?:code|snippet)\b[^{}]*$/, /^[\s/*]*\}\s*$/],
];
const ATTRIBUTE = /^\s*(?:#!?\[|\[\[?[A-Z]\w*[(\]]|@[A-Za-z][\w.]*\s*(?:\(|$))/;

const COLUMNS_READ = 500;
const FOR_TOOLS =
  /^(?:eslint|prettier|tslint|jshint|jslint|global |@ts-|ts-|istanbul|c8|v8|noqa|type:|mypy|pylint|flake8|ruff|vim?:|-\*-|coding[:=]|go:|nolint|\+build|rubocop|frozen_string_literal|phpcs|@flow|@jsx|#?region|sourceMappingURL|generated|auto-?generated|code generated|do not edit|!\/|(?:module )?dependencies\.?$|imports?\.?$|types?\.?$|constants?\.?$|expose\b|this file is (?:auto|generated))/i;
const TAG = /^(?:@\w|:\w+[^:]*:|\\\w|args?:|returns?:|parameters?$|[-=~^"*]{3,}$)/i;

function wordsOf(line: string): string {
  return line
    .replace(
      /^\s*(?:\/\*+!?|\*+\/|\*+(?=\s|$)|\/\/+!?|#+!?|--+(?:\[\[)?|;+|%+|[rRuUbB]{0,2}(?:"""|''')|<!--|\(\*+|\{-\|?)/,
      "",
    )
    .replace(/\s*(?:\*+\/|"""|'''|-->|\*+\)|-\}|\]\])\s*$/, "")
    .replace(/<\/?[A-Za-z][^<>]{0,200}>/g, " ")
    .replace(/\{@\w+ ([^{}]{1,100})\}/g, "`$1`")
    .trim();
}
