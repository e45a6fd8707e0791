/** Globs with more alternatives are read as if their further braces were part of a name. */
const ALTERNATIVES_AT_MOST = 200;

/**
 * The lines of an ignore file that leave out what a glob of the editor's excludes does: each begins at the folder of
 * the setting, unless it begins with `**`. None for what can be no path.
 */
export function ignoreLinesOfGlob(glob: string): readonly string[] {
  const plain = glob
    .trim()
    .replaceAll("\\", "/")
    .replace(/(?<=.)\/+$/, "");
  if (plain === "" || /\p{Cc}/u.test(plain)) return [];
  return withoutBraces(plain).flatMap((each) => {
    const isAnywhere = each.startsWith("**") && !each.slice(3).includes("/");
    // Only between slashes, two stars stand for folders.
    const line = each.replace(/\*{2,}/g, (stars, at: number) => (isSegment(each, at, stars) ? "**" : "*"));
    if (line === "" || line === "/") return [];
    if (!isAnywhere || line === "**") return [line === "**" ? "/**" : `/${line.replace(/^\//, "")}`];
    return [line.replace(/^(?:\*\*\/)?(?=([!#])?)/, (_, sign?: string) => (sign === undefined ? "" : "\\"))];
  });
}

function isSegment(glob: string, at: number, stars: string): boolean {
  const next = glob[at + stars.length];
  return stars === "**" && (at === 0 || glob[at - 1] === "/") && (next === undefined || next === "/");
}

/** The globs that a glob with `{a,b}` stands for. */
function withoutBraces(glob: string): readonly string[] {
  let globs = [glob];
  while (globs.length < ALTERNATIVES_AT_MOST) {
    const expanded = globs.flatMap(withoutFirstBraces);
    if (expanded.length > ALTERNATIVES_AT_MOST || expanded.every((each, at) => each === globs[at])) break;
    globs = expanded;
  }
  return globs;
}

function withoutFirstBraces(glob: string): readonly string[] {
  const start = glob.indexOf("{");
  if (start < 0) return [glob];
  const alternatives: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < glob.length; at++) {
    if (glob[at] === "{") depth++;
    else if (glob[at] === "}") depth--;
    if (depth === 0 || (depth === 1 && glob[at] === ",")) {
      alternatives.push(glob.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return alternatives.map((each) => glob.slice(0, start) + each + glob.slice(at + 1));
  }
  return [glob]; // they are never closed
}
