import type { CodeFile } from "../ranking/passages.ts";

interface PartialType {
  readonly file: CodeFile;
  readonly owner?: string | undefined;
  readonly isPart?: boolean;
}

/** Of a definition in parts, the one in the file of its name is first, or else any, and the others come last. */
export function partsLast<P extends PartialType>(definitions: readonly P[], name: string): readonly P[] {
  const hasItsName = ({ file }: P) => Number(file.path.split("/").at(-1)?.split(".", 1)[0] === name);
  const sorted = definitions.toSorted(
    (a, b) => Number(b.isPart === true && hasItsName(b)) - Number(a.isPart === true && hasItsName(a)),
  );
  const first = [...Map.groupBy(sorted, ({ owner }) => owner).values()].map((parts) =>
    parts.find((each) => each.isPart),
  );
  const whole = sorted.flatMap((each) => (first.includes(each) ? [{ ...each, isPart: false }] : []));
  const isFurther = (each: P) => each.isPart === true && !first.includes(each);
  return [...sorted.filter((each) => each.isPart !== true), ...whole, ...sorted.filter(isFurther)];
}
