/**
 * Text with each character that nobody sees as `[U+200B]`: a model reads what a person does not, so that instructions
 * can hide in it. Joiners and selectors stay where emoji, Arabic and Indic words need them, one at a time.
 */
export function withVisibleHidden(text: string): string {
  return HIDDEN.test(text)
    ? text.replace(NEEDED_OR_HIDDEN, (found, hidden?: string) => hidden?.replace(EACH, named) ?? found)
    : text;
}

const CODES =
  "\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}\\u00AD\\u061C\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\u{E0000}-\\u{E007F}";
const HIDDEN = new RegExp(`[${CODES}]`, "u");
const EACH = new RegExp(`[${CODES}]`, "gu");

/** Scripts in whose words a joiner chooses the form of a letter. */
const JOINED = [
  ...["Arabic", "Syriac", "Nko", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil"],
  ...["Telugu", "Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar", "Tibetan"],
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");

/** What is needed where it stands, else a character that hides, which is captured. */
const NEEDED_OR_HIDDEN = new RegExp(
  [
    `[0-9#*]\\uFE0F\\u20E3`,
    `\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?(?:\\u200D\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?)*`,
    `[${JOINED}][\\u200C\\u200D](?![${CODES}])`,
    `([${CODES}])`,
  ].join("|"),
  "gu",
);

function named(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${code.padStart(4, "0")}]`;
}
