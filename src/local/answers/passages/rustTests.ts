/** Tells what is in a test where tests are in the file that they test: in its last module, or behind an attribute. */
export function testsWithin(lines: readonly string[]): (headLine: number) => boolean {
  const from = lines.findIndex((text, at) => IN_TESTS.test(text) && /^\s*mod\b/.test(lines[at + 1] ?? ""));
  return (line) =>
    (from >= 0 && line > from) || lines.slice(Math.max(0, line - ATTRIBUTES), line).some((text) => TEST.test(text));
}

const ATTRIBUTES = 4;
const IN_TESTS = /^\s*#\[cfg\(test\)/;
const TEST = /^\s*#\[(?:\w+::)*(?:rs)?test\b/;
