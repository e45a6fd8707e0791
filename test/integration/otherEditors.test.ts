import assert from "node:assert/strict";
import Module, { createRequire } from "node:module";
import path from "node:path";
import * as vscode from "vscode";
import { plainMemento } from "../support/plainMemento.ts";

/** Functions that would change what the extension that runs in this editor already has registered. */
const CHANGES = /^(?:register|create|executeCommand$)/;
/** Stands for all that these return: whatever is read or called is this again. */
const inert: object = new Proxy(() => undefined, {
  get: (_, key) => (key === "then" || key === Symbol.toPrimitive ? undefined : inert),
  apply: () => inert,
  set: () => true,
});
/** What is called as the API of the editor. */
type Member = (...args: readonly unknown[]) => unknown;
type Replaced = Readonly<Record<string, Member | undefined>>;

interface Activated {
  /** The commands that are there. */
  readonly commands: readonly string[];
  /** All other functions that registered something. */
  readonly registered: ReadonlySet<string>;
}

describe("an editor built on VS Code", () => {
  const extension = vscode.extensions.getExtension("plumbline.plumbline");
  assert.ok(extension);
  const { contributes, main } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    readonly main: string;
  };
  const all = contributes.commands.map(({ command }) => command).toSorted();

  /** Activates the extension once more, with the editor's own API but for some of its members. */
  const activateWith = (replaced: Replaced): Activated => {
    const commands: string[] = [];
    const registered = new Set<string>();
    const memberOf = (name: string, target: object, key: string): unknown => {
      if (name in replaced) {
        const other = replaced[name];
        return other && ((...args: unknown[]) => (registered.add(name), other(...args)));
      }
      const own: unknown = Reflect.get(target, key);
      if (typeof own !== "function" || !CHANGES.test(key)) return own;
      return (...args: unknown[]) => {
        registered.add(name);
        if (name === "commands.registerCommand") commands.push(String(args[0]));
        return inert;
      };
    };
    const api = new Proxy(vscode, {
      get: (target, key) => {
        const own: unknown = Reflect.get(target, key);
        if (String(key) in replaced) return replaced[String(key)];
        return typeof own === "object" && own !== null
          ? new Proxy(own, { get: (space, name) => memberOf(`${String(key)}.${String(name)}`, space, String(name)) })
          : own;
      },
    });
    const subscriptions: vscode.Disposable[] = [];
    const storage = vscode.Uri.joinPath(extension.extensionUri, "test", "integration", "out", "other editors");
    const context = {
      extension,
      extensionUri: extension.extensionUri,
      extensionMode: vscode.ExtensionMode.Production,
      globalStorageUri: storage,
      storageUri: storage,
      globalState: plainMemento(),
      workspaceState: plainMemento(),
      secrets: { onDidChange: () => new vscode.Disposable(() => undefined) },
      subscriptions,
    };
    const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
    const load = loader._load;
    const require = createRequire(__filename);
    const program = path.join(extension.extensionPath, main);
    const before = require.cache[program];
    Reflect.deleteProperty(require.cache, program);
    loader._load = (request, ...rest) => (request === "vscode" ? api : load(request, ...rest));
    try {
      const { activate } = require(program) as { readonly activate: (context: object) => unknown };
      activate(context);
    } finally {
      loader._load = load;
      if (before) require.cache[program] = before;
      else Reflect.deleteProperty(require.cache, program);
      for (const subscription of subscriptions) subscription.dispose();
    }
    return { commands, registered };
  };

  const refuse = () => {
    throw new Error("not in this editor");
  };
  const nothing = () => undefined;
  for (const [what, replaced] of [
    ["lacks nothing", {}],
    ["has no language models at all", { lm: undefined }],
    ["has no tools for models", { "lm.registerTool": undefined }],
    ["refuses tools for models", { "lm.registerTool": refuse }],
    ["returns nothing for a tool", { "lm.registerTool": nothing }],
    ["has no MCP servers", { "lm.registerMcpServerDefinitionProvider": undefined }],
    ["refuses MCP servers", { "lm.registerMcpServerDefinitionProvider": refuse }],
    ["has no definition of MCP servers", { McpHttpServerDefinition: undefined }],
    ["has a provider of accounts already", { "authentication.registerAuthenticationProvider": refuse }],
    ["has a file system of that name already", { "workspace.registerFileSystemProvider": refuse }],
    ["refuses links", { "window.registerUriHandler": refuse }],
  ] as readonly (readonly [string, Replaced])[]) {
    it(`that ${what} has every command`, () => {
      const { commands, registered } = activateWith(replaced);
      assert.deepEqual(commands.toSorted(), all);
      assert.ok(registered.has("window.registerUriHandler"));
    });
  }

  it("that has a command of ours already has all others", () => {
    const registered: string[] = [];
    activateWith({
      "commands.registerCommand": (name) => {
        if (name === "plumbline.ask") refuse();
        registered.push(String(name));
        return inert;
      },
    });
    assert.deepEqual(
      registered.toSorted(),
      all.filter((name) => name !== "plumbline.ask"),
    );
  });
});
