/**
 * Lets a selection that goes across folded code be copied as a whole: what is hidden in it is there while the browser
 * takes its text, and no longer.
 */
export function copyWhole(main: HTMLElement): void {
  addEventListener("copy", () => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed) return;
    const hidden = [...main.querySelectorAll("[hidden=until-found]")].filter((each) =>
      selection.containsNode(each, true),
    );
    for (const each of hidden) each.removeAttribute("hidden");
    setTimeout(() => {
      for (const each of hidden) each.setAttribute("hidden", "until-found");
    });
  });
}
