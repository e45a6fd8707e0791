import { readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { VERSION_CONTROL } from "../../../git/repositories/gitFolder.ts";
import { contains } from "../../../git/repositories/repositories.ts";

/** A link in a served folder, and the place outside of all of them that it leads to. Both are absolute. */
export interface LinkOut {
  readonly link: string;
  readonly target: string;
}

const LOOKING_MS = 300;
const LINKS_AT_MOST = 10;
const NOT_LOOKED_INTO: ReadonlySet<string> = new Set(["node_modules", ...VERSION_CONTROL]);

/**
 * Links that lead out of some folders, which searches don't follow: outer ones first, only as many as are worth
 * telling, and those that are found within a moment. Never rejects.
 */
export async function findLinksOut(folders: readonly string[], lookingMs = LOOKING_MS): Promise<readonly LinkOut[]> {
  const until = performance.now() + lookingMs;
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  const found: LinkOut[] = [];
  for (let level = [...folders]; level.length > 0;) {
    const next: string[] = [];
    for (const folder of level) {
      if (performance.now() > until || found.length >= LINKS_AT_MOST) return found;
      for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name)) next.push(file);
        if (!entry.isSymbolicLink()) continue;
        const target = await realpath(file).catch(() => undefined); // it leads nowhere
        if (target !== undefined && !real.some((served) => contains(served, target)) && found.length < LINKS_AT_MOST)
          found.push({ link: file, target });
      }
    }
    level = next;
  }
  return found;
}
