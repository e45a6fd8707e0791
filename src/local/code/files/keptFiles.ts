import { createHash, randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { retryWhileHeldOpen } from "../../../core/model/heldOpen.ts";
import { keptRevision } from "../../../core/sources/pinnedRevision.ts";
import { readRegular } from "../../../git/disk/disk.ts";

/** A file as an answer cites it. */
export interface CitedFile {
  /** The name of its repository, and its path in it, with `/`. */
  readonly repository: string;
  readonly path: string;
  readonly content: Uint8Array;
}

/** The limit for all contents together. What was cited last stays longest. */
const LIMIT_BYTES = 200_000_000;
/** All contents, maybe tens of thousands, are looked at for room only after this share of the limit was added. */
const ADDED_SHARE = 0.01;
/** On Windows, what a scanner has open can't be removed until a moment later. Node retries recursive removals only. */
const REMOVAL = { force: true, recursive: true, maxRetries: 5, retryDelay: 50 };
/** After this time, a temporary file counts as abandoned: writing takes milliseconds. */
const LEFT_BEHIND_MS = 60_000;
/** `SHA256.PLACE.7` is content that conversation 7 cites at a place; `UUID.tmp` is about to become such a file. */
const NAME = /^([0-9a-f]{64})\.[0-9a-f]{32}\.(\d{1,15})$/;

interface KeptFilesOptions {
  readonly limitBytes?: number;
  readonly move?: typeof rename;
  readonly platform?: string;
}

/**
 * The contents of files that answers cite and no commit has, in a folder that several processes share. Each content is
 * stored once: every conversation that cites it has its own hard link to it, and the file system counts the links.
 */
export class KeptFiles {
  readonly #folder: string;
  readonly #limitBytes: number;
  readonly #move: typeof rename;
  readonly #platform: string;
  /** Bytes added by this process since it last looked for room; at first, what others have left is not known. */
  #addedBytes = Infinity;

  /** `folder` is created with the first content; only its owner can read it. Tests replace the others. */
  constructor(
    folder: string,
    { limitBytes = LIMIT_BYTES, move = rename, platform = process.platform }: KeptFilesOptions = {},
  ) {
    this.#folder = folder;
    this.#limitBytes = limitBytes;
    this.#move = move;
    this.#platform = platform;
  }

  /** Keeps what a conversation cites, whether there is room or not. Rejects if it can't be written. */
  async keep(conversation: number, files: readonly CitedFile[]): Promise<void> {
    if (files.length === 0) return;
    const names = await this.#names();
    const cited = new Set<string>();
    for (const file of files) {
      const hash = hashOf(file.content);
      const name = `${hash}.${placeOf(file)}.${conversation}`;
      const known = names.find((other) => other.startsWith(`${hash}.`));
      cited.add(name);
      if (!names.includes(name)) {
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        if (known === undefined || !(await this.#link(known, name))) {
          await this.#write(name, file.content);
          this.#addedBytes += file.content.length;
        }
        names.push(name);
      }
    }
    const now = new Date();
    await Promise.all([...cited].map((name) => utimes(this.#file(name), now, now).catch(ignoreMissing)));
  }

  /**
   * The content with this SHA-256 (in hex), cited at this place. `undefined` if it never was, is gone, or is damaged.
   */
  async read(
    hash: string,
    place: Pick<CitedFile, "repository" | "path">,
    signal?: AbortSignal,
  ): Promise<Buffer | undefined> {
    const start = `${hash}.${placeOf(place)}.`;
    for (const name of await this.#names()) {
      if (!name.startsWith(start)) continue;
      const content = await readRegular(this.#file(name), { ...(signal && { signal }) }).catch(ignoreMissing);
      if (content && hashOf(content) === hash) return content;
    }
    return undefined;
  }

  /** Forgets everything that a conversation cites. What no other one cites is removed. */
  async forget(conversation: number): Promise<void> {
    for (const name of await this.#names())
      if (NAME.exec(name)?.[2] === String(conversation)) await rm(this.#file(name), REMOVAL);
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.#folder).catch(ignoreMissing)) ?? [];
  }

  /** Resolves to whether the content now exists under the second name, too. */
  async #link(known: string, name: string): Promise<boolean> {
    try {
      await link(this.#file(known), this.#file(name));
      return true;
    } catch (error) {
      // It was removed meanwhile, or the file system allows no more links to it. If it already exists, all is well.
      return error instanceof Error && "code" in error && error.code === "EEXIST";
    }
  }

  async #write(name: string, content: Uint8Array): Promise<void> {
    const temporary = this.#file(`${randomUUID()}.tmp`);
    try {
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(content);
      } finally {
        await file.close();
      }
      await retryWhileHeldOpen(() => this.#move(temporary, this.#file(name)), this.#platform);
    } finally {
      await rm(temporary, REMOVAL).catch(() => undefined); // what is held open is removed another time
    }
  }

  /**
   * Removes what was cited least recently if there is too much; looks only if this process has added enough since the
   * last time. Takes a while: nothing waits for it.
   */
  async makeRoom(): Promise<void> {
    if (this.#addedBytes <= this.#limitBytes * ADDED_SHARE) return;
    this.#addedBytes = 0;
    const contents = new Map<string, { readonly names: string[]; bytes: number; citedAt: number }>();
    for (const name of await this.#names()) {
      const stats = await stat(this.#file(name)).catch(ignoreMissing);
      const hash = NAME.exec(name)?.[1];
      if (!stats) continue;
      if (hash === undefined) {
        if (name.endsWith(".tmp") && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS) await rm(this.#file(name), REMOVAL);
        continue;
      }
      const content = contents.get(hash) ?? { names: [], bytes: stats.size, citedAt: 0 };
      contents.set(hash, content);
      content.names.push(name);
      content.citedAt = Math.max(content.citedAt, stats.mtimeMs);
    }
    let bytes = [...contents.values()].reduce((sum, content) => sum + content.bytes, 0);
    for (const content of [...contents.values()].sort((a, b) => a.citedAt - b.citedAt)) {
      if (bytes <= this.#limitBytes) return;
      for (const name of content.names) await rm(this.#file(name), REMOVAL);
      bytes -= content.bytes;
    }
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }
}

/** The revision under which the content of a file is kept. */
export function revisionOfContent(content: Uint8Array): string {
  return keptRevision(hashOf(content));
}

function hashOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** So that content is served only as the file that it was cited as. */
function placeOf({ repository, path: file }: Pick<CitedFile, "repository" | "path">): string {
  return hashOf(Buffer.from(JSON.stringify([repository, file]))).slice(0, 32);
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
