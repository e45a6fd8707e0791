import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import type { LocalServiceOptions } from "../../../../src/local/server/localService.ts";
import { itWithScripts } from "../../../support/systems.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { matchesOf, runService, textOf, writeRipgrepScript, type RunningService } from "../runningService.ts";

describe("a search that ranks passages", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  const RETRY = [
    "// Nothing of interest.",
    "",
    "/** How long to wait before the next attempt. */",
    "export function retryDelay(attempt: number): number {",
    "  const seconds = 2 ** attempt;",
    "  return Math.min(seconds, 60) * 1000;",
    "}",
    "",
  ];

  before(async () => {
    temporary = makeTemporaryFolder();
    temporary.write("code", {
      "src/retry.ts": RETRY.join("\n"),
      "src/attempt.md": "An attempt at something else, with a delay.\n",
      "src/other.ts": "export const other = 1;\n",
    });
    service = await runService(temporary.root, [path.join(temporary.root, "code")]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  it("brings the best one first, one match each, with its lines as the file has them", async () => {
    for (const [query, t] of [
      ["how long is the retry delay of an attempt patternType:codycontext", "keyword"],
      ["how long is the retry delay of an attempt", "codycontext"],
    ] as const) {
      const events = await service.search(query, { t, cm: "true" });
      const [best] = matchesOf(events);
      assert.equal(best?.["path"], "src/retry.ts");
      const chunk = best["chunkMatches"]?.[0];
      const { line } = chunk?.["contentStart"] as unknown as { line: number };
      const content = textOf(chunk?.["content"]);
      assert.ok(content.includes("export function retryDelay"), content);
      assert.ok(
        readFileSync(path.join(temporary.root, "code/src/retry.ts"), "utf8")
          .split("\n")
          .slice(line)
          .join("\n")
          .startsWith(content.trimEnd()),
      );
      assert.equal((chunk?.["ranges"] as unknown as unknown[]).length, 1);
      const progress = events.findLast(({ event }) => event === "progress")?.data;
      assert.deepEqual([progress?.["done"], progress?.["matchCount"]], [true, matchesOf(events).length]);
    }
  });

  it("begins after a byte order mark, as other searches do", async () => {
    const marked = temporary.write("marked", { "a.ts": `\ufeff${RETRY.slice(3).join("\n")}` });
    const other = await runService(temporary.root, [marked]);
    try {
      const [match] = matchesOf(await other.search("retry delay of an attempt", { t: "codycontext", cm: "true" }));
      const { content, contentStart, ranges } = match?.["chunkMatches"]?.[0] ?? {};
      assert.ok(textOf(content).startsWith("export function retryDelay"));
      assert.deepEqual(contentStart, { offset: 3, line: 0, column: 0 });
      assert.deepEqual(ranges?.[0]?.["start"], { offset: 3, line: 0, column: 0 });
    } finally {
      await other.close();
    }
  });

  describe("says why it finds nothing, where", () => {
    const toldBy = async (folders: readonly string[], options: Partial<LocalServiceOptions> = {}) => {
      const other = await runService(temporary.root, folders, options);
      try {
        const events = await other.search("how long is the retry delay", { t: "codycontext" });
        return {
          told: events.flatMap(({ event, data }) =>
            event === "progress" && !data["done"] ? [] : [`${event} ${textOf(data["title"] ?? data["message"] ?? "")}`],
          ),
          heartbeats: events.filter(({ event, data }) => event === "progress" && !data["done"]).length,
        };
      } finally {
        await other.close();
      }
    };
    const code = () => [path.join(temporary.root, "code")];

    it("no folder is open", async () => {
      assert.deepEqual((await toldBy([])).told, ["progress ", "alert No folder is open", "done "]);
    });

    it("a folder can't be read", async () => {
      const gone = [path.join(temporary.root, "gone")];
      assert.deepEqual((await toldBy(gone)).told, ["progress ", "alert 1 folder can't be read", "done "]);
    });

    it("ripgrep can't be started", async () => {
      const engineProgram = path.join(temporary.root, "none");
      const { told } = await toldBy(code(), { engineProgram });
      assert.deepEqual(told, ["progress ", "alert ripgrep can't be started", "done "]);
    });

    itWithScripts("a folder within can't be read", async () => {
      const [folder = ""] = code();
      const complaint = `rg: ${path.join(folder, "secret")}: Permission denied (os error 13)`;
      const engineProgram = writeRipgrepScript(
        path.join(temporary.root, "refused"),
        `echo "${complaint}" >&2`,
        "exit 2",
      );
      const other = await runService(temporary.root, [folder], { engineProgram });
      try {
        const events = await other.search("how long is the retry delay", { t: "codycontext" });
        const progress = events.findLast(({ event }) => event === "progress");
        assert.match(JSON.stringify(progress?.data["skipped"]), /1 file or folder can't be read.*secret/);
      } finally {
        await other.close();
      }
    });

    itWithScripts("it fails, and that it is at work until then", async () => {
      const engineProgram = writeRipgrepScript(path.join(temporary.root, "slow"), "sleep 1", "kill -9 $$");
      const { told, heartbeats } = await toldBy(code(), { engineProgram, heartbeatMs: 30 });
      assert.match(told.join(), /^progress ,error The search failed in the local service.*,done $/);
      assert.ok(heartbeats > 5, String(heartbeats));
    });
  });

  it("looks only into the files that filters choose", async () => {
    for (const [filters, ...paths] of [
      ["lang:markdown", "src/attempt.md"],
      ["-file:md$", "src/retry.ts"],
      ["file:nowhere"],
      ["repo:code lang:ts", "src/retry.ts"],
    ] as const) {
      const events = await service.search(`delay of an attempt ${filters} patternType:codycontext`);
      assert.deepEqual(
        matchesOf(events).map((match) => match["path"]),
        paths,
        filters,
      );
    }
  });

  it("ranks what was read within `timeout:`, and says that files are missing", async () => {
    const unread = temporary.write("unread", { "src/retry.ts": RETRY.join("\n") });
    const other = await runService(path.join(temporary.root, "late"), [unread]);
    try {
      const isLate = async (filter: string) => {
        const events = await other.search(
          `how long is the retry delay of an attempt ${filter} patternType:codycontext`,
        );
        assert.equal(matchesOf(events)[0]?.["path"], "src/retry.ts"); // if it was not read, found by the words of a line
        const progress = events.findLast(({ event }) => event === "progress");
        return /The search took too long.*search longer/.test(JSON.stringify(progress?.data["skipped"]));
      };
      for (const [filter, late] of [
        ["timeout:1ns", true],
        ["timeout:1m", false],
        ["timeout:1ns", false], // what is known need not be read
      ] as const)
        assert.equal(await isLate(filter), late);
    } finally {
      await other.close();
    }
  });

  it("takes what only looks like a filter for words", async () => {
    for (const words of ["retry delay count: number", 'content:"retry delay type:diff"']) {
      const [best] = matchesOf(await service.search(`${words} patternType:codycontext`));
      assert.equal(best?.["path"], "src/retry.ts", words);
    }
  });

  it("says which filters it does not take", async () => {
    for (const filter of ["type:symbol", "rev:main", "repo:code@main", "file:has.content(a)"]) {
      const events = await service.search(`retry delay lang:ts ${filter} patternType:codycontext`);
      assert.deepEqual(matchesOf(events), []);
      const told = textOf(events.find(({ event }) => event === "alert")?.data);
      assert.match(told, /work with words, .repo:., .file:., .lang:. and .timeout:. only/);
      assert.ok(told.includes(`Remove \`${filter}\`, or`), told);
    }
    const events = await service.search("retry delay lang:nonsense patternType:codycontext");
    assert.match(textOf(events.find(({ event }) => event === "alert")?.data), /Unknown language/);
  });
});
