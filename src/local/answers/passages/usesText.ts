import { isOfTests, type Uses, type UsePlace } from "./uses.ts";
import { clip, codeSpan, labelOf, linkTo, searchLink } from "../named/answerParts.ts";
import { l10n } from "../../base/l10n.ts";

/** Where a name is defined and used, each place at the revision that has it like this. */
export interface CitedUses extends Pick<
  Uses,
  "name" | "isQualified" | "unknownOwner" | "isCut" | "notLookedAt" | "built" | "only" | "areMembers"
> {
  readonly definitions: readonly CitedPlace[];
  /** How many there are, including those that are not among `definitions`. */
  readonly definitionCount: number;
  readonly uses: readonly CitedPlace[];
  /** How many there are, including those that are not among `uses`. */
  readonly useCount: number;
  readonly others?: Omit<NonNullable<Uses["others"]>, "first"> & { readonly first: readonly CitedPlace[] };
}

export interface CitedPlace extends UsePlace {
  readonly revision: string;
  /** The text of the line. */
  readonly text: string;
}

/** The paragraphs and lists that say where a name is defined and used. */
export function usesText(cited: CitedUses, several: boolean): readonly string[] {
  const {
    name,
    unknownOwner,
    definitions,
    definitionCount,
    uses,
    useCount,
    isQualified,
    isCut,
    notLookedAt,
    built = [],
    only,
    areMembers,
    others,
  } = cited;
  const placeOf = ({ file, line, revision }: CitedPlace) => {
    const lines = { file, startLine: line, endLine: line, revision };
    return `[${codeSpan(labelOf(lines))}](${linkTo(lines)})${several ? ` — ${file.repository.name}` : ""}`;
  };
  const listed = (places: readonly CitedPlace[], around: (place: CitedPlace) => string | undefined) =>
    places
      .map((place) => {
        const text = codeSpan(clip(place.text, place.text.indexOf(name)));
        return `- ${around(place) ? `${codeSpan(around(place) ?? "")} · ` : ""}${placeOf(place)} · ${text}`;
      })
      .join("\n");
  const otherUses = ({ first, inCode, inTests }: NonNullable<CitedUses["others"]>) => {
    const within = ({ within: name }: CitedPlace) => name;
    const [tests, code] = [true, false].map((is) => first.filter((place) => isOfTests(place) === is));
    return [
      ...(code?.length ? [countWords(inCode, isCut), listed(code, within)] : []),
      ...(tests?.length ? [testWords(name, inTests), listed(tests, within)] : []),
    ];
  };
  const unknown =
    unknownOwner === undefined ? [] : [l10n.t("**There is no {0}** in what was searched.", codeSpan(unknownOwner))];
  const byNameAlone = l10n.t(
    "Uses are found by the name {0} alone: some may belong to something else.",
    codeSpan(name),
  );
  if (only === "definitions") {
    const isWhole = definitionCount <= definitions.length && !isCut;
    return [
      ...unknown,
      definitionWords(definitionCount, isCut),
      listed(definitions, ({ owner }) => owner),
      ...(uses.length > 0
        ? [areMembers ? l10n.t("**In it:**") : extensionWords(useCount), listed(uses, ({ within }) => within)]
        : []),
      ...(others ? otherUses(others) : []),
      ...(isQualified && others && others.first.length > 0 ? [byNameAlone] : []),
      ...(notLookedAt.length > 0 ? [notLookedAtText(notLookedAt)] : []),
      ...(built.length > 0 ? [builtText(built)] : []),
      ...(isWhole ? [] : [l10n.t("The search {0} lists all of them.", searchLink(`type:symbol ^${name}$`))]),
    ];
  }
  return [
    ...unknown,
    ...(definitions.length > 0 ? [l10n.t("**Defined:** {0}", definitions.map(placeOf).join(", "))] : []),
    only === undefined ? countWords(useCount, isCut) : (only === "tests" ? testWords : heirWords)(name, useCount),
    ...(uses.length > 0 ? [listed(uses, ({ within }) => within)] : []),
    ...(notLookedAt.length > 0 ? [notLookedAtText(notLookedAt)] : []),
    ...(built.length > 0 ? [builtText(built)] : []),
    ...(isQualified ? [byNameAlone] : []),
    ...(useCount > uses.length || isCut
      ? [l10n.t("The search {0} lists all of them.", searchLink(`type:use ${name}`))]
      : []),
  ];
}

function definitionWords(count: number, isCut: boolean): string {
  if (isCut)
    return count === 1
      ? l10n.t("**Defined in 1 place at least:**")
      : l10n.t("**Defined in {0} places at least:**", l10n.number(count));
  return count === 1 ? l10n.t("**Defined in 1 place:**") : l10n.t("**Defined in {0} places:**", l10n.number(count));
}

function extensionWords(count: number): string {
  return count === 1 ? l10n.t("**Extended in 1 place:**") : l10n.t("**Extended in {0} places:**", l10n.number(count));
}

function testWords(name: string, count: number): string {
  if (count === 0) return l10n.t("**No test** uses {0} by its name.", codeSpan(name));
  return count === 1 ? l10n.t("**Tested in 1 place:**") : l10n.t("**Tested in {0} places:**", l10n.number(count));
}

function heirWords(name: string, count: number): string {
  const named = codeSpan(name);
  return count === 1
    ? l10n.t("**1 place extends or implements {0}:**", named)
    : l10n.t("**{0} places extend or implement {1}:**", l10n.number(count), named);
}

const PATHS_LISTED = 8;

function notLookedAtText(paths: readonly string[]): string {
  return paths.length === 1
    ? l10n.t("1 file that contains the name was not looked at: {0}", firstOf(paths))
    : l10n.t("{0} files that contain the name were not looked at: {1}", l10n.number(paths.length), firstOf(paths));
}

function builtText(paths: readonly string[]): string {
  return paths.length === 1
    ? l10n.t("1 file that is built from these is not listed: {0}", firstOf(paths))
    : l10n.t("{0} files that are built from these are not listed: {1}", l10n.number(paths.length), firstOf(paths));
}

function firstOf(paths: readonly string[]): string {
  return paths.slice(0, PATHS_LISTED).map(codeSpan).join(", ") + (paths.length > PATHS_LISTED ? ", …" : "");
}

function countWords(count: number, isCut: boolean): string {
  if (isCut)
    return count === 0
      ? l10n.t("**No use found** in the files that were looked at.")
      : count === 1
        ? l10n.t("**Used in 1 place at least:**")
        : l10n.t("**Used in {0} places at least:**", l10n.number(count));
  if (count === 0) return l10n.t("**Not used** in code.");
  return count === 1 ? l10n.t("**Used in 1 place:**") : l10n.t("**Used in {0} places:**", l10n.number(count));
}
