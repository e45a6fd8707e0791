import { createHash } from "node:crypto";
import { readFile, rm, utimes } from "node:fs/promises";
import { isCommitHash } from "../../core/sources/pinnedRevision.ts";
import type { FileAtRevision } from "../../core/model/service.ts";
import { AccountFiles, isMissing, type AccountFilesOptions } from "../platform/accountFiles.ts";

/** For all accounts together. */
const LIMIT_BYTES = 100_000_000;
/** A larger file would push out too many others. */
const FILE_BYTES_AT_MOST = 5_000_000;
const DIGEST_BYTES = 32;

export type FileCopyOptions = Pick<AccountFilesOptions, "isKnown" | "onError"> & { readonly limitBytes?: number };

/**
 * Copies of the files that services sent, on this machine: they open again without network. Only files at the full hash
 * of a commit, which never change, are copied. A copy begins with a digest of its account, place and content: one that
 * is damaged, or not where it belongs, counts as none. Only {@link removeAll} ever rejects.
 */
export class FileCopies {
  readonly #files: AccountFiles;
  readonly #onError: AccountFilesOptions["onError"];

  constructor(folder: string, options: FileCopyOptions) {
    this.#files = new AccountFiles(folder, { limitBytes: LIMIT_BYTES, ending: ".bin", ...options });
    this.#onError = options.onError;
  }

  /** Where the copies of an account are. */
  folderOf(accountId: string): string {
    return this.#files.folderOf(accountId);
  }

  async save(accountId: string, place: FileAtRevision, content: Uint8Array): Promise<void> {
    if (!isCommitHash(place.revision) || content.length > FILE_BYTES_AT_MOST) return;
    const key = keyOf(place);
    await this.#files.change("A file could not be copied", async () => {
      await this.#files.write(accountId, key, Buffer.concat([digest(accountId, key, content), content]));
    });
  }

  /** The whole content, if there is a copy of it. What was read most recently is removed last. */
  async read(accountId: string, place: FileAtRevision): Promise<Uint8Array | undefined> {
    if (!isCommitHash(place.revision)) return undefined;
    await this.#files.settled();
    const key = keyOf(place);
    const file = this.#files.fileOf(accountId, key);
    try {
      const bytes = await readFile(file);
      const content = bytes.subarray(DIGEST_BYTES);
      if (!digest(accountId, key, content).equals(bytes.subarray(0, DIGEST_BYTES))) {
        throw new Error("its content is not what was written");
      }
      const now = new Date();
      await utimes(file, now, now).catch(() => undefined); // it is only removed earlier: the copy is as good as before
      return content;
    } catch (error) {
      if (isMissing(error)) return undefined;
      this.#onError("The copy of a file is damaged, and not used", error);
      await this.#files.change("The copy of a file could not be removed", () => rm(file, { force: true }));
      return undefined;
    }
  }

  /** Removes every copy of an account. Rejects if one can't be removed. */
  async removeAll(accountId: string): Promise<void> {
    await this.#files.removeAll(accountId);
  }
}

function keyOf({ repository, revision, path }: FileAtRevision): string {
  return JSON.stringify([repository, revision, path]);
}

function digest(accountId: string, key: string, content: Uint8Array): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([accountId, key]))
    .update(content)
    .digest();
}
