import type { DefinitionRequest, FileDefinitions } from "../code/symbols/fileDefinitions.ts";

/** Requests the definitions in files from another thread, and receives the answers. */
export class DefinitionCalls {
  readonly #send: (id: number, request: DefinitionRequest) => void;
  readonly #underWay = new Map<number, PromiseWithResolvers<FileDefinitions>>();
  #lastId = 0;

  constructor(send: (id: number, request: DefinitionRequest) => void) {
    this.#send = send;
  }

  /** Rejects with an `AbortError` if {@link stop} is called first. */
  read(request: DefinitionRequest): Promise<FileDefinitions> {
    const asked = Promise.withResolvers<FileDefinitions>();
    const id = ++this.#lastId;
    this.#underWay.set(id, asked);
    this.#send(id, request);
    return asked.promise;
  }

  /** Takes the answer to a request. */
  take(id: number, definitions: FileDefinitions): void {
    this.#underWay.get(id)?.resolve(definitions); // none where it was stopped
    this.#underWay.delete(id);
  }

  /** Ends all requests with an `AbortError`. */
  stop(): void {
    const all = [...this.#underWay.values()];
    this.#underWay.clear();
    for (const { reject } of all) reject(new DOMException("The search was stopped.", "AbortError"));
  }
}
