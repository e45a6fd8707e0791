import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { createAnswerFinder } from "../../../../../src/local/answers/answer.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { engineOf } from "../../runningService.ts";

const TYPED = `import type { Sink } from "./sink";

/** Retries a delivery with a growing delay. */
export async function retryDelivery(sink: Sink, parcel: Uint8Array, attempts: number): Promise<number> {
  let delay: number = 10;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (await sink.deliver(parcel)) return attempt;
    await sink.pause(delay);
    delay *= 2;
  }
  throw new Error("undelivered");
}
`;
const BUILT = `/** Retries a delivery with a growing delay. */
export async function retryDelivery(sink, parcel, attempts) {
    let delay = 10;
    for (let attempt = 1; attempt <= attempts; attempt++) {
        if (await sink.deliver(parcel))
            return attempt;
        await sink.pause(delay);
        delay *= 2;
    }
    throw new Error("undelivered");
}
//# sourceMappingURL=delivery.js.map
`;
const COMMON = `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.retryDelivery = retryDelivery;
${BUILT.replaceAll("export ", "")}`;
const DECLARED = `import type { Sink } from "./sink";
export declare function retryDelivery(sink: Sink, parcel: Uint8Array, attempts: number): Promise<number>;
`;
const USER = `import { retryDelivery } from "./delivery";

export const send = (sink, parcel) => retryDelivery(sink, parcel, 5);
`;
const ALL = {
  "src/delivery.ts": TYPED,
  "src/send.ts": USER,
  "dist/esm/delivery.js": BUILT,
  "dist/esm/send.js": USER,
  "dist/cjs/delivery.cjs": COMMON,
  "dist/esm/delivery.d.ts": DECLARED,
};
const ANOTHER = {
  "README.md": "# Parcels\n",
  "src/tide.ts": "export function tide(): number {\n  return 4;\n}\n",
};

describe("an answer where code has copies", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  let count = 0;
  const ask = (question: string, files: Readonly<Record<string, string>>) => {
    const root = temporary.write(`code${++count}`, { ...ANOTHER, ...files });
    const find = createAnswerFinder({ engineOf, commits: new Commits(new GitPermission([])) });
    const signal = AbortSignal.timeout(60_000);
    return find({ question, earlier: [], folders: [root], signal, step: () => undefined, withEvidence: true });
  };
  /** The places of the passages, and of their duplicates. */
  const shownIn = ({ text }: { readonly text: string }) =>
    [...text.matchAll(/^(?:### \d+\. .*?|(\+\d) duplicates?: .*)\[`([^`]*)`\]/gm)].map(
      ([line, more = "", path = ""]) => more + (more ? line.replaceAll(/^[^:]*: |\[|\]\([^)]*\)|\]$/g, "") : path),
    );
  const QUESTION = "How is a delivery retried with a growing delay?";

  it("shows the source of what is built, and where that is", async () => {
    const answer = await ask(QUESTION, ALL);
    const [first, copies, ...others] = shownIn(answer);
    assert.match(first ?? "", /^src\/delivery\.ts:/);
    assert.match(copies ?? "", /^\+3`dist\/cjs\/delivery\.cjs:\d+–\d+`, .*dist\/esm\/delivery\.d\.ts.*/);
    assert.ok(
      others.every((place) => !place.startsWith("dist/")),
      others.join("\n"),
    );
    assert.ok(answer.evidence?.every(({ path }) => !path.startsWith("dist/")));
    assert.match(answer.text, /@kept-\w+\/-\/blob\/dist\/esm\/delivery\.js/);
  });

  it("lists no use in what is built, and says so", async () => {
    const { text } = await ask("Who calls retryDelivery?", ALL);
    assert.match(text, /\*\*Used in 1 place:\*\*/);
    assert.match(text, /4 files that are built from these are not listed: `dist\/cjs\/delivery\.cjs`/);
  });

  it("shows what is built if the question names it, or if nothing else is there", async () => {
    const named = await ask("What does dist/esm/delivery.js do?", ALL);
    assert.match(shownIn(named)[0] ?? "", /^dist\/esm\/delivery\.js:/);
    const alone = await ask(QUESTION, { "dist/delivery.js": BUILT });
    assert.match(shownIn(alone)[0] ?? "", /^dist\/delivery\.js:/);
  });

  it("takes a file for no copy because of its folder and name alone", async () => {
    const other = "export function stopDelivery(vehicle) {\n  return vehicle.halt();\n}\n";
    const answer = await ask("Where is a vehicle halted?", { ...ALL, "dist/esm/delivery.js": other });
    assert.match(shownIn(answer)[0] ?? "", /^dist\/esm\/delivery\.js:/);
  });

  it("shows a function that is kept in several packages once", async () => {
    const answer = await ask(QUESTION, {
      "packages/post/delivery.ts": TYPED,
      "packages/rail/delivering.ts": TYPED,
      "packages/ship/index.ts": TYPED,
    });
    const [first, copies, ...others] = shownIn(answer);
    assert.match(first ?? "", /^packages\/post\/delivery\.ts:/);
    assert.match(copies ?? "", /^\+2`packages\/rail\/delivering\.ts:\d+–\d+`, `packages\/ship\/index\.ts:\d+–\d+`$/);
    assert.deepEqual(
      others.filter((place) => place.includes("packages/")),
      [],
    );
  });

  it("shows what has the same name and is something else", async () => {
    const answer = await ask(QUESTION, {
      "src/post.ts": TYPED,
      "src/rail.ts": TYPED.replaceAll(/sink|pause|deliver\b|attempt\b/g, "rail$&"),
      "src/ship.ts":
        "export function retryDelivery(ship, delay) {\n  return ship.retryDelivery(ship.sink, ship.parcel, delay);\n}\n",
    });
    const shown = shownIn(answer);
    for (const path of ["src/post.ts", "src/rail.ts", "src/ship.ts"])
      assert.ok(
        shown.some((place) => place.startsWith(path)),
        `${path} is not in ${shown.join("\n")}`,
      );
  });
});
