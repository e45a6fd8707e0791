const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g;
const INVISIBLE = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Takes out the characters that embed, override or isolate a direction. Letters keep their own direction. */
export function withoutBidiControls(text: string): string {
  return text.replace(REORDERING, "");
}

/** Writes every direction character as `[U+202E]`, so that code reads in the order in which a machine reads it. */
export function withVisibleBidiControls(text: string): string {
  return text.replace(
    INVISIBLE,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}
