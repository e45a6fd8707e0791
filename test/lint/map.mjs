// @ts-check
// Draws who imports whom: layers, and the features of each. Fails if there is a circle.
//   npm run map
import { argv, exit, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { FEATURES, LAYERS } from "../../eslint.config.mjs";
import { circleOf, foldersOf, readImports } from "./imports.mjs";

const src = fileURLToPath(new URL("../../src", import.meta.url));
const imports = readImports(src);
const isDetailed = argv.includes("--files");
let circles = 0;

for (const layer of Object.keys(LAYERS)) {
  const files = [...imports.keys()].filter((file) => file === layer || foldersOf(file)[0] === layer);
  const targets = new Set(files.flatMap((file) => (imports.get(file) ?? []).map((each) => foldersOf(each)[0] ?? each)));
  targets.delete(layer);
  stdout.write(`\n${layer}  ${count(files)}${arrow(targets)}\n`);
  drawFeatures(layer, files, 1);
}
for (const file of imports.keys()) {
  const way = circleOf(file, imports);
  if (!way) continue;
  circles += 1;
  stdout.write(`\ncircle: ${way.join(" → ")}\n`);
}
stdout.write(circles > 0 ? "\n" : "\nNo circles.\n");
exit(circles > 0 ? 1 : 0);

/**
 * @param {string} folder
 * @param {readonly string[]} files in it
 * @param {number} depth of the folder's features
 */
function drawFeatures(folder, files, depth) {
  for (const feature of FEATURES[folder] ?? []) {
    const inside = files.filter((file) => foldersOf(file)[depth] === feature);
    const used = new Set(
      inside
        .flatMap((file) => (imports.get(file) ?? []).map(foldersOf))
        .flatMap((to) => (to.slice(0, depth).join("/") === folder && to[depth] !== feature ? [to[depth] ?? ""] : [])),
    );
    stdout.write(`${"  ".repeat(depth)}${feature.padEnd(16 - 2 * depth)} ${count(inside).padEnd(9)}${arrow(used)}\n`);
    if (isDetailed) for (const file of inside) stdout.write(`${"  ".repeat(depth + 1)}${file}\n`);
    drawFeatures(`${folder}/${feature}`, inside, depth + 1);
  }
}

/** @param {ReadonlySet<string>} targets */
function arrow(targets) {
  return targets.size > 0 ? ` → ${[...targets].sort().join(", ")}` : "";
}

/** @param {readonly string[]} files */
function count(files) {
  return files.length === 1 ? "1 file" : `${files.length} files`;
}
