import { eachFileOnce } from "./heedingIgnoreFiles.ts";
import type { Ripgrep } from "./ripgrep.ts";

/** How to read what ripgrep prints of a file. */
export interface PrintedReader<T> {
  /**
   * `printed` has whole lines: number, offset and text. `undefined` if it can't be read like this: `reread` reads it.
   */
  readonly read: (file: string, printed: Buffer) => T | undefined;
  readonly reread: (file: string) => AsyncIterable<T>;
  /** The colour options of ripgrep, and how many bytes they put before and after a path. */
  readonly colours?: { readonly options: readonly string[]; readonly around: number };
}

/**
 * Runs ripgrep so that it prints lines with their numbers and offsets, below the path of their file, and yields what
 * `read` makes of each file as soon as it is searched.
 */
export function findPrinted<T extends { readonly file: string }>(
  ripgrep: Ripgrep,
  args: readonly string[],
  reader: PrintedReader<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  return eachFileOnce(
    () => readPrinted(ripgrep, args, reader, signal),
    ({ file }) => file,
  );
}

async function* readPrinted<T>(
  ripgrep: Ripgrep,
  args: readonly string[],
  { read, reread, colours = PLAIN }: PrintedReader<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const options = [
    ...["--heading", "--with-filename", "--null", "--line-number", "--byte-offset", "--no-context-separator"],
    ...colours.options,
  ];
  const readFile = async function* (file: string, printed: Buffer): AsyncGenerator<T, void> {
    // After a blank line, it may say that other files, which have no lines, are binary.
    const blank = printed.indexOf("\n\n");
    const end = printed[0] === LINE_BREAK ? 0 : blank < 0 ? printed.length : blank + 1;
    if (end === 0) return;
    const found = read(file, printed.subarray(0, end));
    if (found === undefined) yield* reread(file);
    else yield found;
  };
  let file: string | undefined;
  let pending: Buffer[] = [];
  for await (const chunk of withPauses(ripgrep([...options, ...args], "", { signal }))) {
    if (chunk === undefined) {
      const printed = Buffer.concat(pending);
      pending = [];
      // ripgrep prints a file at once: when it pauses, the file is complete, unless it may be waiting for room in the
      // pipe, or on a busy machine for its turn to print what did not fit. The blank line may be there already.
      const end = printed.lastIndexOf("\n", printed.at(-2) === LINE_BREAK ? -2 : -1) + 1;
      const isWhole = printed.length < PIPE_BYTES && printed.at(-1) === LINE_BREAK;
      if (file !== undefined && isWhole) yield* readFile(file, printed.subarray(0, end));
      else if (printed.length > 0) pending.push(printed);
      continue;
    }
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      pending.push(chunk.subarray(from, at));
      from = at + 1;
      const printed = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
      pending = [];
      // There is a blank line between files; every other line begins with its number.
      const blank = printed.lastIndexOf("\n\n");
      const head = blank >= 0 ? blank + 2 : printed[0] === LINE_BREAK ? 1 : 0;
      if (file !== undefined && blank > 0) yield* readFile(file, printed.subarray(0, blank + 1));
      file = printed.toString("utf8", head + colours.around, printed.length - colours.around);
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
  if (file !== undefined && pending.length > 0) yield* readFile(file, Buffer.concat(pending));
}

const PLAIN = { options: ["--color=never"], around: 0 };
const LINE_BREAK = 0x0a;
const PAUSE_MS = 30;
/** Half of what a pipe holds. If this much came at once, ripgrep may have waited for room in the middle of a file. */
const PIPE_BYTES = 32 * 1024;

/** The same with `undefined` whenever ripgrep prints nothing for a while; once, until something comes again. */
async function* withPauses(chunks: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer | undefined, void> {
  try {
    for (let isWhole = false; ;) {
      const next = chunks.next();
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<"pause">((resolve) => {
        // Whatever has come in the meantime is read first.
        timer = setTimeout(() => setImmediate(resolve, "pause"), PAUSE_MS);
      });
      const first = await Promise.race([next, pause]);
      clearTimeout(timer);
      if (first === "pause" && isWhole) yield undefined;
      const { done, value } = await next;
      if (done === true) return;
      isWhole = value.length < PIPE_BYTES;
      yield value;
    }
  } finally {
    await chunks.return();
  }
}
