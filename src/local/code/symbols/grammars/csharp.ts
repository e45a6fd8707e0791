import { withoutConditions } from "./conditions.ts";
import type { Grammar } from "./grammar.ts";

/**
 * Classes, records, structs, interfaces, enums with their members, delegates, methods, constructors, properties,
 * events, parameters of records, operators, conversions (as `operator int`), indexers (as `this`), local functions,
 * constants, namespaces. No other fields, no variables. Parsed without the conditions that are in the parser's way.
 */
export const csharp: Grammar = {
  file: "tree-sitter-c-sharp.wasm",
  prepare: withoutConditions,
  query: `
(namespace_declaration name: (_) @namespace) @scope
(file_scoped_namespace_declaration name: (_) @namespace)
(class_declaration name: (identifier) @class) @members
(record_declaration name: (identifier) @class) @members
(record_declaration (parameter_list (parameter name: (identifier) @property)))
(record_declaration (parameter_list name: (identifier) @property))
(struct_declaration name: (identifier) @struct) @members
(interface_declaration name: (identifier) @interface) @members
(enum_declaration name: (identifier) @enum) @scope
(enum_member_declaration name: (identifier) @constant)
(delegate_declaration name: (identifier) @class)
(method_declaration name: (identifier) @method) @scope
(constructor_declaration name: (identifier) @method) @scope
(local_function_statement name: (identifier) @function) @scope
(property_declaration name: (identifier) @property) @scope
(operator_declaration operator: _ @method) @scope
(conversion_operator_declaration "operator" @method.conversion) @scope
(indexer_declaration "this" @property) @scope
(event_declaration name: (identifier) @property)
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @property)))
(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (identifier) @constant)))
(field_declaration (modifier "static") (modifier "readonly") (variable_declaration (variable_declarator name: (identifier) @constant)))
`,
};
