import { isUtf8 } from "node:buffer";
import { randomInt } from "node:crypto";
import type { FoundFile, FoundLines } from "./ripgrepFiles.ts";
import type { Ripgrep } from "./ripgrep.ts";

/**
 * Runs ripgrep so that it prints lines with their matches in colour, which is several times faster than its JSON, and
 * yields each file as soon as it is searched. For patterns that match neither nothing nor a line break. `parts` tells how
 * many matches a coloured text is, and where they start: ripgrep colours neighbours as one. A file whose own text has
 * colours in it can't be told apart from the marks: `reread` is asked for it.
 */
export async function* findMarkedLines(
  ripgrep: Ripgrep,
  args: readonly string[],
  parts: (marked: string, isAscii: boolean) => readonly number[],
  reread: (file: string) => AsyncIterable<FoundFile>,
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  // A colour that no file has by chance.
  const [red, green, blue] = [randomInt(256), randomInt(256), randomInt(256)];
  const colours = ["path:none", "line:none", "column:none", "match:none", `match:fg:${red},${green},${blue}`];
  const options = [
    ...["--color=ansi", "--heading", "--with-filename", "--null", "--line-number", "--byte-offset"],
    "--no-context-separator",
    ...colours.flatMap((colour) => ["--colors", colour]),
  ];
  const mark = `${RESET}\x1b[38;2;${red};${green};${blue}m`;
  const read = async function* (file: string, printed: Buffer): AsyncGenerator<FoundFile, void> {
    // Behind a blank line it may say of other files, which have no lines, that they are binary.
    const blank = printed.indexOf("\n\n");
    const end = printed[0] === LINE_BREAK ? 0 : blank < 0 ? printed.length : blank + 1;
    if (end === 0) return;
    const found = readPrinted(printed.subarray(0, end).toString("latin1"), mark, parts);
    if (found) yield { file, ...found };
    else yield* reread(file);
  };
  let file: string | undefined;
  let pending: Buffer[] = [];
  for await (const chunk of withPauses(ripgrep([...options, ...args], "", { signal }))) {
    if (chunk === undefined) {
      const printed = Buffer.concat(pending);
      pending = [];
      // ripgrep prints a file at once: when it has fallen silent, the file is complete. The blank line may be there already.
      const end = printed.lastIndexOf("\n", printed.at(-2) === LINE_BREAK ? -2 : -1) + 1;
      if (file !== undefined && printed.at(-1) === LINE_BREAK) yield* read(file, printed.subarray(0, end));
      else if (printed.length > 0) pending.push(printed);
      continue;
    }
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      pending.push(chunk.subarray(from, at));
      from = at + 1;
      const printed = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
      pending = [];
      // A blank line is between files; every other line begins with its number.
      const blank = printed.lastIndexOf("\n\n");
      const head = blank >= 0 ? blank + 2 : printed[0] === LINE_BREAK ? 1 : 0;
      if (file !== undefined && blank > 0) yield* read(file, printed.subarray(0, blank + 1));
      file = printed.toString("utf8", head + RESET.length, printed.length - RESET.length);
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
  if (file !== undefined && pending.length > 0) yield* read(file, Buffer.concat(pending));
}

const RESET = "\x1b[0m";
const ESCAPE = 0x1b;
const LINE_BREAK = 0x0a;
const PAUSE_MS = 30;

/** The same with `undefined` where nothing comes for a while; once, until something comes again. */
async function* withPauses(chunks: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer | undefined, void> {
  try {
    for (;;) {
      const next = chunks.next();
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<"pause">((resolve) => {
        // Whatever has come in the meantime is read first.
        timer = setTimeout(() => setImmediate(resolve, "pause"), PAUSE_MS);
      });
      const first = await Promise.race([next, pause]);
      clearTimeout(timer);
      if (first === "pause") yield undefined;
      const { done, value } = await next;
      if (done === true) return;
      yield value;
    }
  } finally {
    await chunks.return();
  }
}

/** What ripgrep printed of one file, as latin1. `undefined` for a file with colours of its own. */
function readPrinted(
  printed: string,
  mark: string,
  parts: (marked: string, isAscii: boolean) => readonly number[],
): Omit<FoundFile, "file"> | undefined {
  const isAscii = !/\P{ASCII}/u.test(printed);
  const lines: FoundLines[] = [];
  for (let at = 0; at < printed.length;) {
    if (printed.charCodeAt(at) !== ESCAPE) return { lines, isBinary: true }; // it says so instead of a line
    const number = printed.indexOf(RESET, at + RESET.length);
    const offsetAt = number + 2 * RESET.length + 1;
    const offset = printed.indexOf(RESET, offsetAt);
    const end = printed.indexOf("\n", offset);
    let from = offset + RESET.length + 1;
    let text = "";
    const ranges: (readonly [number, number])[] = [];
    for (let escape = printed.indexOf("\x1b", from); escape >= 0 && escape < end;) {
      if (!printed.startsWith(mark, escape)) return undefined;
      text += printed.slice(from, escape);
      const close = printed.indexOf("\x1b", escape + mark.length);
      if (!printed.startsWith(RESET, close) || close > end) return undefined;
      const marked = printed.slice(escape + mark.length, close);
      const starts = parts(marked, isAscii);
      for (let part = 0; part < starts.length; part++)
        ranges.push([text.length + (starts[part] ?? 0), text.length + (starts[part + 1] ?? marked.length)]);
      text += marked;
      from = close + RESET.length;
      escape = printed.indexOf("\x1b", from);
    }
    text = text === "" ? printed.slice(from, end) : text + printed.slice(from, end);
    lines.push(
      toLines(
        text,
        isAscii,
        Number(printed.slice(at + RESET.length, number)) - 1,
        Number(printed.slice(offsetAt, offset)),
        ranges,
      ),
    );
    at = end + 1;
  }
  return { lines, isBinary: false };
}

function toLines(
  latin1: string,
  isAscii: boolean,
  line: number,
  offset: number,
  ranges: FoundLines["ranges"],
): FoundLines {
  if (isAscii) return { text: latin1, isAscii: true, line, offset, ranges };
  const bytes = Buffer.from(latin1, "latin1");
  const text = bytes.toString();
  return isUtf8(bytes) ? { text, line, offset, ranges } : { text, bytes, line, offset, ranges };
}
