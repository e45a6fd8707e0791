import type { Root } from "mdast";
import { withoutReordering } from "../text/bidi.ts";
import { plainText, type Section } from "./markdownInlines.ts";

/**
 * The sections of a text by the addresses of links to them, such as `#error-handling`: named as code hosts do it, with
 * `-1` and so on behind a name that was there before.
 */
export function sectionsOf({ children }: Root): ReadonlyMap<string, Section> {
  const sections = new Map<string, Section>();
  const counts = new Map<string, number>();
  const headings = children.filter(({ type }) => type === "heading");
  for (const [index, heading] of headings.entries()) {
    const title = withoutReordering(plainText(heading)).trim();
    const name = `#${nameOf(title)}`;
    let count = counts.get(name) ?? 0;
    const numbered = (): string => (count === 0 ? name : `${name}-${String(count)}`);
    while (sections.has(numbered())) count++;
    counts.set(name, count + 1);
    if (name !== "#") sections.set(numbered(), { index, title });
  }
  return sections;
}

function nameOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
