// @ts-check
/**
 * The README as it ships, for people who have installed Plumbline: without how to build it, and without links to files
 * that can't be followed there, of which the words remain; lists of nothing but such links go.
 *
 * @param {string} readme
 * @param {(path: string) => boolean} isShown whether the editor shows a file that the README names
 */
export function shippedReadme(readme, isShown) {
  return readme
    .replace(/^## Try it\n[^]*?(?=^## )/m, "")
    .replace(/^## More\n[^]*?(?=^[^-\s#])/m, "")
    .replace(/(!?)\[([^\]]*)\]\(([^)]*)\)/g, (link, _, text, target) =>
      /^https:/.test(target) || isShown(target.replace(/#.*/, "")) ? link : text,
    );
}
