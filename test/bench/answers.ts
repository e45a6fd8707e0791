import path from "node:path";
import process from "node:process";
import { agentShare } from "./answers/agentShare.ts";
import { createAsk } from "./answers/ask.ts";
import { bm25, keywords } from "./answers/baselines.ts";
import { changelogQueries } from "./answers/changelogs.ts";
import { COMMENT_LANGUAGES, commentedQueries } from "./answers/commented.ts";
import { evidenceShares } from "./answers/evidence.ts";
import {
  figure,
  fileIn,
  linesIn,
  meanLength,
  ndcg,
  ndcgOfFiles,
  type Figure,
  type Outcome,
} from "./answers/figures.ts";
import { readLineComments } from "./answers/lineComments.ts";
import { needlesOf } from "./answers/needles.ts";
import { fetchCorpora, LINE_NEEDLE_PACKAGES, NEEDLE_PACKAGES } from "./answers/packages.ts";
import type { Query } from "./answers/queries.ts";
import { OTHER_LANGUAGES, questionQueries } from "./answers/questions.ts";
import { wordQueries } from "./answers/words.ts";
import type { Row, Scale } from "./results.ts";

/** The figures of one way to find what is asked for, over one set of questions. */
export interface AnswerFigures {
  readonly set: string;
  readonly way: string;
  readonly figures: Readonly<
    Record<"file first" | "file in five" | "lines first" | "lines in five" | "NDCG@10", Figure>
  >;
  readonly lines: number;
}

const SHORT = ["pino", "commander", "nodemailer"];

/** How well the local service finds the right place, compared with two ways that need no service; see the page. */
export async function answersRows({
  isShort,
}: Scale): Promise<{ readonly rows: readonly Row[]; readonly answers: readonly AnswerFigures[] }> {
  const corpora = fetchCorpora(isShort ? SHORT : undefined);
  const some = (queries: readonly Query[]) => (isShort ? queries.slice(0, 6) : queries);
  const needles = some(
    corpora.filter(({ name }) => NEEDLE_PACKAGES.includes(name)).flatMap((corpus) => needlesOf(corpus)),
  );
  const changelogs = some(changelogQueries(isShort ? ["prosemirror-model"] : undefined));
  const questions = some(questionQueries(corpora));
  const words = some(wordQueries(corpora));
  const isHeldBack = ({ purpose }: Query) => purpose === "holding back";
  const ask = await createAsk();
  const ways: Readonly<Record<string, (query: Query) => Outcome | Promise<Outcome>>> = {
    "local service": ask,
    BM25: (query) => ({ query, found: bm25(query) }),
    keywords: (query) => ({ query, found: keywords(query) }),
  };
  const answers: AnswerFigures[] = [];
  /** Asks all queries in each way, and notes the figures of those that belong to a set. */
  const run = async (
    queries: readonly Query[],
    sets: Readonly<Record<string, (query: Query) => boolean>>,
    gain = ndcg,
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly processorMs: number }> => {
    const all = new Map<string, { readonly outcomes: readonly Outcome[]; readonly processorMs: number }>();
    for (const [way, find] of Object.entries(ways)) {
      const outcomes: Outcome[] = [];
      const before = process.cpuUsage();
      for (const query of queries) outcomes.push(await find(query));
      const { user, system } = process.cpuUsage(before);
      all.set(way, { outcomes, processorMs: (user + system) / 1000 / queries.length });
    }
    for (const [set, isIn] of Object.entries(sets))
      for (const [way, { outcomes }] of all)
        answers.push(figuresOf(set, way, isShort ? outcomes : outcomes.filter(({ query }) => isIn(query)), gain));
    return all.get("local service") ?? missing();
  };
  await ask(questions[0] ?? missing()); // the first time, code is compiled and files are opened
  const asked = await run(questions, { "80 questions": () => true, "80 questions, those held back": isHeldBack });
  const askedNeedles = await run(needles, {
    "needles, held back": isHeldBack,
    "needles, held back, no word in the name": (query) => isHeldBack(query) && query.isMasked === true,
    "needles, tuned on": (query) => !isHeldBack(query),
  });
  if (!isShort)
    await run(
      corpora
        .filter(({ name }) => LINE_NEEDLE_PACKAGES.includes(name))
        .flatMap((corpus) => needlesOf(corpus, readLineComments)),
      {
        "needles in languages known by their looks, held back": isHeldBack,
        "needles in languages known by their looks, tuned on": (query) => !isHeldBack(query),
      },
    );
  const askedChangelogs = await run(changelogs, {
    "changelog lines, held back": isHeldBack,
    "changelog lines, tuned on": (query) => !isHeldBack(query),
  });
  await run(words, { "words, held back": isHeldBack, "words, tuned on": (query) => !isHeldBack(query) }, ndcgOfFiles);
  for (const language of OTHER_LANGUAGES)
    await run(some(questionQueries(corpora, language)), { [`80 questions, in ${language}`]: () => true });
  if (!isShort)
    // a package of each language would be too much to fetch
    for (const language of COMMENT_LANGUAGES) {
      const all = commentedQueries(corpora, language);
      await run(all, {
        [`in ${language} about code commented in it, held back`]: isHeldBack,
        [`in ${language} about code commented in it, tuned on`]: (query) => !isHeldBack(query),
      });
    }
  const folders = [...new Set(questions.flatMap((query) => query.folders))];
  await run(
    questions.map((query) => ({ ...query, folders })),
    { "80 questions, all code bases open": () => true },
  );
  const working = {
    "80 questions, all open, working in the right one": 0,
    "80 questions, all open, working in another": 1,
  };
  for (const [set, distance] of Object.entries(working))
    await run(
      questions.map((query) => {
        const [own] = query.folders;
        const at = (own === undefined ? 0 : folders.indexOf(own)) + distance;
        return { ...query, folders, workingIn: [path.basename(folders[at % folders.length] ?? missing())] };
      }),
      { [set]: () => true },
    );

  const valueOf = (set: string, way: string, name: keyof AnswerFigures["figures"]) => {
    const found = answers.find((figures) => figures.set === set && figures.way === way);
    return found?.figures[name].value ?? missing();
  };
  const percent = (bench: string, value: number, target: number) => row(bench, 100 * value, "%", "atLeast", target);
  const share = (set: string, name: keyof AnswerFigures["figures"], target: number) =>
    percent(`${set}: ${name}`, valueOf(set, "local service", name), target);
  const sure = asked.outcomes.filter(({ isSure }) => isSure);
  const told = [asked, askedNeedles, askedChangelogs]
    .flatMap(({ outcomes }) => outcomes)
    .filter(({ query }) => isShort || isHeldBack(query));
  const toldSure = told.filter(({ isSure }) => isSure);
  const toldDoubtful = told.filter(({ isDoubtful }) => isDoubtful);
  const evidence = await evidenceShares(questions);
  const inFive = valueOf("80 questions", "local service", "file in five");
  return {
    answers,
    rows: [
      share("80 questions", "file first", 50),
      share("80 questions", "file in five", 82),
      share("80 questions", "lines first", 27),
      share("80 questions", "lines in five", 52),
      share("80 questions, all code bases open", "file in five", 100 * inFive - 8),
      share("80 questions, all open, working in the right one", "file in five", 78),
      share("80 questions, all open, working in another", "file in five", 67),
      ...OTHER_LANGUAGES.map((language) => share(`80 questions, in ${language}`, "file in five", 70)),
      percent(`"Look here first": right, of ${sure.length} that were told so`, figure(sure, fileIn(1)).value, 70),
      percent(`"Look here first", all held back: right, of ${told.length}`, figure(toldSure, fileIn(1)).value, 80),
      percent(`"Look here first", all held back: said, of ${told.length}`, toldSure.length / told.length, 25),
      row(
        `"Not sure", all held back: right, of ${told.length}`,
        100 * figure(toldDoubtful, fileIn(1)).value,
        "%",
        "atMost",
        40,
      ),
      row(
        "needles, held back: NDCG@10, against BM25 and 0.15",
        valueOf("needles, held back", "local service", "NDCG@10"),
        "",
        "atLeast",
        valueOf("needles, held back", "BM25", "NDCG@10") + 0.15,
      ),
      share("changelog lines, held back", "file first", 74),
      share("changelog lines, held back", "file in five", 93),
      percent("80 questions: true lines handed to a model in 8,000 tokens", evidence.ours, 100 * evidence.bm25 + 15),
      percent(
        "80 questions: true lines in the first 1,500 tokens of plumbline_search",
        await agentShare(questions),
        65,
      ),
      row("an answer, processor time", asked.processorMs, "ms", "atMost", 120),
    ],
  };
}

function figuresOf(set: string, way: string, outcomes: readonly Outcome[], gain: typeof ndcg): AnswerFigures {
  return {
    set,
    way,
    figures: {
      "file first": figure(outcomes, fileIn(1)),
      "file in five": figure(outcomes, fileIn(5)),
      "lines first": figure(outcomes, linesIn(1)),
      "lines in five": figure(outcomes, linesIn(5)),
      "NDCG@10": figure(outcomes, gain),
    },
    lines: meanLength(outcomes),
  };
}

function row(bench: string, value: number, unit: string, direction: Row["direction"], target: number): Row {
  const holds = direction === "atLeast" ? value >= target : value <= target;
  return { bench, value: Number(value.toPrecision(4)), unit, target: Number(target.toPrecision(4)), direction, holds };
}

function missing(): never {
  throw new Error("No code to ask about could be fetched.");
}
