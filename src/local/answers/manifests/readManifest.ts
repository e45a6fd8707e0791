import type { Beside, Command, Manifest, Told } from "./manifest.ts";
import { MANIFESTS, type ManifestForm } from "./manifestForms.ts";
import { packageManifest } from "./packageManifest.ts";

/** Whether a file with this name says how something is built. */
export function isManifest(name: string): boolean {
  return name === "package.json" || MANIFESTS.some(({ file }) => file.test(name));
}

/** Reads a manifest; what it does not say, or is not understood, is left out. */
export function readManifest(name: string, lines: readonly string[], beside: Beside): Manifest {
  if (name === "package.json") return packageManifest(lines, beside);
  const form = MANIFESTS.find(({ file }) => file.test(name));
  return form ? formManifest(form, lines, beside) : { commands: [], entries: [] };
}

function formManifest(form: ManifestForm, lines: readonly string[], beside: Beside): Manifest {
  const description = form.description && firstMatch(lines, form.description);
  const commands = form.commands.flatMap(([kind, text, when]): readonly Command[] => {
    const line = when === undefined ? 0 : typeof when === "function" ? (when(beside) ? 0 : -1) : lineOf(lines, when);
    return line < 0 ? [] : [{ kind, text, line }];
  });
  return {
    ...(description && { description }),
    commands: [...commands, ...(form.more?.(lines, beside) ?? [])].map((command) => ({
      ...command,
      text: withWrapper(command.text, beside),
    })),
    entries: form.entries?.(lines, beside) ?? [],
  };
}

/** Who comes with a program that fetches the right version of a tool wants that to be typed. */
function withWrapper(text: string, { has }: Beside): string {
  const [tool = ""] = text.split(" ", 1);
  const wrapper = WRAPPERS.get(tool);
  return wrapper !== undefined && has(wrapper) ? `./${wrapper}${text.slice(tool.length)}` : text;
}

const WRAPPERS: ReadonlyMap<string, string> = new Map([
  ["mvn", "mvnw"],
  ["gradle", "gradlew"],
]);

function lineOf(lines: readonly string[], sought: RegExp): number {
  return lines.findIndex((line) => sought.test(line));
}

function firstMatch(lines: readonly string[], sought: RegExp): Told | undefined {
  for (const [line, text] of lines.entries()) {
    const found = sought.exec(text)?.[1]?.trim();
    if (found !== undefined && found !== "") return { text: found, line };
  }
  return undefined;
}
