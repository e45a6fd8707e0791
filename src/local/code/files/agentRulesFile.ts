import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { retryWhileHeldOpen } from "../../../core/model/heldOpen.ts";
import type { AgentRules } from "../../../core/model/localProcess.ts";
import { parseJson } from "../../../core/text/parseJson.ts";
import { isRecord } from "../../base/jsonFields.ts";

export const NO_AGENT_RULES: AgentRules = { everywhere: [], excluded: [], givesIgnored: false };

/** Of the folders that were opened last. */
const LISTS_AT_MOST = 1_000;

/**
 * What the person's settings say about agents, in a file: an agent starts a service of its own, which has no editor to
 * ask. The windows share it; each knows of its own folders.
 */
export class AgentRulesFile {
  readonly #file: string;
  #read: { readonly version: string; readonly rules: AgentRules } | undefined;

  constructor(storeDir: string) {
    this.#file = path.join(storeDir, "agents.json");
  }

  /** As they are now; none if there is no such file. */
  get rules(): AgentRules {
    const found = statSync(this.#file, { throwIfNoEntry: false });
    if (!found) return NO_AGENT_RULES;
    const version = `${found.mtimeMs} ${found.size} ${found.ino}`;
    if (this.#read?.version !== version) this.#read = { version, rules: parseRules(readFileSync(this.#file, "utf8")) };
    return this.#read.rules;
  }

  /** Keeps what is said about some folders, and about all. Rejects if it can't be written. */
  async keep({ everywhere, excluded, givesIgnored }: AgentRules, folders: readonly string[]): Promise<void> {
    const others = this.rules.excluded.filter(({ folder }) => !folders.includes(folder));
    const rules = { everywhere, excluded: [...others, ...excluded].slice(-LISTS_AT_MOST), givesIgnored };
    if (JSON.stringify(rules) === JSON.stringify(this.rules)) return;
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const temporary = `${this.#file}.${randomUUID()}.tmp`;
    try {
      await writeFile(temporary, JSON.stringify(rules), { mode: 0o600 });
      await retryWhileHeldOpen(() => rename(temporary, this.#file));
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

function parseRules(text: string): AgentRules {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return NO_AGENT_RULES; // nothing of ours
  }
  if (!isRecord(value)) return NO_AGENT_RULES;
  const { everywhere, excluded, givesIgnored } = value;
  return {
    everywhere: textsIn(everywhere),
    excluded: (Array.isArray(excluded) ? excluded : []).flatMap((each: unknown) =>
      isRecord(each) && typeof each["folder"] === "string"
        ? [{ folder: each["folder"], patterns: textsIn(each["patterns"]) }]
        : [],
    ),
    givesIgnored: givesIgnored === true,
  };
}

function textsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : []).filter((each) => typeof each === "string");
}
