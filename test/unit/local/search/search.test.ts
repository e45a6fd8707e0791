import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { opendir } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { itWithScripts } from "../../../support/systems.ts";
import { headOf, makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { isRunning } from "../../../../src/core/model/isRunning.ts";
import { createRipgrep } from "../../../../src/local/code/ripgrep/ripgrep.ts";
import { findUnreadable } from "../../../../src/local/search/files/skippedFiles.ts";
import { findInFiles } from "../../../../src/local/code/ripgrep/ripgrepFiles.ts";
import {
  matchesOf,
  writeRipgrepScript,
  runService,
  textOf,
  until,
  type Json,
  type RunningService,
  type StreamEvent,
} from "../runningService.ts";
import { writeSampleCode } from "../answers/sampleCode.ts";

/** The reasons that the last progress gives for what was not searched. */
function skippedIn(events: readonly StreamEvent[]): readonly unknown[] {
  const last = events.findLast(({ event }) => event === "progress");
  return [...(last?.data["skipped"] as unknown as Json[])].map(({ reason }) => reason);
}

describe("the search stream", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let alpha: string;

  before(async () => {
    temporary = makeTemporaryFolder();
    alpha = writeSampleCode(temporary);
    service = await runService(temporary.root, [path.join(temporary.root, "code")]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const alertOf = (events: readonly StreamEvent[]) => events.find(({ event }) => event === "alert")?.data;

  describe("tells positions", () => {
    const contentOf = async (query: string, file: string, parameters: Readonly<Record<string, string>> = {}) =>
      matchesOf(await service.search(query, parameters)).find((match) => textOf(match["path"]) === file);

    it("of lines in code points, with the carriage return left where it was", async () => {
      const match = await contentOf("needle", "positions.txt");
      assert.deepEqual(match?.["lineMatches"], [
        { line: "\tplain needle\r", lineNumber: 0, offsetAndLengths: [[7, 6]] },
        {
          line: "café 😀 needle 漢字needle",
          lineNumber: 1,
          offsetAndLengths: [
            [7, 6],
            [16, 6],
          ],
        },
        {
          line: '\ufeffneedle "needle"',
          lineNumber: 2,
          offsetAndLengths: [
            [1, 6],
            [9, 6],
          ],
        },
        { line: "last needle", lineNumber: 3, offsetAndLengths: [[5, 6]] },
      ]);
      assert.equal(match["hunks"], null);
    });

    it("of chunks in bytes, lines and code points, with context", async () => {
      const match = await contentOf("漢字needle", "positions.txt", { cm: "true", cl: "1" });
      assert.deepEqual(match?.["chunkMatches"], [
        {
          content: '\tplain needle\r\ncafé 😀 needle 漢字needle\n\ufeffneedle "needle"',
          contentStart: { offset: 0, line: 0, column: 0 },
          ranges: [{ start: { offset: 15 + 18, line: 1, column: 14 }, end: { offset: 15 + 30, line: 1, column: 22 } }],
        },
      ]);
    });

    it("as they are in the bytes of the file, whatever its encoding", async () => {
      const start = async (file: string) =>
        (await contentOf("needle", file, { cm: "t", cl: "0" }))?.["chunkMatches"]?.[0]?.["ranges"]?.[0]?.["start"];
      assert.deepEqual(await start("bom.txt"), { offset: 3, line: 0, column: 0 });
      assert.deepEqual(await start("latin.txt"), { offset: 5, line: 0, column: 5 });
      assert.equal(await contentOf("needle", "binary.dat"), undefined);
    });

    it("of matches over several lines", async () => {
      const chunk = (await contentOf("value\\);\\n\\}", "src/parser.ts", { t: "regexp", cm: "1", cl: "0" }))?.[
        "chunkMatches"
      ]?.[0];
      assert.deepEqual(chunk?.["ranges"], [
        { start: { offset: 84, line: 2, column: 16 }, end: { offset: 93, line: 3, column: 1 } },
      ]);
      const lines = (await contentOf("value\\);\\n\\}", "src/parser.ts", { t: "regexp" }))?.["lineMatches"];
      assert.deepEqual(lines, [
        { line: "  return Number(value);", lineNumber: 2, offsetAndLengths: [[16, 7]] },
        { line: "}", lineNumber: 3, offsetAndLengths: [[0, 1]] },
      ]);
    });

    it("of many matches in a long line that is not ASCII, and over many lines", async () => {
      const root = temporary.write("many-ranges", {
        "line.txt": `${"é plugh ".repeat(50_000)}\n`,
        "lines.txt": "(é\n)\n".repeat(30_000),
      });
      const other = await runService(temporary.root, [root]);
      try {
        const linesOf = async (query: string) =>
          matchesOf(await other.search(`${query} count:all`, { t: "regexp" })).flatMap((match) => [
            ...(match["lineMatches"] as unknown as readonly Json[]),
          ]);
        const [line] = await linesOf("plugh file:line\\.txt");
        const columns = line?.["offsetAndLengths"] as unknown as readonly (readonly number[])[];
        assert.deepEqual([columns.length, columns[0], columns.at(-1)], [50_000, [2, 5], [49_999 * 8 + 2, 5]]);
        const lines = await linesOf("\\(é\\n\\)|never file:lines\\.txt");
        assert.equal(lines.length, 60_000);
        assert.deepEqual(lines.at(-1)?.["offsetAndLengths"], [[0, 1]]);
      } finally {
        await other.close();
      }
    });

    it("of what a regular expression finds side by side, each time that it is there", async () => {
      const line = `${"ab".repeat(60)} éab`;
      const root = temporary.write("side-by-side", { "lines.txt": `ab aba\nababé\nab aba\n${line}\n${line}\n` });
      const other = await runService(temporary.root, [root]);
      try {
        const [match] = matchesOf(await other.search("ab|é count:all", { t: "regexp" }));
        const expected = ["ab aba", "ababé", "ab aba", line, line].map((text) =>
          [...text.matchAll(/ab|é/g)].map(({ index, 0: found }) => [index, found.length]),
        );
        const lines = match?.["lineMatches"] as unknown as readonly Json[];
        assert.deepEqual(
          lines.map(({ offsetAndLengths }) => offsetAndLengths),
          expected,
        );
      } finally {
        await other.close();
      }
    });

    it("of separate chunks where lines are apart, and cuts long lines when asked", async () => {
      const match = await contentOf("/Interval|retry\\(/ file:other", "src/other.go", {
        cm: "true",
        cl: "0",
        "max-line-len": "4",
      });
      assert.deepEqual(
        [...(match?.["chunkMatches"] as unknown as Json[])].map(({ content, contentTruncated }) => [
          content,
          contentTruncated,
        ]),
        [["// R\nfunc", true]],
      );
    });

    it("in paths and names", async () => {
      const [match] = matchesOf(await service.search("retry type:path repo:beta"));
      assert.deepEqual(match?.["pathMatches"], [
        { start: { offset: 0, line: 0, column: 0 }, end: { offset: 5, line: 0, column: 5 } },
      ]);
      const [repository] = matchesOf(await service.search("alpha type:repo"));
      assert.equal(repository?.["repository"], "github.com/owner/alpha");
      assert.equal((repository["repositoryMatches"]?.[0]?.["start"] as unknown as { column: number }).column, 17);
    });
  });

  it("limits what is displayed and goes on counting", async () => {
    const events = await service.search("xyzzy", { display: "3" });
    assert.equal(events.findLast(({ event }) => event === "progress")?.data["matchCount"], 600);
    assert.deepEqual(skippedIn(events), ["display", "ignored"]);
    const pairs = [...(matchesOf(events)[0]?.["lineMatches"] as unknown as { offsetAndLengths: unknown[] }[])].flatMap(
      ({ offsetAndLengths }) => offsetAndLengths,
    );
    assert.equal(pairs.length, 3);
  });

  it("shows a file with many matches as one match", async () => {
    const root = temporary.write("many", { "many.txt": "a plugh 😀\n".repeat(20_000) });
    const other = await runService(temporary.root, [root]);
    try {
      for (const cm of ["true", "false"]) {
        const matches = matchesOf(await other.search("plugh count:all", { cm, cl: "0" }));
        const [chunks, lines] = ["chunkMatches", "lineMatches"].map(
          (name) => (matches[0]?.[name] ?? []) as unknown as readonly Json[],
        );
        assert.deepEqual([matches.length, chunks?.length, lines?.length], cm === "true" ? [1, 1, 0] : [1, 0, 20_000]);
      }
    } finally {
      await other.close();
    }
  });

  it("shows a file with more than an event may hold in several pieces, and loses none", async () => {
    const root = temporary.write("large", { "large.txt": `${"y".repeat(1000)} plugh 😀 plugh\n`.repeat(12_000) });
    const other = await runService(temporary.root, [root]);
    try {
      const events = await other.search("plugh count:all", { cm: "t", cl: "0" });
      const matches = matchesOf(events);
      const starts = matches.flatMap((match) =>
        [...(match["chunkMatches"] as unknown as { ranges: { start: { offset: number } }[] }[])].flatMap(({ ranges }) =>
          ranges.map(({ start }) => start.offset),
        ),
      );
      assert.equal(new Set(starts).size, 24_000);
      assert.ok(matches.length > 1 && matches.length < 6);
      assert.deepEqual(skippedIn(events), ["ignored"]);
    } finally {
      await other.close();
    }
  });

  it("ends in the order of the service: filters, matches, progress, done", async () => {
    const events = await service.search("needle");
    // If nothing is found for a while, filters and progress may come earlier without matches.
    const first = events.findIndex(({ event }) => event === "matches");
    assert.deepEqual(
      events.slice(first - 1, first + 2).map(({ event }) => event),
      ["filters", "matches", "progress"],
    );
    assert.deepEqual(
      events.slice(-2).map(({ event, data }) => [event, data["done"] as unknown]),
      [
        ["progress", true],
        ["done", undefined],
      ],
    );
    const filters = events.findLast(({ event }) => event === "filters")?.data as unknown as readonly Json[];
    const repository = filters.find(({ kind, label }) => textOf(kind) === "repo" && textOf(label).endsWith("alpha"));
    assert.deepEqual(
      [repository?.["value"], repository?.["count"], repository?.["exhaustive"]],
      ["repo:^github\\.com/owner/alpha$", 8, true],
    );
  });

  it("gives the commit only of files that are as they were committed", async () => {
    const root = temporary.commit(
      "states",
      { "clean.txt": "pin\n", "dirty.txt": "pin\n" },
      { remote: "https://h/o/states" },
    );
    writeFileSync(path.join(root, "dirty.txt"), "pin 2\n");
    writeFileSync(path.join(root, "untracked.txt"), "pin\n");
    temporary.write("states-plain", { "plain.txt": "pin\n" });
    const other = await runService(temporary.root, [root, path.join(temporary.root, "states-plain")]);
    try {
      const commits = Object.fromEntries(
        matchesOf(await other.search("pin")).map((match) => [textOf(match["path"]), match["commit"] as unknown]),
      );
      const head = headOf(root);
      assert.deepEqual(commits, {
        "clean.txt": head,
        "dirty.txt": undefined,
        "untracked.txt": undefined,
        "plain.txt": undefined,
      });
    } finally {
      await other.close();
    }
  });

  it("gives the commit of files in a folder that leads into a repository by a link", async () => {
    const root = temporary.commit("linked", { "top.txt": "pin\n", "src/clean.txt": "pin\n" });
    symlinkSync(path.join(root, "src"), path.join(temporary.root, "linked-src"));
    const other = await runService(temporary.root, [path.join(temporary.root, "linked-src")]);
    try {
      const head = headOf(root);
      const read = (match: Json) => [textOf(match["repository"]), textOf(match["path"]), match["commit"]];
      for (const query of ["pin", "pin rev:HEAD"])
        assert.deepEqual(matchesOf(await other.search(query)).map(read), [["linked", "src/clean.txt", head]]);
      assert.equal((await other.get("/linked/-/raw/src/clean.txt")).status, 200);
      assert.equal((await other.get("/linked/-/raw/top.txt")).status, 404);
    } finally {
      await other.close();
    }
  });

  it("runs no git where it may not: nothing has a commit, and no revision can be read, until it may", async () => {
    const root = temporary.commit("untrusted", { "clean.txt": "pin\n" }, { remote: "https://h/o/untrusted" });
    const other = await runService(temporary.root, [root], { gitFolders: [] });
    const look = async () => [
      matchesOf(await other.search("pin")).map((match) => "commit" in match),
      (await other.get("/h/o/untrusted@HEAD/-/raw/clean.txt")).status,
    ];
    try {
      assert.deepEqual(await look(), [[false], 404]);
      other.setFolders([root], [root]);
      assert.deepEqual(await look(), [[true], 200]);
    } finally {
      await other.close();
    }
  });

  it("says that ripgrep can't be started, rather than that the query can't be read", async () => {
    for (const type of ["", "type:path ", "type:symbol "]) {
      const other = await runService(temporary.root, [alpha], {
        engineProgram: path.join(temporary.root, "no-such-regex-program"),
      });
      try {
        const alert = alertOf(await other.search(`${type}needle`));
        assert.equal(alert?.["title"], "ripgrep can't be started", type);
        assert.match(textOf(alert["description"]), /Reinstall Plumbline.*ENOENT/s);
      } finally {
        await other.close();
      }
    }
  });

  itWithScripts(
    "says which files and folders it was not let read, once, and finds what there is in the others",
    async () => {
      const locked = path.join(alpha, "regex patterns locked");
      const other = await runService(temporary.root, [alpha], {
        engineProgram: writeRipgrepScript(
          path.join(temporary.root, "refused"),
          `echo "rg: ${locked}: Permission denied (os error 13)" >&2`,
          `echo "rg: ${alpha}/long: File name too long (os error 36)" >&2`,
          `echo "rg: ${alpha}/removed: No such file or directory (os error 2)" >&2`,
          `"$rg" "$@"`,
          "exit 2",
        ),
      });
      try {
        const skipped = (events: readonly StreamEvent[]) =>
          events.filter(({ event }) => event === "progress").at(-1)?.data["skipped"] as unknown as Json[];
        const some = await other.search("needle");
        assert.ok(matchesOf(some).length > 0);
        const [refused, ...rest] = skipped(some);
        assert.deepEqual(
          [refused?.["title"], refused?.["severity"], rest.map(({ reason }) => reason)],
          ["2 files or folders can't be read", "warn", ["ignored"]],
        );
        assert.match(textOf(refused?.["message"]), /regex patterns locked`\n\* `.*\/long`$/);
        const none = await other.search("xyzzy-nowhere");
        assert.equal(alertOf(none), undefined);
        assert.ok(skipped(none).some(({ title }) => textOf(title) === "2 files or folders can't be read"));
      } finally {
        await other.close();
      }
    },
  );

  it("says that a folder may not be listed, as of one that is gone", async () => {
    const refused = Object.assign(new Error("EPERM: operation not permitted, opendir"), { code: "EPERM" });
    const open: typeof opendir = (folder) => (folder === alpha ? Promise.reject(refused) : opendir(folder));
    assert.deepEqual(await findUnreadable([alpha, temporary.root], open), [alpha]);
  });

  it("says that a folder is gone, and finds what there is in the others", async () => {
    const gone = path.join(temporary.root, "regex patterns gone");
    const other = await runService(temporary.root, [gone]);
    try {
      const events = await other.search("needle");
      assert.equal(alertOf(events)?.["title"], "1 folder can't be read");
      assert.match(textOf(alertOf(events)?.["description"]), /regex patterns gone/);
      other.setFolders([gone, alpha], []);
      const some = await other.search("needle");
      assert.ok(matchesOf(some).length > 0);
      assert.equal(alertOf(some), undefined);
      const [skipped] = some.filter(({ event }) => event === "progress").at(-1)?.data["skipped"] as unknown as Json[];
      assert.deepEqual([skipped?.["title"], skipped?.["severity"]], ["1 folder can't be read", "warn"]);
      const alone = await other.search("repo:owner/alpha needle");
      assert.deepEqual(skippedIn(alone), ["ignored"]);
    } finally {
      await other.close();
    }
  });

  it("serves other folders when told so", async () => {
    const other = await runService(temporary.root, [alpha]);
    try {
      assert.equal(matchesOf(await other.search("loose")).length, 0);
      other.setFolders([path.join(temporary.root, "code")], []);
      assert.equal(matchesOf(await other.search("loose needle")).length, 1);
      other.setFolders([], []);
      assert.match(textOf(alertOf(await other.search("loose"))?.["title"]), /No folder is open/);
    } finally {
      await other.close();
    }
  });

  itWithScripts(
    "sends a first match at once, a heartbeat while nothing is found, and ends ripgrep when the client goes",
    async () => {
      const pidFile = path.join(temporary.root, "slow.pid");
      const slow = await runService(temporary.root, [alpha], {
        heartbeatMs: 30,
        engineProgram: writeRipgrepScript(
          path.join(temporary.root, "slow"),
          `"$rg" "$@"`,
          `echo $$ > '${pidFile}'`,
          "exec sleep 600",
        ),
      });
      try {
        let text = "";
        const request = http.get(
          `${slow.baseUrl}/.api/search/stream?q=xyzzy`,
          { headers: { authorization: `Bearer ${slow.token}` } },
          (response) => {
            response
              .setEncoding("utf8")
              .on("data", (piece: string) => (text += piece))
              .on("error", () => undefined);
          },
        );
        request.on("error", () => undefined);
        const first = await until(() => (text.includes("event: matches") ? text.length : undefined));
        await until(() => (text.slice(first).split("event: progress").length > 3 ? true : undefined));
        const pid = Number(readFileSync(pidFile, "utf8"));
        assert.ok(isRunning(pid));
        request.destroy();
        await until(() => (isRunning(pid) ? undefined : true)); // by itself it would not end for ten minutes
      } finally {
        await slow.close();
      }
    },
  );

  itWithScripts("kills the process when it is stopped", async () => {
    const binary = path.join(temporary.root, "endless");
    writeFileSync(binary, "#!/bin/sh\necho $$\nexec sleep 600\n", { mode: 0o755 });
    const controller = new AbortController();
    let pid = 0;
    const reading = (async () => {
      for await (const piece of createRipgrep(binary)([], "\n", { signal: controller.signal }))
        pid = Number(piece.toString());
    })();
    await until(() => pid || undefined);
    controller.abort();
    await assert.rejects(reading, { name: "AbortError" });
    await until(() => (isRunning(pid) ? undefined : true)); // by itself it would not end for ten minutes
  });

  itWithScripts("is not confused by a line that was cut when ripgrep was ended", async () => {
    const binary = path.join(temporary.root, "cut");
    const line =
      '{"type":"match","data":{"path":{"text":"a"},"lines":{"text":"x"},"line_number":1,"absolute_offset":0,';
    writeFileSync(
      binary,
      `#!/bin/sh\nprintf '%s' '${line}"submatches":[{"match":{"text":"x"},"start":0'\nkill -9 $$\n`,
      {
        mode: 0o755,
      },
    );
    const { signal } = new AbortController();
    const reading = (async () => {
      for await (const file of findInFiles(createRipgrep(binary), [], signal)) assert.fail(file.file);
    })();
    await assert.rejects(reading, /ended from outside/);
  });

  it("keeps secrets and queries out of the log", async () => {
    await service.search("canaryquery");
    const log = service.logged.join("\n");
    assert.match(log, /info GET \/\.api\/search\/stream 200 \d+ ms/);
    assert.ok(!log.includes("canaryquery") && !log.includes(service.token));
  });
});
