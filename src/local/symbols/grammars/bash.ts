import type { Grammar } from "./grammar.ts";

/** Functions in both forms, and `readonly X=…` at the top. No variables. */
export const bash: Grammar = {
  file: "tree-sitter-bash.wasm",
  query: `
(function_definition name: (word) @function) @scope
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @constant)))
`,
};
