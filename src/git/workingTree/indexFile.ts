import path from "node:path";
import { readRegular } from "../disk/disk.ts";

/** A repository of half a million files has an index like that. */
const BYTES_AT_MOST = 64 * 1024 * 1024;
const ENTRIES_AT_MOST = 500_000;
/** No system takes longer paths. In version 4 a path takes a few bytes more than what sets it apart from the last one. */
const PATH_AT_MOST = 4096;
const PATHS_AT_MOST = BYTES_AT_MOST;

/**
 * The paths of the files and submodules that git tracks, with slashes, read from its index without running git: versions 2, 3 and 4.
 * `undefined` if there is none, or one that can't be read like that: damaged, too long, or split into two files. It may
 * be a stranger's: a path may lead anywhere.
 *
 * @see https://git-scm.com/docs/index-format
 */
export async function readTracked(gitFolder: string): Promise<readonly string[] | undefined> {
  const index = await readRegular(path.join(gitFolder, "index"), { maxBytes: BYTES_AT_MOST }).catch(() => undefined);
  if (!index) return undefined;
  for (const hashBytes of HASHES) {
    const paths = pathsIn(index, hashBytes);
    if (paths) return paths;
  }
  return undefined;
}

/** The bytes of a hash: SHA-1, SHA-256. Nothing in the index says which. */
const HASHES = [20, 32];

const HEADER_BYTES = 12;
/** Times, inode, mode and the like, before the hash. */
const STATS_BYTES = 40;
const MODE_AT = 24;
const FLAGS_BYTES = 2;
const EXTENDED = 0x4000;
/** Of the bits of a mode that say what kind of file it is. */
const KIND = 0xf000;
/** Files and submodules. */
const WANTED: ReadonlySet<number> = new Set([0x8000, 0xe000]);

/** `undefined` if the index is none, or its hashes have another length. */
function pathsIn(index: Buffer, hashBytes: number): readonly string[] | undefined {
  if (index.length < HEADER_BYTES + hashBytes || index.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version < 2 || version > 4 || count > ENTRIES_AT_MOST) return undefined;
  const end = index.length - hashBytes; // of the index itself
  const paths: string[] = [];
  let name = Buffer.alloc(0);
  let total = 0;
  let at = HEADER_BYTES;
  for (let entry = 0; entry < count; entry++) {
    const start = at;
    at += STATS_BYTES + hashBytes;
    if (at + FLAGS_BYTES > end) return undefined;
    const isExtended = (index.readUInt16BE(at) & EXTENDED) !== 0;
    at += isExtended ? 2 * FLAGS_BYTES : FLAGS_BYTES;
    let kept = 0; // of the name before
    if (version === 4) {
      const removed = readNumber(index, at, end);
      if (!removed || removed.value > name.length) return undefined;
      kept = name.length - removed.value;
      at = removed.end;
    }
    const nul = index.indexOf(0, at);
    if (nul < 0 || nul >= end || (nul === at && kept === 0)) return undefined; // in a split index, names may be empty
    const length = kept + nul - at;
    total += length;
    if (length > PATH_AT_MOST || total > PATHS_AT_MOST) return undefined;
    name = Buffer.concat([name.subarray(0, kept), index.subarray(at, nul)]);
    // Entries end at a multiple of eight bytes, with one NUL at least.
    at = version === 4 ? nul + 1 : start + (Math.floor((nul - start) / 8) + 1) * 8;
    if (WANTED.has(index.readUInt32BE(start + MODE_AT) & KIND)) paths.push(name.toString());
  }
  return areExtensions(index, at, end) ? paths : undefined;
}

/** Whether what follows the entries are extensions with names and lengths, and none makes it a part of an index. */
function areExtensions(index: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end) {
    const name = index.toString("latin1", at, at + 4);
    if (!/^[A-Za-z]{4}$/.test(name) || name === "link") return false;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === end;
}

/** A number as in the offsets of packs; `undefined` for one that no path can have. */
function readNumber(bytes: Buffer, from: number, end: number) {
  let value = -1;
  for (let at = from; at < Math.min(end, from + 4); at++) {
    const byte = bytes[at] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return undefined;
}
