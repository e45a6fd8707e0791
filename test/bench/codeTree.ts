import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../support/randomMatches.ts";

/** A folder of generated code; whoever made it removes it. */
export interface CodeTree {
  readonly folder: string;
  /** Words to search for, each in about two files out of a hundred, in no file name, and not searched for before. */
  readonly words: readonly string[];
}

const WORDS = "const value await read file signal return items map item name function export class import throw".split(
  " ",
);
const FOLDERS = 40;

/** A git repository with everything committed. The same numbers give the same files. */
export function makeCodeTree({ files, fileBytes }: { readonly files: number; readonly fileBytes: number }): CodeTree {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-tree-"));
  const random = seededRandom(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const words = Array.from({ length: 60 }, (_, index) => `needle${index.toString(36)}${below(1e6).toString(36)}`);
  const line = () => {
    const word = () => WORDS[below(WORDS.length)] ?? "";
    return "  ".repeat(below(5)) + Array.from({ length: 4 + below(8) }, word).join(" ");
  };
  const lines = Array.from({ length: 2000 }, line);
  for (let index = 0; index < FOLDERS; index++) mkdirSync(join(folder, `src/part${index}`), { recursive: true });
  for (let file = 0; file < files; file++) {
    const rare = words.filter(() => random() < 0.02);
    const text: string[] = [];
    for (let size = 0; size < fileBytes;) {
      const next = lines[below(lines.length)] ?? "";
      text.push(next);
      size += next.length + 1;
    }
    for (const word of rare) text[below(text.length)] = `  const ${word} = read(value);`;
    writeFileSync(join(folder, `src/part${file % FOLDERS}/module${file}.ts`), `${text.join("\n")}\n`);
  }
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "-c", "core.compression=0", "add", "--all");
  git(folder, "-c", "user.name=Bench", "-c", "user.email=bench@plumbline.invalid", "commit", "--quiet", "-m", "Tree");
  return { folder, words };
}

function git(cwd: string, ...args: readonly string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
}
