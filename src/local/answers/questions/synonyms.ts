import { stemOf } from "./words.ts";

/** Stems of other words for the same thing, by the stem of the word: what people say, and what programmers write. */
export function synonymsOf(stem: string): readonly string[] {
  return [...(synonyms.get(stem) ?? [])];
}

const GROUPS = [
  "drop discard evict remove delete strip prune",
  "choose pick select",
  "limit maximum max",
  "check validate verify",
  "close shutdown destroy dispose",
  "stop abort cancel terminate kill",
  "start begin launch spawn",
  "decompress decode inflate gunzip unzip",
  "compress encode deflate gzip",
  "serialize stringify",
  "deserialize parse",
  "old oldest stale expired",
  "match compare equal",
  "hide redact mask",
  "merge combine join",
  "split divide partition chunk",
  "retry again repeat rerun",
  "slow throttle delay debounce",
  "late overdue timeout",
  "wait pause sleep delay timeout",
  "reload restart",
  "watch observe",
  "notice detect",
  "copy clone duplicate",
  "isolate encapsulate",
  "inherit extend",
  "convert transform translate coerce",
  "print log",
  "draw render paint",
  "picture image texture",
  "click mouse pointer",
  "cursor caret",
  "folder directory",
  "parallel concurrent worker",
  "lock mutex",
  "password credential secret",
  "allow permit",
  "refuse reject deny",
  "ignore skip exclude",
  "missing absent undefined",
  "default fallback",
  "problem error failure exception",
  "throw raise",
  "callback handler listener hook",
  "answer reply response",
  "fetch download retrieve",
  "send transmit emit dispatch",
  "save store persist",
  "cache memoize",
  "change update modify mutate edit",
  "insert add append",
  "sort order",
  "size length",
  "position offset coordinate",
  "blend mix interpolate",
  "nest recursive",
  "schema shape",
  "caller client",
  "plugin extension",
  "setting option configuration",
];

const synonyms = new Map<string, Set<string>>();
for (const group of GROUPS) {
  const stems = group.split(" ").map(stemOf);
  for (const stem of stems) {
    const others = synonyms.get(stem) ?? new Set();
    synonyms.set(stem, others);
    for (const other of stems) if (other !== stem) others.add(other);
  }
}
