import assert from "node:assert/strict";
import { plainText } from "../../../../../src/local/answers/overviews/plainText.ts";

describe("the words of a comment", () => {
  for (const [comment, words] of [
    ['The context used by <see cref="T:Polly.Registry{TKey}"/>.', "The context used by `Polly.Registry{TKey}`."],
    ['Never <see langword="null" />, as <paramref name="key"/> is.', "Never `null`, as `key` is."],
    ["<summary>Adds <c>it</c>.</summary>", "Adds it."],
    ["Closes {@link Client#close} and {@code all}.", "Closes `Client.close` and `all`."],
    ["See {@link #close}, {@link Client the client}, {@link Pool | a pool}.", "See `close`, the client, a pool."],
    ["{@code Map<String, Integer>} of {@literal a < b}", "`Map<String, Integer>` of `a < b`"],
    ["{@link", "{@link"],
  ] as const)
    it(`are ${words}`, () => {
      assert.equal(plainText(comment), words);
    });
});
