import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "mocha";
import { GitProgram } from "../../../../src/git/command/gitProgram.ts";

describe("the git of a Mac", () => {
  const PATH = "/usr/bin:/bin:/Users/somebody/bin";
  /** What is found when looking repeatedly, and what was run for it. */
  const find = (
    files: readonly string[],
    { hasDeveloperTools, folder = "/code/repo" }: { readonly hasDeveloperTools: boolean; readonly folder?: string },
  ) => {
    const asked: string[] = [];
    const program = new GitProgram("darwin", (file, args) => {
      asked.push([file, ...args].join(" "));
      return hasDeveloperTools;
    });
    const isProgram = (file: string) => files.includes(file);
    const found = [1, 2].map(() => program.find(folder, { env: { PATH }, system: path.posix, isProgram }));
    assert.equal(found[0], found[1]);
    return { found: found[0], asked };
  };
  const ASKED = ["/usr/bin/xcode-select -p"];

  it("is Apple's where its developer tools are there, which is asked once", () => {
    const files = ["/usr/bin/git", "/opt/homebrew/bin/git"];
    assert.deepEqual(find(files, { hasDeveloperTools: true }), { found: "/usr/bin/git", asked: ASKED });
  });

  it("is the next one without them, for that only opens a window which offers them", () => {
    const tools = { hasDeveloperTools: false };
    const next = (...files: readonly string[]) => find(["/usr/bin/git", ...files], tools);
    const own = "/Users/somebody/bin/git";
    assert.deepEqual(next(own, "/opt/homebrew/bin/git"), { found: own, asked: ASKED });
    for (const homebrews of ["/opt/homebrew/bin/git", "/usr/local/bin/git"])
      assert.deepEqual(next(homebrews), { found: homebrews, asked: ASKED });
    assert.deepEqual(next(), { found: undefined, asked: ASKED });
  });

  it("is none that is in the folder where it is to be run", () => {
    const files = ["/usr/bin/git", "/opt/homebrew/bin/git"];
    assert.equal(find(files, { hasDeveloperTools: false, folder: "/opt/homebrew" }).found, undefined);
  });

  it("is used without any question where it is another one", () => {
    const files = ["/bin/git"];
    assert.deepEqual(find(files, { hasDeveloperTools: false }), { found: "/bin/git", asked: [] });
  });
});

describe("the git of Windows", () => {
  const env = {
    Path: String.raw`C:\Windows\system32;D:\Git\cmd`,
    ProgramW6432: String.raw`C:\Program Files`,
    ProgramFiles: String.raw`C:\Program Files (x86)`,
    "ProgramFiles(x86)": String.raw`C:\Program Files (x86)`,
    LocalAppData: String.raw`C:\Users\somebody\AppData\Local`,
  };
  const find = (files: readonly string[], folder = String.raw`C:\code`) =>
    new GitProgram("win32").find(folder, { env, system: path.win32, isProgram: (file) => files.includes(file) });
  /** In the order in which they are tried. */
  const places = [
    String.raw`D:\Git\cmd\git.exe`,
    String.raw`C:\Program Files\Git\cmd\git.exe`,
    String.raw`C:\Program Files (x86)\Git\cmd\git.exe`,
    String.raw`C:\Users\somebody\AppData\Local\Programs\Git\cmd\git.exe`,
  ];

  it("is the one on the PATH, else the one where its installer puts it", () => {
    for (const at of places.keys()) assert.equal(find(places.slice(at).reverse()), places[at]);
    assert.equal(find([]), undefined);
  });

  it("is none that is in the folder where it is to be run", () => {
    assert.equal(find(places, String.raw`C:\Program Files`), places[0]);
    assert.equal(find(places.slice(1), String.raw`C:\Program Files`), places[2]);
    assert.equal(find(places.slice(3), String.raw`c:\users\somebody`), undefined);
  });

  it("is none where the environment says nothing of these places", () => {
    const program = new GitProgram("win32");
    const isProgram = () => true;
    assert.equal(program.find(String.raw`C:\code`, { env: {}, system: path.win32, isProgram }), undefined);
  });
});
