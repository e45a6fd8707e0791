/** What stands below the title of an exported conversation: a comment that no reader of the rendered text sees. */
const MARK = "<!-- Conversation exported by Plumbline, whose local answers leave this file out. -->";
/** The same in JSON, as its first property. */
export const JSON_MARK = { exportedBy: "Plumbline" } as const;

/** Markdown of a conversation as it goes into a file: what {@link isExported} knows again. Its title stays the first line, by which editors call it. */
export function marked(markdown: string): string {
  return markdown.replace("\n", `\n\n${MARK}\n`);
}

/**
 * Whether a text is an exported conversation, as Markdown or JSON, by its beginning: it quotes code and speaks of it, so
 * that it would fit a question better than the code itself.
 */
export function isExported(text: string): boolean {
  return /^\uFEFF?(?:(?:#[^\r\n]*\s{1,8})?<!-- Conversation exported by Plumbline\b|\{\s*"exportedBy":\s*"Plumbline")/.test(
    text,
  );
}
