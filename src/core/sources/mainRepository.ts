import type { Conversation, Outcome } from "../model/conversation.ts";
import { mentionedRepositories } from "../conversations/mentions.ts";
import { parseServiceLink } from "./sourceLink.ts";

/**
 * The repository that a conversation is about: the one that most of its links to code lead to, otherwise the one that a
 * question mentions first. `undefined` if neither exists. `baseUrl` is where its links lead.
 */
export function mainRepository({ questions }: Pick<Conversation, "questions">, baseUrl: string): string | undefined {
  const links = questions.flatMap(({ outcome, listedSources }) => [
    ...linksIn(textOf(outcome)),
    ...listedSources.map(({ link }) => link),
  ]);
  const counts = new Map<string, number>();
  for (const link of links) {
    const target = parseServiceLink(link, baseUrl);
    const repository = target?.kind === "file" ? target.location.repository : target?.repository;
    if (repository !== undefined) counts.set(repository, (counts.get(repository) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? questions.flatMap(({ text }) => mentionedRepositories(text))[0];
}

/** The targets of the links in Markdown. */
function linksIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/\]\(\s*<?([^\s<>)]+)/g)].flatMap(([, link]) => link ?? []);
}

function textOf(outcome: Outcome): string {
  return outcome.status === "completed" ? outcome.answer : (outcome.partialAnswer ?? "");
}
