/** Name, then file extensions and whole file names (those without a dot in front). */
const LANGUAGES: readonly (readonly [name: string, ...files: string[]])[] = [
  ["TypeScript", ".ts", ".mts", ".cts"],
  ["TSX", ".tsx"],
  ["JavaScript", ".js", ".mjs", ".cjs", ".jsx", ".es6", ".gs"],
  ["Python", ".py", ".pyi", ".pyw", "SConstruct", "SConscript", "wscript", "Snakefile"],
  ["Go", ".go"],
  ["Rust", ".rs"],
  ["Java", ".java"],
  ["Kotlin", ".kt", ".kts"],
  ["Scala", ".scala", ".sc"],
  ["Groovy", ".groovy", ".gradle", "Jenkinsfile"],
  ["C", ".c", ".h"],
  [
    "C++",
    ".cc",
    ".cpp",
    ".cxx",
    ".hh",
    ".hpp",
    ".hxx",
    ".ipp",
    ".inl",
    ".tcc",
    ".tpp",
    ".c++",
    ".h++",
    ".ixx",
    ".cppm",
    ".ino",
  ],
  ["C#", ".cs"],
  ["F#", ".fs", ".fsx"],
  ["Objective-C", ".m", ".mm"],
  ["Swift", ".swift"],
  ["Dart", ".dart"],
  ["Zig", ".zig"],
  [
    "Ruby",
    ".rb",
    ".rake",
    ".gemspec",
    "Rakefile",
    "Gemfile",
    ".podspec",
    "Vagrantfile",
    "Podfile",
    "Brewfile",
    "Fastfile",
    "Guardfile",
    "Dangerfile",
  ],
  ["PHP", ".php", ".phtml"],
  ["Perl", ".pl", ".pm", ".t"],
  ["Lua", ".lua"],
  ["R", ".r", ".R"],
  ["Julia", ".jl"],
  ["Haskell", ".hs"],
  ["OCaml", ".ml", ".mli"],
  ["Elixir", ".ex", ".exs"],
  ["Erlang", ".erl", ".hrl"],
  ["Clojure", ".clj", ".cljs", ".cljc"],
  ["Emacs Lisp", ".el"],
  ["Shell", ".sh", ".bash", ".zsh", ".ksh", ".bats", ".ebuild", ".bashrc", ".zshrc", ".profile", ".envrc", "PKGBUILD"],
  ["PowerShell", ".ps1", ".psm1"],
  ["Batchfile", ".bat", ".cmd"],
  ["SQL", ".sql", ".ddl", ".psql"],
  ["HTML", ".html", ".htm"],
  ["CSS", ".css"],
  ["SCSS", ".scss"],
  ["Less", ".less"],
  ["Vue", ".vue"],
  ["Svelte", ".svelte"],
  ["JSON", ".json", ".jsonc", ".json5", ".webmanifest"],
  ["YAML", ".yml", ".yaml"],
  ["TOML", ".toml"],
  ["INI", ".ini", ".cfg", ".properties", ".conf", ".editorconfig", ".desktop", ".service"],
  [
    "XML",
    ".xml",
    ".xsd",
    ".xsl",
    ".xaml",
    ".csproj",
    ".fsproj",
    ".vbproj",
    ".vcxproj",
    ".props",
    ".targets",
    ".nuspec",
    ".resx",
    ".plist",
    ".storyboard",
    ".xib",
    ".wsdl",
  ],
  ["Markdown", ".md", ".markdown", ".mdx", ".mdc", ".qmd", ".Rmd"],
  ["reStructuredText", ".rst"],
  ["Text", ".txt", ".pod", ".textile", ".wiki"],
  ["Protocol Buffer", ".proto"],
  ["GraphQL", ".graphql", ".gql", ".graphqls"],
  ["Thrift", ".thrift"],
  ["HCL", ".tf", ".hcl", ".tfvars"],
  ["Nix", ".nix"],
  ["Dockerfile", ".dockerfile", "Dockerfile", "Containerfile"],
  ["Makefile", ".mk", "Makefile", "GNUmakefile", ".make", "makefile"],
  ["CMake", ".cmake", "CMakeLists.txt"],
  ["Starlark", ".bzl", "BUILD", "BUILD.bazel", "WORKSPACE", ".star", "Tiltfile"],
  ["Assembly", ".s", ".S", ".asm"],
  ["Solidity", ".sol"],
  ["WebAssembly", ".wat"],
  ["Pascal", ".pas", ".dpr", ".lpr"],
  ["Fortran", ".f", ".for", ".f77", ".f90", ".f95", ".f03", ".f08"],
  ["Ada", ".adb", ".ads"],
  ["COBOL", ".cob", ".cbl", ".cpy"],
  ["Visual Basic .NET", ".vb"],
  ["VBA", ".bas", ".frm"],
  ["VBScript", ".vbs"],
  ["ABAP", ".abap"],
  ["Apex", ".cls", ".trigger"],
  ["MATLAB"],
  ["Scilab", ".sci", ".sce"],
  ["Stata", ".do", ".ado"],
  ["SAS", ".sas"],
  ["PLSQL", ".pks", ".pkb", ".plsql"],
  ["D", ".d", ".di"],
  ["Nim", ".nim", ".nims"],
  ["Crystal", ".cr"],
  ["Odin", ".odin"],
  ["Vala", ".vala", ".vapi"],
  ["Haxe", ".hx"],
  ["Gleam", ".gleam"],
  ["Mojo", ".mojo"],
  ["Cython", ".pyx", ".pxd", ".pxi"],
  ["Cuda", ".cu", ".cuh"],
  ["OpenCL", ".cl"],
  ["Metal", ".metal"],
  ["GLSL", ".glsl", ".vert", ".frag", ".geom", ".comp", ".tesc", ".tese"],
  ["HLSL", ".hlsl", ".hlsli"],
  ["WGSL", ".wgsl"],
  ["GDScript", ".gd"],
  ["ActionScript", ".as"],
  ["Verilog", ".v", ".vh"],
  ["SystemVerilog", ".sv", ".svh"],
  ["VHDL", ".vhd", ".vhdl"],
  ["Common Lisp", ".lisp", ".lsp", ".asd"],
  ["Scheme", ".scm", ".ss", ".sld"],
  ["Racket", ".rkt"],
  ["Prolog", ".prolog"],
  ["Standard ML", ".sml", ".ML"],
  ["Elm", ".elm"],
  ["PureScript", ".purs"],
  ["ReScript", ".res", ".resi"],
  ["Lean", ".lean"],
  ["Agda", ".agda"],
  ["Idris", ".idr"],
  ["Coq"],
  ["Raku", ".raku", ".rakumod", ".p6", ".pm6"],
  ["Tcl", ".tcl", ".tm"],
  ["Awk", ".awk"],
  ["fish", ".fish"],
  ["Nushell", ".nu"],
  ["Vim Script", ".vim", ".vimrc"],
  ["AutoHotkey", ".ahk"],
  ["AppleScript", ".applescript"],
  ["ColdFusion", ".cfm", ".cfc"],
  ["QML", ".qml"],
  ["Astro", ".astro"],
  ["HTML+Razor", ".cshtml", ".razor"],
  ["HTML+ERB", ".erb"],
  ["HTML+EEX", ".heex", ".eex"],
  ["EJS", ".ejs"],
  ["Java Server Pages", ".jsp"],
  ["Handlebars", ".hbs", ".handlebars", ".mustache"],
  ["Jinja", ".j2", ".jinja", ".jinja2"],
  ["Twig", ".twig"],
  ["Liquid", ".liquid"],
  ["Pug", ".pug"],
  ["Haml", ".haml"],
  ["Slim", ".slim"],
  ["Sass", ".sass"],
  ["Stylus", ".styl"],
  ["Move", ".move"],
  ["Cairo", ".cairo"],
  ["Vyper", ".vy"],
  ["Puppet", ".pp"],
  ["Bicep", ".bicep"],
  ["Jsonnet", ".jsonnet", ".libsonnet"],
  ["CUE", ".cue"],
  ["Open Policy Agent", ".rego"],
  ["Prisma", ".prisma"],
  ["FlatBuffers", ".fbs"],
  ["Cap'n Proto", ".capnp"],
  ["Smithy", ".smithy"],
  ["Meson", "meson.build", "meson_options.txt"],
  ["Just", ".just", "justfile", "Justfile"],
  ["Gherkin", ".feature"],
  ["TeX", ".tex", ".sty"],
  ["M4", ".m4", ".ac"],
  ["Yacc", ".y", ".yy"],
  ["Lex", ".l"],
  ["ANTLR", ".g4"],
  ["AsciiDoc", ".adoc", ".asciidoc"],
  ["Org", ".org"],
];

/** Languages whose ending others have as well, and by which first line it is one of those. */
const SHARED: readonly (readonly [language: string, ending: string, firstLine: RegExp, other: string])[] = [
  ["Objective-C", ".m", /^\s*(?:%|##|(?:function|classdef|clear|clearvars|clc|close|addpath)\b)/, "MATLAB"],
  ["Perl", ".pl", /^\s*(?::-|%|\/\*)|^#!.*\b(?:swipl|gprolog|yap)\b/, "Prolog"],
  ["Puppet", ".pp", /^\s*(?:[{(]|(?:unit|program|library)\b)/i, "Pascal"],
  ["Apex", ".cls", /^(?:VERSION |Attribute VB_|Option Explicit)/, "VBA"],
  ["Apex", ".cls", /^\s*[%\\]/, "TeX"],
  [
    "Verilog",
    ".v",
    /^\s*(?:\(\*(?!\s*\w+\s*(?:=\s*[^\s*,]+\s*)?(?:,.*)?\*\))|(?:From|Require|Import|Export|Set|Unset|Section|Definition|Inductive|Theorem|Lemma|Local|Global)\b)/,
    "Coq",
  ],
];

/** Names of files that are followed by what they are for: `Dockerfile.dev`. */
const SUFFIXED: ReadonlySet<string> = new Set(["Dockerfile", "Containerfile", "Makefile", "Jenkinsfile"]);

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
  ["delphi", ["Pascal"]],
  ["objectpascal", ["Pascal"]],
  ["vb", ["Visual Basic .NET"]],
  ["vb.net", ["Visual Basic .NET"]],
  ["octave", ["MATLAB"]],
  ["lisp", ["Common Lisp"]],
  ["elisp", ["Emacs Lisp"]],
  ["sml", ["Standard ML"]],
  ["vim", ["Vim Script"]],
  ["viml", ["Vim Script"]],
  ["rego", ["Open Policy Agent"]],
  ["razor", ["HTML+Razor"]],
  ["erb", ["HTML+ERB"]],
  ["jsp", ["Java Server Pages"]],
  ["latex", ["TeX"]],
  ["rocq", ["Coq"]],
]);

const byFile = new Map(LANGUAGES.flatMap(([name, ...files]) => files.map((file) => [file, name])));
const byName = new Map(LANGUAGES.map(([name]) => [name.toLowerCase(), name]));

/**
 * The language of a file by its name, or that of a script by its first line, where that is known; else `undefined`. The first line
 * also decides between languages that share an ending.
 */
export function languageOf(path: string, firstLine = ""): string | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const dot = file.lastIndexOf(".");
  const ending = dot < 0 ? "" : file.slice(dot);
  const whole = file.slice(0, Math.max(0, file.indexOf(".")));
  const named =
    byFile.get(file) ??
    byFile.get(ending) ??
    byFile.get(ending.toLowerCase()) ??
    (SUFFIXED.has(whole) ? byFile.get(whole) : undefined);
  return languageByLine(named ?? languageOfScript(firstLine), firstLine);
}

/** What a language that was told by a name is by the first line of the text, which is not blank. */
export function languageByLine(language: string | undefined, firstLine: string): string | undefined {
  const line = firstLine.slice(0, LINE_AT_MOST);
  return SHARED.find(([one, , looks]) => one === language && looks.test(line))?.[3] ?? language;
}

/** What is behind tells nothing more of a language. */
const LINE_AT_MOST = 400;

/** Whether a file may be of one of some languages: a name alone does not tell those apart that share an ending. */
export function mayBeIn(path: string, languages: readonly string[]): boolean {
  const named = languageOf(path) ?? "";
  return (
    languages.includes(named) ||
    SHARED.some(([one, ending, , other]) => one === named && path.endsWith(ending) && languages.includes(other))
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
  ["awk", "Awk"],
  ["gawk", "Awk"],
  ["tclsh", "Tcl"],
  ["wish", "Tcl"],
  ["fish", "fish"],
  ["nu", "Nushell"],
  ["guile", "Scheme"],
  ["racket", "Racket"],
  ["swipl", "Prolog"],
  ["raku", "Raku"],
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

/**
 * Globs for the names of the files of some languages, which may match a few others too; with `onlySure`, none that share an
 * ending or may end otherwise.
 */
export function globsOfLanguages(languages: readonly string[], { onlySure = false } = {}): readonly string[] {
  const named = LANGUAGES.filter(([name]) => languages.includes(name)).flatMap(([, ...files]) =>
    files.flatMap((file) =>
      file.startsWith(".")
        ? [`*${inAnyCase(file)}`]
        : [file, ...(SUFFIXED.has(file) && !onlySure ? [`${file}.*`] : [])],
    ),
  );
  const shared = SHARED.flatMap(([, ending, , other]) => (languages.includes(other) ? [`*${inAnyCase(ending)}`] : []));
  return onlySure ? named : [...named, ...shared];
}

/** `.[fF]90`; but `.ml`, for `.ML` is another language. */
function inAnyCase(ending: string): string {
  const isOther = [...byFile].some(
    ([file, language]) => file.toLowerCase() === ending.toLowerCase() && language !== byFile.get(ending),
  );
  return isOther
    ? ending
    : ending.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
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
  ["visual basic .net", "vbnet"],
  ["common lisp", "lisp"],
  ["emacs lisp", "elisp"],
  ["standard ml", "sml"],
  ["vim script", "vim"],
  ["tex", "latex"],
  ["html+razor", "razor"],
  ["html+erb", "erb"],
  ["html+eex", "heex"],
  ["java server pages", "jsp"],
]);
