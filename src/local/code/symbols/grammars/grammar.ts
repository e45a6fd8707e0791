/** How the definitions of a language are found in its syntax tree. */
export interface Grammar {
  /** The file with the parser. */
  readonly file: string;
  /**
   * Patterns of tree-sitter's query language. A capture that is called like a kind of symbol is the name of one. If
   * several patterns name the same place, the first applies; `@none` says that it is not a definition. Besides:
   * `@scope` is what a definition spans, so that it contains others, `@members` the same if functions in it are
   * methods, `@name` its name if that is not defined there, and `@of` what a definition belongs to, wherever it stands.
   * `@function.within` is a declarator with the name somewhere in it, as in `*a::find(b)`; the name of a
   * `@function.alias` is what precedes its `=`; `@method.conversion` is the word in front of a type, as in `operator
   * int`. `@assigned` is what a function is assigned to in JavaScript,
   * `@prototype` what an object is. A `@variable` in a function is left out.
   */
  readonly query: string;
  /** Whether adjacent definitions of one name that have no `@scope` are signatures of one. */
  readonly mergesOverloads?: boolean;
  /**
   * Makes what is parsed in place of a text: equally long, with the same line ends. It is given the text in plain
   * letters.
   */
  readonly prepare?: (text: string) => string;
}
