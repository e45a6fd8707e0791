/** Words in front of a name, with details about it, as in Fortran and Verilog: `pure real(8) function`. */
const FORTRAN_TYPES = String.raw`(?:[A-Za-z][\w*=(), ]*[\s)])?`;
const VB_WORDS = String.raw`(?:(?:Public|Private|Protected|Friend|Shared|Overrides|Overridable|NotOverridable|MustOverride|MustInherit|NotInheritable|Partial|Shadows|Overloads|ReadOnly|WriteOnly|Default|Static|Async|Iterator|Global)\s+)*`;
const VERILOG_WORDS = String.raw`(?:(?:virtual(?!\s+interface)|static|automatic|protected|local)\s+)*`;

/**
 * Languages that mark where code ends by words, if at all, so that indentation tells little: the content of a
 * definition extends to the head of the next one. Case does not matter in most of them. Each pattern captures a name.
 */
export const WORDY_HEADS: readonly (readonly [languages: readonly string[], ...heads: readonly RegExp[]])[] = [
  [
    ["Pascal"],
    /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor|operator)\s+(?:[A-Za-z_]\w*(?:<[\w, ]*>)?\.)*([A-Za-z_]\w*)/i,
    /^\s*(?:(?:generic|specialize)\s+)?([A-Za-z_]\w*)\s*(?:<[^=<>]*>)?\s*=\s*(?:packed\s+)?(?:class|record|interface|object|dispinterface)\b(?!\s*(?:of\b|;))/i,
    /^\s*(?:unit|program|library)\s+([A-Za-z_][\w.]*)\s*[;(]/i,
  ],
  [
    ["Fortran"],
    new RegExp(String.raw`^\s*(?!\s*end|!)${FORTRAN_TYPES}(?:subroutine|function)\s+([A-Za-z_]\w*)\s*(?:[(!;]|$)`, "i"),
    /^\s*(?:program|module|submodule\s*\([^)]*\))\s+(?!procedure\b)([A-Za-z_]\w*)\s*(?:!.*)?$/i,
    /^\s*type\s*(?:,[^:]*)?(?:::\s*|\s)([A-Za-z_]\w*)\s*(?:!.*)?$/i,
    /^\s*(?:abstract\s+)?interface\s+([A-Za-z_]\w*)\s*$/i,
  ],
  [
    ["Ada"],
    /^\s*(?:(?:not\s+)?overriding\s+)?(?:procedure|function|entry)\s+([A-Za-z]\w*)/i,
    /^\s*(?:private\s+|separate\s*\([^)]*\)\s*)?package\s+(?:body\s+)?([A-Za-z][\w.]*)/i,
    /^\s*(?:task|protected)\s+(?:type\s+|body\s+)?([A-Za-z]\w*)/i,
    /^\s*(?:sub)?type\s+([A-Za-z]\w*)\s+(?:\([^)]*\)\s*)?is\b/i,
  ],
  [["COBOL"], /^.{6}[ D]([A-Z0-9][\w-]*)(?:\s+(?:SECTION|DIVISION))?\s*\.\s*$/i],
  [
    ["Visual Basic .NET", "VBA", "VBScript"],
    new RegExp(
      String.raw`^\s*(?:<[^>]*>\s*)?${VB_WORDS}(?:Sub|Function|Property(?:\s+(?:Get|Let|Set))?|Operator|Event|Delegate\s+(?:Sub|Function)|Class|Module|Interface|Structure|Enum|Namespace|Type)\s+([A-Za-z_][\w.]*)`,
      "i",
    ),
  ],
  [["ABAP"], /^\s*(?:method|form|function|class|interface|report|module|define)\s+([A-Za-z_][\w~]*)/i],
  [
    ["MATLAB", "Scilab"],
    /^\s*function\s+(?:(?:\[[^\]]*\]|[A-Za-z_]\w*)\s*=\s*)?([A-Za-z_][\w.]*)/,
    /^\s*classdef\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w*)/,
  ],
  [["Stata"], /^\s*(?:cap(?:ture)?\s+)?pr(?:ogram|ogra|ogr|og)\s+(?:def(?:ine)?\s+)?(?!drop\b|dir\b)([A-Za-z_]\w*)/],
  [["SAS"], /^\s*%macro\s+([A-Za-z_]\w*)/i],
  [
    ["PLSQL"],
    /^\s*(?:create\s+(?:or\s+replace\s+)?)?(?:package|type)\s+(?:body\s+)?(?:\w+\.)?([A-Za-z_]\w*)\s+(?:is|as)\b/i,
    /^\s*(?:(?:member|static|create\s+(?:or\s+replace\s+)?)\s+)?(?:procedure|function|trigger)\s+(?:\w+\.)?([A-Za-z_]\w*)/i,
  ],
  [
    ["VHDL"],
    /^\s*(?:entity|component|configuration|package(?:\s+body)?|(?:pure\s+|impure\s+)?function|procedure|architecture)\s+([A-Za-z]\w*)/i,
    /^\s*([A-Za-z]\w*)\s*:\s*(?:postponed\s+)?process\b/i,
  ],
  [
    ["Verilog", "SystemVerilog"],
    new RegExp(
      String.raw`^\s*${VERILOG_WORDS}(?:module|macromodule|interface|program|package|class|primitive|covergroup)\s+(?:(?:automatic|static)\s+)?([A-Za-z_]\w*)`,
    ),
    new RegExp(
      String.raw`^\s*${VERILOG_WORDS}(?:task|function)\s+(?:[\w:]+\s+|\[[^\]]*\]\s*)*?(?:\w+::)?([A-Za-z_]\w*)\s*(?:[(;]|$)`,
    ),
  ],
  [
    ["Coq"],
    /^\s*(?:#\[[^\]]*\]\s*)?(?:(?:Local|Global|Program|Polymorphic)\s+)*(?:Theorem|Lemma|Definition|Fixpoint|CoFixpoint|Inductive|CoInductive|Record|Structure|Class|Instance|Axiom|Corollary|Proposition|Remark|Fact|Module(?:\s+Type)?|Section|Ltac|Function)\s+([^\s:({[]*[^\s:({[.])/,
  ],
  [["Batchfile"], /^:([A-Za-z_][\w.-]*)/],
  [["Assembly"], /^([A-Za-z_][\w$]*):/],
  [["TeX"], /^\s*\\(?:part|chapter|(?:sub)*section|paragraph)\*?(?:\[[^\]]*\])?\{([^{}]{1,100})\}/],
  [["Gherkin"], /^\s*(?:Feature|Rule|Background|Scenario(?: Outline)?|Example)\s*:\s*(\S.{0,100})$/],
];

export const WORDY_LANGUAGES: ReadonlySet<string> = new Set(WORDY_HEADS.flatMap(([languages]) => languages));
