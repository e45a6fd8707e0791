import { JSON_MARK } from "./exportMark.ts";
import type { Conversation, Outcome, Question } from "../model/conversation.ts";

/** Words in the user's language for a printed conversation. */
export interface PrintedWords {
  readonly sources: string;
  /** What happened to a question that was not answered in full. */
  readonly outcomes: Readonly<Record<Exclude<Outcome["status"], "completed">, string>>;
}

/**
 * A conversation as Markdown: title, questions, answers as they were written, and the sources that the service lists.
 * Links relative to the instance become absolute, so that they work in a file, or plain text if there is no `baseUrl`.
 * No address in it grants access.
 */
export function printConversation(
  { title, questions }: Pick<Conversation, "title" | "questions">,
  baseUrl: string | undefined,
  words: PrintedWords,
): string {
  const parts = questions.map((question) => printQuestion(question, baseUrl, words));
  return `${[`# ${oneLine(title || (questions[0]?.text ?? ""))}`, ...parts].join("\n\n")}\n`;
}

/**
 * A conversation as JSON, in the terms of `conversation.ts`, for programs to read. What grants access to it (its page,
 * its token) and its owner are left out, and so are times outside the calendar's range.
 */
export function printConversationJson(conversation: Conversation): string {
  const { name, title, createdAt, updatedAt, questions } = conversation;
  const time = (at = NaN) => (Math.abs(at) <= LARGEST_TIME ? new Date(at).toISOString() : undefined);
  const printed = {
    ...JSON_MARK,
    name,
    title,
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
    questions: questions.map((question) => ({
      ...question,
      createdAt: time(question.createdAt),
      updatedAt: time(question.updatedAt),
    })),
  };
  return `${JSON.stringify(printed, null, 2)}\n`;
}

/** The limit of ECMAScript, in milliseconds. */
const LARGEST_TIME = 8.64e15;

function printQuestion(
  { text, outcome, listedSources }: Question,
  baseUrl: string | undefined,
  words: PrintedWords,
): string {
  const answer = outcome.status === "completed" ? outcome.answer : (outcome.partialAnswer ?? "");
  const sources = listedSources.map(({ label, link }) => `- ${printLink(label || link, link, baseUrl)}`);
  const quoted = text.split(/\r\n|\n|\r/).map((line) => `> ${line}`.trimEnd());
  return [
    quoted.join("\n"),
    closed(withWholeLinks(answer.trim(), baseUrl)),
    outcome.status === "completed" ? "" : `_${outcomeWords(outcome, words)}_`,
    sources.length === 0 ? "" : `**${words.sources}**\n\n${sources.join("\n")}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function outcomeWords(outcome: Exclude<Outcome, { status: "completed" }>, { outcomes }: PrintedWords): string {
  const reason = outcome.status === "failed" ? oneLine(outcome.reason) : "";
  return [outcomes[outcome.status], reason].filter((part) => part !== "").join(" ");
}

/** An answer that stops within a block of code would swallow what follows it. */
function closed(markdown: string): string {
  const last = blocksOf(markdown).at(-1);
  return last?.fence === undefined || last.isOver ? markdown : `${markdown}\n${last.fence}`;
}

/** In turn: escapes, code in a paragraph, backticks that are not code, and what comes before a relative address. */
const CODE_OR_LINK = /\\.|(`+)(?!`).*?(?<!`)\1(?!`)|`+|(?:\]\(|^ {0,3}\[(?!\^)[^[\]\n]+\]:[ \t]*)<?(?=\/(?![/\\]))/gms;

/**
 * The same, but with whole links to what the local service has: its address is gone with the window. Labels are one
 * line of ordinary length.
 */
const CODE_OR_LABELLED =
  /\\.|(`+)(?!`).*?(?<!`)\1(?!`)|`+|\[((?:\\.|[^\\[\]\n]|\[[^\\[\]\n]{0,200}\]){0,500})\]\(\/(?![/\\])[^()<>\s]{0,4000}\)/gms;

function withWholeLinks(markdown: string, baseUrl: string | undefined): string {
  const base = baseUrl?.replace(/\/+$/, "");
  const withWhole = (text: string) =>
    base === undefined
      ? text.replace(CODE_OR_LABELLED, (found, _code: string | undefined, label: string | undefined) => label ?? found)
      : text.replace(CODE_OR_LINK, (found) => (/^[`\\]/.test(found) ? found : found + base));
  return blocksOf(markdown)
    .map(({ fence, lines }) => (fence === undefined ? withWhole(lines.join("\n")) : lines.join("\n")))
    .join("\n");
}

/** A block of code from its opening to its end, if it has one, or the lines up to a blank line or to code. */
interface Block {
  readonly fence: string | undefined;
  readonly lines: string[];
  isOver: boolean;
}

function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const line of markdown.split("\n")) {
    const marker = /^ *(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    const block = blocks.at(-1);
    if (block?.fence !== undefined && !block.isOver) {
      block.lines.push(line);
      block.isOver = marker?.startsWith(block.fence) === true && line.trim() === marker;
    } else if (!block || block.isOver || marker !== undefined || line.trim() === "") {
      blocks.push({ fence: marker, lines: [line], isOver: false });
    } else block.lines.push(line);
  }
  return blocks;
}

function printLink(label: string, link: string, baseUrl: string | undefined): string {
  const words = oneLine(label).replace(/[\\[\]]/g, "\\$&");
  const isRelative = /^\/(?![/\\])/.test(link);
  if (!isRelative && !/^https?:\/\//i.test(link)) return words;
  if (isRelative && baseUrl === undefined) return words;
  const address = isRelative ? (baseUrl ?? "").replace(/\/+$/, "") + link : link;
  return `[${words}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
