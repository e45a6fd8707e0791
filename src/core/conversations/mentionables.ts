/** A repository, or a file or folder in it. */
interface Place {
  readonly repository: string;
  readonly path?: string;
}

/** Something that a question can mention. */
export interface Mentionable extends Place {
  readonly kind: "file" | "folder" | "symbol" | "repository";
  /** The name of a definition. */
  readonly symbol?: string;
}

const KINDS: readonly Mentionable["kind"][] = ["file", "folder", "symbol", "repository"];

/**
 * Those that these words may mean, each once, the best first: what is called so, what begins so, what contains the
 * words, in its name before in its path. Of equals, a file comes before a definition of that name, and what has the
 * shorter path before the others.
 */
export function rankedMentionables(words: string, all: readonly Mentionable[]): readonly Mentionable[] {
  const wanted = words.toLowerCase();
  const unique = new Map(
    all.map((each) => [JSON.stringify([each.kind, each.repository, each.path, each.symbol]), each]),
  );
  return [...unique.values()]
    .map((each) => ({ each, fit: fitOf(each, wanted), kind: KINDS.indexOf(each.kind), length: pathOf(each).length }))
    .filter(({ fit }) => fit < NO_FIT)
    .sort((a, b) => a.fit - b.fit || a.kind - b.kind || a.length - b.length)
    .map(({ each }) => each);
}

/** The folders of these files that are called so, each once. */
export function foldersOf(files: readonly Place[], words: string): readonly Mentionable[] {
  const wanted = words.toLowerCase();
  const folders = new Map<string, Mentionable>();
  for (const { repository, path = "" } of files)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = { kind: "folder", repository, path: path.slice(0, at) } as const;
      if (fitOf(folder, wanted) < IN_PATH) folders.set(`${repository}\n${folder.path}`, folder);
    }
  return [...folders.values()];
}

/** What it is called: the last part of its path. */
export function nameOf({ symbol, path, repository }: Mentionable): string {
  return symbol ?? lastParts(path ?? repository, 1);
}

const [SAME, BEGINS, CONTAINS, IN_PATH, NO_FIT] = [0, 1, 2, 3, 4] as const;

/** Words with slashes are compared with as many parts of the path. */
function fitOf(mentionable: Mentionable, wanted: string): number {
  const path = pathOf(mentionable).toLowerCase();
  const name = mentionable.symbol?.toLowerCase() ?? lastParts(path, wanted.split("/").length);
  if (name === wanted || (mentionable.kind === "file" && name.replace(/(?<=[^/])\.[^./]*$/, "") === wanted))
    return SAME;
  if (name.startsWith(wanted)) return BEGINS;
  if (name.includes(wanted)) return CONTAINS;
  return path.includes(wanted) ? IN_PATH : NO_FIT;
}

function pathOf({ path, repository }: Mentionable): string {
  return path ?? repository;
}

function lastParts(path: string, count: number): string {
  return path.split("/").slice(-count).join("/");
}
