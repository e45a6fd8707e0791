import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { describe, it } from "mocha";
import { AGENT_TOOLS } from "../../src/core/agents/tools.ts";

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly when: string;
}

const ROOT = join(import.meta.dirname, "../..");
const TEXT = readFileSync(join(ROOT, "package.json"), "utf8");

const { contributes } = JSON.parse(TEXT) as {
  contributes: {
    commands: readonly { readonly command: string; readonly enablement?: string }[];
    keybindings: readonly Keybinding[];
    languageModelTools: readonly {
      readonly name: string;
      readonly modelDescription: string;
      readonly inputSchema: object;
      readonly when: string;
    }[];
    menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
  };
};

/** Where the editor itself (1.139) uses a key: our binding would take precedence over its own. */
const NEXT = ["hasSearchResult", "inSearchEditor", "referenceSearchVisible", "inReferenceSearchEditor"];
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  f4: [...NEXT, "reference-list.hasResult"],
  "shift+f4": [...NEXT, "reference-list.hasResult"],
  "alt+up": ["inputFocus", "listFocus"], // earlier inputs; in a list, the row above
  "alt+down": ["inputFocus", "listFocus"],
  delete: ["inputFocus"],
  "ctrl+c": ["inputFocus"],
};

describe("a key of ours", () => {
  // Chords are looked up among the editor's own, in the integration tests.
  for (const { key, command, when } of contributes.keybindings.filter(({ key }) => !key.includes(" "))) {
    it(`${key} for ${command} is the editor's where that has something to do for it, in: ${when}`, () => {
      const isOfOurView =
        when.includes("(focusedView == plumbline.sources || (activeWebviewPanelId == plumbline.answer && ") ||
        when.includes("editorLangId == plumbline-");
      for (const context of isOfOurView ? [] : (TAKEN[key] ?? assert.fail("which keys of the editor are these?"))) {
        assert.match(when, new RegExp(`!${context.replace(".", "\\.")}(?![\\w.])`));
      }
    });
  }
});

describe("a tool for agents", () => {
  it("is the same in the editor as through MCP", () => {
    assert.deepEqual(
      contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => [
        name,
        modelDescription,
        inputSchema,
      ]),
      AGENT_TOOLS.map(({ name, description, inputSchema }) => [name, description, inputSchema]),
    );
  });

  it("is offered where no folder is open too, until Plumbline has said that nobody is signed in", () => {
    for (const { name, when } of contributes.languageModelTools)
      assert.equal(when, "!plumbline.signedOut || workspaceFolderCount > 0", name);
  });
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

describe("a picture that the manifest names", () => {
  it("is in the package", () => {
    const pictures = [...TEXT.matchAll(/"(media\/[^"*]+\.\w+)"/g)].map(([, name = ""]) => name);
    assert.ok(pictures.length > 3);
    const packed = readFileSync(join(ROOT, ".vscodeignore"), "utf8")
      .split("\n")
      .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
    assert.deepEqual(
      pictures.filter((name) => !existsSync(join(ROOT, name)) || !packed.some((glob) => matchesGlob(name, glob))),
      [],
    );
  });
});

describe("the palette", () => {
  it("has no command that needs an editor, a file, a search, an answer or an account where there is none", () => {
    const { commands, menus } = contributes;
    const needy = /selection|uses|result|search(?:Again|WithoutLimit)|match|source|question|answers|signOut|useLocal/i;
    const free = new Set(["showResults", "showLocalAnswers", "copyMcpConfiguration", "search", "openSearch"]);
    const rules = new Map(menus["commandPalette"]?.map(({ command, when }) => [command, when]));
    const always = commands
      .filter(({ enablement }) => enablement === undefined) // what is not enabled is not in the palette
      .map(({ command }) => command)
      .filter((command) => needy.test(command) && !free.has(command.replace("plumbline.", "")))
      .filter((command) => !rules.get(command));
    assert.deepEqual(always, []);
  });
});
