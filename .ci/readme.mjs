// @ts-check
/**
 * The README as it ships, for people who have installed Plumbline: without how to build it, and without links to files
 * that don't ship, of which the words remain; lists of nothing but such links go.
 *
 * @param {string} readme
 * @param {(path: string) => boolean} ships whether a file is in the package
 */
export function shippedReadme(readme, ships) {
  return readme
    .replace(/^## Try it\n[^]*?(?=^## )/m, "")
    .replace(/^## More\n[^]*?(?=^[^-\s#])/m, "")
    .replace(/ The complete list: \[[^\]]*\]\([^)]*\)\./, "")
    .replace(/(!?)\[([^\]]*)\]\(([^)]*)\)/g, (link, _, text, target) =>
      /^https:/.test(target) || ships(target.replace(/#.*/, "")) ? link : text,
    );
}
