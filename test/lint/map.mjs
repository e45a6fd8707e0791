// @ts-check
// Draws who imports whom: layers, and the features of each. Fails if there is a circle.
//   npm run map
import { argv, exit, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { FEATURES, LAYERS } from "../../eslint.config.mjs";
import { circleOf, placeOf, readImports } from "./imports.mjs";

const src = fileURLToPath(new URL("../../src", import.meta.url));
const imports = readImports(src);
const isDetailed = argv.includes("--files");
let circles = 0;

for (const layer of Object.keys(LAYERS)) {
  const files = [...imports.keys()].filter((file) => file === layer || placeOf(file).layer === layer);
  const targets = new Set(files.flatMap((file) => (imports.get(file) ?? []).map((each) => placeOf(each).layer)));
  targets.delete(layer);
  stdout.write(`\n${layer}  ${count(files)}${targets.size > 0 ? ` → ${[...targets].sort().join(", ")}` : ""}\n`);
  for (const feature of FEATURES[layer] ?? []) {
    const inside = files.filter((file) => placeOf(file).feature === feature);
    const used = new Set(
      inside
        .flatMap((file) => (imports.get(file) ?? []).map((each) => placeOf(each)))
        .flatMap((to) => (to.layer === layer && to.feature !== feature ? [to.feature] : [])),
    );
    stdout.write(
      `  ${feature.padEnd(14)} ${count(inside).padEnd(9)}${used.size > 0 ? ` → ${[...used].sort().join(", ")}` : ""}\n`,
    );
    if (isDetailed) for (const file of inside) stdout.write(`    ${file}\n`);
  }
}
for (const file of imports.keys()) {
  const way = circleOf(file, imports);
  if (!way) continue;
  circles += 1;
  stdout.write(`\ncircle: ${way.join(" → ")}\n`);
}
stdout.write(circles > 0 ? "\n" : "\nNo circles.\n");
exit(circles > 0 ? 1 : 0);

/** @param {readonly string[]} files */
function count(files) {
  return files.length === 1 ? "1 file" : `${files.length} files`;
}
