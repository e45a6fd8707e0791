import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { changesIn, mayTellChanges } from "../../../../../src/local/answers/manifests/changes.ts";
import { mayState, statedIn, type ManifestFact } from "../../../../../src/local/answers/manifests/statedFacts.ts";

const needs = (of: Extract<ManifestFact, { fact: "needs" }>["of"]): ManifestFact => ({ fact: "needs", of });
const DEPENDENCIES: ManifestFact = { fact: "dependencies" };
const on = (name: string): ManifestFact => ({ fact: "dependency", name });

const PACKAGE = `{
  "name": "shop",
  "version": "3.1.4",
  "license": "MIT",
  "engines": { "node": ">=20" },
  "dependencies": {
    "@scope/undici": "1.0.0",
    "undici": "^7.0.0"
  },
  "devDependencies": {
    "mocha": "11.0.0"
  }
}`;
const PYPROJECT = `[project]
name = "shop"
requires-python = ">=3.10"
dependencies = [
  "attrs>=23",
  "click[extra]>=8 ; python_version < '3.12'",
]

[project.optional-dependencies]
docs = ["sphinx"]

[tool.poetry.dependencies]
python = "^3.10"
click = "*"
`;
const POM = `<project>
  <version>2.0</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
  </properties>
  <dependencies>
    <dependency>
      <groupId>com.acme</groupId>
      <artifactId>truth</artifactId>
      <version>1.4</version>
    </dependency>
  </dependencies>
</project>`;
const TERRAFORM =
  'terraform {\n  required_version = ">= 1.0"\n\n  required_providers {\n    aws = {\n      source  = "hashicorp/aws"\n      version = ">= 6.28"\n    }\n  }\n}\n';
const GO =
  "module example.org/shop\n\ngo 1.25.0\n\nrequire (\n\texample.org/ui/lipgloss/v2 v2.0.1\n\texample.org/lipgloss/other v1.0.0\n)\n";
const CARGO =
  '[package]\nversion = "0.4.1"\nedition = "2021"\nrust-version = "1.70"\n\n[dependencies]\ntokio = "1"\ntokio-stream = "0.1"\n\n[features]\nall = []\n';

/** The lines that state it, each place by its own. */
const STATED: readonly (readonly [file: string, text: string, asked: ManifestFact, stated: readonly string[]])[] = [
  ["package.json", PACKAGE, needs("node"), ['  "engines": { "node": ">=20" },']],
  ["package.json", '{\n"engines": {\n"node": "20"\n},\n"a": 1 }', needs("node"), ['"engines": {\n"node": "20"\n},']],
  ["package.json", PACKAGE, on("undici"), ['    "undici": "^7.0.0"']],
  ["package.json", PACKAGE, on("mocha"), ['    "mocha": "11.0.0"']],
  ["package.json", PACKAGE, on("express"), []],
  ["package.json", PACKAGE, { fact: "version" }, ['  "version": "3.1.4",']],
  ["package.json", PACKAGE, { fact: "licence" }, ['  "license": "MIT",']],
  ["package.json", PACKAGE, needs("python"), []],
  ["package.json", PACKAGE, DEPENDENCIES, [PACKAGE.split("\n").slice(5, 12).join("\n")]],
  ["package.json", "no JSON {", DEPENDENCIES, []],
  ["pyproject.toml", PYPROJECT, needs("python"), ['requires-python = ">=3.10"', 'python = "^3.10"']],
  ["pyproject.toml", PYPROJECT, on("click"), [`  "click[extra]>=8 ; python_version < '3.12'",`, 'click = "*"']],
  ["pyproject.toml", 'dependencies = ["a"]\nname = "x"\n', DEPENDENCIES, ['dependencies = ["a"]']],
  [
    "setup.cfg",
    "[options]\npython_requires = >=3.8\ninstall_requires =\n  attrs\n  click\nzip_safe = no\n",
    DEPENDENCIES,
    ["install_requires =\n  attrs\n  click"],
  ],
  ["requirements-dev.txt", "pytest==8\n", on("pytest"), ["pytest==8"]],
  ["pom.xml", POM, needs("java"), ["    <maven.compiler.release>17</maven.compiler.release>"]],
  ["pom.xml", POM, on("truth"), ["      <artifactId>truth</artifactId>\n      <version>1.4</version>"]],
  ["pom.xml", POM, { fact: "version" }, ["  <version>2.0</version>"]],
  [
    "build.gradle.kts",
    "java {\n  toolchain { languageVersion = JavaLanguageVersion.of(21) }\n}\ndependencies {\n  api(libs.guava)\n}\n",
    needs("java"),
    ["  toolchain { languageVersion = JavaLanguageVersion.of(21) }"],
  ],
  ["build.gradle", "dependencies {\n  api 'a:b:1'\n}\n", DEPENDENCIES, ["dependencies {\n  api 'a:b:1'\n}"]],
  ["go.mod", GO, needs("go"), ["go 1.25.0"]],
  ["go.mod", GO, on("lipgloss"), ["\texample.org/ui/lipgloss/v2 v2.0.1"]],
  ["Cargo.toml", CARGO, needs("rust"), ['edition = "2021"\nrust-version = "1.70"']],
  ["Cargo.toml", CARGO, DEPENDENCIES, ['[dependencies]\ntokio = "1"\ntokio-stream = "0.1"']],
  ["Cargo.toml", CARGO, on("tokio"), ['tokio = "1"']],
  [
    "Shop.csproj",
    '<Project>\n<TargetFramework>net9.0</TargetFramework>\n<PackageReference Include="Dapper" />\n</Project>',
    needs("dotnet"),
    ["<TargetFramework>net9.0</TargetFramework>"],
  ],
  [
    "composer.json",
    '{\n  "require": {\n    "php": ">=8.1",\n    "slim/psr7": "^1"\n  }\n}',
    needs("php"),
    ['    "php": ">=8.1",'],
  ],
  ["Gemfile", 'source "x"\nruby "3.3"\n\ngem "rack"\n\n\n\ngem "puma"\n', DEPENDENCIES, ['gem "rack"', 'gem "puma"']],
  ["shop.gemspec", "s.required_ruby_version = '>= 3.0'\n", needs("ruby"), ["s.required_ruby_version = '>= 3.0'"]],
  [
    "mix.exs",
    'def project do\n  [elixir: "~> 1.15"]\nend\n\ndefp deps do\n  [{:jason, "~> 1.0"}]\nend\n',
    DEPENDENCIES,
    ['defp deps do\n  [{:jason, "~> 1.0"}]\nend'],
  ],
  ["Package.swift", "// swift-tools-version:5.9\n", needs("swift"), ["// swift-tools-version:5.9"]],
  [
    "pubspec.yaml",
    "environment:\n  sdk: ^3.0.0\ndependencies:\n  path: ^1.8.0\nflutter:\n",
    DEPENDENCIES,
    ["dependencies:\n  path: ^1.8.0"],
  ],
  ["CMakeLists.txt", "set(CMAKE_CXX_STANDARD 20)\nfind_package(fmt)\n", needs("cpp"), ["set(CMAKE_CXX_STANDARD 20)"]],
  ["versions.tf", TERRAFORM, needs("terraform"), ['  required_version = ">= 1.0"']],
  ["versions.tf", TERRAFORM, on("aws"), ['    aws = {\n      source  = "hashicorp/aws"\n      version = ">= 6.28"']],
  ["Dockerfile", "# for node\nFROM node:22-slim AS build\nRUN npm ci\n", needs("node"), ["FROM node:22-slim AS build"]],
  [".nvmrc", "22\n", needs("node"), ["22"]],
  [".tool-versions", "python 3.12\nnodejs 22\n", needs("node"), ["nodejs 22"]],
  ["LICENSE", "MIT License\n\nCopyright\n", { fact: "licence" }, ["MIT License\n\nCopyright"]],
];

describe("where a manifest states", () => {
  for (const [file, text, asked, stated] of STATED)
    it(`${Object.values(asked).join(" ")}: ${file}, ${stated.length} of ${text.length}`, () => {
      const lines = text.split("\n");
      const found = statedIn(asked, file, lines).map(({ startLine, endLine }) =>
        lines.slice(startLine, endLine + 1).join("\n"),
      );
      assert.deepEqual(found, stated);
    });

  it("nothing, if it is no such file", () => {
    assert.ok(!mayState(DEPENDENCIES, "main.ts") && !mayState(needs("php"), "package.json"));
    assert.ok(mayState(DEPENDENCIES, "package.json") && mayState(needs("python"), ".python-version"));
  });

  it("a long list of dependencies in 80 lines", () => {
    const many = Array.from({ length: 500 }, (_, at) => `  "d${at}": "1",`).join("\n");
    assert.deepEqual(statedIn(DEPENDENCIES, "package.json", `{\n"dependencies": {\n${many}\n}}`.split("\n")), [
      { startLine: 1, endLine: 80 },
    ]);
  });
});

const MARKDOWN =
  "# Changes\n\n## Unreleased\n\n## [1.10.0] - 2024-01-02\n\n- Ten\n\n## 1.1.1\n\n- Patched 1.10\n\n## 1.1\n\n- One\n\n";
const CHANGED: readonly (readonly [
  name: string,
  text: string,
  versions: readonly string[],
  stated: readonly string[],
])[] = [
  ["CHANGELOG.md", MARKDOWN, ["1.1"], ["## 1.1\n\n- One", "## 1.1.1\n\n- Patched 1.10"]],
  ["CHANGELOG.md", MARKDOWN, ["1.10"], ["## [1.10.0] - 2024-01-02\n\n- Ten"]],
  ["CHANGELOG.md", MARKDOWN, [], ["## [1.10.0] - 2024-01-02\n\n- Ten"]],
  [
    "CHANGELOG.md",
    MARKDOWN,
    ["1"],
    ["## [1.10.0] - 2024-01-02\n\n- Ten", "## 1.1.1\n\n- Patched 1.10", "## 1.1\n\n- One"],
  ],
  [
    "CHANGES.rst",
    "1.7.0 (2024-08-22)\n==================\n\n- Seven\n\n1.6.0 (2024-01-01)\n==================\n\n- Six\n",
    ["1.7"],
    ["1.7.0 (2024-08-22)\n==================\n\n- Seven"],
  ],
  ["NEWS", "Version 2.1 2024-03-01\n\n  * Two one\n\nVersion 2.0\n\n  * Two\n", ["2.0"], ["Version 2.0\n\n  * Two"]],
  ["HISTORY.md", "**v0.3.0**\n- Three\n\n**v0.2.0**\n- Two\n", ["0.2.0"], ["**v0.2.0**\n- Two"]],
  [
    "CHANGELOG.md",
    "# Changes\n\n## 5\n\n- Five\n\n## 4 (2020)\n\n- Four\n\n### 2 fixes\n",
    ["4"],
    ["## 4 (2020)\n\n- Four\n\n### 2 fixes"],
  ],
  ["docs/releases/4.2.md", "New things\n\nAll.", ["4.2"], ["New things\n\nAll."]],
  ["CHANGELOG.md", "- Depends on 1.7 of this\n", ["1.7"], []],
];

describe("what a changelog says", () => {
  for (const [name, text, versions, stated] of CHANGED)
    it(`of ${versions.join(", ") || "the latest version"}: ${name}, ${stated.length}`, () => {
      const lines = text.trimEnd().split("\n");
      const found = changesIn(versions, name, lines).map(({ startLine, endLine }) =>
        lines.slice(startLine, endLine + 1).join("\n"),
      );
      assert.deepEqual(found, stated);
    });

  it("is looked for in notes on versions as well", () => {
    assert.ok(mayTellChanges("docs/UPGRADING.md", []) && mayTellChanges("docs/releases/4.2.md", ["4.2"]));
    assert.ok(!mayTellChanges("docs/releases/4.20.md", ["4.2"]) && !mayTellChanges("src/releases.ts", []));
  });
});
