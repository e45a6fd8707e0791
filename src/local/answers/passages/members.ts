import { indentOf } from "../../../core/text/blocks.ts";
import { lastPartOf, outlineOf, type Definition } from "../../../core/text/outline.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { literally } from "../questions/words.ts";
import { readFiles, type ReadingOptions } from "../named/readFiles.ts";
import type { CodeFile } from "../ranking/passages.ts";

const FILES_READ = 60;
const HOLDERS_AT_MOST = 50;

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
  const folderOf = ({ fullPath }: CodeFile) => fullPath.replace(/[^/]*$/, "");
  const packages = new Set(definitions.map(({ file }) => folderOf(file)));
  const all = [...definitions, ...uses].map(({ file }) => file);
  const files = all.filter((file) => file.index.language !== "Go" || packages.has(folderOf(file)));
  const written = literally(name);
  const receiver = new RegExp(String.raw`^func\s*\([^)]*\b${written}(?:\[.*?\])?\)`);
  const implemented = new RegExp(String.raw`\bimpl\b.* for ${written}\b`);
  const qualified = new RegExp(String.raw`\b${written}[.:]+\w+$`);
  const read = await readFiles([...new Set(files)].slice(0, FILES_READ), codeBase, options);
  return read.flatMap(({ file, lines }) => {
    const headOf = ({ line }: Definition) => lines[line] ?? "";
    const outline = outlineOf(lines, file.index.language);
    const outside = outline.filter((each) => receiver.test(headOf(each)) || qualified.test(each.name));
    const holders = outline.filter((each) => lastPartOf(each.name) === name || implemented.test(headOf(each)));
    const inside = holders.slice(0, HOLDERS_AT_MOST).flatMap(({ line, endLine }) => {
      const inner = outline.filter((each) => each.line > line && each.line <= endLine);
      const depths = inner.map((each) => indentOf(headOf(each)));
      // Deeper are those of what is in it, and examples in its comment.
      const least = Math.min(...depths.slice(0, 1000));
      return inner.filter((_, at) => depths[at] === least);
    });
    return [...inside, ...outside].map((each) => ({ file, line: each.line, within: lastPartOf(each.name) }));
  });
}
