// What has been collected, in a folder that git ignores: `coverage/NAME` has a file for each test file, with the keys
// of what it reached.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { ROOT } from "../editor/places.mjs";

export interface Piece {
  /** The test file's path in the checkout, with slashes. */
  readonly file: string;
  readonly seconds: number;
  readonly hasPassed: boolean;
  /** Of the elements that it reached. */
  readonly keys: readonly string[];
}

export function hasPiece(collection: string, file: string): boolean {
  return existsSync(pathOf(collection, file));
}

/** Keeps a piece, whole or not at all. */
export function writePiece(collection: string, piece: Piece): void {
  const path = pathOf(collection, piece.file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(piece));
  renameSync(`${path}.new`, path);
}

export function readPieces(collection: string): Piece[] {
  const folder = folderOf(collection);
  if (!existsSync(folder))
    throw new Error(`Nothing is collected as ${collection}: npm run coverage -- collect ${collection}`);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Piece);
}

/** Everything that any test file reached. */
export function reachedBy(collection: string): Set<string> {
  return new Set(readPieces(collection).flatMap(({ keys }) => keys));
}

export function folderOf(collection: string): string {
  return join(ROOT, "coverage", collection);
}

function pathOf(collection: string, file: string): string {
  return join(folderOf(collection), `${file.split("/").join(sep)}.json`);
}
