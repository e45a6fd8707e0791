import { keptContentHash } from "../../../core/sources/pinnedRevision.ts";
import { parseSourceLink } from "../../../core/sources/sourceLink.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { secretRule } from "../../../core/agents/secretNames.ts";
import type { StoredQuestion } from "./storedConversation.ts";

/** Finds those of some paths that git ignores, and that are therefore held back. */
export type FindIgnored = (repository: Repository, paths: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Those of some questions whose answers lead to files that are held back from who sees the code base. Without one, only
 * names are compared.
 */
export async function questionsHeldBack(
  questions: readonly StoredQuestion[],
  codeBase?: CodeBase,
  findIgnored: FindIgnored = () => Promise.resolve(new Set()),
): Promise<ReadonlySet<StoredQuestion>> {
  const heldBack = new Set<StoredQuestion>();
  const uncommitted = new Map<Repository, Map<string, StoredQuestion[]>>();
  for (const question of questions)
    for (const { repository: name, path, revision = "" } of placesIn(question)) {
      const repository = codeBase?.repositories.find((each) => each.name === name);
      const rule = (repository && codeBase?.heldBackBy(repository, path)) ?? secretRule(path);
      if (rule !== undefined) heldBack.add(question);
      if (!repository || (revision !== "" && keptContentHash(revision) === undefined)) continue; // a commit has it
      const byPath = uncommitted.get(repository) ?? new Map<string, StoredQuestion[]>();
      uncommitted.set(repository, byPath.set(path, [...(byPath.get(path) ?? []), question]));
    }
  for (const [repository, byPath] of uncommitted)
    for (const path of await findIgnored(repository, [...byPath.keys()]))
      for (const question of byPath.get(path) ?? []) heldBack.add(question);
  return heldBack;
}

interface Place {
  readonly repository: string;
  readonly path: string;
  readonly revision?: string;
}

/** Everything that an answer cites or links to. */
function placesIn({ state, writing }: StoredQuestion): readonly Place[] {
  const answers = [...(state.status === "completed" ? [state] : []), ...(writing?.passages ? [writing.passages] : [])];
  const texts = [...answers.map(({ text }) => text), writing?.words ?? ""];
  const links = [
    ...answers.flatMap(({ sources }) => sources.map(({ link }) => link)),
    ...texts.flatMap((text) => [...text.matchAll(LINK)].map(([, link = ""]) => link)),
  ];
  return [...(writing?.cited ?? []), ...links.flatMap((link) => parseSourceLink(link, "http://127.0.0.1") ?? [])];
}

const LINK = /\]\(([^)\s]+)\)/g;
