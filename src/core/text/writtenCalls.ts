import { parseJson } from "./parseJson.ts";

/** A call of a tool that a model wrote as text, since its server did not recognize it. */
export interface WrittenCall {
  readonly name: string;
  readonly input: unknown;
}

/** What is longer is no calls: looking for their ends takes many times as long in a text that is twice as long. */
export const CALLS_AT_MOST = 20_000;

/** Where in a text calls begin, outside of code: in tags, behind tokens. -1 if they don't. */
export function callsBegin(text: string): number {
  let read = "\n"; // as if a line had ended there
  let at = 0;
  let fences = 0;
  let marks = 0;
  for (const { index } of text.matchAll(SECTION)) {
    read += text.slice(at, index);
    at = index;
    fences += read.match(/\n[ \t]*```/g)?.length ?? 0;
    const lineStart = read.lastIndexOf("\n") + 1;
    marks = (lineStart > 0 ? 0 : marks) + (read.slice(lineStart).match(/`/g)?.length ?? 0);
    read = "";
    const isInCode = fences % 2 === 1 || marks % 2 === 1;
    if (!isInCode || text.startsWith("```", index)) return index;
  }
  return -1;
}

/**
 * `<tool_call>`, `<function=`, `<x:tool_call>`, `<invoke name=`, `<|tool_call|>`, `<｜tool▁calls▁begin｜>`,
 * `[TOOL_CALLS]`.
 */
const SECTION =
  /<(?:[a-z]{1,20}[:_])?(?:tool_?calls?|function_?calls?|invoke|start_function_call)(?:>| name=)|<function=|<[|｜](?:tool|python|action_start|START_ACTION|DSML|channel\|>commentary to=)|\[TOOL_CALLS?\]|```tool_c(?:ode|all)|(?<=^|\n)functools\[/gi;

/** Whether such a beginning has begun at the end of a text, and where; -1 if it hasn't. */
export function callsMayBegin(text: string): number {
  const at = Math.max(...["<", "[", "`"].map((sign) => text.lastIndexOf(sign, text.length - 1)));
  const tail = at < 0 ? "" : text.slice(tail0(text, at));
  return tail !== "" && tail.length < 40 && BEGUN.test(tail) ? text.length - tail.length : -1;
}

/** The first of the backticks that end a text. */
function tail0(text: string, at: number): number {
  let first = at;
  while (text.charAt(first) === "`" && text.charAt(first - 1) === "`") first--;
  return first;
}

const BEGUN = /^(?:<[a-z_:]{0,30}(?: n?a?m?e?)?|<[|｜][\w▁|>< ]{0,30}|\[[A-Z_]{0,10}|`{1,3}[a-z_]{0,9})$/i;

/**
 * The calls of known tools that a text consists of, in whatever form models are taught to write them: JSON alone, in a
 * list, in tags, fences and tokens, behind a name; tags for functions and parameters; Python. Empty if it says anything
 * else, or is longer than {@link CALLS_AT_MOST}.
 */
export function writtenCalls(text: string, tools: ReadonlySet<string>): readonly WrittenCall[] {
  if (text.length > CALLS_AT_MOST) return [];
  for (const read of [taggedCalls, invokedCalls, listedCalls, namedTags, bracedCalls, jsonCalls, pythonCalls]) {
    const calls = read(text, tools);
    if (calls.length > 0 && calls.every(({ name }) => tools.has(name))) return calls;
  }
  return [];
}

/** `<function=read><parameter=path>a</parameter></function>`, `<function=read>{"path":"a"}</function>`. */
function taggedCalls(text: string): readonly WrittenCall[] {
  return [...text.matchAll(/<function=["']?([\w.-]{1,64})["']?>([^]*?)<\/function>/g)].flatMap(
    ([, name = "", body = ""]) => {
      const json = objectIn(body);
      return [
        {
          name: plainName(name),
          input: json ?? fieldsIn(body, /<parameter=["']?([\w-]{1,64})["']?>([^]*?)<\/parameter>/g),
        },
      ];
    },
  );
}

/** `<invoke name="read"><parameter name="path">a</parameter></invoke>`, with a prefix or without. */
function invokedCalls(text: string): readonly WrittenCall[] {
  const prefix = String.raw`(?:[\w-]{1,20}:|｜DSML｜)?`;
  const calls = new RegExp(
    String.raw`<${prefix}invoke\s+name=["']([\w.-]{1,64})["'][^>]{0,40}>([^]*?)</${prefix}invoke>`,
    "g",
  );
  const fields = new RegExp(
    String.raw`<${prefix}parameter\s+name=["']([\w-]{1,64})["'][^>]{0,40}>([^]*?)</${prefix}parameter>`,
    "g",
  );
  return [...text.matchAll(calls)].map(([, name = "", body = ""]) => ({
    name: plainName(name),
    input: objectIn(body) ?? fieldsIn(body, fields),
  }));
}

/** `<tool_call>read<arg_key>path</arg_key><arg_value>a</arg_value></tool_call>`. */
function listedCalls(text: string): readonly WrittenCall[] {
  return [...text.matchAll(/<tool_call>\s*([\w.-]{1,64})\s*(<arg_key>[^]*?)(?:<\/tool_call>|$)/g)].map(
    ([, name = "", body = ""]) => ({
      name: plainName(name),
      input: fieldsIn(body, /<arg_key>\s*([\w-]{1,64})\s*<\/arg_key>\s*<arg_value>([^]*?)<\/arg_value>/g),
    }),
  );
}

/** `<read><path>a</path></read>`. */
function namedTags(text: string, tools: ReadonlySet<string>): readonly WrittenCall[] {
  if (!/^\s*(?:<tool_call>\s*)?<\w/.test(text)) return [];
  return [...text.matchAll(/<([\w-]{1,64})>\s*(<([\w-]{1,64})>[^]*?<\/\3>\s*)<\/\1>/g)].flatMap(
    ([, name = "", body = ""]) =>
      tools.has(name) ? [{ name, input: fieldsIn(body, /<([\w-]{1,64})>([^]*?)<\/\1>/g) }] : [],
  );
}

/** `call:read{path:<escape>a<escape>}`. */
function bracedCalls(text: string): readonly WrittenCall[] {
  return [...text.matchAll(/\bcall:([\w.-]{1,64})\{([^]*?)\}(?=\s*(?:<|$))/g)].map(([, name = "", body = ""]) => ({
    name,
    input: fieldsIn(body, /([\w-]{1,64}):(?:<escape>)?([^]*?)(?:<escape>|(?=,\w+:)|$)/g),
  }));
}

function fieldsIn(body: string, field: RegExp): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...body.matchAll(field)].map(([, key = "", value = ""]) => [key, value.replace(/^\n|\n$/g, "")]),
  );
}

function objectIn(body: string): object | undefined {
  const value = body.trim().startsWith("{") ? parsed(body) : undefined;
  return typeof value === "object" && value !== null ? value : undefined;
}

/** What stands around calls: tokens, tags, fences, what some write in front. */
const AROUND =
  /<[|｜][\w▁ /]{1,40}[|｜]>|<\/?(?:[a-z]{1,20}[:_])?(?:tool_?calls?|function_?calls?|tools?)>|\[\/?(?:TOOL_CALLS?|ARGS)\]|\[CALL_ID\]\w{1,40}|```(?:json|tool_code|tool_call|python)?|\bfunctools\b|\bAction(?: Input)?:|\b(?:function|functions|commentary|json|to)\b|[,;=.:\s]/gi;

/** Objects with a name and input, alone or in lists; or input behind a name. */
function jsonCalls(text: string, tools: ReadonlySet<string>): readonly WrittenCall[] {
  const calls: WrittenCall[] = [];
  let at = 0;
  for (const { value, start, end } of valuesIn(text)) {
    const gap = text.slice(at, start);
    at = end;
    const between = gap
      .replaceAll(AROUND, " ")
      .trim()
      .replace(/\s+\d+$/, "");
    const inputs: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (between === "") calls.push(...inputs.map((each) => callOf(each) ?? { name: "", input: each }));
    else if (tools.has(between) && !Array.isArray(value)) calls.push({ name: between, input: value });
    else return [];
  }
  const isRest = text.slice(at).replaceAll(AROUND, "").trim() === "" || callsBegin(text) === 0;
  return isRest ? calls : [];
}

const NAME_KEYS = ["name", "tool_name", "tool", "function_name", "function"];
const INPUT_KEYS = ["arguments", "parameters", "input", "args", "action_input"];

function callOf(value: unknown): WrittenCall | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const record = value as Record<string, unknown>;
  const inner = record["function"];
  if (typeof inner === "object" && inner !== null) return callOf(inner);
  const name = NAME_KEYS.map((key) => record[key]).find((one) => typeof one === "string");
  if (typeof name !== "string") return undefined;
  const input = INPUT_KEYS.map((key) => record[key]).find((one) => one !== undefined) ?? {};
  return { name: plainName(name), input: typeof input === "string" ? (parsed(input) ?? input) : input };
}

/** More values than any reply has calls. */
const VALUES_AT_MOST = 100;

/** The objects and lists of JSON in a text, the outermost ones. */
function* valuesIn(text: string): Generator<{ readonly value: unknown; readonly start: number; readonly end: number }> {
  const open = /[{[]/g;
  for (let tries = 0; tries < VALUES_AT_MOST; tries++) {
    const start = open.exec(text)?.index;
    if (start === undefined) return;
    const end = endOf(text, start);
    const value = end === undefined ? undefined : parsed(text.slice(start, end));
    if (end === undefined || value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    yield { value, start, end };
    open.lastIndex = end;
  }
}

/** The end of what is opened at a position, strings as in JSON left out. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\[^])*"|[{}[\]]/g)) {
    if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") depth--;
    if (depth === 0) return start + index + 1;
  }
  return undefined;
}

const VALUE = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|-?\d{1,9}(?:\.\d+)?|[Tt]rue|[Ff]alse|None|null`;
const FIELD = new RegExp(String.raw`([A-Za-z_]\w{0,63})\s*=\s*(${VALUE})`, "g");
const PYTHON = new RegExp(
  String.raw`(?:print\(\s*)?(?:functions?\.|default_api\.)?([A-Za-z_][\w-]{0,63})(?:\.call)?\(((?:\s*[A-Za-z_]\w{0,63}\s*=\s*(?:${VALUE})\s*,?)*)\s*\)\)?`,
  "g",
);

/** `[read(path="a"), grep(pattern='b')]`. */
function pythonCalls(text: string): readonly WrittenCall[] {
  const calls = [...text.matchAll(PYTHON)];
  const rest = text.replaceAll(PYTHON, " ").replaceAll(AROUND, " ");
  if (/[^\s[\]]/.test(rest)) return [];
  return calls.map(([, name = "", body = ""]) => ({
    name,
    input: Object.fromEntries([...body.matchAll(FIELD)].map(([, key = "", value = ""]) => [key, pythonValue(value)])),
  }));
}

function pythonValue(written: string): unknown {
  if (/^["']/.test(written))
    return written.slice(1, -1).replace(/\\([^])/g, (_, sign: string) => (sign === "n" ? "\n" : sign));
  return parsed(written.toLowerCase()) ?? null;
}

/** `functions.read:0` is `read`. */
function plainName(name: string): string {
  return name.replace(/^functions?\./, "").replace(/:\d+$/, "");
}

function parsed(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}
