/**
 * A path in which the first folders give way to an ellipsis if it has more than `most` characters: its end tells more.
 * Its last part is always whole.
 */
export function shortPath(path: string, most: number): string {
  if (path.length <= most) return path;
  const fits = path.indexOf("/", path.length - most + 1);
  const from = fits < 0 ? path.lastIndexOf("/") : fits;
  return from <= 0 ? path : `…${path.slice(from)}`;
}
