/**
 * A text in quotation marks of any script, on one line and with its marks, as the source of an expression; an
 * apostrophe is no mark.
 */
export const QUOTATION = [
  /"[^"\n]{1,200}"|„[^“”"\n]{1,200}[“”"]|“[^”\n]{1,200}”|”[^”\n]{1,200}”|«[^»\n]{1,200}»|»[^«\n]{1,200}«/,
  /‘[^’\n]{1,200}’|‚[^‘\n]{1,200}‘|‹[^›\n]{1,200}›|›[^‹\n]{1,200}‹/,
  /「[^」\n]{1,200}」|『[^』\n]{1,200}』|《[^》\n]{1,200}》|【[^】\n]{1,200}】/,
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\d])'[^'\n]{1,200}'(?![\p{Script=Latin}\p{Script=Cyrillic}\d])/u,
]
  .map(({ source }) => source)
  .join("|");
