import type { Grammar } from "./grammar.ts";

/**
 * Classes, interfaces, traits, enums with their cases, functions, methods, constants (also `define("X", …)`),
 * namespaces. No properties, no variables.
 */
export const php: Grammar = {
  file: "tree-sitter-php.wasm",
  query: `
(namespace_definition name: (_) @namespace body: (_)) @scope
(namespace_definition name: (_) @namespace)
(class_declaration name: (name) @class) @members
(interface_declaration name: (name) @interface) @members
(trait_declaration name: (name) @class) @members
(enum_declaration name: (name) @enum) @members
(enum_case name: (name) @constant)
(function_definition name: (name) @function) @scope
(method_declaration name: (name) @method) @scope
(const_declaration (const_element . (name) @constant))
(function_call_expression function: (name) @_define arguments: (arguments . (argument [(string (string_content) @constant) (encapsed_string (string_content) @constant)])) (#eq? @_define "define"))
`,
};
