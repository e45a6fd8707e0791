import { readComments, type Described } from "../answers/comments.ts";

/**
 * What is said of functions in a file, and the file without comments, in more languages and manners than needles are cut from.
 * `undefined` for a language that isn't known.
 */
export function readDescribed(
  file: string,
  text: string,
): { readonly described: readonly Described[]; readonly bare: string } | undefined {
  if (file.endsWith(".rb")) return readRuby(text);
  const isCpp = /\.(?:cc|cpp|hpp)$/.test(file) || (file.endsWith(".h") && CPP.test(text));
  const name = isCpp ? `${file}.cpp` : file.replace(/\.cs$/, ".java");
  const plain = asMostWrite(text);
  const read = readComments(name, plain);
  if (!read || !isCpp) return read;
  // members of classes begin at the margin once all is shifted
  const shifted = [/^(?:\t| {2,4})/gm, /^(?:\t\t| {5,8})/gm].map((by) => readComments(name, plain.replaceAll(by, "")));
  return { bare: read.bare, described: [read, ...shifted].flatMap((each) => each?.described ?? []) };
}

const CPP = /^\s*(?:class|namespace|template)\b/m;

/** Rewrites heads and comments as GNU, GTK, Doxygen and C# have them to what is read of the others. */
function asMostWrite(text: string): string {
  return text
    .replaceAll(/^([A-Za-z][\w* \t]*)\n(\w+[ \t]*\([^;\n]*)$/gm, "$1 $2")
    .replaceAll(/^([ \t]*\/\*\*?)[ \t]*\n[ \t]*\*[ \t]*[\w:]+:[ \t]*\n(?:[ \t]*\*[ \t]*(?:@[^\n]*)?\n)*/gm, "$1\n")
    .replaceAll(/^([ \t]*(?:\/\*+[ \t]*(?:\n[ \t]*\*[ \t]*)?|\/\/\/?[ \t]*))\w+(?:\(\))?(?::|[ \t]+-+)[ \t]+/gm, "$1")
    .replaceAll(/^([ \t]*(?:\/\*+|\*|\/\/[/!]?)?[ \t]*)(?:[\\@]brief\b|<\/?(?:summary|para)>)/gm, "$1");
}

function readRuby(text: string) {
  const lines = text.split("\n");
  const described = lines.flatMap((line, startLine): readonly Described[] => {
    const [, indent = "", name] = /^(\s*)def\s+(?:self\.)?(\w+)/.exec(line) ?? [];
    const first = lines.slice(0, startLine).findLastIndex((before) => !/^\s*#/.test(before));
    const comment = lines.slice(first + 1, startLine).map((each) => each.replace(/^\s*#+\s?/, ""));
    const end = lines.slice(startLine).findIndex((next) => next.startsWith(`${indent}end`));
    // a made-up function of a language that is known, so that all sentences are cut by the same rules
    const [said] = readComments("ruby.js", `/**\n${comment.join("\n")}\n*/\nfunction said() {}`)?.described ?? [];
    return name === undefined || !said || end < 1
      ? []
      : [{ name, sentence: said.sentence, startLine, endLine: startLine + end }];
  });
  return { described, bare: text.replaceAll(/^(\s*)#.*$/gm, "$1").replaceAll(/[ \t]#(?!\{).*$/gm, "") };
}
