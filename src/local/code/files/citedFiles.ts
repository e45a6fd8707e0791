import type { Commits } from "./commits.ts";
import type { FileInRepository } from "./codeBase.ts";
import { revisionOfContent, type CitedFile } from "./keptFiles.ts";

/** The files that something cites, each at the revision that has it exactly as it was read. */
export class CitedFiles {
  readonly #commits: Commits;
  readonly #readSince: number;
  readonly #kept = new Map<string, CitedFile>();

  /** No file was read before `readSince` (a time of `performance.now()`): an older look may have missed an edit. */
  constructor(commits: Commits, readSince: number) {
    this.#commits = commits;
    this.#readSince = readSince;
  }

  /**
   * The revision that has this content at this place: a commit, or else the content itself, which is then to be kept.
   */
  async revisionOf({ repository, path }: FileInRepository, content: Uint8Array): Promise<string> {
    const tree = await this.#commits.treeOf(repository, this.#readSince);
    if (tree?.isAsCommitted(path) === true) return tree.commit;
    const revision = revisionOfContent(content);
    this.#kept.set(`${repository.name}\n${path}\n${revision}`, { repository: repository.name, path, content });
    return revision;
  }

  /** The files whose content no commit has. */
  get toKeep(): readonly CitedFile[] {
    return [...this.#kept.values()];
  }
}
