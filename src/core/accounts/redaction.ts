/**
 * Token formats of the service: access tokens old and new, OAuth tokens (JWTs), and the secret part of a shared
 * conversation's address. Bare 40-digit hexadecimal tokens look like commit hashes and can only be recognized by value.
 */
const PATTERNS: readonly RegExp[] = [
  /\bsg(?:p|ph|d|s)_[A-Za-z0-9_]{8,}/g,
  /\bslk_[A-Za-z0-9]{8,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g,
  /(?<=\b(?:token|bearer)\s)[^\s"',;]{8,}/gi,
  /(?<=\/deepsearch\/(?:shared\/)?)[0-9a-f]{8}-[0-9a-f-]{27}/gi,
];

const HIDDEN = "[redacted]";

/** `text` without anything that looks like a secret of the service, and without `secrets` themselves. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = hide(text, secrets);
  for (const pattern of PATTERNS) clean = clean.replace(pattern, HIDDEN);
  return clean;
}

/** `text` without `secrets`, in whatever way they are written there, and otherwise unchanged. */
export function hide(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    clean = clean.replaceAll(secret, HIDDEN);
    if (ESCAPE.test(clean)) clean = clean.replace(escapedForms(secret), HIDDEN);
  }
  return clean;
}

/** What an escape of {@link escapedForms} begins with. */
const ESCAPE = /[\\%&]/;

const KEPT_PATTERNS = 100;
const patterns = new Map<string, RegExp>();

/**
 * Finds all places where a secret is written, whichever of its letters are escaped, as JSON (`\/`, `\u0026`), addresses
 * (`%26`) and HTML (`&amp;`) do; also where the escapes themselves are escaped once more.
 */
export function escapedForms(secret: string): RegExp {
  let pattern = patterns.get(secret);
  if (!pattern) {
    pattern = new RegExp(Array.from(secret, formsOfLetter).join(""), "g");
    if (patterns.size >= KEPT_PATTERNS) patterns.clear();
    patterns.set(secret, pattern);
  }
  pattern.lastIndex = 0;
  return pattern;
}

const OF_HTML: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

function formsOfLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const hex = (value: number, digits = 2) => inAnyCase(value.toString(16).padStart(digits, "0"));
  const units = Array.from({ length: letter.length }, (_, at) => String.raw`\\+u${hex(letter.charCodeAt(at), 4)}`);
  const bytes = Array.from(new TextEncoder().encode(letter), (byte) => `%(?:25)*${hex(byte)}`);
  const named = OF_HTML[letter];
  const itself = letter.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);
  const forms = [
    itself,
    units.join(""),
    bytes.join(""),
    `&(?:amp;)*#(?:0*${String(code)}|[xX]0*${hex(code, 1)});`,
    ...(/["\\/]/.test(letter) ? [String.raw`\\+` + itself] : []),
    ...(named === undefined ? [] : [`&(?:amp;)*${named};`]),
  ];
  return `(?:${forms.join("|")})`;
}

function inAnyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The password in an address, as written there and decoded. */
export function passwordsIn(address: string): readonly string[] {
  const password = URL.parse(address)?.password ?? "";
  if (password === "") return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password]; // a percent sign that encodes nothing
  }
}
