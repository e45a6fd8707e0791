// @ts-check
// How long each check and each file of tests takes on an idle machine with two processors: times.json, in seconds,
// written by `node test/run.mjs --write-times`. What is not in it takes less than a second.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = join(import.meta.dirname, "times.json");
/** @type {Readonly<Record<string, number>>} */
const TIMES = JSON.parse(readFileSync(FILE, "utf8"));

/**
 * How many seconds these take one after another.
 *
 * @param {readonly string[]} names of checks, or paths of files in the checkout
 */
export function secondsOf(names) {
  return names.reduce((sum, name) => sum + (TIMES[name.replaceAll("\\", "/")] ?? 0.5), 0);
}

/**
 * As few groups as possible of at most `size` files each, which take about equally long.
 *
 * @param {readonly string[]} files
 * @param {number} size
 */
export function inGroups(files, size) {
  const groups = Array.from({ length: Math.ceil(files.length / size) }, () => /** @type {string[]} */ ([]));
  for (const file of [...files].sort((one, other) => secondsOf([other]) - secondsOf([one]))) {
    const open = groups.filter((group) => group.length < size);
    open.reduce((least, group) => (secondsOf(group) < secondsOf(least) ? group : least)).push(file);
  }
  return groups;
}

/**
 * Replaces what is known of these; of others, it stays.
 *
 * @param {Readonly<Record<string, number>>} times
 */
export function writeTimes(times) {
  const all = Object.entries({ ...TIMES, ...times }).filter(([, seconds]) => seconds >= 1);
  const rounded = all.map(([name, seconds]) => [name, Math.round(seconds)]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(rounded.sort()), undefined, 2)}\n`);
}
