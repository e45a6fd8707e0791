import { html, nothing } from "lit";
import type { TemplateResult } from "lit";

const TICK_MS = 1_500;

/** A button of a {@link toolbar}. */
export interface Tool {
  /** A codicon's name. */
  readonly icon: string;
  /** What it does: shown when the pointer rests on it, and said by screen readers. */
  readonly label: string;
  readonly onClick: (event: Event) => void;
  /** Set if the button is a switch. */
  readonly isPressed?: boolean;
}

/**
 * Buttons that are one stop for the Tab key: the arrow keys, Home and End go from one to the next, and Tab comes back
 * to the one that was used last.
 */
export function toolbar(label: string, tools: readonly Tool[]): TemplateResult {
  return html`<div class="toolbar" role="toolbar" aria-label=${label} @keydown=${move} @focusin=${stay}>
    ${tools.map((tool, index) => toolButton(tool, index === 0))}
  </div>`;
}

/** A button, alone or in a toolbar. In a toolbar, `isStop` says whether it is the first stop for Tab. */
export function toolButton({ icon, label, onClick, isPressed }: Tool, isStop = true): TemplateResult {
  return html`<button
    type="button"
    class=${isPressed === true ? "tool pressed" : "tool"}
    title=${label}
    aria-label=${label}
    aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
    tabindex=${isStop ? "0" : "-1"}
    @click=${onClick}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}

/** For any element with the role of a toolbar: the arrow keys go from button to button. */
export function move(event: KeyboardEvent): void {
  const buttons = buttonsOf(event.currentTarget);
  const at = buttons.findIndex((button) => button === event.target);
  const isBackwards = getComputedStyle(event.currentTarget as Element).direction === "rtl";
  const step = isBackwards ? -1 : 1;
  const next = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: buttons.length - 1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}

/** For any element with the role of a toolbar: Tab comes back to the button that has the focus. */
export function stay(event: FocusEvent): void {
  for (const button of buttonsOf(event.currentTarget)) button.tabIndex = button === event.target ? 0 : -1;
}

/**
 * For any element with the role of a toolbar, each time that it was drawn: Tab still comes to it if the button that it
 * came to is gone.
 */
export function keepStop(toolbar: EventTarget | null): void {
  const buttons = buttonsOf(toolbar);
  const [first] = buttons;
  if (first && buttons.every(({ tabIndex }) => tabIndex < 0)) first.tabIndex = 0;
}

/** Shows a check mark for a moment. */
export function tick(button: EventTarget | null): void {
  const icon = (button as Element | null)?.querySelector(".codicon");
  icon?.classList.add("ticked");
  setTimeout(() => icon?.classList.remove("ticked"), TICK_MS);
}

function buttonsOf(toolbar: EventTarget | null): readonly HTMLButtonElement[] {
  return [...((toolbar as Element | null)?.querySelectorAll("button") ?? [])];
}
