import { countOf } from "../../../core/agents/toolText.ts";
import type { Repository } from "../../../git/repositories/repositories.ts";
import { readableText } from "../../../core/text/notebook.ts";
import { isNotebook, NOTEBOOK_AT_MOST } from "../../../core/text/notebookFile.ts";
import { toUtf8 } from "../../code/encodings/utf8.ts";
import type { CitedFiles } from "../../code/files/citedFiles.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import { readFromDisk } from "../../code/files/servedFiles.ts";
import type { Engine } from "../../code/engine/engine.ts";
import { clip } from "../named/answerParts.ts";
import { TEXT_AT_MOST } from "../passages/textSearch.ts";
import type { ServedPassage } from "../writing/evidence.ts";

/** Enough for a model. */
const LINE_AT_MOST = 2_000;

/** A text file as it is now. */
export interface ReadFile extends FileInRepository {
  /** Its bytes, in whatever encoding. */
  readonly content: Buffer;
  /** As a person reads them. */
  readonly lines: readonly string[];
}

/** Reads the files in the folders that are served. */
export class FolderReader {
  readonly engine: Engine;
  readonly signal: AbortSignal;
  readonly #cited: CitedFiles;
  #paths: Promise<readonly FileInRepository[]> | undefined;
  #withExcluded: Promise<readonly FileInRepository[]> | undefined;
  #heldBack = 0;

  constructor(parts: { readonly engine: Engine; readonly cited: CitedFiles; readonly signal: AbortSignal }) {
    this.engine = parts.engine;
    this.signal = parts.signal;
    this.#cited = parts.cited;
  }

  get codeBase(): CodeBase {
    return this.engine.codeBase;
  }

  /** All files, by their paths. */
  async files(): Promise<readonly FileInRepository[]> {
    this.#paths ??= this.#list(false);
    return this.#paths;
  }

  /** Says how many files are held back, whatever is looked for; empty for none. */
  async heldBack(): Promise<string> {
    await this.files();
    return this.#heldBack === 0 ? "" : ` ${countOf(this.#heldBack, "file")} held back from models.`;
  }

  /**
   * The files that have this path or, if there are none, whose path ends with it; if there are none of these either, one
   * with this path that the editor leaves out of searches.
   */
  async filesAt(path: string): Promise<readonly FileInRepository[]> {
    const named = this.codeBase.repositories.find(({ name }) => path.startsWith(`${name}/`));
    const wanted = named ? path.slice(named.name.length + 1) : path;
    const isMeant = ({ repository }: FileInRepository) => !named || repository === named;
    const files = (await this.files()).filter(isMeant);
    const exact = files.filter((file) => file.path === wanted);
    if (exact.length > 0) return exact;
    const ending = files.filter((file) => file.path.endsWith(`/${wanted}`));
    if (ending.length > 0 || this.codeBase.excludes.all.length === 0) return ending;
    this.#withExcluded ??= this.#list(true);
    return (await this.#withExcluded).filter((file) => isMeant(file) && file.path === wanted);
  }

  /** `undefined` if it is no text, too large, or not served. */
  async read({ repository, path }: FileInRepository): Promise<ReadFile | undefined> {
    const served = await readFromDisk(this.codeBase, repository, path, {
      maxBytes: isNotebook(path) ? NOTEBOOK_AT_MOST : TEXT_AT_MOST,
      signal: this.signal,
    });
    if (served?.type !== "file") return undefined;
    const content = Buffer.from(served.content);
    const utf8 = await toUtf8(content, this.codeBase.encodings.of(this.codeBase.fileOf(repository, path)));
    return utf8 && { repository, path, content, lines: readableText(path, utf8.toString()).text.split(/\r?\n/) };
  }

  /** Zero-based, inclusive; as far as the file goes. Of a long line, it has the part around the place in it. */
  async passage(
    file: ReadFile,
    [startLine, endLine]: readonly [startLine: number, endLine: number],
    name?: string,
    placeIn: (line: number) => number = () => 0,
  ): Promise<ServedPassage> {
    return {
      repository: file.repository.name,
      path: file.path,
      revision: await this.#cited.revisionOf(file, file.content),
      startLine,
      lines: file.lines
        .slice(startLine, endLine + 1)
        .map((line, at) => clip(line, line.length > LINE_AT_MOST ? placeIn(startLine + at) : 0, LINE_AT_MOST)),
      ...(name !== undefined && { name }),
    };
  }

  /** The first repository with files at or below a path; all repositories if no path is given. */
  async repositoriesAt(path: string | undefined): Promise<readonly { repository: Repository; path: string }[]> {
    if (path === undefined) return this.codeBase.repositories.map((repository) => ({ repository, path: "" }));
    const files = await this.files();
    const exact = files.find((file) => file.path === path || file.path.startsWith(`${path}/`));
    if (exact) return [{ repository: exact.repository, path }];
    const [ending] = await this.filesAt(path);
    return ending ? [ending] : [];
  }

  async #list(withExcluded: boolean): Promise<readonly FileInRepository[]> {
    const found: FileInRepository[] = [];
    for await (const each of this.engine.list({ maxBytes: NOTEBOOK_AT_MOST, withExcluded, signal: this.signal }))
      if (!("leftOut" in each)) found.push(each);
      else if (each.leftOut === "heldBack" && !withExcluded) this.#heldBack++;
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}
