import { firstSentence, plainText } from "./plainText.ts";

/** What a document says of a part in a line of a list, a table or a drawn tree. */
export interface DocumentedPart {
  /** As it is written: a name or a path, without a slash at its end. */
  readonly name: string;
  readonly text: string;
  /** Zero-based. */
  readonly line: number;
  /** The names in code spans or bold in the heading or paragraph above it, which say what it is a part of. */
  readonly within: readonly string[];
}

const COLUMNS_READ = 1_000;
const LINES_READ = 3_000;
const TEXT_AT_MOST = 160;

/** Finds them. */
export function documentedParts(lines: readonly string[]): readonly DocumentedPart[] {
  const found: DocumentedPart[] = [];
  let within: readonly string[] = [];
  let isFenced = false;
  let isParagraph = false;
  for (const [line, whole] of lines.slice(0, LINES_READ).entries()) {
    const text = whole.slice(0, COLUMNS_READ);
    if (/^\s*(?:`{3}|~{3})/.test(text)) {
      isFenced = !isFenced;
      isParagraph = false;
      continue;
    }
    const [, name, rest] = (isFenced ? TREE : ROW).exec(text) ?? [];
    if (name !== undefined && rest !== undefined) {
      const going = isFenced || text.includes("|") ? "" : continuation(lines, line + 1);
      const said = firstSentence(plainText(`${(rest.split(/\s\|(?:\s|$)/)[0] ?? "").trim()} ${going}`), TEXT_AT_MOST);
      if (/\p{L}{2}.*\s/u.test(said)) found.push({ name: name.replace(/^\.?\/+|\/+$/g, ""), text: said, line, within });
    }
    const isProse = !isFenced && /^\s*(?:#|\*\*|[\p{L}`])/u.test(text);
    if (isProse) {
      const names = [...text.matchAll(NAMES)].map(([, code = "", bold = ""]) =>
        (code || bold).replaceAll("`", "").replace(/\/+$/, ""),
      );
      within = isParagraph ? [...within, ...names] : names;
    }
    isParagraph = isProse;
  }
  return found;
}

/** The lines of a list that belong to the point before them. */
function continuation(lines: readonly string[], from: number): string {
  const more: string[] = [];
  for (let at = from; at < Math.min(lines.length, from + 3) && /^\s+[^\s*+\-|]/.test(lines[at] ?? ""); at++)
    more.push((lines[at] ?? "").trim());
  return more.join(" ");
}

/** What a document says of something that is typed, in a line of a list or a table. */
export function documentedCommands(lines: readonly string[]): readonly Omit<DocumentedPart, "within">[] {
  return lines.slice(0, LINES_READ).flatMap((whole, line) => {
    const [, name = "", rest = ""] = COMMAND.exec(whole.slice(0, COLUMNS_READ)) ?? [];
    const text = firstSentence(plainText(rest.split(/\s\|(?:\s|$)/)[0] ?? ""), TEXT_AT_MOST);
    return /\p{L}{2}.*\s/u.test(text) ? [{ name, text, line }] : [];
  });
}

const COMMAND =
  /^\s*(?:[-*+]|\d{1,2}\.|\|)\s*(?:\*\*)?`([\w./-]+(?: [^`]{1,100})?)`(?:[,/]? `[^`]{1,100}`)*(?:\*\*)?\s*(?:[:|–—]|-{1,2}\s)\s*(\S.*)$/;
const PATH = String.raw`\.?\/?[\w@.$()[\]+-]+(?:\/[\w@.$()[\]+-]+)*\/?`;
/** A name that is marked as one, then what is said of it. */
const ROW = new RegExp(
  String.raw`^\s*(?:[-*+]|\d{1,2}\.|\|)\s*(?:(?:\*\*|__)?\[?(?:\*\*)?\x60+(?=[^\x60])|(?:\*\*|__)\[?|\[)?(${PATH})(?:\x60+(?:\*\*)?\]?(?:\([^()]{0,300}\))?(?:\*\*|__)?|(?<=\/)|\](?:\([^()]{0,300}\))(?:\*\*|__)?|(?:\*\*|__))\s*(?:[:|–—,]|-{1,2}\s|is\s|(?=\())\s*(\S.*)$`,
  "u",
);
/** The name of a folder or of a drawn branch, or one with a sign or a gap between it and what is said of it. */
const TREE = new RegExp(
  String.raw`^[\s│├└─┬|\x60+\\-]*(${PATH})(?:(?<=\/)\s+(?:-\s+|:\s+)?|\s+(?:#|\/\/|←|<-|—|–)\s*|\s{2,}(?:-\s+)?)([^\s#].*)$`,
  "u",
);
const NAMES = /`([^`]{1,100})`|\*\*([^*]{1,100})\*\*/g;
