import { literalPattern } from "../../../core/query/literalPattern.ts";
import type { AskedFact, Platform } from "../questions/askedFact.ts";

export type ManifestFact = Exclude<AskedFact, { readonly fact: "changes" }>;

/** Lines of a file. Zero-based, inclusive. */
export interface StatedLines {
  readonly startLine: number;
  readonly endLine: number;
}

/** Where something begins and what ends it; or what each of its lines looks like. */
type Form = RegExp | readonly [begins: RegExp, ends: RegExp];

/** What files with such a name state, and how. */
interface Statements {
  readonly file: RegExp;
  readonly needs?: Partial<Record<Platform, Form>>;
  readonly dependencies?: readonly Form[];
  readonly version?: Form;
  readonly licence?: Form;
}

const ANY = /\S/;
const NEVER = /$^/;
const UNINDENTED = /^\S/;

/** A file a row; another one is another row. */
const STATEMENTS: readonly Statements[] = [
  {
    file: /^package\.json$/,
    needs: {
      node: [/^\s*"engines"\s*:/, /^\s*\}/],
      vscode: [/^\s*"engines"\s*:/, /^\s*\}/],
    },
    dependencies: [[/^\s*"(?:(?:dev|peer|optional)D|d)ependencies"\s*:/, /^\s*\}/]],
    version: /^\s*"version"\s*:/,
    licence: /^\s*"license"\s*:/,
  },
  {
    file: /^pyproject\.toml$/,
    needs: { python: /^(?:requires-python|python)\s*=/ },
    dependencies: [
      [/^dependencies\s*=\s*\[/, /^\s*\]/],
      [
        /^\[(?:tool\.poetry\.(?:group\.[\w-]+\.)?dependencies|project\.optional-dependencies|dependency-groups)\]/,
        /^\[/,
      ],
    ],
    version: /^(?:version\s*=|dynamic\s*=.*"version")/,
    licence: /^license\s*=/,
  },
  {
    file: /^setup\.(?:py|cfg)$/,
    needs: { python: /^\s*python_requires\s*=/ },
    dependencies: [[/^\s*(?:install|extras|tests)_require\w*\s*=/, /^\s*[\])}]|^\S/]],
    version: /^\s*version\s*=/,
    licence: /^\s*license\s*=/,
  },
  { file: /^requirements[\w.-]*\.(?:txt|in)$/, dependencies: [ANY] },
  {
    file: /^Pipfile$/,
    needs: { python: /^python(?:_full)?_version\s*=/ },
    dependencies: [[/^\[(?:dev-)?packages\]/, /^\[/]],
  },
  { file: /^\.python-version$/, needs: { python: ANY } },
  {
    file: /^go\.mod$/,
    needs: { go: /^(?:go|toolchain)\s/ },
    dependencies: [[/^require\s*\(/, /^\)/], /^require\s+[^(\s]/],
  },
  {
    file: /^Cargo\.toml$/,
    needs: { rust: /^(?:rust-version|edition)\b/ },
    dependencies: [[/^\[(?:workspace\.|target\..*\.)?(?:(?:dev|build)-)?dependencies\]/, /^\[/]],
    version: /^version\s*=/,
    licence: /^license(?:-file)?\s*=/,
  },
  { file: /^(?:rust-toolchain(?:\.toml)?|\.?clippy\.toml)$/, needs: { rust: /^(?:\s*channel|msrv)\s*=|^[\w.-]+$/ } },
  {
    file: /^pom\.xml$/,
    needs: {
      java: /<(?:maven\.compiler\.(?:release|source|target|testRelease)|(?:java|jdk)\.version|javaVersion|release|source|target)>/,
      kotlin: /<kotlin\.version>/,
      scala: /<scala\.version>/,
    },
    dependencies: [[/^\s*<dependencies>/, /<\/dependencies>/]],
    version: /^\s{0,4}<version>/,
    licence: [/^\s*<licenses>/, /<\/licenses>/],
  },
  {
    file: /^(?:build\.gradle(?:\.kts)?|gradle\.properties|libs\.versions\.toml)$/,
    needs: {
      java: /\b(?:source|target)Compatibility\b|\blanguageVersion\b|\bjvmT(?:arget|oolchain)\b|\boptions\.release\b|^\s*java\w*\s*=/i,
      kotlin: /\bkotlin\b.*\d+\.\d+/i,
    },
    dependencies: [
      [/^dependencies\s*\{/, /^\}/],
      [/^\[libraries\]/, /^\[/],
    ],
    version: /^\s*version\s*=|^VERSION_NAME\s*=/,
  },
  { file: /^\.java-version$/, needs: { java: ANY } },
  {
    file: /^build\.sbt$/,
    needs: { scala: /\b(?:crossS|s)calaVersions?\b/ },
    dependencies: [[/\blibraryDependencies\b.*\(\s*$/, /^\s*\)/], /\blibraryDependencies\b.*%/],
    version: /\bversion\s*:=/,
    licence: /\blicenses\b/,
  },
  {
    file: /(?:\.(?:cs|fs|vb)proj|^Directory\.(?:Build|Packages)\.props)$/,
    needs: { dotnet: /<(?:TargetFrameworks?|LangVersion)>/ },
    dependencies: [/<Package(?:Reference|Version)\b/],
    version: /<Version(?:Prefix)?>/,
    licence: /<PackageLicense/,
  },
  { file: /^global\.json$/, needs: { dotnet: [/"sdk"\s*:/, /^\s*\}/] } },
  {
    file: /^composer\.json$/,
    needs: { php: /^\s*"php"\s*:/ },
    dependencies: [[/^\s*"require(?:-dev)?"\s*:/, /^\s*\}/]],
    version: /^\s*"version"\s*:/,
    licence: /^\s*"license"\s*:/,
  },
  { file: /^Gemfile$/, needs: { ruby: /^\s*ruby\b/ }, dependencies: [/^\s*gem\s/] },
  {
    file: /\.gemspec$/,
    needs: { ruby: /\brequired_ruby_version\b/ },
    dependencies: [/\.add_(?:runtime_|development_)?dependency\b/],
    version: /\.version\s*=/,
    licence: /\.licenses?\s*=/,
  },
  { file: /^\.ruby-version$/, needs: { ruby: ANY } },
  {
    file: /^mix\.exs$/,
    needs: { elixir: /^\s*elixir:/ },
    dependencies: [[/^\s*defp? deps\b/, /^\s{0,2}end\b/]],
    version: /^\s*(?:version:|@version\s)/,
    licence: /\blicenses:/,
  },
  {
    file: /^(?:versions?|providers?|terraform|main|backend)\.tf$/,
    needs: { terraform: /^\s*required_version\s*=/ },
    dependencies: [[/^\s*required_providers\s*\{/, /^\s{0,2}\}/]],
  },
  {
    file: /^Package\.swift$/,
    needs: { swift: /swift-tools-version|\bplatforms:/ },
    dependencies: [[/^\s{0,4}dependencies:\s*\[/, /^\s*\]/]],
  },
  {
    file: /^pubspec\.yaml$/,
    needs: { dart: /^\s+(?:sdk|flutter):/ },
    dependencies: [[/^(?:dev_)?dependencies:/, UNINDENTED]],
    version: /^version:/,
  },
  {
    file: /^(?:CMakeLists\.txt|meson\.build)$/,
    needs: { cpp: /\bCMAKE_C(?:XX)?_STANDARD\b|\bc(?:xx)?_std\b|\bc(?:xx|pp)?_std(?:_\d+|=)/i },
    dependencies: [/\b(?:find_package|pkg_check_modules|FetchContent_Declare)\s*\(|\bdependency\s*\(/],
    version: /^\s*(?:project\s*\(.*\bVERSION\b|VERSION\s+\d|version\s*:)/,
    licence: /^\s*license\s*:/,
  },
  { file: /^(?:\.nvmrc|\.node-version)$/, needs: { node: ANY } },
  { file: /^\.go-version$/, needs: { go: ANY } },
  {
    file: /^\.tool-versions$/,
    needs: Object.fromEntries(
      (["python", "java", "node", "go", "rust", "php", "ruby", "elixir"] as const).map((of) => [
        of,
        new RegExp(`^${of}`),
      ]),
    ),
  },
  {
    file: /^(?:Dockerfile|Containerfile)(?:\.\w+)?$/,
    needs: {
      python: /^FROM\s.*\bpython:/i,
      java: /^FROM\s.*\b(?:openjdk|eclipse-temurin|amazoncorretto|jdk)\b/i,
      node: /^FROM\s.*\bnode:/i,
      go: /^FROM\s.*\bgolang:/i,
      rust: /^FROM\s.*\brust:/i,
      php: /^FROM\s.*\bphp:/i,
      ruby: /^FROM\s.*\bruby:/i,
      elixir: /^FROM\s.*\belixir:/i,
      dotnet: /^FROM\s.*\bdotnet\b/i,
    },
  },
  { file: /^(?:LICEN[CS]E|COPYING|UNLICEN[CS]E)(?:[-.]\w+)*$/i, licence: [ANY, NEVER] },
];

/** Whether a file may state it, by its name. */
export function mayState(asked: ManifestFact, name: string): boolean {
  return STATEMENTS.some((statements) => statements.file.test(name) && formsOf(asked, statements).length > 0);
}

/** The lines of a file with this name that state it, in order. */
export function statedIn(asked: ManifestFact, name: string, lines: readonly string[]): readonly StatedLines[] {
  const statements = STATEMENTS.find(({ file }) => file.test(name));
  const found = (statements ? formsOf(asked, statements) : []).flatMap((form) => placesOf(form, lines));
  return joined(
    asked.fact === "dependency" ? dependencyIn(asked.name, lines, found) : found,
    asked.fact === "licence" ? LINES_OF_LICENCE : LINES_AT_MOST,
  );
}

function formsOf(asked: ManifestFact, { needs, dependencies, version, licence }: Statements): readonly Form[] {
  switch (asked.fact) {
    case "dependencies":
    case "dependency":
      return dependencies ?? [];
    case "needs":
      return [needs?.[asked.of]].filter((form) => form !== undefined);
    case "version":
      return version ? [version] : [];
    case "licence":
      return licence ? [licence] : [];
  }
}

function placesOf(form: Form, lines: readonly string[]): readonly StatedLines[] {
  const found: StatedLines[] = [];
  const [begins, ends] = form instanceof RegExp ? [form] : form;
  for (let at = 0; at < lines.length; at++) {
    if (!begins.test(lines[at] ?? "")) continue;
    const startLine = at;
    if (ends && !isClosed(lines[at] ?? "")) {
      let end = startLine + 1;
      while (end < lines.length && !ends.test(lines[end] ?? "")) end++;
      at = CLOSES.test(lines[end] ?? "") ? end : end - 1;
    }
    let endLine = at;
    while (endLine > startLine && lines[endLine]?.trim() === "") endLine--;
    found.push({ startLine, endLine });
  }
  return found;
}

/** Whether what begins on a line ends there: `"engines": { "node": ">=20" },` */
function isClosed(line: string): boolean {
  return /[=:]\s*(?:\[.*\]|\{.*\})\s*,?\s*$/.test(line);
}

const CLOSES = /^\s*(?:[\])}]|<\/|end\b)/;

/** In XML and in blocks, the version is on one of the next lines. */
const BEGINS_BLOCK = /<artifactId>|\{\s*$/;
const VERSION_BELOW = /^\s*(?:<version>|version\s*=)/i;

/** Of the lines that list dependencies, those of one. */
function dependencyIn(name: string, lines: readonly string[], listed: readonly StatedLines[]): readonly StatedLines[] {
  // `github.com/owner/name/v2` is called `name`.
  const isNamed = new RegExp(String.raw`(?<![\w.-])${literalPattern(name)}(?![\w-]|[\w.]*/(?!v\d))`, "i");
  const found = listed.flatMap(({ startLine, endLine }) =>
    lines.slice(startLine, endLine + 1).flatMap((line, at) => {
      if (!isNamed.test(line)) return [];
      const first = startLine + at;
      const version = lines.slice(first, first + 4).findIndex((each) => VERSION_BELOW.test(each));
      return [{ line, startLine: first, endLine: BEGINS_BLOCK.test(line) && version > 0 ? first + version : first }];
    }),
  );
  const inScope = `/${name.toLowerCase()}`;
  const unscoped = found.filter(({ line }) => !line.toLowerCase().includes(inScope));
  return unscoped.length > 0 ? unscoped : found;
}

/** Lines with no more than these between them belong together. */
const GAP = 2;
export const LINES_AT_MOST = 80;
/** Those of MIT; of a longer one, what it is called. */
const LINES_OF_LICENCE = 24;

function joined(places: readonly StatedLines[], most: number): readonly StatedLines[] {
  const all: StatedLines[] = [];
  for (const place of places.toSorted((a, b) => a.startLine - b.startLine)) {
    const before = all.at(-1);
    if (before && place.startLine - before.endLine <= GAP + 1)
      all[all.length - 1] = { ...before, endLine: Math.max(before.endLine, place.endLine) };
    else all.push(place);
  }
  return all.map(({ startLine, endLine }) => ({
    startLine,
    endLine: Math.min(endLine, startLine + most - 1),
  }));
}
