// A copy of the checkout, in which one source at a time has a fault.
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Piece } from "../coverage/collections.ts";
import { elementsIn, innermost } from "../coverage/reached.ts";
import { run } from "../editor/children.mjs";
import { ROOT } from "../editor/places.mjs";
import { argsOfFile, kindOf } from "../kinds.mjs";
import type { Fault } from "./faults.ts";

const FAULT_MS = 5 * 60_000;
/** A test file that takes this much longer than usual hangs. */
const HANGS_MS = 30_000;
const HANGS_FACTOR = 5;

export interface Placed extends Fault {
  readonly file: string;
}

export interface Outcome {
  /** The test file that failed, if any. */
  readonly foundBy?: string;
  /** How many test files reach it, and how many of them there was time for. */
  readonly reaching: number;
  readonly tried: number;
}

/** What is not changed in it is linked. */
export class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  readonly #env: NodeJS.ProcessEnv;
  /** Whether a test file passes in the copy while there is no fault in it. */
  readonly #passes = new Map<string, boolean>();

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
    const isLeftOut = /^(?:\.git|coverage|dist-vsix|test[\\/]e2e[\\/]out)$|(?:^|[\\/])node_modules$/;
    cpSync(ROOT, this.#folder, { recursive: true, filter: (path) => !isLeftOut.test(relative(ROOT, path)) });
    for (const modules of globSync("{.,test/*,test/*/*}/node_modules", { cwd: ROOT }))
      symlinkSync(join(ROOT, modules), join(this.#folder, modules));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }

  async judge(fault: Placed, pieces: readonly Piece[]): Promise<Outcome> {
    const place = innermost(elementsIn(fault.file), fault.start);
    const reaching = pieces.filter(({ keys }) => place && keys.includes(place.key));
    const until = Date.now() + FAULT_MS;
    let tried = 0;
    for (const piece of reaching) {
      if (Date.now() > until) break;
      tried += 1;
      if (await this.#isGood(piece, { fault, until })) continue;
      const isUsual = this.#passes.get(piece.file) ?? (await this.#isGood(piece));
      this.#passes.set(piece.file, isUsual);
      if (isUsual) return { foundBy: piece.file, reaching: reaching.length, tried };
    }
    return { reaching: reaching.length, tried };
  }

  /** Whether a test file passes, with this fault or without any. One that is cut off by the limit has not failed. */
  async #isGood({ file, seconds }: Piece, how?: { readonly fault: Placed; readonly until: number }): Promise<boolean> {
    const original = how && readFileSync(join(ROOT, how.fault.file), "utf8");
    const hangsMs = HANGS_MS + HANGS_FACTOR * 1000 * seconds;
    const leftMs = how ? Math.max(1, how.until - Date.now()) : Infinity;
    if (how) writeFileSync(join(this.#folder, how.fault.file), withFault(how.fault));
    try {
      if (kindOf(file) !== "unit") await this.#build();
      const limitMs = Math.min(hangsMs, leftMs);
      const options = { cwd: this.#folder, env: this.#env, quiet: true, limitMs };
      const { code, isLate } = await run("node", argsOfFile(file), options);
      return isLate ? hangsMs > leftMs : code === 0;
    } finally {
      if (how) writeFileSync(join(this.#folder, how.fault.file), original ?? "");
    }
  }

  /** Builds what the copy has. A fault that keeps it from being built is noticed by the test. */
  async #build(): Promise<void> {
    for (const build of ["--debug", "--integration"])
      await run("node", ["esbuild.mjs", build], { cwd: this.#folder, env: this.#env, quiet: true });
  }
}

/** The text of a source with its fault. */
export function withFault({ file, start, end, replacement }: Placed): string {
  const text = readFileSync(join(ROOT, file), "utf8");
  return text.slice(0, start) + replacement + text.slice(end);
}
