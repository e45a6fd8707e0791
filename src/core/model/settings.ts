import { PATTERN_TYPES } from "./search.ts";

/** How a setting is read: for a value of a wrong type, or out of range, it calls `wrong` and returns the default. */
type Reader<T> = (value: unknown, wrong: () => void) => T;

const text: Reader<string> = (value, wrong) => (typeof value === "string" ? value : (wrong(), ""));

/** Entries of a list that are not text are left out. */
const texts: Reader<readonly string[]> = (value, wrong) => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const good = list.filter((each) => typeof each === "string");
  if (!Array.isArray(value) || good.length < list.length) wrong();
  return good;
};

/** Entries of a table that are not text are left out. */
const table: Reader<Readonly<Record<string, string>>> = (value, wrong) => {
  const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isTable ? Object.entries(value) : [];
  const good = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  if (!isTable || good.length < entries.length) wrong();
  return Object.fromEntries(good);
};

/** A service as an administrator names it for everybody. */
export interface NamedService {
  readonly name: string;
  readonly address: string;
}

/** Entries of a list that have no address are left out; one without a name is called by its address. */
const services: Reader<readonly NamedService[]> = (value, wrong) => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const good = list.flatMap((each): readonly NamedService[] => {
    const { name, address } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof address !== "string" || !/^https?:\/\/\S+$/i.test(address)) return [];
    return [{ address, name: typeof name === "string" && name.trim() !== "" ? name.trim() : address }];
  });
  if (!Array.isArray(value) || good.length < list.length) wrong();
  return good;
};

/** A glob is left out or, with `when`, only beside a file of that name; `false` takes back what is set elsewhere. */
type Excludes = Readonly<Record<string, boolean | { readonly when: string }>>;

/** Entries that say neither are left out. */
const excludes: Reader<Excludes> = (value, wrong) => {
  const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isTable) wrong();
  const good: [string, Excludes[string]][] = [];
  for (const [glob, each] of Object.entries<unknown>(isTable ? { ...value } : {})) {
    const { when } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof each === "boolean") good.push([glob, each]);
    else if (typeof when === "string") good.push([glob, { when }]);
    else wrong();
  }
  return Object.fromEntries(good);
};

function flag(otherwise: boolean): Reader<boolean> {
  return (value, wrong) => (typeof value === "boolean" ? value : (wrong(), otherwise));
}

function oneOf<T extends string>(known: readonly T[], otherwise: T): Reader<T> {
  return (value, wrong) => known.find((each) => each === value) ?? (wrong(), otherwise);
}

/** Values above `most` are read as `most`. */
function integer(least: number, most: number, otherwise: number): Reader<number> {
  return (value, wrong) =>
    Number.isInteger(value) && Number(value) >= least ? Math.min(Number(value), most) : (wrong(), otherwise);
}

/** Values above `most` are read as `most`. */
function positive(most: number, otherwise: number): Reader<number> {
  return (value, wrong) => (typeof value === "number" && value > 0 ? Math.min(value, most) : (wrong(), otherwise));
}

/** Every setting that is read: those of the manifest, with its defaults, and the editor's own. */
const READERS = {
  "plumbline.search.patternType": oneOf(PATTERN_TYPES, "keyword"),
  "plumbline.search.display": integer(1, 1_000_000, 10_000),
  "plumbline.search.contextLines": integer(0, 10, 2),
  "plumbline.search.searchOnType": flag(true),
  "plumbline.search.announce": oneOf(["auto", "on", "off"], "auto"),
  "plumbline.ask.templates": texts,
  "plumbline.sources.open": oneOf(["local", "remote", "ask"], "local"),
  "plumbline.sources.repositoryNames": table,
  "plumbline.sources.codeLens": flag(false),
  "plumbline.agents.mcpServers": flag(false),
  "plumbline.agents.exclude": texts,
  "plumbline.agents.ignoredFiles": flag(false),
  "plumbline.agents.mcpAllowed": flag(true),
  "plumbline.models.allowed": flag(true),
  "plumbline.services": services,
  "plumbline.signIn.clientIds": table,
  /** In seconds, at most a day: timers can't wait much longer. */
  "plumbline.network.timeout": positive(86_400, 15),
  "plumbline.network.headers": table,
  "plumbline.network.editorFetch": texts,
  "http.proxy": text,
  "http.proxyAuthorization": text,
  "http.proxySupport": text,
  "http.proxyStrictSSL": flag(true),
  "http.noProxy": texts,
  "http.systemCertificates": flag(true),
  "editor.accessibilitySupport": text,
  "workbench.editorAssociations": table,
  "files.encoding": text,
  "files.autoGuessEncoding": flag(false),
  "files.candidateGuessEncodings": texts,
  "files.exclude": excludes,
  "search.exclude": excludes,
  "search.useIgnoreFiles": flag(true),
  "search.useParentIgnoreFiles": flag(false),
  "search.useGlobalIgnoreFiles": flag(false),
} as const;

export type SettingName = keyof typeof READERS;
export type Setting<N extends SettingName> = ReturnType<(typeof READERS)[N]>;

export const SETTING_NAMES = Object.keys(READERS) as readonly SettingName[];

/**
 * The value of a setting. `undefined` and `null` mean the default; so does any other value that makes no sense, and
 * `wrong` is called for it.
 */
export function parseSetting<N extends SettingName>(name: N, value: unknown, wrong: () => void): Setting<N> {
  const isSet = value !== undefined && value !== null;
  return READERS[name](value, isSet ? wrong : () => undefined) as Setting<N>;
}
