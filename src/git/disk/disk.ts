import fs, { constants } from "node:fs";
import { open, readlink, realpath, stat, type FileHandle } from "node:fs/promises";
import os from "node:os";
import path, { type PlatformPath } from "node:path";
import { promisify } from "node:util";

/** What is looked up among the files of repositories. No method rejects. */
export interface Disk {
  readonly path: PlatformPath;
  /** `undefined` if it is missing, too long for a settings file, or not a file. */
  readonly read: (file: string) => Promise<string | undefined>;
  readonly isFile: (file: string) => Promise<boolean>;
  /** The target of a link, as written; `undefined` for anything that is not a link. */
  readonly readLink: (file: string) => Promise<string | undefined>;
  /** The path with all links followed; as given if they can't be followed. */
  readonly realPath: (file: string) => Promise<string>;
}

/** Settings files are never this long. */
const BYTES_AT_MOST = 1024 * 1024;

/** The disk of this machine. */
export const DISK: Disk = {
  path,
  async read(file) {
    return readRegular(file, { maxBytes: BYTES_AT_MOST }).then(String, () => undefined);
  },
  async isFile(file) {
    return stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
  },
  async readLink(file) {
    return readlink(file).catch(() => undefined);
  },
  async realPath(file) {
    return findRealPath(file).catch(() => file);
  },
};

/** Rejected with if there is something else than a file. */
export class NotAFile extends Error {
  override readonly name = "NotAFile";
  readonly isFolder: boolean;

  constructor(file: string, isFolder: boolean) {
    super(file);
    this.isFolder = isFolder;
  }
}

/** Rejected with if a file is longer than what was asked for at most. */
export class FileTooLong extends Error {
  override readonly name = "FileTooLong";
}

/**
 * The bytes of a file, whatever becomes of its name meanwhile; rejects with {@link NotAFile} for a folder, a named pipe
 * or a device, and with {@link FileTooLong} for one of more than `maxBytes`, whatever length the system says it has.
 * Opening a pipe as usual waits for somebody who writes, in one of the few threads that this process has for files, for
 * good.
 */
export async function readRegular(
  file: string,
  { signal, maxBytes }: { readonly signal?: AbortSignal; readonly maxBytes?: number } = {},
): Promise<Buffer> {
  const small = maxBytes === undefined && signal === undefined ? await readSmall(file) : undefined;
  if (small) return small;
  const handle = await openRegular(file);
  try {
    if (maxBytes === undefined) return await handle.readFile(signal ? { signal } : {});
    if ((await handle.stat()).size > maxBytes) throw new FileTooLong(file);
    return await readAtMost(handle, maxBytes, signal);
  } finally {
    await handle.close();
  }
}

const [openFile, statFile, closeFile] = [promisify(fs.open), promisify(fs.fstat), promisify(fs.close)];
const readFrom = promisify(fs.read);

const SMALL_BYTES = 256 * 1024;

/** In the fewest steps, as there may be ten thousand such files; `undefined` if it is larger, or another size is read. */
async function readSmall(file: string): Promise<Buffer | undefined> {
  const descriptor = await openFile(file, constants.O_RDONLY | NOT_BLOCKING);
  try {
    const found = await statFile(descriptor);
    if (!found.isFile()) throw new NotAFile(file, found.isDirectory());
    if (found.size > SMALL_BYTES) return undefined;
    const buffer = Buffer.allocUnsafeSlow(found.size + 1);
    const { bytesRead } = await readFrom(descriptor, buffer, 0, buffer.length, 0);
    return bytesRead === found.size ? buffer.subarray(0, bytesRead) : undefined;
  } finally {
    await closeFile(descriptor);
  }
}

/** The same for the first bytes of a file, and how many it has. */
export async function readHead(
  file: string,
  atMost: number,
): Promise<{ readonly head: Buffer; readonly bytes: number }> {
  const handle = await openRegular(file);
  try {
    const { size: bytes } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(bytes, atMost)), 0, undefined, 0);
    return { head: buffer.subarray(0, bytesRead), bytes };
  } finally {
    await handle.close();
  }
}

/** Whether there is a folder with this path, which may be a link to one. Never rejects. */
export async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function openRegular(file: string): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | NOT_BLOCKING);
  const found = await handle.stat().catch(() => undefined);
  if (found?.isFile()) return handle;
  await handle.close();
  throw new NotAFile(file, found?.isDirectory() ?? false);
}

async function readAtMost(handle: FileHandle, maxBytes: number, signal: AbortSignal | undefined): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let length = 0; length <= maxBytes;) {
    signal?.throwIfAborted();
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(PIECE_BYTES));
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  throw new FileTooLong();
}

const PIECE_BYTES = 16 * 1024;

/** Windows has neither the flag nor such files. */
const NOT_BLOCKING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

/**
 * Follows all links; rejects if nothing is there. Windows itself can't do this on some drives: there, links are
 * followed one by one.
 */
export function findRealPath(file: string): Promise<string> {
  return realpath(file).catch(() => followLinks(file));
}

const followLinks = promisify<string, string>(fs.realpath);

/** The user's home folder. `undefined` if neither the environment nor the system knows one, as in some containers. */
export function homeFolder(): string | undefined {
  try {
    return os.homedir();
  } catch {
    return undefined;
  }
}
