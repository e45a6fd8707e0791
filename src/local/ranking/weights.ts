/**
 * All that the ranking weighs. A passage is some pieces of a file beside each other; its score is BM25 over the words in
 * it, times what its file is worth. `npm run bench -- --part answers` prints what each rule gains.
 */
export interface Weights {
  /** BM25: how soon more of the same says nothing new, and how much length is held against a passage; */
  readonly saturation: number;
  readonly length: number;
  /** and what is held to be long, against the mean piece: passages are longer. */
  readonly usual: number;
  /** What an occurrence in the name of a definition counts beside one in the lines; names say what code is for. */
  readonly name: number;
  /** What one in the name of the class or function around counts. */
  readonly around: number;
  /** What one in the path counts: in the name of the file, and in its folders. */
  readonly path: number;
  readonly folder: number;
  /** What the best piece of a passage counts beside the passage as a whole. */
  readonly piece: number;
  /** What a phrase is worth, of what its words are: "retry interval" is `retryInterval`. */
  readonly phrase: number;
  /** What other words for the same thing are worth. */
  readonly synonym: number;
  /** What the definition of just the name is worth that a question has, against the name's worth. */
  readonly definition: number;
  /**
   * What a passage gains that defines just what some words describe ({@link fitOfNames}): 0.02 of NDCG for needles, five
   * points of the first file for changelog lines.
   * Not for a question in a sentence without a name of code, whose lines it lost (31 → 19 % first).
   */
  readonly allOfName: number;
  /**
   * What a passage counts that begins with a definition, against one that begins within it: four more points of the first file
   * for questions, 0.04 of NDCG for questions with ten code bases open, 0.004 for needles.
   */
  readonly begins: number;
  /**
   * What it counts how akin the words of a passage are to those of the question ({@link WordKinship}), as an exponent: 0.03 of
   * NDCG for needles, in 15 of 18 packages, and 0.025 with ten code bases open; four points of the lines first.
   */
  readonly kinship: number;
  /** And the mean of its pieces. */
  readonly kinshipOfAll: number;
  /** What it counts how likely code has a word that its description has ({@link oddsOf}): three points of the first file for needles. */
  readonly odds: number;
  /** The power to which it is taken how much the file as a whole fits, the best one having 1: 0.7 gains 0.014 of NDCG for needles over 1; */
  readonly file: number;
  /** and for that, BM25 over the file, and what its path adds. */
  readonly fileSaturation: number;
  readonly fileLength: number;
  readonly filePath: number;
  /** The power to which it is taken how many words the file has, of those of the mean one. */
  readonly mass: number;
  /** What the next passage of the same file is worth, and the one after it, and so on: one file must not fill an answer. */
  readonly nextOfFile: number;
  /**
   * How many files the first six passages are of at least, where there are as many: the sixth is of another file if need be.
   * Of 48 questions, one more has its file in five, and none loses lines. Only for a question in a sentence without a name of
   * code: others lose more lines (4 of 810 needles) than they gain files (2).
   */
  readonly filesOfSix: number;
  /** Pieces that are mostly comment, or imports and lists: they speak of much and do nothing. */
  readonly comment: number;
  readonly imports: number;
  /** Pieces that say what there is and do nothing, where it is asked how, when or where something is done. */
  readonly type: number;
  /** The power to which it is taken what a file of its kind is worth: tests, examples, documents, declarations. */
  readonly kind: number;
  /** A file of a repository that the question speaks of, and one that it names. */
  readonly preferred: number;
  readonly named: number;
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
  nextOfFile: 0.85,
  filesOfSix: 5,
  comment: 0.7,
  imports: 0.5,
  type: 0.5,
  kind: 1,
  preferred: 2,
  named: 2,
};

/**
 * What is left of {@link Weights.kinship} for a question in a sentence without a name of code, for the table was learnt from
 * descriptions: with all of it, questions lose lines in five (69 → 63 %).
 */
export const SENTENCE_KINSHIP = 0.25;

/**
 * What is weighed differently where it is described what something does, as comments above functions say it. A name of code in a
 * description is not what is described but what that uses, so that what is called just so gains nothing; and it is
 * described as a whole, so that all of a passage is to be akin, and not its best piece alone. Of 929 needles to tune on, NDCG goes
 * from 0.593 to 0.62: 0.01 by `definition`, 0.006 by `kinshipOfAll`, 0.005 by `nextOfFile`, the rest by the others together.
 */
export const OF_DESCRIPTIONS = {
  definition: 0,
  begins: 1.5,
  allOfName: 1.4,
  piece: 0.5,
  file: 0.5,
  kinshipOfAll: 1,
  nextOfFile: 0.92,
} as const;

/**
 * What is weighed differently where some words are looked for, as people type them: "retry with a growing delay". Each word
 * counts, but few of them are those of the code, so that the file as a whole counts more, and what all of a passage is akin to.
 * Of 228 such queries over 21 packages to tune on, NDCG@10 of files goes from 0.702 to 0.720, nearly all of it by the kinship; of
 * 48 over six others from 0.620 to 0.631. More of it gains 0.005 on the former and loses 0.02 on the latter. Questions in sentences
 * lose 0.04 of NDCG of lines by it.
 */
export const OF_WORDS = { file: 1, kinship: 0.5, kinshipOfAll: 2 } as const;

/**
 * What is weighed differently where a change is spoken of. What does much is changed most, so that length is not held against a
 * file: five points of the first file for changelog lines, where descriptions lose 0.005 of NDCG and questions lines in five.
 * It is rather held in favour of it, and so is more of the same; and the file counts more. Of 332 changelog lines of 21 packages
 * to tune on, 17 gain their first file and 7 lose it: in six packages more gain, in two more lose. By how many files import a
 * file, or by how much it defines, nothing is gained.
 * And a change is of several files as a rule, so that they are told rather than more of one: two points more of 237
 * changelog lines have a file in five, and NDCG over all files that were changed gains 0.02 to 0.03.
 */
export const OF_CHANGES = { file: 1, fileSaturation: 4, fileLength: 0, mass: 0.3, nextOfFile: 0.5 } as const;

/**
 * When the first passage is called the place to look at: the share of the question that it must have, and how far its
 * score and that of its file must be ahead of the next file's. On packages to tune on, 6 of 8 questions, 77 % of needles and
 * 84 % of changelog lines that were told so were right; with 1.5 and 1.32, only 2 questions were told so.
 */
export const SURE = { coverage: 0.45, passage: 1.3, file: 1.1 } as const;

/** What passages of a file count by what kind of file it is, against source code; second, where the question asks for that kind. */
export const KINDS = {
  source: [1, 1],
  test: [0.2, 1.2],
  example: [0.4, 1],
  declaration: [0.3, 1],
  document: [0.15, 1.2],
  changelog: [0.1, 1.2],
  data: [0.35, 1],
  other: [0.3, 0.3],
  built: [0.1, 0.1],
  machine: [0.02, 0.02],
} as const;
