import { IN_WORD } from "../../core/text/letters.ts";

/**
 * The name of which a question asks only where it is used: "And who calls feed?", "usages of `Client.close`". For text
 * in English, even if it was translated word by word; `undefined` for any other question.
 */
export function usedNameIn(text: string): string | undefined {
  const groups: readonly (string | undefined)[] = ASKS_FOR_USES.flatMap((asks) => asks.exec(text)?.slice(1) ?? []);
  const found = groups.find((name) => name !== undefined);
  return found === undefined || NO_NAME.test(found) ? undefined : found;
}

const PART = String.raw`(?!\d)(?:\$|${IN_WORD})+`;
const WRITTEN = `[\`"']?(${PART}(?:(?:\\.|::|->|#)${PART})*)(?:\\(\\))?[\`"']?`;
const KIND = "(?:function|method|class|type|interface|constant|variable)";
const NAME = `(?:(?:the )?${KIND} ${WRITTEN}|the ${WRITTEN} ${KIND}|${WRITTEN})`;
const USE = "(?:calls?|called|uses?|used|invokes?|invoked|references?|referenced)";
const WHO = "(?:who|(?:what|which)(?: other)?(?: (?:code|functions?|methods?|class(?:es)?|files?|modules?|tests?))?)";
const USERS = "(?:callers?|call sites|usages?|uses|users?|references)";

/** The "on" is what is left of a German verb in two parts: "Wer ruft feed auf?" */
const ASKS_FOR_USES = [
  `${WHO}(?: else)? ${USE}(?: to)? ${NAME}(?: on)?`,
  `(?:where|(?:of|by) who)(?: else)?(?: (?:is|are))? ${NAME}(?: being)? ${USE}`,
  `where (?:is |are |do we )?${USE}(?: we)? ${NAME}(?: on)?`,
  `(?:(?:show|list|find)(?: me)? )?(?:all )?(?:the )?${USERS} (?:of|to) ${NAME}`,
].map((form) => new RegExp(String.raw`^\W*(?:(?:and|but|so|then|now)\b\W*)?${form}[\s.?!]*$`, "iu"));
const NO_NAME = /^(?:it|its|this|that|these|those|they|them|he|she|we|you|i|a|an|the|what|which|there)$/i;
