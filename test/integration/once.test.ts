import assert from "node:assert/strict";
import { once } from "../../src/core/model/once.ts";
import { plumbline } from "./extension.ts";

describe("what is done once", () => {
  it("is tried again where it failed, and kept where it did not", async () => {
    let calls = 0;
    const load = once(() => (++calls === 1 ? Promise.reject(new Error("not yet")) : Promise.resolve(calls)));
    const failed = await Promise.allSettled([load(), load()]);
    assert.deepEqual(
      failed.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.deepEqual([await load(), await load(), calls], [2, 2, 2]);
  });

  it("opens one tab for a conversation that is double-clicked", async () => {
    const { answers } = await plumbline();
    const before = answers.panels.length;
    const conversation = { accountId: "local", name: "users/1/conversations/404404", title: "Twice" };
    await Promise.all([answers.show(conversation), answers.show(conversation)]);
    await answers.show(conversation);
    assert.equal(answers.panels.length, before + 1);
    answers.close(conversation);
  });
});
