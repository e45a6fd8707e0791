import { languageOf } from "./languages.ts";
import { linesOf } from "./lines.ts";
import { isNotebook } from "./notebookFile.ts";

/** A cell of a notebook, and where its text is in the file. */
export interface NotebookCell {
  readonly kind: "code" | "text";
  /** Zero-based: the line of the file with the first of {@link lines}; each further one is on the next line. */
  readonly startLine: number;
  readonly lines: readonly string[];
}

/** A Jupyter notebook. */
export interface Notebook {
  /** In order, including those without text. */
  readonly cells: readonly NotebookCell[];
  /** Of the code in it. */
  readonly language: string;
}

/**
 * Reads a notebook as Jupyter and VS Code write it (nbformat 4): JSON with each line of a cell on a line of its own.
 * `undefined` if it is written differently. Only these lines are parsed: the output of cells may be many times as long.
 */
export function readNotebook(text: string): Notebook | undefined {
  const lines = linesOf(text);
  const cells: NotebookCell[] = [];
  let indentation: string | undefined;
  lines.forEach((line, at) => {
    const [, indent, key, value = ""] = /^(\s+)"(cell_type|source)": ?(.*)$/.exec(line) ?? [];
    if (key === "cell_type") indentation ??= indent;
    if (key === undefined || indent !== indentation) return; // also in the output of a cell
    const cell = cells.at(-1);
    if (key === "cell_type")
      cells.push({ kind: value.startsWith('"code"') ? "code" : "text", startLine: at, lines: [] });
    else if (cell?.lines.length === 0) cells.splice(-1, 1, { ...cell, ...sourceAt(lines, at, value) });
  });
  return cells.length > 0 ? { cells, language: languageIn(text) } : undefined;
}

/**
 * The index of the cell that some lines of the file (zero-based, inclusive) belong to; -1 if there is none. Of several
 * cells, code comes before text, then the one with most of the lines.
 */
export function cellWith(cells: readonly NotebookCell[], startLine: number, endLine: number): number {
  const shares = cells.map(({ kind, startLine: first, lines }) => {
    const count = Math.min(endLine, first + lines.length - 1) - Math.max(startLine, first) + 1;
    return count <= 0 ? 0 : kind === "code" ? count + 1_000_000 : count;
  });
  const most = Math.max(0, ...shares);
  return most === 0 ? -1 : shares.indexOf(most);
}

/** The text of a cell: a list of lines, or one that is on a single line. */
function sourceAt(
  lines: readonly string[],
  at: number,
  value: string,
): Pick<NotebookCell, "startLine" | "lines"> | undefined {
  if (value.trim() !== "[") {
    const whole = parsed(value);
    const all = typeof whole === "string" ? [whole] : Array.isArray(whole) ? whole.map(String) : [];
    return { startLine: at, lines: all.length > 0 ? [inOneLine(all.join(""))] : [] };
  }
  const found: string[] = [];
  for (let next = at + 1; next < lines.length; next++) {
    const json = lines[next] ?? "";
    const line = STRING.test(json) ? parsed(json) : undefined; // throwing for each cell would take seconds
    if (typeof line !== "string") break;
    found.push(inOneLine(line));
  }
  return { startLine: at + 1, lines: found };
}

const STRING = /^\s*"[^"\\]*(?:\\.[^"\\]*)*",?\s*$/;

/** Converts a column in a line of the file to one in the line of the cell: after its text, to the end of that. */
export function columnInCell(line: string, column: number): number {
  const [head = ""] = /^\s*(?:"source": ?\[?\s*)?"/.exec(line) ?? [];
  const before = line.slice(head.length, Math.max(head.length, column));
  const whole = /^[^"\\]*(?:\\(?:u[\da-f]{4}|[^u])[^"\\]*)*/i.exec(before)?.[0] ?? "";
  const text = parsed(`"${whole}"`);
  return typeof text === "string" ? text.length : 0;
}

/** `undefined` for anything that is not JSON. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value.trim().replace(/,$/, ""));
  } catch {
    return undefined;
  }
}

function inOneLine(text: string): string {
  return text.replace(/\r?\n$/, "").replace(/\s*[\r\n]+/g, " ");
}

/** As the notebook says after its cells; Python if it doesn't. */
function languageIn(text: string): string {
  const about = text.slice(Math.max(0, text.lastIndexOf('"language_info"'))).slice(0, ABOUT_AT_MOST);
  const [, extension = ".py"] = /"file_extension": ?"(\.\w+)"/.exec(about) ?? [];
  return languageOf(`code${extension}`) ?? "Python";
}

const ABOUT_AT_MOST = 4000;

/**
 * A file as a person reads it, and its language if its name doesn't tell: for a notebook the code and, as comments, the
 * texts of its cells, each on the line where it is in the file.
 */
export function readableText(path: string, text: string): { readonly text: string; readonly language?: string } {
  const notebook = isNotebook(path) ? readNotebook(text) : undefined;
  return notebook ? { text: textOfNotebook(notebook, linesOf(text).length), language: notebook.language } : { text };
}

/** Lines that belong to no cell are empty. */
function textOfNotebook({ cells, language }: Notebook, lineCount: number): string {
  const comment = HASHED.has(language) ? "#" : "//";
  const lines = Array.from({ length: lineCount }, () => "");
  for (const { kind, startLine, lines: own } of cells)
    own.forEach((line, at) => {
      lines[startLine + at] = kind === "code" ? line : `${comment} ${line}`.trimEnd();
    });
  return lines.join("\n");
}

/** Languages whose comments begin with `#`. */
const HASHED: ReadonlySet<string> = new Set(["Python", "R", "Julia", "Ruby", "Shell", "PowerShell", "Perl", "Elixir"]);
