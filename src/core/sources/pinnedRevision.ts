const KEPT = /^kept-([0-9a-f]{64})$/;

/**
 * Whether what a revision stands for never changes: the hash of a commit, even a shortened one, or the content of a
 * file. Branches and tags may have moved by now, and so may anything without a revision.
 */
export function isPinned(revision: string | undefined): boolean {
  return /^[0-9a-f]{7,64}$/.test(revision ?? "") || keptContentHash(revision) !== undefined;
}

/**
 * The revision under which the local service stores the content of one file, by its SHA-256 in hex. Never one of git's.
 */
export function keptRevision(sha256: string): string {
  return `kept-${sha256}`;
}

/**
 * The SHA-256, in hex, of the content that a revision stands for; `undefined` for anything that {@link keptRevision}
 * did not make.
 */
export function keptContentHash(revision: string | undefined): string | undefined {
  return KEPT.exec(revision ?? "")?.[1];
}

/** Whether a revision is the full hash of a commit: then what it stands for never changes. */
export function isCommitHash(revision: string | undefined): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(revision ?? "");
}
