import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { compileQuery } from "../../../../src/core/query/queryFields.ts";
import { NO_FIELDS } from "../../../../src/protocol/writtenQuery.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, type Json, type RunningService, type StreamEvent } from "../runningService.ts";
import { writeSampleCode } from "../answers/sampleCode.ts";

describe("a query", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;

  before(async () => {
    temporary = makeTemporaryFolder();
    writeSampleCode(temporary);
    const code = path.join(temporary.root, "code");
    service = await runService(temporary.root, [code], { gitFolders: [path.join(code, "beta")] });
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const paths = async (query: string, parameters: Readonly<Record<string, string>> = {}) =>
    matchesOf(await service.search(query, parameters))
      .map(({ type, path: file, repository }) => `${textOf(type)} ${textOf(file ?? repository)}`)
      .sort();
  const alertOf = (events: readonly StreamEvent[]) => events.find(({ event }) => event === "alert")?.data;

  describe("understands the filter", () => {
    const cases: readonly (readonly [query: string, expected: readonly string[]])[] = [
      ["needle repo:^code$", ["content loose.txt"]],
      ["needle r:code -repo:alpha", ["content loose.txt"]],
      ["retry repo:beta", ["content retry.md"]],
      ["retry file:\\.go$", ["content src/other.go"]],
      ["retry f:^src/ -file:other", ["content src/parser.ts"]],
      ["retry path:other", ["content src/other.go"]],
      ["retry file:*.go", ["content src/other.go"]],
      ["retry file:*.{go,txt}", ["content src/other.go"]],
      ["retry file:**/src/**", ["content src/other.go", "content src/parser.ts"]],
      ["retry -file:**/src/**", ["content retry.md"]],
      ["retry lang:go", ["content src/other.go"]],
      ["interval l:TypeScript", ["content src/parser.ts", "content src/view.tsx"]],
      ["retry language:markdown", ["content retry.md"]],
      ["interval -lang:go -lang:ts", ["path interval/notes.md"]],
      ["Retry case:yes", ["content retry.md", "content src/other.go", "content src/parser.ts"]],
      ["RETRY case:yes", []],
      ["RETRY case:no lang:md", ["content retry.md"]],
      ["repo:beta", ["repo h.example/o/beta"]],
      ["repo:beta@HEAD file:notes", ["path interval/notes.md"]],
      ["lang:tsx", ["path src/view.tsx"]],
      ['content:"not and or"', ["content special.txt"]],
      ["hiddenthing", ["content .github/workflow.yml"]],
      ["beta type:repo", ["repo h.example/o/beta"]],
      ["retry type:file repo:alpha file:go", ["content src/other.go"]],
      ["beta", ["repo h.example/o/beta"]],
      ["context:global alone", ["content retry.md"]],
      ["alone fork:yes archived:no visibility:any timeout:1m30s", ["content retry.md"]],
      ['-content:"nothing" repo:beta', ["path retry.md"]],
      ["retry select:repo", ["repo github.com/owner/alpha", "repo h.example/o/beta"]],
      ["retry select:file repo:alpha", ["path src/other.go", "path src/parser.ts"]],
      ["retry select:file.directory repo:alpha", ["path src/"]],
      ["parser select:content", ["content src/parser.ts"]],
      ["view select:content", []],
      ["Src case:no file:SRC type:path", ["path src/other.go", "path src/parser.ts", "path src/view.tsx"]],
      ["file:SRC case:yes", []],
    ];
    for (const [query, expected] of cases) {
      it(query, async () => {
        assert.deepEqual(await paths(query), expected);
      });
    }

    it("count: and says when there was more", async () => {
      const events = await service.search("xyzzy count:5");
      const progress = events.findLast(({ event }) => event === "progress")?.data;
      assert.equal(progress?.["matchCount"], 5);
      assert.deepEqual(
        [...(progress["skipped"] as unknown as Json[])].map(({ reason, suggested }) => [
          reason,
          suggested?.["queryExpression"],
        ]),
        [
          ["shard-match-limit", "count:50"],
          ["ignored", undefined],
        ],
      );
      assert.equal(matchesOf(events)[0]?.["lineMatches"]?.["length"], 3);
    });

    it("timeout: and says when it was too short", async () => {
      const progress = (await service.search("xyzzy timeout:1us")).findLast(({ event }) => event === "progress")?.data;
      assert.deepEqual(
        [...(progress?.["skipped"] as unknown as Json[])].map(({ reason, severity, suggested }) => [
          reason,
          severity,
          suggested?.["queryExpression"],
        ]),
        [["shard-timeout", "warn", "timeout:1s"]],
      );
    });

    it("count:all, which finds everything", async () => {
      const progress = (await service.search("xyzzy count:all")).findLast(({ event }) => event === "progress")?.data;
      assert.equal(progress?.["matchCount"], 600);
      assert.deepEqual(
        [...(progress["skipped"] as unknown as Json[])].map(({ reason }) => reason),
        ["ignored"],
      );
    });
  });

  describe("understands the pattern type", () => {
    const cases: readonly (readonly [query: string, type: string, expected: readonly string[]])[] = [
      ["retry interval", "standard", ["content src/other.go", "content src/parser.ts"]],
      ["a.b(c)[d]", "standard", ["content special.txt"]],
      ["/a.b.c/", "standard", ["content special.txt"]],
      ['"needle"', "standard", ["content positions.txt"]],
      ["interval retry", "keyword", ["content src/other.go", "content src/parser.ts"]],
      ["parseRetry number", "keyword", ["content src/parser.ts"]],
      ["parser interval", "keyword", ["content src/parser.ts"]],
      ["interval notes", "keyword", ["path interval/notes.md"]],
      ['"one two" special', "keyword", ["content special.txt"]],
      ["/int.rval/ func", "keyword", ["content src/other.go", "content src/parser.ts"]],
      ["retry alone missing", "keyword", []],
      ["func\\w* parse", "regexp", ["content src/parser.ts"]],
      ["one\\ two", "regexp", ["content special.txt"]],
      ['"a.b(c)"', "regexp", ["content special.txt"]],
      ["retry\\(\\d\\)", "regexp", ["content src/other.go"]],
      ["plain needle$ patternType:regexp", "standard", ["content positions.txt"]],
      ["plain needle patternType:keyword", "standard", ["content positions.txt"]],
    ];
    for (const [query, type, expected] of cases) {
      it(`${type}: ${query}`, async () => {
        assert.deepEqual(await paths(query, { t: type }), expected);
      });
    }
  });

  describe("joins conditions with", () => {
    const cases: readonly (readonly [query: string, expected: readonly string[]])[] = [
      ["retry AND func", ["content src/other.go", "content src/parser.ts"]],
      ["retry and not func", ["content retry.md"]],
      ["NOT retry lang:go", []],
      ["not retry lang:markdown", ["path interval/notes.md"]],
      ["alone or hiddenthing", ["content .github/workflow.yml", "content retry.md"]],
      ["alone or retry and lang:go", ["content src/other.go"]],
      ["(alone or retry) and lang:go", ["content src/other.go"]],
      ["(alone or retry) -file:go", ["content retry.md", "content src/parser.ts"]],
      ["repo:beta alone or needle", ["content retry.md"]],
      ["alone or needle repo:beta", ["content retry.md"]],
      ["(repo:beta alone) or (repo:^code$ needle)", ["content loose.txt", "content retry.md"]],
      ["alone or (lang:tsx or file:workflow)", ["content retry.md", "path .github/workflow.yml", "path src/view.tsx"]],
      ['content:"and" file:special', ["content special.txt"]],
      ["a.b(c)[d] or alone", ["content retry.md", "content special.txt"]],
      ["f() or alone", ["content retry.md", "content src/other.go"]],
      ["/a.b.c/ or /^alone$/", ["content retry.md", "content special.txt"]],
      ["/one|two/ and not /needle/", ["content retry.md", "content special.txt"]],
      ["one /tw./", ["content special.txt"]],
      ["content:/on. two/", ["content special.txt"]],
      [
        "not (retry or needle or xyzzy or interval) repo:alpha",
        ["path .github/workflow.yml", "path .gitignore", "path special.txt"],
      ],
    ];
    for (const [query, expected] of cases) {
      it(query, async () => {
        assert.deepEqual(
          (await paths(query)).filter((path) => path !== "path binary.dat"),
          expected,
        );
      });
    }
  });

  it("ends in time, whatever its regular expressions are and files are called", async () => {
    const root = temporary.write("long", { [`${"a".repeat(240)}_b.txt`]: "hello\n" });
    const other = await runService(temporary.root, [root]);
    try {
      for (const filter of ["file:^(a+)+$", "-file:(a|a)*c", "repo:^(a+)+$", "file:^(.*)*(.*)*c$"]) {
        const events = await other.search(`${filter} hello timeout:1s`);
        assert.equal(events.at(-1)?.event, "done", filter);
        assert.equal(matchesOf(events).length, filter.startsWith("-") ? 1 : 0, filter);
      }
    } finally {
      await other.close();
    }
  });

  describe("names what it can't do", () => {
    const refused = {
      "a AND": "AND",
      "or b": "or",
      "a not": "not",
      "a AND OR b": "OR",
      "(a OR b": "parentheses",
      "(a OR b))": "parentheses",
      "repo:a x OR repo:b y": "repo:b",
      "(a type:path) OR b": "type:path",
      "a OR (b count:5)": "count:5",
      "a not repo:x@main": "repo:x@main",
      "a type:symbol lang:nix": "Nix",
      "a type:symbol select:symbol.string": "select:symbol.string",
      "a type:commit file:x": "file:x",
      "a type:commit author:(": "author:(",
      "a type:diff before:soon": "before:",
      "a select:file.owners": "select:file.owners",
      "a select:symbol": "select:symbol",
      "a author:me": "author:me",
      "a rev:main rev:v1.0": "rev:v1.0",
      "repo:x@main a repo:y@v1.0": "repo:y@v1.0",
      "a -repo:x@main": "-repo:x@main",
      "a rev:at.time(yesterday)": "rev:at.time(yesterday)",
      "a rev:*": "rev:*",
      "a rev:*!refs/heads/*": "rev:*!refs/heads/*",
      "a fork:maybe": "fork:maybe",
      "a fork:only": "fork:only",
      "a archived:only": "archived:only",
      "a visibility:private": "visibility:private",
      "a visibility:public": "visibility:public",
      "a -fork:yes": "-fork:yes",
      "a timeout:5": "timeout:",
      "a repo:has.tag(x)": "repo:has.tag(x)",
      "a file:has.owner(x)": "file:has.owner(x)",
      "a lang:klingon": "lang:klingon",
      "a case:maybe": "case:maybe",
      "a count:0": "count:",
      "a patternType:structural": "structural",
      "a context:mine": "context:mine",
      "a repo:(b": "repo:(b",
      "file:a type:repo": "type:repo",
    };
    for (const [query, name] of Object.entries(refused)) {
      it(query, async () => {
        const events = await service.search(query);
        const alert = alertOf(events);
        assert.ok(
          `${textOf(alert?.["title"])} ${textOf(alert?.["description"])}`.includes(name),
          JSON.stringify(alert),
        );
        assert.deepEqual(
          events.map(({ event }) => event),
          ["alert", "done"],
        );
      });
    }

    const selections = [
      [
        "select:symbol.function a",
        "`select:symbol.function` works with `type:symbol` only",
        "Add `type:symbol` to the query.",
      ],
      [
        "select:symbol type:diff a",
        "`select:symbol` works with `type:symbol` only",
        "Write `type:symbol` instead of `type:diff`.",
      ],
      [
        "select:content type:path a",
        "`select:content` works with one of these only: `type:file`, `type:use`",
        "Write `type:file` instead of `type:path`.",
      ],
    ] as const;
    for (const [query, title, advice] of selections)
      it(`a selection for which the search is of the wrong type, and what to write: ${query}`, async () => {
        const alert = alertOf(await service.search(query));
        assert.deepEqual([alert?.["title"], alert?.["description"]], [title, `Nothing was searched. ${advice}`]);
      });

    for (const query of ["a(b", "repo:a(b", "type:commit author:a(b", "content:/a(b/"])
      it(`a regular expression that RE2 refuses, with its reason: ${query}`, async () => {
        const events = await service.search(query, { t: "regexp" });
        assert.match(textOf(alertOf(events)?.["title"]), /The regular expression in `.*a\(b.*` can't be read/);
        assert.match(textOf(alertOf(events)?.["description"]), /missing closing \): `a\(b`/);
        assert.deepEqual(matchesOf(events), []);
        assert.equal(events.at(-1)?.event, "done");
      });

    it("what a glob is as a regular expression", async () => {
      const repository = await service.search("needle repo:*.ts", { t: "keyword" });
      assert.equal(alertOf(repository)?.["description"], "`*.ts` is a glob. As a regular expression it is `\\.ts$`.");
    });

    const globs: readonly (readonly [query: string, title: string, proposed: string])[] = [
      ["retry file:*.go", "`file:*.go` was read as a glob", "retry file:\\.go$"],
      [
        "retry -file:**/src/** file:*.{go,md}",
        "`-file:**/src/**` was read as a glob",
        "retry -file:(^|/)src/ file:\\.(go|md)$",
      ],
      [
        "retry file:src/*.go or (-file:*.g and -file:*.go)",
        "`-file:*.g` was read as a glob",
        "retry file:(^|/)src/[^/]*\\.go$ or (-file:\\.g(/|$) and -file:\\.go$)",
      ],
      ["retry file:^*.go", "`file:^*.go` was read as a glob", "retry file:\\.go$"],
      ["retry -file:[a", "`-file:[a` was read as a glob", "retry -file:(^|/)\\[a"],
      ["retry file:./alpha/**", "`file:./alpha/**` was read as a glob", "retry file:^\\./alpha/."],
      ["retry repo:has.path(*.go)", "`repo:has.path(*.go)` was read as a glob", "retry repo:has.path(\\.go$)"],
      ["retry file:src/*.go", "`file:src/*.go` matches no file", "retry file:(^|/)src/[^/]*\\.go$"],
    ];
    for (const [query, title, proposed] of globs)
      it(`that a glob was found where a regular expression is expected: ${query}`, async () => {
        const alert = alertOf(await service.search(query, { t: "keyword" }));
        assert.equal(alert?.["title"], title);
        assert.equal(alert["proposedQueries"]?.[0]?.["query"], proposed);
      });

    it("nothing about an expression that only looks like a glob", async () => {
      for (const query of ["retry file:src/*", "retry file:sr*c/o.*", "retry file:nowhere", "retry file:\\.go$"])
        assert.equal(alertOf(await service.search(query, { t: "keyword" })), undefined, query);
    });

    it("that parentheses without an operator are text, where nothing is found with them", async () => {
      const cases: readonly (readonly [query: string, proposed: string | undefined])[] = [
        ["(retry alone)", "retry alone"],
        ["((retry) alone)", "(retry) alone"],
        ["((retry alone))", "retry alone"],
        ["(retry alone) lang:md", "retry alone lang:md"],
        ["(repo:beta retry)", "repo:beta retry"],
        ["(nowhere or elsewhere)", undefined],
        ["nowhere(x)", undefined],
        ["(", undefined],
        ["()", undefined],
      ];
      for (const [query, proposed] of cases)
        for (const t of ["keyword", "standard"]) {
          const alert = alertOf(await service.search(query, { t }));
          assert.equal(alert?.["proposedQueries"]?.[0]?.["query"], proposed, query);
        }
    });

    it("what was meant, where one letter is wrong", async () => {
      for (const [query, meant] of [
        ["needle lnag:javascript", "lang:javascript"],
        ["needle -fle:test", "-file:test"],
        ["needle lang:javascrpt", "lang:javascript"],
        ["needle lang:objectve-c", "lang:objective-c"],
        ["needle type:symbl", "type:symbol"],
      ] as const)
        assert.ok(
          textOf(alertOf(await service.search(query, { t: "keyword" }))?.["description"]).includes(
            `Did you mean \`${meant}\`?`,
          ),
          query,
        );
    });

    it("that RE2 has no look-around and no backreferences", async () => {
      for (const query of ["/(?<=a)b/", "/a(?!b)/", "/(a)\\1/"])
        assert.match(
          textOf(alertOf(await service.search(query, { t: "keyword" }))?.["description"]),
          /neither look-around nor backreferences/,
        );
    });

    it("what looks like a filter and is none, beside what it finds as text", async () => {
      for (const query of ["unknownfilter:x", "needle or -owner:me"]) {
        const alert = alertOf(await service.search(query, { t: "keyword" }));
        assert.match(textOf(alert?.["title"]), /Unknown filter `(?:unknownfilter:x|-owner:me)`/);
      }
      for (const query of [
        "http://x",
        "std::string",
        "File::Spec",
        "-Type::Tiny",
        "localhost:8080",
        "TODO:x",
        '"owner:me"',
        "repo:alpha needle",
      ])
        assert.equal(alertOf(await service.search(query, { t: "keyword" })), undefined, query);
    });

    it("no such repository, with those there are", async () => {
      const alert = alertOf(await service.search("needle repo:nowhere"));
      assert.match(
        `${textOf(alert?.["title"])} ${textOf(alert?.["description"])}`,
        /No repositories found.*github\.com\/owner\/alpha/s,
      );
    });

    it("an empty query and wrong parameters, as errors", async () => {
      const wrong = [
        { q: "" },
        { q: " " },
        { q: "a", v: "V9" },
        { q: "a", t: "odd" },
        { q: "a", display: "x" },
        { q: "a", cm: "maybe" },
        { q: "a", cl: "-1" },
        { q: "a", "max-line-len": "1.5" },
      ];
      for (const { q, ...parameters } of wrong) {
        const events = await service.search(q, parameters);
        assert.deepEqual(
          events.map(({ event }) => event),
          ["error", "done"],
          JSON.stringify(parameters),
        );
        assert.ok(textOf(events[0]?.data["message"]).length > 5);
      }
    });
  });
});

describe("the files to include, from the folders that are open", () => {
  let temporary: TemporaryFolder;

  before(() => {
    temporary = makeTemporaryFolder();
    const files = [
      "oar.ts",
      "src/oar.ts",
      "boats/src/oar.ts",
      "boats/lib/src/oar.ts",
      "docks/src/oar.ts",
      "docks/boats/x.md",
    ];
    temporary.commit("fleet", Object.fromEntries(files.map((file) => [file, "oar\n"])));
  });
  after(() => temporary.remove());

  const tables: readonly {
    readonly open: readonly string[];
    /** What folders are called in the editor. */
    readonly names?: Readonly<Record<string, string>>;
    readonly cases: readonly (readonly [include: string, exclude: string, expected: readonly string[]])[];
  }[] = [
    {
      open: ["fleet"],
      cases: [
        ["./src", "", ["src/oar.ts"]],
        ["./*.ts", "", ["oar.ts"]],
        ["./docks, ./src/**", "", ["docks/boats/x.md", "docks/src/oar.ts", "src/oar.ts"]],
        ["./fleet/src", "", []],
      ],
    },
    {
      open: ["fleet/boats"],
      cases: [
        ["./src", "", ["boats/src/oar.ts"]],
        ["./lib/**/*.ts", "", ["boats/lib/src/oar.ts"]],
        ["./boats", "", []],
        ["", "./src", ["boats/lib/src/oar.ts"]],
        ["./", "", ["boats/lib/src/oar.ts", "boats/src/oar.ts"]],
        ["./s*", "", ["boats/src/oar.ts"]],
      ],
    },
    {
      open: ["fleet/boats", "fleet/docks"],
      cases: [
        ["./boats/src", "", ["boats/src/oar.ts"]],
        ["./src", "", ["boats/src/oar.ts", "docks/src/oar.ts"]],
        ["./boats", "", ["boats/lib/src/oar.ts", "boats/src/oar.ts"]],
        ["./docks/boats", "", ["docks/boats/x.md"]],
        ["src", "./docks", ["boats/lib/src/oar.ts", "boats/src/oar.ts"]],
      ],
    },
    {
      open: ["fleet/boats", "fleet/docks"],
      names: { "fleet/boats": "Our (old) boats", "fleet/docks": "src" },
      cases: [
        ["./Our (old) boats/src", "", ["boats/src/oar.ts"]],
        ["./Our (old) boats", "", ["boats/lib/src/oar.ts", "boats/src/oar.ts"]],
        ["./src", "", ["docks/boats/x.md", "docks/src/oar.ts"]],
        ["./boats/src", "", ["boats/src/oar.ts"]],
        ["src", "./Our (old) boats", ["docks/src/oar.ts"]],
      ],
    },
  ];
  for (const { open, names = {}, cases } of tables)
    it(`with ${open.map((folder) => names[folder] ?? folder).join(" and ")}`, async () => {
      const folders = open.map((folder) => path.join(temporary.root, folder));
      const excludes = Object.entries(names).map(([folder, name]) => ({
        folder: path.join(temporary.root, folder),
        name,
        globs: [],
      }));
      const service = await runService(temporary.root, folders, { gitFolders: [], excludes });
      try {
        for (const [include, exclude, expected] of cases) {
          const query = compileQuery({ text: "oar", fields: { ...NO_FIELDS, include, exclude } }, "keyword", true);
          const found = matchesOf(await service.search(`${query} type:file`, { t: "keyword" }));
          assert.deepEqual(found.map((match) => textOf(match["path"])).sort(), expected, query);
        }
      } finally {
        await service.close();
      }
    });
});
