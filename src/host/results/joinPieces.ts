import type { MatchedItem } from "../../core/model/matches.ts";

/** Joins the pieces of a file into one row, at the place of the first piece. */
export function joinPieces(items: readonly MatchedItem[]): { item: MatchedItem; parts: MatchedItem[] }[] {
  const rows: { item: MatchedItem; parts: MatchedItem[] }[] = [];
  const files = new Map<string, (typeof rows)[number]>();
  for (const item of items) {
    const key = JSON.stringify([item.repository, item.path, item.revision, item.branches]);
    const row = item.type === "content" ? files.get(key) : undefined;
    if (row) {
      row.parts.push(item);
      const { lineCount, rangeCount } = row.item;
      row.item = {
        ...row.item,
        lineCount: lineCount + item.lineCount,
        rangeCount: rangeCount + item.rangeCount,
      };
      continue;
    }
    const added = { item, parts: [item] };
    rows.push(added);
    if (item.type === "content") files.set(key, added);
  }
  return rows;
}
