const MIDDLE = 1;

/**
 * Handlers that open what a link or a button leads to, by click or Enter. With Ctrl or Cmd, a double click or the middle
 * button, its tab `isKept`, as in the lists of the editor; the next thing that is opened replaces any other.
 */
export function openingBy(open: (isKept: boolean) => void) {
  return {
    click: ({ ctrlKey, metaKey, detail }: MouseEvent) => {
      open(ctrlKey || metaKey || detail > 1);
    },
    auxclick: ({ button }: MouseEvent) => {
      if (button === MIDDLE) open(true);
    },
    keydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      open(event.ctrlKey || event.metaKey);
    },
  };
}
