import { parseSourceLink } from "../../core/sources/sourceLink.ts";
import type { CodeBase } from "../files/codeBase.ts";
import { secretRule } from "../files/secretNames.ts";
import type { StoredQuestion } from "./storedConversation.ts";

/** Whether the answer to a question leads to a file that is held back from who sees the code base, or by its name. */
export function isQuestionHeldBack(question: StoredQuestion, codeBase?: CodeBase): boolean {
  return placesIn(question).some(({ repository: name, path }) => {
    const repository = codeBase?.repositories.find((each) => each.name === name);
    return ((repository && codeBase?.heldBackBy(repository, path)) ?? secretRule(path)) !== undefined;
  });
}

interface Place {
  readonly repository: string;
  readonly path: string;
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
