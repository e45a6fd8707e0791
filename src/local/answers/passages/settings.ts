import type { Occurrence } from "../../code/symbols/occurrences.ts";

const BEFORE_KEY = /^\s*(?:-\s+|export\s+|ENV\s+|ARG\s+)?["']?$/;
const BEHIND_KEY = /^["']?\s*(?::(?!:)|=|$)/;

/** Where a name is set or used in a file of settings. */
export function settingsIn(
  lines: readonly string[],
  occurrences: readonly Occurrence[],
  name: string,
): readonly { readonly line: number; readonly role: "definition" | "reference" }[] {
  return occurrences.flatMap(({ role, line, column }) => {
    const text = lines[line] ?? "";
    if (role !== "text" || text.length > SETTING_AT_MOST || /^\s*(?:#|;|\/\/)/.test(text)) return [];
    const isKey = BEFORE_KEY.test(text.slice(0, column)) && BEHIND_KEY.test(text.slice(column + name.length));
    return [{ line, role: isKey ? "definition" : "reference" }];
  });
}

const SETTING_AT_MOST = 1000;
