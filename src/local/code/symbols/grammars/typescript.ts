import type { Grammar } from "./grammar.ts";
import { COMMON_PATTERNS, withConstants } from "./javascript.ts";

/**
 * What JavaScript has, and types: classes, interfaces and their members, type aliases, enums and their members,
 * namespaces, declarations without a body. Overloads once. No members of anonymous types.
 */
const query = `${COMMON_PATTERNS}
(class_declaration name: (type_identifier) @class) @members
(abstract_class_declaration name: (type_identifier) @class) @members
(class name: (type_identifier) @name) @members
(public_field_definition
  name: [(property_identifier) (private_property_identifier) (computed_property_name)] @method
  value: [(arrow_function) (function_expression) (generator_function)]) @scope
(method_signature name: [(property_identifier) (private_property_identifier) (computed_property_name) (string)] @method)
(abstract_method_signature name: [(property_identifier) (private_property_identifier) (computed_property_name)] @method)
(function_signature name: (identifier) @function)
(interface_declaration name: (type_identifier) @interface) @members
(interface_body (property_signature name: (property_identifier) @property))
(type_alias_declaration name: (type_identifier) @class) @scope
(enum_declaration name: (identifier) @enum) @scope
(enum_body name: (property_identifier) @constant)
(enum_body (enum_assignment name: (property_identifier) @constant))
(internal_module name: (_) @namespace) @scope
(module name: (_) @module) @scope
(ambient_declaration (lexical_declaration kind: "const" (variable_declarator name: (identifier) @constant)))
(ambient_declaration (lexical_declaration kind: "let" (variable_declarator name: (identifier) @variable)))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @variable)))
(internal_module body: (statement_block (export_statement (lexical_declaration (variable_declarator name: (identifier) @constant)))))
`;

export const typescript: Grammar = {
  file: "tree-sitter-typescript.wasm",
  mergesOverloads: true,
  prepare: withKnownSyntax,
  query,
};

/** The same with markup. */
export const tsx: Grammar = { file: "tree-sitter-tsx.wasm", mergesOverloads: true, prepare: withKnownSyntax, query };

/**
 * A text also without what this grammar does not know: the variance of a type parameter (`in out T`),
 * `import("./item.js")` in front of a type, which becomes a name, and a signature that begins with `<` after one that
 * ends with its line: a semicolon is put in front of it.
 */
function withKnownSyntax(text: string): string {
  return withConstants(text)
    .replace(
      IMPORTED_TYPE,
      (_, before: string, file: string, member: string) =>
        before + "import".padEnd(file.length, "_") + member.replace("default", "defaul_"),
    )
    .replace(VARIANCE, (_, before: string, word: string) => before + " ".repeat(word.length))
    .replace(NEXT_SIGNATURE, (found, at: number) => (isSignatureBefore(text, at) ? `${found.slice(0, -1)};` : found));
}

const VARIANCE = /([<,]\s*)(in[ \t]+out|in|out)(?=\s+[A-Za-z_$])/g;
const IMPORTED_TYPE = /([:<|&,=([]\s{0,80}|\b(?:typeof|extends)\s)(import\((?:"[^"\n]*"|'[^'\n]*')\))(\.default\b|\.)/g;
const NEXT_SIGNATURE = /^[ \t]+(?=<[A-Za-z_$\r\n])/gm;
const COMMENT_AT_MOST = 10_000;

/** Whether the code in front of a place ends like a type; comments are skipped. */
function isSignatureBefore(text: string, at: number): boolean {
  let end = at - 1;
  for (;;) {
    while (/\s/.test(text.charAt(end))) end--;
    const lineStart = text.lastIndexOf("\n", end) + 1;
    if (text.endsWith("*/", end + 1)) {
      const near = text.slice(Math.max(0, end - COMMENT_AT_MOST), end - 1);
      const length = near.length - near.lastIndexOf("/*");
      if (length > near.length) return false;
      end -= length + 2;
    } else if (/^\s*\/\//.test(text.slice(lineStart, end + 1))) end = lineStart - 1;
    else return /[\w$\])}]/.test(text.charAt(end)) || (text.charAt(end) === ">" && text.charAt(end - 1) !== "=");
  }
}
