import { withoutConditions } from "./conditions.ts";
import { withoutMacros } from "./cppMacros.ts";
import type { Grammar } from "./grammar.ts";

const NAME = "[(identifier) (field_identifier) (destructor_name) (operator_name)] @method";
/** `store()`, `*find()`, `&operator=()` */
const DECLARATORS = [
  `(function_declarator declarator: ${NAME})`,
  `(pointer_declarator (function_declarator declarator: ${NAME}))`,
  `(reference_declarator (function_declarator declarator: ${NAME}))`,
];
/** Of a class; also after `template`, and between `#if` and `#endif`. A friend belongs to others. */
const METHODS = DECLARATORS.map((declarator) => {
  const declared = `(_ declarator: ${declarator})`;
  const nested = `[(preproc_else ${declared}) (preproc_elif ${declared}) (preproc_if ${declared}) (preproc_ifdef ${declared}) (template_declaration ${declared})]`;
  return `
(field_declaration_list ${declared})
(field_declaration_list (template_declaration ${declared}))
(field_declaration_list [(preproc_if [${declared} ${nested}]) (preproc_ifdef [${declared} ${nested}])])`;
}).join("");

const BARE = "(parameter_declaration !declarator type: (type_identifier)";
const headedByMacro = (parameters: string, macro: string, conditions: string) =>
  `(function_definition !type declarator: (function_declarator declarator: (identifier) ${macro} parameters: (parameter_list . ${parameters})) (#match? ${macro} "^_*[A-Z][A-Z0-9_]+$") ${conditions}) @scope`;
const TEST = '@_macro "(^|_)TEST(_|$)"';
/** `static HANDLER(open) {`, `TEST(Store, Opens) {` */
const HEADED_BY_MACROS = [
  headedByMacro(`${BARE})`, "@none", ""),
  headedByMacro(`${BARE} @of) . ${BARE} @function) .`, "@_macro", `(#match? ${TEST})`),
  headedByMacro(`${BARE} @function) .`, "@_macro", ""),
  headedByMacro(`${BARE} @function)`, "@_macro", `(#not-match? ${TEST})`),
].join("\n");

/**
 * For C as well. Functions with a body, methods (including those that a class only declares), classes, structs, unions
 * and enums with a body, also after a lower-case macro (`class api Store {`, which the grammar takes for a function),
 * what a macro makes of its first argument (`HANDLER(open) {`) or of both (`TEST(Store, Opens) {`), enumerators,
 * typedefs, aliases, namespaces, macros, and what is given a value outside functions. No forward declarations, fields,
 * friends, uses as in `struct X *p`, or header guards; nor what is mistaken for a function or method around macros:
 * `BITS(flags);`, `if` after a broken line. Parsed without the macros and conditions that are in the parser's way.
 */
export const cpp: Grammar = {
  file: "tree-sitter-cpp.wasm",
  prepare: (text) => withoutMacros(withoutConditions(text)),
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
(operator_cast "operator" @method.conversion)
${HEADED_BY_MACROS}
(function_definition
  declarator: (_) @function.within
  (#not-match? @function.within "^(void|int|char|short|long|float|double|bool|signed|unsigned|if|while|for|switch|return)[ (]")) @scope
(field_declaration_list (_ (declaration !type declarator: (function_declarator declarator: (identifier) @none))) (#match? @none "^[A-Z][A-Z0-9_]+$"))
(field_declaration_list (_ (_ (declaration !type declarator: (function_declarator declarator: (identifier) @none)))) (#match? @none "^[A-Z][A-Z0-9_]+$"))
${METHODS}
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
