/**
 * Whether two names may stand for one model: a server may answer with a whole path, a tag, a date or the kind of the
 * file if it was asked without, or the other way round. Two different tags, or two different dates, are two models.
 */
export function mayBeSameModel(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  const isSame = a.name === b.name ? maybeSame(a.tag, b.tag) : withTag(a) === b.name || a.name === withTag(b);
  return isSame && maybeSame(a.date, b.date) && maybeSame(a.quantization, b.quantization);
}

interface NameParts {
  readonly name: string;
  readonly tag: string | undefined;
  readonly date: string | undefined;
  readonly quantization: string | undefined;
}

function maybeSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

function partsOf(written: string): NameParts {
  const file = written.trim().toLowerCase().replaceAll("_", "-").split(/[\\/]/).at(-1) ?? "";
  let name = file.replace(/\.(?:gguf|ggml|bin|safetensors)$/, "").replace(/-\d{5}-of-\d{5}$/, "");
  const take = (pattern: RegExp): string | undefined => {
    const [whole, mark] = pattern.exec(name) ?? [];
    if (whole !== undefined) name = name.slice(0, -whole.length);
    return mark === "latest" ? undefined : mark;
  };
  // These may also follow a tag: `qwen3:4b-q8_0`.
  const quantization = take(/[-.]((?:i?q\d(?:-[a-z\d]+)*|b?f16|fp\d+|awq|gptq|int\d))$/);
  const date = take(/-(latest|20\d\d-?\d\d-?\d\d|\d{3,4})$/);
  const tag = take(/[:@]([^:@]*)$/);
  return { name, tag, date, quantization };
}

function withTag({ name, tag }: NameParts): string {
  return tag === undefined ? name : `${name}-${tag}`;
}
