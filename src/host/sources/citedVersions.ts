import type { FileAtRevision } from "../../core/model/service.ts";
import type { FileText } from "../../core/sources/sourceCheck.ts";

/** How many files a service is asked for before a person asks for more. */
const REQUESTS_AT_MOST = 40;
/** Characters of all files together; the oldest files are dropped first. */
const LENGTH_AT_MOST = 4_000_000;

/** The cited versions that have been read: most never change, so nothing is requested twice. */
export class CitedVersions {
  readonly #kept = new Map<string, FileText>();
  #length = 0;
  #requests = 0;

  /** The text as it was read in an encoding: in another one, it is a different text. */
  get(file: FileAtRevision, encoding: string): FileText | undefined {
    return this.#kept.get(keyOf(file, encoding));
  }

  /** Keeps it, unless another attempt may have a different result. */
  keep(file: FileAtRevision, encoding: string, version: FileText): void {
    const key = keyOf(file, encoding);
    const isPassing =
      version.isMovable === true ||
      ("problem" in version && (version.problem === "unavailable" || version.problem === "tooMany"));
    if (isPassing || this.#kept.has(key)) return;
    this.#kept.set(key, version);
    this.#length += lengthOf(version);
    for (const [oldest, old] of this.#kept) {
      if (this.#length <= LENGTH_AT_MOST || oldest === key) return;
      this.#kept.delete(oldest);
      this.#length -= lengthOf(old);
    }
  }

  /** Returns whether a service may be asked once more, and counts the request. */
  mayAsk(): boolean {
    if (this.#requests >= REQUESTS_AT_MOST) return false;
    this.#requests += 1;
    return true;
  }

  /** Allows as many requests as at first because a person asked, also for what could not be read. */
  allowMore(): void {
    this.#requests = 0;
    for (const [key, version] of this.#kept) if ("problem" in version) this.#kept.delete(key);
  }
}

function lengthOf(version: FileText): number {
  return "text" in version ? version.text.length : 0;
}

function keyOf({ repository, revision, path }: FileAtRevision, encoding: string): string {
  return JSON.stringify([repository, revision, path, encoding]);
}
