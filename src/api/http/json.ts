import { ServiceError } from "../../core/model/errors.ts";
import { reason } from "../../core/model/reasons.ts";

/**
 * JSON from a service, read field by field. Names are looked up in camelCase and snake_case, since both have been seen,
 * and then in any other casing. A field that is `null` counts as absent.
 */
export class JsonObject {
  readonly #fields: Readonly<Record<string, unknown>>;
  /** Under which fields may be found in another casing. */
  #names: readonly string[] | undefined;

  private constructor(fields: Readonly<Record<string, unknown>>) {
    this.#fields = fields;
  }

  /** `undefined` for anything that is not a JSON object. */
  static of(value: unknown): JsonObject | undefined {
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? new JsonObject(value as Record<string, unknown>)
      : undefined;
  }

  /** Throws `malformed` for anything that is not a JSON object; `what` names it in the message. */
  static expect(value: unknown, what: string): JsonObject {
    const object = JsonObject.of(value);
    if (!object) throw new ServiceError("malformed", reason("notAnObject", what));
    return object;
  }

  get keys(): readonly string[] {
    return Object.keys(this.#fields);
  }

  get(name: string): unknown {
    return this.#fields[name] ?? this.#fields[toSnakeCase(name)] ?? this.#inAnyCasing(name);
  }

  /** The text, or a number's digits; `undefined` for anything else. */
  string(name: string): string | undefined {
    const value = this.get(name);
    if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
    return typeof value === "string" ? value : undefined;
  }

  /** A number, or the digits of one: 64-bit numbers are text in the JSON of Protocol Buffers. */
  number(name: string): number | undefined {
    const value = this.get(name);
    if (typeof value === "string") return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  }

  /** A number as {@link toWhole} converts it. */
  whole(name: string): number | undefined {
    return toWhole(this.number(name));
  }

  boolean(name: string): boolean {
    return this.get(name) === true;
  }

  /** `undefined` for anything but `true` and `false`. */
  maybeBoolean(name: string): boolean | undefined {
    const value = this.get(name);
    return typeof value === "boolean" ? value : undefined;
  }

  object(name: string): JsonObject | undefined {
    return JsonObject.of(this.get(name));
  }

  /** The list; empty if there is none. */
  list(name: string): readonly unknown[] {
    const value = this.get(name);
    return Array.isArray(value) ? value : [];
  }

  /** The objects in the list, or among its first entries. */
  objects(name: string, atMost = Infinity): readonly JsonObject[] {
    return this.list(name)
      .slice(0, atMost)
      .flatMap((value) => JsonObject.of(value) ?? []);
  }

  strings(name: string): readonly string[] {
    return this.list(name).filter((value) => typeof value === "string");
  }

  /**
   * An RFC 3339 time, or seconds since the epoch, as milliseconds since the epoch. What no clock shows counts as
   * absent: other text, which `Date` would read as some time, zero, and times before the epoch or after the year 9999.
   */
  time(name: string): number | undefined {
    const value = this.get(name);
    const text = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? value : "";
    const time = typeof value === "number" ? value * 1000 : Date.parse(text);
    return time > 0 && time <= LATEST_TIME ? time : undefined;
  }

  #inAnyCasing(name: string): unknown {
    this.#names ??= namesIn(this.#fields);
    let found: string | undefined;
    for (const key of this.#names) if (isSameName(key, name)) found = key;
    return found === undefined ? undefined : (this.#fields[found] ?? undefined);
  }
}

/** Objects have fewer fields than this, and shorter names: in others, no field is looked for in another casing. */
const [NAMES_AT_MOST, NAME_AT_MOST] = [1000, 100];

function namesIn(fields: object): readonly string[] {
  const names = Object.keys(fields);
  return names.length > NAMES_AT_MOST ? [] : names.filter(({ length }) => length <= NAME_AT_MOST);
}

const LARGEST_PLACE = 2 ** 31 - 1;
const LATEST_TIME = Date.UTC(9999, 11, 31);

/**
 * A number of lines or columns: whole, not negative and no more than an editor counts to; others become the nearest
 * such number.
 */
export function toWhole(value: unknown): number | undefined {
  return typeof value === "number" ? Math.min(Math.max(0, Math.trunc(value)), LARGEST_PLACE) : undefined;
}

/**
 * The fields that are there, for spreading into object literals whose optional fields may be left out but not be
 * undefined.
 */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Allocates nothing: most fields are absent from each event of a fast model, and so are looked up in vain. */
function isSameName(one: string, other: string): boolean {
  let at = 0;
  let otherAt = 0;
  for (;;) {
    while (isBetweenWords(one.charCodeAt(at))) at++;
    while (isBetweenWords(other.charCodeAt(otherAt))) otherAt++;
    if (at >= one.length || otherAt >= other.length) return at >= one.length && otherAt >= other.length;
    if (lowerCase(one.charCodeAt(at++)) !== lowerCase(other.charCodeAt(otherAt++))) return false;
  }
}

const [UNDERSCORE, HYPHEN, UPPER_A, UPPER_Z] = [0x5f, 0x2d, 0x41, 0x5a];

function isBetweenWords(code: number): boolean {
  return code === UNDERSCORE || code === HYPHEN;
}

function lowerCase(code: number): number {
  return code >= UPPER_A && code <= UPPER_Z ? code + 0x20 : code;
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
