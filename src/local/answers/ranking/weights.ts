import type { QuestionIntent } from "../questions/questionIntent.ts";
import type { QuestionTerm } from "../questions/questionTerms.ts";

/**
 * All weights of the ranking. A passage is some neighbouring pieces of a file; its score is BM25 over the words in it,
 * times what its file is worth. `npm run bench -- --part answers` prints what each rule gains.
 */
export interface Weights {
  /** BM25: how soon further occurrences of a word add nothing, and how much length counts against a passage. */
  readonly saturation: number;
  readonly length: number;
  /** What length counts as normal for that, as a multiple of the mean piece: passages are longer. */
  readonly usual: number;
  /** What an occurrence in a definition's name counts, relative to one in the lines; names say what code is for. */
  readonly name: number;
  /** What one in the name of the enclosing class or function counts. */
  readonly around: number;
  /** What one in the path counts: in the name of the file, and in its folders. */
  readonly path: number;
  readonly folder: number;
  /** The share of the best piece of a passage in its score; the rest is that of the passage as a whole. */
  readonly piece: number;
  /** What a phrase is worth, relative to its words: "retry interval" is `retryInterval`. */
  readonly phrase: number;
  /** What other words for the same thing are worth, times their likeness. */
  readonly synonym: number;
  /** What the definition of exactly a name in the question adds, relative to the name's worth. */
  readonly definition: number;
  /**
   * What a passage gains if it defines exactly what some words describe ({@link fitOfNames}): 0.02 of NDCG for needles,
   * five points of "file first" for changelog lines. Not used for a question in a sentence without a name of code:
   * those lost lines by it ("lines first" 31 → 19 %).
   */
  readonly allOfName: number;
  /**
   * What a passage that begins with a definition counts, relative to one that begins within it: four more points of
   * "file first" for questions, 0.04 of NDCG for questions with ten code bases open, 0.004 for needles.
   */
  readonly begins: number;
  /**
   * How much the kinship of a passage's best piece to the question counts ({@link WordKinship}), in an exponent: 0.03
   * of NDCG for needles, in 15 of 18 packages, and 0.025 with ten code bases open; four points of "lines first".
   */
  readonly kinship: number;
  /** The same for the mean kinship of its pieces. */
  readonly kinshipOfAll: number;
  /**
   * How much it counts how likely code is to have a word that its description has ({@link oddsOf}): three points of
   * "file first" for needles.
   */
  readonly odds: number;
  /**
   * The exponent for how well the whole file fits, the best one having 1: 0.7 gains 0.014 of NDCG for needles over 1.
   */
  readonly file: number;
  /** For that fit: BM25 over the file, and what its path adds. */
  readonly fileSaturation: number;
  readonly fileLength: number;
  readonly filePath: number;
  /** The exponent for how many words the file has, relative to the mean one. */
  readonly mass: number;
  /**
   * What a file gains if the words of its name are all in the question and at least half of what that is worth, times
   * the root of their share: someone who writes `rate limiter` wants `rate_limiter.rs`. Where they are less of it, they
   * say what the file has to do with: 152 queries of a few words lost 0.026 of NDCG by any share, and 48 questions in
   * sentences 0.065.
   */
  readonly allOfFileName: number;
  /** The factor for the next passage of the same file, and again for each further one: none must fill an answer. */
  readonly nextOfFile: number;
  /**
   * If the first five passages are of fewer files than this, the sixth is of yet another file if there is one. Of 48
   * questions, one more has its file in five, and none loses lines. Only used for a question in a sentence without a
   * name of code: others lose more lines (4 of 810 needles) than they gain files (2).
   */
  readonly filesOfSix: number;
  /** The factors for pieces that are mostly comment, or imports and lists: they mention much and do nothing. */
  readonly comment: number;
  readonly imports: number;
  /** The factor for types, which do nothing, if a question asks how, when or where something is done. */
  readonly type: number;
  /** The exponent for what a file of its kind is worth: tests, examples, documents, declarations. */
  readonly kind: number;
  /** The factors for a file of a repository that the question mentions, and for a file or folder that it names. */
  readonly preferred: number;
  readonly named: number;
  /** The factor for a file of a code base in which whoever asks is working, if the question mentions none. */
  readonly workingIn: number;
}

export const WEIGHTS: Weights = {
  saturation: 1.2,
  length: 0.75,
  usual: 1.5,
  name: 2,
  around: 0.5,
  path: 1,
  folder: 0.3,
  piece: 0.3,
  phrase: 0.3,
  synonym: 1,
  definition: 3,
  allOfName: 1,
  begins: 1.25,
  kinship: 1.2,
  kinshipOfAll: 0,
  odds: 0.5,
  file: 0.7,
  fileSaturation: 1.2,
  fileLength: 0.75,
  filePath: 1,
  mass: 0,
  allOfFileName: 4,
  nextOfFile: 0.85,
  filesOfSix: 5,
  comment: 0.7,
  imports: 0.5,
  type: 0.5,
  kind: 1,
  preferred: 2,
  named: 2,
  workingIn: 1.25,
};

/**
 * The share of {@link Weights.kinship} that is used for a question in a sentence without a name of code, as the table
 * was learnt from descriptions: with all of it, questions lose "lines in five" (69 → 63 %).
 */
const SENTENCE_KINSHIP = 0.25;

/**
 * Other weights for a description of what something does, like a comment above a function. A name of code in a
 * description is not what is described but something that it uses, so a definition of exactly that name gains nothing;
 * and something is described as a whole, so all of a passage should be akin to it, not only its best piece. For 929
 * needles to tune on, NDCG goes from 0.593 to 0.62: 0.01 by `definition`, 0.006 by `kinshipOfAll`, 0.005 by
 * `nextOfFile`, the rest by the others together.
 */
const OF_DESCRIPTIONS = {
  definition: 0,
  begins: 1.5,
  allOfName: 1.4,
  piece: 0.5,
  file: 0.5,
  kinshipOfAll: 1,
  nextOfFile: 0.92,
} as const;

/**
 * Other weights for some words to look for, as people type them: "retry with a growing delay". Each word counts, but
 * few of them are in the code, so the file as a whole counts more, and so does the kinship of all of a passage. For 228
 * such queries over 21 packages to tune on, NDCG@10 of files goes from 0.702 to 0.720, nearly all of it by the kinship;
 * for 48 over six other packages, from 0.620 to 0.631. More kinship gains 0.005 on the former and loses 0.02 on the
 * latter. Questions in sentences would lose 0.04 of NDCG of lines by these weights.
 */
const OF_WORDS = { file: 1, kinship: 0.5, kinshipOfAll: 2 } as const;

/**
 * Other weights for a text about a change. Code that does much is changed most, so length does not count against a
 * file: five points of "file first" for changelog lines, whereas descriptions would lose 0.005 of NDCG and questions
 * "lines in five". Length rather counts in favour of a file, and so do further occurrences; and the file counts more.
 * Of 332 changelog lines of 21 packages to tune on, 17 gain their first file and 7 lose it: in six packages more gain,
 * in two more lose. Counting how many files import a file, or how much it defines, gains nothing. A change usually
 * affects several files, so these are listed rather than more of one: two points more of 237 changelog lines have a
 * file in five, and NDCG over all files that were changed gains 0.02 to 0.03.
 */
const OF_CHANGES = { file: 1, fileSaturation: 4, fileLength: 0, mass: 0.3, nextOfFile: 0.5 } as const;

/** The weights for a question with this intent and these terms. */
export function weightsFor(usual: Weights, intent: QuestionIntent, terms: readonly QuestionTerm[]): Weights {
  const isPlain = intent.isSentence && terms.every(({ exact }) => exact === undefined);
  return {
    ...usual,
    ...((!intent.implementation || intent.types) && { type: 1 }),
    ...(intent.tests && { begins: 1 }), // tests have no names
    ...(isPlain ? { allOfName: 0, kinship: usual.kinship * SENTENCE_KINSHIP } : { filesOfSix: 0 }),
    ...(intent.isChange ? OF_CHANGES : intent.isDescription ? OF_DESCRIPTIONS : !intent.isSentence && OF_WORDS),
  };
}

/**
 * When the first passage is called the place to look at: the share of the question that it must cover, and the factors
 * by which its score and that of its file must reach the next file's. On packages to tune on, its file was right for
 * 88 % of the 32 % of needles, changelog lines and questions for which these say so (with 0.45, 1.3 and 1.1: 87 % of
 * 33 %).
 */
export const SURE = { coverage: 0.4, passage: 1.65, file: 1 } as const;

/**
 * When it is called doubtful: if its score is below this factor of the next file's, or if it covers less than this
 * share of the question without being as far ahead as one that is sure. On packages to tune on, its file was right for
 * 41 % of those, and for 64 % of all.
 */
export const DOUBTFUL = { coverage: 0.3, passage: 1.2 } as const;

/** What passages of a file count by its kind, relative to source code; second, if the question asks for that kind. */
export const KINDS = {
  source: [1, 1],
  test: [0.2, 1.2],
  example: [0.4, 1],
  declaration: [0.3, 1],
  document: [0.15, 1.2],
  changelog: [0.1, 1.2],
  community: [0.05, 1.2],
  data: [0.35, 1],
  other: [0.3, 0.3],
  built: [0.1, 0.1],
  machine: [0.02, 0.02],
} as const;
/**
 * What documents count for who asks how to do something. Of 18 such questions about four repositories, 7 have a document
 * in six that they did not have, which is what they ask for in 6, and none loses code that answers it.
 */
export const DOCUMENTS_FOR_HOW_TO = 0.7;
