/** In bytes: most of a notebook is the output of its cells, which is skipped. */
export const NOTEBOOK_AT_MOST = 16_000_000;

/** Whether a file is a notebook, by its name. */
export function isNotebook(path: string): boolean {
  return path.endsWith(".ipynb");
}
