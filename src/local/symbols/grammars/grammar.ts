/** How the definitions of a language are found in its syntax tree. */
export interface Grammar {
  /** The file with the parser. */
  readonly file: string;
  /**
   * Patterns of tree-sitter's query language. A capture named as a kind of symbol is the name of one. Of several patterns
   * that name one place the first holds; `@none` says that it is no definition. Besides: `@scope` is what a definition
   * reaches over, so that others are contained in it, `@members` the same where functions in it are methods, `@name` its
   * name where that is not defined there, and `@of` what a definition belongs to, wherever it stands. `@function.within` is a
   * declarator with the name somewhere in it, as in `*a::find(b)`; of a `@function.alias`, the name is what is before its `=`.
   * `@assigned` is what a function is assigned to in JavaScript, `@prototype` an object. What is a `@variable` in a function is left out.
   */
  readonly query: string;
  /** Whether neighbours of one name are one definition, with several signatures. */
  readonly mergesOverloads?: boolean;
  /** What is parsed in place of a text, as long as that and with the same line ends. It is given the plain letters of it. */
  readonly prepare?: (text: string) => string;
}
