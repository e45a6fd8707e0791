import assert from "node:assert/strict";
import Module, { createRequire } from "node:module";
import path from "node:path";
import * as vscode from "vscode";
import { plainMemento } from "../support/plainMemento.ts";
import { until } from "./extension.ts";
import { standIn } from "./prompts.ts";

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
/** By name: `lm`, or `lm.registerTool`. A getter that throws stands for an editor that throws where it is only read. */
type Replaced = Readonly<Record<string, unknown>>;

interface Activated {
  /** What each command does. */
  readonly commands: ReadonlyMap<string, Member>;
  /** The functions that were called to register something, however that ended. */
  readonly called: ReadonlySet<string>;
  /** What is off, as the log says. */
  readonly off: readonly string[];
  /** Ends it. */
  readonly end: () => void;
}

const refuse = () => {
  throw new Error("not in this editor");
};
const nothing = () => undefined;
const COMMAND = "commands.registerCommand";

describe("an editor built on VS Code", () => {
  const extension = vscode.extensions.getExtension("plumbline.plumbline");
  assert.ok(extension);
  const { contributes, main } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    readonly main: string;
  };
  const all = contributes.commands.map(({ command }) => command).toSorted();

  /** Activates the extension once more, with the editor's own API but for some of its members. */
  const activateWith = async (replaced: Replaced, changed: object = {}): Promise<Activated> => {
    const commands = new Map<string, Member>();
    const called = new Set<string>();
    const off: string[] = [];
    const log = {
      error: (line: string) =>
        off.push(...(/^This editor does not take (?:vscode\.)?(\S+):/.exec(line)?.slice(1) ?? [])),
      ...{ info: nothing, warn: nothing, debug: nothing, show: nothing, dispose: nothing },
    };
    const own: Readonly<Record<string, Member>> = {
      [COMMAND]: (name, run) => (commands.set(String(name), run as Member), inert),
      "window.createOutputChannel": () => log,
    };
    const memberOf = (name: string, target: object, key: string): unknown => {
      const member: unknown = name in replaced ? replaced[name] : Reflect.get(target, key);
      if (typeof member !== "function" || !CHANGES.test(key)) return member;
      const stand = name in replaced ? (member as Member) : (own[name] ?? (() => inert));
      return (...args: unknown[]) => (called.add(name), stand(...args));
    };
    const api = new Proxy(vscode, {
      get: (target, key) => {
        if (String(key) in replaced) return replaced[String(key)];
        const member: unknown = Reflect.get(target, key);
        return typeof member === "object" && member !== null
          ? new Proxy(member, { get: (space, name) => memberOf(`${String(key)}.${String(name)}`, space, String(name)) })
          : member;
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
      secrets: { onDidChange: () => new vscode.Disposable(nothing) },
      subscriptions,
      ...changed,
    };
    type Parent = { readonly filename?: string } | undefined;
    const loader = Module as unknown as { _load: (request: string, by: Parent, ...rest: unknown[]) => unknown };
    const load = loader._load;
    const require = createRequire(__filename);
    const { dir } = path.parse(path.join(extension.extensionPath, main));
    const before = Object.entries(require.cache).filter(([file]) => file.startsWith(dir));
    for (const [file] of before) Reflect.deleteProperty(require.cache, file);
    // Other extensions may be loaded meanwhile.
    loader._load = (request, by, ...rest) =>
      request === "vscode" && by?.filename?.startsWith(dir) ? api : load(request, by, ...rest);
    const end = () => {
      loader._load = load;
      for (const file of Object.keys(require.cache).filter((each) => each.startsWith(dir)))
        Reflect.deleteProperty(require.cache, file);
      Object.assign(require.cache, Object.fromEntries(before));
      for (const subscription of subscriptions) subscription.dispose();
    };
    try {
      const { activate } = require(path.join(extension.extensionPath, main)) as {
        readonly activate: (context: object) => unknown;
      };
      activate(context);
      // Registered a moment later than all others.
      const ACCOUNTS = "authentication.registerAuthenticationProvider";
      await until("the accounts", () => called.has(ACCOUNTS) || off.includes(ACCOUNTS));
    } catch (error) {
      end();
      throw error;
    }
    return { commands, called, off: [...new Set(off)], end };
  };

  /** Activates the extension for `look`, which finds every command. */
  const withEditor = async (
    replaced: Replaced,
    look: (activated: Activated) => unknown = nothing,
    changed: object = {},
  ): Promise<Activated> => {
    const activated = await activateWith(replaced, changed);
    try {
      assert.deepEqual([...activated.commands.keys()].toSorted(), all, Object.keys(replaced).join());
      await look(activated);
    } finally {
      activated.end();
    }
    return activated;
  };

  it("that lacks nothing has everything", async () => {
    const { off } = await withEditor({});
    assert.deepEqual(off, []);
  });

  it("that lacks, refuses or ignores one registration has all others, and says what is off", async () => {
    const { called } = await withEditor({});
    const registrations = [...called].filter((name) => name.includes(".register") && name !== COMMAND);
    assert.ok(registrations.includes("lm.registerTool") && registrations.length > 7, registrations.join());
    for (const name of registrations) {
      assert.deepEqual((await withEditor({ [name]: undefined })).off, [name], "missing");
      const refused = await withEditor({ [name]: refuse });
      assert.deepEqual(refused.off, [name], `${name} throws`);
      assert.ok(
        registrations.every((each) => refused.called.has(each)),
        `${name} throws`,
      );
      assert.deepEqual((await withEditor({ [name]: nothing })).off, [], `${name} returns nothing`);
    }
  });

  const LM = ["lm.registerTool", "lm.registerMcpServerDefinitionProvider"];
  const ACCOUNTS = "authentication.registerAuthenticationProvider";
  for (const [what, replaced, off] of [
    ["has no language models at all", { lm: undefined }, LM],
    [
      "throws where language models are looked for",
      Object.defineProperty({}, "lm", { get: refuse, enumerable: true }),
      LM,
    ],
    ["has no accounts at all", { authentication: undefined }, [ACCOUNTS]],
    ["has no definition of MCP servers", { McpHttpServerDefinition: undefined }, LM.slice(1)],
    ["does not know the scheme of its links", { "env.uriScheme": "" }, ["env.uriScheme"]],
  ] as readonly (readonly [string, Replaced, readonly string[]])[])
    it(`that ${what} has all else, and says what is off`, async () => {
      assert.deepEqual((await withEditor(replaced)).off.toSorted(), off.toSorted());
    });

  it("that has a command of ours already has all others", async () => {
    const registered: string[] = [];
    const { off, end } = await activateWith({
      [COMMAND]: (name: unknown) => {
        if (name === "plumbline.ask") refuse();
        registered.push(String(name));
        return inert;
      },
    });
    end();
    assert.deepEqual(off, ["plumbline.ask"]);
    assert.deepEqual(
      registered.toSorted(),
      all.filter((name) => name !== "plumbline.ask"),
    );
  });

  it("that activates Plumbline twice refuses all of it the second time, and keeps the first", async () => {
    const { called } = await withEditor({});
    const registrations = [...called].filter((name) => name.includes(".register"));
    const twice = await activateWith(Object.fromEntries(registrations.map((name) => [name, refuse])));
    twice.end();
    assert.deepEqual(twice.off.toSorted(), [...registrations.filter((name) => name !== COMMAND), ...all].toSorted());
  });

  it("whose secret storage rejects has everything", async () => {
    const reject = () => Promise.reject(new Error("no keyring"));
    const secrets = { get: reject, store: reject, delete: reject, onDidChange: () => new vscode.Disposable(nothing) };
    assert.deepEqual((await withEditor({}, nothing, { secrets })).off, []);
  });

  for (const [what, selectChatModels] of [
    ["has no way to look for models", undefined],
    ["refuses to look for models", refuse],
    ["rejects looking for models", () => Promise.reject(new Error("not here"))],
    ["finds nothing where it looks for models", () => Promise.resolve(undefined)],
    ["does nothing where it looks for models", () => undefined],
  ] as const)
    it(`that ${what} offers other models`, async () => {
      const rows: string[] = [];
      const { createQuickPick } = vscode.window;
      const show = () => {
        const pick = createQuickPick();
        return standIn(pick, {
          show: () => {
            rows.push(...pick.items.map(({ label }) => label));
            pick.show();
          },
        });
      };
      await withEditor(
        { "lm.selectChatModels": selectChatModels, "window.createQuickPick": show },
        async ({ commands }) => {
          const chosen = commands.get("plumbline.chooseModel")?.();
          await until("the choice", () => rows.length > 0);
          await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
          await chosen;
        },
      );
      assert.ok(rows.includes("Another Address…"), rows.join());
    });

  it("says in what can be reported which of all that is off, and nothing else", async () => {
    const textOf = async (replaced: Replaced, command: string): Promise<string> => {
      const quietly = { ...replaced, "window.showInformationMessage": () => Promise.resolve(undefined) };
      await withEditor(quietly, ({ commands }) => commands.get(`plumbline.${command}`)?.("document"));
      return vscode.window.activeTextEditor?.document.getText() ?? "";
    };
    try {
      assert.doesNotMatch(await textOf({}, "reportIssue"), /Not available/);
      const off = /Not available in this editor: vscode\.lm\.registerMcpServerDefinitionProvider$/m;
      for (const command of ["reportIssue", "diagnose"])
        assert.match(await textOf({ McpHttpServerDefinition: undefined }, command), off, command);
    } finally {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  });
});
