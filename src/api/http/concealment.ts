import { escapedForms } from "../../core/accounts/redaction.ts";

const STAR = 0x2a;
/** The longest escape of a letter, and some: an escape can be escaped once more. */
const ESCAPE_BYTES = 16;
/** How much is looked at in one go around an escape. */
const WINDOW_BYTES = 64 * 1024;

/** What was sent to a service to gain access. */
export interface Credentials {
  /** The access token. */
  readonly token?: string | undefined;
  /** Passwords of proxies, and the values of extra headers: not all of these are secret. */
  readonly others: readonly string[];
}

/**
 * Overwrites credentials with stars of the same length wherever they occur in the bytes of an answer, as they are or
 * with any of their letters escaped, as JSON, addresses and HTML may. Expects whole texts, since a secret that is cut
 * in two is not found; positions in them stay the same.
 */
export function concealer({ token, others }: Credentials): (bytes: Uint8Array) => void {
  const isSent = token !== undefined && isLongEnough(token);
  const secrets = [...new Set([...(isSent ? [token] : []), ...others.filter(looksSecret)])];
  const needles = secrets.map((secret) => Buffer.from(secret));
  const letters = new Set(Buffer.concat(needles));
  return ({ buffer, byteOffset, byteLength }) => {
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    for (const needle of needles) {
      for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length))
        bytes.fill(STAR, at, at + needle.length);
    }
    for (const secret of secrets) concealEscaped(bytes, secret, letters);
  };
}

/** Looks only where a letter of a secret may be escaped: most of what is long has no such place. */
function concealEscaped(bytes: Buffer, secret: string, letters: ReadonlySet<number>): void {
  const longest = secret.length * ESCAPE_BYTES;
  for (const [introduction, hasLetter] of ESCAPES) {
    for (let at = bytes.indexOf(introduction); at >= 0;) {
      let next = at + introduction.length;
      if (hasLetter(bytes, next, letters)) {
        const from = Math.max(0, at - longest);
        const end = Math.min(bytes.length, at + WINDOW_BYTES + longest);
        for (const { index, 0: found } of bytes.toString("latin1", from, end).matchAll(escapedForms(secret)))
          bytes.fill(STAR, from + index, from + index + found.length);
        next = Math.max(next, end - longest);
      }
      at = bytes.indexOf(introduction, next);
    }
  }
}

type HasLetter = (bytes: Buffer, next: number, letters: ReadonlySet<number>) => boolean;

const [PERCENT, BACKSLASH] = [0x25, 0x5c];

/** The letter itself, or what begins an escape that is escaped. */
const inHex: HasLetter = (bytes, next, letters) => {
  const letter = Number.parseInt(bytes.toString("latin1", next, next + 2), 16);
  return letters.has(letter) || letter === PERCENT || letter === BACKSLASH;
};

const afterBackslash: HasLetter = (bytes, next, letters) => letters.has(bytes[next - 1] ?? 0);

/** What names that begin with a letter stand for. */
const OF_HTML: Readonly<Record<string, string>> = { a: "&'", l: "<", g: ">", q: '"' };

/** By its number, or by the first letter of its name. */
const inHtml: HasLetter = (bytes, next, letters) => {
  const first = bytes.toString("latin1", next, next + 1);
  return first === "#" || Buffer.from(OF_HTML[first] ?? "").some((letter) => letters.has(letter));
};

/** What escapes begin with, and whether one of them may stand for one of these letters. */
const ESCAPES: readonly (readonly [string, HasLetter])[] = [
  ["\\u00", inHex],
  ["%", inHex],
  ["\\/", afterBackslash],
  ['\\"', afterBackslash],
  ["\\\\", afterBackslash],
  ["&", inHtml],
];

/** Digits alone may be a number, which stars would break; shorter words may be anything. */
function isLongEnough(secret: string): boolean {
  return secret.length >= 8 && /\D/.test(secret);
}

/** A header may say `team-search`, and a password may be a word: these would be missing from all that is shown. */
function looksSecret(value: string): boolean {
  return value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value);
}
