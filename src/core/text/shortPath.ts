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

/**
 * The name of a repository as a row of a side bar of 280 pixels shows it whole, with a count behind it, unless its owner
 * and its own name alone are longer: many owners have a repository of the same name.
 */
export function shortRepository(name: string): string {
  const owner = name.lastIndexOf("/", name.lastIndexOf("/") - 1) + 1;
  return shortPath(name, Math.max(24, name.length - owner + 2));
}
