/**
 * The words of a line or paragraph of Markdown, reStructuredText or AsciiDoc, or of a comment for Javadoc, JSDoc or .NET,
 * without what only formats them.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/^\s{0,3}(?:>\s?)+/gm, "")
    .replaceAll(/:[a-z][\w:+.-]{0,40}:`([^`<]{1,200}?)\s*(?:<[^`>]{0,300}>)?`/g, "`$1`")
    .replaceAll(/`([^`<>]{1,200}?)\s*<[^`>]{1,500}>`_{1,2}/g, "$1")
    .replaceAll(/!?\[([^[\]]{0,300})\](?:\([^()]{0,500}(?:\([^()]{0,200}\)[^()]{0,200})?\)|\[[^[\]]{0,100}\])/g, "$1")
    .replaceAll(/(?:https?|link):\S{1,500}\[([^\]\n]{1,300})\]/g, "$1")
    .replaceAll(/\[([^[\]]{1,100})\](?!\w)/g, "$1")
    .replaceAll(/`{2}([^`]+)`{2}/g, "`$1`")
    .replaceAll(/`([^`]{1,100})`_{1,2}/g, "$1")
    .replaceAll(/(\*\*|__)(?=\S)([^*_]{1,300}?)(?<=\S)\1/g, "$2")
    .replaceAll(/(?<![\w*`])[*_](?=\S)([^*_`]{1,300}?)(?<=\S)[*_](?![\w*`])/g, "$1")
    .replaceAll(/\{@(?:code|literal)\s+([^{}]{1,200}?)\s*\}/g, (_, code: string) => `\`${withoutTags(code)}\``)
    .replaceAll(/\{@(?:link|linkplain|value)\s+#?([^{}]{1,200}?)\s*\}/g, (_, link: string) => linked(link))
    .replaceAll(/<(?:see|seealso|paramref|typeparamref)\s+\w+="(?:[A-Z]:)?([^"<>]{1,200})"\s*\/?>/g, "`$1`")
    .replaceAll(/<\/?[A-Za-z][^<>]{0,1000}>/g, "")
    .replaceAll(/&(?:nbsp|ensp|emsp);/g, " ")
    .replaceAll(/&#(x[\da-f]{1,6}|\d{1,7});/gi, (entity: string, number: string) =>
      signOf(Number(number.replace(/^x/i, "0x")), entity),
    )
    .replaceAll(/&([a-z]{2,6});/g, (entity: string, name: string) => SIGNS[name] ?? entity)
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>])/g, "$1")
    .replaceAll(/(?<!\S):[a-z][a-z\d_+-]{1,30}:(?!\S)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function withoutTags(code: string): string {
  return code.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What a link of Javadoc or JSDoc is called, `Foo#bar`, `Foo | the foo` or `Foo the foo`. */
function linked(named: string): string {
  const [target = "", ...words] = named.split(/\s*\|\s*|\s+/);
  return words.length > 0 ? words.join(" ") : `\`${target.replace("#", ".")}\``;
}

/** The sign that a number in HTML stands for, if it is one that can be seen. */
function signOf(code: number, entity: string): string {
  return code >= 0x20 && code <= 0x10_ffff ? String.fromCodePoint(code).toWellFormed() : entity;
}

const SIGNS: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", mdash: "—", ndash: "–", hellip: "…", rarr: "→" },
};

/** The first sentences of a text that fit; of a longer one its beginning. */
export function firstSentences(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const ends = [...cut.matchAll(SENTENCE_END)].map(({ index, 0: end }) => index + end.trimEnd().length);
  const end = ends.at(-1) ?? 0;
  if (end > most / 4) return cut.slice(0, end);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most / 2)).trimEnd()}…`;
}

/** The first sentence of a text, or its beginning. */
export function firstSentence(text: string, most = 160): string {
  const end = [...text.matchAll(SENTENCE_END)].find(({ index }) => index >= 8);
  return firstSentences(end ? text.slice(0, end.index + end[0].trimEnd().length) : text, most);
}

/** Not after "e.g." and the like, and not within `a.b`. */
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs|cf|resp|bzw|z\.B|incl|approx|[A-Z]))[.!?](?=\s|$)\s*|[。！？]/g;
