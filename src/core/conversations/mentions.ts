/**
 * Mentions in a question: services take what stands behind an `@` as where to look, a repository or a file of one
 * (`@github.com/org/repo @src/parse.ts`).
 */

/** Where an `@` was just typed that begins a word; `undefined` for every other change of the text. */
export function mentionBegunAt(before: string, after: string): number | undefined {
  if (after.length !== before.length + 1) return undefined;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  // Of several equal characters in a row it doesn't matter which one was typed.
  const isInserted = after.slice(at + 1) === before.slice(at);
  return isInserted && after[at] === "@" && /^$|[\s(]/.test(after[at - 1] ?? "") ? at : undefined;
}

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

/** A question without what it was about, to ask it about something else. `suffix` is what was put behind it, if that is known. */
export function withoutContext(question: string, suffix = ""): string {
  if (suffix !== "" && question.endsWith(suffix)) return question.slice(0, -suffix.length);
  const start = question.lastIndexOf("(about @");
  // A path may have parentheses in it: `app/(group)/page.tsx`.
  const isLast = start >= 0 && /^\((?:[^()]|\([^()]*\))*\)\s*$/.test(question.slice(start));
  return isLast ? question.slice(0, start).trimEnd() : question;
}
