import { outlineOf, type Definition } from "../../../core/text/outline.ts";

/**
 * The definitions in a file without those that only say where the others belong, as nearly every file of a gem or of a
 * program in C# is in one and the same. What is directly in a module has its name in front: `Shop::Door`.
 */
export function innerDefinitions(lines: readonly string[], language: string | undefined): readonly Definition[] {
  const all = outlineOf(lines, language);
  const parents = parentsOf(all);
  const held = new Map<Definition, number>();
  for (const each of all) {
    const parent = parents.get(each);
    if (parent && TYPE.test(lines[each.line] ?? "")) held.set(parent, (held.get(parent) ?? 0) + lengthOf(each));
  }
  const holders = new Set(
    all.filter((each) => {
      const head = lines[each.line] ?? "";
      return NAMESPACE.test(head) || (MODULE.test(head) && 2 * (held.get(each) ?? 0) >= lengthOf(each) - ENDS);
    }),
  );
  const sign = language === "Ruby" || language === "Crystal" ? "::" : ".";
  const names = new Map<Definition, string>();
  for (const each of all) {
    const parent = parents.get(each);
    const isIn = parent && holders.has(parent) && !NAMESPACE.test(lines[parent.line] ?? "");
    const whole = `${isIn ? `${names.get(parent) ?? ""}${sign}` : ""}${each.name}`;
    names.set(each, whole.length > NAME_AT_MOST ? each.name : whole);
  }
  return all.filter((each) => !holders.has(each)).map((each) => ({ ...each, name: names.get(each) ?? each.name }));
}

/** A longer one says too much. */
const NAME_AT_MOST = 100;

const NAMESPACE = /^\s*(?:export\s+|inline\s+)?namespace\b/;
const MODULE = /^\s*(?:export\s+|declare\s+)*(?:module|defmodule)\b/;
const TYPE = /^\s*(?:[\w@]+\s+){0,5}(?:class|module|defmodule|struct|interface|enum)\b/;
/** The first line of a module and its last one. */
const ENDS = 2;

function lengthOf({ startLine, endLine }: Definition): number {
  return endLine - startLine + 1;
}

/** The innermost definition around each one. */
function parentsOf(definitions: readonly Definition[]): ReadonlyMap<Definition, Definition> {
  const parents = new Map<Definition, Definition>();
  const open: Definition[] = [];
  for (const each of definitions) {
    while ((open.at(-1)?.endLine ?? Infinity) < each.line) open.pop();
    const parent = open.at(-1);
    if (parent) parents.set(each, parent);
    open.push(each);
  }
  return parents;
}
