type Step = (text: string, at: number, reached: Set<number>) => void;

/**
 * Whether a whole text matches a pattern of git's configuration: `*` and `?` stand for anything but a slash, `**`
 * between slashes for any folders, `[…]` for one of some characters or of POSIX's classes, a backslash for the next
 * character as it is. Takes time proportional to the product of their lengths at most: patterns come with strangers'
 * repositories.
 */
export function matchesWildcards(pattern: string, text: string, { ignoreCase = false } = {}): boolean {
  const [given, folded] = ignoreCase ? [pattern.toLowerCase(), text.toLowerCase()] : [pattern, text];
  let reached = new Set([0]);
  for (const [part] of given.matchAll(PARTS)) {
    const next = new Set<number>();
    const step = stepOf(part);
    for (const at of reached) step(folded, at, next);
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(text.length);
}

const PARTS = /(?<=^|\/)\*\*(?:\/|$)|\*+|\[[!^]?\]?(?:\[:\w+:\]|\\.|[^\\\]])*\]|\\?./gs;

function stepOf(part: string): Step {
  switch (part) {
    case "**/":
      return (text, at, reached) => {
        for (let end = at; end >= at && !reached.has(end); end = text.indexOf("/", end) + 1 || -1) reached.add(end);
      };
    case "?":
      return one((character) => character !== "/");
    default:
      if (part.startsWith("*")) return many(part === "**");
      if (part.length > 2) return one(ofClass(part));
      return one((character) => character === part.at(-1));
  }
}

function one(fits: (character: string) => boolean): Step {
  return (text, at, reached) => {
    const character = text[at];
    if (character !== undefined && fits(character)) reached.add(at + 1);
  };
}

/** Stops where another way has been: everything after that is reached already. */
function many(withSlashes: boolean): Step {
  return (text, at, reached) => {
    for (let end = at; end <= text.length && !reached.has(end); end++) {
      reached.add(end);
      if (text[end] === "/" && !withSlashes) break;
    }
  };
}

function ofClass(part: string): (character: string) => boolean {
  try {
    const range = part.replace(/^\[[!^]/, "[^").replace(/^(\[\^?)\]/, "$1\\]");
    const allowed = new RegExp(range.replace(/\[:(\w+):\]/g, (_, name: string) => CLASSES.get(name) ?? ""));
    return (character) => character !== "/" && allowed.test(character);
  } catch {
    return () => false; // a reversed range
  }
}

/** Those of POSIX, as they are written within brackets. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["alnum", "a-zA-Z0-9"],
  ["alpha", "a-zA-Z"],
  ["blank", " \\t"],
  ["cntrl", "\\0-\\x1f\\x7f"],
  ["digit", "0-9"],
  ["graph", "!-~"],
  ["lower", "a-z"],
  ["print", " -~"],
  ["punct", "!-\\/:-@\\[-`{-~"],
  ["space", "\\s"],
  ["upper", "A-Z"],
  ["xdigit", "a-fA-F0-9"],
]);
