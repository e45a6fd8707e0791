import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { lineWithCode } from "../markdown/inlines.ts";
import type { ProgressState } from "../../protocol/answer.ts";

/** A question that is being worked on. {@link showElapsed} writes its seconds, without drawing anything else. */
export function progress({ label, startedAt, steps, expected, effort }: ProgressState): TemplateResult {
  const below = effort ?? steps.at(-1) ?? expected;
  return html`<div class="progress">
    <span class="codicon codicon-loading" aria-hidden="true"></span>
    <div class="progress-words">
      <p>
        ${label}
        <span class="elapsed" role="timer" data-started-at=${startedAt}></span>
      </p>
      ${below === undefined ? nothing : html`<p class="step" dir="auto">${lineWithCode(below)}</p>`}
    </div>
  </div>`;
}

/**
 * Writes how long each question below `root` has been worked on, and how long until one may be asked again, in the
 * language of the page. Call it once a second.
 */
export function showElapsed(root: Element, now: number): void {
  for (const element of timesIn(root)) {
    const { startedAt, retryAt, words = "", wordsAfter = "" } = element.dataset;
    if (startedAt !== undefined) {
      const seconds = Math.max(0, Math.floor((now - Number(startedAt)) / 1000));
      write(element, printDuration(seconds, document.documentElement.lang));
    } else {
      const seconds = Math.ceil((Number(retryAt) - now) / 1000);
      const left = () => printDuration(seconds, document.documentElement.lang);
      write(element, seconds > 0 ? words.replace("{0}", left()) : wordsAfter);
    }
  }
}

/** Looks beside answers, not into them: one may have ten thousand elements. */
function timesIn(root: Element): readonly HTMLElement[] {
  if (root.matches(".answer")) return [];
  if (root.matches("main, .conversation, article")) return [...root.children].flatMap(timesIn);
  return [...root.querySelectorAll<HTMLElement>("[data-started-at], [data-retry-at]")];
}

/** Leaves words that are already there alone, so that a selection in them stays. */
function write(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

function printDuration(seconds: number, language: string): string {
  const print = (value: number, unit: "hour" | "minute" | "second") =>
    new Intl.NumberFormat(language || undefined, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return print(seconds, "second");
  if (minutes < 60) return `${print(minutes, "minute")} ${print(seconds % 60, "second")}`;
  return `${print(Math.floor(minutes / 60), "hour")} ${print(minutes % 60, "minute")}`;
}
