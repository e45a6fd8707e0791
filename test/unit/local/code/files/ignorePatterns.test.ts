import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, it } from "mocha";
import { IgnorePatterns } from "../../../../../src/local/code/files/ignorePatterns.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";

const PATHS: readonly string[] = [
  ...["a", "a.txt", "a/b", "a/b/c", "a/b/c.txt", "b", "b/a", "b/a.txt", "build", "build/x", "x/build", "x/build/y"],
  ...[
    "foo",
    "foo/bar",
    "x/foo",
    "x/foo/bar",
    "foo.log",
    "x/foo.log",
    "x/y/foo.log",
    "!important",
    "#hash",
    "a b",
    "a ",
  ],
  ...["fooo", "fxo", "f.o", "fo]o", "a[b]", "x/a[b]", "deep/1/2/3/end", "deep/end", "back\\slash", "A.TXT", "ä/ö.txt"],
];

/** Ignore files that git knows how to read; each is one text. */
const FILES: readonly string[] = [
  ...["a", "/a", "a/", "/a/", "a/b", "/a/b", "a/*", "a/**", "**/a", "**/foo", "**/foo/bar", "deep/**/end", "*.log"],
  ...[
    "/*.log",
    "x/*.log",
    "*",
    "*\n!a",
    "*\n!*/\n!*.txt",
    "*.txt\n!a.txt",
    "a/*\n!a/b",
    "a/\n!a/b/c.txt",
    "f?o",
    "f[a-z]o",
  ],
  ...[
    "f[!a-z]o",
    "f[^a-z]o",
    "\\!important",
    "!important",
    "\\#hash",
    "#hash",
    "a b",
    "a\\ ",
    "a ",
    "a\\  ",
    "a\t",
    "a[[]b]",
  ],
  ...[
    "a\\[b\\]",
    "build/",
    "!build/",
    "build\n!x/build",
    "foo/*",
    "foo/**/bar",
    "**",
    "**/",
    "/**",
    "/",
    "//a",
    "a//b",
  ],
  ...[
    "",
    "\n\n# only words\n",
    "\ufeffa",
    "a\r\nb\r\n",
    "*.TXT",
    "[ab]",
    "[",
    "a[",
    "x/**/y",
    "ä",
    "*.t?t",
    "fo]o",
    "a\\",
  ],
  ...["back\\\\slash", "a/\\*", "deep/*/end", "**/**/end", "***", "f*o*", "x/", "*/foo", "?", "??", "[[:alpha:]]"],
];

describe("the patterns of an ignore file", () => {
  let temporary: TemporaryFolder;
  let root = "";
  before(() => {
    temporary = makeTemporaryFolder();
    root = temporary.write("code", { x: "" });
    runGit(root, "init", "--quiet");
  });
  after(() => temporary.remove());

  /** What git says that each pattern of a file is the last one for, without looking at what is on disk. */
  const gitSays = (text: string, paths: readonly string[]): readonly (string | undefined)[] => {
    const file = `${temporary.root}/ignore`;
    temporary.write("", { ignore: text });
    const args = ["-c", `core.excludesFile=${file}`, "check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"];
    let out: string;
    try {
      out = execFileSync("git", args, { cwd: root, input: paths.join("\0") }).toString();
    } catch (error) {
      out = (error as { readonly stdout: Buffer }).stdout.toString(); // none is ignored
    }
    const fields = out.split("\0");
    return paths.map((_, at) => fields[at * 4 + 2] || undefined);
  };

  /** The same for ours: an ignored folder above decides. */
  const weSay = (text: string, path: string): string | undefined => {
    const patterns = new IgnorePatterns(text);
    const segments = path.split("/");
    let last: string | undefined;
    for (let count = 1; count <= segments.length; count++) {
      const found = patterns.of(segments.slice(0, count).join("/"), count < segments.length);
      last = found?.source;
      if (found && !found.isNegated) return last;
    }
    return last;
  };

  it("are read as git reads them", () => {
    const different = FILES.flatMap((text) => {
      const git = gitSays(text, PATHS);
      return PATHS.flatMap((path, at) => {
        const ours = weSay(text, path);
        const isOfBytes = text.includes("?") && /[^\0-\x7f]/.test(path); // git takes a letter for several
        return ours === git[at] || isOfBytes ? [] : [{ text, path, git: git[at], ours }];
      });
    });
    assert.deepEqual(different, []);
  });

  it("may differ from names in case on systems where names may", () => {
    const patterns = new IgnorePatterns("Secret\n*.CSV\n/Data/x", { ignoreCase: true });
    assert.deepEqual(
      ["SECRET", "a/b.csv", "dAta/X", "data/y"].map((path) => patterns.of(path, false)?.source),
      ["Secret", "*.CSV", "/Data/x", undefined],
    );
  });

  it("take no time to speak of, however many there are", () => {
    const before = process.cpuUsage();
    const patterns = new IgnorePatterns(Array.from({ length: 5_000 }, (_, at) => `name${at}`).join("\n"));
    for (let at = 0; at < 10_000; at++) patterns.of(`some/folder/file${at}`, false);
    new IgnorePatterns(`a${"\\".repeat(100_000)}${" ".repeat(1_000)}x`).of("a", false);
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});
