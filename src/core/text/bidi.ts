const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g;
const INVISIBLE = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Removes the characters that embed, override or isolate a direction, for prose. Letters keep their own direction. */
export function withoutReordering(text: string): string {
  return text.replace(REORDERING, "");
}

/** Removes every direction character, for names and words beside others. Letters keep their own direction. */
export function withoutBidiControls(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** Applies {@link withoutBidiControls} to every string in a value of plain data. Its keys stay as they are. */
export function withoutBidiControlsIn<T>(value: T): T {
  return inside(value) as T;
}

/** Replaces every direction character by `\uFFFD`: each place in the text stays where it is. */
export function withMarkedBidiControls(text: string): string {
  return text.replace(INVISIBLE, "\uFFFD");
}

/** Writes every direction character as `[U+202E]`, so that code reads in the order in which a machine reads it. */
export function withVisibleBidiControls(text: string): string {
  return text.replace(
    INVISIBLE,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Words to quote in a sentence, without direction characters: right-to-left letters reorder nothing around them. */
export function isolated(text: string): string {
  const words = withoutBidiControls(text);
  return RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words;
}

/**
 * Joins what a row shows beside its name, the parts that exist. A part with right-to-left letters reorders nothing that
 * follows it: otherwise, a number would appear on its other side.
 */
export function sideBySide(parts: readonly (string | false | undefined)[]): string {
  return parts
    .filter((part): part is string => typeof part === "string" && part !== "")
    .map((part) => (RIGHT_TO_LEFT.test(part) ? `\u2066${withoutBidiControls(part)}\u2069` : part))
    .join(" · ");
}

function inside(value: unknown): unknown {
  if (typeof value === "string") return withoutBidiControls(value);
  if (Array.isArray(value)) return value.map(inside);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, inside(below)]));
}
