import type { TermMatching } from "../questions/termMatching.ts";

/** The factor for the lines of a document, for who asks how to do something that one of its headings says: with one word alone, it may say another thing. */
export function fitOfHeadings(lines: readonly string[], { terms, probes, probesIn }: TermMatching): number {
  const asked = new Set(terms.filter(({ isAsked, isPhrase }) => isAsked && !isPhrase));
  const isSaid = (text: string) => {
    const said = probesIn(text).map((probe) => {
      const { term = -1, likeness = 0 } = probes[probe] ?? {};
      return likeness > SYNONYM ? terms[term] : undefined;
    });
    const { size } = new Set(said.filter((term) => term && asked.has(term)));
    return size > 1 && size * 2 > asked.size;
  };
  const isHeading = (text: string, at: number) => HEADING.test(text) || UNDERLINE.test(lines[at + 1] ?? "");
  return lines.some((text, at) => text.length < COLUMNS_AT_MOST && isHeading(text, at) && isSaid(text)) ? 4 : 1;
}

const COLUMNS_AT_MOST = 200;
/** Other words for what is asked are hardly as near. */
const SYNONYM = 0.5;
const HEADING = /^(?:#{1,6}|={1,6})\s/;
const UNDERLINE = /^([=~^"*-])\1{2,}\s*$/;
