/** Something in the scope that was left out, and why. */
export interface LeftOut {
  /** Absolute: a file or a folder. */
  readonly file: string;
  /**
   * `tooLarge`: it has more bytes than the scope allows. `refused`: the system does not let it be read. `binary`:
   * something was found, but it has zero bytes. `heldBack`: from who asks. `rulesAbove`: of a folder, the ignore files
   * above it, by which nothing would be left in it. `name`: it is not UTF-8, so that the file can't be named; what can't
   * be read of it is U+FFFD.
   */
  readonly leftOut: "tooLarge" | "refused" | "binary" | "heldBack" | "rulesAbove" | "name";
}
