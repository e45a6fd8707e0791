/** What a commit changes in one file. */
export interface FileDiff {
  /** The path before; `/dev/null` for a file that is added. */
  readonly oldPath: string;
  readonly newPath: string;
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  readonly header: string;
  /** With their signs in front; without a carriage return at the end. */
  readonly lines: readonly string[];
}

/** Reads a patch as git writes it. Files without text in it (binary ones, mode changes) are left out. */
export function parsePatch(patch: string): readonly FileDiff[] {
  const files: { oldPath: string; newPath: string; hunks: { header: string; lines: string[] }[] }[] = [];
  let left = { removed: 0, added: 0 };
  for (const line of patch.split("\n")) {
    const file = files.at(-1);
    const hunk = file?.hunks.at(-1);
    if (hunk && (left.removed > 0 || left.added > 0 || line.startsWith("\\"))) {
      hunk.lines.push(line.replace(/\r$/, "") || " "); // git omits the sign of an empty line if configured so
      if (!line.startsWith("+") && !line.startsWith("\\")) left.removed--;
      if (!line.startsWith("-") && !line.startsWith("\\")) left.added--;
      continue;
    }
    const [header, removed = "1", added = "1"] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@.*/.exec(line) ?? [];
    if (line.startsWith("diff --git ")) files.push({ oldPath: "", newPath: "", hunks: [] });
    else if (file && line.startsWith("--- ")) file.oldPath = pathOf(line.slice(4), "a/");
    else if (file && line.startsWith("+++ ")) file.newPath = pathOf(line.slice(4), "b/");
    else if (file && header !== undefined) {
      file.hunks.push({ header, lines: [] });
      left = { removed: Number(removed), added: Number(added) };
    }
  }
  return files.filter(({ hunks }) => hunks.length > 0);
}

/** git quotes a path with unusual characters, and puts a tab after one with blanks. */
function pathOf(text: string, prefix: string): string {
  const path = text.replace(/\t$/, "");
  const plain = path.startsWith('"')
    ? path
        .slice(1, -1)
        .replace(/\\(?:([0-7]{3})|([^]))/g, (_, code: string | undefined, letter: string) =>
          code === undefined ? (LETTERS.get(letter) ?? letter) : String.fromCharCode(parseInt(code, 8)),
        )
    : path;
  return plain.startsWith(prefix) ? plain.slice(prefix.length) : plain;
}

const LETTERS = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);
