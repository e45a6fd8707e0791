const STAR = 0x2a;

/** What was sent to a service to gain access. */
export interface Credentials {
  /** The access token. */
  readonly token?: string | undefined;
  /** Passwords of proxies, and the values of extra headers: not all of these are secret. */
  readonly others: readonly string[];
}

/**
 * Overwrites credentials with stars of the same length wherever they occur in the bytes of an answer, as they are or as
 * JSON and addresses write them. Expects whole texts, since a secret that is cut in two is not found; positions in them
 * stay the same.
 */
export function concealer({ token, others }: Credentials): (bytes: Uint8Array) => void {
  const secrets = [...(token !== undefined && isLongEnough(token) ? [token] : []), ...others.filter(looksSecret)];
  const needles = [...new Set(secrets.flatMap(formsOf))].map((form) => Buffer.from(form));
  return ({ buffer, byteOffset, byteLength }) => {
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    for (const needle of needles) {
      for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length))
        bytes.fill(STAR, at, at + needle.length);
    }
  };
}

/** Digits alone may be a number, which stars would break; shorter words may be anything. */
function isLongEnough(secret: string): boolean {
  return secret.length >= 8 && /\D/.test(secret);
}

/** A header may say `team-search`, and a password may be a word: these would be missing from all that is shown. */
function looksSecret(value: string): boolean {
  return value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value);
}

/** As it is, as JSON writes it (some escape slashes, Go escapes `<`, `>` and `&`), and as addresses do. */
function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ofGo = json.replace(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  return [secret, json, json.replaceAll("/", "\\/"), ofGo, encodeURIComponent(secret.toWellFormed())];
}
