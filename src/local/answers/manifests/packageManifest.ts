import { parseJson } from "../../../core/text/parseJson.ts";
import type { Beside, Command, CommandKind, Manifest, Told } from "./manifest.ts";

/** Reads a `package.json`. */
export function packageManifest(lines: readonly string[], { has }: Beside): Manifest {
  const content = objectIn(lines.join("\n"));
  const told = (text: unknown, ...keys: readonly string[]): readonly Told[] =>
    typeof text === "string" && text.trim() !== "" ? [{ text: text.trim(), line: lineOfKey(lines, keys) }] : [];
  const [description] = told(content["description"], "description");
  const runner = has("pnpm-lock.yaml")
    ? "pnpm"
    : has("yarn.lock")
      ? "yarn"
      : has("bun.lock") || has("bun.lockb")
        ? "bun"
        : "npm";
  const commands = Object.entries(asObject(content["scripts"])).flatMap(([name, runs]): readonly Command[] => {
    if (
      typeof runs !== "string" ||
      /^(?:pre|post)(?!view|css|process|man|mortem)\w|^(?:prepare|prepublishOnly|vscode:\w+)$/.test(name)
    )
      return [];
    const isShort = name === "start" || name === "test";
    const text = isShort ? `${runner} ${name}` : `${runner} run ${name}`;
    return [{ kind: kindOf(name), text, runs, line: lineOfKey(lines, ["scripts", name]) }];
  });
  const bin = content["bin"];
  const entries = [
    ...(typeof bin === "string"
      ? told(bin, "bin")
      : Object.entries(asObject(bin)).flatMap(([name, file]) => told(file, "bin", name))),
    ...["source", "module", "main", "browser"].flatMap((key) => told(content[key], key)),
    ...exportedIn(content["exports"]).flatMap((file) => told(file, "exports")),
  ];
  return { ...(description && { description }), commands: commands.toSorted(byUse), entries };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(parseJson(text));
  } catch {
    return {}; // it is being edited, or no JSON
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** What `exports` has for the package itself. */
function exportedIn(exported: unknown): readonly string[] {
  if (typeof exported === "string") return [exported];
  const all = asObject(exported);
  const own = "." in all ? all["."] : all;
  if (typeof own === "string") return [own];
  return ["import", "default", "require", "node"].flatMap((condition) => {
    const file = asObject(own)[condition];
    const inner = typeof file === "object" ? asObject(file)["default"] : file;
    return typeof inner === "string" ? [inner] : [];
  });
}

const KINDS: readonly (readonly [kind: CommandKind, name: RegExp])[] = [
  ["start", /^(?:start|dev|serve|run|watch|develop)$/],
  ["build", /^(?:build|compile|bundle|dist|package)$/],
  ["test", /^(?:test|tests|check|unit|coverage)$|^test[:_-]/],
];

function kindOf(name: string): CommandKind {
  return KINDS.find(([, form]) => form.test(name))?.[0] ?? "other";
}

const ORDER: readonly CommandKind[] = ["start", "build", "test", "other"];

/** Scripts with names that are usual for it first, in their order. */
function byUse(one: Command, other: Command): number {
  const isVariant = ({ text }: Command) => Number(/[:_-]\S*$/.test(text));
  return ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) || isVariant(one) - isVariant(other);
}

/** Where a key stands that is in others; 0 if it is not found. */
function lineOfKey(lines: readonly string[], keys: readonly string[]): number {
  let at = 0;
  for (const key of keys) {
    const written = JSON.stringify(key);
    const found = lines.findIndex((line, index) => index >= at && isKey(line, written));
    if (found < 0) return at;
    at = found;
  }
  return at;
}

function isKey(line: string, written: string): boolean {
  for (let at = line.indexOf(written); at >= 0; at = line.indexOf(written, at + 1))
    if (/^\s*:/.test(line.slice(at + written.length))) return true;
  return false;
}
