import type { Grammar } from "./grammar.ts";

/**
 * Classes, records, interfaces, enums and annotations, with methods, constructors, enum constants, and `static final`
 * fields. No other fields, no variables.
 */
export const java: Grammar = {
  file: "tree-sitter-java.wasm",
  query: `
(class_declaration name: (identifier) @class) @members
(record_declaration name: (identifier) @class) @members
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @property)))
(interface_declaration name: (identifier) @interface) @members
(annotation_type_declaration name: (identifier) @interface) @members
(annotation_type_element_declaration name: (identifier) @method)
(enum_declaration name: (identifier) @enum) @members
(enum_constant name: (identifier) @constant) @scope
(method_declaration name: (identifier) @method) @scope
(constructor_declaration name: (identifier) @method) @scope
(compact_constructor_declaration name: (identifier) @method) @scope
(constant_declaration declarator: (variable_declarator name: (identifier) @constant))
(field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (identifier) @constant))
(field_declaration (modifiers "final" "static") declarator: (variable_declarator name: (identifier) @constant))
`,
};
