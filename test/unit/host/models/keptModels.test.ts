import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { KeptModels, type KeptModel } from "../../../../src/host/models/keptModels.ts";
import { plainMemento } from "../../../support/plainMemento.ts";

const at = (id: string, baseUrl: string, model = "m"): KeptModel => ({
  id,
  name: model,
  source: { kind: "endpoint", baseUrl, model, hasKey: false },
  limits: { tools: "unknown" },
});

describe("the models that were chosen", () => {
  it("may read the folders that were allowed for their destination, and no other", async () => {
    const kept = new KeptModels(plainMemento());
    const [here, there] = [at("1", "http://127.0.0.1:11434/v1"), at("2", "https://gateway.example.com/v1")];
    await kept.allow(here, ["/code/a", "/code/b"]);
    assert.ok(kept.mayRead(here, ["/code/a"]));
    assert.ok(kept.mayRead(at("3", "http://127.0.0.1:11434/v1", "other"), ["/code/b", "/code/a"]));
    assert.ok(!kept.mayRead(here, ["/code/a", "/code/c"]));
    assert.ok(!kept.mayRead(there, ["/code/a"]));
    assert.ok(!kept.mayRead(here, []));
  });

  it("lose what they were allowed with the last of a destination", async () => {
    const kept = new KeptModels(plainMemento());
    const [one, other] = [at("1", "http://127.0.0.1:1/v1"), at("2", "http://127.0.0.1:1/v1", "n")];
    await kept.keep(one);
    await kept.keep(other);
    await kept.choose(one);
    await kept.allow(one, ["/code"]);
    await kept.remove(one);
    assert.equal(kept.chosen, undefined);
    assert.ok(kept.mayRead(other, ["/code"]));
    await kept.remove(other);
    assert.ok(!kept.mayRead(other, ["/code"]));
  });

  it("are none where what is stored is anything else", async () => {
    const state = plainMemento();
    for (const stored of [undefined, null, 1, "x", {}, [null, {}, { id: "1" }, { ...at("1", "x"), source: {} }]]) {
      await state.update("models.kept", stored);
      await state.update("models.consents", stored);
      const kept = new KeptModels(state);
      assert.deepEqual(kept.all, []);
      assert.ok(!kept.mayRead(at("1", "http://127.0.0.1:1/v1"), ["/code"]));
    }
  });
});
