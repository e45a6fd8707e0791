import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerResponse } from "node:http";
import * as vscode from "vscode";
import type { Account } from "../../src/host/accounts/accounts.ts";
import type { TestAccess } from "../../src/host/testAccess.ts";
import { plain, ScriptedServer, type Received } from "../support/scriptedServer.ts";
import { plumbline, until } from "./extension.ts";

const HASH = "0123456789abcdef0123456789abcdef01234567";
const LOCAL = "github.com/rexxars/eventsource-parser";
const TEXT = "one\ntwo\n\nfour (4)\n";

/** What the service answers. */
type Script = (received: Received, response: ServerResponse) => void;

describe("a file of a service", () => {
  let parts: TestAccess;
  let server: ScriptedServer;
  let account: Account;
  let script: Script;

  before(async () => {
    parts = await plumbline();
    server = await ScriptedServer.start((received, response) => {
      script(received, response);
    });
    account = parts.accounts.for(server.baseUrl);
    await parts.tokens.set(account.id, "sgp_0123456789abcdef_0123456789012345678901234567890123456789");
    await parts.accounts.add(account);
  });

  beforeEach(() => {
    server.received.length = 0;
    script = ({ path }, response) => {
      if (path.startsWith("/.api/search/stream")) sendCommit(path, response);
      else if (path.includes("/-/raw/src/a.ts")) plain(response, 200, TEXT);
      else plain(response, 404, "file does not exist");
    };
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  after(async () => {
    await parts.accounts.remove(account);
    await server[Symbol.asyncDispose]();
  });

  /** Sends the commit of a branch, as a search for the path does. */
  function sendCommit(path: string, response: ServerResponse, repository = "host/one", file = "src/a.ts"): void {
    const query = new URL(path, server.baseUrl).searchParams.get("q") ?? "";
    const commit = query.includes("@topic") || repository === LOCAL ? HASH : undefined;
    const matches = [{ type: "path", repository, path: file, ...(commit && { commit }) }];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`event: matches\ndata: ${JSON.stringify(matches)}\n\nevent: done\ndata: {}\n\n`);
  }

  /** Opens the file and returns its editor. */
  async function open(place: {
    repository?: string;
    path?: string;
    revision?: string;
    lines?: readonly [number, number];
  }) {
    const { repository = "host/one", path = "src/a.ts", revision = HASH, lines } = place;
    const range = lines && { startLine: lines[0], endLine: lines[1] };
    await parts.opener.open(account.id, { repository, path, revision, ...(range && { range }) });
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    return editor;
  }

  const copied = async (): Promise<string> => {
    await vscode.env.clipboard.writeText("");
    await vscode.commands.executeCommand("plumbline.copyPermalink");
    return vscode.env.clipboard.readText();
  };

  it("is headed by its repository with a short commit, and its path", async () => {
    const { uri } = (await open({})).document;
    assert.equal(uri.path, `/host/one@${HASH.slice(0, 7)}/src/a.ts`);
    const other = (await open({ revision: "feature/x" })).document.uri;
    assert.equal(other.path, "/host/one@feature/x/src/a.ts");
  });

  it("has an address that names the instance, and opens after signing out and in", async () => {
    const leaving = parts.accounts.for(`${server.baseUrl}/leaving`);
    const link = `/host/one@${HASH}/-/blob/src/a.ts`;
    const place = { repository: "host/one", path: "src/a.ts", revision: HASH };
    script = ({ path }, response) => {
      if (!path.endsWith("/src/a.ts")) plain(response, 404, "file does not exist");
      else plain(response, 200, path.startsWith("/leaving/") ? "elsewhere();\n" : TEXT);
    };
    await parts.accounts.add(leaving);
    const uri = parts.opener.uriOf(leaving.id, place);
    assert.equal(uri.authority, new URL(server.baseUrl).host);
    const old = vscode.Uri.from({ scheme: "plumbline", authority: leaving.id, path: "/x", query: link });
    const read = async (from: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(from)).toString();
    assert.equal(await read(uri), "elsewhere();\n");
    assert.equal(await read(old), "elsewhere();\n", "addresses named the account");
    assert.equal(await read(parts.opener.uriOf(account.id, place)), TEXT, "another instance on that host");
    await parts.accounts.remove(leaving);
    await assert.rejects(read(uri), /You are not signed in to 127\.0\.0\.1:\d+\/leaving\./);
    await assert.rejects(read(old), /You are not signed in to the service that this file is from\./);
    const again = parts.accounts.for(`${server.baseUrl}/leaving`);
    assert.notEqual(again.id, leaving.id);
    await parts.accounts.add(again);
    // Restored by the editor: from its text.
    assert.equal(await read(vscode.Uri.parse(uri.toString())), "elsewhere();\n");
    await parts.accounts.remove(again);
    await parts.accounts.use(account);
  });

  it("has a permalink to its commit and the selected lines", async () => {
    const editor = await open({ lines: [0, 1] });
    assert.equal(editor.document.uri.scheme, "plumbline");
    editor.selection = new vscode.Selection(0, 0, 1, 1);
    assert.equal(await copied(), `${server.baseUrl}/host/one@${HASH}/-/blob/src/a.ts?L1-2`);
    editor.selection = new vscode.Selection(0, 0, 1, 0);
    assert.equal(await copied(), `${server.baseUrl}/host/one@${HASH}/-/blob/src/a.ts?L1`);
  });

  it("has an outline by its syntax where the editor makes none itself, and only one where it does", async () => {
    const texts: Readonly<Record<string, string>> = {
      "src/store.rs": "pub struct Store {\n    name: String,\n}\n\nimpl Store {\n    pub fn read(&self) {\n    }\n}\n",
      "src/store.py": "class Store:\n    def read(self):\n        return 1\n",
      "src/Store.cs":
        "class Store\n{\n  public void Read()\n  {\n    foreach (var each in all)\n    {\n      Read();\n    }\n  }\n}\n",
      "src/store.swift": "class Store {\n  func read() {\n  }\n}\n", // has no parser
      "src/large.py": `class Store:\n    def read(self):\n        return 1\n${"# large\n".repeat(150_000)}`,
      "src/store.ts": "export class Store {\n  read() {}\n}\n",
    };
    script = ({ path }, response) => {
      const text = texts[path.split("/-/raw/")[1] ?? ""];
      if (text === undefined) plain(response, 404, "file does not exist");
      else plain(response, 200, text);
    };
    const outline = async (path: string) => {
      const { document } = await open({ path });
      const draw = ({ name, kind, range, children }: vscode.DocumentSymbol): string =>
        [`${vscode.SymbolKind[kind]} ${name} ${range.start.line}-${range.end.line}`, ...children.map(draw)].join(" > ");
      // The editor's own extensions begin with the file.
      return until(`the outline of ${path}`, async () => {
        const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
          "vscode.executeDocumentSymbolProvider",
          document.uri,
        );
        return symbols && symbols.length > 0 && symbols.map(draw);
      });
    };
    assert.deepEqual(await outline("src/store.rs"), ["Struct Store 0-2", "Method read 5-6"]);
    assert.deepEqual(await outline("src/store.py"), ["Class Store 0-2 > Method read 1-2"]);
    assert.deepEqual(await outline("src/Store.cs"), ["Class Store 0-9 > Method Read 2-8"]);
    assert.deepEqual(await outline("src/store.swift"), ["Class Store 0-3 > Method read 1-2"]);
    assert.match((await outline("src/large.py")).join(), /^Class Store 0-\d+ > Method read 1-\d+$/);
    assert.deepEqual(await outline("src/store.ts"), ["Class Store 0-2 > Method read 1-1"]);
  });

  it("has a permalink to the commit that its branch is at", async () => {
    await open({ revision: "topic", lines: [3, 3] });
    assert.equal(await copied(), `${server.baseUrl}/host/one@${HASH}/-/blob/src/a.ts?L4`);
  });

  it("has a link to its branch where the service does not tell the commit", async () => {
    await open({ revision: "other", lines: [3, 3] });
    assert.equal(await copied(), `${server.baseUrl}/host/one@other/-/blob/src/a.ts?L4`);
  });

  it("has a permalink where it is the person's own, at the lines that the service has there", async () => {
    const root = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", "eventsource-parser");
    const head = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
    const file = join(root, "src/parse.ts");
    const text = readFileSync(file, "utf8");
    let commits = [head];
    script = ({ path }, response) => {
      const commit = commits.find((each) => path.includes(`@${each}/-/raw/src/parse.ts`));
      if (path.startsWith("/.api/search/stream")) sendCommit(path, response, LOCAL, "src/parse.ts");
      else if (commit === undefined) plain(response, 404, "file does not exist");
      else plain(response, 200, commit === head ? text : text.split("\n").slice(2).join("\n"));
    };
    await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(42, 0, 44, 3) });
    assert.equal(await copied(), `${server.baseUrl}/${LOCAL}@${head}/-/blob/src/parse.ts?L43-45`);
    commits = [HASH]; // what is checked out was not pushed
    assert.equal(await copied(), `${server.baseUrl}/${LOCAL}@${HASH}/-/blob/src/parse.ts?L41-43`);
    commits = [];
    assert.equal(await copied(), "");
  });

  it("has a permalink to the lines as the service counts them, which knows none that ends with a CR alone", async () => {
    const text = "one\r\r\ntwo\r\r\nthree\r\r\nfour";
    script = ({ path }, response) => {
      if (path.startsWith("/.api/search/stream")) sendCommit(path, response, LOCAL, "alone.txt");
      else if (path.includes(`@${HASH}/-/raw/alone.txt`)) plain(response, 200, `${text}\r\r\nfive`);
      else plain(response, 404, "file does not exist");
    };
    const editor = await open({ repository: "host/other", path: "alone.txt" });
    editor.selection = new vscode.Selection(2, 0, 4, 5);
    assert.equal(await copied(), `${server.baseUrl}/host/other@${HASH}/-/blob/alone.txt?L2-3`);
    const [folder = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const uri = vscode.Uri.joinPath(folder.uri, "eventsource-parser/alone.txt");
    await vscode.workspace.fs.writeFile(uri, Buffer.from(`zero\r\r\n${text}`));
    try {
      await vscode.window.showTextDocument(uri, { selection: new vscode.Range(4, 0, 6, 5) });
      assert.equal(await copied(), `${server.baseUrl}/${LOCAL}@${HASH}/-/blob/alone.txt?L2-3`);
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  it("opens as the local copy, at the same line", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = join(folder.uri.fsPath, "eventsource-parser/src/parse.ts");
    const text = readFileSync(file, "utf8");
    script = (_, response) => {
      plain(response, 200, text);
    };
    const uri = vscode.Uri.from({
      scheme: "plumbline",
      authority: account.id,
      path: `/${LOCAL}@${HASH}/-/blob/src/parse.ts`,
    });
    await vscode.window.showTextDocument(uri, { selection: new vscode.Range(4, 0, 4, 0) });
    await vscode.commands.executeCommand("plumbline.openLocalCopy");
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, file);
    assert.equal(editor.selection.start.line, 4);
  });

  it("stays where it is when the workspace has no copy of it", async () => {
    const { document } = await open({});
    await vscode.commands.executeCommand("plumbline.openLocalCopy");
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.uri.toString());
  });

  it("is named with its repository and commit or branch beside its language", async () => {
    const { item } = (await parts.remote()).status;
    await open({});
    await until("the commit", () => item.detail === `0123456 at ${new URL(server.baseUrl).host}`);
    assert.equal(item.text, "$(repo) host/one");
    await open({ revision: "topic" });
    await until("the branch", () => item.detail?.startsWith("topic at "));
  });

  const message = async (opening: Promise<unknown>): Promise<string> => {
    try {
      await opening;
    } catch (error) {
      return error instanceof Error ? error.message.replace(new URL(server.baseUrl).host, "SERVICE") : String(error);
    }
    assert.fail("it was opened");
  };

  it("that is not there, or not to be read, is told with its name", async () => {
    script = (_, response) => {
      plain(response, 404, "file does not exist");
    };
    assert.match(
      await message(open({ path: "src/none.ts" })),
      /SERVICE has no src\/none\.ts in host\/one@0123456789abcdef0123456789abcdef01234567, or you have no access to it \(file does not exist\)\./,
    );
    script = (_, response) => {
      plain(response, 403, "not for you");
    };
    assert.match(
      await message(open({ path: "src/secret.ts", revision: "main" })),
      /SERVICE does not let you read src\/secret\.ts in host\/one@main \(not for you\)\./,
    );
  });

  it("that is a folder is told, and one that only looks like the names of one is opened", async () => {
    script = ({ path }, response) => {
      if (path.endsWith("/-/raw/src")) plain(response, 200, "a&amp;b/\nc.ts\n");
      else if (path.endsWith("/-/raw/src/a%26b")) plain(response, 200, "d.ts\n");
      else if (path.endsWith("/-/raw/names")) plain(response, 200, "a.ts\nc.ts\n");
      else plain(response, 404, "file does not exist");
    };
    assert.match(await message(open({ path: "src" })), /src in host\/one@\w+ is a folder, not a file\./);
    assert.equal((await open({ path: "names" })).document.getText(), "a.ts\nc.ts\n");
  });

  it("that the editor itself can't open is told beside its page: once, with the log at hand", async () => {
    const { showErrorMessage } = vscode.window;
    const told: string[][] = [];
    vscode.window.showErrorMessage = (...words: unknown[]) => {
      told.push(words.map(String));
      return Promise.resolve(undefined);
    };
    const open = async (path: string, isDiff = false) => {
      const uri = parts.opener.uriOf(account.id, { repository: "host/one", path, revision: HASH });
      await assert.rejects(async () => vscode.workspace.fs.readFile(uri)); // not seen by anybody
      const before = server.received.length;
      if (isDiff) await vscode.commands.executeCommand("vscode.diff", uri, uri);
      else await vscode.commands.executeCommand("vscode.open", uri);
      await until(`the request for ${path}`, () => server.received.length > before);
    };
    try {
      for (let time = 0; time < 2; time++) await open("src/none.ts");
      await until("it to be told", () => told.length > 0);
      script = (_, response) => {
        plain(response, 401, "Invalid access token.\n");
      };
      await open("src/none.ts");
      await open("src/other.ts", true);
      await until("it to be told of both", () => told.length === 3);
    } finally {
      vscode.window.showErrorMessage = showErrorMessage;
    }
    assert.match(told[0]?.[0] ?? "", /has no src\/none\.ts in host\/one@/);
    assert.deepEqual(
      told.map(([, ...actions]) => actions),
      [["Show Log"], ["Sign In…", "Show Log"], ["Sign In…", "Show Log"]],
    );
  });

  it("that is too large to be shown is told with the limit", async () => {
    script = (_, response) => {
      plain(response, 200, "x".repeat(20 * 1024 * 1024 + 1));
    };
    assert.match(await message(open({ path: "large.txt" })), /SERVICE sent more than 20 MB\./);
  });

  it("that is no text is left to the editor, which shows pictures and says so of others", async () => {
    script = (_, response) => {
      response
        .writeHead(200, { "content-type": "text/plain; charset=utf-8" })
        .end(Buffer.from("\x7fELF\0\0\0\x01\x02\0\0\0"));
    };
    await parts.opener.open(account.id, { repository: "host/one", path: "data.bin", revision: HASH });
    await until("its tab", () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === "data.bin");
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it("that was opened at a commit opens again without the service", async () => {
    const { copies } = (await parts.remote()).reader;
    await copies.removeAll(account.id);
    const place = { repository: "host/one", path: "src/a.ts", revision: HASH };
    const read = async (revision: string, accountId = account.id) => {
      const uri = parts.opener.uriOf(accountId, { ...place, revision });
      await vscode.workspace.fs.readFile(
        parts.opener.uriOf(account.id, { ...place, path: "src/a.ts", revision: "other" }),
      );
      return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
    };
    assert.equal(await read(HASH), TEXT);
    await untilKept(1);
    const requests = () => server.received.filter(({ path }) => path.includes(`@${HASH}/`)).length;
    const before = requests();
    script = ({ path }, response) => {
      if (path.includes("@other/")) plain(response, 200, TEXT);
      else response.destroy();
    };
    assert.equal(await read(HASH), TEXT);
    assert.equal(requests(), before);
    await assert.rejects(read("topic"), "a branch may be elsewhere by now");
    // Another account belongs to another person: it needs its own request.
    const other = parts.accounts.for(`${server.baseUrl}/elsewhere`);
    await parts.accounts.add(other);
    await assert.rejects(read(HASH, other.id));
    await parts.accounts.remove(other);
    await parts.accounts.use(account);
  });

  it("leaves no copy when its account is signed out of", async () => {
    const leaving = parts.accounts.for(`${server.baseUrl}/leaving`);
    await parts.accounts.add(leaving);
    script = (_, response) => {
      plain(response, 200, TEXT);
    };
    await parts.opener.open(leaving.id, { repository: "host/one", path: "src/a.ts", revision: HASH });
    await untilKept(1, leaving.id);
    await parts.accounts.remove(leaving);
    await untilKept(0, leaving.id);
    await parts.accounts.use(account);
  });

  async function untilKept(count: number, accountId = account.id): Promise<void> {
    const folder = (await parts.remote()).reader.copies.folderOf(accountId);
    await until(`${String(count)} copies`, () => {
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".bin")) : [];
      return names.length === count;
    });
  }
});
