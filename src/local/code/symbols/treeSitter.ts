import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Language, Node, Parser, Query } from "web-tree-sitter";
import { inLettersOf, plainLetters } from "../../../core/text/letters.ts";
import type { Grammar } from "./grammars/grammar.ts";

/** How parsing interacts with the rest of its thread. */
export const parsing = {
  /** How long one file may take. Ordinary ones take a hundredth of it. */
  fileAtMostMs: 5_000,
  /** The limit of memory, in pages of 64 kB. */
  pagesAtMost: 32_768,
  /** Called while a file is parsed. */
  isStopped: (): boolean => false,
  /** Called when a file can't be parsed, so that its definitions are found by the looks of its lines; for the log. */
  tell: (() => undefined) as (message: string) => void,
};

/** Node's types leave it out. */
const { Memory } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => {
        readonly buffer: ArrayBuffer;
      };
    };
  }
).WebAssembly;
// The parsers' library has one runtime for a whole thread: it can be loaded once, and what it took or broke stays so
// until the thread ends. That is kept here, and at most one grammar for each language.

/** Only ever grows. */
let memory: InstanceType<typeof Memory> | undefined;
const RUNTIME = "web-tree-sitter.wasm";
const loading = new Map<Grammar, Promise<{ readonly language: Language; readonly query: Query }>>();
let runtime: Promise<Parser> | undefined;
let hasFailed = false;

/**
 * What `read` makes of the syntax tree of a text, given the patterns of its grammar and what was parsed in place of the
 * text; `undefined` if parsing takes too long or the parsers have failed, which is logged. The first call for a grammar
 * loads it. Throws an `AbortError` if it is stopped.
 */
export async function readTree<T>(
  text: string,
  grammar: Grammar,
  read: (root: Node, query: Query, parsed: string) => T,
): Promise<T | undefined> {
  if (hasFailed) return undefined;
  const parsed = prepared(text, grammar);
  if (parsed === undefined) return undefined;
  try {
    const parser = await (runtime ??= startRuntime());
    const { language, query } = await loaded(grammar);
    const endsAt = performance.now() + parsing.fileAtMostMs;
    parser.setLanguage(language);
    const isOver = () => performance.now() > endsAt || parsing.isStopped();
    const tree = parser.parse(parsed, null, { progressCallback: isOver });
    if (!tree) {
      parser.reset(); // else the next text would be taken for the rest of this one
      if (parsing.isStopped()) throw new DOMException("The parsing was stopped.", "AbortError");
      parsing.tell(`${grammar.file}: ${text.length} characters were not parsed within ${parsing.fileAtMostMs} ms`);
      return undefined;
    }
    try {
      return read(tree.rootNode, query, parsed);
    } finally {
      tree.delete();
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    hasFailed = true; // a runtime that was aborted, say for lack of memory, never works again
    parsing.tell(`${grammar.file}: the parser failed: ${error instanceof Error ? error.message : "unknown failure"}`);
    return undefined;
  }
}

/** The text that is parsed. If making it fails, only this text is concerned: the parser goes on with others. */
function prepared(text: string, { file, prepare }: Grammar): string | undefined {
  if (!prepare) return text;
  try {
    const plain = plainLetters(text);
    return inLettersOf(text, prepare(plain), plain);
  } catch (error) {
    parsing.tell(
      `${file}: a text could not be prepared: ${error instanceof Error ? error.message : "unknown failure"}`,
    );
    return undefined;
  }
}

/** Begins what takes a while before the first text is parsed. If it fails, that is reported with that text. */
export function prepareParsing(): void {
  runtime ??= startRuntime();
  runtime.catch(() => undefined);
}

/** Bytes that the parsers of this thread hold, given back only when it ends; `Infinity` once they have failed. */
export function parserBytes(): number {
  return hasFailed ? Infinity : (memory?.buffer.byteLength ?? 0);
}

async function startRuntime(): Promise<Parser> {
  const { Parser } = await import("web-tree-sitter"); // most threads never need it
  memory = new Memory({ initial: 512, maximum: parsing.pagesAtMost }); // as the runtime would make it
  await Parser.init({ wasmBinary: await readWasm(RUNTIME), wasmMemory: memory });
  return new Parser();
}

function loaded(grammar: Grammar) {
  const known = loading.get(grammar);
  if (known) return known;
  const begun = load(grammar);
  loading.set(grammar, begun);
  return begun;
}

async function load({ file, query }: Grammar) {
  const { Language, Query } = await import("web-tree-sitter");
  const language = await Language.load(await readWasm(file));
  return { language, query: new Query(language, query) };
}

/** Beside this program in a build to be shipped, else in the npm packages. */
function readWasm(name: string): Promise<Buffer> {
  const beside = fileURLToPath(new URL(`./grammars/${name}`, import.meta.url));
  if (existsSync(beside)) return readFile(beside);
  const { resolve } = createRequire(import.meta.url);
  if (name === RUNTIME) return readFile(resolve(`web-tree-sitter/${RUNTIME}`));
  return readFile(path.join(path.dirname(resolve("@vscode/tree-sitter-wasm/package.json")), "wasm", name));
}
