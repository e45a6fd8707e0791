import type { Node } from "web-tree-sitter";

/**
 * A string in the annotation of a type in Python names types, but not as a `Literal` or beside the type in `Annotated`;
 * so does what `cast` is given first, and the bound of a `TypeVar`.
 */
export function isTypeInText(text: Node): boolean {
  if (!text.type.startsWith("string")) return false;
  let node: Node = text;
  for (; node.parent && /^(?:string|type|generic|subscript|list|binary|union)/.test(node.type); node = node.parent) {
    const isSubscript = node.type === "subscript";
    if (isSubscript || node.type === "generic_type") {
      const holder = node.firstNamedChild?.text ?? "";
      if (/\bLiteral$/.test(holder)) return false;
      const first = isSubscript ? node.namedChild(1) : node.namedChild(1)?.firstNamedChild;
      if (/\bAnnotated$/.test(holder) && !isAround(first, text)) return false;
    }
    if (node.type === "type" && !/^(?:type_parameter|union_type|generic_type|type)$/.test(node.parent.type))
      return true;
  }
  if (node.type === "argument_list") return isCallOf(node.parent, /\bcast$/) && isAround(node.firstNamedChild, text);
  const isBound = node.type === "keyword_argument" && node.childForFieldName("name")?.text === "bound";
  return isBound && isCallOf(node.parent?.parent, /\bTypeVar$/);
}

function isAround(node: Node | null | undefined, inner: Node): boolean {
  return !!node && node.startIndex <= inner.startIndex && inner.endIndex <= node.endIndex;
}

function isCallOf(node: Node | null | undefined, name: RegExp): boolean {
  return node?.type === "call" && name.test(node.childForFieldName("function")?.text ?? "");
}
