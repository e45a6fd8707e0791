import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { seededRandom } from "../../support/randomMatches.ts";
import { isDocument, readComments, wordsOfName, type Described } from "./comments.ts";
import { derivedFolder, filesIn, textOf, type Corpus } from "./packages.ts";
import type { Query } from "./queries.ts";

/** Per package, and the same number again without any word of the name. */
const OF_A_PACKAGE = 30;
const FILE_AT_MOST = 500_000;

/**
 * Sentences that stood above functions, to be asked about the same code without comments or documents. They are the
 * same on every machine.
 */
export function needlesOf({ name, purpose, root }: Corpus, readText = readComments): readonly Query[] {
  const bareFolder = derivedFolder("without-comments", path.join(path.basename(path.dirname(root)), name));
  const found: (Described & { readonly file: string })[] = [];
  for (const file of filesIn(root)) {
    if (isDocument(file) || /(?:^|\/)(?:tests?|deps|examples)\/|[._]test\./.test(file)) continue;
    const text = textOf(root, file);
    if (text.length > FILE_AT_MOST) continue;
    const read = readText(file, text);
    if (!read) continue;
    if (bareFolder.isNew) {
      mkdirSync(path.dirname(path.join(bareFolder.root, file)), { recursive: true });
      writeFileSync(path.join(bareFolder.root, file), read.bare);
    }
    found.push(...read.described.map((described) => ({ ...described, file: path.join(bareFolder.root, file) })));
  }
  // A sentence about several functions has no single place.
  const counts = Map.groupBy(found, ({ sentence }) => sentence.toLowerCase());
  const random = seededRandom(17);
  const needles = found
    .filter(
      ({ sentence, startLine, endLine }) =>
        counts.get(sentence.toLowerCase())?.length === 1 && endLine - startLine >= 2,
    )
    .map(({ name: called, sentence, file, startLine, endLine }) => ({
      order: random(),
      query: {
        text: sentence,
        packageName: name,
        purpose,
        folders: [bareFolder.root],
        truth: [{ file, startLine, endLine }],
        isMasked: !sharesWord(sentence, called),
      },
    }))
    .sort((a, b) => a.order - b.order)
    .map(({ query }) => query);
  return [
    ...needles.slice(0, OF_A_PACKAGE),
    ...needles
      .slice(OF_A_PACKAGE)
      .filter(({ isMasked }) => isMasked)
      .slice(0, OF_A_PACKAGE),
  ];
}

/** Compares the first letters, so that no form of a word is missed. */
function sharesWord(sentence: string, name: string): boolean {
  const beginnings = new Set(wordsOfName(sentence).map((word) => word.slice(0, 4)));
  return wordsOfName(name).some((word) => word.length > 2 && beginnings.has(word.slice(0, 4)));
}
