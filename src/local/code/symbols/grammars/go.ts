import type { Grammar } from "./grammar.ts";

/**
 * Functions, methods (of their receiver), types with the methods that an interface requires, constants and variables of
 * a package, also in groups (`const A, B = 1, 2`: by the field for names, only the first would be found).
 */
export const go: Grammar = {
  file: "tree-sitter-go.wasm",
  query: `
(function_declaration name: (identifier) @function) @scope
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @of
    (generic_type type: (type_identifier) @of)
    (pointer_type (type_identifier) @of)
    (pointer_type (generic_type type: (type_identifier) @of))
    (parenthesized_type (pointer_type (type_identifier) @of))]))
  name: (field_identifier) @method) @scope
(source_file (type_declaration (type_spec name: (type_identifier) @struct type: (struct_type)) @scope))
(source_file (type_declaration (type_spec name: (type_identifier) @interface type: (interface_type)) @scope))
(source_file (type_declaration (type_spec name: (type_identifier) @class)))
(source_file (type_declaration (type_alias name: (type_identifier) @class)))
(source_file (type_declaration (type_spec type: (interface_type (method_elem name: (field_identifier) @method)))))
(source_file (const_declaration (const_spec (identifier) @constant)))
(source_file (var_declaration (var_spec (identifier) @variable)))
(source_file (var_declaration (var_spec_list (var_spec (identifier) @variable))))
`,
};
