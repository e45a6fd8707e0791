import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { homeFolder, isFolder } from "../../../git/disk/disk.ts";
import { findGitFolder } from "../../../git/repositories/gitFolder.ts";
import { contains } from "../../../git/repositories/repositories.ts";

/** How long a client may take to name its roots. */
const ROOTS_MS = 2_000;
const ROOTS_AT_MOST = 50;
const KEY = "roots";

/**
 * The folders of a client that named none when it started the service: its roots, else the working tree that it was
 * started in. Never the file system's root or the home folder, which nobody means.
 */
export class ClientFolders {
  readonly #serve: (folders: readonly string[]) => void;
  readonly #startedIn: string;
  #chosen: Promise<void> | undefined;

  constructor(serve: (folders: readonly string[]) => void, startedIn = process.cwd()) {
    this.#serve = serve;
    this.#startedIn = startedIn;
  }

  /** Asks for the roots again before the next call. */
  forget(): void {
    this.#chosen = undefined;
  }

  /**
   * Chooses the folders before the first call. Resolves with a result if the client has to be asked in it, as in
   * protocol versions without requests of servers: it calls again with its roots.
   */
  async choose(server: McpServer["server"], { mcpReq }: ServerContext): Promise<InputRequiredResult | undefined> {
    if (!this.#chosen && mcpReq.envelope !== undefined) {
      const answer = inputResponse(mcpReq.inputResponses, KEY);
      const canSay = capabilitiesIn(mcpReq.envelope).roots !== undefined;
      if (canSay && mcpReq.inputResponses === undefined)
        return inputRequired({ inputRequests: { [KEY]: inputRequired.listRoots() } });
      this.#chosen = this.#take(answer.kind === "roots" ? answer.roots : []);
    }
    this.#chosen ??= askFor(server).then((roots) => this.#take(roots));
    await this.#chosen;
    return undefined;
  }

  async #take(roots: readonly { readonly uri: string }[]): Promise<void> {
    const named = roots.slice(0, ROOTS_AT_MOST).flatMap(({ uri }) => folderOf(uri) ?? []);
    const folders = [];
    for (const folder of named) if (await mayBeServed(folder)) folders.push(folder);
    const around = folders.length > 0 ? undefined : await workingTree(this.#startedIn);
    this.#serve(around === undefined ? folders : [around]);
  }
}

function capabilitiesIn(envelope: object): { readonly roots?: unknown } {
  const { [CLIENT_CAPABILITIES_META_KEY]: declared = {} } = envelope as Readonly<Record<string, object>>;
  return declared;
}

/** None if the client has no roots, or does not name them in time. */
async function askFor(server: McpServer["server"]): Promise<readonly { readonly uri: string }[]> {
  try {
    return (await server.request({ method: "roots/list" }, { timeout: ROOTS_MS })).roots;
  } catch {
    return [];
  }
}

function folderOf(uri: string): string | undefined {
  try {
    return path.resolve(fileURLToPath(uri));
  } catch {
    return undefined; // of another scheme, or of another machine
  }
}

async function mayBeServed(folder: string): Promise<boolean> {
  return !isTooMuch(folder) && (await isFolder(folder));
}

/** A root of the file system, the home folder, or what is around it. */
function isTooMuch(folder: string): boolean {
  const home = homeFolder();
  return path.dirname(folder) === folder || (home !== undefined && contains(folder, home));
}

/** The innermost working tree around a folder, else the folder itself. */
async function workingTree(folder: string): Promise<string | undefined> {
  for (let around = folder; !isTooMuch(around); around = path.dirname(around))
    if ((await findGitFolder(around)) !== undefined) return around;
  return (await mayBeServed(folder)) ? folder : undefined;
}
