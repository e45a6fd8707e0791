/**
 * Mentions in a question: services take what follows an `@` as a place to look, a repository or a file in one
 * (`@github.com/org/repo @src/parse.ts`). A name with blanks or other signs is in quotation marks (`@"my file.ts"`).
 */

/** The repositories that a text mentions: those that are known or named like `host.example/owner/name`. */
export function mentionedRepositories(text: string, known: readonly string[] = []): readonly string[] {
  const names = [...text.matchAll(/(?<![^\s(])@(?:"([^"\n]+)"|([^\s@:)]+))/g)].map(
    ([, quoted, name = ""]) => quoted ?? name.replace(/[.,?!]+$/, ""),
  );
  return [...new Set(names.filter((name) => known.includes(name) || /^[\w-]+(?:\.[\w-]+)+\/[^/]+\/[^/]/.test(name)))];
}

/** What is written to mention something. */
export interface MentionText {
  readonly text: string;
  /** Its repository, which is written before it where nothing else says which one it is. */
  readonly within?: string;
}

/** What to write for a repository, for a file or folder in one, or for a definition in a file. */
export function mentionOf({
  repository,
  path,
  symbol,
}: {
  readonly repository: string;
  readonly path?: string;
  readonly symbol?: string;
}): MentionText {
  if (path === undefined) return { text: at(repository) };
  return { text: symbol === undefined ? fileAt(path) : `${fileAt(path)} \`${symbol}\``, within: at(repository) };
}

/**
 * A name with neither a slash nor an extension (`Makefile`, `.gitignore`) would be a word: it is in this folder (`./`).
 */
function fileAt(path: string): string {
  return at(/^(?:\.?[^./]+|\.[^/]*)$/.test(path) ? `./${path}` : path);
}

function at(name: string): string {
  return /^[\p{L}\p{M}\p{N}_./~+-]+$|"/u.test(name) ? `@${name}` : `@"${name}"`;
}

/** At most this many places are removed from a question: more than any question has. */
const CONTEXTS_AT_MOST = 20;

/** A question followed by what it is about: on the same line, or on separate lines if it has several. */
export function withContexts(question: string, contexts: readonly string[]): string {
  if (contexts.length === 0) return question;
  return question + (question.includes("\n") ? "\n\n" : " ") + contexts.join("\n");
}

/** A question without the places after it, to ask it about something else. */
export function withoutContexts(question: string): string {
  let text = question;
  for (let count = 0; count < CONTEXTS_AT_MOST; count++) {
    const start = text.lastIndexOf("(about @");
    // A path may contain parentheses: `app/(group)/page.tsx`.
    const isLast = start >= 0 && /^\((?:[^()]|\([^()]*\))*\)\s*$/.test(text.slice(start));
    if (!isLast) break;
    text = text.slice(0, start).trimEnd();
  }
  return text;
}
