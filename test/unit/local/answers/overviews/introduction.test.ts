import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { introductionOf } from "../../../../../src/local/answers/overviews/introduction.ts";

/** A readme, what it says first of its program, and the zero-based lines that say it. */
const READMES: readonly (readonly [name: string, readme: string, text: string | undefined, ...lines: number[]])[] = [
  ["a plain one", "# Harbour\n\nBooks places for small boats.\n", "Books places for small boats.", 2, 2],
  [
    "badges",
    "# Harbour\n\n[![build](https://x/b.svg)](https://x) ![cov](c.svg)\n[![npm][badge]][npm]\n\n> Books **places** for [small boats](https://b).\n\n[badge]: https://x\n",
    "Books places for small boats.",
    5,
    5,
  ],
  [
    "HTML",
    '<p align="center">\n  <img src="logo.svg"\n    alt="Harbour logo with many words">\n</p>\n<!-- A note to whoever\n edits this file. -->\n<div align="center"><b>Books places for small boats.</b></div>\n',
    "Books places for small boats.",
    6,
    6,
  ],
  [
    "indented HTML with a title and a menu",
    '<p align="center">\n  <img src="logo.svg" alt="Logo" />\n  <h1 align="center">Harbour</h1>\n  <p align="center">\n    Books places for small boats\n    <br/>\n    by <a href="https://x">@ada</a>\n  </p>\n</p>\n\n<div align="center">\n  <a href="https://a">Docs</a>\n  <span>&nbsp;•&nbsp;</span>\n  <a\n    href="https://b">Long talks and news</a>\n</div>\n\n<h2>What is it?</h2>\n\nIt is small.\n',
    "Books places for small boats.",
    4,
    4,
  ],
  [
    "a menu and a table of contents",
    "Harbour\n=======\n\n[English](a.md) | [Deutsch](b.md) · [日本語](c.md)\n\n- [Install](#install)\n- [Use](#use)\n\nBooks places for small boats.\n",
    "Books places for small boats.",
    8,
    8,
  ],
  [
    "notices, code and a heading before the words",
    "# Harbour\n\n> [!NOTE]\n\n```sh\nnpm install harbour boats\n```\n\n## About\n\nBooks places\nfor small boats.\n\n## Use\n\nRun it somewhere else.\n",
    "Books places for small boats.",
    10,
    11,
  ],
  [
    "reStructuredText",
    "=======\nHarbour\n=======\n\n.. image:: https://x/b.svg\n   :target: https://x\n   :alt: the build of it\n\n|Build| |Docs|\n\nBooks :class:`places` for `small boats <https://b>`_.\n\n.. |Build| image:: https://x\n",
    "Books `places` for small boats.",
    10,
    10,
  ],
  [
    "AsciiDoc",
    "= Harbour\n:toc: left\n:icons: font\n\nimage:https://x/b.svg[Build,link=https://x]\n\nBooks places for https://b[small boats].\n",
    "Books places for small boats.",
    6,
    6,
  ],
  [
    "a link on a line of its own within a sentence",
    "# Harbour\n\nBooks places for small boats, built with\n[Tokio](https://t).\n",
    "Books places for small boats, built with Tokio.",
    2,
    3,
  ],
  [
    "a paragraph that only leads elsewhere",
    "# Harbour\n\n_For comparison to others, see\n[the comparison](https://c)._\n\nSee [the manual](https://m).\n\nRead and book places for boats.\n",
    "Read and book places for boats.",
    7,
    7,
  ],
  [
    "news before it",
    "# Harbour\n\n[![Build](b.svg)](b)\n\n## Harbour 2.0 is here\n\nWe're happy to announce **Harbour 2.0**! Read more.\n\n---\n\nHarbour books places for small boats.\n",
    "Harbour books places for small boats.",
    10,
    10,
  ],
  [
    "notices before it",
    "# Harbour\n\nNote: version 3 has been released, see the site.\n\nJoin us on the chat for questions.\n\nThanks to our sponsors, who pay for all.\n\nBooks places for small boats.\n",
    "Books places for small boats.",
    8,
    8,
  ],
  [
    "nothing but news",
    "# Harbour\n\nThis project has been archived by its owner.\n",
    "This project has been archived by its owner.",
    2,
    2,
  ],
  [
    "words of news that are not one",
    "# Harbour\n\nNotes which boats are announced, and updates the places.\n",
    "Notes which boats are announced, and updates the places.",
    2,
    2,
  ],
  ["another script", "# 港湾\n\n为小船预订泊位。\n", "为小船预订泊位。", 2, 2],
  ["only pictures", "# Harbour\n\n![boat](boat.png)\n", undefined],
  ["nothing", "", undefined],
  ["a comment without an end", "# Harbour\n\n<!-- Books places for small boats.\n", undefined],
  [
    "words before a list",
    "# Harbour\n\nFor details see:\n\n- [the site](x)\n\nBooks places for small boats.\n",
    "Books places for small boats.",
    6,
    6,
  ],
];

describe("the introduction in a readme", () => {
  for (const [name, readme, text, startLine, endLine] of READMES)
    it(`is found in one with ${name}`, () => {
      assert.deepEqual(
        introductionOf(readme.split("\n")),
        text === undefined ? undefined : { text, startLine, endLine },
      );
    });

  it("is cut after a sentence", () => {
    const text = introductionOf(["Books places for boats that are small. ".repeat(30)])?.text ?? "";
    assert.ok(text.length <= 400 && text.endsWith("small."), text);
  });

  it("is found in a moment, whatever is in the file", () => {
    const hostile = ["<!-- ", "<a ", "[[", "![](", "`<", "\\", "* ", "|", "**a ", "_a ", ":a:`"].map((text) =>
      text.repeat(40_000),
    );
    const before = process.cpuUsage();
    for (const text of hostile) introductionOf([text, ...Array.from({ length: 300 }, () => text.slice(0, 2_000))]);
    assert.ok(process.cpuUsage(before).user < 3_000_000);
  });
});
