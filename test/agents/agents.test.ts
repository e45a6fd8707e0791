import assert from "node:assert/strict";
import { existsSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { after, before, describe, it } from "mocha";
import { AGENT_TOOLS } from "../../src/core/agents/tools.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../unit/git/temporaryRepositories.ts";
import { until } from "../unit/local/runningService.ts";
import { AgentModel, type PlannedCall } from "./agentModel.ts";
import { AGENT_PROGRAMS } from "./agentPrograms.ts";
import { kill, makeMachine, processesOf, type AgentMachine } from "./agentRun.ts";

const SECRET = "c0ffee77deadbeef";
const search = (query: string): PlannedCall => ({ tool: "plumbline_search", input: { query } });
const read = (file: string, more: object = {}): PlannedCall => ({
  tool: "plumbline_read",
  input: { path: file, ...more },
});
const SEARCH = search("how does a wren sing?");
/** The search that finds this line has found the right file. */
const FOUND = /src\/wren\.ts[^]*export function singAsWren/;
/** Comes as far as a git that stands still. */
const STUCK = search("type:commit wren");

function makeProject(temporary: TemporaryFolder): string {
  const project = temporary.commit("project", {
    ".env": `TOKEN=${SECRET}\n`,
    "src/wren.ts":
      "/** Sings as a wren does: long and loud. */\nexport function singAsWren(): string {\n  return 'trr';\n}\n",
    "src/owl.ts": "/** Calls as an owl does. */\nexport function callAsOwl(): string {\n  return 'hoo';\n}\n",
  });
  symlinkSync(".env", path.join(project, "notes.txt"));
  return project;
}

for (const program of AGENT_PROGRAMS)
  describe(`${program.name}, with Plumbline as its server`, function () {
    this.timeout(180_000);
    this.slow(60_000);
    let temporary: TemporaryFolder;
    let model: AgentModel;
    let project: string;
    let machine: AgentMachine;

    before(async () => {
      temporary = makeTemporaryFolder();
      project = makeProject(temporary);
      model = await AgentModel.start();
      machine = makeMachine(program, temporary, project, model.origin);
    });
    after(async () => {
      kill(processesOf(temporary.root));
      await model[Symbol.asyncDispose]();
      await temporary.remove();
    });

    /** Has the model make these calls, and returns what was answered to each. */
    const run = async (...calls: readonly PlannedCall[]) => {
      model.plan(...calls);
      const { status, printed } = await machine.start().ended;
      assert.equal(status, 0, printed);
      assert.equal(model.results.length, calls.length, printed);
      return model.results;
    };
    const hasEnded = () => until(() => processesOf(temporary.root).length === 0);
    /** Starts it, and resolves once a call of its model is under way. */
    const startStuck = async () => {
      rmSync(machine.stuck, { force: true });
      model.plan(STUCK);
      const started = machine.start();
      await until(() => existsSync(machine.stuck));
      return started;
    };

    it("tells the model of every tool, finds the right file, and leaves nothing running", async () => {
      const [found] = await run(SEARCH);
      assert.match(found?.text ?? "", FOUND);
      for (const { name } of AGENT_TOOLS) assert.ok(model.received.includes(name), name);
      await hasEnded();
    });

    it("tells the model of an error as of an error", async () => {
      const [refused] = await run(read("src/lark.ts"));
      assert.match(refused?.text ?? "", /has no src\/lark\.ts/);
      assert.ok(refused?.isError !== false);
    });

    it("never gets what is in a file with secrets, in whichever way it asks", async () => {
      const ways = [
        ...[read(".env"), read("src/../.env"), read(path.join(project, ".env")), read(".ENV"), read("notes.txt")],
        ...[read(".env", { revision: "HEAD" }), search("TOKEN case:yes"), search("file:^\\.env TOKEN")],
        ...[
          search(`type:file ${SECRET.slice(0, 8)}`),
          { tool: "plumbline_ask", input: { question: "What is in .env?" } },
        ],
      ];
      const told = await run(...ways);
      assert.ok(!model.received.includes(SECRET));
      for (const { text } of told.slice(0, 6)) assert.match(text, /held back|must be a path within/);
      assert.match((await run(read("src/owl.ts")))[0]?.text ?? "", /callAsOwl/);
    });

    it("runs twice at once", async () => {
      model.plan(SEARCH);
      const ends = await Promise.all([machine.start().ended, machine.start().ended]);
      for (const { status, printed } of ends) assert.equal(status, 0, printed);
      assert.equal(model.finished.length, 2);
      for (const [found] of model.finished) assert.match(found?.text ?? "", FOUND);
    });

    if (program.limitsCalls)
      it("stops a call that takes longer than it waits, and goes on", async () => {
        const isStuck = () => processesOf(temporary.root).some(({ words }) => words.startsWith("sleep "));
        const before = async () => {
          assert.ok(existsSync(machine.stuck));
          await until(() => !isStuck());
        };
        rmSync(machine.stuck, { force: true });
        model.plan(STUCK, { ...SEARCH, before });
        const { status, printed } = await machine.start({ limitMs: 5_000 }).ended;
        assert.equal(status, 0, printed);
        const [stopped, found] = model.results;
        assert.match(stopped?.text ?? "", /timed out/);
        assert.doesNotMatch(stopped?.text ?? "", /plumbline-data/); // it was not our own limit
        assert.match(found?.text ?? "", FOUND);
      });

    it("stops a call with Ctrl+C, and leaves nothing running", async () => {
      const started = await startStuck();
      started.interrupt();
      await started.ended;
      await hasEnded();
      assert.match((await run(SEARCH))[0]?.text ?? "", FOUND);
    });

    it("leaves no service behind when it is killed", async () => {
      const started = await startStuck();
      const all = processesOf(temporary.root);
      const isOurs = (words: string) =>
        words.startsWith(`${process.execPath} ${machine.extension}`) || words.startsWith("sleep ");
      const its = all.filter(({ words }) => !isOurs(words));
      assert.ok(its.length > 0 && its.length < all.length, JSON.stringify(all));
      kill(its);
      await started.ended;
      await hasEnded();
      assert.match((await run(SEARCH))[0]?.text ?? "", FOUND);
    });

    it("is told of an update in between, and runs the new program from then on", async () => {
      const before = () => renameSync(machine.extension, machine.extension.replace("1.0.0", "1.0.1"));
      const [found, updated] = await run(SEARCH, { ...SEARCH, before });
      assert.match(found?.text ?? "", FOUND);
      assert.match(updated?.text ?? "", /Plumbline was updated: restart this MCP server/);
      assert.match((await run(SEARCH))[0]?.text ?? "", FOUND);
    });
  });
