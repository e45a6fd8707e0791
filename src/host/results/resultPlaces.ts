import * as vscode from "vscode";
import type { MatchedItem } from "../../core/model/matches.ts";
import type { SourceLocation } from "../../core/sources/sourceLink.ts";
import { LOCAL_ACCOUNT, type Account } from "../accounts/accounts.ts";
import { REMOTE_SCHEME } from "../remote/remoteUri.ts";
import type { RemoteLanguages } from "../remote/remoteLanguages.ts";
import type { MovedSelections } from "./movedSelections.ts";
import type { ResultNode } from "./resultNodes.ts";
import { commandOf, type Places } from "./resultTargets.ts";
import { shownRange } from "../sources/editorLines.ts";
import type { SourceOpener } from "../sources/sourceOpener.ts";

/** Where things that were found at one account are, and what opens them there. */
export class ResultPlaces implements Places {
  readonly #opener: SourceOpener;
  readonly #languages: RemoteLanguages;
  readonly #moved: MovedSelections;
  readonly #account: Account | undefined;

  constructor(opener: SourceOpener, languages: RemoteLanguages, moved: MovedSelections, account: Account | undefined) {
    this.#opener = opener;
    this.#languages = languages;
    this.#moved = moved;
    this.#account = account;
  }

  get accountId(): string {
    return this.#account?.id ?? "";
  }

  readonly uriAtService = (location: SourceLocation): vscode.Uri => this.#opener.uriAtService(this.accountId, location);

  uriOf(item: MatchedItem): vscode.Uri {
    const uri = this.#opener.uriOf(this.accountId, locationOf(item));
    this.#languages.note(uri, item.language);
    return uri;
  }

  folderOf(repository: string): vscode.Uri | undefined {
    return this.#opener.folderOf(repository);
  }

  pageOf(path: string): vscode.Uri | undefined {
    const baseUrl = this.#account?.baseUrl; // the local service has none, and no pages
    const page = baseUrl === undefined ? null : URL.parse(baseUrl + path);
    return page && /^https?:$/.test(page.protocol) ? vscode.Uri.parse(page.href) : undefined;
  }

  /** The command that opens a row. `undefined` if finding it takes time: see {@link commandNow}. */
  commandOf(node: ResultNode): vscode.Command | undefined {
    return this.#isInWorkspace(node) ? undefined : commandOf(node, this);
  }

  /**
   * The command that opens a row; a line is opened where it is now, and where the editor has it. From then on, it is
   * also opened there by {@link commandOf}.
   */
  async commandNow(node: ResultNode): Promise<vscode.Command | undefined> {
    const command = await this.#commandOnWire(node);
    const { counted, opened, options } = (command && selectionOf(command, node)) ?? {};
    if (!command || !counted || !opened || !options?.selection) return command;
    const selection = await shownRange(options.selection, counted);
    if (selection.isEqual(options.selection)) return command;
    if (opened.scheme === REMOTE_SCHEME) this.#moved.add(opened, { from: options.selection, to: selection });
    const others = (command.arguments ?? []).slice(0, -1) as unknown[];
    return { ...command, arguments: [...others, { ...options, selection }] };
  }

  async #commandOnWire(node: ResultNode): Promise<vscode.Command | undefined> {
    if (node.kind !== "line" || !this.#mayHaveMoved(node)) return commandOf(node, this);
    const { line, item } = node;
    const range = { startLine: line.line, endLine: line.line };
    const { path, range: found = range } = await this.#opener.placeNow(this.accountId, { ...locationOf(item), range });
    return commandOf({ ...node, line: { ...line, line: found.startLine }, item: { ...item, path } }, this);
  }

  /** Whether a line is from a version that may differ from the workspace's copy, in which it would be opened. */
  #mayHaveMoved(node: ResultNode): boolean {
    if (node.kind !== "line" || this.accountId === LOCAL_ACCOUNT.id) return false;
    return node.item.revision !== undefined && this.#isInWorkspace(node);
  }

  /** Whether a line is in a file of the workspace: which line it is in the editor depends on what ends lines there. */
  #isInWorkspace(node: ResultNode): boolean {
    if (node.kind !== "line" || node.item.commit || node.item.path === "") return false;
    return this.uriOf(node.item).scheme !== REMOTE_SCHEME;
  }
}

/**
 * What a command selects: in which file its lines are `counted`, and which it is `opened` in. A line that a commit has
 * removed is only in the file before, and shown beside it. A notebook's cells have lines of their own.
 */
function selectionOf({ command, arguments: given = [] }: vscode.Command, node: ResultNode): Selected | undefined {
  const isOld = node.kind === "line" && node.line.diff?.side === "old";
  switch (command) {
    case "vscode.open": {
      const [uri, options] = given as [vscode.Uri, vscode.TextDocumentShowOptions?];
      return { counted: uri, opened: uri, options };
    }
    case "vscode.diff": {
      const [before, after, , options] = given as [vscode.Uri, vscode.Uri, string, vscode.TextDocumentShowOptions];
      return { counted: isOld ? before : after, opened: after, options };
    }
  }
  return undefined;
}

interface Selected {
  readonly counted: vscode.Uri;
  readonly opened: vscode.Uri;
  readonly options: vscode.TextDocumentShowOptions | undefined;
}

function locationOf({ repository, path, revision }: MatchedItem): SourceLocation {
  return revision === undefined ? { repository, path } : { repository, path, revision };
}
