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

/** `text` without `secrets`, and otherwise unchanged. */
export function hide(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) if (secret !== "") clean = clean.replaceAll(secret, HIDDEN);
  return clean;
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
