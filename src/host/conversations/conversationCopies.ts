import { createHash } from "node:crypto";
import { open, readFile, rm } from "node:fs/promises";
import { conversationId, hasWords, statusOf, type Conversation } from "../../core/model/conversation.ts";
import { mainRepository } from "../../core/sources/mainRepository.ts";
import { parseJson } from "../../core/text/parseJson.ts";
import { isConversation, isLabel, type CopyLabel } from "./keptConversation.ts";
import { AccountFiles, isMissing } from "../platform/accountFiles.ts";

/** A conversation as the service had it at `savedAt`, without the address that may grant access to it. */
export interface ConversationCopy {
  readonly savedAt: number;
  readonly conversation: Conversation;
}

export interface CopyOptions {
  /** For all accounts together. What was saved longest ago is removed first. */
  readonly limitBytes?: number;
  /** Whether an account is still signed in. If not, nothing is kept of it. */
  readonly isKnown: (accountId: string) => boolean;
  /** The base URL of the links of an account's service. */
  readonly baseUrlOf: (accountId: string) => string | undefined;
  readonly onError: (what: string, error: unknown) => void;
  /** Called when there is a new copy. */
  readonly onDidSave?: (accountId: string, label: CopyLabel) => void;
}

/** Changes when older versions could not read what is written. */
const FORMAT = 1;
const LIMIT_BYTES = 50_000_000;
/** Not written: what may grant access to a conversation, and the quota, which is not part of it. */
const LEFT_OUT: readonly string[] = ["webUrl", "readToken", "quota"] satisfies readonly (keyof Conversation)[];
/** The longest a label can be, so that it can be read without the conversation behind it. */
const LABEL_BYTES = 8192;
const LABELS_AT_ONCE = 64;
const CLIPPED = 400;
/** Links to the local service have no host. */
const RELATIVE = "http://127.0.0.1";

/**
 * Copies of the conversations that were read, on this machine: they open at once, and without the service. Each has one
 * file, in a folder per account. The file is named after the last part of the conversation's name, so that it is found
 * even if the instance changes the rest. A file is replaced as a whole or not at all; a damaged one counts as none.
 * Only {@link removeAll} ever rejects: a copy that can't be kept is only reported.
 */
export class ConversationCopies {
  readonly #files: AccountFiles;
  readonly #options: CopyOptions;

  constructor(folder: string, options: CopyOptions) {
    this.#files = new AccountFiles(folder, { limitBytes: LIMIT_BYTES, ending: ".json", ...options });
    this.#options = options;
  }

  /** Keeps the conversation as it is now, in place of its earlier copy. */
  async save(accountId: string, conversation: Conversation, savedAt = Date.now()): Promise<void> {
    await this.#files.change("A conversation could not be copied", async () => {
      const repository = mainRepository(conversation, this.#options.baseUrlOf(accountId) ?? RELATIVE);
      const label = labelOf(conversation, savedAt, repository);
      const isKept = await this.#files.write(accountId, conversationId(conversation.name), print(conversation, label));
      if (isKept) this.#options.onDidSave?.(accountId, label);
    });
  }

  /** The copy of a conversation, if there is an undamaged one. */
  async read(accountId: string, name: string): Promise<ConversationCopy | undefined> {
    await this.#files.settled();
    const file = this.#fileOf(accountId, name);
    try {
      return parse(await readFile(file, "utf8"));
    } catch (error) {
      if (!isMissing(error)) {
        this.#options.onError("The copy of a conversation is damaged, and not used", error);
        await this.remove(accountId, name);
      }
      return undefined;
    }
  }

  /** The labels of the copies of these conversations, in their order; `undefined` for one that has no copy. */
  async labels(accountId: string, names: readonly string[]): Promise<readonly (CopyLabel | undefined)[]> {
    await this.#files.settled();
    return this.#labelsIn(names.map((name) => this.#fileOf(accountId, name)));
  }

  /** The labels of all copies of an account, the last updated first. */
  async all(accountId: string): Promise<readonly CopyLabel[]> {
    await this.#files.settled();
    const files = await this.#files.all(accountId).catch((error: unknown) => {
      this.#options.onError("The copies of conversations can't be read", error);
      return [];
    });
    return (await this.#labelsIn(files))
      .filter((label) => label !== undefined)
      .sort((a, b) => (b.updatedAt ?? b.savedAt) - (a.updatedAt ?? a.savedAt));
  }

  /**
   * The labels of the wanted copies in which every word of `text` occurs: in the title, a question, an answer, or the
   * name that `nameOf` returns.
   */
  async find(
    accountId: string,
    text: string,
    isWanted: (label: CopyLabel) => boolean = () => true,
    nameOf: (label: CopyLabel) => string = () => "",
  ): Promise<readonly CopyLabel[]> {
    const labels = (await this.all(accountId)).filter(isWanted);
    if (text.trim() === "") return labels;
    const isMatch = hasWords(text);
    const found: CopyLabel[] = [];
    // One after the other: all of them at once may be 50 MB.
    for (const label of labels) {
      const copy = await this.read(accountId, label.name);
      if (copy && isMatch(`${nameOf(label)}\n${textOf(copy.conversation)}`)) found.push(label);
    }
    return found;
  }

  /** Where the copies of an account are. */
  folderOf(accountId: string): string {
    return this.#files.folderOf(accountId);
  }

  async remove(accountId: string, name: string): Promise<void> {
    await this.#files.change("The copy of a conversation could not be removed", () =>
      rm(this.#fileOf(accountId, name), { force: true }),
    );
  }

  /** Removes every copy of an account. Rejects if one can't be removed. */
  async removeAll(accountId: string): Promise<void> {
    await this.#files.removeAll(accountId);
  }

  #fileOf(accountId: string, name: string): string {
    return this.#files.fileOf(accountId, conversationId(name));
  }

  /** Some at a time: somebody may have ten thousand, and each takes a file handle and some kilobytes. */
  async #labelsIn(files: readonly string[]): Promise<readonly (CopyLabel | undefined)[]> {
    const labels: (CopyLabel | undefined)[] = [];
    for (let from = 0; from < files.length; from += LABELS_AT_ONCE)
      labels.push(...(await Promise.all(files.slice(from, from + LABELS_AT_ONCE).map((file) => this.#label(file)))));
    return labels;
  }

  async #label(file: string): Promise<CopyLabel | undefined> {
    try {
      await using handle = await open(file);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(LABEL_BYTES), 0, LABEL_BYTES, 0);
      const start = buffer.toString("utf8", 0, bytesRead);
      return parseHead(start.slice(0, start.indexOf("\n"))).label;
    } catch {
      return undefined; // gone, or damaged: `read` reports damage
    }
  }
}

/** A line with the label and a digest of the rest, which is the conversation. */
function print(conversation: Conversation, label: CopyLabel): string {
  const body = JSON.stringify(conversation, (key, value: unknown) => (LEFT_OUT.includes(key) ? undefined : value));
  return `${JSON.stringify({ format: FORMAT, digest: digest(label, body), label })}\n${body}`;
}

function labelOf(conversation: Conversation, savedAt: number, repository: string | undefined): CopyLabel {
  const { name, createdAt, updatedAt, isOwner, isStarred } = conversation;
  return {
    name,
    title: conversation.title.slice(0, CLIPPED),
    question: (conversation.questions[0]?.text ?? "").slice(0, CLIPPED),
    status: statusOf(conversation),
    savedAt,
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(isOwner !== undefined && { isOwner }),
    ...(isStarred !== undefined && { isStarred }),
    ...(repository !== undefined && repository.length <= CLIPPED && { repository }),
  };
}

/** Throws if the file is not exactly what {@link print} wrote. */
function parse(text: string): ConversationCopy {
  const end = text.indexOf("\n");
  const head = parseHead(text.slice(0, end));
  const body = text.slice(end + 1);
  if (digest(head.label, body) !== head.digest) throw new Error("its content is not what was written");
  const conversation: unknown = parseJson(body);
  if (!isConversation(conversation)) throw new Error("it has not the shape of a conversation");
  return { savedAt: head.label.savedAt, conversation };
}

/** Throws if the line is not ours, or is of a version with other fields. */
function parseHead(line: string): { readonly digest: string; readonly label: CopyLabel } {
  const { format, digest, label } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  if (format !== FORMAT || typeof digest !== "string" || !isLabel(label)) throw new Error("it is of another format");
  return { digest, label };
}

function digest(label: CopyLabel, body: string): string {
  return createHash("sha256").update(JSON.stringify(label)).update(body).digest("hex");
}

function textOf({ title, questions }: Conversation): string {
  const texts = questions.flatMap(({ text, outcome }) => [
    text,
    "answer" in outcome ? outcome.answer : "partialAnswer" in outcome ? outcome.partialAnswer : "",
  ]);
  return [title, ...texts].join("\n");
}
