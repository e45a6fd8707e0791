/** Name, then file extensions and whole file names (those without a dot in front). */
const LANGUAGES: readonly (readonly [name: string, ...files: string[]])[] = [
  ["TypeScript", ".ts", ".mts", ".cts"],
  ["TSX", ".tsx"],
  ["JavaScript", ".js", ".mjs", ".cjs", ".jsx"],
  ["Python", ".py", ".pyi", ".pyw"],
  ["Go", ".go"],
  ["Rust", ".rs"],
  ["Java", ".java"],
  ["Kotlin", ".kt", ".kts"],
  ["Scala", ".scala", ".sc"],
  ["Groovy", ".groovy", ".gradle"],
  ["C", ".c", ".h"],
  ["C++", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".ipp"],
  ["C#", ".cs"],
  ["F#", ".fs", ".fsx"],
  ["Objective-C", ".m", ".mm"],
  ["Swift", ".swift"],
  ["Dart", ".dart"],
  ["Zig", ".zig"],
  ["Ruby", ".rb", ".rake", ".gemspec", "Rakefile", "Gemfile"],
  ["PHP", ".php"],
  ["Perl", ".pl", ".pm"],
  ["Lua", ".lua"],
  ["R", ".r", ".R"],
  ["Julia", ".jl"],
  ["Haskell", ".hs"],
  ["OCaml", ".ml", ".mli"],
  ["Elixir", ".ex", ".exs"],
  ["Erlang", ".erl", ".hrl"],
  ["Clojure", ".clj", ".cljs", ".cljc"],
  ["Emacs Lisp", ".el"],
  ["Shell", ".sh", ".bash", ".zsh"],
  ["PowerShell", ".ps1", ".psm1"],
  ["Batchfile", ".bat", ".cmd"],
  ["SQL", ".sql"],
  ["HTML", ".html", ".htm"],
  ["CSS", ".css"],
  ["SCSS", ".scss"],
  ["Less", ".less"],
  ["Vue", ".vue"],
  ["Svelte", ".svelte"],
  ["JSON", ".json"],
  ["YAML", ".yml", ".yaml"],
  ["TOML", ".toml"],
  ["INI", ".ini", ".cfg"],
  ["XML", ".xml", ".xsd", ".xsl"],
  ["Markdown", ".md", ".markdown", ".mdx"],
  ["reStructuredText", ".rst"],
  ["Text", ".txt"],
  ["Protocol Buffer", ".proto"],
  ["GraphQL", ".graphql", ".gql"],
  ["Thrift", ".thrift"],
  ["HCL", ".tf", ".hcl"],
  ["Nix", ".nix"],
  ["Dockerfile", ".dockerfile", "Dockerfile", "Containerfile"],
  ["Makefile", ".mk", "Makefile", "GNUmakefile"],
  ["CMake", ".cmake", "CMakeLists.txt"],
  ["Starlark", ".bzl", "BUILD", "BUILD.bazel", "WORKSPACE"],
  ["Assembly", ".s", ".S", ".asm"],
  ["Solidity", ".sol"],
  ["WebAssembly", ".wat"],
];

/** What people write instead of a language's name; lower case. One can stand for several languages. */
const ALIASES = new Map<string, readonly string[]>([
  // People who look for TypeScript mean its files with markup too.
  ["ts", ["TypeScript", "TSX"]],
  ["typescript", ["TypeScript", "TSX"]],
  ["js", ["JavaScript"]],
  ["jsx", ["JavaScript"]],
  ["py", ["Python"]],
  ["golang", ["Go"]],
  ["rs", ["Rust"]],
  ["rb", ["Ruby"]],
  ["cpp", ["C++"]],
  ["cs", ["C#"]],
  ["csharp", ["C#"]],
  ["fsharp", ["F#"]],
  ["kt", ["Kotlin"]],
  ["sh", ["Shell"]],
  ["bash", ["Shell"]],
  ["shellscript", ["Shell"]],
  ["yml", ["YAML"]],
  ["md", ["Markdown"]],
  ["proto", ["Protocol Buffer"]],
  ["protobuf", ["Protocol Buffer"]],
  ["terraform", ["HCL"]],
  ["docker", ["Dockerfile"]],
  ["make", ["Makefile"]],
]);

const byFile = new Map(LANGUAGES.flatMap(([name, ...files]) => files.map((file) => [file, name])));
const byName = new Map(LANGUAGES.map(([name]) => [name.toLowerCase(), name]));

/** The language of a file by its name, or that of a script by its first line, where that is known; else `undefined`. */
export function languageOf(path: string, firstLine = ""): string | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const dot = file.lastIndexOf(".");
  return (
    byFile.get(file) ??
    (dot < 0 ? undefined : (byFile.get(file.slice(dot)) ?? byFile.get(file.slice(dot).toLowerCase()))) ??
    languageOfScript(firstLine)
  );
}

/** "#!/usr/bin/env python3" */
function languageOfScript(firstLine: string): string | undefined {
  const [, program = ""] =
    /^#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*)?(?:\S*\/)?([A-Za-z]+)/.exec(firstLine) ?? [];
  return SCRIPTS.get(program);
}

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ...["sh", "bash", "zsh", "dash", "ksh"].map((program) => [program, "Shell"] as const),
  ...["node", "nodejs", "bun"].map((program) => [program, "JavaScript"] as const),
  ["deno", "TypeScript"],
  ["python", "Python"],
  ["ruby", "Ruby"],
  ["perl", "Perl"],
  ["php", "PHP"],
  ["lua", "Lua"],
  ["luajit", "Lua"],
  ["Rscript", "R"],
  ["elixir", "Elixir"],
  ["escript", "Erlang"],
  ["julia", "Julia"],
  ["groovy", "Groovy"],
  ["pwsh", "PowerShell"],
]);

/** The languages that a `lang:` value means, or `undefined` for a word that names none we know. */
export function languagesNamed(value: string): readonly string[] | undefined {
  const name = value.toLowerCase();
  const exact = byName.get(name);
  return ALIASES.get(name) ?? (exact === undefined ? undefined : [exact]);
}

/** Globs for the names of the files of some languages, which may match a few others too. */
export function globsOfLanguages(languages: readonly string[]): readonly string[] {
  return LANGUAGES.filter(([name]) => languages.includes(name)).flatMap(([, ...files]) =>
    files.map((file) => (file.startsWith(".") ? `*${file}` : file)),
  );
}

/** The word behind the backticks of a fenced excerpt. */
export function fenceLanguageOf(language = ""): string {
  const name = language.toLowerCase();
  return FENCES.get(name) ?? name.replaceAll(" ", "-");
}

const FENCES = new Map([
  ["c++", "cpp"],
  ["c#", "csharp"],
  ["f#", "fsharp"],
  ["shell", "sh"],
  ["objective-c", "objc"],
  ["protocol buffer", "proto"],
  ["text", ""],
]);
