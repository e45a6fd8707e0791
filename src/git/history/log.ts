import { randomBytes } from "node:crypto";
import { streamGit } from "../command/gitCommand.ts";

/** A commit as `git log` reports it. */
export interface LoggedCommit {
  readonly hash: string;
  readonly authorName: string;
  readonly authorEmail: string;
  /** ISO 8601, with the author's time zone. */
  readonly authorDate: string;
  readonly committerName: string;
  readonly committerEmail: string;
  readonly committerDate: string;
  readonly message: string;
  /** In git's own format, each line in the encoding of its file; empty if it was not asked for, and for merges. */
  readonly patch: Buffer;
  /** The commit is longer than `bytesAtMost`. The patch ends with a whole line. */
  readonly isCut?: true;
}

export interface LogOptions {
  readonly signal: AbortSignal;
  readonly maxCount: number;
  readonly withPatch: boolean;
  /** How much of each commit, with its patch, is kept; the rest is skipped. */
  readonly bytesAtMost: number;
  /** `HEAD` if empty. None may start with a dash. */
  readonly revisions?: readonly string[];
  /** Dates as git understands them. */
  readonly after?: readonly string[];
  readonly before?: readonly string[];
  /** Only commits that change these files, or files in these folders. Paths are relative to the root. */
  readonly paths?: readonly string[];
}

/** Of a commit that is cut, so much more is read until git is begun again behind it. */
const SKIPPED_AT_MOST = 64 * 1024 * 1024;
/** How often git is begun again: a log has few commits of which there is no end. */
const STARTS_AT_MOST = 20;

/**
 * Yields the commits that are reachable from some revisions, each once, newest first, as git finds them. Programs that
 * the repository's configuration names (signature checks, diff drivers) are not run. Rejects if git fails, or prints
 * without end.
 */
export async function* readLog(root: string, options: LogOptions): AsyncGenerator<LoggedCommit, void> {
  let count = 0;
  for (let starts = 0; starts < STARTS_AT_MOST; starts++) {
    const before = count;
    let isEndless = false;
    for await (const commit of readLogFrom(root, count, options)) {
      if (typeof commit === "string") isEndless = true;
      else {
        count++;
        yield commit;
      }
    }
    if (!isEndless) return;
    if (count === before) break;
  }
  throw new Error("git log prints without end");
}

/** The same behind the first `skip` commits, up to one that is `endless`: it takes far more than is kept of it. */
async function* readLogFrom(
  root: string,
  skip: number,
  { signal, maxCount, withPatch, bytesAtMost, revisions = [], after = [], before = [], paths = [] }: LogOptions,
): AsyncGenerator<LoggedCommit | "endless", void> {
  const mark = randomBytes(12).toString("hex"); // occurs in no patch
  const args = [
    "log",
    "--no-show-signature",
    "--no-color",
    "--no-decorate",
    "--no-notes",
    "--encoding=UTF-8",
    "--date=iso-strict",
    `--max-count=${maxCount - skip}`,
    ...(skip > 0 ? [`--skip=${skip}`] : []),
    `--format=${mark}%x00${FIELDS.join("%x00")}%x00`,
    ...after.map((date) => `--since=${date}`),
    ...before.map((date) => `--until=${date}`),
    ...(withPatch ? PATCH : []),
    "--stdin", // a command line can't hold as many revisions as there may be
    "--",
    ...paths.map((path) => `:(top,literal)${path}`),
  ];
  let pending: Buffer[] = [];
  let length = 0;
  const add = (piece: Buffer) => {
    if (length < bytesAtMost) pending.push(piece.subarray(0, bytesAtMost - length));
    length += piece.length;
  };
  let isTold = false;
  const tell = function* () {
    const commit = isTold ? undefined : readRecord(Buffer.concat(pending), length > bytesAtMost);
    pending = [];
    isTold = true;
    if (commit) yield commit;
  };
  const complete = function* (end: Buffer) {
    add(end);
    yield* tell();
    length = 0;
    isTold = false;
  };
  const markBytes = Buffer.from(`${mark}\0`);
  let last = Buffer.alloc(0);
  const commits = [...new Set(revisions.length > 0 ? revisions : ["HEAD"])];
  for await (let chunk of streamGit(root, args, signal, { stdin: `${commits.join("\n")}\n` })) {
    if (last.length > 0) chunk = Buffer.concat([last, chunk]); // a mark may be split between two chunks
    for (let at = chunk.indexOf(markBytes); at >= 0; at = chunk.indexOf(markBytes)) {
      yield* complete(chunk.subarray(0, at));
      chunk = chunk.subarray(at + markBytes.length);
    }
    const kept = Math.max(0, chunk.length - markBytes.length);
    add(chunk.subarray(0, kept));
    last = Buffer.from(chunk.subarray(kept));
    if (length > bytesAtMost) yield* tell(); // what is kept of it is there, long before git is through with it
    if (length <= bytesAtMost + SKIPPED_AT_MOST) continue;
    yield* complete(Buffer.of());
    yield "endless";
    return;
  }
  yield* complete(last);
}

const FIELDS = ["%H", "%an", "%ae", "%ad", "%cn", "%ce", "%cd", "%B"];
const PATCH = [
  "--patch",
  "--root",
  "--no-renames",
  "--unified=3",
  "--submodule=short",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

function readRecord(whole: Buffer, isCut: boolean): LoggedCommit | undefined {
  const record = isCut ? whole.subarray(0, whole.lastIndexOf("\n") + 1) : whole;
  const fields: string[] = [];
  let at = 0;
  while (fields.length < FIELDS.length) {
    const end = record.indexOf(0, at);
    if (end < 0 && !isCut) return undefined;
    fields.push(record.toString("utf8", at, end < 0 ? record.length : end));
    at = end < 0 ? record.length : end + 1;
  }
  const [hash, authorName, authorEmail, authorDate, committerName, committerEmail, committerDate, message] = fields;
  if (!hash || hash.length > HASH_AT_MOST) return undefined;
  while (record[at] === LINE_BREAK) at++;
  return {
    hash,
    authorName: authorName ?? "",
    authorEmail: authorEmail ?? "",
    authorDate: authorDate ?? "",
    committerName: committerName ?? "",
    committerEmail: committerEmail ?? "",
    committerDate: committerDate ?? "",
    message: (message ?? "").trimEnd(),
    patch: record.subarray(at),
    ...(isCut && { isCut }),
  };
}

const LINE_BREAK = 0x0a;
const HASH_AT_MOST = 64;
