import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { createRipgrep, eachPlaceOnce, RipgrepError } from "../../../../../src/local/code/ripgrep/ripgrep.ts";
import { withoutEngine } from "../../../../../src/local/code/engine/engineError.ts";
import { findEngineProgram } from "../../../../../src/local/code/engine/engineProgram.ts";
import { itWithScripts } from "../../../../support/systems.ts";

describe("ripgrep", () => {
  it("reads a file that is cut short and written again all the while", async () => {
    const root = mkdtempSync(path.join(tmpdir(), "plumbline-ripgrep-"));
    const file = path.join(root, "a.txt");
    const text = "needle in this line\n".repeat(100_000);
    writeFileSync(file, text);
    const search = createRipgrep(await findEngineProgram());
    const read = async () => {
      const pieces = search(["--count", "needle", "--", file], "\n", { signal: AbortSignal.timeout(10_000) });
      for await (const piece of pieces) assert.match(piece.toString(), /^\d+$/);
    };
    const writing = setInterval(() => {
      truncateSync(file);
      writeFileSync(file, text);
    }, 1);
    try {
      for (let times = 0; times < 40; times++) await Promise.all([read(), read()]);
    } finally {
      clearInterval(writing);
      rmSync(root, { recursive: true });
    }
  });

  it("leaves a folder out of those around it, on Windows however it is written", () => {
    const ran = eachPlaceOnce(["--files", "--", "C:\\Code", "c:\\code\\a [b]\\c", "C:\\coded"], path.win32);
    assert.equal(ran.cwd, "c:\\");
    assert.deepEqual(ran.args.slice(0, 3), ["--iglob", "!/code/a[ ][[]b[]]/c", "--files"]);
    assert.deepEqual(eachPlaceOnce(["--", "/a", "/ab", "/a-b"], path.posix), { args: ["--", "/a", "/ab", "/a-b"] });
  });

  describe("that can't run on this machine", () => {
    let root: string;
    before(() => {
      root = mkdtempSync(path.join(tmpdir(), "plumbline-ripgrep-"));
    });
    after(() => {
      rmSync(root, { recursive: true });
    });
    const program = (name: string, content: string) => {
      const file = path.join(root, name);
      writeFileSync(file, content, { mode: 0o755 });
      return file;
    };
    const problemWith = async (binary: string) => {
      const search = createRipgrep(binary)(["needle"], "\n", { signal: AbortSignal.timeout(10_000) });
      const error: unknown = await search.next().then(
        () => assert.fail("it was taken for one that found nothing"),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof RipgrepError, String(error));
      return error;
    };

    const cases: readonly (readonly [what: string, content: string, message: RegExp])[] = [
      ["made for another kind of processor", "\x7fELF\x02\x01\x01\0not one of ours", /\w/],
      ["without its loader", "#!/bin/sh\necho 'libc.so.6: not found' >&2\nexit 127\n", /libc\.so\.6: not found/],
      ["that fails without a word", "#!/bin/sh\nexit 126\n", /126/],
      ["that crashes at once", "#!/bin/sh\nkill -SEGV $$\n", /SIGSEGV/],
    ];
    for (const [what, content, message] of cases) {
      const itWithProgram = content.startsWith("#!") ? itWithScripts : it;
      itWithProgram(`is told of: one ${what}`, async () => {
        const { reason, message: told } = await problemWith(program(what, content));
        assert.equal(reason, "missing");
        assert.match(told, message);
      });
    }

    it("is told of: one that the system refuses to start", async () => {
      const link = path.join(root, "circle");
      symlinkSync(link, link);
      assert.equal((await problemWith(link)).reason, "missing");
      assert.equal((await problemWith(path.join(root, "none"))).reason, "missing");
    });

    it("is told of as a machine without room where that is why, and not as one to install again", () => {
      for (const code of ["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"])
        assert.match(
          withoutEngine(new RipgrepError("missing", `spawn rg ${code}`)).description,
          /^This machine has no room for/,
        );
      assert.match(
        withoutEngine(new RipgrepError("missing", "spawn /EAGAINST/rg ENOENT")).description,
        /Reinstall Plumbline/,
      );
    });

    itWithScripts("is ended where one of its threads is lost and the others wait for it", async () => {
      const panic = "thread 'main' panicked at library/std/src/thread/scoped.rs:200:46:\nfailed to spawn thread: Os";
      const why = '{ code: 11, kind: WouldBlock, message: "Resource temporarily unavailable" }';
      const script = `#!/bin/sh\ncat >&2 <<'END'\n\n${panic} ${why}\nEND\nexec sleep 20\n`;
      const error = await problemWith(program("panicked", script));
      assert.equal(error.reason, "missing");
      assert.match(
        withoutEngine(error).description,
        /^This machine has no room for another program .*: failed to spawn thread: /,
      );
    });

    itWithScripts("is another thing than one that was ended from outside, or could not read a file", async () => {
      assert.equal((await problemWith(program("killed", "#!/bin/sh\nkill -KILL $$\n"))).reason, "ended");
      const unread = program("unread", "#!/bin/sh\necho 'rg: a: Permission denied (os error 13)' >&2\nexit 2\n");
      const search = createRipgrep(unread)(["needle"], "\n", { signal: AbortSignal.timeout(10_000) });
      assert.equal((await search.next()).done, true);
    });
  });

  it("is not asked for a NUL, and the refusal says nothing of what was sought", async () => {
    const search = createRipgrep("rg")(["--json", "the secret plan\0"], "\n", { signal: AbortSignal.timeout(5000) });
    await assert.rejects(search.next(), (error: Error) => {
      assert.equal(error.name, "RipgrepError");
      assert.doesNotMatch(error.message, /\.$/); // it is the beginning of a sentence for the person
      assert.doesNotMatch(error.stack ?? "", /secret plan/);
      return true;
    });
  });

  it("is not waited for any more after an abort, where something that it has started holds its output open", async () => {
    const root = mkdtempSync(path.join(tmpdir(), "plumbline-ripgrep-"));
    const program = path.join(root, "rg");
    writeFileSync(program, "#!/bin/sh\necho some\nsleep 20\nexit 0\n", { mode: 0o755 });
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(300);
    try {
      const pieces = createRipgrep(program)(["--files"], "\n", { signal });
      assert.equal((await pieces.next()).value?.toString(), "some");
      await assert.rejects(pieces.next(), { name: "TimeoutError" });
      assert.ok(performance.now() - startedAt < 10_000);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
