/** A notebook as Jupyter writes it: code cells in Python with their outputs, and texts. */
export function notebookWith(
  cells: readonly { readonly code?: string; readonly text?: string; readonly printed?: string }[],
): string {
  const linesOf = (text: string) => text.split(/(?<=\n)/);
  return `${JSON.stringify(
    {
      cells: cells.map(({ code, text = "", printed }, index) =>
        code === undefined
          ? { cell_type: "markdown", metadata: {}, source: linesOf(text) }
          : {
              cell_type: "code",
              execution_count: index,
              metadata: { tags: ["source"] },
              outputs: printed === undefined ? [] : [{ name: "stdout", output_type: "stream", text: linesOf(printed) }],
              source: linesOf(code),
            },
      ),
      metadata: { language_info: { codemirror_mode: { name: "ipython" }, file_extension: ".py", name: "python" } },
      nbformat: 4,
      nbformat_minor: 4,
    },
    undefined,
    1,
  )}\n`;
}
