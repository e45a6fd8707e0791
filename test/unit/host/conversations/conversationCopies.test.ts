import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import type { Conversation } from "../../../../src/core/model/conversation.ts";
import { ConversationCopies } from "../../../../src/host/conversations/conversationCopies.ts";
import { withCopyFolder, type CopyFolder } from "../../../support/copyFolder.ts";
import { isWindows } from "../../../support/systems.ts";
import { exactProcessorTime, watchTurns } from "../../../support/turns.ts";

describe("copies of conversations", () => {
  let folder: string;
  let accounts: Set<string>;
  let problems: string[];
  let options: CopyFolder["options"];

  withCopyFolder((made) => {
    ({ folder, accounts, problems, options } = made);
  });

  const copies = (limitBytes?: number) =>
    new ConversationCopies(folder, { ...options, ...(limitBytes !== undefined && { limitBytes }) });
  const files = (accountId: string) => readdirSync(join(folder, accountId));
  const onlyFile = (accountId: string) => join(folder, accountId, files(accountId)[0] ?? "");

  it("come back as they were, also after a restart, with the time of their making", async () => {
    await copies().save("a", conversation("7"), 1000);
    assert.deepEqual(await copies().read("a", "7"), { savedAt: 1000, conversation: conversation("7") });
    assert.deepEqual(problems, []);
  });

  it("are found when the instance has moved from the legacy interface to the new one", async () => {
    await copies().save("a", conversation("7"));
    const copy = await copies().read("a", "users/12/conversations/7");
    assert.equal(copy?.conversation.title, "Title 7");
    await copies().save("a", conversation("users/12/conversations/7"));
    assert.equal(files("a").length, 1);
  });

  it("are kept apart by account", async () => {
    await copies().save("a", conversation("7"));
    assert.equal(await copies().read("b", "7"), undefined);
    assert.deepEqual(await copies().all("b"), []);
    await copies().save("b", conversation("7", "another answer"));
    await copies().removeAll("b");
    assert.ok(await copies().read("a", "7"));
    assert.equal(await copies().read("b", "7"), undefined);
  });

  it("never hold the address that may grant access", async () => {
    const webUrl = "https://instance.example/deepsearch/0b8b1a5e-1111-2222-3333-444455556666";
    await copies().save("a", { ...conversation("7"), webUrl, readToken: "0b8b1a5e-1111-2222-3333-444455556666" });
    assert.equal(readFileSync(onlyFile("a"), "utf8").includes("0b8b1a5e"), false);
  });

  it("have labels that are read without the rest, the last updated first", async () => {
    const kept = copies();
    await kept.save("a", { ...conversation("1"), updatedAt: 10 });
    await kept.save("a", { ...conversation("2"), updatedAt: 30 });
    await kept.save("a", { ...conversation("3", "", "processing"), updatedAt: 20 });
    const labels = await copies().all("a");
    assert.deepEqual(
      labels.map(({ name, status }) => [name, status]),
      [
        ["2", "completed"],
        ["3", "processing"],
        ["1", "completed"],
      ],
    );
    const some = await copies().labels("a", ["users/1/conversations/1", "9"]);
    assert.deepEqual(
      some.map((label) => label?.title),
      ["Title 1", undefined],
    );
  });

  it("have labels that are read some at a time, however many there are", async () => {
    await copies().save("a", conversation("1"));
    const text = readFileSync(onlyFile("a"));
    for (let at = 2; at <= 6_000; at++) writeFileSync(join(folder, "a", `${at}.json`), text);
    await copies().all("a"); // compiles what reads them
    let longestMs = Infinity;
    for (let round = 0; round < 3; round++) {
      const turns = watchTurns(exactProcessorTime);
      assert.equal((await copies().all("a")).length, 6_000);
      longestMs = Math.min(longestMs, turns.stop());
    }
    assert.ok(longestMs < 50, `${longestMs} ms`); // it once took 99
  });

  it("have labels that name the repository that most sources are in", async () => {
    const links = "[a](https://instance.example/h/o/r/-/blob/a.ts) [b](/h/o/r@v1/-/blob/b.ts) [c](/h/o/q/-/blob/c.ts)";
    await copies().save("a", conversation("1", links));
    await copies().save("a", conversation("2"));
    await copies().save("a", conversation("3", `[a](/h/o/${"r".repeat(1000)}/-/blob/a.ts)`));
    const labels = await copies().labels("a", ["1", "2", "3"]);
    assert.deepEqual(
      labels.map((label) => label?.repository),
      ["h/o/r", undefined, undefined],
    );
  });

  it("are found by words of title, question and answer, in any case and order", async () => {
    await copies().save("a", conversation("1", "The **Parser** skips it."));
    await copies().save("a", conversation("2", "Nothing of that."));
    const found = async (text: string) => (await copies().find("a", text)).map(({ name }) => name);
    assert.deepEqual(await found("it parser"), ["1"]);
    assert.deepEqual(await found("question 2"), ["2"]);
    assert.deepEqual(await found("absent"), []);
  });

  it("that are damaged are as good as none, and go", async () => {
    for (const damage of [
      (file: string) => {
        truncateSync(file, statSync(file).size - 3);
      },
      (file: string) => {
        writeFileSync(file, readFileSync(file, "utf8").replace("Title 7", "Tidal 7"));
      },
      (file: string) => {
        writeFileSync(file, "");
      },
      (file: string) => {
        writeFileSync(file, Buffer.alloc(100_000, 0xff));
      },
    ]) {
      await copies().save("a", conversation("7"));
      damage(onlyFile("a"));
      assert.equal(await copies().read("a", "7"), undefined);
      assert.deepEqual(files("a"), []);
    }
    assert.equal(problems.length, 4);
  });

  it("take no more than the limit: what was saved longest ago goes", async () => {
    const big = "x".repeat(10_000);
    for (const name of ["1", "2", "3"]) {
      const [before] = (await copies().all("a")).map(({ name: earlier }) => earlier);
      await copies(35_000).save(name === "3" ? "b" : "a", conversation(name, big));
      if (before === undefined) utimesSync(onlyFile("a"), 1, 1); // the first one is old
    }
    await copies(25_000).save("a", conversation("4"));
    const names = async (accountId: string) => (await copies().all(accountId)).map(({ name }) => name).sort();
    assert.deepEqual([await names("a"), await names("b")], [["2", "4"], ["3"]]);
  });

  it("of an account that was signed out of are not made any more, and what is left of it goes", async () => {
    await copies().save("a", conversation("7"));
    accounts.delete("a");
    await copies().save("a", conversation("8"));
    assert.equal(files("a").length, 1);
    await copies().save("b", conversation("9"));
    assert.deepEqual(readdirSync(folder), ["b"]);
  });

  it("are replaced as a whole, however many write at once", async () => {
    const count = isWindows ? 4 : 20; // there, those that are not first try again a few times
    const writers = Array.from({ length: count }, (_, index) =>
      copies().save("a", conversation("7", String(index).repeat(50_000))),
    );
    await Promise.all(writers);
    assert.equal(files("a").length, 1);
    assert.ok(await copies().read("a", "7"));
    assert.deepEqual(problems, []);
  });

  it("that can't be kept are reported, and nothing fails", async () => {
    writeFileSync(join(folder, "a"), "a file where the folder should be");
    await copies().save("a", conversation("7"));
    assert.equal(await copies().read("a", "7"), undefined);
    assert.ok(problems.length > 0);
  });
});

function conversation(name: string, answer = "So.", status: "completed" | "processing" = "completed"): Conversation {
  const id = name.slice(name.lastIndexOf("/") + 1);
  return {
    name,
    title: `Title ${id}`,
    questions: [
      {
        id: "0",
        text: `Question ${id}?`,
        outcome: status === "completed" ? { status, answer } : { status, steps: [] },
        listedSources: [],
        suggestedFollowUps: [],
      },
    ],
  };
}
