import type { RelatedSymbol } from "./answerText.ts";
import type { Passage } from "./passages.ts";

/** Questions that somebody who read these passages may ask next. */
export function followUpsFor(
  passages: readonly Passage[],
  related: readonly Pick<RelatedSymbol, "name">[],
): readonly string[] {
  const names = [
    ...new Set(
      passages.flatMap(({ name }) =>
        name !== undefined && name !== "constructor" && /^[\w$]+$/.test(name) ? [name] : [],
      ),
    ),
  ];
  const [first, second] = names;
  const [symbol] = related;
  return [
    ...(first === undefined ? [] : [`Where is \`${first}\` used?`, `How is \`${first}\` tested?`]),
    ...(symbol ? [`What does \`${symbol.name}\` do?`] : second === undefined ? [] : [`What does \`${second}\` do?`]),
  ];
}
