// What coverage is counted in: the functions and branches of a file's syntax tree. Each has a key made of its kind, the
// names around it and its text, so that it is the same one wherever the code has moved to.
import { createHash } from "node:crypto";
import ts from "typescript";

export type ElementKind = "function" | "then" | "else" | "right side" | "case" | "loop" | "catch";

export interface Element {
  readonly key: string;
  readonly kind: ElementKind;
  /** The functions and classes that it is in, and its own name if it has one: `Store.#read`. */
  readonly name: string;
  /** What runs if it is reached, from its first character to behind its last. */
  readonly start: number;
  readonly end: number;
  /** One-based. */
  readonly line: number;
  /** The innermost element that it is in. */
  readonly outer?: Element;
}

/** The elements of a TypeScript file by where they start, outer ones before those in them. */
export function elementsOf(file: string, text: string): Element[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const elements: Element[] = [];
  const visit = (node: ts.Node, around: { readonly name: string; readonly outer?: Element }): void => {
    const own = nameOf(node);
    const name = own === undefined ? around.name : [around.name, own].filter(Boolean).join(".");
    const parts = new Map<ts.Node, Element>();
    for (const { kind, part, whole = node } of partsOf(node)) {
      const start = part.getStart(tree);
      const said = [kind, name, whole.getText(tree).replaceAll(/\s+/g, " ")].join("\n");
      const element: Element = {
        key: createHash("sha256").update(said).digest("base64url").slice(0, 12),
        ...{ kind, name, start },
        end: part.end,
        line: tree.getLineAndCharacterOfPosition(start).line + 1,
        ...(around.outer ? { outer: around.outer } : {}),
      };
      elements.push(element);
      parts.set(part, element);
    }
    ts.forEachChild(node, (child) => {
      const outer = parts.get(child) ?? around.outer;
      visit(child, { name, ...(outer ? { outer } : {}) });
    });
  };
  visit(tree, { name: "" });
  return elements.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** What of a node is run or not; `whole` is the text that it is known by, if that is not the node's. */
function partsOf(node: ts.Node): { kind: ElementKind; part: ts.Node; whole?: ts.Node }[] {
  if (ts.isFunctionLike(node)) {
    const { body } = node as ts.FunctionLikeDeclaration;
    return body ? [{ kind: "function", part: body }] : [];
  }
  if (ts.isIfStatement(node)) {
    const { thenStatement, elseStatement } = node;
    return [
      { kind: "then", part: thenStatement },
      ...(elseStatement ? [{ kind: "else" as const, part: elseStatement }] : []),
    ];
  }
  if (ts.isConditionalExpression(node)) {
    return [
      { kind: "then", part: node.whenTrue },
      { kind: "else", part: node.whenFalse },
    ];
  }
  if (ts.isBinaryExpression(node) && SHORT_CIRCUITS.has(node.operatorToken.kind))
    return [{ kind: "right side", part: node.right }];
  const [statement] = ts.isCaseOrDefaultClause(node) ? node.statements : [];
  if (statement) return [{ kind: "case", part: statement, whole: node }];
  if (ts.isForStatement(node) || ts.isForInStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node))
    return [{ kind: "loop", part: node.statement }];
  if (ts.isCatchClause(node)) return [{ kind: "catch", part: node.block }];
  return [];
}

const SHORT_CIRCUITS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const isNamed =
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ((ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) &&
      node.initializer &&
      (ts.isFunctionLike(node.initializer) || ts.isClassLike(node.initializer)));
  return isNamed ? node.name?.getText() : undefined;
}
