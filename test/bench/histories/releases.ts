import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { CACHE } from "../../editor/places.mjs";
import pins from "./releases.json" with { type: "json" };

/**
 * Published packages. Figures of the first ones may be used for tuning; of those held back, figures are only looked at.
 */
export const RELEASED = {
  forTuning: Object.keys(pins).filter((name) => pinOf(name)?.for === "tuning"),
  heldBack: Object.keys(pins).filter((name) => pinOf(name)?.for !== "tuning"),
} as const;

const FOLDER = path.join(CACHE, "releases");

/**
 * The folders of a package's releases over its life, absolute, oldest first. Packs with npm what is not there yet, some
 * 250 MB for all packages; throws an error that says so if npm can't get it. Must not run twice at once.
 */
export function fetchReleases(name: string): readonly string[] {
  const versions = pinOf(name)?.versions ?? [];
  const missing = versions.filter((version) => !existsSync(folderOf(name, version)));
  if (missing.length > 0) pack(name, missing);
  return versions.map((version) => folderOf(name, version));
}

function pinOf(name: string): { readonly for: string; readonly versions: readonly string[] } | undefined {
  return Object.entries(pins).find(([other]) => other === name)?.[1];
}

function folderOf(name: string, version: string): string {
  return path.join(FOLDER, `${name.replace("/", "__")}@${version}`);
}

function pack(name: string, versions: readonly string[]): void {
  const draft = path.join(FOLDER, "draft");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const run = (command: string, ...args: readonly string[]) => {
    execFileSync(command, args, { cwd: draft, stdio: ["ignore", "ignore", "pipe"] });
  };
  try {
    run("npm", "pack", "--silent", ...versions.map((version) => `${name}@${version}`));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`npm can't get ${name}, whose history is measured. The short mode needs no network. ${reason}`, {
      cause: error,
    });
  }
  for (const version of versions) {
    const archive = readdirSync(draft).find((file) => file.endsWith(`-${version}.tgz`)) ?? "";
    const unpacked = path.join(draft, version);
    mkdirSync(unpacked);
    run("tar", "--extract", "--strip-components=1", "--directory", unpacked, "--file", archive);
    run("chmod", "--recursive", "u+rwX", unpacked); // some were packed without these permissions
    renameSync(unpacked, folderOf(name, version));
  }
  rmSync(draft, { recursive: true });
}
