import { l10n } from "../../base/l10n.ts";
import type { Engine } from "../../code/engine/engine.ts";
import type { CodeBase } from "../../code/files/codeBase.ts";
import { HeldBackCache } from "../../code/files/heldBackCache.ts";
import type { SearchOutput } from "../results/searchOutput.ts";
import { findLinksOut } from "./linksOut.ts";
import { heldBackFiles, linksOut } from "./skippedFiles.ts";

/** Reports how many files are held back from who asks, if any: the same number for every query. */
export async function tellHeldBack(
  engine: Engine,
  output: SearchOutput,
  {
    heldBack = new HeldBackCache(),
    signal,
  }: { readonly heldBack?: HeldBackCache | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { access, folders } = engine.codeBase;
  if (access.asker === "person") return;
  const count = await heldBack.count(folders, () => countHeldBack(engine, signal));
  if (count > 0) output.skip(heldBackFiles(count));
}

/** How many of all served files are held back from who sees the code base like this. */
async function countHeldBack(engine: Engine, signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const each of engine.list({ signal })) if ("leftOut" in each && each.leftOut === "heldBack") count++;
  return count;
}

/** Reports what no search finds in some folders: what is ignored, and what links lead to. */
export async function tellLeftOut(
  codeBase: CodeBase,
  folders: readonly string[],
  output: SearchOutput,
  signal: AbortSignal,
): Promise<void> {
  const { access, excludes } = codeBase;
  const isUnheeded = (folder: string) => access.asker === "person" && excludes.unheededAt(folder) === "all";
  const isIgnoredSearched = folders.every(isUnheeded);
  output.skip({
    reason: "ignored",
    title: isIgnoredSearched ? l10n.t("Some files are not searched") : l10n.t("Ignored files are not searched"),
    message: [
      isIgnoredSearched
        ? l10n.t("The search leaves out the contents of binary files.")
        : l10n.t(
            "The search leaves out files matched by `.gitignore`, `.ignore` or `.rgignore`, and the contents of binary files.",
          ),
      ...(excludes.all.some(({ globs }) => globs.length > 0)
        ? [l10n.t("It also leaves out what `files.exclude` and `search.exclude` name in the editor's settings.")]
        : []),
    ].join(" "),
    isCut: false,
  });
  const links = (await findLinksOut(folders)).flatMap(({ link, target }) => {
    const place = codeBase.locate(link);
    return place && !codeBase.isHeldBack(target) ? [{ path: place.path, target }] : [];
  });
  signal.throwIfAborted();
  if (links.length > 0) output.skip(linksOut(links));
}
