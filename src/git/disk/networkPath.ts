import type { PlatformPath } from "node:path";
import type { Disk } from "./disk.ts";

/**
 * The network share that a path is on, as `\\host\share` in lower case. `undefined` for a path on this machine, and for
 * every path on systems without backslashes. A device (`\\.\pipe\…`, `\\?\…`) is returned as written.
 */
export function networkPlace(file: string, { sep }: Pick<PlatformPath, "sep">): string | undefined {
  if (sep !== "\\") return undefined;
  const written = file.replaceAll("/", "\\").toLowerCase();
  if (!/^\\(?:\\|\?\?\\)/.test(written)) return undefined;
  const share = written.replace(/^\\(?:\\[?.]|\?\?)\\+unc\\+/, "\\\\");
  return /^\\\\[^\\?.][^\\]*\\+[^\\]+/.exec(share)?.[0].replace(/(?<=.)\\+/g, "\\") ?? written;
}

const LINKS_AT_MOST = 40;

/**
 * Whether looking at a file contacts no machines except those that `folder`, which a person has opened, leads to.
 * Windows signs in to any host that a path names as soon as a file is looked up there, so a hostile path could find out
 * who is looking: each link on the way is read before it is followed. Both paths are absolute.
 */
export async function isReachedWithin(folder: string, file: string, disk: Pick<Disk, "path" | "readLink">) {
  if (disk.path.sep !== "\\") return true;
  const places = new Set<string>();
  await followLinks(folder, disk, (place) => places.add(place).has(place));
  return followLinks(file, disk, (place) => places.has(place));
}

/** False, before anything is contacted, if a place may not be asked; also if there are too many links. */
async function followLinks(
  file: string,
  disk: Pick<Disk, "path" | "readLink">,
  mayAsk: (place: string) => boolean,
): Promise<boolean> {
  let target: string | undefined = file;
  for (let links = 0; links <= LINKS_AT_MOST; links++) {
    const place = networkPlace(target, disk.path);
    if (place !== undefined && !mayAsk(place)) return false;
    target = await behindFirstLink(target, disk);
    if (target === undefined) return true;
  }
  return false;
}

/** Where the first link on a path leads; `undefined` if there is no link on it. */
async function behindFirstLink(
  file: string,
  { path, readLink }: Pick<Disk, "path" | "readLink">,
): Promise<string | undefined> {
  const { root } = path.parse(file);
  const names = file.slice(root.length).split(path.sep);
  let folder = root;
  for (const [index, name] of names.entries()) {
    const at = path.join(folder, name);
    const target = await readLink(at);
    const rest = names.slice(index + 1);
    if (target !== undefined) {
      return networkPlace(target, path) === undefined
        ? path.resolve(folder, target, ...rest)
        : path.join(target, ...rest);
    }
    folder = at;
  }
  return undefined;
}
