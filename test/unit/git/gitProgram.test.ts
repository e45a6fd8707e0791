import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "mocha";
import { GitProgram } from "../../../src/git/gitProgram.ts";

describe("the git of a Mac", () => {
  const PATH = "/usr/bin:/bin:/Users/somebody/bin";
  /** What is found again and again, and what was run for that. */
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
