import type { Node } from "web-tree-sitter";

/** What an assignment in JavaScript names. */
export interface Assigned {
  readonly name: Node;
  readonly kind: "function" | "method";
  /** Whose method it is, if that is stated. */
  readonly of: Node | undefined;
}

/**
 * The name of a function that is assigned to `left`: `go`, `this.go`, `exports.go`, `module.exports.go`, `Store.go` or
 * `Store.prototype.go`. `undefined` for what has no name, such as `store[key]`.
 */
export function assignedFunction(left: Node): Assigned | undefined {
  if (left.type === "identifier") return { name: left, kind: "function", of: undefined };
  const object = left.childForFieldName("object");
  const name = left.childForFieldName("property");
  if (!object || !name) return undefined;
  if (object.type === "this") return { name, kind: "method", of: undefined };
  if (name.type !== "property_identifier") return undefined;
  const inner = propertyOf(object);
  if (inner === "prototype") return { name, kind: "method", of: object.childForFieldName("object") ?? undefined };
  const isExported = inner === "exports" || (object.type === "identifier" && EXPORTS.has(object.text));
  return isExported ? { name, kind: "function", of: undefined } : { name, kind: "method", of: object };
}

/**
 * What owns the members of an object that is assigned to `left`: `Store` for `Store.prototype` and
 * `Store.prototype.all`.
 */
export function prototypeOwner(left: Node): Node | undefined {
  const object = left.childForFieldName("object") ?? undefined;
  if (object && propertyOf(object) === "prototype") return object.childForFieldName("object") ?? undefined;
  return object?.type === "identifier" && propertyOf(left) === "prototype" ? object : undefined;
}

const EXPORTS: ReadonlySet<string> = new Set(["exports", "module"]);

function propertyOf(member: Node): string | undefined {
  const property = member.type === "member_expression" ? member.childForFieldName("property") : null;
  return property?.type === "property_identifier" ? property.text : undefined;
}
