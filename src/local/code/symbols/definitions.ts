import type { Node, Query, QueryMatch } from "web-tree-sitter";
import type { Grammar } from "./grammars/grammar.ts";
import { assignedFunction, prototypeOwner } from "./assignments.ts";
import { SYMBOL_KINDS, type CodeSymbol, type SymbolKind } from "../../../core/model/codeSymbol.ts";
import { caughtIn } from "../../../core/text/letters.ts";
import { readTree } from "./treeSitter.ts";

/**
 * The definitions in a file from its syntax tree, in order; `undefined` if it can't be parsed in time. If zero-based
 * `lines` are given, in ascending order, only those named on them, which is faster if they are few; of
 * overloads, those with a body, or else the first on a line that is given.
 */
export async function definitionsIn(
  text: string,
  grammar: Grammar,
  lines?: readonly number[],
): Promise<readonly CodeSymbol[] | undefined> {
  return readTree(text, grammar, (root, query) => {
    const some = lines && readDefinitionsOn(lines, root, query);
    // What is between two definitions of one name may be what keeps them apart.
    const hasOverloads = some?.length !== mergeOverloads(some ?? [], grammar).length;
    const found =
      some && !hasOverloads
        ? some
        : mergeOverloads(withContainers(readMatches(query.matches(root))), grammar, lines && new Set(lines));
    return found.map(({ symbol }) => symbol);
  });
}

/** The definitions in a tree, in order; if one has several signatures, each of them. */
export function readDefinitions(root: Node, query: Query): readonly CodeSymbol[] {
  return withContainers(readMatches(query.matches(root))).map(({ symbol }) => symbol);
}

interface Definition {
  readonly symbol: CodeSymbol;
  /** Whether it may be only a signature of what is defined elsewhere, as it spans nothing. */
  readonly isSignature: boolean;
}

/** Those named on some lines; `undefined` if reading all takes no longer. */
function readDefinitionsOn(lines: readonly number[], root: Node, query: Query): readonly Definition[] | undefined {
  const spans = spansOf(lines);
  const isMinified = root.endIndex > (root.endPosition.row + 1) * LONG_LINE;
  if (isMinified || spans.length > SPANS_AT_MOST) return undefined;
  const found = matchesIn(spans, root, query);
  const matches = readMatches(found);
  // What contains them is read where it is named, too: only there is it clear which of several patterns applies.
  const holders = matches.flatMap(({ scope, line }) => (scope && !isIn(spans, line) ? [line] : []));
  const wanted = new Set(lines);
  if (holders.length === 0) return withContainers(matches, wanted);
  const more = spansOf(holders.sort((a, b) => a - b));
  if (spans.length + more.length > SPANS_AT_MOST) return undefined;
  return withContainers(readMatches([...found, ...matchesIn(more, root, query)]), wanted);
}

/** All matches that reach into some spans. */
function matchesIn(spans: readonly Span[], root: Node, query: Query): QueryMatch[] {
  return spans.flatMap(({ first, last }) =>
    query.matches(root, { startPosition: { row: first, column: 0 }, endPosition: { row: last + 1, column: 0 } }),
  );
}

/** Consecutive lines, including the last one. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Each takes a walk through the top of the tree. */
const SPANS_AT_MOST = 16;
const NEAR_LINES = 20;
/** If lines are this long on average, one of them may be most of the file. */
const LONG_LINE = 400;

function spansOf(lines: readonly number[]): readonly Span[] {
  const spans: Span[] = [];
  for (const line of lines) {
    const before = spans.at(-1);
    if (before && line - before.last <= NEAR_LINES) spans[spans.length - 1] = { first: before.first, last: line };
    else spans.push({ first: line, last: line });
  }
  return spans;
}

function isIn(spans: readonly Span[], line: number): boolean {
  return spans.some(({ first, last }) => first <= line && line <= last);
}

/** Of overloads that follow each other, those with a body, or else the first one; of lines, if some are `wanted`. */
function mergeOverloads(
  definitions: readonly Definition[],
  { mergesOverloads }: Grammar,
  wanted?: ReadonlySet<number>,
): readonly Definition[] {
  const isWanted = ({ symbol }: Definition) => wanted?.has(symbol.line) !== false;
  if (mergesOverloads !== true) return definitions.filter(isWanted);
  const runs: Definition[][] = [];
  for (const definition of definitions) {
    const run = runs.at(-1);
    if (run && isSame(definition.symbol, run[0]?.symbol)) run.push(definition);
    else runs.push([definition]);
  }
  return runs.flatMap((run) => {
    const kept = run.filter(isWanted);
    const whole = kept.filter(({ isSignature }) => !isSignature);
    return whole.length > 0 ? whole : kept.slice(0, 1);
  });
}

/** One match of a pattern: something that is defined, something that contains definitions, or both. */
interface Match {
  readonly name: string;
  /** `undefined` for what is only named, such as `impl Display for Point`. */
  readonly kind: SymbolKind | undefined;
  readonly nameStart: number;
  readonly line: number;
  readonly column: number;
  /** The node that it spans. */
  readonly node: Node | undefined;
  readonly nameNode: Node;
  readonly of: string | undefined;
  readonly scope: Scope | undefined;
}

interface Scope {
  readonly start: number;
  readonly end: number;
  readonly holdsMembers: boolean;
}

const KINDS: ReadonlySet<string> = new Set(SYMBOL_KINDS);

/** All that only name something, and for each place of a name the match of the first pattern. */
function readMatches(matches: QueryMatch[]): readonly Match[] {
  const byName = new Map<number, Match | undefined>();
  const scopes: Match[] = [];
  for (const { captures } of matches.sort((a, b) => a.patternIndex - b.patternIndex)) {
    let name: Node | undefined;
    let kind: string | undefined;
    let of: string | undefined;
    let scope: Scope | undefined;
    let scopeNode: Node | undefined;
    for (const { name: capture, node } of captures) {
      if (capture === "of") of = lastName(node.text);
      else if (capture === "scope" || capture === "members") {
        scope = { start: node.startIndex, end: node.endIndex, holdsMembers: capture === "members" };
        scopeNode = node;
      } else if (!capture.startsWith("_")) [name, kind] = [node, capture];
    }
    if (name && kind?.endsWith(".within") === true) {
      kind = kind.slice(0, -".within".length);
      ({ name, of } = declaredBy(name));
    }
    if (name && kind === "assigned") {
      const assigned = assignedFunction(name);
      [name, kind] = [assigned?.name, assigned?.kind];
      of = assigned?.of && lastName(assigned.of.text);
    }
    if (name && kind === "prototype") [name, kind] = [prototypeOwner(name), "name"];
    const isAlias = kind?.endsWith(".alias") === true;
    const isConversion = kind?.endsWith(".conversion") === true;
    if (isAlias || isConversion) kind = kind?.replace(/\.\w+$/, "");
    if (!name || kind === undefined || name.endIndex === name.startIndex || name.type.startsWith("abstract_")) continue;
    const nameStart = name.startIndex;
    if (kind !== "name" && byName.has(nameStart)) continue;
    const text = isAlias ? name.text.replace(/=.*/s, "") : isConversion ? conversionAt(name) : name.text;
    const isQuoted = /^["':]./.test(text); // a module's name in TypeScript, a symbol of Ruby
    const match: Match = {
      name: kind === "name" ? lastName(text) : isQuoted ? text.replace(/^["':](.+?)["']?$/, "$1") : text,
      kind: isKind(kind) ? kind : undefined,
      nameStart,
      line: name.startPosition.row,
      column: name.startPosition.column + (isQuoted ? 1 : 0),
      node: scopeNode,
      nameNode: name,
      of,
      scope,
    };
    if (kind === "name") scopes.push(match);
    else byName.set(nameStart, kind === "none" ? undefined : match);
  }
  return [...scopes, ...[...byName.values()].filter((match) => match !== undefined)];
}

/**
 * Walks through definitions and scopes by their starts, keeping those scopes open that contain the current place.
 * Leaves out what is not on the `wanted` lines.
 */
function withContainers(matches: readonly Match[], wanted?: ReadonlySet<number>): readonly Definition[] {
  const scopes = matches
    .flatMap((match) => (match.scope ? [{ match, ...match.scope }] : []))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const open: (typeof scopes)[number][] = [];
  let next = 0;
  return matches
    .filter(({ kind, line }) => kind !== undefined && wanted?.has(line) !== false)
    .sort((a, b) => a.nameStart - b.nameStart)
    .flatMap((match) => {
      for (; next < scopes.length; next++) {
        const scope = scopes[next];
        if (!scope || scope.start > match.nameStart) break;
        while ((open.at(-1)?.end ?? Infinity) <= scope.start) open.pop();
        open.push(scope);
      }
      while ((open.at(-1)?.end ?? Infinity) <= match.nameStart) open.pop();
      const { name, kind, line, column, node, nameNode } = match;
      // What is named at the same place is the definition itself; `self.size: int` belongs to the class.
      const around = open.findLast(
        (scope) => scope.match.nameStart !== match.nameStart && !(kind === "property" && isFunction(scope.match.kind)),
      );
      if (kind === undefined || (kind === "variable" && isFunction(around?.match.kind))) return [];
      const symbol: CodeSymbol = {
        name,
        kind: kind === "function" && (match.of !== undefined || around?.holdsMembers === true) ? "method" : kind,
        containerName: match.of ?? around?.match.name ?? "",
        line,
        column,
        endLine: Math.max(line, lastLineOf(node ?? nameNode.parent ?? nameNode)), // looking for a parent takes long
      };
      return [{ symbol, isSignature: match.scope === undefined }];
    });
}

/** The name in a declarator of C or C++, and what qualifies it. */
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

/** `operator int`, given its first word. */
function conversionAt({ text, parent }: Node): string {
  return `${text} ${parent?.childForFieldName("type")?.text ?? ""}`;
}

const HAS_NAME: ReadonlySet<string> = new Set(["qualified_identifier", "template_type", "template_function"]);

/** A node that ends with its line break ends on the line before. */
function lastLineOf({ endPosition: { row, column } }: Node): number {
  return column === 0 ? row - 1 : row;
}

function isFunction(kind: SymbolKind | undefined): boolean {
  return kind === "function" || kind === "method";
}

function isKind(word: string): word is SymbolKind {
  return KINDS.has(word);
}

function isSame(symbol: CodeSymbol, before: CodeSymbol | undefined): boolean {
  return symbol.name === before?.name && symbol.kind === before.kind && symbol.containerName === before.containerName;
}

const LAST_NAME = /([\w$]+)\s*(?:<.*)?$/s;

/** The last name in `std::vector<int>` or `app.models`. */
function lastName(text: string): string {
  return caughtIn(text, LAST_NAME) ?? text;
}
