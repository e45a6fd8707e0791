import { WORDY_HEADS } from "./wordyLanguages.ts";

/** With any of some words and annotations in front: `public static`, `@objc private(set)`. */
function after(words: string, head: string): RegExp {
  return new RegExp(String.raw`^\s*(?:(?:${words}|@\w+(?:\([^()]*\))?)\s+)*${head}`);
}

const SCALA = String.raw`(?:private|protected)(?:\[\w+\])?|final|sealed|abstract|override|implicit|lazy|case|inline|transparent|open|opaque|infix`;
const KOTLIN =
  "public|private|protected|internal|open|abstract|final|sealed|data|inner|enum|annotation|value|inline|override|suspend|operator|infix|tailrec|external|const|lateinit|companion|actual|expect";
const SWIFT = String.raw`(?:public|private|fileprivate|internal|open|package)(?:\(set\))?|static|class|final|override|mutating|nonmutating|lazy|weak|unowned|indirect|convenience|required|dynamic|optional|prefix|postfix|nonisolated(?:\(unsafe\))?|distributed|borrowing|consuming`;
/** What names in the languages that allow operators consist of. */
const SIGNS = String.raw`[-!#%&*+/:<=>?@\\^|~.]+`;
/** A name in backticks can be a sentence. */
const TICK = "`?";
const IN_TICKS = "(?<=`)[^`]+";
const GROOVY = "public|protected|private|static|final|abstract|synchronized";
/** With modifiers in front, a value is a field, which says no more than those around it. */
const VALUE = /^\s*(?:val|var|let)\s+([A-Za-z_]\w*)\s*(?::[^=]+)?=/;
/** The same where nothing is around it. */
const TOP_VALUE =
  /^(?!if\b|guard\b|while\b|case\b|for\b|else\b|await\b)(?:@\w+\s+)?(?:[a-z]+(?:\(\w+\))?\s+){1,3}(?:val|var|let)\s+([A-Za-z_]\w*)\s*(?::[^=]+)?(?:=|\bby\b)/;
const CSHARP_WORD =
  "(?:public|private|protected|internal|file|static|abstract|sealed|virtual|override|async|partial|readonly|unsafe|extern|volatile|const|required|event)";
/** At least one modifier: without any, a member looks like a call. */
const CSHARP_MEMBER = String.raw`^\s*(?:\[[^\]]*\]\s*)?(?:${CSHARP_WORD}\s+)+(?:new\s+)?`;
const CSHARP_TYPE = String.raw`(?:\w[\w.]*(?:::[\w.]+)?(?:<[^(){};=]*>)?[?[\],*]*|\([^()]*\)\??)`;
/** Of what a member implements: `IEnumerable<T>.GetEnumerator`. */
const CSHARP_OWNER = String.raw`(?:\w+(?:<[^(){};=]*>)?\.)?`;
/** What may precede a name and a parenthesis without being a type. */
const CSHARP_NO_TYPE =
  "(?:return|await|new|throw|else|yield|using|var|case|in|is|as|out|ref|goto|when|where|not|and|or)";
const DART_MEMBER = String.raw`^\s*(?!(?:${CSHARP_NO_TYPE}|assert|const|final|late)\b)(?:(?:static|external|factory)\s+)*`;
const JAVA_MEMBER = String.raw`^\s*(?:(?:public|protected|private|static|final|abstract|synchronized|native|default|strictfp|@\w+)\s+)+(?:<[^(){};=]*>\s*)?`;
const RUST = String.raw`^\s*(?:#\[[^\]]*\]\s*)?(?:pub(?:\s*\([^()]*\))?\s+)?`;
const JAVA_TYPE = String.raw`[\w.]+(?:<[^(){};=]*>)?[[\].]*`;

/**
 * The looks of lines that define something, by the language of the file; each pattern captures the name. Languages that
 * aren't listed look alike enough for {@link definedName}.
 */
export const HEADS: ReadonlyMap<string, readonly RegExp[]> = table([
  ...WORDY_HEADS,
  [
    ["Ruby", "Crystal"],
    /^\s*(?:[a-z_]\w*\s+){0,2}def\s+(?:[A-Za-z_][\w:]*\.)?([A-Za-z_]\w*(?:[?!]|=(?![=~>])|(?![\w.]))|\[\]=?|[-+!~]@|\*\*|<=>|===?|=~|![=~]?|<<|>>|[<>]=|[-+*/%<>&|^~`])/,
    /^\s*(?:abstract\s+)?(?:class|module|struct|enum|lib|annotation)\s+([A-Z][\w:]*)/,
    /^\s*(?:macro|fun)\s+([a-z_]\w*)/,
    /^\s*(?:attr_(?:reader|writer|accessor)|alias_method|define_method|scope|task)[ (]\s*:(\w+[?!=]?)/,
    /^\s*alias\s+:?([A-Za-z_]\w*[?!=]?)\s/,
    /^\s*([A-Z]\w*)\s*=(?![=~>])/,
  ],
  [
    ["Python", "Starlark"],
    /^\s*(?:async\s+)?def\s+([A-Za-z_]\w*)\s*[[(]/,
    /^\s*class\s+([A-Za-z_]\w*)\s*[[(:]/,
    /^\s*type\s+([A-Za-z_]\w*)\s*[[=]/,
    /^([A-Z_][A-Z0-9_]{2,})\s*(?::[^=]+)?=(?!=)/,
  ],
  [
    ["Rust"],
    new RegExp(
      String.raw`${RUST}(?:(?:default|const|async|unsafe|safe|auto|extern(?:\s+"[^"]*")?)\s+)*(?:fn|struct|enum|union|trait|mod|type|macro_rules!|macro)\s+(?:r#)?([A-Za-z_]\w*)`,
    ),
    /^\s*(?:default\s+|unsafe\s+)*impl(?:\s*<.*?(?<!-)>)?\s+[!&]?(?:'\w+\s+)?(?:dyn\s+)?(?:\w+::)*([A-Za-z_]\w*)/,
    new RegExp(String.raw`${RUST}(?:const|static)\s+(?:mut\s+)?([A-Za-z_]\w*)\s*:`),
  ],
  [
    ["Go"],
    /^func\s+(?:\([^()]*\)\s*)?([A-Za-z_]\w*)\s*[[(]/,
    /^type\s+([A-Za-z_]\w*)/,
    /^(?:var|const)\s+([A-Za-z_]\w*)/,
  ],
  [
    ["Elixir"],
    /^\s*def(?:p|macrop?)?\s+\w+\s+([^\w\s,:\\]{1,3})\s+\w/,
    /^\s*def(?:p|macrop?|guardp?|delegate|n|np)?\s+(?!unquote\()([a-z_]\w*[?!]?)/,
    /^\s*def(?:module|protocol|impl)\s+([A-Z][\w.]*)/,
    /^\s*@(?:type|typep|opaque|callback|macrocallback)\s+([a-z_]\w*)/,
  ],
  [
    ["Haskell"],
    /^([a-z_][\w']*)(?:\s*,\s*[a-z_][\w']*)*\s*::/,
    /^(?:data|newtype|type|class|instance)\s+(?:(?:family|instance)\s+)?(?:[^=:{]{1,200}=>\s*)?([A-Z][\w']*)/,
    /^(?!(?:data|newtype|type|class|instance|import|module|foreign|infix[lr]?|deriving|default|where|if|then|else|let|in|do|of)\b)([a-z_][\w']*)(?:\s+[\w'()[\]:,@~!"]+)*\s*(?:=(?!>)|\|)/,
  ],
  [
    ["Elm", "PureScript", "Agda", "Idris"],
    /^([a-z_][\w']*)\s*::?\s/,
    /^(?:port\s+)?(?:data|newtype|type|class|record|interface|foreign\s+import)\s+(?:alias\s+)?(?:[^=:]{1,100}[=]>\s*)?([A-Za-z][\w']*)/,
    /^(?!(?:data|newtype|type|class|instance|import|module|foreign|infix[lr]?|derive|where|if|then|else|let|in|case|of|port|exposing|record|open|mutual|namespace)\b)([a-z_][\w']*)(?:\s+[\w'()[\]{}:,@~!".]+)*\s*(?:=(?![>=])|\|(?!\|))/,
  ],
  [
    ["Lean"],
    /^\s*(?:@\[[^\]]*\]\s*)?(?:(?:private|protected|noncomputable|partial|unsafe)\s+)*(?:def|theorem|lemma|abbrev|structure|inductive|class|instance|axiom|opaque|macro|namespace)\s+([^\s:({[]*[^\s:({[.])/,
  ],
  [
    ["Standard ML"],
    /^ {0,4}(?:fun|and|val|structure|signature|functor|datatype|abstype|type|eqtype|exception)\s+(?:'\w+\s+|\([^()]*\)\s*)*([A-Za-z_][\w']*)/,
  ],
  [
    ["OCaml", "F#"],
    /^(?: {2})?(?:let|and)\s+(?!open\b|module\b)(?:(?:rec|inline|mutable|private|internal)\s+)*([a-z_][\w']*)/,
    /^\s*(?:type|and|exception|module|class|external|val|method|namespace)\s+(?:(?:type|rec|private|virtual|mutable|nonrec|internal|public|inherit)\s+|\([^()]*\)\s*|'\w+\s+)*([A-Za-z_][\w'.]*)/,
    /^\s*(?:static\s+|abstract\s+|override\s+|default\s+)*(?:member|abstract|override)\s+(?:inline\s+|private\s+)?(?:\w+\.)?(\w+)/,
  ],
  [
    ["Lua"],
    /^\s*(?:local\s+)?function\s+([A-Za-z_][\w.:]*)/,
    /^\s*(?:local\s+)?([A-Za-z_][\w.]*)\s*=\s*function\b/,
    /^(?:local\s+)?([A-Za-z_][\w.]*)\s*(?:<\w+>\s*)?=(?!=)(?!.*\brequire\b)/,
  ],
  [
    ["Raku"],
    /^\s*(?:(?:multi|proto|only|my|our|unit)\s+)*(?:method|submethod|sub|class|role|grammar|module|token|rule|regex|subset)\s+([A-Za-z_][\w:-]*)/,
  ],
  [
    ["Perl"],
    /^\s*(?:sub|package|class|method)\s+([A-Za-z_][\w:]*)/,
    /^\s*has\s+['"]?(\w+)['"]?\s*=>/,
    /^\s*(?:our\s+[$@%]|use\s+constant\s+)([A-Za-z_]\w*)/,
  ],
  [
    ["R"],
    /^\s*[`"]?([A-Za-z.][\w.]*)[`"]?\s*(?:<<?-|=)\s*(?:function\b|\\\()/,
    /^([A-Za-z.][\w.]*)\s*<-/,
    /^\s*set(?:Method|Generic|Class|RefClass|Validity)\(\s*f?\s*=?\s*["'`]([\w.]+)/,
  ],
  [
    ["Julia"],
    /^\s*(?:@\w+\s+)*(?:function|macro|(?:mutable\s+)?struct|(?:abstract|primitive)\s+type|module|baremodule)\s+(?:\w+\.)*([A-Za-z_]\w*!?)/,
    /^(?:const\s+)?([A-Za-z_]\w*!?)(?:\([^=]*\))?(?:\s*where\s[^=]*)?\s*=(?!=)/,
  ],
  [
    ["Emacs Lisp", "Clojure", "Common Lisp", "Scheme", "Racket"],
    /^\s{0,2}\((?:(?:[\w.-]+[-/:]+)?def(?!ault)[\w/-]*\*?|struct)\s+(?:\^\S+\s+|\(|')*([^\s()[\]{}"'^;]+)/,
    /^\(ns\s+([\w.-]+)/,
  ],
  [["Prolog"], /^([a-z]\w*)\s*(?:\(.*|:-|-->|\.$)/],
  [
    ["Erlang"],
    /^([a-z]\w*)\s*\((?:[^-]|-(?!>))*(?:->|$)/,
    /^-(?:record|define|type|opaque|callback|module)\s*\(?\s*([A-Za-z_]\w*)/,
  ],
  [
    ["Scala"],
    after(SCALA, String.raw`def\s+${TICK}([A-Za-z]\w*_${SIGNS}|${SIGNS})`),
    after(
      SCALA,
      String.raw`(?:(?:package\s+)?object|class|trait|enum|def|type|given|extension)\s+${TICK}(${IN_TICKS}|[A-Za-z_]\w*)`,
    ),
    VALUE,
    TOP_VALUE,
  ],
  [
    ["Kotlin"],
    after(KOTLIN, String.raw`(?:class|(?:fun\s+)?interface|object|typealias)\s+${TICK}(${IN_TICKS}|[A-Za-z_]\w*)`),
    after(KOTLIN, String.raw`fun\s+(?:<[^(){}=]*>\s*)?(?:[\w<>?*, ]+\.){0,3}${TICK}(${IN_TICKS}|[A-Za-z_]\w*)[^(]*\(`),
    VALUE,
    TOP_VALUE,
  ],
  [
    ["Swift"],
    after(
      SWIFT,
      String.raw`(?:class|struct|enum|protocol|extension|actor|func|typealias|associatedtype|macro)\s+${TICK}([A-Za-z_][\w.]*|${SIGNS}(?=\s*[(<]))`,
    ),
    after(SWIFT, String.raw`(init|deinit|subscript)\b[?!]?\s*[<({]`),
    VALUE,
    TOP_VALUE,
  ],
  [
    ["Groovy"],
    after(GROOVY, String.raw`(?:class|@?interface|enum|trait|def)\s+([A-Za-z_]\w*)`),
    after(GROOVY, String.raw`(?!(?:return|new|throw|else|case)\b)${JAVA_TYPE}\s+([A-Za-z_]\w*)\s*\([^;]*$`),
  ],
  [
    ["C#", "Vala"],
    new RegExp(
      String.raw`^\s*(?:\[[^\]]*\]\s*)?(?:${CSHARP_WORD}\s+|new\s+|ref\s+)*(?:class|interface|enum|struct|record(?:\s+(?:struct|class))?|namespace|delegate\s+${CSHARP_TYPE})\s+([A-Za-z_][\w.]*)`,
    ),
    new RegExp(
      String.raw`${CSHARP_MEMBER}(?:${CSHARP_TYPE}\s+)?(?:operator\s*)?((?<=operator\s*)${SIGNS}(?=\s*\()|operator\s+${CSHARP_TYPE}|this(?=\s*\[))`,
    ),
    new RegExp(
      String.raw`${CSHARP_MEMBER}(?:${CSHARP_TYPE}\s+)?${CSHARP_OWNER}([A-Za-z_]\w*)\s*(?:<[^()=]*>)?\s*\([^;]*$`,
    ),
    new RegExp(
      String.raw`${CSHARP_MEMBER}(?:${CSHARP_TYPE}\s+)?${CSHARP_OWNER}([A-Za-z_]\w*)\s*(?:<[^()=]*>)?\s*\(.*=>`,
    ),
    new RegExp(String.raw`${CSHARP_MEMBER}${CSHARP_TYPE}\s+(?:\w+\.)?([A-Za-z_]\w*)\s*(?:\{|=>|$)`),
    new RegExp(
      String.raw`^\s+(?!${CSHARP_NO_TYPE}\b)${CSHARP_TYPE}\s+${CSHARP_OWNER}([A-Za-z_]\w*)\s*(?:<[^()=]*>)?\s*\([^;]*$`,
    ),
    new RegExp(
      String.raw`^\s*(?:(?:public|private|protected|internal|static|readonly|const)\s+)*(?:const|static\s+readonly)\s+${CSHARP_TYPE}\s+([A-Za-z_]\w*)\s*=`,
    ),
  ],
  [
    ["Shell", "fish"],
    /^\s*(?:function\s+)?([A-Za-z_][\w:.-]*)\s*\(\)/,
    /^\s*function\s+([A-Za-z_][\w:.-]*)/,
    /^(?:(?:export|readonly|declare(?:\s+-\w+)*)\s+)?([A-Z_][A-Z0-9_]{2,})=/,
  ],
  [["PowerShell"], /^\s*(?:function|filter|workflow|class|enum)\s+(?:\w+:)?([A-Za-z_][\w-]*)/i],
  [
    ["SQL"],
    /^\s*create\s+(?:or\s+replace\s+)?(?:(?:temporary|temp|unique|materialized|virtual)\s+)*(?:table|view|function|procedure|trigger|index|type|schema|sequence)\s+(?:if\s+not\s+exists\s+)?["`[]?([A-Za-z_][\w.]*)/i,
  ],
  [
    ["FlatBuffers", "Cap'n Proto", "Smithy"],
    /^\s*(?:enum|struct|union|table|interface|operation|structure|service|resource)\s+([A-Za-z_][\w.]*)/,
  ],
  [["Protocol Buffer", "Thrift"], /^\s*(?:message|service|enum|rpc|extend|struct|union|exception)\s+([A-Za-z_][\w.]*)/],
  [["Prisma"], /^(?:model|enum|type|view|datasource|generator)\s+([A-Za-z_]\w*)\s*\{/],
  [
    ["GraphQL"],
    /^\s*(?:extend\s+)?(?:type|interface|enum|input|union|scalar|directive|fragment|query|mutation|subscription)\s+@?([A-Za-z_]\w*)/,
  ],
  [["HCL"], /^\s*(?:resource|data|module|variable|output|provider)\s+(?:"[^"]*"\s+)?"([^"]+)"\s*\{/],
  [
    ["Tcl"],
    /^\s*(?:proc|method|namespace\s+eval|(?:\w*::)*class(?:\s+create)?|(?:::)?snit::\w+)\s+(?:::)?([\w:.-]*\w[!?]?)\s*(?:\{|$)/,
  ],
  [
    ["Vim Script"],
    /^\s*(?:export\s+)?(?:fu(?:nc|nction)?|def)!?\s+((?:[gslbwt]:|<[Ss][Ii][Dd]>)?[A-Za-z_][\w#.:]*)\s*\(/,
    /^\s*com(?:mand)?!?\s+(?:-\S+\s+)*([A-Z]\w*)/,
    /^\s*(?:export\s+)?(?:abstract\s+)?(?:class|interface)\s+([A-Z]\w*)/,
  ],
  [
    ["QML"],
    /^\s*function\s+([A-Za-z_]\w*)/,
    /^\s*(?:(?:readonly|default|required)\s+)*(?:property\s+[\w.<>]+|signal|component)\s+([A-Za-z_]\w*)/,
  ],
  [["AppleScript"], /^\s*(?:on|to)\s+(?!error\b)([A-Za-z_]\w*)/],
  [
    ["ColdFusion"],
    /^\s*<cffunction\b[^>]*?\bname="(\w+)"/i,
    /^\s*(?:(?:public|private|remote|package|static)\s+)*(?:\w+\s+)?function\s+(\w+)/,
  ],
  [["Puppet"], /^\s*(?:class|define|function|type|node)\s+['"]?([a-z][\w:]*)/],
  [["Bicep"], /^\s*(?:param|var|output|resource|module|func|type)\s+([A-Za-z_]\w*)/],
  [["Just"], /^@?([A-Za-z_][\w-]*)(?:\s+[^:=]*)?:(?!=)/],
  [["Open Policy Agent"], /^(?:default\s+)?([a-z_]\w*)(?:\([^)]*\)|\[[^\]]*\])?\s*(?::?=|contains\b|if\b|\{)/],
  [["Odin"], /^\s*([A-Za-z_]\w*)\s*::\s*(?:#\w+\s+)*(?:proc|struct|enum|union|bit_set)\b/],
  [
    ["Nim"],
    /^\s*(?:proc|func|method|iterator|template|macro|converter)\s+`?([A-Za-z_]\w*)/,
    /^\s+([A-Z]\w*)\*?\s*(?:\{\.[^}]*\.\}\s*)?(?:\[[^\]]*\]\s*)?=\s*(?:(?:ref|ptr|distinct)\s+)*(?:object|enum|tuple|concept)\b/,
  ],
  [["CMake"], /^\s*(?:function|macro)\s*\(\s*([A-Za-z_]\w*)/i],
  [["Makefile"], /^(?!\.)([\w./-]+)\s*:(?!=)/],
  [
    ["Solidity"],
    /^\s*(?:abstract\s+)?(?:contract|library|interface|function|modifier|event|struct|enum|error)\s+([A-Za-z_]\w*)/,
  ],
]);

/** Further patterns for languages whose definitions otherwise look as in most languages. */
export const FURTHER_HEADS: ReadonlyMap<string, readonly RegExp[]> = table([
  [
    ["D"],
    /^\s*(?:mixin\s+)?template\s+([A-Za-z_]\w*)/,
    /^\s*(?:(?:public|private|package|protected|deprecated|static)\s+)*(?:alias|enum)\s+([A-Za-z_]\w*)\s*(?:\([^()]*\)\s*)?=/,
    new RegExp(
      String.raw`^\s*(?!(?:${CSHARP_NO_TYPE}|if|while|for|foreach|switch|with|version|assert|debug|static\s+(?:if|assert|foreach))\b)(?:(?:\w+|@\w+)\s+)*${CSHARP_TYPE}\s+([A-Za-z_]\w*)\s*(?:\([^()]*\)\s*)?\([^;]*$`,
    ),
  ],
  [["Haxe"], /^\s*(?:(?:private|extern|enum)\s+)*(?:abstract|typedef)\s+([A-Za-z_]\w*)/],
  [["GDScript"], /^\s*(?:class_name|signal)\s+([A-Za-z_]\w*)/, /^\s*(?:@\w+(?:\([^()]*\))?\s+)*const\s+([A-Za-z_]\w*)/],
  [["WGSL"], /^\s*(?:@\w+(?:\([^()]*\))?\s+)+fn\s+([A-Za-z_]\w*)/],
  [
    ["Cython"],
    /^\s*c(?:p?def)\s+(?:(?:inline|public|api|readonly|extern|packed)\s+)*(?:class|struct|enum|union)\s+([A-Za-z_]\w*)/,
    /^\s*c(?:p?def)\s+(?:[\w.[\]*&, ]*[\s*&])?([A-Za-z_]\w*)\s*\((?!\*)/,
    /^([A-Z_][A-Z0-9_]{2,})\s*(?::[^=]+)?=(?!=)/,
  ],
  [["Move"], /^\s*(?:public(?:\([\w:]+\))?\s+)?(?:entry\s+|native\s+)*(?:fun|struct|module)\s+([\w:]+)/],
  [
    ["Apex"],
    /^\s*(?:(?:public|global|private|virtual|abstract|with|without|inherited|sharing)\s+)+(?:class|interface|enum)\s+([A-Za-z_]\w*)/i,
  ],
  [
    ["Java"],
    new RegExp(
      String.raw`${JAVA_MEMBER}(?:${JAVA_TYPE}\s+)?([A-Za-z_$]\w*)\s*\((?:[^;]*$|.*\)\s*(?:throws[^;]*)?;\s*$)`,
    ),
    new RegExp(
      String.raw`^\s+(?!(?:${CSHARP_NO_TYPE}|assert)\b)(?:<[^(){};=]*>\s*)?${JAVA_TYPE}\s+([A-Za-z_$]\w*)\s*\([^;]*\{\s*$`,
    ),
    new RegExp(String.raw`${JAVA_MEMBER}${JAVA_TYPE}\s+([A-Z][A-Z0-9_]+)\s*=`),
    /^\s*(?:public\s+)?@interface\s+(\w+)/,
  ],
  [["Objective-C"], /^[-+]\s*\([^()]*\)\s*([A-Za-z_]\w*)/],
  [["PHP"], /^\s*(?:(?:final|public|protected|private)\s+)*const\s+(?:\w+\s+)?([A-Za-z_]\w*)\s*=/],
  [
    ["Dart"],
    /^\s*(?:(?:abstract|base|sealed|final|interface|mixin)\s+)*(?:class|mixin|typedef|extension\s+type(?:\s+const)?)\s+([A-Za-z_]\w*)/,
    new RegExp(
      String.raw`^\s*(?:(?:static|external)\s+)*(?:${CSHARP_TYPE}\s+)?(?:get|set)\s+([A-Za-z_]\w*)\s*(?:=>|[{(;]|$)`,
    ),
    new RegExp(String.raw`^\s+(?:${CSHARP_TYPE}\s+)?(operator\s*${SIGNS})\s*\(`),
    new RegExp(
      String.raw`${DART_MEMBER}(?:${CSHARP_TYPE}\s+)?(?!(?:if|for|while|switch|catch|assert)\b)([A-Za-z_][\w.]*)\s*(?:<[^()=]*>)?\((?:[^();]|\([^();]*\))*\)\s*(?:(?:async|sync)\*?\s*)?(?:\{|=>)`,
    ),
    new RegExp(String.raw`${DART_MEMBER}${CSHARP_TYPE}\s+([A-Za-z_]\w*)\s*(?:<[^()=]*>)?\([[{]?\s*$`),
  ],
]);

function table(
  rows: readonly (readonly [languages: readonly string[], ...heads: readonly RegExp[]])[],
): ReadonlyMap<string, readonly RegExp[]> {
  return new Map(rows.flatMap(([languages, ...heads]) => languages.map((language) => [language, heads] as const)));
}
