import { indentOf } from "../../../core/text/blocks.ts";
import type { Definition } from "../../../core/text/outline.ts";
import type { FileInRepository } from "../../code/files/codeBase.ts";
import { l10n } from "../../base/l10n.ts";
import type { Importer } from "../named/importers.ts";
import type { CodeFile } from "../ranking/passages.ts";
import { clip, codeSpan, labelOf, linkTo } from "../named/answerParts.ts";
import type { MissingName, NamedFile } from "../named/namedFiles.ts";

/** What a question names, as it is told above the passages. */
export interface CitedNamed {
  readonly files: readonly CitedNamedFile[];
  /** Further files that are called so. */
  readonly others: readonly FileInRepository[];
  readonly folders: readonly { readonly folder: FileInRepository; readonly files: readonly FileInRepository[] }[];
  readonly missing: readonly MissingName[];
}

export interface CitedNamedFile extends Pick<NamedFile, "lines" | "lack" | "isIgnored"> {
  readonly file: CodeFile;
  /** Unset if nothing of it can be shown. */
  readonly revision: string | undefined;
  /** Who imports it, as far as it was asked for, and how many there are. */
  readonly importers:
    | {
        readonly first: readonly (Importer & { readonly revision: string })[];
        readonly count: number;
        readonly isCut: boolean;
      }
    | undefined;
  /** The first tests of it, if it is asked for these. */
  readonly tests: readonly { readonly file: CodeFile; readonly revision: string }[];
  /** Those that are listed; none if something else is asked about the file than what it is. */
  readonly definitions: readonly Definition[];
}

const DEFINITIONS_LISTED = 24;
const ENTRIES_LISTED = 40;
const OTHERS_LISTED = 5;

/** The paragraphs that say what is not there, then what is: of a file its definitions, of a folder what is in it. */
export function namedText(
  { files, others, folders, missing }: CitedNamed,
  { several, listsFolders }: { readonly several: boolean; readonly listsFolders: boolean },
): readonly string[] {
  const nameOf = namer(several);
  return [
    ...missing.map((name) => missingText(name, nameOf)),
    ...files.flatMap((named) => [
      fileText(named, nameOf),
      ...testsText(named),
      ...definitionsText(named),
      ...importersText(named),
    ]),
    ...othersText(others, nameOf),
    ...folders.flatMap(({ folder, files: within }) => [
      l10n.t("**You asked about:** {0}", nameOf(folder)),
      ...(listsFolders ? entriesText(folder, within) : []),
    ]),
  ];
}

/** Names files by their paths, and by their repositories if there are several. */
export function namer(several: boolean): (file: FileInRepository) => string {
  return ({ repository, path }) => codeSpan(path) + (several ? ` — ${repository.name}` : "");
}

/** The first of the other files that a name may mean, and how many more there are. */
export function othersText(
  others: readonly FileInRepository[],
  nameOf: (file: FileInRepository) => string,
): readonly string[] {
  if (others.length === 0) return [];
  const first = others.slice(0, OTHERS_LISTED).map(nameOf).join(", ");
  const more = others.length - OTHERS_LISTED;
  return more > 0
    ? [l10n.t("**Also called so:** {0} and {1} more", first, l10n.number(more))]
    : [l10n.t("**Also called so:** {0}", first)];
}

function missingText({ text, isOutside, closest }: MissingName, nameOf: (file: FileInRepository) => string): string {
  if (isOutside) return l10n.t("**{0} is not in an open folder.** Only files in these are read.", codeSpan(text));
  return closest.length === 0
    ? l10n.t("**There is no {0}** in what was searched.", codeSpan(text))
    : l10n.t("**There is no {0}** in what was searched. Closest: {1}", codeSpan(text), closest.map(nameOf).join(", "));
}

function fileText(
  { file, revision, lines, lack, isIgnored }: CitedNamedFile,
  nameOf: (file: FileInRepository) => string,
): string {
  const whole = { file, startLine: 0, endLine: Math.max(0, lines.length - 1) };
  const name =
    revision === undefined
      ? nameOf(file)
      : nameOf(file).replace(codeSpan(file.path), `[$&](${linkTo({ ...whole, revision })})`);
  const lacks = {
    binary: l10n.t("It is not text, so nothing of it can be shown."),
    large: l10n.t("It is large: only its beginning was read."),
    refused: l10n.t("It can't be read."),
  };
  return [
    l10n.t("**You asked about:** {0}", name),
    isIgnored && l10n.t("It is ignored, so searches leave it out."),
    lack && lacks[lack],
  ]
    .filter(Boolean)
    .join(" · ");
}

function definitionsText({ file, revision, lines, definitions }: CitedNamedFile): readonly string[] {
  if (revision === undefined || definitions.length === 0) return [];
  const listed = outermost(definitions, lines).map(({ name, line, endLine }) => {
    const place = { file, startLine: line, endLine, revision };
    return `- ${codeSpan(name)} · [${codeSpan(labelOf(place))}](${linkTo(place)}) · ${codeSpan(clip(lines[line]?.trim() ?? ""))}`;
  });
  const more = definitions.length - listed.length;
  return [[l10n.t("**In it:**"), "", ...listed, ...(more > 0 ? [moreText(more)] : [])].join("\n")];
}

/** Where not all are listed, those that are in others are left out first. */
function outermost(definitions: readonly Definition[], lines: readonly string[]): readonly Definition[] {
  const depthOf = ({ line }: Definition) => indentOf(lines[line] ?? "");
  return definitions
    .toSorted((a, b) => depthOf(a) - depthOf(b))
    .slice(0, DEFINITIONS_LISTED)
    .sort((a, b) => a.line - b.line);
}

function importersText({ importers, file }: CitedNamedFile): readonly string[] {
  if (!importers) return [];
  const { first, count, isCut } = importers;
  if (count === 0)
    return isCut
      ? []
      : [l10n.t("**Used by:** no file that says so in an import or by the name of {0}.", codeSpan(file.path))];
  const links = first.map(({ file: importer, line, revision }) => {
    const place = { file: importer, startLine: line, endLine: line, revision };
    return `[${codeSpan(labelOf(place))}](${linkTo(place)})`;
  });
  const more = count - first.length;
  const listed = more > 0 ? l10n.t("{0} and {1} more", links.join(", "), l10n.number(more)) : links.join(", ");
  return [
    isCut
      ? l10n.t("**Used by:** {0}, and perhaps by others: too many files contain its name.", listed)
      : l10n.t("**Used by:** {0}", listed),
  ];
}

function testsText({ tests }: CitedNamedFile): string[] {
  const links = tests.map(({ file, revision }) => {
    const place = { file, startLine: 0, endLine: 0, revision };
    return `[${codeSpan(file.path)}](${linkTo(place)})`;
  });
  return links.length > 0 ? [l10n.t("**Tested in:** {0}", links.join(", "))] : [];
}

/** Its files, and its folders with how many files they have. */
function entriesText({ path }: FileInRepository, files: readonly FileInRepository[]): readonly string[] {
  const entries = new Map<string, number>();
  for (const file of files) {
    const [first = "", ...deeper] = file.path.slice(path.length + 1).split("/");
    const entry = deeper.length > 0 ? `${first}/` : first;
    entries.set(entry, (entries.get(entry) ?? 0) + 1);
  }
  const listed = [...entries].slice(0, ENTRIES_LISTED).map(([entry, count]) => {
    if (!entry.endsWith("/")) return `- ${codeSpan(entry)}`;
    return `- ${codeSpan(entry)} · ${count === 1 ? l10n.t("1 file") : l10n.t("{0} files", l10n.number(count))}`;
  });
  const more = entries.size - listed.length;
  return listed.length === 0
    ? []
    : [[l10n.t("**In it:**"), "", ...listed, ...(more > 0 ? [moreText(more)] : [])].join("\n")];
}

function moreText(count: number): string {
  return `- ${l10n.t("and {0} more", l10n.number(count))}`;
}
