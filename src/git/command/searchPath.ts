import { accessSync, constants, statSync } from "node:fs";
import path, { type PlatformPath } from "node:path";
import { contains } from "../repositories/repositories.ts";

/** Where a program is looked for, and what counts as one. */
export interface ProgramOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly system?: PlatformPath;
  readonly isProgram?: (file: string) => boolean;
  /** Programs that are skipped. */
  readonly besides?: readonly string[];
  /** Folders that are searched after those of the PATH, by the same rules. */
  readonly further?: readonly string[];
}

/**
 * The folders in which programs are looked for when something is run in `folder`, which is not trusted: those of the
 * PATH without `folder`, anything in it, and relative ones, which depend on the current folder.
 */
export function searchPath(
  folder: string,
  { env = process.env, system = path, further = [] }: Pick<ProgramOptions, "env" | "system" | "further"> = {},
): readonly string[] {
  const isWindows = system.sep === "\\";
  const value = Object.entries(env).find(([name]) => (isWindows ? name.toUpperCase() : name) === "PATH")?.[1] ?? "";
  return [...value.split(system.delimiter), ...further]
    .map((given) => (isWindows ? given.replaceAll('"', "") : given))
    .filter((given) => (isWindows ? /^(?:[a-z]:|[\\/])[\\/]/i.test(given) : given.startsWith("/")))
    .filter((given) => !contains(folder, system.resolve(given), system));
}

/**
 * The full path of the program with a given name, to be run in a folder that is not trusted; see {@link searchPath}.
 * Given only a name, Windows would look in the folder itself before the PATH. `undefined` if there is none.
 */
export function findProgram(name: string, folder: string, options: ProgramOptions = {}): string | undefined {
  const { system = path, isProgram = canBeRun, besides = [] } = options;
  // Files with other endings, such as .cmd, are not programs but shell scripts.
  const endings = system.sep === "\\" ? [".com", ".exe"] : [""];
  for (const place of searchPath(folder, options)) {
    const found = endings
      .map((ending) => system.join(place, name + ending))
      .find((file) => !besides.includes(file) && isProgram(file));
    if (found !== undefined) return found;
  }
  return undefined;
}

function canBeRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
