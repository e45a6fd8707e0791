import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** The names of the hostile answers that are stored in files. */
export const hostileNames: readonly string[] = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".md"));

/** The text of one hostile answer. */
export function hostileAnswer(name: string): string {
  return readFileSync(path.join(import.meta.dirname, name), "utf8");
}
