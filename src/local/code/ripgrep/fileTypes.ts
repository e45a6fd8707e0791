/** Globs of the names of files: of the wanted ones, one has to fit; of the unwanted ones, none may. */
export interface NameGlobs {
  readonly wanted?: readonly string[] | undefined;
  readonly unwanted?: readonly string[] | undefined;
}

/**
 * Arguments that choose files by their names. ripgrep's types depend only on these, and leave ignored files ignored, as
 * its globs don't.
 */
export function typeArguments({ wanted, unwanted }: NameGlobs): readonly string[] {
  return [
    ...(wanted ? [...defineType("wanted", wanted), "--type", "wanted"] : []),
    ...(unwanted ? [...defineType("unwanted", unwanted), "--type-not", "unwanted"] : []),
  ];
}

/** A type needs at least one pattern to exist; the first one matches no file. */
function defineType(type: string, globs: readonly string[]): readonly string[] {
  return ["*/", ...globs].flatMap((glob) => ["--type-add", `${type}:${glob}`]);
}
