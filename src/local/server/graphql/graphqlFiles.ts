import { isUtf8 } from "node:buffer";
import path from "node:path";
import { GraphQLError } from "graphql";
import { keptContentHash } from "../../../core/sources/pinnedRevision.ts";
import { printSourceLink } from "../../../core/sources/sourceLink.ts";
import { resolveCommit } from "../../../git/history/committedFiles.ts";
import type { ObjectReaders } from "../../../git/history/objectReader.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import { toUtf8 } from "../../code/encodings/utf8.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import type { GitPermission } from "../../code/files/gitPermission.ts";
import type { KeptFiles } from "../../code/files/keptFiles.ts";
import { readServed, type ServedObject } from "../../code/files/servedFiles.ts";

/** How many bytes of files one request may read. */
const BYTES_AT_MOST = 16 * 1024 * 1024;
/** How many bytes of text it may get, as it may ask for the same text under many names. */
const TEXT_AT_MOST = 64 * 1024 * 1024;

export interface FileServices {
  readonly codeBase: () => Promise<CodeBase>;
  readonly git: GitPermission;
  readonly objects: ObjectReaders;
  readonly kept: Pick<KeptFiles, "read">;
}

/** The files of one request, read one after the other, each once, and no more of them than fit into memory together. */
export class GraphqlFiles {
  readonly #services: FileServices;
  readonly #signal: AbortSignal;
  readonly #read = new Map<string, Promise<ServedObject | undefined>>();
  #last: Promise<unknown> = Promise.resolve();
  #bytesLeft = BYTES_AT_MOST;
  #textLeft = TEXT_AT_MOST;

  constructor(services: FileServices, signal: AbortSignal) {
    this.#services = services;
    this.#signal = signal;
  }

  /** `undefined` if there is none of that name. */
  async repository(name: string): Promise<object | undefined> {
    const { repositories } = await this.#services.codeBase();
    const index = repositories.findIndex((each) => each.name === name);
    const repository = repositories[index];
    if (!repository) return undefined;
    const commits = new Map<string, Promise<object | undefined>>();
    return {
      id: encodeId("Repository", index + 1),
      databaseID: index + 1,
      name,
      description: "",
      url: `/${name}`,
      isFork: false,
      isArchived: false,
      isPrivate: true,
      commit: ({ rev }: { readonly rev: string }) => {
        const commit = commits.get(rev) ?? this.#queue(() => this.#commit(repository, rev));
        commits.set(rev, commit);
        return commit;
      },
    };
  }

  /**
   * Without a revision, it is what is on disk, as in a search; so is `HEAD` if there are no commits. Its hash is then
   * that of `HEAD` or, as in git, only zeros. What an answer cited and no commit has also gets only zeros.
   */
  async #commit(repository: Repository, rev: string): Promise<object | undefined> {
    const hasCommits = repository.git && this.#services.git.mayRunIn(repository);
    const isKept = keptContentHash(rev) !== undefined;
    const oid = hasCommits && !isKept ? await resolveCommit(repository.root, rev || "HEAD", this.#signal) : undefined;
    const isOnDisk = rev === "" || (rev === "HEAD" && !hasCommits);
    if (oid === undefined && !isOnDisk && !isKept) return undefined;
    const hash = oid ?? "0".repeat(40);
    const file = ({ path: given }: { readonly path: string }) =>
      this.#file(repository, isOnDisk ? undefined : isKept ? rev : hash, given.replace(/^\/+|\/+$/g, ""));
    const url = `/${repository.name}/-/commit/${hash}`;
    return {
      id: encodeId("GitCommit", hash),
      oid: hash,
      abbreviatedOID: hash.slice(0, 7),
      url,
      canonicalURL: url,
      blob: file,
      file,
    };
  }

  async #file(repository: Repository, hash: string | undefined, relative: string): Promise<object | undefined> {
    const key = JSON.stringify([repository.name, hash, relative]);
    const reading = this.#read.get(key) ?? this.#queue(() => this.#readFile(repository, hash, relative));
    this.#read.set(key, reading);
    const served = await reading;
    if (served?.type === "tooLarge") throw new GraphQLError("Too much is asked for at once: a file is too large.");
    if (served?.type !== "file") return undefined;
    const { content } = served;
    const codeBase = await this.#services.codeBase();
    const text = await toUtf8(content, codeBase.encodings.of(codeBase.fileOf(repository, relative)));
    const isBinary = !text || !isUtf8(text);
    const location = { repository: repository.name, path: relative };
    return {
      __typename: "GitBlob",
      path: relative,
      name: path.posix.basename(relative),
      isDirectory: false,
      binary: isBinary,
      byteSize: content.length,
      content: (lines: LineArguments) => {
        if (isBinary) return "";
        this.#textLeft -= text.length;
        if (this.#textLeft < 0) throw new GraphQLError("Too much is asked for at once: the same text too often.");
        return linesOf(text.toString(), lines);
      },
      url: printSourceLink(location),
      canonicalURL: printSourceLink({ ...location, ...(hash === undefined ? {} : { revision: hash }) }),
    };
  }

  async #readFile(
    repository: Repository,
    hash: string | undefined,
    relative: string,
  ): Promise<ServedObject | undefined> {
    const { git, objects, kept } = this.#services;
    const options = { git, objects, kept, maxBytes: this.#bytesLeft, signal: this.#signal };
    const served = await readServed(await this.#services.codeBase(), repository, hash, relative, options);
    if (served?.type === "file") this.#bytesLeft -= served.content.length;
    return served;
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

interface LineArguments {
  readonly startLine?: number | null;
  readonly endLine?: number | null;
}

/** One-based, inclusive. Values out of range count as left out, as on the service. */
function linesOf(text: string, { startLine, endLine }: LineArguments): string {
  const start = Math.max(0, (startLine ?? 1) - 1);
  const end = endLine === undefined || endLine === null || endLine < 0 ? Infinity : endLine;
  return (start === 0 && end === Infinity) || end < start ? text : text.split("\n").slice(start, end).join("\n");
}

/** Makes an id in the form of the service's, which are opaque. */
export function encodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString("base64");
}
