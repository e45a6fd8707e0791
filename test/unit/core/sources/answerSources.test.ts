import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { answerSteps, countUncited, readAnswers, sourceState } from "../../../../src/core/sources/answerSources.ts";
import type { ReadAnswers } from "../../../../src/core/sources/answerSources.ts";
import type { ListedSource, Outcome, Question } from "../../../../src/core/model/conversation.ts";
import type { Block, Inline } from "../../../../src/protocol/markdown.ts";
import { hostileAnswer } from "../../../support/hostile/corpus.ts";
import { inSlices } from "../../../../src/core/text/timeSlices.ts";
import { exactProcessorTime, leastProcessorTime, watchTurns } from "../../../support/turns.ts";

const BASE = "https://instance.example";

function question(id: string, outcome: Outcome | string, links: readonly string[] = []): Question {
  return {
    id,
    text: "?",
    outcome: typeof outcome === "string" ? { status: "completed", answer: outcome } : outcome,
    listedSources: links.map((link): ListedSource => ({ type: "Repository", link, label: "" })),
    suggestedFollowUps: [],
  };
}

const read = (questions: readonly Question[], before?: ReadAnswers, baseUrl = BASE) =>
  readAnswers({ questions }, baseUrl, before);
/** What an answer begins with that is read as one: a definition that nothing refers to. */
const AS_ONE = "[unused]: /unused\n\n";
const readOne = (answer: string, links?: readonly string[]) => read([question("1", answer, links)]);

/** Every link of the answers as `text → source 0` or `text → web 0`. */
function linksOf(reading: ReadAnswers): string[] {
  const links: string[] = [];
  const visit = (node: Block | Inline): void => {
    if (node.type === "link") links.push(`${JSON.stringify(node.content)} → ${node.target.kind} ${node.target.index}`);
    if ("content" in node) node.content.forEach(visit);
    if (node.type === "list") for (const item of node.items) item.content.forEach(visit);
    if (node.type === "table") for (const row of [node.head, ...node.rows]) for (const cell of row) cell.forEach(visit);
  };
  for (const { blocks } of reading.answers.values()) blocks.forEach(visit);
  return links;
}

describe("An answer that a model writes", () => {
  const written = { model: "m", passages: "", rounds: 1, inputTokens: 0, outputTokens: 0, notes: [] };
  const growing = (partialAnswer: string, passages = ""): Question => ({
    ...question("1", { status: "processing", steps: [], partialAnswer }),
    written: { ...written, passages },
  });
  /** Adds one character at a time. */
  const growsAsAWhole = (text: string) => {
    let before: ReadAnswers | undefined;
    for (let length = 0; length <= text.length; length++) {
      before = read([growing(text.slice(0, length))], before);
      const whole = read([question("1", AS_ONE + text.slice(0, length))]);
      assert.deepEqual(before.answers.get("1")?.blocks, whole.answers.get("1")?.blocks, text.slice(0, length));
    }
  };
  const TEXT = [
    "First [a](/h/o/r/-/blob/a.ts?L1).",
    "",
    "1. one [b](/h/o/r/-/blob/b.ts)",
    "",
    "2. two",
    "",
    "   more",
    "",
    "> quoted",
    "",
    "```ts",
    "const a = 1;",
    "",
    "const b = 2;",
    "```",
    "",
    "Then *this* [a](/h/o/r/-/blob/a.ts?L1).",
    "",
    "| a | b |",
    "|---|---|",
    "| 1 | [c](/h/o/r/-/blob/c.ts) |",
    "",
    "Last.",
  ].join("\n");

  it("is read as if it had been there at once, however it came", () => {
    for (const step of [1, 7, 40]) {
      let before: ReadAnswers | undefined;
      for (let length = 0; length < TEXT.length + step; length += step) {
        const text = TEXT.slice(0, length);
        before = read([growing(text)], before);
        const atOnce = read([question("1", AS_ONE + text)]);
        // A code block gets a new number whenever it changes.
        const [grown, whole] = [before, atOnce].map((each) =>
          each.answers.get("1")?.blocks.map((block) => (block.type === "code" ? { ...block, index: 0 } : block)),
        );
        assert.deepEqual(grown, whole, JSON.stringify(text));
      }
      assert.deepEqual(before?.answers.get("1")?.sources, [0, 1, 2]);
    }
  });

  it("is so where it links to its own sections", () => {
    growsAsAWhole("See [a](#b), [c](#c).\n\n## B\n\nd\n\n## C\n\ne [f](#b)\n\n## B\n\n[g](#b-1)");
  });

  it("is so where its blocks begin with stars, which may be bullets", () => {
    const text = "a\n\n* b\n\n**c** d\n\n* e\n\n*f*\n\n***\n\n* * *\n\n*\n\n*(g)*\n\n  * h\n\n**i**";
    growsAsAWhole(text);
  });

  it("keeps the code that was read before when its check says something below it", () => {
    const before = read([growing(TEXT)]);
    const text = TEXT.replace("```\n\nThen", "```\n\n*(This code is not in what was read.)*\n\nThen");
    const after = read([{ ...question("1", text), written }], before);
    const [old = [], now = []] = [before, after].map((each) => each.answers.get("1")?.blocks);
    assert.equal(now.length, old.length + 1);
    assert.ok(old.every((block) => now.includes(block)));
  });

  it("keeps the blocks that were read before, as they are", () => {
    const before = read([growing(TEXT.slice(0, -5))]);
    const after = read([growing(TEXT)], before);
    const [old = [], now = []] = [before, after].map((each) => each.answers.get("1")?.blocks);
    assert.ok(old.slice(0, 4).every((block, index) => block === now[index]));
  });

  for (const [what, begins, line] of [
    ["list", "", (at: number) => `- item ${at} [a](/h/o/r/-/blob/a.ts?L${at + 1}) and \`code\`\n`],
    ["table", "| a | b |\n| - | - |\n", (at: number) => `| cell ${at} | [a](/h/o/r/-/blob/a.ts?L${at + 1}) |\n`],
    ["quote", "", (at: number) => `> Words ${at} [a](/h/o/r/-/blob/a.ts?L${at + 1}).\n>\n`],
  ] as const) {
    it(`is read only where it is new in a ${what} that grows and grows`, () => {
      const text = begins + Array.from({ length: 2_000 }, (_, at) => line(at)).join("");
      let before: ReadAnswers | undefined;
      for (let length = 20_000; length < 22_000; length += 100) {
        before = read([growing(text.slice(0, length))], before);
        const whole = read([growing(text.slice(0, length))], { ...before, answers: new Map() });
        assert.deepEqual(before.answers.get("1")?.blocks, whole.answers.get("1")?.blocks);
      }
      const begun = read([growing(text.slice(0, -50))]);
      const tookMs = leastProcessorTime(() => {
        read([growing(text)], begun);
      });
      assert.ok(tookMs < 50, `${tookMs} ms`); // it once took 250
      const { sources } = read([growing(text)], begun);
      assert.ok(sources.length >= 2_000);
    });
  }

  it("keeps them when it ends, but for those that are other ones then", () => {
    const before = read([growing(TEXT)]);
    const text = TEXT.replace("Then *this*", "Then *that*");
    const after = read([{ ...question("1", text), written }], before);
    const [old = [], now = []] = [before, after].map((each) => each.answers.get("1")?.blocks);
    assert.deepEqual(
      now.map((block, index) => block === old[index]),
      [true, true, true, true, false, true, true],
    );
    assert.deepEqual(
      now.map((block) => (block.type === "code" ? { ...block, index: 0 } : block)),
      read([question("1", AS_ONE + text)])
        .answers.get("1")
        ?.blocks.map((block) => (block.type === "code" ? { ...block, index: 0 } : block)),
    );
  });

  it("is read to its end, however long its links make it", () => {
    const sentence = (at: number) =>
      `It is so ${at} [\`a.ts:${at}\`](/h/o/r@${"0".repeat(40)}/-/blob/src/a.ts?L${2 * (at % 20)}).\n\n`;
    const text = Array.from({ length: 1200 }, (_, at) => sentence(at + 1)).join("");
    assert.ok(text.length > 100_000);
    const reading = read([{ ...question("1", text), written }]);
    assert.equal(reading.answers.get("1")?.blocks.length, 1200);
    assert.ok(reading.answers.get("1")?.blocks.every(({ type }) => type === "paragraph"));
  });

  it("is read as one where it defines what it refers to elsewhere", () => {
    const text = "It is so[^1].\n\nMore.\n\n[^1]: Because.\n\nLast.\n\nAnd[^1].";
    growsAsAWhole(text);
  });

  it("has its passages below, and their sources after its own", () => {
    const reading = read([growing("It is so [a](/h/o/r/-/blob/a.ts).", "### [b](/h/o/r/-/blob/b.ts)")]);
    const answer = reading.answers.get("1");
    assert.deepEqual([answer?.passages.length, answer?.sources], [1, [0, 1]]);
  });

  it("has no sources that its words don't cite any more", () => {
    const before = read([growing("First.\n\nIt is so [a](/h/o/r/-/blob/a.ts).", "### [b](/h/o/r/-/blob/b.ts)")]);
    const after = read([growing("First.\n\nIt is [c](/h/o/r/-/blob/c.ts).", "### [b](/h/o/r/-/blob/b.ts)")], before);
    assert.deepEqual(
      after.answers.get("1")?.sources.map((index) => after.sources[index]?.path),
      ["c.ts", "b.ts"],
    );
  });
});

describe("An answer that comes as a whole", () => {
  const section = (at: number) =>
    [
      `## Section ${at}`,
      `It reads \`tokens\` from [a.ts](/h/o/r/-/blob/a.ts?L${at + 1}) and **keeps** them. ${"It goes on. ".repeat(at % 40)}`,
      `- one [b](/h/o/r/-/blob/b${at}.ts)\n- two\n  1. three\n\n  more`,
      "```ts\nconst a = 1;\n\nconst b = 2;\n```",
      `| a | b |\n|---|---|\n| ${at} | *b* |`,
      `> quoted ${at}\n>\n> - more`,
    ].join("\n\n");
  const sections = (count: number) => Array.from({ length: count }, (_, at) => section(at)).join("\n\n");

  it("is read by its pieces as it would be as one", () => {
    const text = sections(25);
    assert.ok(text.length < 16_000); // a longer one is cut
    const [pieces, whole] = [readOne(text), readOne(AS_ONE + text)];
    assert.deepEqual(pieces.answers.get("1")?.blocks, whole.answers.get("1")?.blocks);
    assert.deepEqual({ ...pieces, answers: 0 }, { ...whole, answers: 0 });
    assert.ok((pieces.answers.get("1")?.pieces.length ?? 0) > 5);
  });

  for (const [what, text] of [
    ["100,000 characters", sections(400).slice(0, 100_000)],
    ["10,000,000 characters", sections(400).repeat(70)],
    ["a list", "- item **a** [b](/h/o/r/-/blob/b.ts)\n".repeat(2_500)],
    ["definitions", `${sections(400).slice(0, 95_000)}\n\n[a]: /b`],
  ] as const) {
    it(`is read in short turns: ${what}`, async () => {
      let least = Infinity;
      for (let round = 0; round < 3; round++) {
        const turns = watchTurns(exactProcessorTime);
        await inSlices(answerSteps({ questions: [question("1", text)] }, BASE));
        least = Math.min(least, turns.stop());
      }
      assert.ok(least < 100, `${least} ms`); // it once took 200 to 360
    });
  }
});

describe("A link to a section", () => {
  it("leads to a heading of its own answer, not to one in a quote, below it or in another answer", () => {
    const written = {
      model: "m",
      passages: "See [b](#two).\n\n# Two",
      rounds: 1,
      inputTokens: 0,
      outputTokens: 0,
      notes: [],
    };
    const reading = read([
      { ...question("1", "[a](#one), [b](#two), [c](#three)\n\n> # Two\n\n# One\n\n# Three"), written },
      question("2", "[a](#one)"),
    ]);
    assert.deepEqual(linksOf(reading), [
      '[{"type":"text","text":"a"}] → section 0',
      '[{"type":"text","text":"c"}] → section 1',
    ]);
    assert.deepEqual(reading.answers.get("1")?.passages[0], {
      type: "paragraph",
      content: [{ type: "text", text: "See b." }],
    });
  });
});

describe("The sources of an answer", () => {
  it("are the files that its links point at, in order and without repetition", () => {
    const reading = readOne(
      "[b](/h/o/r@v1/-/blob/b.ts?L3-7) and [a](https://instance.example/r/h/o/r/-/blob/a.ts), [b again](/h/o/r@v1/-/blob/b.ts?L3-7)",
    );
    assert.deepEqual(reading.sources, [
      { repository: "h/o/r", revision: "v1", path: "b.ts", range: { startLine: 2, endLine: 6 } },
      { repository: "h/o/r", path: "a.ts" },
    ]);
    assert.deepEqual(reading.answers.get("1")?.sources, [0, 1]);
    assert.deepEqual(
      linksOf(reading).map((link) => link.split(" → ")[1]),
      ["source 0", "source 1", "source 0"],
    );
  });

  it("differ where revision, path or lines differ", () => {
    const reading = readOne(
      "[1](/o/r/-/blob/a) [2](/o/r@x/-/blob/a) [3](/o/r/-/blob/a?L1) [4](/o/r/-/blob/a?L1-2) [5](/o/r/-/blob/a?L1:2-1:3) [6](/o/q/-/blob/a)",
    );
    assert.equal(reading.sources.length, 6);
  });

  it("are listed as one where their lines touch, each link keeping its own", () => {
    const reading = readOne("[a](/o/r/-/blob/a?L10-20) [b](/o/r/-/blob/b) [a](/o/r/-/blob/a?L15-25)", [
      "/o/r/-/blob/a?L26",
    ]);
    assert.deepEqual(
      linksOf(reading).map((link) => link.split(" → ")[1]),
      ["source 0", "source 1", "source 2"],
    );
    assert.deepEqual(reading.answers.get("1")?.sources, [0, 1, 2, 3]);
    assert.deepEqual(reading.answers.get("1")?.listed, [
      { index: 4, parts: [0, 2, 3] },
      { index: 1, parts: [] },
    ]);
    assert.deepEqual(reading.sources[4]?.range, { startLine: 9, endLine: 25 });
  });

  it("are listed for each answer by what it cites, and for all of them together", () => {
    const questions = [question("1", "[a](/o/r/-/blob/a?L1-2)"), question("2", "[a](/o/r/-/blob/a?L3-4)")];
    const reading = read(questions);
    assert.deepEqual(reading.answers.get("1")?.listed, [{ index: 0, parts: [] }]);
    assert.deepEqual(reading.answers.get("2")?.listed, [{ index: 1, parts: [] }]);
    assert.deepEqual(reading.listed, [{ index: 2, parts: [0, 1] }]);
    assert.deepEqual(read(questions, reading), reading);
    const more = read([...questions, question("3", "[a](/o/r/-/blob/a?L5) [a](/o/r/-/blob/a?L6)")], reading);
    assert.deepEqual(more.answers.get("3")?.listed, [{ index: 5, parts: [3, 4] }]);
    assert.deepEqual(more.listed, [{ index: 6, parts: [0, 1, 3, 4, 5] }], "with the rows of each answer");
  });

  it("are joined by those that the service lists, where they are files", () => {
    const reading = readOne("[a](/h/o/r/-/blob/a.ts)", [
      "/h/o/r",
      "/h/o/r/-/blob/b.ts",
      "/h/o/r/-/blob/a.ts",
      "javascript:1",
    ]);
    assert.deepEqual(
      reading.sources.map(({ path }) => path),
      ["a.ts", "b.ts"],
    );
    assert.deepEqual(reading.answers.get("1")?.sources, [0, 1]);
  });

  it("leave out a listed repository that a file among them is in", () => {
    const listedSources = ["h/o/r", "h/o/s"].map((label): ListedSource => ({
      type: "Repository",
      link: `/${label}`,
      label,
    }));
    const { answers } = read([{ ...question("1", "[a](/h/o/r/-/blob/a.ts)"), listedSources }]);
    assert.deepEqual(answers.get("1")?.otherSources, listedSources.slice(1));
  });

  it("are counted apart where the words do not cite them, unless they cite none", () => {
    const file = (name: string, lines: string) => `/h/o/r/-/blob/${name}?${lines}`;
    const uncited = (answer: string, links: readonly string[], passages = "") => {
      const asked = question("1", answer, links);
      const written = { model: "m", passages, rounds: 1, inputTokens: 0, outputTokens: 0, notes: [] };
      const known = read([{ ...asked, ...(passages !== "" && { written }) }]).answers.get("1");
      return countUncited(known ?? assert.fail());
    };
    const listed = [file("a.ts", "L1-2"), file("a.ts", "L3"), file("b.ts", "L1")];
    assert.equal(uncited(`[a](${file("a.ts", "L3")})`, listed), 1, "lines that touch what is cited are in its row");
    assert.equal(uncited("No link.", listed), 0);
    assert.equal(uncited(`[b](${file("b.ts", "L1")})`, [], `[a](${file("a.ts", "L1")}) [b](${file("b.ts", "L1")})`), 1);
    assert.equal(uncited("", [], `[a](${file("a.ts", "L1")})`), 0);
    const other = { type: "Commit", link: "x", label: "a commit" };
    const cited = { ...question("1", `[a](${file("a.ts", "L1")})`), listedSources: [other] };
    assert.equal(countUncited(read([cited]).answers.get("1") ?? assert.fail()), 1);
  });

  it("have one number for one place in the whole conversation", () => {
    const reading = read([
      question("1", "[a](/o/r/-/blob/a) [b](/o/r/-/blob/b) https://x.example"),
      question("2", "[b](/o/r/-/blob/b) [c](/o/r/-/blob/c) https://y.example https://x.example"),
    ]);
    assert.deepEqual(reading.answers.get("1")?.sources, [0, 1]);
    assert.deepEqual(reading.answers.get("2")?.sources, [1, 2]);
    assert.deepEqual(reading.webLinks, ["https://x.example/", "https://y.example/"]);
  });

  it("keep their numbers while earlier and later answers grow", () => {
    const first = read([
      question("1", { status: "failed", code: "internal", reason: "", partialAnswer: "[a](/o/r/-/blob/a)" }),
      question("2", "[b](/o/r/-/blob/b)"),
    ]);
    const second = read(
      [question("1", "[z](/o/r/-/blob/z) [a](/o/r/-/blob/a)"), question("2", "[b](/o/r/-/blob/b) [c](/o/r/-/blob/c)")],
      first,
    );
    assert.deepEqual(second.sources.slice(0, 2), first.sources);
    assert.deepEqual(second.answers.get("1")?.sources, [2, 0]);
    assert.deepEqual(second.answers.get("2")?.sources, [1, 3]);
  });

  it("are not looked for again in an answer that has not changed", () => {
    const first = readOne("[a](/o/r/-/blob/a)");
    const second = read([question("1", "[a](/o/r/-/blob/a)"), question("2", "new")], first);
    assert.equal(second.answers.get("1")?.blocks, first.answers.get("1")?.blocks);
  });

  it("are found in what there is of an answer that failed or was canceled, and nowhere while it is made", () => {
    const partialAnswer = "[a](/o/r/-/blob/a)";
    const outcomes: [Outcome, number][] = [
      [{ status: "failed", code: "internal", reason: "no", partialAnswer }, 1],
      [{ status: "canceled", partialAnswer }, 1],
      [{ status: "processing", steps: ["x"] }, 0],
    ];
    for (const [outcome, count] of outcomes) {
      assert.equal(read([question("1", outcome)]).answers.get("1")?.sources.length, count);
    }
  });

  it("are found below an instance's own path", () => {
    const reading = read(
      [question("1", "[a](/o/r/-/blob/a) [b](https://x.example/code/o/r/-/blob/a) [c](/insights?q=1)")],
      undefined,
      "https://x.example/code/",
    );
    assert.equal(reading.sources.length, 1);
    assert.deepEqual(reading.webLinks, ["https://x.example/code/insights?q=1"]);
  });

  it("are none where the link is a search of the instance, which is kept as a query", () => {
    const reading = read(
      [
        question(
          "1",
          "[a](/search?q=repo:h/o+%22a+b%22&patternType=regexp&case=yes) [b](https://x.example/code/search?q=f%28&patternType=literal) [c](https://y.example/code/search?q=1) [d](/search?q=+)",
        ),
      ],
      undefined,
      "https://x.example/code/",
    );
    const page = "https://x.example/code/search?q=";
    assert.deepEqual(reading.searches, [
      {
        text: 'repo:h/o "a b" case:yes',
        patternType: "regexp",
        address: `${page}repo:h/o+%22a+b%22&patternType=regexp&case=yes`,
      },
      { text: "f( patternType:literal", address: `${page}f%28&patternType=literal` },
    ]);
    assert.deepEqual(reading.webLinks, ["https://y.example/code/search?q=1", `${page}+`]);
    assert.deepEqual(
      linksOf(reading).map((link) => link.split(" → ")[1]),
      ["search 0", "search 1", "web 0", "web 1"],
    );
  });

  it("are listed by path, repository and one-based lines", () => {
    const revision = "0123456789abcdef0123456789abcdef01234567";
    assert.deepEqual(
      sourceState(4, { repository: "h/o/r", revision, path: "src/a.ts", range: { startLine: 2, endLine: 6 } }),
      {
        index: 4,
        label: "src/a.ts",
        repository: "h/o/r",
        lines: "3–7",
        description: "src/a.ts:3–7 · h/o/r@0123456",
      },
    );
    assert.deepEqual(sourceState(0, { repository: "r", path: "a", range: { startLine: 0, endLine: 0 } }).lines, "1");
    assert.deepEqual(sourceState(0, { repository: "r", path: "a" }), {
      index: 0,
      label: "a",
      repository: "r",
      description: "a · r",
    });
  });
});

describe("A link of a hostile answer", () => {
  it("has no scheme but http and https", () => {
    const reading = readOne(hostileAnswer("schemes.md"));
    assert.deepEqual(reading.sources, []);
    assert.deepEqual(reading.webLinks, []);
    assert.deepEqual(linksOf(reading), []);
  });

  it("is never taken for one of the instance because it looks like one", () => {
    const reading = readOne(hostileAnswer("lookalikes.md"));
    assert.deepEqual(reading.sources, [
      { repository: "host/o/r", path: "src/a.ts", range: { startLine: 2, endLine: 2 } },
    ]);
    for (const address of reading.webLinks) {
      const url = new URL(address);
      assert.match(url.protocol, /^https?:$/);
      assert.equal(url.username + url.password, "");
    }
  });

  it("tells where it really goes", () => {
    const reading = readOne("[https://good.example](https://evil.example/phish 'https://good.example')");
    assert.deepEqual(reading.answers.get("1")?.blocks, [
      {
        type: "paragraph",
        content: [
          {
            type: "link",
            target: { kind: "web", index: 0 },
            title: "https://evil.example/phish",
            content: [{ type: "text", text: "https://good.example" }],
          },
        ],
      },
    ]);
  });

  it("is an image's only where the image is on the web or in a repository", () => {
    const reading = readOne(hostileAnswer("images.md"));
    assert.deepEqual(reading.sources, [{ repository: "host/o/r", path: "picture.png" }]);
    assert.deepEqual(reading.webLinks, [
      "https://evil.example/pixel.png?secret=1",
      "https://evil.example/empty.png",
      "https://example.org/project",
      "https://evil.example/badge.svg",
      "https://example.org/empty",
      "https://evil.example/rich.png",
    ]);
  });
});
