import type { Beside, Command, CommandKind, Told } from "./manifest.ts";

/** What kind of command has such a name. */
export function commandKind(name: string): CommandKind {
  if (/^(?:start|run|serve|dev)\b/.test(name)) return "start";
  if (/^(?:build|compile|all|install)\b/.test(name)) return "build";
  return /^(?:tests?|check)\b/.test(name) ? "test" : "other";
}

/** The keys of a section with their texts, up to the next one. */
export function sectionOf(lines: readonly string[], head: RegExp, end = /^\s*\[/) {
  const found: { readonly key: string; readonly value: string; readonly line: number }[] = [];
  const first = lines.findIndex((line) => head.test(line));
  for (let line = first + 1; first >= 0 && line < lines.length && !end.test(lines[line] ?? ""); line++) {
    const [, key, value] = /^\s*["']?([\w.@:-]+)["']?\s*[=:]\s*["'](.+?)["'],?\s*$/.exec(lines[line] ?? "") ?? [];
    if (key !== undefined && value !== undefined) found.push({ key, value, line });
  }
  return found;
}

/** The targets that are usually typed, and the first one; each with what it runs first. */
export function makeTargets(lines: readonly string[]): readonly Command[] {
  const targets = lines.flatMap((text, line) => {
    const name = /^([A-Za-z][\w.-]*)(?:\s+[\w"'=+*.-]+)*\s*::?(?!=)/.exec(text)?.[1];
    if (name === undefined || lines.slice(0, line).some((before) => before.startsWith(`${name}:`))) return [];
    const recipe = lines.slice(line + 1, line + 4).find((each) => /^(?:\t| {2,})\S/.test(each));
    const runs = recipe?.trim().replace(/^[@-]+/, "");
    return [{ kind: commandKind(name), text: `make ${name}`, ...(runs !== undefined && { runs }), line }];
  });
  return targets.filter(({ kind }, at) => at === 0 || kind !== "other");
}

/** The file of `package.module:function`. */
export function pythonFile(value: string, line: number, { paths }: Beside): readonly Told[] {
  const file = value.replace(/:.*$/, "").replaceAll(".", "/");
  const found = paths.find((path) =>
    [`${file}.py`, `${file}/__init__.py`].some((own) => path === own || path.endsWith(`/${own}`)),
  );
  return found === undefined ? [] : [{ text: found, line }];
}
