import { DrawingFrame } from "./frame.ts";
import type { FrameDrawing } from "./mermaidFrame.ts";
import { LONGEST_TEXT, mermaidText } from "./mermaidText.ts";
import { plainPicture, type Picture } from "./plainPicture.ts";
import { themeVariables } from "./themeVariables.ts";

/** Why there is no picture: the text is not a diagram, or drawing it might take without end, or took too long. */
export type NotDrawn = "broken" | "endless";

const LONGEST_SVG = 4_000_000;
const DRAWN_WITHIN_MS = 10_000;
/** As often may drawing take too long; from then on, only what is sure to end is drawn. */
const TOO_LONG_AT_MOST = 3;
/** A frame in which nothing is drawn for so long is taken away, because it takes memory. */
const IDLE_MS = 60_000;

// State of the page, as long as it lives: there is one frame at a time.
let opening: Promise<DrawingFrame> | undefined;
let tookTooLong = 0;
let idle: ReturnType<typeof setTimeout> | undefined;

/**
 * Draws a diagram in the colours of the page. One whose drawing may take without end is drawn only where the page stays
 * responsive meanwhile, and can end it. To be called for one diagram after the other.
 */
export async function drawDiagram(source: string): Promise<Picture | NotDrawn> {
  if (source.length > LONGEST_TEXT) return "endless";
  const { text, isBounded } = mermaidText(source);
  if (text.trim() === "") return "broken";
  if (!isBounded && tookTooLong >= TOO_LONG_AT_MOST) return "endless";
  if (!isBounded) await isVisible();
  clearTimeout(idle);
  const drawing = await withinTime(drawInFrame(text, isBounded));
  idle = setTimeout(closeFrame, IDLE_MS);
  if (drawing === "endless") return drawing;
  if (drawing === undefined) {
    tookTooLong += 1;
    closeFrame();
    return "endless";
  }
  if (drawing.svg === undefined) return "broken";
  if (drawing.svg.length > LONGEST_SVG) return "endless";
  return plainPicture(drawing.svg) ?? "broken";
}

async function drawInFrame(text: string, isBounded: boolean): Promise<FrameDrawing | "endless"> {
  const frame = await (opening ??= DrawingFrame.open());
  if (!isBounded && !(await frame.isApart())) return "endless";
  return frame.draw({ text, themeVariables: themeVariables() });
}

function closeFrame(): void {
  void opening?.then((frame) => {
    frame.close();
  });
  opening = undefined;
}

/** A hidden page is given too little time to tell whether the frame shares its thread. */
async function isVisible(): Promise<void> {
  while (document.visibilityState === "hidden")
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true });
    });
}

async function withinTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, DRAWN_WITHIN_MS, undefined);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
