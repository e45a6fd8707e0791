import type { Grammar } from "./grammar.ts";

/** Functions in both forms, aliases, and `readonly X=…` at the top. No variables. */
export const bash: Grammar = {
  file: "tree-sitter-bash.wasm",
  query: `
(function_definition name: (word) @function) @scope
(command name: (command_name) @_alias argument: (word) @function.alias (#eq? @_alias "alias") (#match? @function.alias "^[^-=][^=]*="))
(command name: (command_name) @_alias argument: (concatenation . (word) @function.alias) (#eq? @_alias "alias") (#match? @function.alias "^[^-=][^=]*="))
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @constant)))
`,
};
