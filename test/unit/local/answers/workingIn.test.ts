import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { makeTemporaryFolder, type TemporaryFolder } from "../../git/temporaryRepositories.ts";
import { runService, textOf, until, type RunningService } from "../runningService.ts";

/** The same rule twice, in other words than each other, so that neither is a copy. */
const HARBOUR = `/** Decides which ship may enter the harbour first, by its priority. */
export function nextShip(waiting) {
  return waiting.toSorted((a, b) => b.priority - a.priority)[0];
}
`;
const AIRPORT = `/** Decides which plane may land first, by its priority and the fuel that is left. */
export function nextPlane(circling) {
  const urgent = circling.filter(({ fuel }) => fuel < 10);
  return [...urgent, ...circling].reduce((one, other) => (other.priority > one.priority ? other : one));
}
`;

describe("a question of somebody who works in one of several code bases", () => {
  const QUESTION = "Where is the first decided, by priority?";
  let temporary: TemporaryFolder;
  let service: RunningService;
  before(async () => {
    temporary = makeTemporaryFolder();
    service = await runService(temporary.root, [
      temporary.write("harbour", { "src/harbour.js": HARBOUR, "README.md": "# Ships\n" }),
      temporary.write("airport", { "src/airport.js": AIRPORT, "README.md": "# Planes\n" }),
    ]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  /** The code bases of the passages, in their order. */
  const ask = async (workingIn: unknown, text = QUESTION, parent?: string) => {
    const question = { input: [{ question: { text } }], plumbline_working_in: workingIn };
    const { body } =
      parent === undefined
        ? await service.call("CreateConversation", { conversation: { questions: [question] } })
        : await service.call("AddConversationQuestion", { parent, question });
    const name = parent ?? textOf(body["name"]);
    const answer = await until(async () => {
      const conversation = (await service.call("GetConversation", { name })).body;
      return conversation["state"]?.["processing"]
        ? undefined
        : textOf(Object.values(conversation["questions"] ?? {}).at(-1));
    });
    const found = [...answer.matchAll(/\]\(\/(harbour|airport)[/@][^)]*\.js/g)].map(([, folder]) => folder);
    return { first: found[0], all: new Set(found), name };
  };

  it("finds what is in that one first, and all the rest", async () => {
    for (const name of ["harbour", "airport"]) {
      const { first, all } = await ask([name]);
      assert.deepEqual([first, all.size], [name, 2]);
    }
  });

  it("finds it first with each question of a conversation, by where the person is then", async () => {
    const { name } = await ask(["harbour"]);
    assert.equal((await ask(["airport"], QUESTION, name)).first, "airport");
  });

  it("looks where the question says, whatever the person works in", async () => {
    assert.deepEqual([...(await ask(["harbour"], `${QUESTION} (about @airport)`)).all], ["airport"]);
    assert.equal((await ask(["harbour"], "Where in airport is the first decided?")).first, "airport");
  });

  it("is answered as ever where that is unknown, or is no list of names", async () => {
    const usual = await ask(undefined);
    for (const odd of [[], ["elsewhere"], "airport", { length: 1 }, [7, null], Array(10_000).fill("x")]) {
      const { first, all } = await ask(odd);
      assert.deepEqual([first, all], [usual.first, usual.all], JSON.stringify(odd).slice(0, 40));
    }
  });
});
