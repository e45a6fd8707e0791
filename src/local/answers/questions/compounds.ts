import { stemOf } from "./words.ts";

/**
 * The stems of the words that a name runs together, as C and SQL write them: `getfield` is "get" and "field",
 * `evbuffer` has "buffer". None for a single word, and never its own stem. `word` is lower case.
 */
export function stemsWithin(word: string): readonly string[] {
  if (word.length < 6 || WORDS.has(word)) return NONE;
  const known = stems.get(word);
  if (known) return known;
  const own = stemOf(word);
  const within = wordsWithin(word)
    .map(stemOf)
    .filter((stem) => stem !== own);
  if (stems.size < 50_000) stems.set(word, within);
  return within;
}

/** Bounded, and shared by all questions: what a word is made of never changes. */
const stems = new Map<string, readonly string[]>();

/** Whether names in many code bases contain a word; `word` is lower case. */
export function isWordOfCode(word: string): boolean {
  return WORDS.has(word);
}

function wordsWithin(word: string): readonly string[] {
  for (let at = word.length - 3; at >= 3; at--) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => WORDS.has(part))) return parts;
  }
  const numbered = /^(.{4,})no$/.exec(word)?.[1]; // `lineno`
  if (numbered !== undefined && WORDS.has(numbered)) return [numbered, "number"];
  for (let rest = 2; rest <= REST_AT_MOST && word.length - rest >= ALONE_AT_LEAST; rest++) {
    const part = [word.slice(rest), word.slice(0, -rest)].find((candidate) => WORDS.has(candidate));
    if (part !== undefined) return [part];
  }
  return NONE;
}

/** Two or three letters before or after a word are no word: `ev`, `lua`; a single one makes another word: `sparse`. */
const REST_AT_MOST = 3;
/** Shorter words occur in others by chance. */
const ALONE_AT_LEAST = 5;

const NONE: readonly string[] = [];

/**
 * The words that names are made of: those in names of several words in at least 25 npm packages, modules of Python's
 * library or headers of C (40 for words of three letters), none of which answers are measured on. Without those that
 * other words end with.
 */
const WORDS = new Set(
  `abort abs absolute abstract accept access accessor action active actual add additional addr address adjust after
  agent algorithm alias aliases align alignment alive alloc allow allowed alpha already always angle any api app
  append application apply area arg args argument arguments argv arr array arrays arrow ascii assert assertion
  assign assignment async attach attr attribute attributes attrs auth auto available await back background bad base
  basic before begin best big bin binary bind binding bit bits blank blob block blocks body bool boolean bottom
  bound boundary brace bracket branch break browser buf buffer buffered buffers build builtin byte bytes cache
  cached calculate call callback callbacks called calls can cancel capture case cast catch category cell center
  chain change changed channel char character characters chars check checked child children choice chunk class
  clause clean cleanup clear client clock clone close closed closing code codes col collect collection colon color
  colors column combine comma command comment comments common comp compare compatible compile compiler complete
  component compress compressed compression compute concat condition conditional config connect connected connection
  const constant construct constructor consume container contains content contents context continue control
  controller convert copy core count counter create cross crypto cur curr current cursor curve custom data date
  debug decimal declaration declare decls decode decoded decoder deep def default defaults define defined definition
  delay delete delta deprecated deprecation depth desc description descriptor dest destination destroy details
  detect device dict dictionary diff difference digit digits dir directory dirs disable dispatch display dist
  distance document does domain done dot double down drop dummy dump duplicate duration dynamic each edge effective
  elem element elements emit emitter empty enable enabled encode encoded encoder encoding end ending ends ensure
  enter entity entries entry enum env environment eof equal equals err errno error errors escape escaped eval event
  events exact exc exception exchange exclude exclusive exec executable execute existing exists exit exp expand
  expected explicit export exports expr expression extend extended extension extensions external extra extract
  factor factory fail failed failure fallback false family fast feature features fetch ffff field fields file
  filename files fill filter filtered final finalize find finish finite first fix fixed flag flags flat float flow
  flush font for force format formats forward found fragment frame free from full func funcs function functions gen
  generate generator generic get global globals group groups half handle handler handlers has hash have head header
  headers height help helper hex hidden hide high hint hook hooks host html http identifier identity ids idx ignore
  ignored image immediate impl implemented implicit import imports include increment indent index indices infinity
  info information init initial initialize inline inner input insert inside install instance int integer interface
  internal interrupt intersection interval invalid invert item items iter iterable iteration iterator join json keep
  key keyboard keys keyword kind known label language large last layout lazy leading leave left legacy len length
  less level lib library like limit line linear lines link lint list listener listeners literal load loader local
  locale location lock log logger long lookup loop low lower magic main major make malloc manager many map mapped
  mapping mark markdown marker mask match matcher matches matching max maximum maybe mem member memory merge message
  messages meta metadata method methods min minimum minor minus mismatch missing mod mode model modified module
  modules more move msg mtime multi multiple must name named names namespace native need needed needs negative
  nested network never new newline next node nodes non none normal normalize normalized not notify null num number
  numbers numeric obj object objects off offset old once one only open operation operator opt optimize option
  optional options opts order ordered orig origin original other out outer output over overflow override own owner
  pack package pad padding page pair pairs param parameter parameters params paren parent parse parsed parser part
  partial parts pass patch path paths pattern patterns payload pending percent perf period phase pipe plain platform
  plugin plus point pointer points policy poll pool pop pos position positive posix possible post power precision
  predicate preferred prefix prepare present preserve prev previous primary primitive print priority private proc
  process profile program progress promise prop properties property props proto protocol prototype provider proxy
  pseudo ptr public pure push query queue quote quoted raise random range ranges raw read readable reader readonly
  ready real reason record recursion recursive redirect reduce ref reference refresh reg regex regexp region
  register registry reject relative release remaining remote remove removed render repeat replace report repr req
  request requested require required reserved reset resize resolution resolve resolved resource response restore
  result results retry return reverse right root round row rows rule rules run running runtime safe same sample save
  saved scale scan schema scheme scope screen script search second seconds secret section secure seek seen segment
  segments select selected selection selector self send separator sequence serialize server service session set
  settings setup shared shell shift short should show sibling side sign signal signature signed simple single size
  skip slash slice socket some sort sorted source space spaces span spec special specific specifier split spread
  square src ssize stack standard star start starts stat state statement static stats status stdout step stop
  storage store str strategy stream strict string stringify strings strip struct style success suffix super support
  supported supports suppress swap switch symbol symbols sync syntax system tab table tag tagged tags tail take
  target task temp template term terminal text this thread threshold throw tick time timeout timer timestamp title
  token tokens top total trace traceback track trailing trans transfer transform translate tree trim true try tuple
  type typed types uint unary undefined unexpected unicode union unique unit unix unknown unlock unsafe unsupported
  until unused update updated upper uri url usage use used user using utf util utils val valid validate validation
  value values var variable variables variant vector verify version versions view virtual visible visit visitor void
  wait walk warn warning warnings wchar weak while white whitespace width win window windows with without word words
  wrap wrapped wrapper writable write writer written year yield zero`.split(/\s+/),
);
