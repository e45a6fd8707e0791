import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mayBeSameModel } from "../../../../src/core/model/modelNames.ts";

describe("the name of a model that answered", () => {
  const SAME = [
    ["llama3", "llama3:latest"],
    ["llama3:latest", "llama3:8b"],
    ["qwen3", "qwen3:4b"],
    ["qwen3:4b", "Qwen3-4B-Q4_K_M.gguf"],
    ["gpt-x", "gpt-x-2026-01-01"],
    ["gpt-4", "gpt-4-0613"],
    ["mistral-large-latest", "mistral-large-2411"],
    ["claude-sonnet", "claude-sonnet@20250929"],
    ["gpt-4o", "openai/gpt-4o"],
    ["Qwen2.5-7B-Instruct", "/models/qwen2.5-7b-instruct-q4_k_m-00001-of-00002.gguf"],
    ["C:\\models\\phi-4.gguf", "phi-4"],
    ["qwen3:4b-instruct-2507-q4_K_M", "Qwen3-4B-Instruct-2507-Q4_K_M.gguf"],
    ["qwen3:4b-instruct-2507", "qwen3-4b-instruct-2507"],
    ["qwen3:4b-q4_K_M", "qwen3:4b"],
  ] as const;
  for (const [asked, answered] of SAME)
    it(`is another name of ${asked} where it is ${answered}`, () => {
      assert.ok(mayBeSameModel(asked, answered));
      assert.ok(mayBeSameModel(answered, asked));
    });

  const OTHER = [
    ["gpt-4o", "gpt-4o-mini"],
    ["qwen3:4b", "qwen3:8b"],
    ["qwen3:4b-q4_K_M", "qwen3:4b-q8_0"],
    ["qwen3:4b-instruct-2507", "Qwen3-4B-Instruct-2509.gguf"],
    ["gpt-4-0613", "gpt-4-1106"],
    ["gpt-x-2026-01-01", "gpt-x-2025-06-01"],
    ["qwen3:4b", "/models/gemma-3-12b.gguf"],
    ["openrouter/auto", "openai/gpt-4o"],
  ] as const;
  for (const [asked, answered] of OTHER)
    it(`is no name of ${asked} where it is ${answered}`, () => {
      assert.ok(!mayBeSameModel(asked, answered));
      assert.ok(!mayBeSameModel(answered, asked));
    });
});
