import type { Grammar } from "./grammar.ts";

/**
 * For C as well. Functions with a body, methods (also those that a class only declares), classes, structs, unions and enums
 * with a body, also behind a macro (`class API Store {`, which the grammar takes for a function), enumerators, typedefs, aliases,
 * namespaces, macros, and what is given a value outside functions. No forward
 * declarations, no fields, no uses as in `struct X *p`, no guards of headers; nor what is taken for a function around macros: `API void (go)(int x) {}`, `if` behind a broken line.
 */
export const cpp: Grammar = {
  file: "tree-sitter-cpp.wasm",
  query: `
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @struct) @members
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @struct) @members
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @enum) @scope
(type_definition declarator: (_) @class.within)
(function_definition type: (class_specifier !body) declarator: (identifier) @class) @members
(function_definition type: (struct_specifier !body) declarator: (identifier) @struct) @members
(function_definition
  type: [(class_specifier !body) (struct_specifier !body)]
  declarator: (identifier)
  body: (compound_statement (declaration declarator: (function_declarator declarator: (identifier) @method))))
(function_definition
  declarator: (_) @function.within
  (#not-match? @function.within "^(void|int|char|short|long|float|double|bool|signed|unsigned|if|while|for|switch|return|error)[ (]")) @scope
(field_declaration_list (_ declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @method)))
(field_declaration_list (_ declarator: (pointer_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @method))))
(field_declaration_list (_ declarator: (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @method))))
(field_declaration_list (template_declaration (declaration declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @method))))
(field_declaration_list (template_declaration (declaration declarator: (pointer_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @method)))))
(class_specifier name: (_) @class.within body: (_)) @members
(struct_specifier name: (_) @struct.within body: (_)) @members
(union_specifier name: (_) @struct.within body: (_)) @members
(enum_specifier name: (_) @enum.within body: (_)) @scope
(enumerator name: (identifier) @constant)
(alias_declaration name: (type_identifier) @class)
(concept_definition name: (identifier) @class)
(namespace_definition name: (_) @namespace) @scope
(preproc_def name: (identifier) @constant (#not-match? @constant "_H(H|PP|XX)?_*$"))
(preproc_function_def name: (identifier) @function)
(declaration declarator: (init_declarator declarator: (_) @variable.within))
`,
};
