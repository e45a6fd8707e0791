import { plainLetters } from "../../../core/text/letters.ts";

/** Something that a model wants looked up. */
export interface Need {
  readonly kind: "word" | "symbol" | "path";
  readonly text: string;
}

const AT_MOST = 3;
const LINE =
  /^[\s>*`_-]*NEED\s*:?\s*[*`_]*\s*[:-]?\s*(?:[[(<]?\s*(word|symbol|path|file|name|function|class)s?\s*[\])>]?\s*[:=]?\s+)?(.{1,200}?)[\s*`_.]*$/i;

/** Whether what has come so far may turn out to say only what is needed. */
export function mayBeNeed(text: string): boolean {
  const start = text.trimStart().replace(/^[>*`_\s-]+/, "");
  return "NEED:".startsWith(start.slice(0, 5).toUpperCase());
}

/** What a reply asks for, three things at most, and the reply without these lines. */
export function readNeeds(text: string): { readonly needs: readonly Need[]; readonly rest: string } {
  const needs: Need[] = [];
  const rest: string[] = [];
  for (const line of text.split("\n")) {
    const [, word, sought = ""] = LINE.exec(line) ?? [];
    const wanted = sought.replaceAll(/[`"'*]/g, "").trim();
    if (!/^[\s>*`_-]*NEED\b/i.test(line) || wanted === "") {
      rest.push(line);
      continue;
    }
    const kind = kindOf(word, wanted);
    if (!needs.some((need) => need.text === wanted)) needs.push({ kind, text: wanted });
  }
  return { needs: needs.slice(0, AT_MOST), rest: rest.join("\n").trim() };
}

function kindOf(word: string | undefined, sought: string): Need["kind"] {
  const plain = plainLetters(sought);
  switch (word?.toLowerCase()) {
    case "symbol":
    case "name":
    case "function":
    case "class":
      return "symbol";
    case "path":
    case "file":
      return "path";
    case "word":
      return "word";
    default:
      return /[\w-]\/[\w-]|\.\w{1,5}$/.test(plain) ? "path" : /^[A-Za-z_$][\w$]*$/.test(plain) ? "symbol" : "word";
  }
}
