import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { languageOf } from "../../../../src/core/text/languages.ts";

describe("the language of a file", () => {
  for (const [firstLine, language] of [
    ["#!/bin/sh", "Shell"],
    ["#! /usr/bin/env bash -e", "Shell"],
    ["#!/usr/bin/env -S NODE_ENV=test node --test", "JavaScript"],
    ["#!/usr/bin/env PYTHONPATH=. python3.12", "Python"],
    ["#!/usr/local/bin/ruby2.7 -w", "Ruby"],
    ["#!/usr/bin/awk -f", undefined],
    ["# !/bin/sh", undefined],
    ["#!", undefined],
    ["", undefined],
  ] as const)
    it(`is ${language ?? "unknown"} where a script begins with "${firstLine}"`, () => {
      assert.equal(languageOf("bin/run", firstLine), language);
    });

  it("is told by its name before its first line", () => {
    assert.equal(languageOf("run.py", "#!/bin/sh"), "Python");
    assert.equal(languageOf("Makefile", "#!/bin/sh"), "Makefile");
  });
});
