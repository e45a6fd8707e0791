import type { DefinitionRequest, FileDefinitions } from "../symbols/fileDefinitions.ts";

/** So many calls are under way, with so many files in each. Other requests wait, and are sent together. */
const CALLS_AT_ONCE = 4;
const FILES_AT_ONCE = 32;

interface Waiting {
  readonly request: DefinitionRequest;
  readonly resolve: (definitions: FileDefinitions) => void;
  readonly reject: (reason: unknown) => void;
}

/** Asks others for the definitions in files: the first ones at once, the next ones several at a time. */
export class DefinitionCalls {
  readonly #send: (id: number, requests: readonly DefinitionRequest[]) => void;
  readonly #underWay = new Map<number, readonly Waiting[]>();
  #waiting: Waiting[] = [];
  #lastId = 0;

  constructor(send: (id: number, requests: readonly DefinitionRequest[]) => void) {
    this.#send = send;
  }

  /** Rejects where all is stopped. */
  read(request: DefinitionRequest): Promise<FileDefinitions> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#goOn();
    });
  }

  /** What was answered to a call: one for each of its files. */
  take(id: number, definitions: readonly FileDefinitions[]): void {
    const asked = this.#underWay.get(id) ?? []; // none where it was stopped
    this.#underWay.delete(id);
    asked.forEach(({ resolve }, index) => {
      resolve(definitions[index] ?? "failed");
    });
    this.#goOn();
  }

  /** Ends all requests with an `AbortError`. */
  stop(): void {
    const all = [...this.#underWay.values(), this.#waiting].flat();
    this.#underWay.clear();
    this.#waiting = [];
    for (const { reject } of all) reject(new DOMException("The search was stopped.", "AbortError"));
  }

  #goOn(): void {
    while (this.#underWay.size < CALLS_AT_ONCE && this.#waiting.length > 0) {
      const asked = this.#waiting.splice(0, FILES_AT_ONCE);
      const id = ++this.#lastId;
      this.#underWay.set(id, asked);
      this.#send(
        id,
        asked.map(({ request }) => request),
      );
    }
  }
}
