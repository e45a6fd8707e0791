import { ToolProblem } from "./toolService.ts";

/**
 * One argument of a tool. Integers are from `least` to `most`, if there is one, strings at most `atMost` characters
 * long and never blank.
 */
export type Field = { readonly description: string; readonly isRequired?: boolean } & (
  | { readonly type: "string"; readonly atMost: number; readonly values?: readonly string[] }
  | { readonly type: "integer"; readonly least: number; readonly most?: number }
);

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F extends Field> = F extends { type: "string" } ? string : number;

/** The arguments of a tool after reading: one that is not required may be absent. */
export type ArgumentsOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends { isRequired: true } ? ValueOf<F[K]> : ValueOf<F[K]> | undefined;
};

/** The JSON schema of arguments, as editors and MCP clients show it to a model. */
export function schemaOf(fields: Fields): ToolSchema {
  const properties = Object.entries(fields).map(([name, field]): [string, ToolSchema["properties"][string]] => {
    const { type, description } = field;
    if (field.type === "integer") {
      const { least: minimum, most: maximum } = field;
      return [name, { type, minimum, ...(maximum !== undefined && { maximum }), description }];
    }
    return [name, { type, description, ...(field.values && { enum: [...field.values] }) }];
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: Object.entries(fields).flatMap(([name, { isRequired }]) => (isRequired === true ? [name] : [])),
    additionalProperties: false,
  };
}

export interface ToolSchema {
  [member: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, Record<string, string | number | string[]>>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** Reads what a model passed. Throws a {@link ToolProblem} that names the argument and says what would be valid. */
export function readArguments<F extends Fields>(tool: string, fields: F, input: unknown): ArgumentsOf<F> {
  const given: unknown = input ?? {};
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new ToolProblem(`${tool} takes an object with ${listOf(fields)}.`);
  const values = given as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(fields, name))
      throw new ToolProblem(
        `${tool} has no argument ${JSON.stringify(name.slice(0, 60))}. It takes ${listOf(fields)}.`,
      );
  }
  const read = Object.entries(fields).flatMap(([name, field]) => {
    const value = isLeftOut(field, values[name]) ? undefined : values[name];
    if (value !== undefined) return [[name, readValue(name, field, value)] as const];
    if (field.isRequired === true) throw new ToolProblem(`${tool} needs ${JSON.stringify(name)}: ${field.description}`);
    return [];
  });
  return Object.fromEntries(read) as ArgumentsOf<F>;
}

function readValue(name: string, field: Field, value: unknown): string | number {
  if (field.type === "integer") {
    const { least, most = Number.MAX_SAFE_INTEGER } = field;
    // Models sometimes write numbers as strings.
    const number = typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || number < least || number > most)
      throw new ToolProblem(`"${name}" must be a whole number from ${least} to ${most}.`);
    return number;
  }
  // And strings of digits as numbers: the id of a conversation, a status code to search for.
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") throw new ToolProblem(`"${name}" must be a string: ${field.description}`);
  if (text.trim() === "") throw new ToolProblem(`"${name}" is empty: ${field.description}`);
  if (text.length > field.atMost)
    throw new ToolProblem(`"${name}" has ${text.length} characters; at most ${field.atMost} are allowed.`);
  if (field.values && !field.values.includes(text))
    throw new ToolProblem(`"${name}" must be one of ${field.values.map((each) => JSON.stringify(each)).join(", ")}.`);
  return text;
}

/** Models that have to pass every argument write `null` or a blank for those that they leave out. */
function isLeftOut({ isRequired = false }: Field, value: unknown): boolean {
  const isBlank = typeof value === "string" && value.trim() === "";
  return value === undefined || value === null || (isBlank && !isRequired);
}

function listOf(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, { isRequired }]) =>
      isRequired === true ? `${JSON.stringify(name)} (required)` : JSON.stringify(name),
    )
    .join(", ");
}
