import { writeFileSync } from "node:fs";
import path from "node:path";
import type { TemporaryFolder } from "../../git/temporaryRepositories.ts";

/** Writes a folder `code` with two repositories and a file outside them, and returns the first repository's root. */
export function writeSampleCode(temporary: TemporaryFolder): string {
  const alpha = temporary.commit(
    "code/alpha",
    {
      "positions.txt": Buffer.from('\tplain needle\r\ncafé 😀 needle 漢字needle\n\ufeffneedle "needle"\nlast needle'),
      "bom.txt": Buffer.from("\ufeffneedle\n"),
      "latin.txt": Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, ...Buffer.from("needle\n")]),
      "binary.dat": Buffer.from("needle\0needle\n"),
      "src/parser.ts":
        "export function parseRetry(value: string) {\n  // the retry interval\n  return Number(value);\n}\n",
      "src/other.go": "package other\n// Retry Interval\nfunc f() { retry(1) }\n",
      "src/view.tsx": "const interval = 1;\n",
      ".github/workflow.yml": "hiddenthing: 1\n",
      "ignored.log": "",
      ".gitignore": "*.log\n",
      "many.txt": "xyzzy xyzzy\n".repeat(300),
      "special.txt": "a.b(c)[d]\nnot and or\none two\n",
    },
    { remote: "git@github.com:owner/alpha.git" },
  );
  temporary.commit(
    "code/beta",
    { "retry.md": "# Retry\n\nalone\n", "interval/notes.md": "nothing\n" },
    { remote: "https://h.example/o/beta" },
  );
  temporary.write("code", { "loose.txt": "loose needle\n" });
  writeFileSync(path.join(alpha, "ignored.log"), "needle\n");
  return alpha;
}
