import type { Grammar } from "./grammar.ts";

const FUNCTION = "[(arrow_function) (function_expression) (generator_function)]";

/** What returns the function that it is given, or one that does the same. */
const HANDING_BACK = "^(memo|forwardRef|observer|useCallback|useEffectEvent)$";
/** `useCallback(() => {})`, `React.memo(forwardRef(() => {}))` */
const HANDED_BACK = `(call_expression
  function: [(identifier) @_called (member_expression property: (property_identifier) @_called)]
  arguments: (arguments . [${FUNCTION} (call_expression arguments: (arguments . ${FUNCTION}))]))`;
const GIVEN_NAME = "(arguments (function_expression name: (identifier) @none))";

/**
 * What JavaScript and TypeScript have in common: functions, including assigned ones (`const go = () => {}`, `this.go =
 * function`, `exports.go = …`, `Store.prototype.go = …`, `const go = useCallback(() => {})`) and those that are given
 * to others with a name, classes, methods (including those of object literals, and quoted ones), and what a module
 * names at its top level, including what it exports of another value. No imports by `require`, no variables in
 * functions. What an assignment names is read from its tree (`assignments`): as patterns, that would take up most of
 * the time it takes to make the query.
 */
export const COMMON_PATTERNS = `
(function_declaration name: (identifier) @function) @scope
(generator_function_declaration name: (identifier) @function) @scope
(method_definition name: [(property_identifier) (private_property_identifier) (computed_property_name) (string)] @method) @scope
(variable_declarator name: (identifier) @function value: ${FUNCTION}) @scope
(variable_declarator name: (identifier) @class value: (class)) @members
(variable_declarator name: (identifier) @none value: (call_expression function: (identifier) @_require) (#eq? @_require "require"))
(pair key: [(property_identifier) (string)] @method value: ${FUNCTION}) @scope
(pair key: (property_identifier) @name value: (object)) @members
(variable_declarator name: (identifier) @name value: (object)) @members
(variable_declarator name: (identifier) @function value: ${HANDED_BACK} (#match? @_called "${HANDING_BACK}")) @scope
(variable_declarator name: (identifier) @_name value: (call_expression arguments: ${GIVEN_NAME}) (#eq? @_name @none))
(variable_declarator name: (identifier) @_name value: (call_expression arguments: (arguments (call_expression arguments: ${GIVEN_NAME}))) (#eq? @_name @none))
(arguments [(function_expression name: (identifier) @function) (generator_function name: (identifier) @function)] @scope)
(assignment_expression left: [(identifier) (member_expression)] @assigned right: ${FUNCTION}) @scope
(assignment_expression left: (member_expression) @prototype right: (object)) @members
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @constant)))
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @constant))))
(program (export_statement (lexical_declaration (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @constant)))))
(program (export_statement (lexical_declaration (variable_declarator name: (object_pattern [
  (pair_pattern value: [(identifier) @constant (assignment_pattern left: (identifier) @constant)])
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @constant)
  (rest_pattern (identifier) @constant)
])))))
(program (export_statement (lexical_declaration (variable_declarator name: (array_pattern [
  (identifier) @constant
  (assignment_pattern left: (identifier) @constant)
  (rest_pattern (identifier) @constant)
])))))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @variable)))
(program (export_statement (lexical_declaration kind: "let" (variable_declarator name: (identifier) @variable))))
(program (variable_declaration (variable_declarator name: (identifier) @variable)))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @variable))))
`;

/** Also classes, and their fields that hold functions. */
export const javascript: Grammar = {
  file: "tree-sitter-javascript.wasm",
  prepare: withConstants,
  query: `${COMMON_PATTERNS}
(class_declaration name: (identifier) @class) @members
(class name: (identifier) @name) @members
(field_definition property: [(property_identifier) (private_property_identifier) (computed_property_name)] @method value: ${FUNCTION}) @scope
`,
};

/** A text without what the grammars do not know: `const` replaces `using` and `await using`. */
export function withConstants(text: string): string {
  return text.replace(USING, (found) => "const".padStart(found.length));
}

const USING = /\b(?:await[ \t]{1,8})?using(?=[ \t]{1,8}[A-Za-z_$][\w$]*\s*(?:=(?![=>])|:|of\b))/g;
