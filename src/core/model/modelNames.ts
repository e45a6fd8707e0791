/**
 * Whether two names may be of one model: a server may answer with its whole path, a tag, a date or the kind of its file
 * where it was asked without, or the other way round. Two tags that differ, or two dates, are two models.
 */
export function mayBeSameModel(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.name !== b.name) return withTag(a) === b.name || a.name === withTag(b);
  return a.marks.every((mark, at) => mark === undefined || b.marks[at] === undefined || mark === b.marks[at]);
}

interface NameParts {
  readonly name: string;
  /** Its tag, date and quantization, `undefined` for each that it has not. */
  readonly marks: readonly (string | undefined)[];
}

function partsOf(written: string): NameParts {
  const file = written.trim().toLowerCase().replaceAll("_", "-").split(/[\\/]/).at(-1) ?? "";
  let name = file.replace(/\.(?:gguf|ggml|bin|safetensors)$/, "").replace(/-\d{5}-of-\d{5}$/, "");
  const take = (pattern: RegExp): string | undefined => {
    const [whole, mark] = pattern.exec(name) ?? [];
    if (whole !== undefined) name = name.slice(0, -whole.length);
    return mark === "latest" ? undefined : mark;
  };
  const tag = take(/[:@]([^:@]*)$/);
  const quantization = take(/[-.]((?:i?q\d(?:-[a-z\d]+)*|b?f16|fp\d+|awq|gptq|int\d))$/);
  const date = take(/-(latest|20\d\d-?\d\d-?\d\d|\d{3,4})$/);
  return { name, marks: [tag, date, quantization] };
}

function withTag({ name, marks: [tag] }: NameParts): string {
  return tag === undefined ? name : `${name}-${tag}`;
}
