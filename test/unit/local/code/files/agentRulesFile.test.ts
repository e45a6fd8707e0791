import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { AgentRulesFile, NO_AGENT_RULES } from "../../../../../src/local/code/files/agentRulesFile.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";

describe("the file with the rules for agents", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  it("has what each window said of its folders, for services that have no window", async () => {
    const store = path.join(temporary.root, "store");
    const [one, other, bridge] = [1, 2, 3].map(() => new AgentRulesFile(store));
    assert.ok(one && other && bridge);
    assert.deepEqual(bridge.rules, NO_AGENT_RULES);
    await one.keep(NO_AGENT_RULES, ["/a"]);
    assert.ok(!existsSync(store), "there is nothing to say");
    const ofA = { folder: "/a", patterns: ["x"] };
    const ofB = { folder: "/b", patterns: ["y"] };
    await one.keep({ everywhere: ["*.sql"], excluded: [ofA], givesIgnored: false }, ["/a"]);
    await other.keep({ everywhere: ["*.sql"], excluded: [ofB], givesIgnored: true }, ["/b"]);
    assert.deepEqual(bridge.rules, { everywhere: ["*.sql"], excluded: [ofA, ofB], givesIgnored: true });
    await one.keep(NO_AGENT_RULES, ["/a"]);
    assert.deepEqual(bridge.rules, { everywhere: [], excluded: [ofB], givesIgnored: false });
    assert.deepEqual(readdirSync(store), ["agents.json"]);
  });

  it("means nothing where it has something else in it", () => {
    const folder = temporary.write("odd", {
      "agents.json": '{"everywhere": [1, "a"], "excluded": [3, {"folder": 1}]}',
    });
    temporary.write("broken", { "agents.json": "{" });
    assert.deepEqual(new AgentRulesFile(path.join(temporary.root, "broken")).rules, NO_AGENT_RULES);
    assert.deepEqual(new AgentRulesFile(folder).rules, { everywhere: ["a"], excluded: [], givesIgnored: false });
  });
});
