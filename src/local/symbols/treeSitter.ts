import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Language, Node, Parser, Query } from "web-tree-sitter";
import type { Grammar } from "./grammars/grammar.ts";

/** What the parsing of one file may take. Ordinary ones take a hundredth of it. */
const FILE_AT_MOST_MS = 5_000;

/** The types of Node leave it out. */
const { Memory } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => {
        readonly buffer: ArrayBuffer;
      };
    };
  }
).WebAssembly;
/** Only ever grows. */
let memory: InstanceType<typeof Memory> | undefined;
const RUNTIME = "web-tree-sitter.wasm";
const loading = new Map<Grammar, Promise<{ readonly language: Language; readonly query: Query }>>();
let runtime: Promise<Parser> | undefined;
let hasFailed = false;

/**
 * What `read` makes of the syntax tree of a text, with the patterns of its grammar; `undefined` where parsing takes too long
 * or the parsers have failed. The first call for a grammar loads it.
 */
export async function readTree<T>(
  text: string,
  grammar: Grammar,
  read: (root: Node, query: Query) => T,
): Promise<T | undefined> {
  if (hasFailed) return undefined;
  try {
    const parser = await (runtime ??= startRuntime());
    const { language, query } = await loaded(grammar);
    const endsAt = performance.now() + FILE_AT_MOST_MS;
    parser.setLanguage(language);
    const tree = parser.parse(text, null, { progressCallback: () => performance.now() > endsAt });
    if (!tree) {
      parser.reset(); // else the next text would be taken for the rest of this one
      return undefined;
    }
    try {
      return read(tree.rootNode, query);
    } finally {
      tree.delete();
    }
  } catch {
    hasFailed = true; // a runtime that was aborted, for want of memory for one, never works again
    return undefined;
  }
}

/** Bytes that the parsers of this thread hold, given back with the thread only; `Infinity` once they have failed. */
export function parserBytes(): number {
  return hasFailed ? Infinity : (memory?.buffer.byteLength ?? 0);
}

async function startRuntime(): Promise<Parser> {
  const { Parser } = await import("web-tree-sitter"); // most threads never need it
  memory = new Memory({ initial: 512, maximum: 32_768 }); // in pages of 64 kB, as the runtime would make it
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

/** Beside this program where it was built to be shipped, else in the npm packages. */
function readWasm(name: string): Promise<Buffer> {
  const beside = fileURLToPath(new URL(`./grammars/${name}`, import.meta.url));
  if (existsSync(beside)) return readFile(beside);
  const { resolve } = createRequire(import.meta.url);
  if (name === RUNTIME) return readFile(resolve(`web-tree-sitter/${RUNTIME}`));
  return readFile(path.join(path.dirname(resolve("@vscode/tree-sitter-wasm/package.json")), "wasm", name));
}
