/** A module with all that it imports, as the text of a program. */
declare module "*?text" {
  const program: string;
  export default program;
}
