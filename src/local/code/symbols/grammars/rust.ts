import type { Grammar } from "./grammar.ts";
import { withoutItemMacros } from "./rustMacros.ts";

/**
 * Functions, methods (of the type or trait they are written for), types (including those that a trait requires),
 * traits, enums with their variants, constants, statics (including those of `thread_local!`), modules with a body,
 * macros. No fields, no variables in functions.
 */
export const rust: Grammar = {
  file: "tree-sitter-rust.wasm",
  prepare: withoutItemMacros,
  query: `
(function_item name: (identifier) @function) @scope
(function_signature_item name: (identifier) @function)
(impl_item type: (_) @name) @members
(trait_item name: (type_identifier) @interface) @members
(struct_item name: (type_identifier) @struct) @scope
(union_item name: (type_identifier) @struct) @scope
(enum_item name: (type_identifier) @enum) @scope
(enum_variant name: (identifier) @constant)
(type_item name: (type_identifier) @class)
(associated_type name: (type_identifier) @class)
(const_item name: (identifier) @constant)
(static_item name: (identifier) @variable)
(macro_invocation macro: (_) @_macro
  (token_tree "static" . (identifier) @variable) (#match? @_macro "(^|::)thread_local$"))
(mod_item name: (identifier) @module body: (_)) @scope
(macro_definition name: (identifier) @function)
`,
};
