import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly when: string;
}

const { contributes } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
  contributes: {
    keybindings: readonly Keybinding[];
    menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
  };
};

/** Where the editor itself (1.139) has something to do for a key: ours would go before it. */
const NEXT = ["hasSearchResult", "inSearchEditor", "referenceSearchVisible", "inReferenceSearchEditor"];
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  f4: [...NEXT, "reference-list.hasResult"],
  "shift+f4": [...NEXT, "reference-list.hasResult"],
  "alt+up": ["inputFocus", "listFocus"], // earlier inputs; in a list, the row above
  "alt+down": ["inputFocus", "listFocus"],
  delete: ["inputFocus"],
};

describe("a key of ours", () => {
  for (const { key, command, when } of contributes.keybindings) {
    it(`${key} for ${command} is the editor's where that has something to do for it, in: ${when}`, () => {
      const isOfOurView = when.includes("(activeWebviewPanelId == plumbline.answer || focusedView == ");
      for (const context of isOfOurView ? [] : (TAKEN[key] ?? assert.fail("which keys of the editor are these?"))) {
        assert.match(when, new RegExp(`!${context.replace(".", "\\.")}(?![\\w.])`));
      }
    });
  }
});

describe("a command for a file", () => {
  const rows = Object.entries(contributes.menus).flatMap(([menu, entries]) =>
    entries.flatMap(({ command = "", when = "" }) =>
      /resourceScheme == file\b/.test(when) ? [{ menu, command, when }] : [],
    ),
  );

  it("is there over SSH, in WSL and in containers too, where files have a scheme of their own", () => {
    assert.ok(rows.length > 0);
    for (const { menu, command, when } of rows) {
      assert.match(when, /resourceScheme == vscode-remote\b/, `${command} in ${menu}`);
    }
  });
});
