import path from "node:path";
import { DISK } from "../../../git/disk/disk.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { documentedCommands } from "./documentedParts.ts";
import { sourceOfEntry } from "../manifests/entryPoints.ts";
import type { Command } from "../manifests/manifest.ts";
import { isManifest, readManifest } from "../manifests/readManifest.ts";
import { kindOf } from "../ranking/fileKinds.ts";
import type { CodeFile } from "../ranking/passages.ts";
import { folderOf, type OverviewPlace, type OverviewServices, type Stated } from "./overviewSources.ts";
import type { ReadFile } from "../named/readFiles.ts";

/** Something that is typed to start, build or test a program. */
export interface CommandFacts extends Omit<Command, "line">, Stated {
  /** What a document says of it. */
  readonly said?: Stated;
  /** A file that it runs and that does not exist. */
  readonly lacks?: string;
}

/** What a manifest says of a folder. */
export interface ManifestFacts {
  /** The folder that it is in. */
  readonly folder: string;
  readonly description: Stated | undefined;
  readonly commands: readonly CommandFacts[];
  /** The files where it says that the program begins. */
  readonly entries: readonly string[];
}

const MANIFESTS_READ = 8;

/** The manifests of a folder, or else those nearest to its top. */
export async function manifestsOf(
  { path: folder, isWhole }: OverviewPlace,
  within: readonly CodeFile[],
  services: OverviewServices,
): Promise<readonly ManifestFacts[]> {
  const depthOf = ({ path: file }: CodeFile) => file.slice(folder.length).split("/").filter(Boolean).length;
  const all = within.filter(
    ({ path: file }) => isManifest(path.posix.basename(file)) && kindOf(file) !== "test" && kindOf(file) !== "example",
  );
  const least = Math.min(...all.map(depthOf));
  const nearest = all.filter((file) => depthOf(file) === least && least <= (isWhole ? 3 : 2)).slice(0, MANIFESTS_READ);
  const found: ManifestFacts[] = [];
  for (const { file, lines } of await services.read(nearest)) {
    const own = folderOf(file.path);
    const paths = new Set(
      [...services.paths].flatMap((each) =>
        own === "" ? [each] : each.startsWith(`${own}/`) ? [each.slice(own.length + 1)] : [],
      ),
    );
    const { description, commands, entries } = readManifest(path.posix.basename(file.path), lines, {
      has: (name) => paths.has(name),
      paths: [...paths],
    });
    const place = (line: number) => ({ file, startLine: line, endLine: line });
    found.push({
      folder: own,
      description: description && { text: description.text, ...place(description.line) },
      commands: await Promise.all(
        commands.map(async ({ line, ...command }) => {
          const lacks = await lackOf(command.runs ?? "", own, paths, file, services.codeBase);
          return { ...command, ...place(line), ...(lacks !== undefined && { lacks }) };
        }),
      ),
      entries: entries.flatMap((entry) => {
        const source = sourceOfEntry(entry, paths);
        return source === undefined ? [] : [own === "" ? source : `${own}/${source}`];
      }),
    });
  }
  return found;
}

const RUN_FILE =
  /(?<![\w@/.*${}-])(?:\.\/)?((?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*\.(?:[cm]?[jt]sx?|py|rb|sh|php|pl))(?![\w/*{}-]|\.\w)/;

/** The file that a command runs, if it is neither listed nor ignored, nor likely to be built first. */
async function lackOf(
  runs: string,
  folder: string,
  paths: ReadonlySet<string>,
  manifest: CodeFile,
  codeBase: CodeBase,
): Promise<string | undefined> {
  const named = /(?:^|&&\s*)(?:node|python3?|ruby|php|perl|(?:ba)?sh|ts-node|tsx|deno run|bun)\s/.test(runs)
    ? RUN_FILE.exec(runs)?.[1]
    : undefined;
  if (named === undefined || paths.has(named) || /\bcd\s|--prefix/.test(runs)) return undefined;
  const whole = folder === "" ? named : `${folder}/${named}`;
  const onDisk = kindOf(whole) === "built" ? undefined : codeBase.fileOf(manifest.repository, whole);
  return onDisk === undefined || (await DISK.isFile(onDisk)) ? undefined : whole;
}

const OTHERS_AT_MOST = 2;

/** What is typed to start, build and test it, each once; few others. */
export function chosenCommands(commands: readonly CommandFacts[]): readonly CommandFacts[] {
  const once = commands.filter(
    ({ text, file }, at) => commands.findIndex((other) => other.text === text && other.file === file) === at,
  );
  const of = (kind: Command["kind"], most: number) => once.filter((command) => command.kind === kind).slice(0, most);
  return [...of("start", 3), ...of("build", 3), ...of("test", 3), ...of("other", OTHERS_AT_MOST)];
}

/** The same commands, with what documents say of them. */
export function saidOfCommands(
  commands: readonly CommandFacts[],
  documents: readonly ReadFile[],
): readonly CommandFacts[] {
  const documented = documents.flatMap(({ file, lines }) =>
    documentedCommands(lines).map(({ name, text, line }) => ({ name, text, file, startLine: line, endLine: line })),
  );
  return commands.map((command) => {
    const said = documented.find(({ name }) => name === command.text || name.startsWith(`${command.text} `));
    return said ? { ...command, said } : command;
  });
}
