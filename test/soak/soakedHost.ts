import assert from "node:assert/strict";
import { join } from "node:path";
import { createService } from "../../src/api/service.ts";
import type { InterfaceName } from "../../src/api/conversations/conversationInterface.ts";
import { askOnce } from "../../src/core/conversations/askOnce.ts";
import { watchConversation } from "../../src/core/conversations/watchConversation.ts";
import { isSettled } from "../../src/core/model/conversation.ts";
import { isAbort } from "../../src/core/model/errors.ts";
import type { Matches } from "../../src/core/model/matches.ts";
import type { SearchQuery } from "../../src/core/model/search.ts";
import type { CodeSearchService } from "../../src/core/model/service.ts";
import { searchWithRetries } from "../../src/core/search/searchRetries.ts";
import { ServiceProcess } from "../../src/host/accounts/serviceProcess.ts";
import { Services } from "../../src/host/accounts/services.ts";
import { ConversationCopies } from "../../src/host/conversations/conversationCopies.ts";
import { FileCopies } from "../../src/host/remote/fileCopies.ts";
import type { CodeTree } from "../bench/codeTree.ts";
import { ROOT } from "../editor/places.mjs";

const LOCAL = { id: "local" };
const SEARCHES_A_ROUND = 5;

/** In the service's log, the line for a request. */
const REQUEST = /: (?:GET|POST|PUT|DELETE) /;

/** The client as far as it runs without an editor, over its own local service in the form that ships. */
export class SoakedHost {
  readonly storeDir: string;
  readonly copiesDir: string;
  readonly spillFolder: string;
  readonly counts = { searches: 0, stopped: 0, questions: 0, canceled: 0 };
  readonly #words: readonly string[];
  readonly #process: ServiceProcess;
  /** By the conversation interface that each of them uses. */
  readonly #services: Readonly<Record<InterfaceName, Services>>;
  readonly #conversations: ConversationCopies;
  readonly #files: FileCopies;
  #pid: number | undefined;

  constructor(root: string, { folder, words }: CodeTree) {
    this.storeDir = join(root, "store");
    this.copiesDir = join(root, "copies");
    this.spillFolder = join(root, "spilled");
    this.#words = words;
    const onError = (what: string, error: unknown): void => {
      throw new Error(what, { cause: error });
    };
    this.#conversations = new ConversationCopies(join(this.copiesDir, "conversations"), {
      isKnown: () => true,
      baseUrlOf: () => undefined,
      onError,
    });
    this.#files = new FileCopies(join(root, "files"), { isKnown: () => true, onError });
    this.#process = new ServiceProcess({
      program: join(ROOT, "dist/local/main.js"),
      start: () => Promise.resolve({ type: "start", folders: [folder], gitFolders: [folder], storeDir: this.storeDir }),
      log: { info: tellTrouble, debug: () => undefined, hide: () => undefined },
      words: { late: "it did not start in time", endedAtOnce: "it ended at once" },
      onHung: () => undefined, // a new process would be noticed by its pid
    });
    this.#services = { new: this.#reaching("new"), legacy: this.#reaching("legacy") };
  }

  /** The pid of the one process that served everything. Throws if it was replaced. */
  get servicePid(): number {
    const { pid } = this.#process;
    this.#pid ??= pid;
    assert.ok(pid !== undefined && pid === this.#pid, "The local service ended.");
    return pid;
  }

  /** Five searches of different kinds and one question, whose conversation is deleted afterwards. */
  async round(number: number): Promise<void> {
    const { service } = await this.#services[number % 2 === 0 ? "new" : "legacy"].reach(LOCAL);
    for (let index = 0; index < SEARCHES_A_ROUND; index++)
      await this.#search(service, number * SEARCHES_A_ROUND + index);
    await this.#ask(service, number);
  }

  /** Leaves as many of the service's threads waiting as it keeps, whatever was stopped before. */
  async rest(): Promise<void> {
    const { service } = await this.#services.new.reach(LOCAL);
    await Promise.all([0, 0, 0, 0].map((number) => this.#search(service, number)));
  }

  async end(): Promise<void> {
    for (const services of Object.values(this.#services)) services.dispose();
    await this.#process.end();
  }

  #reaching(name: InterfaceName): Services {
    const { spillFolder } = this;
    return new Services(
      this.#process,
      { get: () => Promise.resolve(undefined) },
      (address) =>
        createService(
          { ...address, client: "soak 1", log: () => undefined, spillFolder },
          { get: () => name, set: () => undefined },
        ),
      { find: () => LOCAL, runTimes: () => ({ past: [200], add: () => undefined }) },
    );
  }

  /** Every ninth search is stopped, at once or in the middle. */
  async #search(service: CodeSearchService, number: number): Promise<void> {
    const texts = this.#texts(number);
    const text = texts[number % texts.length] ?? "";
    const isStopped = number % 9 === 8;
    const stop = new AbortController();
    const query: SearchQuery = { text, patternType: "keyword", display: 500, contextLines: number % 3 };
    let found: Matches | undefined;
    this.counts.searches += 1;
    try {
      for await (const event of searchWithRetries(() => service.search(query, { signal: stop.signal }), stop)) {
        if (event.type === "matches") {
          found = event.matches;
          for (const { index, lineCount } of found.itemsAsFound(0, 50)) found.lines(index, 0, lineCount);
          const [item] = found.itemsAsFound(0, 1);
          if (item?.path && item.revision !== undefined && !isStopped && number % 7 === 0) {
            const { repository, path, revision } = item;
            const file = { repository, path, revision };
            await this.#files.save(LOCAL.id, file, await service.readFile(file));
          }
        }
        if (isStopped && (event.type === "matches" || number % 2 === 0)) stop.abort();
      }
    } catch (error) {
      if (!isAbort(error)) throw error;
      this.counts.stopped += 1;
    } finally {
      found?.dispose();
    }
  }

  #texts(number: number): readonly string[] {
    const word = this.#words[number % this.#words.length] ?? "";
    return [
      word,
      "return count:all timeout:1h",
      `patternType:regexp needle\\w+${number % 10}`,
      "type:symbol value",
      `type:path module${number % 200}`,
      `type:diff ${word}`,
      "type:commit tree",
      "patternType:regexp (unclosed",
      `repo:. file:part${number % 40}/ import`,
      "(a|b)*c timeout:20ms patternType:regexp",
    ];
  }

  /** Every fourth question is canceled, every third has a follow-up. */
  async #ask(service: CodeSearchService, number: number): Promise<void> {
    const word = this.#words[number % this.#words.length] ?? "";
    const asked = await askOnce(service, { question: `Where is ${word} read, and what returns it?`, isFree: true });
    this.counts.questions += 1;
    if (number % 4 === 3) {
      await service.cancelConversation(asked.name);
      this.counts.canceled += 1;
    } else {
      const first = await this.#settled(service, asked.name);
      const outcome = first.questions[0]?.outcome;
      assert.equal(outcome?.status, "completed", JSON.stringify(outcome));
      if (number % 3 === 0) {
        await askOnce(service, { question: "And what throws?", conversation: first, isFree: true });
        await this.#settled(service, asked.name);
      }
    }
    await service.listConversations();
    await service.deleteConversation(asked.name);
    await this.#conversations.remove(LOCAL.id, asked.name);
  }

  async #settled(service: CodeSearchService, name: string) {
    for await (const conversation of watchConversation(service, name, {
      runTimes: { past: [200], add: () => undefined },
    })) {
      await this.#conversations.save(LOCAL.id, conversation);
      if (isSettled(conversation)) return conversation;
    }
    throw new Error("An answer did not come.");
  }
}

function tellTrouble(line: string): void {
  if (!REQUEST.test(line)) console.log(line);
}
