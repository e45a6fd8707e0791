/** A name under which keys and passwords are kept, as a pattern of an ignore file, and what has such a name. */
interface SecretName {
  readonly rule: string;
  readonly fits: (name: string) => boolean;
}

/** Of files with passwords and keys, in lower case. Windows also knows some of them by a short name: `ENV~1`. */
const NAMED: readonly SecretName[] = [
  ...[".env", ".envrc", ".npmrc", ".netrc", ".pgpass", ".pypirc"].map((rule) => ({
    rule,
    fits: (name: string) => name === rule || (name.startsWith(`${rule.slice(1, 7)}~`) && /~\d+$/.test(name)),
  })),
  {
    rule: ".env.*",
    fits: (name) => name.startsWith(".env.") && !/\.(?:example|sample|template|dist|d\.ts)$/.test(name),
  },
  { rule: ".env.*", fits: (name) => /^env~\d+\./.test(name) },
  ...["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"].map((rule) => ({ rule, fits: (name: string) => name === rule })),
  { rule: "id_ed25519", fits: (name) => /^id_ed2~\d+$/.test(name) },
  { rule: "*_rsa", fits: (name) => name.endsWith("_rsa") },
  ...["pem", "key", "p12", "pfx", "jks", "keystore", "kdbx"].map((ending) => ({
    rule: `*.${ending}`,
    fits: (name: string) => name.endsWith(`.${ending}`),
  })),
  { rule: ".git/", fits: (name) => name === ".git" || /^git~\d+$/.test(name) },
];

/** Whatever fits one of them has one of these in it; most names have none. */
const MAY_BE_SECRET = /env|npmrc|netrc|pgpass|pypi|id_|_rsa|\.pem|\.key|\.p12|\.pfx|\.jks|\.kdbx|git/;

/**
 * The rule by which a path is never given to agents and models, such as `*.pem`; `undefined` for others. The path may
 * have slashes of either kind, and need not exist. A folder of such a name is kept back with all that is in it.
 */
export function secretRule(path: string): string | undefined {
  const plain = ASCII.test(path) ? path.toLowerCase() : withoutInvisible(path);
  if (!MAY_BE_SECRET.test(plain)) return undefined;
  for (const segment of plain.split(/[\\/]/)) {
    // Windows opens the same file for `.env`, `.env.`, `.env ` and `.env::$DATA`; elsewhere a colon is part of the
    // name.
    const whole = segment.replace(/(?<=[^. ])[. ]+$/, "");
    const name = segment.replace(/:.*$/s, "").replace(/(?<=[^. ])[. ]+$/, "");
    const secret = NAMED.find(({ rule, fits }) => fits(name) || (rule.startsWith("*") && fits(whole)));
    if (secret) return secret.rule;
  }
  return undefined;
}

const ASCII = /^[\0-\x7f]*$/;

/** As file systems compare names: some ignore letters that can't be seen, and take `ſ` for `s`. */
function withoutInvisible(path: string): string {
  return path
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .toLowerCase();
}
