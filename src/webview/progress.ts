import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { ProgressState } from "../protocol/answer.ts";
import type { Surroundings } from "./surroundings.ts";

/** A question that is being worked on. Its seconds are written by {@link showElapsed}, without drawing anything else. */
export function progress(
  { label, startedAt, steps, canStop }: ProgressState,
  { labels, send }: Surroundings,
): TemplateResult {
  const step = steps.at(-1);
  const stop = () => {
    send({ type: "stop" });
  };
  return html`<div class="progress">
    <vscode-progress-ring role="presentation" aria-hidden="true" aria-live="off" aria-label=""></vscode-progress-ring>
    <div class="progress-words">
      <p>${label} <span class="elapsed" role="timer" data-started-at=${startedAt}></span></p>
      ${step === undefined ? nothing : html`<p class="step" dir="auto">${step}</p>`}
    </div>
    ${
      canStop ? html`<vscode-button secondary icon="debug-stop" @click=${stop}>${labels.stop}</vscode-button>` : nothing
    }
  </div>`;
}

/** Writes how long each question below `root` has been worked on, in the language of the page. Call it once a second. */
export function showElapsed(root: ParentNode, now: number): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-started-at]")) {
    const seconds = Math.max(0, Math.floor((now - Number(element.dataset["startedAt"])) / 1000));
    const words = printDuration(seconds, document.documentElement.lang);
    if (element.textContent !== words) element.textContent = words;
  }
}

function printDuration(seconds: number, language: string): string {
  const print = (value: number, unit: "minute" | "second") =>
    new Intl.NumberFormat(language || undefined, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? print(seconds, "second") : `${print(minutes, "minute")} ${print(seconds % 60, "second")}`;
}
