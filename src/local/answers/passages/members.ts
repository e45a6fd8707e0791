import { posix } from "node:path";
import { lastPartOf, outlineOf } from "../../../core/text/outline.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { readFiles, type ReadingOptions } from "../named/readFiles.ts";
import type { CodeFile } from "../ranking/passages.ts";

const FILES_READ = 60;

interface Member {
  readonly file: CodeFile;
  /** Zero-based. */
  readonly line: number;
  /** Its own name. */
  readonly within: string;
}

type Places = readonly Pick<Member, "file">[];

/**
 * What is directly in the definitions of a name and in what gives it more, by their looks; in Go, the methods that have
 * it as their receiver.
 */
export async function membersOf(
  { name, definitions, uses }: { readonly name: string; readonly definitions: Places; readonly uses: Places },
  codeBase: CodeBase,
  options: ReadingOptions,
): Promise<readonly Member[]> {
  const folderOf = ({ fullPath }: CodeFile) => posix.dirname(fullPath);
  const packages = new Set(definitions.map(({ file }) => folderOf(file)));
  const isGo = ({ index }: CodeFile) => index.language === "Go";
  const files = [...definitions, ...uses].flatMap(({ file }) =>
    isGo(file) && !packages.has(folderOf(file)) ? [] : [file],
  );
  const receiver = new RegExp(String.raw`^func\s*\([^)]*\b${name}(?:\[[^\]]*\])?\)`);
  const implemented = new RegExp(String.raw`\bimpl\b.* for ${name}\b`);
  const qualified = new RegExp(String.raw`(?:^|[.:])${name}[.:]+\w+$`);
  const read = await readFiles([...new Set(files)].slice(0, FILES_READ), codeBase, options);
  return read.flatMap(({ file, lines }) => {
    let end = -1; // of the definition of the name that the lines are in
    let innerEnd = -1;
    return outlineOf(lines, file.index.language).flatMap((each): readonly Member[] => {
      const { line, endLine } = each;
      const within = lastPartOf(each.name);
      const isOutside = qualified.test(each.name);
      const head = lines[line] ?? "";
      if (!isGo(file) && line > end && !isOutside && (within === name || implemented.test(head))) {
        end = endLine;
        return [];
      }
      const isMember = isGo(file) ? receiver.test(head) : line > innerEnd && (line <= end || isOutside);
      if (isMember) innerEnd = endLine;
      return isMember ? [{ file, line, within }] : [];
    });
  });
}
