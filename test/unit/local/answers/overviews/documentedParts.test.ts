import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { commentOf, headComment } from "../../../../../src/local/answers/overviews/comments.ts";
import { documentedCommands, documentedParts } from "../../../../../src/local/answers/overviews/documentedParts.ts";
import { outlineOf } from "../../../../../src/core/text/outline.ts";

describe("a document about code", () => {
  const partsIn = (text: string) =>
    documentedParts(text.split("\n")).map(({ name, text: said, line }) => [name, said, line + 1]);

  it("says in lists, tables and drawn trees what the parts are", () => {
    assert.deepEqual(
      partsIn(
        "| folder | what |\n| --- | --- |\n| `src/git` | reads repositories | Node |\n\n- `core/`: the rules,\n  and the words\n- **api** – the wire format\n- [web](src/web) - draws the page\n\n```\nsrc/\n├── pay/    # settles the bills\n└── crew  who is on board\n```\n",
      ),
      [
        ["src/git", "reads repositories", 3],
        ["core", "the rules, and the words", 5],
        ["api", "the wire format", 7],
        ["web", "draws the page", 8],
        ["pay", "settles the bills", 12],
        ["crew", "who is on board", 13],
      ],
    );
  });

  it("says nothing of them in what is typed, or where no name is marked", () => {
    assert.deepEqual(
      partsIn("```sh\ncmake -S . -B build\nnpm run build\n```\n\n- core is nice to have\n- see `x`\n| a | b |\n"),
      [],
    );
  });

  it("says to what they belong", () => {
    const [part] = documentedParts(["**`core`**", "", "- `search`: counts what was found"]);
    assert.deepEqual(part?.within, ["core"]);
  });

  it("says what commands do", () => {
    assert.deepEqual(
      documentedCommands([
        "| `npm start [-- FOLDER]` | opens an editor | x |",
        "- `make all`: builds what ships",
        "- `x` nothing",
      ]).map(({ name, text }) => [name, text]),
      [
        ["npm start [-- FOLDER]", "opens an editor"],
        ["make all", "builds what ships"],
      ],
    );
  });
});

describe("a comment", () => {
  /** A file, and what its head says. */
  const HEADS: readonly (readonly [content: string, said: string | undefined])[] = [
    ["/** Ties a boat. Then more. */\nexport const a = 1;\n", "Ties a boat."],
    [
      "// Copyright 2020 Somebody. All rights reserved.\n\n// Package rope ties boats.\npackage rope\n",
      "Package rope ties boats.",
    ],
    [
      "/*\n * Licensed under the Apache License\n */\npackage a.b;\n\n/** Ties {@link Boat}. */\nclass A {}\n",
      "Ties `Boat`.",
    ],
    [
      '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n"""\nTies boats\nto quays.\n\nMore.\n"""\nimport os\n',
      "Ties boats to quays.",
    ],
    ["//! Ties boats to quays.\nuse a::b;\n", "Ties boats to quays."],
    ["<?php\n/**\n * Ties boats.\n */\nclass A {}\n", "Ties boats."],
    ["/* eslint-disable */\n'use strict';\n/**\n * Module dependencies.\n */\nconst a = 1;\n", undefined],
    ["/**\n * <pre>\n * Boat boat = new Boat();\n * </pre>\n * Ties a boat.\n */\nclass A {}\n", "Ties a boat."],
    ["/**\n * {@snippet :\n * tie(boat);\n * }\n * Ties a boat.\n */\nclass A {}\n", "Ties a boat."],
    ["//! ```\n//! tie(boat);\n//! ```\n//!\n//! Ties a boat.\nuse a::b;\n", "Ties a boat."],
    [
      "/** Ties a &#064;Boat &amp; its &#x201c;crew&#x201d;&rarr;quay. */\nclass A {}\n",
      "Ties a @Boat & its “crew”→quay.",
    ],
    ["import a from 'a';\n\n// Ties a boat to something.\nconst b = 1;\n", undefined],
    ["", undefined],
  ];
  for (const [content, said] of HEADS)
    it(`at the head of a file says what it is: ${JSON.stringify(content.slice(0, 40))}`, () => {
      assert.equal(headComment(content.split("\n"))?.text, said);
    });

  it("is said of a definition above it or in it", () => {
    const python = ["def tie(boat):", '    """Ties a boat."""', "    knot(boat)"];
    const rust = ["/// Ties a boat.", "#[derive(Debug, Default)]", "pub struct Rope {", "    length: u8,", "}"];
    const attributed = ["#[derive(Debug, Default)]", "#[must_use]", "/// Ties a boat.", ...rust.slice(2)];
    const java = ["@Deprecated", '@Suppress("all")', "// Ties a boat.", "public class Rope {", "}"];
    const script = ["/** Ties a boat. */", "export function tie(boat) {", "  knot(boat);", "}"];
    for (const [lines, language] of [
      [python, "Python"],
      [script, "JavaScript"],
      [rust, "Rust"],
      [attributed, "Rust"],
      [java, "Java"],
    ] as const) {
      const [definition] = outlineOf(lines, language);
      assert.equal(definition && commentOf(lines, definition)?.text, "Ties a boat.");
    }
    const plain = ["#[derive(Debug, Default)]", "pub struct Rope {", "    length: u8,", "}"];
    const [unsaid] = outlineOf(plain, "Rust");
    assert.equal(unsaid?.startLine, 0);
    assert.equal(commentOf(plain, unsaid), undefined);
  });
});
