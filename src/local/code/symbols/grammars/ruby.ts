import type { Grammar } from "./grammar.ts";

/**
 * Modules, classes, methods (also `def self.x`, `def x = y`), constants, aliases, `define_method :x` and `attr_accessor
 * :x`. No variables, no names that are composed at run time.
 */
export const ruby: Grammar = {
  file: "tree-sitter-ruby.wasm",
  query: `
(assignment left: (constant) @class right: (call receiver: (constant) @_class method: (identifier) @_new) (#any-of? @_class "Class" "Struct" "Data") (#any-of? @_new "new" "define")) @members
(module name: (constant) @module) @members
(module name: (scope_resolution name: (constant) @module)) @members
(class name: (constant) @class) @members
(class name: (scope_resolution name: (constant) @class)) @members
(method name: (_) @function) @scope
(singleton_method name: (_) @method) @scope
(alias name: (_) @method)
(call method: (identifier) @_define arguments: (argument_list . [(simple_symbol) (string)] @method) (#any-of? @_define "alias_method" "define_method" "define_singleton_method") (#not-match? @method "#\\{"))
(assignment left: (constant) @constant)
(assignment left: (scope_resolution name: (constant) @constant))
(call method: (identifier) @_attr arguments: (argument_list (simple_symbol) @property) (#any-of? @_attr "attr_accessor" "attr_reader" "attr_writer"))
`,
};
