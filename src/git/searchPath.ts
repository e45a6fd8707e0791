import { accessSync, constants, statSync } from "node:fs";
import path, { type PlatformPath } from "node:path";
import { contains } from "./repositories.ts";

/** Where a program of some name is looked for, and whether there is one. */
export interface ProgramOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly system?: PlatformPath;
  readonly isProgram?: (file: string) => boolean;
  /** Programs that are passed over. */
  readonly besides?: readonly string[];
  /** Folders that are looked into after those of the PATH, by the same rules. */
  readonly further?: readonly string[];
}

/**
 * The folders in which programs are looked for while something is run in `folder`, which is not trusted: those of the PATH
 * without `folder`, what is in it, and what is relative and so depends on where something is run.
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
 * The full path of the program that a name stands for in a folder that is not trusted; see {@link searchPath}. Where only
 * the name is given, Windows looks in the folder itself before the PATH. `undefined` where there is none.
 */
export function findProgram(name: string, folder: string, options: ProgramOptions = {}): string | undefined {
  const { system = path, isProgram = canBeRun, besides = [] } = options;
  // Others, such as .cmd, are not programs but texts for a shell.
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
