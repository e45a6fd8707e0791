import { l10n } from "../../base/l10n.ts";
import type { CodeFile } from "../ranking/passages.ts";
import { codeSpan, labelOf, linkTo, plain } from "../named/answerParts.ts";
import type { CommandFacts } from "./overviewCommands.ts";
import type { OverviewFacts } from "./overviewFacts.ts";
import type { Overviews } from "./overviewAnswer.ts";
import type { PartFacts } from "./overviewParts.ts";
import type { Stated } from "./overviewSources.ts";

/** Tells what is known of folders or repositories as a whole. */
export async function overviewsText(
  { overviews, further }: Overviews,
  revisionOf: (file: CodeFile) => Promise<string>,
): Promise<readonly string[]> {
  const isOneOfSeveral = overviews.length > 1;
  const texts = await Promise.all(overviews.map((facts) => overviewText(facts, { isOneOfSeveral, revisionOf })));
  return [
    ...texts.flat(),
    ...(further.length > 0
      ? [
          l10n.t(
            "**Also open:** {0}. Name one to learn about it.",
            further.map(({ repository }) => codeSpan(repository.name)).join(", "),
          ),
        ]
      : []),
  ];
}

/** Tells what is known of a folder as a whole, a paragraph or a list for each thing, and where each is said. */
async function overviewText(
  { folder, about, commands, parts, furtherParts, beginning, tests }: OverviewFacts,
  {
    isOneOfSeveral,
    revisionOf,
  }: { readonly isOneOfSeveral: boolean; readonly revisionOf: (file: CodeFile) => Promise<string> },
): Promise<readonly string[]> {
  const link = async (place: Omit<Stated, "text">, label = codeSpan(labelOf(place))) =>
    `[${label}](${linkTo({ ...place, revision: await revisionOf(place.file) })})`;
  const list = async <T>(title: string, all: readonly T[], line: (each: T) => Promise<string>, more = 0) =>
    all.length === 0
      ? []
      : [
          [
            title,
            "",
            ...(await Promise.all(all.map(async (each) => `- ${await line(each)}`))),
            ...(more > 0 ? [`- ${l10n.t("and {0} more", l10n.number(more))}`] : []),
          ].join("\n"),
        ];
  const commandLine = async ({ text, runs, said, lacks, ...place }: CommandFacts) =>
    [
      codeSpan(text),
      said
        ? `${plain(said.text)} · ${await link(said)}`
        : runs !== undefined && codeSpan(runs.length > RUNS_AT_MOST ? `${runs.slice(0, RUNS_AT_MOST)}…` : runs),
      await link({ file: place.file, startLine: place.startLine, endLine: place.endLine }),
      lacks !== undefined && `**${l10n.t("{0} is not there.", codeSpan(lacks))}**`,
    ]
      .filter(Boolean)
      .join(" · ");
  const pathOf = (path: string) => (folder.path === "" ? path : path.slice(folder.path.length + 1));
  const partLine = async ({ path, isFolder, count, said, defines, isTests, file }: PartFacts) => {
    const names = await Promise.all(defines.map(({ text, ...place }) => link(place, codeSpan(text))));
    return [
      codeSpan(isFolder ? `${pathOf(path)}/` : pathOf(path)),
      isFolder && (count === 1 ? l10n.t("1 file") : l10n.t("{0} files", l10n.number(count))),
      said ? plain(said.text) : isTests && l10n.t("tests"),
      said && (await link(said)),
      names.length > 0 && l10n.t("defines {0}", names.join(", ")),
      !said && names.length === 0 && file && (await link({ file, startLine: 0, endLine: 0 }, codeSpan(file.path))),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  const WHY = {
    document: l10n.t("describes the parts"),
    manifest: l10n.t("named by the manifest as where it begins"),
    entry: l10n.t("where it begins, by its name"),
    largest: l10n.t("the largest definition"),
  };
  const testing = tests.folders.map(({ path, count, file }) =>
    link({ file, startLine: 0, endLine: 0 }, codeSpan(path === "" ? file.path : `${path}/`)).then(
      (where) => `${where} (${l10n.number(count)})`,
    ),
  );
  const runs = commands.filter(({ kind }) => kind === "test").map(({ text }) => codeSpan(text));
  return [
    ...(isOneOfSeveral ? [`**${codeSpan(folder.repository.name)}**`] : []),
    ...(about
      ? [l10n.t("**What it is:** {0} · {1}", plain(about.text), await link(about))]
      : folder.isWhole
        ? [l10n.t("**What it is:** no readme, no manifest and no comment at the head of its code says that.")]
        : []),
    ...(await list(l10n.t("**Built, started and tested:**"), commands, commandLine)),
    ...(await list(l10n.t("**In it:**"), parts, partLine, furtherParts)),
    ...(await list(l10n.t("**Where to begin to read:**"), beginning, async ({ text, why, ...place }) =>
      [text !== "" && codeSpan(text), await link(place), WHY[why]].filter(Boolean).join(" · "),
    )),
    ...(tests.count === 0
      ? folder.isWhole
        ? [l10n.t("**Tests:** no file is called like one.")]
        : []
      : [
          [
            l10n.t("**Tests:** {0} in {1}", testFiles(tests.count), (await Promise.all(testing)).join(", ")),
            ...(runs.length > 0 ? [l10n.t("run by {0}", runs.join(", "))] : []),
          ].join(" · "),
        ]),
  ];
}

const RUNS_AT_MOST = 100;

function testFiles(count: number): string {
  return count === 1 ? l10n.t("1 file") : l10n.t("{0} files", l10n.number(count));
}
