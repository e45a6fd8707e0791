import { seededRandom } from "../support/randomMatches.ts";

const WORDS =
  "the parser reads each chunk and keeps what is left until a line ends then it calls back with one event whose type data and id were set while a retry is told apart because only digits count there otherwise nothing happens".split(
    " ",
  );
/** Names that occur in the code that is asked about. */
const NAMES = ["value", "read", "file", "signal", "item", "map"];
/** A reply may have 80,000 characters. */
const TOKEN_CHARACTERS = 3.9;

/**
 * An answer of the given number of tokens, in pieces as a model sends them: paragraphs, lists, code and tables, with a
 * citation in each sentence, of some two hundred places. Nothing in it is repeated.
 */
export function longAnswer(tokens: number): readonly string[] {
  const random = seededRandom(11);
  const below = (limit: number) => Math.floor(random() * limit);
  const words = (count: number) => Array.from({ length: count }, () => WORDS[below(WORDS.length)] ?? "").join(" ");
  const cited = () => {
    const first = 1 + 4 * below(8);
    return `[${1 + below(6)}:${first}-${first + below(4)}]`;
  };
  const sentence = () => {
    const text = words(8 + below(14));
    return `${text.charAt(0).toUpperCase()}${text.slice(1)} \`${NAMES[below(NAMES.length)] ?? ""}\` ${cited()}.`;
  };
  const many = (least: number, most: number, make: () => string) =>
    Array.from({ length: least + below(most - least + 1) }, make);
  const parts = [
    () => many(2, 5, sentence).join(" "),
    () => many(2, 5, sentence).join(" "),
    () => many(3, 7, () => `- ${sentence()}`).join("\n"),
    () => `## ${words(4)} ${below(1000)}`,
    () => `\`\`\`ts\n${many(3, 12, () => `const ${words(1)}${below(1e6)} = read(${below(1e6)});`).join("\n")}\n\`\`\``,
    () =>
      [
        "| what | why |",
        "| --- | --- |",
        ...many(2, 6, () => `| ${words(4)} ${below(1e4)} | ${words(6)} ${cited()} |`),
      ].join("\n"),
  ];
  const length = Math.floor(tokens * TOKEN_CHARACTERS);
  let text = "";
  while (text.length < length) text += `${parts[below(parts.length)]?.() ?? ""}\n\n`;
  return Array.from({ length: tokens }, (_, at) =>
    text.slice(Math.round(at * TOKEN_CHARACTERS), Math.round((at + 1) * TOKEN_CHARACTERS)),
  );
}
