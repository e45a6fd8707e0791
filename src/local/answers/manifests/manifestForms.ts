import type { Beside, Command, CommandKind, Told } from "./manifest.ts";
import { commandKind, makeTargets, pythonFile, sectionOf } from "./manifestLines.ts";

/** How a manifest of one kind is read. */
export interface ManifestForm {
  /** Its name. */
  readonly file: RegExp;
  /** What it says of the program, in a line. */
  readonly description?: RegExp;
  /** What is known of its tool; some only where it has such a line, or where such files are there. */
  readonly commands: readonly (readonly [
    kind: CommandKind,
    text: string,
    when?: RegExp | ((beside: Beside) => boolean),
  ])[];
  readonly more?: (lines: readonly string[], beside: Beside) => readonly Command[];
  readonly entries?: (lines: readonly string[], beside: Beside) => readonly Told[];
}

const hasFile = (form: RegExp) => (beside: Beside) => beside.paths.some((path) => form.test(path));
const lacks =
  (name: string) =>
  ({ has }: Beside) =>
    !has(name);
const exists =
  (name: string) =>
  ({ has }: Beside) =>
    has(name);

/** A form a row; another tool is another row. */
export const MANIFESTS: readonly ManifestForm[] = [
  {
    file: /^pyproject\.toml$/,
    description: /^description\s*=\s*["'](.+)["']\s*$/,
    commands: [
      ["build", "pip install .", /^\[build-system\]/],
      ["build", "poetry install", /^\[tool\.poetry\]/],
      ["test", "pytest", /^\[tool\.pytest/],
    ],
    more: (lines) =>
      sectionOf(lines, /^\[(?:project|tool\.poetry)\.scripts\]/).map(({ key, value, line }) => ({
        kind: "start",
        text: key,
        runs: value,
        line,
      })),
    entries: (lines, beside) =>
      sectionOf(lines, /^\[(?:project|tool\.poetry)\.scripts\]/).flatMap(({ value, line }) =>
        pythonFile(value, line, beside),
      ),
  },
  {
    file: /^setup\.py$/,
    description: /\bdescription\s*=\s*["'](.+?)["']\s*[,)]/,
    commands: [["build", "pip install .", lacks("pyproject.toml")]],
  },
  {
    file: /^setup\.cfg$/,
    description: /^description\s*=\s*(.+)$/,
    commands: [["test", "pytest", /^\[tool:pytest\]/]],
  },
  { file: /^tox\.ini$/, commands: [["test", "tox"]] },
  { file: /^pytest\.ini$/, commands: [["test", "pytest"]] },
  {
    file: /^manage\.py$/,
    commands: [
      ["start", "python manage.py runserver"],
      ["test", "python manage.py test"],
    ],
  },
  { file: /^requirements\.txt$/, commands: [["build", "pip install -r requirements.txt"]] },
  {
    file: /^Cargo\.toml$/,
    description: /^description\s*=\s*["'](.+)["']\s*$/,
    commands: [
      ["build", "cargo build"],
      ["start", "cargo run", hasFile(/^src\/(?:main\.rs$|bin\/)/)],
      ["test", "cargo test"],
    ],
  },
  {
    file: /^go\.mod$/,
    commands: [
      ["build", "go build ./..."],
      ["start", "go run .", exists("main.go")],
      ["test", "go test ./...", hasFile(/_test\.go$/)],
    ],
    more: (_, { paths }) =>
      paths
        .flatMap((path) => /^(?:cmd\/)?([^/]+)\/main\.go$/.exec(path)?.[0] ?? [])
        .slice(0, 3)
        .map((path) => ({ kind: "start", text: `go run ./${path.replace(/\/main\.go$/, "")}`, line: 0 })),
  },
  {
    file: /^pom\.xml$/,
    description: /^\s{0,4}<description>\s*([^<]+?)\s*(?:<\/description>\s*)?$/,
    commands: [
      ["build", "mvn package"],
      ["start", "mvn spring-boot:run", /<artifactId>spring-boot-maven-plugin</],
      ["test", "mvn test", hasFile(/src\/test\//)],
    ],
  },
  {
    file: /^build\.gradle(?:\.kts)?$/,
    description: /^\s*description\s*=\s*["'](.+)["']\s*$/,
    commands: [
      ["build", "gradle build"],
      ["start", "gradle run", /\bapplication\b/],
      ["start", "gradle bootRun", /springframework\.boot/],
      ["test", "gradle test", hasFile(/src\/test\//)],
    ],
  },
  {
    file: /^build\.sbt$/,
    commands: [
      ["build", "sbt compile"],
      ["start", "sbt run"],
      ["test", "sbt test", hasFile(/src\/test\//)],
    ],
  },
  {
    file: /^(?:GNUm|[Mm])akefile$/,
    commands: [],
    more: makeTargets,
  },
  {
    file: /^[Jj]ustfile$/,
    commands: [],
    more: (lines) => makeTargets(lines).map((command) => ({ ...command, text: command.text.replace(/^make/, "just") })),
  },
  {
    file: /^CMakeLists\.txt$/,
    commands: [
      ["build", "cmake -B build && cmake --build build"],
      ["test", "ctest --test-dir build", /^\s*(?:enable_testing|add_test|include\s*\(\s*CTest)/i],
    ],
    more: (lines) =>
      lines.flatMap((text, line) => {
        const name = /^\s*add_executable\s*\(\s*([\w.+-]+)/i.exec(text)?.[1];
        return name === undefined ? [] : [{ kind: "start" as const, text: `build/${name}`, line }];
      }),
  },
  {
    file: /^meson\.build$/,
    commands: [
      ["build", "meson setup build && meson compile -C build"],
      ["test", "meson test -C build", /^\s*test\s*\(/],
    ],
  },
  { file: /^configure(?:\.ac)?$/, commands: [["build", "./configure && make", lacks("CMakeLists.txt")]] },
  {
    file: /^composer\.json$/,
    description: /^\s*"description":\s*"(.+?)",?\s*$/,
    commands: [
      ["build", "composer install"],
      ["test", "vendor/bin/phpunit", ({ has }) => has("phpunit.xml") || has("phpunit.xml.dist")],
    ],
    more: (lines) =>
      sectionOf(lines, /^\s*"scripts":\s*\{/, /^\s*\}/).flatMap(({ key, value, line }) =>
        /^(?:pre|post)-/.test(key) ? [] : [{ kind: commandKind(key), text: `composer ${key}`, runs: value, line }],
      ),
  },
  {
    file: /^Gemfile$/,
    commands: [
      ["build", "bundle install"],
      ["start", "bin/rails server", exists("bin/rails")],
      ["test", "bundle exec rspec", hasFile(/^spec\/.*_spec\.rb$/)],
      [
        "test",
        "bin/rails test",
        ({ has, paths }) => has("bin/rails") && paths.some((path) => path.startsWith("test/")),
      ],
    ],
  },
  {
    file: /\.gemspec$/,
    description: /\.(?:summary|description)\s*=\s*%?[qQ]?["'({](.+?)["')}]\s*$/,
    commands: [["build", "gem build"]],
  },
  {
    file: /^Rakefile$/,
    commands: [
      ["test", "rake test", /\bTestTask\b/],
      ["other", "rake"],
    ],
  },
  {
    file: /^mix\.exs$/,
    description: /^\s*description:\s*"(.+?)",?\s*$/,
    commands: [
      ["build", "mix deps.get && mix compile"],
      ["start", "mix phx.server", /:phoenix\b/],
      ["test", "mix test", hasFile(/^test\//)],
    ],
  },
  {
    file: /^rebar\.config$/,
    commands: [
      ["build", "rebar3 compile"],
      ["test", "rebar3 eunit"],
    ],
  },
  {
    file: /\.(?:cs|fs|vb)proj$/,
    description: /<Description>\s*([^<]+?)\s*<\/Description>/,
    commands: [
      ["build", "dotnet build"],
      ["start", "dotnet run", /<OutputType>(?:Win)?Exe<|Sdk="Microsoft\.NET\.Sdk\.(?:Web|Worker)"/i],
      ["test", "dotnet test", /Microsoft\.NET\.Test\.Sdk/],
    ],
  },
  {
    file: /\.slnx?$/,
    commands: [
      ["build", "dotnet build"],
      ["test", "dotnet test", hasFile(/Tests?\.(?:cs|fs)proj$/)],
    ],
    more: (_lines, beside) => startedProjects(beside).map((text) => ({ kind: "start", text, line: 0 })),
  },
  {
    file: /^Package\.swift$/,
    commands: [
      ["build", "swift build"],
      ["start", "swift run", /executable/],
      ["test", "swift test", hasFile(/^Tests\//)],
    ],
  },
  {
    file: /^pubspec\.yaml$/,
    description: /^description:\s*["']?(.+?)["']?\s*$/,
    commands: [
      ["start", "flutter run", /^\s*sdk:\s*flutter/],
      ["build", "dart pub get"],
      ["test", "dart test", hasFile(/^test\//)],
    ],
  },
  {
    file: /^deno\.jsonc?$/,
    commands: [["test", "deno test", hasFile(/[._]test\.[jt]sx?$/)]],
    more: (lines) =>
      sectionOf(lines, /^\s*"tasks":\s*\{/, /^\s*\}/).map(({ key, value, line }) => ({
        kind: commandKind(key),
        text: `deno task ${key}`,
        runs: value,
        line,
      })),
  },
  {
    file: /^dune-project$/,
    commands: [
      ["build", "dune build"],
      ["test", "dune test"],
    ],
  },
  {
    file: /\.cabal$/,
    description: /^synopsis:\s*(.+)$/i,
    commands: [
      ["build", "cabal build"],
      ["start", "cabal run", /^executable\b/i],
      ["test", "cabal test", /^test-suite\b/i],
    ],
  },
  {
    file: /^build\.zig$/,
    commands: [
      ["build", "zig build"],
      ["test", "zig build test", /"test"/],
    ],
  },
  // Others are called so, too: tasks that install it, for example.
  { file: /^(?:docker-)?compose\.ya?ml$/, commands: [["start", "docker compose up", /^(?:services|include)\s*:/]] },
  { file: /^Dockerfile$/, commands: [["build", "docker build ."]] },
];

/** The program of a solution, or what starts all of its programs. */
function startedProjects({ has, paths }: Beside): readonly string[] {
  const isProgram = (project: string) => {
    const folder = project.slice(0, project.lastIndexOf("/") + 1);
    return has(`${folder}Program.cs`) || has(`${folder}Program.fs`);
  };
  const programs = paths.filter((path) => /(?<!Tests?)\.(?:cs|fs)proj$/.test(path) && isProgram(path));
  const hosts = programs.filter((path) => path.endsWith("AppHost.csproj"));
  const [started, ...others] = hosts.length > 0 ? hosts : programs;
  return started === undefined || others.length > 0 ? [] : [`dotnet run --project ${started}`];
}
