import { linesOf } from "../text/lines.ts";
import { isAbort, ServiceError } from "../model/errors.ts";
import { literalFilter } from "../query/literalPattern.ts";
import { isAbsolutePath, outside, placeNamed, type NamedPlace } from "./served.ts";
import { budgetOf, BUDGET, type Tool, type ToolCall } from "./tool.ts";
import type { ArgumentsOf } from "./toolArguments.ts";
import { countOf, framed, printed, prose, TextWithin } from "./toolText.ts";
import { HELD_BACK, IS_HELD_BACK, ToolProblem, type ToolService } from "./toolService.ts";

const FIELDS = {
  repository: {
    type: "string",
    atMost: 500,
    description: "As a search prints it after #; none if there is one, or the path is absolute.",
  },
  path: {
    type: "string",
    isRequired: true,
    atMost: 4000,
    description: "src/retry.ts, or a folder to list.",
  },
  revision: {
    type: "string",
    atMost: 300,
    description: "A commit, branch or tag.",
  },
  startLine: { type: "integer", least: 1, description: "First line, from 1." },
  endLine: { type: "integer", least: 1, description: "Last line, inclusive." },
  budget: BUDGET,
} as const;

/** Longer lines are cut: they are data or minified, and would take the place of all others. */
const LINE_AT_MOST = 2000;
const NAMED_AT_MOST = 10;
const ENTRIES_AT_MOST = 2000;

export const READ_TOOL: Tool<typeof FIELDS> = {
  name: "plumbline_read",
  description: [
    "Reads lines of a file, or lists a folder, by the names that a search prints: also where a repository is not checked out, and at any commit.",
    "Pass startLine and endLine: a whole file is rarely worth its tokens.",
  ].join(" "),
  searchHint: "read a file in any repository, at any commit",
  fields: FIELDS,
  run: read,
};

async function read(asked: ArgumentsOf<typeof FIELDS>, service: ToolService, call: ToolCall): Promise<string> {
  const { repository: named, revision: at } = repositoryAt(asked);
  const { repository, path: given } = await placeNamed({ repository: named, path: asked.path }, service);
  const args = { ...asked, repository, path: given, revision: at };
  return readPlace(args, service, call, asked.path);
}

type PlaceArguments = ArgumentsOf<typeof FIELDS> & NamedPlace;

async function readPlace(
  args: PlaceArguments,
  service: ToolService,
  call: ToolCall,
  asWritten: string,
): Promise<string> {
  const { startLine = 1, endLine, repository, revision } = args;
  const path = args.path.replace(/^\.?\/+|\/+$/g, "");
  if (endLine !== undefined && endLine < startLine)
    throw new ToolProblem(`"endLine" (${endLine}) is before "startLine" (${startLine}).`);
  const hasBackslash = path.includes("\\");
  if (/\0|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path) || (hasBackslash && !service.isLocal))
    throw new ToolProblem('"path" must be a path within the repository, such as src/retry.ts.');
  const budget = budgetOf(args.budget, call);
  const place = { repository, path, ...(revision === undefined ? {} : { revision }) };
  if (path === "" || path === ".") return listFolder({ ...place, path: "" }, service, call, budget);
  let bytes;
  try {
    bytes = await service.readFile(place, { signal: call.signal });
  } catch (error) {
    if (isAbort(error) || !(error instanceof ServiceError)) throw error;
    // Windows writes backslashes; tried second, since elsewhere a file name may contain one.
    if (hasBackslash && error.code !== "tooLarge" && error.code !== "forbidden")
      return readPlace({ ...args, path: path.replaceAll("\\", "/") }, service, call, asWritten);
    const named = error.code === "notFound" ? namedLines(args) : undefined;
    if (named) return readPlace(named, service, call, asWritten);
    if (error.code === "folder") return listFolder(place, service, call, budget, error.names);
    const served = error.code === "notFound" && isAbsolutePath(asWritten) ? await service.served?.() : undefined;
    if (served && !(await service.locate?.(asWritten))) throw outside(asWritten, served);
    if (error.code === "notFound") throw await notFound(place, service, call);
    if (error.code === "tooLarge")
      throw new ToolProblem(`${printed(path)} is too large to be read. Search in it, with file: and its path.`);
    if (error.message.includes(IS_HELD_BACK)) throw new ToolProblem(prose(error.message));
    // From other services, it may mean that the token lacks a scope.
    if (error.code === "forbidden" && service.isLocal)
      throw new ToolProblem(`${printed(path)} exists, but the system does not let it be read.`);
    throw error;
  }
  if (bytes.subarray(0, 8000).includes(0))
    throw new ToolProblem(
      `${printed(path)} is a binary file of ${countOf(bytes.length, "byte")}: it has no lines to read.`,
    );
  const notes = revision === undefined || !service.isLocal ? [] : await differenceNow(place, bytes, service, call);
  return printFile(place, new TextDecoder().decode(bytes), { startLine, endLine, budget, service, notes });
}

/** Says that a file that was read at a revision is not like that any more. */
async function differenceNow(
  { repository, path }: Place,
  bytes: Uint8Array,
  service: ToolService,
  { signal }: ToolCall,
): Promise<readonly string[]> {
  try {
    const now = await service.readFile({ repository, path }, { signal });
    const isSame = now.length === bytes.length && now.every((byte, at) => byte === bytes[at]);
    return isSame ? [] : ['[The file differs now: leave out "revision" to read it as it is.]'];
  } catch (error) {
    if (isAbort(error) || !(error instanceof ServiceError)) throw error;
    return error.code === "notFound" ? ["[The file is not there any more.]"] : [];
  }
}

/**
 * The file and the lines that follow its path, as sources and compilers write them: `a.ts:10-20`, `a.ts:10:5`,
 * `a.ts#L10`, `a.ts(10,5)`. Tried second, since a file may have such a name; lines that are passed as arguments take
 * precedence.
 */
function namedLines(args: PlaceArguments): PlaceArguments | undefined {
  const [, path, first, last] =
    /^(.+?)(?:[:(]|[:#?]L)([1-9]\d{0,7})(?:[:,]\d+)?\)?(?:[-–]L?([1-9]\d{0,7}))?$/.exec(args.path) ?? [];
  if (path === undefined) return undefined;
  if (args.startLine !== undefined || args.endLine !== undefined) return { ...args, path };
  return { ...args, path, startLine: Number(first), endLine: last === undefined ? undefined : Number(last) };
}

interface Place {
  readonly repository: string;
  readonly path: string;
  readonly revision?: string;
}

function printFile(
  place: Place,
  content: string,
  options: {
    readonly startLine: number;
    readonly endLine: number | undefined;
    readonly budget: number;
    readonly service: ToolService;
    readonly notes: readonly string[];
  },
): string {
  const { startLine, endLine = Infinity, budget, service } = options;
  const lines = linesOf(content);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  if (startLine > lines.length)
    throw new ToolProblem(
      `${printed(place.path)} has ${countOf(lines.length, "line")}: "startLine" ${startLine} is beyond its end.`,
    );
  const last = Math.min(endLine, lines.length);
  const within = new TextWithin(budget);
  let line = startLine;
  while (line <= last && within.add(`${line}:${printed(cutLine(lines[line - 1] ?? ""))}`)) line += 1;
  const heading = `${nameOf(place)}, lines ${startLine}–${line - 1} of ${lines.length} (${service.name})`;
  const cut = line <= last ? [`[Cut: ${countOf(last - line + 1, "more line")}. Go on with "startLine": ${line}.]`] : [];
  return framed(service.name, heading, within.text, [...options.notes, ...cut]);
}

function cutLine(line: string): string {
  return line.length > LINE_AT_MOST ? `${line.slice(0, LINE_AT_MOST)}… [+${line.length - LINE_AT_MOST}]` : line;
}

function nameOf({ repository, path, revision }: Place): string {
  return printed(`${repository}${revision === undefined ? "" : `@${revision}`} ${path}`);
}

/** Uses a search for paths; the `names` in the folder only where that finds none, since a link leads there. */
async function listFolder(
  place: Place,
  service: ToolService,
  { signal }: ToolCall,
  budget: number,
  names: readonly string[] = [],
): Promise<string> {
  const { path } = place;
  const below = path === "" ? "" : `${path}/`;
  const found = await service.search(
    `${inRepository(place)}${path === "" ? "" : ` file:^${literalFilter(below)}`} type:path count:${ENTRIES_AT_MOST}`,
    { display: ENTRIES_AT_MOST, signal },
  );
  const entries = new Set(
    found.items.map((item) => {
      const rest = item.path.slice(below.length);
      return rest.includes("/") ? rest.slice(0, rest.indexOf("/") + 1) : rest;
    }),
  );
  if (entries.size === 0) for (const name of names) entries.add(name);
  if (entries.size === 0) throw await notFound(place, service, { signal });
  const within = new TextWithin(budget);
  const sorted = [...entries].sort();
  const taken = sorted.findIndex((entry) => !within.add(printed(entry)));
  const left = taken < 0 ? 0 : sorted.length - taken;
  const isAll = found.counts.items <= found.items.length;
  const notes = [
    ...(left > 0
      ? [`[Cut: ${countOf(left, "more entry", "more entries")}. Search with file:^${printed(below)} type:path.]`]
      : []),
    ...(isAll ? [] : [`[Only the first ${countOf(found.items.length, "file")} were looked at: name a folder in it.]`]),
  ];
  const heldBack = found.skipped.filter(({ reason }) => reason === HELD_BACK).map(({ title }) => `[${prose(title)}.]`);
  return framed(service.name, `${nameOf(place)}/ has (${service.name})`, [within.text, ...heldBack].join("\n"), notes);
}

/** Says what exists instead: the repositories, or files of that name. */
async function notFound(
  place: Place,
  service: ToolService,
  { signal }: Pick<ToolCall, "signal">,
): Promise<ToolProblem> {
  const { repository, path, revision } = place;
  const known = await service.search(`${inRepository({ repository })} type:repo`, { display: 50, signal });
  if (!known.items.some((item) => item.repository === repository)) {
    const last = repository.split("/").at(-1) ?? "";
    const named = await service.search(`repo:${literalFilter(last)} type:repo count:50`, { display: 50, signal });
    const others = named.items.length > 0 ? named : await service.search("type:repo count:50", { display: 50, signal });
    const names = others.items.slice(0, NAMED_AT_MOST).map((item) => printed(item.repository));
    const some = names.length > 0 ? ` ${named.items.length > 0 ? "Repositories with that name" : "It has"}:` : "";
    const heading = `${service.name} has no repository ${printed(repository)}.${some}`;
    return new ToolProblem(framed(service.name, heading, names.join("\n")));
  }
  if (revision !== undefined) {
    const { items, alert } = await service.search(`${inRepository(place)} type:path count:1`, { display: 1, signal });
    if (items.length === 0 && alert)
      return new ToolProblem(`${printed(repository)} has no commit, branch or tag ${printed(revision)}.`);
  }
  const at = revision === undefined ? "" : ` at ${printed(revision)}`;
  const file = path.split("/").at(-1) ?? path;
  const same = await service.search(
    `${inRepository({ repository })} file:(^|/)${literalFilter(file)}$ type:path count:${NAMED_AT_MOST}`,
    { display: NAMED_AT_MOST, signal },
  );
  const paths = same.items.map((item) => printed(item.path)).filter((other) => other !== path);
  const hint = paths.length > 0 ? "Files with that name:" : "Search for it with type:path.";
  const heading = `${printed(repository)} has no ${printed(path)}${at}. ${hint}`;
  return new ToolProblem(framed(service.name, heading, paths.join("\n")));
}

/** The repository, without the folder that follows its name, and the revision that a search prints after it. */
function repositoryAt<R extends string | undefined>({
  repository: given,
  revision,
}: {
  readonly repository: R;
  readonly revision?: string | undefined;
}): { readonly repository: R | string; readonly revision: string | undefined } {
  const name = given?.replace(/ \([^()]*\)$/, "");
  const [, repository, behind] = /^(.+)@([^@/]+)$/.exec(name ?? "") ?? [];
  return { repository: repository ?? name ?? given, revision: revision ?? behind };
}

/** A filter for one repository, at `revision` if it is given; a revision after the repository's name is ignored. */
export function inRepository({ repository: given, revision }: Pick<Place, "repository" | "revision">): string {
  const { repository } = repositoryAt({ repository: given, revision });
  return `repo:^${literalFilter(repository)}$${revision === undefined ? "" : `@${revision.replace(/\s/g, "")}`}`;
}
