/**
 * All that the ranking weighs. Files and passages are scored as in BM25F: each term of the question is worth its weight
 * times its rarity times n / (n + saturation), where n adds up its occurrences, each by where it is.
 */
export const WEIGHTS = {
  /** Occurrences by where they are, against one in a line of code. */
  fields: {
    /** A comment, or a text for people, which also speaks of what is done elsewhere. */
    prose: 0.8,
    /** The name of what a passage defines; all of it for a name that says nothing else. */
    name: 8,
    /** The name of the class or function around. */
    around: 1.5,
    /** The path of the file, for passages. */
    path: 1.5,
    /** Alone in quotes, as the words of a protocol or a format stand where they are dealt with: `case "retry":`. */
    quoted: 1,
  },
  /** For files, beside what is in them: the file's own name, and the folders that it is in. */
  path: { name: 1, folder: 0.4 },
  /** Words come in clusters: of several occurrences in a file only so many are elsewhere; the power to which they are taken. */
  clusters: 0.3,
  /** How soon more of the same says nothing new. */
  saturation: { passage: 1.2, file: 2.5 },
  /** How much the length of a passage is held against what occurs in it, and the length that is usual. */
  length: { share: 0.5, usual: 35 },
  /** What a phrase is worth, of what its words are. */
  phrase: 0.4,
  /** The power to which the share of the terms is taken that a passage has. */
  coverage: 0.2,
  /** The power to which the file's score is taken, as a share of the best file's. */
  file: 2,
  /** What the other passages of a file add to its best one. */
  coherence: 0.1,
  /** What the next passage of the same file is worth, and the one after it, and so on. */
  nextOfFile: 0.7,
  /** A passage that says what there is and does nothing, for a question of what is done. */
  type: 0.5,
  /** For a question of what something is: the definition of just that name. */
  definition: 4,
  /** A use of what is asked about, for a question of who uses it. */
  use: 2,
  /** A line that sets a default for a question of a default, and lines among which none does. */
  defaultValue: 4,
  noDefaultValue: 0.3,
  /** Lines of imports, exports or lists mostly; and lines that all look the same. */
  empty: 0.3,
  list: 0.6,
  /** Comment mostly. */
  comment: 0.6,
  /** A passage of one line, growing up to as many as are enough. */
  oneLine: 0.9,
  enough: 5,
  /** A file of a repository that the question speaks of. */
  preferred: 2,
  /** A file, or one of a folder, that the question names. */
  named: 2,
  /** Passages worth less than this share of the best one are left out. */
  leftOut: 0.05,
} as const;

/**
 * When the first passage is called the place to look at: the share of the question that it must have, and how far its
 * score and that of its file must be ahead of the next file's. Right in 40 of the 45 cases on which it was chosen.
 */
export const SURE = { coverage: 0.45, passage: 1.5, file: 1.32 } as const;

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
