import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { repeatsQuestion } from "../../../../src/webview/answers/title.ts";

const QUESTION = "How does `parse_all` end? I want to know.\nIt matters. (about @src/parse.ts)";

describe("the title of a conversation", () => {
  it("tells nothing where it is how the first question begins", () => {
    const long = "How does it work with all that there is and more";
    for (const [title, question] of [
      [long, long],
      [` ${long}`, `${long}\n\n\`\`\`ts\nx\n\`\`\``],
      ["How does it work with all…", long],
      ["How does parseall end?", QUESTION],
      ["How does parseall end? (parse.ts)", QUESTION],
    ] as const)
      assert.ok(repeatsQuestion(title, question), title);
  });

  it("is one of its own where a service or a person gave it", () => {
    for (const title of ["", "How", "The end of parsing", "How does parseall end? (read.ts)", "…", "?", "How does it…"])
      assert.ok(!repeatsQuestion(title, QUESTION), title);
    assert.ok(!repeatsQuestion("Retry", "Retry what?"));
  });
});
