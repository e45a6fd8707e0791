import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { MentionState } from "../../../../src/protocol/answer.ts";
import { begunMention, mentionsIn, withMention, withoutMention } from "../../../../src/webview/answers/mentionText.ts";

const mention = (text: string, within?: string): MentionState => ({
  kind: "file",
  place: { name: text, folder: "", repository: "r" },
  detail: text,
  text,
  ...(within !== undefined && { within }),
});
const [A, B, R] = [mention("@src/a.ts", "@r"), mention("@src/b.ts", "@r"), mention("@r")];

describe("a mention that is being written", () => {
  const begun = (marked: string) => {
    const found = begunMention(marked.replace("|", ""), marked.indexOf("|"));
    return found && `${found.at} ${found.words}`;
  };

  it("begins with an @ at the start of a word, and ends at the cursor", () => {
    assert.equal(begun("@|"), "0 ");
    assert.equal(begun("how @src/pa|rse"), "4 src/pa");
    assert.equal(begun("how\n@設|"), "4 設");
    assert.equal(begun("(@./Make|"), "1 Make");
    assert.equal(begun("@types/@a/b|"), "0 types/@a/b");
    assert.equal(begun("@a.ts @b|"), "6 b");
    assert.equal(begun("@Inject()|"), "0 Inject()");
  });

  it("may hold blanks in quotation marks", () => {
    assert.equal(begun('see @"my fi|'), "4 my fi");
    assert.equal(begun('see @"my file.ts"|'), undefined);
  });

  it("is nothing else", () => {
    for (const text of ["me@example|", "@a |", "|@a", "how|", "@a\n|", '@"a\nb|', "@@|", `@${"x".repeat(300)}|`])
      assert.equal(begun(text), undefined, text);
  });

  it("is read behind a long text in no time", () => {
    const before = process.cpuUsage();
    for (const part of ["@", ' @"', "(@", " @a"]) begun(`${part.repeat(50_000)}|`);
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});

describe("a mention that was chosen", () => {
  const put = (marked: string, chosen = mention("@r/x")) => {
    const cursor = marked.indexOf("|");
    const text = marked.replace("|", "");
    const filled = withMention(text, begunMention(text, cursor) ?? assert.fail(marked), cursor, chosen);
    return `${filled.text.slice(0, filled.cursor)}|${filled.text.slice(filled.cursor)}`;
  };

  it("is written in place of what was begun, and set off by blanks", () => {
    assert.equal(put("@|"), "@r/x |");
    assert.equal(put("how @x|"), "how @r/x |");
    assert.equal(put("@| (about @y)"), "@r/x | (about @y)");
    assert.equal(put("how @x| does"), "how @r/x |does");
    assert.equal(put("in @x|?"), "in @r/x|?");
    assert.equal(put("(@|)"), "( @r/x|)", "so that it is read");
    assert.equal(put('in @"my|'), "in @r/x |");
  });

  it("is written behind its repository unless the text has that", () => {
    assert.equal(put("how @a|", A), "how @r @src/a.ts |");
    assert.equal(put("in @r how @a|", A), "in @r how @src/a.ts |");
    assert.equal(put("in @r2 how @a|", A), "in @r2 how @r @src/a.ts |");
    assert.equal(put("how @r|", R), "how @r |");
  });

  it("is in the text as long as all of it is", () => {
    assert.deepEqual(mentionsIn("How does @r @src/b.ts, and @src/a.ts?", [A, B]), [B, A]);
    for (const text of ["@src/a.tsx", "x@src/a.ts", "@src/a.t", ""]) assert.deepEqual(mentionsIn(text, [A]), [], text);
    const symbol = mention("@src/a.ts `read`", "@r");
    assert.deepEqual(mentionsIn("@src/a.ts `read`", [A, symbol]), [symbol]);
    assert.deepEqual(mentionsIn("@src/a.ts `read` @src/a.ts", [A, symbol]), [symbol, A]);
  });

  it("is removed with its repository, unless another one is in that", () => {
    assert.equal(withoutMention("How does @r @src/a.ts work?", A, []), "How does work?");
    assert.equal(
      withoutMention("How does @r @src/a.ts work with @src/b.ts?", A, [B]),
      "How does @r work with @src/b.ts?",
    );
    assert.equal(withoutMention("in @r @src/a.ts?", A, [R]), "in @r?");
    assert.equal(withoutMention("@src/a.ts and @src/a.ts", A, []), "and");
    assert.equal(withoutMention("@r @src/a.ts ", A, []), "");
  });
});
