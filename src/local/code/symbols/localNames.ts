import type { Node } from "web-tree-sitter";

/** Where a parameter or local variable hides whatever else has its name: UTF-16 in the text, the end exclusive. */
export interface LocalSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The span of the parameter or local variable that is declared at a name; `undefined` for any other name. What is taken
 * from an object under its own name is none (`const { go } = tools`): it is what the object calls so.
 */
export function localSpan(name: Node, language: string | undefined): LocalSpan | undefined {
  const binder = binderOf(name);
  const scope = binder && (IS_ITS_SCOPE.has(binder.type) ? binder : scopeAround(binder, language));
  if (!scope) return undefined;
  const isWhole = HOISTING.has(language) || scope.equals(binder);
  return { start: isWhole ? scope.startIndex : binder.endIndex, end: scope.endIndex };
}

/** Whether a name may be that of a variable: no member's, type's or argument's. */
export function mayBeVariable({ type, parent, startIndex }: Node): boolean {
  if (!VARIABLE.test(type) || !parent || QUALIFIED.test(parent.type)) return false;
  const field = MEMBERS.get(parent.type);
  const member = field === undefined ? null : parent.childForFieldName(field);
  if (parent.type === "literal_element") return parent.parent?.firstNamedChild?.startIndex !== startIndex;
  return member?.startIndex !== startIndex;
}

/** Whether it says that a function means what is outside of it by a name. */
export function isDeclaredOutside({ parent }: Node): boolean {
  return parent?.type === "global_statement" || parent?.type === "nonlocal_statement";
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const VARIABLE = /^(?:identifier|shorthand_property_identifier|implicit_parameter)$/;
const QUALIFIED = /^(?:scoped_identifier|scoped_type_identifier|qualified_identifier|qualified_name)$/;
/** The fields of the names of members and arguments. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ["attribute", "attribute"],
  ["call", "method"],
  ["method_invocation", "name"],
  ["field_access", "field"],
  ["member_access_expression", "name"],
  ["keyword_argument", "name"],
  ["argument", "name"],
  ["pair", "key"],
]);

/** Languages in which a name is the variable's in all of its scope, and not only behind the declaration. */
const HOISTING: ReadonlySet<string | undefined> = new Set(["JavaScript", "TypeScript", "TSX", "Python"]);

/** What declares names in a field of its own. */
const BINDERS = words(
  "required_parameter optional_parameter arrow_function catch_clause variable_declarator for_in_statement " +
    "default_parameter typed_default_parameter assignment for_statement for_in_clause as_pattern named_expression " +
    "parameter_declaration optional_parameter_declaration variadic_parameter_declaration short_var_declaration " +
    "var_spec const_spec range_clause type_switch_statement parameter let_declaration for_expression let_condition " +
    "match_arm formal_parameter catch_formal_parameter lambda_expression enhanced_for_statement resource " +
    "instanceof_expression declaration for_range_loop parameter_list foreach_statement catch_declaration " +
    "declaration_pattern declaration_expression splat_parameter keyword_parameter hash_splat_parameter block_parameter",
);
const NAMING = ["name", "pattern", "left", "declarator", "parameter", "parameters", "alias"];
/** What declares names that are in it without a field. */
const LISTS = words(
  "formal_parameters parameters lambda_parameters typed_parameter closure_parameters inferred_parameters " +
    "method_parameters block_parameters exception_variable",
);
/** What may stand around a declared name, and beside it what is none. */
const PATTERNS = words(
  "object_pattern rest_pattern array_pattern assignment_pattern object_assignment_pattern pair_pattern tuple_pattern " +
    "reference_pattern mut_pattern ref_pattern tuple_struct_pattern struct_pattern field_pattern captured_pattern " +
    "slice_pattern or_pattern match_pattern pattern_list list_pattern list_splat_pattern dictionary_splat_pattern " +
    "as_pattern_target expression_list left_assignment_list rest_assignment pointer_declarator reference_declarator " +
    "array_declarator parenthesized_declarator init_declarator structured_binding_declarator function_declarator",
);
const BESIDE = ["type", "right", "key", "size", "parameters"];
const OF_PARAMETERS = /parameter|^arrow_function$|^lambda_expression$/;

/** What declares a name, if anything does. */
function binderOf(name: Node): Node | undefined {
  if (name.type === "implicit_parameter") return name.parent ?? undefined;
  const isShort = name.type === "shorthand_property_identifier_pattern";
  if (name.type !== "identifier" && !isShort) return undefined;
  let node = name;
  for (let parent = node.parent; parent; node = parent, parent = node.parent) {
    const [here, around] = [node, parent];
    const isIn = (field: string) => around.childrenForFieldName(field).some((each) => each.equals(here));
    if (PATTERNS.has(parent.type)) {
      if (BESIDE.some(isIn) || (parent.type !== "pair_pattern" && isIn("value"))) return undefined;
      if (parent.type === "function_declarator" && node.type !== "parenthesized_declarator") return undefined;
      continue;
    }
    const declares = LISTS.has(parent.type) ? !isIn("type") : BINDERS.has(parent.type) && NAMING.some(isIn);
    if (!declares || (isShort && !OF_PARAMETERS.test(parent.type)) || isNoBinder(parent, name)) return undefined;
    return parent;
  }
  return undefined;
}

/** What assigns to a variable that is declared elsewhere, or declares a property, or compares with a constant. */
function isNoBinder(binder: Node, name: Node): boolean {
  if (binder.type === "for_in_statement") return binder.childForFieldName("kind") === null;
  if (binder.type === "required_parameter")
    return binder.namedChildren.some((child) => /^(?:accessibility|override)_modifier$|^readonly$/.test(child.type));
  return /^(?:match_arm|let_condition)$/.test(binder.type) && /^[A-Z]/.test(name.text);
}

/** What declares names for itself alone. */
const IS_ITS_SCOPE = words(
  "arrow_function catch_clause for_in_statement for_expression match_arm enhanced_for_statement for_range_loop " +
    "foreach_statement lambda_expression type_switch_statement",
);
const FUNCTIONS =
  "function_declaration function_expression generator_function generator_function_declaration arrow_function " +
  "method_definition function_signature method_signature abstract_method_signature function_type constructor_type " +
  "construct_signature call_signature function_definition lambda list_comprehension set_comprehension " +
  "dictionary_comprehension generator_expression method_declaration func_literal method_elem function_item " +
  "function_signature_item closure_expression constructor_declaration compact_constructor_declaration " +
  "lambda_expression operator_declaration conversion_operator_declaration indexer_declaration delegate_declaration " +
  "local_function_statement anonymous_method_expression method singleton_method anonymous_function";
const BLOCKS =
  "statement_block for_statement catch_clause for_in_statement block constructor_body compound_statement " +
  "for_range_loop if_expression while_expression enhanced_for_statement try_with_resources_statement " +
  "foreach_statement using_statement do_block declaration field_declaration type_definition class_declaration " +
  "struct_declaration";
const SCOPES = words(`${FUNCTIONS} ${BLOCKS}`);
/** Where a condition, too, is the scope of what it declares. */
const SCOPES_OF_GO = words(`${FUNCTIONS} ${BLOCKS} if_statement expression_switch_statement`);
/** Its blocks are no scopes. */
const SCOPES_OF_PYTHON = words(FUNCTIONS);
/** Members and what is declared at the top of a file are seen from elsewhere. */
const SEEN_FROM_ELSEWHERE = words(
  "class_body declaration_list field_declaration_list class_definition class module program source_file " +
    "translation_unit compilation_unit",
);

function scopeAround(binder: Node, language: string | undefined): Node | undefined {
  const scopes = language === "Python" ? SCOPES_OF_PYTHON : language === "Go" ? SCOPES_OF_GO : SCOPES;
  for (let around = binder.parent; around; around = around.parent) {
    if (around.type === "field_declaration" && binder.type === "variable_declarator") return undefined;
    if (scopes.has(around.type)) return around;
    if (SEEN_FROM_ELSEWHERE.has(around.type)) return undefined;
  }
  return undefined;
}
