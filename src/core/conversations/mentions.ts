/**
 * Mentions in a question: services take what stands behind an `@` as where to look, a repository or a file of one
 * (`@github.com/org/repo @src/parse.ts`).
 */

/** The text with a mention where it is wanted, set off by blanks, and where the cursor belongs then. */
export function insertMention(
  text: string,
  at: number,
  mention: string,
): { readonly text: string; readonly cursor: number } {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const start = before + (/[^\s(]$/.test(before) ? " " : "") + mention;
  // Between words it stays as it is; before a context, as at the end, there is room to write on.
  const end = /^(?:\s(?!\()|[).,?!])/.test(after) ? after : ` ${after}`;
  return { text: start + end, cursor: start.length + (/^[).,?!]/.test(end) ? 0 : 1) };
}

/** The repositories that a text mentions, of those that are known or named like `host.example/owner/name`. */
export function mentionedRepositories(text: string, known: readonly string[] = []): readonly string[] {
  const names = [...text.matchAll(/(?<![^\s(])@([^\s@:)]+)/g)].flatMap(
    ([, name]) => name?.replace(/[.,?!]+$/, "") ?? [],
  );
  return [...new Set(names.filter((name) => known.includes(name) || /^[\w-]+(?:\.[\w-]+)+\/[^/]+\/[^/]/.test(name)))];
}

/** What to write for a file, given what the text mentions already. */
export function mentionOf(
  { repository, path }: { readonly repository: string; readonly path?: string },
  mentioned: readonly string[],
): string {
  if (path === undefined) return `@${repository}`;
  return mentioned.includes(repository) ? `@${path}` : `@${repository} @${path}`;
}

/** As many places are taken away from a question at most: more than any question has. */
const CONTEXTS_AT_MOST = 20;

/** A question with what it is about behind it: on its line, or on lines of their own where there are several. */
export function withContexts(question: string, contexts: readonly string[]): string {
  if (contexts.length === 0) return question;
  return question + (question.includes("\n") ? "\n\n" : " ") + contexts.join("\n");
}

/** A question without the places behind it, to ask it about something else. */
export function withoutContexts(question: string): string {
  let text = question;
  for (let count = 0; count < CONTEXTS_AT_MOST; count++) {
    const start = text.lastIndexOf("(about @");
    // A path may have parentheses in it: `app/(group)/page.tsx`.
    const isLast = start >= 0 && /^\((?:[^()]|\([^()]*\))*\)\s*$/.test(text.slice(start));
    if (!isLast) break;
    text = text.slice(0, start).trimEnd();
  }
  return text;
}
