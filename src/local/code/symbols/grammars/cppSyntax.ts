// What C++ is recognized by: words with a meaning of their own, and patterns of declarations. Patterns are sticky: they
// match at a given place.

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
export const TYPE_WORDS = words("void bool char short int long float double signed unsigned auto wchar_t size_t");
export const SPECIFIERS = words(
  "static inline virtual extern constexpr consteval explicit friend typedef const volatile mutable register thread_local typename",
);
export const CLASS_WORDS = words("class struct union enum");
/** There is never a type in front of these. */
export const DECLARING = words(
  "class struct union enum typedef using template namespace static inline virtual extern constexpr consteval explicit friend mutable typename public private protected signals slots void bool char short int long float double signed unsigned auto",
);
export const BEHIND_SIGNATURES = words("const volatile noexcept override final try throw");
export const STATEMENTS = words(
  "if else for while do switch case default return goto break continue new delete throw sizeof operator catch and or not",
);
export const NO_SIGNATURE = words("if while for switch return sizeof catch");

export const CLASS_NAME = /\b(?:class|struct)\s+(\w+)/g;
export const CLASS_HEAD =
  /(?:\w+\s*::\s*)*(?!final\b)[A-Za-z_]\w*\s*(?:<[^;{}]{0,200}>\s*)?(?:final\s*)?(?:\{|:(?!:|\s*\d))/y;
const TYPE_WORD = String.raw`(?:${[...TYPE_WORDS].join("|")})\b`;
/** In a macro's brackets: one argument is the name of a type, and the next is not. */
export const GIVEN_TYPE = new RegExp(
  String.raw`(?:^|,)\s*(?:const\s+)?(?:${TYPE_WORD}\s*)+[*&\s]*,(?!\s*${TYPE_WORD})`,
);
const SCOPE = String.raw`(?:[A-Za-z_]\w*\s*(?:<[^;{}()]{0,200}>\s*)?::\s*)*`;
const NO_STATEMENT = String.raw`(?!(?:${[...STATEMENTS, ...BEHIND_SIGNATURES].join("|")})\b)`;
export const TYPE_AND_NAME = new RegExp(
  String.raw`(?:const\s+)?(?:::\s*)?${NO_STATEMENT}${SCOPE}[A-Za-z_]\w*(?:\s*<[^;{}()=]{0,200}>)?(?:\s+|\s*[*&]+\s*(?:const\s+)?)(?:const\s*[*&]+\s*)?${NO_STATEMENT}[A-Za-z_]|(?:::\s*)?${NO_STATEMENT}${SCOPE}[A-Za-z_]\w*(?:\s*<[^;{}()=]{0,200}>)?[\s*&]+(?:operator\b)`,
  "y",
);
export const CALLED = new RegExp(
  String.raw`${NO_STATEMENT}${SCOPE}(?:~\s*)?[A-Za-z_]\w*\s*(?:<[^;{}()]{0,200}>\s*)?\(|operator\s*[^\w\s(]+\s*\(`,
  "y",
);
export const CONVERSION = /operator\s+(?!new\b|delete\b|co_await\b)[A-Za-z_]/y;
export const OWN_NAME =
  /(?:\w+\s*(?:<[^;{}()]{0,200}>\s*)?::\s*)*(?:(\w+)\s*(?:<[^;{}()]{0,200}>\s*)?::\s*\1\s*\(|(?:\w+\s*(?:<[^;{}()]{0,200}>\s*)?::\s*)?~\s*\w)/y;
export const NAME_OF_TYPE = /[A-Za-z_]\w*\s*;/y;
export const POINTER_IN_BRACKETS = /\*+\s*(?:const\s+)?\w+\s*\)\s*\(/y;
export const NAME_IN_BRACKETS = /\w+\s*\)\s*\(/y;
export const SIGNATURE_END = /\s*(?:(?:const|noexcept|override|final|volatile|_*[A-Z][A-Z0-9_]{2,})\b\s*)*/y;

/** Whether what precedes a name is its type, or the end of that. */
export function isTypeEnd(word: string): boolean {
  return (
    /^[*&]$/.test(word) ||
    (/^[A-Za-z_]/.test(word) && !SPECIFIERS.has(word) && !STATEMENTS.has(word) && !CLASS_WORDS.has(word))
  );
}

/** Whether a sticky pattern matches at a place. */
export function fits(pattern: RegExp, code: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(code);
}
