import { linesOf } from "../../../core/text/lines.ts";
import { readRegular } from "../../../git/disk/disk.ts";
import { toUtf8 } from "../../code/encodings/utf8.ts";
import type { CodeBase, FileInRepository } from "../../code/files/codeBase.ts";
import type { NamedPlace } from "../questions/questionContext.ts";

/** This much of a place says what it is about. */
const LINES_AT_MOST = 400;

/** Whether a place that a question names is this very file. */
export function isNamed(file: FileInRepository | undefined, places: readonly NamedPlace[]): boolean {
  return file !== undefined && places.some((place) => isInRepository(file, place) && isAt(file.path, place.path));
}

/** Whether a place that a question names is a folder that this file is in. */
export function isInNamedFolder(file: FileInRepository, places: readonly NamedPlace[]): boolean {
  return places.some(
    (place) => place.path !== undefined && isInRepository(file, place) && `/${file.path}`.includes(`/${place.path}/`),
  );
}

/** Whether a file is in this very folder, or in one below. */
export function isInFolder(file: FileInRepository, folder: FileInRepository): boolean {
  return file.repository === folder.repository && file.path.startsWith(`${folder.path}/`);
}

/** The code at the places that a question names with their repository; those that aren't served are left out. */
export async function readNamedCode(
  codeBase: CodeBase,
  places: readonly NamedPlace[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const texts = await Promise.all(
    places.map(async ({ repository: name, path, startLine = 0, endLine = Infinity }) => {
      const repository = codeBase.repositories.find((candidate) => candidate.name === name);
      const file = repository && path !== undefined ? codeBase.fileOf(repository, path) : undefined;
      const content = file && (await readRegular(file, { signal }).catch(() => undefined));
      const text = content && (await toUtf8(content, codeBase.encodings.of(file)));
      if (text === undefined) return undefined;
      return linesOf(text.toString())
        .slice(startLine, Math.min(endLine + 1, startLine + LINES_AT_MOST))
        .join("\n");
    }),
  );
  signal.throwIfAborted();
  return texts.filter((text) => text !== undefined);
}

function isInRepository({ repository }: FileInRepository, place: NamedPlace): boolean {
  return place.repository === undefined || place.repository === repository.name;
}

function isAt(path: string, named: string | undefined): boolean {
  return (
    named !== undefined &&
    (path === named || path.endsWith(`/${named}`) || (path.includes("/") && named.endsWith(`/${path}`)))
  );
}
