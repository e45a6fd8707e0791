/** What is directly in a folder: a file, or a folder with all that is in it. Paths are from the repository. */
export interface Entry<F> {
  readonly path: string;
  readonly isFolder: boolean;
  readonly files: readonly F[];
}

/** The entries of a folder; one that has only a single folder in it stands for that. */
export function entriesOf<F extends { readonly path: string }>(
  folder: string,
  files: readonly F[],
): readonly Entry<F>[] {
  const from = folder === "" ? 0 : folder.length + 1;
  const groups = Map.groupBy(files, ({ path }) => {
    const slash = path.indexOf("/", from);
    return slash < 0 ? path : path.slice(0, slash + 1);
  });
  return [...groups].map(([path, within]) => {
    const isFolder = path.endsWith("/");
    return isFolder ? collapsed(path.slice(0, -1), within) : { path, isFolder, files: within };
  });
}

function collapsed<F extends { readonly path: string }>(path: string, files: readonly F[]): Entry<F> {
  const [first] = files;
  const next = first === undefined ? -1 : first.path.indexOf("/", path.length + 1);
  const inner = next < 0 ? undefined : first?.path.slice(0, next);
  return inner !== undefined && files.every((file) => file.path.startsWith(`${inner}/`))
    ? collapsed(inner, files)
    : { path, isFolder: true, files };
}

/** The entry with more than half of what counts, if it is a folder: its own entries then say more than its name. */
export function mainEntry<F>(entries: readonly Entry<F>[], counts: (file: F) => boolean): Entry<F> | undefined {
  const countIn = ({ files }: Entry<F>) => files.filter(counts).length;
  const all = entries.reduce((sum, entry) => sum + countIn(entry), 0);
  return entries.find((entry) => entry.isFolder && all > 1 && countIn(entry) > all / 2);
}
