/** Something that is kept and takes up space, oldest first in its list. */
export interface Kept {
  readonly id: number;
  /** Never dropped. */
  readonly isPinned: boolean;
  readonly memoryBytes: number;
  readonly fileBytes: number;
}

export interface Bounds {
  /** How many items that are not pinned. */
  readonly count: number;
  /** Of all items together, including pinned ones. */
  readonly memoryBytes: number;
  readonly fileBytes: number;
}

/**
 * The ids of what has to be dropped to stay within bounds: the oldest that is not pinned first, and never those in
 * `stays`. If nothing more can be dropped, the bounds are exceeded.
 */
export function surplus(kept: readonly Kept[], bounds: Bounds, stays: ReadonlySet<number>): readonly number[] {
  const gone: number[] = [];
  let count = kept.filter(({ isPinned }) => !isPinned).length;
  let memoryBytes = kept.reduce((sum, each) => sum + each.memoryBytes, 0);
  let fileBytes = kept.reduce((sum, each) => sum + each.fileBytes, 0);
  for (const each of kept) {
    if (count <= bounds.count && memoryBytes <= bounds.memoryBytes && fileBytes <= bounds.fileBytes) break;
    if (each.isPinned || stays.has(each.id)) continue;
    gone.push(each.id);
    count -= 1;
    memoryBytes -= each.memoryBytes;
    fileBytes -= each.fileBytes;
  }
  return gone;
}
