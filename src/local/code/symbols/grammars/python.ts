import type { Grammar } from "./grammar.ts";

/** Of the Latin, Greek and Cyrillic alphabets. */
const CAPITALS = "^_*[A-ZÀ-ÞĀ-ΫЀ-Я][A-Z0-9_À-ßĀ-ΫЀ-Я]*$";

/**
 * Functions, classes, methods (`def` in a class), type aliases, the variables of a module, and as constants what a
 * module or class assigns to a name in capitals (`LIMIT = 10`), and attributes with a type (`size: int`, also
 * `self.size: int`). No other variables.
 */
export const python: Grammar = {
  file: "tree-sitter-python.wasm",
  query: `
(function_definition name: (identifier) @function) @scope
(class_definition name: (identifier) @class) @members
(type_alias_statement left: (type (identifier) @class))
(module (expression_statement (assignment left: (identifier) @constant (#match? @constant "${CAPITALS}"))))
(class_definition body: (block (expression_statement (assignment left: (identifier) @constant (#match? @constant "${CAPITALS}")))))
(module (expression_statement (assignment left: (identifier) @variable)))
(class_definition body: (block (expression_statement (assignment left: (identifier) @property type: (_)))))
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @property) type: (_) (#eq? @_self "self"))
`,
};
