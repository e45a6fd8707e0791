// @ts-check
import { readFileSync } from "node:fs";

/** @type {{ version: string, repository?: unknown, bugs?: unknown }} */
export const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** As the Marketplace recommends: an odd minor version is a pre-release, an even one is for everybody. */
export const isPreRelease = Number(manifest.version.split(".")[1]) % 2 === 1;

/**
 * Each target of the marketplaces with the ripgrep that runs there. Those for Linux are linked statically, so that musl
 * is fine, except the one for armhf, which needs no newer glibc than the editor does.
 */
export const RIPGREP = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "linux-armhf": "linux-arm",
  "alpine-x64": "linux-x64",
  "alpine-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "win32-x64",
  "win32-arm64": "win32-arm64",
};

/** The addresses that are still missing from package.json; without them nothing is published. */
export function missingAddresses() {
  return /** @type {const} */ (["repository", "bugs"]).filter((field) => manifest[field] === undefined);
}
