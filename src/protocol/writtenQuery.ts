/** A query as a person wrote it: a text, and what is set beside it. */
export interface WrittenQuery {
  readonly text: string;
  readonly fields: SearchFields;
}

/** What is set beside the text of a query, and stays when the text is replaced. */
export interface SearchFields {
  readonly case: boolean;
  readonly words: boolean;
  /** How the text is read; absent if as the setting says. */
  readonly patternType?: PatternType;
  /** Files to include and to exclude, as they were typed. */
  readonly include: string;
  readonly exclude: string;
}

export const NO_FIELDS: SearchFields = { case: false, words: false, include: "", exclude: "" };

export const PATTERN_TYPES = ["keyword", "standard", "regexp"] as const;
export type PatternType = (typeof PATTERN_TYPES)[number];

/** Reads fields that were sent or stored; `undefined` for anything else. */
export function parseSearchFields(value: unknown): SearchFields | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { case: isCase, words, patternType, include, exclude } = value as Record<string, unknown>;
  if (typeof isCase !== "boolean" || typeof words !== "boolean") return undefined;
  if (typeof include !== "string" || typeof exclude !== "string") return undefined;
  const type = PATTERN_TYPES.find((each) => each === patternType);
  return { case: isCase, words, ...(type && { patternType: type }), include, exclude };
}

/** Whether both have the same text and the same fields. */
export function isSameQuery(one: WrittenQuery, other: WrittenQuery): boolean {
  const keys = ["case", "words", "patternType", "include", "exclude"] as const;
  return one.text === other.text && keys.every((key) => one.fields[key] === other.fields[key]);
}

/** Whether anything is set beside its text. */
export function hasFields({ text, fields }: WrittenQuery): boolean {
  return !isSameQuery({ text, fields }, { text, fields: NO_FIELDS });
}
