import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { IgnoreFiles } from "../../../../../src/local/code/ripgrep/ignoreFiles.ts";
import { itWithScripts } from "../../../../support/systems.ts";
import { matchesOf, runService, textOf, type Json, type StreamEvent } from "../../runningService.ts";

describe("ignore files", () => {
  let root: string;
  let code: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), "plumbline-ignore-")));
    code = path.join(root, "above", "code");
    write("above/code/a.txt", "needle\n");
    write("above/code/sub/b.txt", "needle\n");
    write("above/code/sub/deep/c.txt", "needle\n");
    write("above/code/other/d.txt", "needle\n");
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const write = (file: string, text: string) => {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const pipe = (file: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    execFileSync("mkfifo", [file]);
  };
  const link = (target: string) => (file: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync(target, file);
  };
  const text = (content: string) => (file: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };

  const searched = async (query = "needle", parameters = {}) => {
    const service = await runService(root, [code]);
    try {
      const events = await service.search(query, parameters);
      return { files: matchesOf(events).map((match) => textOf(match["path"])), skipped: skippedIn(events) };
    } finally {
      await service.close();
    }
  };
  const skippedIn = (events: readonly StreamEvent[]): readonly Json[] =>
    (events.filter(({ event }) => event === "progress").at(-1)?.data["skipped"] ?? []) as unknown as readonly Json[];
  const isNamed = (skipped: readonly Json[], name: string) =>
    skipped.some((each) => textOf(each["reason"]) === "ignore-files" && textOf(each["message"]).includes(name));

  const long = text("# nothing\n".repeat(30_000));
  const kinds: readonly (readonly [string, (file: string) => void])[] = [
    ["a link to a device without end", link("/dev/zero")],
    ["a named pipe", pipe],
    ["a file whose length the system does not know", link("/proc/self/pagemap")],
    ["a long file", long],
    ["a file with many patterns", text(Array.from({ length: 5001 }, (_, at) => `x${at}\n`).join(""))],
  ];
  const ALL = ["a.txt", "other/d.txt", "sub/b.txt", "sub/deep/c.txt"];

  for (const [kind, make] of kinds) {
    itWithScripts(`are not read if one is ${kind}`, async () => {
      if (kind.includes("system") && process.platform !== "linux") return;
      make(path.join(code, ".rgignore"));
      make(path.join(code, "sub", "deep", ".gitignore"));
      const { files, skipped } = await searched();
      // What was found before ripgrep was ended remains.
      const kept = files.filter((file) => file !== "sub/deep/c.txt");
      assert.deepEqual(kept.toSorted(), ["a.txt", "other/d.txt", "sub/b.txt"]);
      assert.ok(isNamed(skipped, path.join(code, ".rgignore")), JSON.stringify(skipped));
      assert.ok(isNamed(skipped, path.join("sub", "deep", ".gitignore")), JSON.stringify(skipped));
    });
  }

  itWithScripts("above what is served turn off their kind only", async () => {
    mkdirSync(path.join(root, "above", ".git"));
    pipe(path.join(root, "above", ".ignore"));
    write("above/code/.ignore", "other\n");
    write("above/code/.gitignore", "b.txt\n");
    const { files, skipped } = await searched();
    assert.deepEqual(files.toSorted(), ["a.txt", "other/d.txt", "sub/deep/c.txt"]);
    assert.ok(isNamed(skipped, path.join(root, "above", ".ignore")), JSON.stringify(skipped));
  });

  itWithScripts("of repositories are not read, in their folder or where a file leads to", async () => {
    pipe(path.join(code, "sub", ".git", "info", "exclude"));
    write("above/code/other/.git", "gitdir: ../elsewhere\n");
    link("/dev/zero")(path.join(code, "elsewhere", "commondir"));
    const { files, skipped } = await searched();
    const kept = files.filter((file) => file !== "other/d.txt"); // found before ripgrep was ended, it remains
    assert.deepEqual(kept.toSorted(), ["a.txt"]);
    assert.ok(isNamed(skipped, path.join(".git", "info", "exclude")), JSON.stringify(skipped));
  });

  itWithScripts("are not read for any question about the code", async () => {
    pipe(path.join(code, "sub", ".ignore"));
    const service = await runService(root, [code]);
    try {
      for (const query of [
        "needle type:path",
        "type:symbol needle",
        "file:txt$ needle",
        "needle patternType:codycontext",
        "repo:has.content(needle) type:repo",
      ]) {
        const events = await service.search(query);
        assert.ok(isNamed(skippedIn(events), path.join("sub", ".ignore")), query);
      }
    } finally {
      await service.close();
    }
  });

  itWithScripts("that are found late let no row come twice", async () => {
    for (let at = 0; at < 2000; at++) write(`above/code/many/${at % 50}/${at}.txt`, "needle\n".repeat(50));
    pipe(path.join(code, "zz", ...Array.from({ length: 30 }, () => "z"), ".ignore"));
    const { files, skipped } = await searched("needle count:all");
    assert.equal(files.length, 2004);
    assert.equal(new Set(files).size, 2004);
    assert.ok(isNamed(skipped, "z/.ignore"), JSON.stringify(skipped));
  });

  it("are looked for in no folder that another one leaves out", async () => {
    mkdirSync(path.join(code, ".git"));
    write("above/code/.gitignore", "node_modules/\n!.vscode/settings.json\n");
    write("above/code/sub/node_modules/x/.ignore", "# nothing\n".repeat(30_000));
    const { files, skipped } = await searched();
    assert.deepEqual(files.toSorted(), ALL);
    assert.ok(!isNamed(skipped, "node_modules"), JSON.stringify(skipped));
    write("above/code/.ignore", "!node_*s\n");
    write("above/code/sub/node_modules/x/e.txt", "needle\n");
    assert.ok(isNamed((await searched()).skipped, "node_modules"));
  });

  it("that git's settings name are not read if they are long", async () => {
    write("home/.gitconfig", "[core]\n\texcludesFile = ~/mine\n");
    write("home/mine", "# nothing\n".repeat(30_000));
    const ignoreFiles = new IgnoreFiles([code], { HOME: path.join(root, "home") });
    await ignoreFiles.lookAbove([code]);
    assert.deepEqual(ignoreFiles.off, ["--no-ignore-global"]);
    assert.deepEqual(ignoreFiles.unsafe, [path.join(root, "home", "mine")]);
  });

  it("that are folders, can't be opened or are short change nothing", async () => {
    mkdirSync(path.join(code, ".ignore"));
    link("nowhere")(path.join(code, "sub", ".ignore"));
    write("above/code/other/.ignore", "# short\n");
    const { files, skipped } = await searched();
    assert.deepEqual(files.toSorted(), ALL);
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      ["ignored"],
    );
  });
});
