// @ts-check
import { readFileSync } from "node:fs";

/** @type {{ version: string, repository?: unknown, bugs?: unknown }} */
export const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** As the Marketplace recommends: an odd minor version is a pre-release, an even one is for everybody. */
export const isPreRelease = Number(manifest.version.split(".")[1]) % 2 === 1;

/** The addresses that package.json has to give before anything is published, and doesn't. */
export function missingAddresses() {
  return /** @type {const} */ (["repository", "bugs"]).filter((field) => manifest[field] === undefined);
}
