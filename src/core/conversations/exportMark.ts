/** Placed below the title of an exported conversation: a comment that readers of the rendered text do not see. */
const MARK = "<!-- Conversation exported by Plumbline, whose local answers leave this file out. -->";
/** The same in JSON, as its first property. */
export const JSON_MARK = { exportedBy: "Plumbline" } as const;

/**
 * The Markdown of a conversation as it is written to a file, so that {@link isExported} recognizes it. Its title stays
 * the first line, which editors use as its name.
 */
export function marked(markdown: string): string {
  return markdown.replace("\n", `\n\n${MARK}\n`);
}

/**
 * Whether a text is an exported conversation, as Markdown or JSON, judging by its beginning: it quotes and discusses
 * code, so it would match a question better than the code itself.
 */
export function isExported(text: string): boolean {
  return /^\uFEFF?(?:(?:#[^\r\n]*\s{1,8})?<!-- Conversation exported by Plumbline\b|\{\s*"exportedBy":\s*"Plumbline")/.test(
    text,
  );
}
