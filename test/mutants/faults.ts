// Faults that can be put into a source, one at a time.
import ts from "typescript";

/** A text of a source in whose place another one stands. */
export interface Fault {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** What is wrong, in words. */
  readonly what: string;
  /** One-based, as the column. */
  readonly line: number;
  readonly column: number;
}

const TURNED: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
};
const SHIFTED: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
};
/** With a fault in such a line, a signal might reach a process that is not ours. */
const DANGEROUS = /\bkill\(/;

/** In every function of a file: conditions turned, lines left out, bounds shifted by one. */
export function faultsIn(file: string, text: string): Fault[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split("\n");
  const faults: Fault[] = [];
  const add = (node: ts.Node, replacement: string, what: string): void => {
    const start = node.getStart(tree);
    const { line, character } = tree.getLineAndCharacterOfPosition(start);
    if (DANGEROUS.test(lines[line] ?? "")) return;
    faults.push({ start, end: node.end, replacement, what, line: line + 1, column: character + 1 });
  };
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    if (isInFunction) {
      if (ts.isIfStatement(node)) turn(node.expression);
      else if (ts.isConditionalExpression(node)) turn(node.condition);
      else if (ts.isBinaryExpression(node)) {
        const { kind } = node.operatorToken;
        const [turned, shifted] = [TURNED[kind], SHIFTED[kind]];
        if (turned !== undefined) add(node.operatorToken, turned, "condition turned");
        if (shifted !== undefined) add(node.operatorToken, shifted, "bound shifted");
      } else if (ts.isNumericLiteral(node) && /^\d+$/.test(node.text))
        add(node, String(Number(node.text) + 1), "bound shifted");
      else if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) add(node, ";", "line left out");
    }
    ts.forEachChild(node, (child) => {
      visit(child, isInFunction || ts.isFunctionLike(node));
    });
  };
  const turn = (condition: ts.Expression): void => {
    add(condition, `!(${condition.getText(tree)})`, "condition turned");
  };
  visit(tree, false);
  return faults;
}
