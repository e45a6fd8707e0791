import type { Node, Query } from "web-tree-sitter";
import type { Grammar } from "./grammars/grammar.ts";
import { SYMBOL_KINDS, type CodeSymbol, type SymbolKind } from "./codeSymbol.ts";
import { readTree } from "./treeSitter.ts";

/** The definitions in a file by its syntax tree, in their order; `undefined` where it can't be parsed in time. */
export async function definitionsIn(text: string, grammar: Grammar): Promise<readonly CodeSymbol[] | undefined> {
  const symbols = await readTree(text, grammar, (root, query) => withContainers(readMatches(query, root)));
  return grammar.mergesOverloads === true ? symbols?.filter((symbol, at) => !isSame(symbol, symbols[at - 1])) : symbols;
}

/** One match of a pattern: something that is defined, or that holds definitions, or both. */
interface Match {
  readonly name: string;
  /** `undefined` for what is named only, as `impl Display for Point`. */
  readonly kind: SymbolKind | undefined;
  readonly nameStart: number;
  readonly line: number;
  readonly column: number;
  readonly of: string | undefined;
  readonly scope: Scope | undefined;
}

interface Scope {
  readonly start: number;
  readonly end: number;
  readonly holdsMembers: boolean;
}

const KINDS: ReadonlySet<string> = new Set(SYMBOL_KINDS);

/** By the place of the name; the first pattern of each. */
function readMatches(query: Query, root: Node): readonly Match[] {
  const byName = new Map<number, Match | undefined>();
  const scopes: Match[] = [];
  const found = query.matches(root).sort((a, b) => a.patternIndex - b.patternIndex);
  for (const { captures } of found) {
    let name: Node | undefined;
    let kind: string | undefined;
    let of: string | undefined;
    let scope: Scope | undefined;
    for (const { name: capture, node } of captures) {
      if (capture === "of") of = lastName(node.text);
      else if (capture === "scope" || capture === "members")
        scope = { start: node.startIndex, end: node.endIndex, holdsMembers: capture === "members" };
      else if (!capture.startsWith("_")) [name, kind] = [node, capture];
    }
    if (name && kind?.endsWith(".within") === true) {
      kind = kind.slice(0, -".within".length);
      ({ name, of } = declaredBy(name));
    }
    if (!name || kind === undefined || name.endIndex === name.startIndex || name.type.startsWith("abstract_")) continue;
    const nameStart = name.startIndex;
    if (kind !== "name" && byName.has(nameStart)) continue;
    const text = name.text;
    const isQuoted = /^["':]./.test(text); // a module's name in TypeScript, a symbol of Ruby
    const match: Match = {
      name: kind === "name" ? lastName(text) : isQuoted ? text.replace(/^["':](.+?)["']?$/, "$1") : text,
      kind: isKind(kind) ? kind : undefined,
      nameStart,
      line: name.startPosition.row,
      column: name.startPosition.column + (isQuoted ? 1 : 0),
      of,
      scope,
    };
    if (kind === "name") scopes.push(match);
    else byName.set(nameStart, kind === "none" ? undefined : match);
  }
  return [...scopes, ...[...byName.values()].filter((match) => match !== undefined)];
}

/** Walks through definitions and scopes by their starts, with those scopes open that reach over where it is. */
function withContainers(matches: readonly Match[]): readonly CodeSymbol[] {
  const scopes = matches
    .flatMap((match) => (match.scope ? [{ match, ...match.scope }] : []))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const open: (typeof scopes)[number][] = [];
  let next = 0;
  return matches
    .filter(({ kind }) => kind !== undefined)
    .sort((a, b) => a.nameStart - b.nameStart)
    .flatMap((match) => {
      for (; next < scopes.length; next++) {
        const scope = scopes[next];
        if (!scope || scope.start > match.nameStart) break;
        while ((open.at(-1)?.end ?? Infinity) <= scope.start) open.pop();
        open.push(scope);
      }
      while ((open.at(-1)?.end ?? Infinity) <= match.nameStart) open.pop();
      // What is named at the same place is itself.
      const around = open.findLast((scope) => scope.match.nameStart !== match.nameStart);
      const { name, kind, line, column } = match;
      if (kind === undefined || (kind === "variable" && isFunction(around?.match.kind))) return [];
      return [
        {
          name,
          kind: kind === "function" && (match.of !== undefined || around?.holdsMembers === true) ? "method" : kind,
          containerName: match.of ?? around?.match.name ?? "",
          line,
          column,
        },
      ];
    });
}

/** The name in a declarator of C or C++, and what it is qualified with. */
function declaredBy(declarator: Node): { readonly name: Node; readonly of: string | undefined } {
  let name = declarator;
  let of: string | undefined;
  for (;;) {
    if (name.type === "qualified_identifier") of = lastName(name.childForFieldName("scope")?.text ?? "");
    const within =
      name.childForFieldName("declarator") ??
      (HAS_NAME.has(name.type) ? name.childForFieldName("name") : undefined) ??
      (name.type.endsWith("_declarator") ? name.namedChild(0) : undefined);
    if (!within) return { name, of };
    name = within;
    if (name.type.startsWith("abstract_")) return { name, of }; // without a name, as in `operator bool()`
  }
}

const HAS_NAME: ReadonlySet<string> = new Set(["qualified_identifier", "template_type", "template_function"]);

function isFunction(kind: SymbolKind | undefined): boolean {
  return kind === "function" || kind === "method";
}

function isKind(word: string): word is SymbolKind {
  return KINDS.has(word);
}

function isSame(symbol: CodeSymbol, before: CodeSymbol | undefined): boolean {
  return symbol.name === before?.name && symbol.kind === before.kind && symbol.containerName === before.containerName;
}

/** Of `std::vector<int>` or `app.models`, what is said last. */
function lastName(text: string): string {
  return /([\w$]+)\s*(?:<.*)?$/s.exec(text)?.[1] ?? text;
}
