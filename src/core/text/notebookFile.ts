/** Bytes: of a notebook, most is what its cells have printed, which is passed over. */
export const NOTEBOOK_AT_MOST = 16_000_000;

/** Whether a file is a notebook, by its name. */
export function isNotebook(path: string): boolean {
  return path.endsWith(".ipynb");
}
