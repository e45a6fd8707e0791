import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { sourceOfEntry } from "../../../../../src/local/answers/manifests/entryPoints.ts";
import { isManifest, readManifest } from "../../../../../src/local/answers/manifests/readManifest.ts";

/** A manifest, what else is there, its description, and its commands with the one-based lines that say them. */
const MANIFESTS: readonly (readonly [
  name: string,
  content: string,
  others: readonly string[],
  description: string | undefined,
  commands: readonly string[],
])[] = [
  [
    "package.json",
    '{\n  "name": "harbour",\n  "description": "Books places.",\n  "scripts": {\n    "lint": "eslint .",\n    "prestart": "x",\n    "test": "mocha",\n    "start": "node src/main.js",\n    "build": "tsc"\n  }\n}',
    ["pnpm-lock.yaml"],
    "Books places.",
    ["pnpm start:8", "pnpm run build:9", "pnpm test:7", "pnpm run lint:5"],
  ],
  ["package.json", '{ "scripts": { "start": "node src/main.js" } }', [], undefined, ["npm start:1"]],
  ["package.json", "{ not JSON", [], undefined, []],
  [
    "pyproject.toml",
    '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "harbour"\ndescription = "Books places."\n\n[project.scripts]\nharbour = "harbour.cli:main"\n\n[tool.pytest.ini_options]\n',
    ["src/harbour/cli.py"],
    "Books places.",
    ["pip install .:1", "pytest:11", "harbour:9"],
  ],
  [
    "setup.py",
    'setup(\n    name="harbour",\n    description="Books places.",\n)\n',
    [],
    "Books places.",
    ["pip install .:1"],
  ],
  [
    "Cargo.toml",
    '[package]\nname = "harbour"\ndescription = "Books places."\n',
    ["src/main.rs"],
    "Books places.",
    ["cargo build:1", "cargo run:1", "cargo test:1"],
  ],
  [
    "go.mod",
    "module example.com/harbour\n",
    ["cmd/harbour/main.go", "berth_test.go"],
    undefined,
    ["go build ./...:1", "go test ./...:1", "go run ./cmd/harbour:1"],
  ],
  [
    "pom.xml",
    "<project>\n  <description>Books places.</description>\n</project>\n",
    ["mvnw", "src/test/java/ATest.java"],
    "Books places.",
    ["./mvnw package:1", "./mvnw test:1"],
  ],
  [
    "build.gradle",
    'plugins {\n  id "application"\n}\n',
    ["gradlew"],
    undefined,
    ["./gradlew build:1", "./gradlew run:2"],
  ],
  [
    "Makefile",
    ".PHONY: all\nCC := gcc\nall: berths\n\t@node src/main.js\n\nberths.o: berths.c\n\ntest:\n\tprove t\n",
    [],
    undefined,
    ["make all:3", "make test:8"],
  ],
  [
    "composer.json",
    '{\n  "description": "Books places.",\n  "scripts": {\n    "test": "phpunit"\n  }\n}\n',
    [],
    "Books places.",
    ["composer install:1", "composer test:4"],
  ],
  [
    "Gemfile",
    'source "https://rubygems.org"\n',
    ["bin/rails", "spec/berth_spec.rb"],
    undefined,
    ["bundle install:1", "bin/rails server:1", "bundle exec rspec:1"],
  ],
  [
    "harbour.gemspec",
    'Gem::Specification.new do |s|\n  s.summary = "Books places."\nend\n',
    [],
    "Books places.",
    ["gem build:1"],
  ],
  [
    "mix.exs",
    'def project do\n  [app: :harbour,\n   description: "Books places."]\nend\n',
    ["test/berth_test.exs"],
    undefined,
    ["mix deps.get && mix compile:1", "mix test:1"],
  ],
  [
    "Harbour.csproj",
    '<Project Sdk="Microsoft.NET.Sdk">\n  <OutputType>Exe</OutputType>\n</Project>\n',
    [],
    undefined,
    ["dotnet build:1", "dotnet run:2"],
  ],
  [
    "Ferry.sln",
    "Project\n",
    ["src/Ferry.Api/Ferry.Api.csproj", "src/Ferry.Api/Program.cs", "test/ApiTests.csproj", "test/Program.cs"],
    undefined,
    ["dotnet build:1", "dotnet test:1", "dotnet run --project src/Ferry.Api/Ferry.Api.csproj:1"],
  ],
  [
    "Ferry.slnx",
    "<Solution />\n",
    ["Api/Api.csproj", "Api/Program.cs", "Ferry.AppHost/Ferry.AppHost.csproj", "Ferry.AppHost/Program.cs"],
    undefined,
    ["dotnet build:1", "dotnet run --project Ferry.AppHost/Ferry.AppHost.csproj:1"],
  ],
  [
    "Ferry.sln",
    "Project\n",
    ["A/A.csproj", "A/Program.cs", "B/B.fsproj", "B/Program.fs"],
    undefined,
    ["dotnet build:1"],
  ],
  ["compose.yaml", "# Boats\nservices:\n  api: {}\n", [], undefined, ["docker compose up:2"]],
  ["docker-compose.yml", "- name: Install it.\n  services: x\n", [], undefined, []],
  [
    "CMakeLists.txt",
    "project(harbour)\nadd_executable(harbour main.c)\nenable_testing()\n",
    [],
    undefined,
    ["cmake -B build && cmake --build build:1", "ctest --test-dir build:3", "build/harbour:2"],
  ],
];

describe("a manifest", () => {
  for (const [name, content, others, description, commands] of MANIFESTS)
    it(`says how a program is built and started: ${name}, ${content.length} characters`, () => {
      assert.ok(isManifest(name));
      const found = readManifest(name, content.split("\n"), { has: (file) => others.includes(file), paths: others });
      assert.equal(found.description?.text, description);
      assert.deepEqual(
        found.commands.map(({ text, line }) => `${text}:${String(line + 1)}`),
        commands,
      );
    });

  it("is no other file", () => {
    for (const name of ["packages.json", "Makefile.md", "setup.ts", "README.md"]) assert.ok(!isManifest(name), name);
  });

  it("names what its program is built from", () => {
    const paths = new Set(["src/index.ts", "src/cli.ts", "lib/main.js", "harbour/index.js"]);
    const sourceOf = (text: string) => sourceOfEntry({ text, line: 0 }, paths);
    assert.equal(sourceOf("./dist/index.js"), "src/index.ts");
    assert.equal(sourceOf("lib/commonjs/index.js"), "src/index.ts");
    assert.equal(sourceOf("dist/cli.cjs"), "src/cli.ts");
    assert.equal(sourceOf("lib/main"), "lib/main.js");
    assert.equal(sourceOf("./harbour"), "harbour/index.js");
    assert.equal(sourceOf("dist/other.js"), undefined);
  });
});
