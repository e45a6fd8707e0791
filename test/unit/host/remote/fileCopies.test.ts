import assert from "node:assert/strict";
import { readdirSync, readFileSync, renameSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { describe, it } from "mocha";
import { FileCopies } from "../../../../src/host/remote/fileCopies.ts";
import { withCopyFolder, type CopyFolder } from "../../../support/copyFolder.ts";
import { assertMode } from "../../../support/systems.ts";

/** A file system that can't set file times, like some network shares. */
const UNNOTED = `data:text/javascript,${encodeURIComponent(
  'export * from "node:fs/promises"; export const utimes = () => Promise.reject(Object.assign(new Error("EPERM"), { code: "EPERM" }));',
)}`;
const PLACE = { repository: "host/one", revision: "0123456789abcdef0123456789abcdef01234567", path: "src/a.ts" };

describe("copies of files", () => {
  let folder: string;
  let accounts: Set<string>;
  let problems: string[];
  let options: CopyFolder["options"];

  withCopyFolder((made) => {
    ({ folder, accounts, problems, options } = made);
  });

  const copies = (limitBytes?: number) =>
    new FileCopies(folder, { ...options, ...(limitBytes !== undefined && { limitBytes }) });
  const bytes = (text: string) => new TextEncoder().encode(text);
  const read = async (accountId: string, place = PLACE, kept = copies()) => {
    const content = await kept.read(accountId, place);
    return content && new TextDecoder().decode(content);
  };
  const files = (accountId: string) =>
    readdirSync(join(folder, accountId)).map((name) => join(folder, accountId, name));

  it("come back byte by byte, also after a restart", async () => {
    const content = Uint8Array.from({ length: 1000 }, (_, index) => index);
    await copies().save("a", PLACE, content);
    assert.deepEqual(
      await copies()
        .read("a", PLACE)
        .then((found) => found && Uint8Array.from(found)),
      content,
    );
    await copies().save("a", { ...PLACE, path: "empty" }, bytes(""));
    assert.equal(await read("a", { ...PLACE, path: "empty" }), "");
    assert.deepEqual(problems, []);
  });

  it("are of one repository, commit and path", async () => {
    await copies().save("a", PLACE, bytes("one"));
    for (const other of [{ repository: "host/two" }, { revision: "f".repeat(40) }, { path: "src/b.ts" }]) {
      assert.equal(await read("a", { ...PLACE, ...other }), undefined);
    }
  });

  it("are only made of what never changes, and of nothing huge", async () => {
    for (const revision of ["main", "0123456", `${PLACE.revision}^`]) {
      await copies().save("a", { ...PLACE, revision }, bytes("one"));
      assert.equal(await read("a", { ...PLACE, revision }), undefined);
    }
    await copies().save("a", { repository: "host/one", path: "src/a.ts" }, bytes("one"));
    await copies().save("a", PLACE, new Uint8Array(5_000_001));
    assert.deepEqual(readdirSync(folder), []);
  });

  it("are kept apart by account, and not taken where somebody moved them", async () => {
    await copies().save("a", PLACE, bytes("for a"));
    assert.equal(await read("b"), undefined);
    await copies().save("b", PLACE, bytes("for b"));
    assert.deepEqual([await read("a"), await read("b")], ["for a", "for b"]);
    renameSync(files("a")[0] ?? "", files("b")[0] ?? "");
    assert.equal(await read("b"), undefined);
    assert.equal(problems.length, 1);
  });

  it("go with their account", async () => {
    const kept = copies();
    await kept.save("a", PLACE, bytes("for a"));
    await kept.save("b", PLACE, bytes("for b"));
    await kept.removeAll("a");
    assert.deepEqual([await read("a"), await read("b")], [undefined, "for b"]);
    accounts.delete("b");
    await kept.save("b", PLACE, bytes("more"));
    assert.equal(await read("b"), "for b");
    await copies().save("a", PLACE, bytes("for a"));
    assert.deepEqual(readdirSync(folder), ["a"]);
  });

  it("stay where it can't be noted that they were read", async () => {
    const hooks = registerHooks({
      resolve: (specifier, context, next) => {
        const isOurs = context.parentURL?.endsWith("?unnoted") === true;
        return isOurs && specifier === "node:fs/promises"
          ? { url: UNNOTED, shortCircuit: true }
          : next(specifier, context);
      },
    });
    try {
      const file = `${import.meta.resolve("../../../../src/host/remote/fileCopies.ts")}?unnoted`;
      const { FileCopies: Unnoted } = (await import(file)) as { FileCopies: typeof FileCopies };
      await copies().save("a", PLACE, bytes("for a"));
      const unnoted = new Unnoted(folder, { isKnown: () => true, onError: (what) => problems.push(what) });
      assert.equal(await read("a", PLACE, unnoted), "for a");
      assert.equal(await read("a"), "for a");
      assert.deepEqual([problems, files("a").length], [[], 1]);
    } finally {
      hooks.deregister();
    }
  });

  it("are nobody else's on this machine", async () => {
    await copies().save("a", PLACE, bytes("for a"));
    assertMode(files("a")[0] ?? "", 0o600);
    assertMode(join(folder, "a"), 0o700);
  });

  it("that are damaged are as good as none, and go", async () => {
    for (const damage of [
      (file: string) => {
        truncateSync(file, statSync(file).size - 1);
      },
      (file: string) => {
        writeFileSync(file, readFileSync(file, "latin1").replace("for a", "for b"), "latin1");
      },
      (file: string) => {
        writeFileSync(file, "");
      },
    ]) {
      await copies().save("a", PLACE, bytes("for a"));
      damage(files("a")[0] ?? "");
      assert.equal(await read("a"), undefined);
      assert.deepEqual(files("a"), []);
    }
    assert.equal(problems.length, 3);
  });

  it("take no more than the limit: what was written or read longest ago goes", async () => {
    const kept = copies(35_000);
    const big = new Uint8Array(10_000);
    const at = (path: string) => ({ ...PLACE, path });
    const age = (secondsAgo: number) => {
      const time = Date.now() / 1000 - secondsAgo;
      for (const file of [...files("a"), ...files("b")]) {
        if (Date.now() - statSync(file).mtimeMs < 1_000_000) utimesSync(file, time, time);
      }
    };
    await kept.save("b", at("0"), big);
    await kept.save("a", at("1"), big);
    age(9_000);
    await kept.save("a", at("2"), big);
    age(8_000);
    await kept.read("b", at("0"));
    await kept.save("a", at("3"), big);
    const found = await Promise.all(
      ["0 b", "1 a", "2 a", "3 a"].map(async (name) => {
        const [path = "", account = ""] = name.split(" ");
        return (await kept.read(account, at(path))) !== undefined;
      }),
    );
    assert.deepEqual(found, [true, false, true, true]);
  });
});
