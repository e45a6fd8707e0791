import type { Options } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { attention } from "micromark-core-commonmark";
import { gfm } from "micromark-extension-gfm";

type Construct = typeof attention;
type Tokenize = Construct["tokenize"];
type State = NonNullable<ReturnType<Tokenize>>;
type Code = Parameters<State>[0];

const STAR = 42;
const TILDE = 126;
const BLANK = 32;

/**
 * Markdown as GitHub has it, but in texts that are written without blanks, too: emphasis may begin or end at a bracket
 * beside a letter of Chinese, Japanese or Korean, and an address ends before their punctuation. A single tilde strikes
 * nothing out: it stands between numbers. Underlined headings are off: a line of dashes is a rule, even while the
 * answer is still being written. HTML blocks are off too: what is between tags is Markdown like any other.
 *
 * Made once: making it takes longer than parsing a paragraph of a growing answer.
 */
export const DIALECT: Options = {
  extensions: [withoutBlanks(), { disable: { null: ["setextUnderline", "htmlFlow"] } }],
  // Their transforms look for links a second time, by recursion over the whole tree.
  mdastExtensions: gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
};

function withoutBlanks(): ReturnType<typeof gfm> {
  const { text = {}, ...others } = gfm({ singleTilde: false });
  const adapted: Record<string, Construct | Construct[]> = { [STAR]: besideLetters(attention) };
  for (const [start, value] of Object.entries(text)) {
    const constructs = [value ?? []].flat();
    adapted[start] = constructs.map((construct) => {
      if (start === String(TILDE)) return besideLetters(construct);
      return construct.name === "emailAutolink" ? construct : beforePunctuation(construct);
    });
  }
  return { ...others, text: adapted };
}

/**
 * The same marks, which may also open or close where a letter or sign that is written without blanks is beside them.
 */
function besideLetters(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const { previous } = this;
      let marks: ReturnType<typeof effects.exit> | undefined;
      const exit: typeof effects.exit = (type) => (marks = effects.exit(type));
      const end = (code: Code) => {
        if (marks && !isBlank(code) && (isUnspaced(code) || isUnspaced(previous))) marks._open = true;
        if (marks && !isBlank(previous) && (isUnspaced(code) || isUnspaced(previous))) marks._close = true;
        return ok(code);
      };
      return construct.tokenize.call(this, { ...effects, exit }, end, nok);
    },
  };
}

/** The same address, which ends as before a blank where one could not go on. */
function beforePunctuation(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      let hasEnded = false;
      const ending =
        (then: State): State =>
        (code) => {
          hasEnded = true;
          return then(code);
        };
      const bounded =
        (state: State): State =>
        (code) => {
          const next = state(endsAddress(this.previous, code) ? BLANK : code);
          return next === undefined || hasEnded ? next : bounded(next);
        };
      return bounded(construct.tokenize.call(this, effects, ending(ok), ending(nok)));
    },
  };
}

function isBlank(code: Code): boolean {
  return code === null || code < 0 || /\s/.test(String.fromCharCode(code));
}

function isUnspaced(code: Code): boolean {
  return code !== null && code > 0 && UNSPACED.test(String.fromCharCode(code));
}

/** Letters, brackets and signs of Chinese, Japanese and Korean; rarer letters by the first half of their code. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef\ud840-\ud88f]/u;

/**
 * In an address, only what follows a slash or the like is Japanese: what follows a letter is the rest of a sentence.
 */
function endsAddress(previous: Code, code: Code): boolean {
  if (code === null || code < 0x80) return false;
  const character = String.fromCharCode(code);
  if (/[\p{Script=Hiragana}]/u.test(character)) return previous !== null && /\w/.test(String.fromCharCode(previous));
  return /[\u2018-\u201d\u2026\u3000-\u3004\u3008-\u3020\u3030\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/.test(
    character,
  );
}
