import { existsSync } from "node:fs";
import path from "node:path";
import { fetchVersions, filesIn, textOf } from "./packages.ts";
import type { Query } from "./queries.ts";

/** A version that changes more files than this says nothing about where a line of its changelog belongs. */
const CHANGED_AT_MOST = 8;

/** Lines of changelogs, to be asked about the previous version; each file that was changed counts as an answer. */
export function changelogQueries(names?: readonly string[]): readonly Query[] {
  return fetchVersions(names).flatMap(({ name, purpose, versions }) =>
    versions.slice(1).flatMap(([version, root], index): readonly Query[] => {
      const before = versions[index]?.[1] ?? "";
      const changed = filesIn(before).filter(
        (file) =>
          /\.(?:[cm]?[jt]s|py)$/.test(file) &&
          !/(?:^|\/)tests?\//.test(file) &&
          existsSync(path.join(root, file)) &&
          textOf(root, file) !== textOf(before, file),
      );
      if (changed.length === 0 || changed.length > CHANGED_AT_MOST) return [];
      return linesFor(version, textOf(root, "CHANGELOG.md")).map((text) => ({
        text,
        packageName: name,
        purpose,
        folders: [before],
        truth: changed.map((file) => ({ file: path.join(before, file) })),
      }));
    }),
  );
}

function linesFor(version: string, changelog: string): readonly string[] {
  const sections = changelog.split(/^(?=#{1,3}\s+\[?v?\d+\.\d+\.\d+)/m);
  const section = sections.find((text) => /^#{1,3}\s+\[?v?(\d+\.\d+\.\d+)/.exec(text)?.[1] === version) ?? "";
  return section
    .split("\n")
    .slice(1)
    .map((line) =>
      line
        .replace(/^\s*[-*]\s+/, "")
        .replaceAll(/\(?\[?#\d+\]?(?:\([^)]*\))?\)?|\(\[[0-9a-f]{7,}\]\([^)]*\)\)|\bfixes\b\s*$/gi, "")
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replaceAll("**", "")
        .trim(),
    )
    .filter(
      (line) =>
        !/^(?:#|\()/.test(line) &&
        (line.match(/[A-Za-z]{2,}/g) ?? []).length >= 4 &&
        !/\b(?:depend\w*|bump|readme|docs?|documentation|CI|changelog|release|refactor|tests?|travis|github)\b/i.test(
          line,
        ),
    );
}
