const MIDDLE = 1;

/**
 * Handlers that open what a link or a button leads to, by click or Enter. With Ctrl or Cmd, a double click or the
 * middle button, its tab `isKept`, as in the lists of the editor; the next thing that is opened replaces any other.
 * `opener` is the element that has the handlers.
 */
export function openingBy(open: (isKept: boolean, opener: Element) => void) {
  const openBy = (isKept: boolean, { currentTarget }: Event) => {
    if (currentTarget instanceof Element) open(isKept, currentTarget);
  };
  return {
    click: (event: MouseEvent) => {
      openBy(event.ctrlKey || event.metaKey || event.detail > 1, event);
    },
    auxclick: (event: MouseEvent) => {
      if (event.button === MIDDLE) openBy(true, event);
    },
    keydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      openBy(event.ctrlKey || event.metaKey, event);
    },
  };
}
