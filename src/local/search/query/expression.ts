/** Conditions, joined by operators. */
export type Expression<Leaf> =
  | { readonly type: "leaf"; readonly leaf: Leaf }
  | { readonly type: "not"; readonly operand: Expression<Leaf> }
  | { readonly type: "and" | "or"; readonly operands: readonly Expression<Leaf>[] };

/**
 * Whether an expression holds; `holds` says whether each leaf does. `undefined` if that is unknown for a leaf that
 * matters. Without operands, an `and` holds and an `or` does not.
 */
export function evaluate<Leaf>(
  expression: Expression<Leaf>,
  holds: (leaf: Leaf) => boolean | undefined,
): boolean | undefined {
  switch (expression.type) {
    case "leaf":
      return holds(expression.leaf);
    case "not": {
      const value = evaluate(expression.operand, holds);
      return value === undefined ? undefined : !value;
    }
    case "and":
    case "or": {
      const decisive = expression.type === "or";
      let result: boolean | undefined = !decisive;
      for (const operand of expression.operands) {
        const value = evaluate(operand, holds);
        if (value === decisive) return decisive;
        if (value === undefined) result = undefined;
      }
      return result;
    }
  }
}

/**
 * Every leaf, with whether it makes the expression hold (`true`) or keeps it from holding (below an odd number of
 * `not`).
 */
export function leavesOf<Leaf>(
  expression: Expression<Leaf>,
  isPositive = true,
): readonly { readonly leaf: Leaf; readonly isPositive: boolean }[] {
  switch (expression.type) {
    case "leaf":
      return [{ leaf: expression.leaf, isPositive }];
    case "not":
      return leavesOf(expression.operand, !isPositive);
    case "and":
    case "or":
      return expression.operands.flatMap((operand) => leavesOf(operand, isPositive));
  }
}

/** The parts that must all hold for the expression to hold. */
export function conjunctsOf<Leaf>(expression: Expression<Leaf>): readonly Expression<Leaf>[] {
  return expression.type === "and" ? expression.operands.flatMap(conjunctsOf) : [expression];
}

/** The same with other leaves, without operators that would have a single operand. */
export function mapLeaves<From, To>(expression: Expression<From>, map: (leaf: From) => Expression<To>): Expression<To> {
  switch (expression.type) {
    case "leaf":
      return map(expression.leaf);
    case "not":
      return { type: "not", operand: mapLeaves(expression.operand, map) };
    case "and":
    case "or":
      return join(
        expression.type,
        expression.operands.map((operand) => mapLeaves(operand, map)),
      );
  }
}

/** Joins expressions; a single one is returned as it is. */
export function join<Leaf>(type: "and" | "or", operands: readonly Expression<Leaf>[]): Expression<Leaf> {
  const [only] = operands;
  return operands.length === 1 && only ? only : { type, operands };
}
