import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import type { AnswerFigures } from "./answers.ts";
import type { Figure } from "./answers/figures.ts";
import type { Row } from "./results.ts";

/** What `results.json` holds. */
export interface Results {
  readonly date: string;
  readonly machine: string;
  readonly rows: readonly Row[];
  readonly answers: readonly AnswerFigures[];
  /** When parts were last measured on their own, by the name of the part. */
  readonly alone?: Readonly<Record<string, string>>;
}

const PAGE = join(import.meta.dirname, "README.md");
const PAGE_OF_ANSWERS = join(import.meta.dirname, "answers", "README.md");
const TABLE = /(?<=<!-- table -->\n).*(?=<!-- end of table -->)/s;
const ANSWERS = /(?<=<!-- answers -->\n).*(?=<!-- end of answers -->)/s;

/** Puts these results into the tables of both pages, and leaves the rest of the pages alone. */
export async function writePage({ date, machine, rows, answers, alone = {} }: Results): Promise<void> {
  const lines = rows.map(
    (row) => `| ${row.bench} | ${row.value.toPrecision(3)} ${row.unit} | ${wanted(row)} | ${verdict(row)} |`,
  );
  const table = ["| what | measured | target | holds |", "| --- | ---: | ---: | --- |", ...lines].join("\n");
  const since = Object.entries(alone).map(([part, when]) => ` The part \`${part}\` alone on ${when}.`);
  await replaceIn(PAGE, TABLE, `Measured on ${date}: ${machine}.${since.join("")}\n\n${table}`);
  await replaceIn(PAGE_OF_ANSWERS, ANSWERS, tableOfAnswers(answers));
}

async function replaceIn(page: string, part: RegExp, content: string): Promise<void> {
  const text = readFileSync(page, "utf8").replace(part, () => `\n${content}\n\n`);
  writeFileSync(page, await format(text, { ...(await resolveConfig(page)), parser: "markdown" }));
}

function tableOfAnswers(answers: readonly AnswerFigures[]): string {
  const [first] = answers;
  if (!first) return "Nothing was measured.";
  const names = Object.keys(first.figures) as (keyof AnswerFigures["figures"])[];
  const cell = (name: string, { value, low, high }: Figure) =>
    name.startsWith("NDCG")
      ? `${value.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`
      : `${(100 * value).toFixed(0)} % (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)})`;
  return [
    `| what is asked | by | ${names.join(" | ")} | lines of a place |`,
    `| --- | --- | ${names.map(() => "---:").join(" | ")} | ---: |`,
    ...answers.map(
      ({ set, way, figures, lines }) =>
        `| ${way === first.way ? `${set} (${figures["file first"].count})` : ""} | ${way} | ${names.map((name) => cell(name, figures[name])).join(" | ")} | ${lines.toFixed(0)} |`,
    ),
  ].join("\n");
}

/** The target of a row, as "≥ 10.0 ×". */
export function wanted({ direction, target, unit }: Row): string {
  return `${direction === "atLeast" ? "≥" : "≤"} ${target.toPrecision(3)} ${unit}`;
}

/** Whether a row holds; a moonshot that doesn't is nothing to worry about. */
export function verdict({ holds, stretch }: Row): string {
  return holds ? "yes" : stretch ? "not yet" : "NO";
}
