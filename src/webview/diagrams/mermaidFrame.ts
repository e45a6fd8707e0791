// Runs in the frame in which diagrams are drawn, as one program: the frame can load nothing.
import mermaid from "mermaid";
import { LONGEST_TEXT } from "./mermaidText.ts";

/** What the frame is asked for: to draw, or to be busy for a number of milliseconds. */
export type FrameRequest = DrawRequest | number;

export interface DrawRequest {
  readonly text: string;
  /** Colours and more, by mermaid's names. */
  readonly themeVariables: Readonly<Record<string, unknown>>;
}

/** When it was busy, by the clock of the machine. */
export interface Busy {
  readonly from: number;
  readonly to: number;
}

/** What mermaid made of the text; without a picture if the text is no diagram. */
export interface FrameDrawing {
  readonly svg?: string;
}

const FONT = "system-ui, sans-serif";
let count = 0;

// Inline styles have no effect here either: text is measured in the font of its picture.
const style = new CSSStyleSheet();
style.replaceSync(`body, svg { font: 14px ${FONT}; }`);
document.adoptedStyleSheets = [style];

addEventListener("message", ({ data, ports: [port] }: MessageEvent<FrameRequest>) => {
  if (typeof data === "number") port?.postMessage(spin(data));
  else void draw(data).then((drawing) => port?.postMessage(drawing));
});

function spin(milliseconds: number): Busy {
  const from = Date.now();
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return { from, to: Date.now() };
}

async function draw({ text, themeVariables }: DrawRequest): Promise<FrameDrawing> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    htmlLabels: false,
    class: { htmlLabels: false },
    theme: "base",
    themeVariables: { ...themeVariables, fontFamily: FONT, fontSize: "14px" },
    fontFamily: FONT,
    maxTextSize: LONGEST_TEXT,
    maxEdges: 400,
    // What a diagram's text may not set for itself.
    secure: [
      "secure",
      "securityLevel",
      "startOnLoad",
      "suppressErrorRendering",
      "maxTextSize",
      "maxEdges",
      "htmlLabels",
      "flowchart",
      "themeCSS",
      "themeVariables",
      "fontFamily",
      "altFontFamily",
      "dompurifyConfig",
    ],
  });
  const place = document.createElement("div");
  document.body.append(place);
  try {
    const { svg } = await mermaid.render(`mermaid-${String(count++)}`, text, place);
    return { svg };
  } catch {
    return {};
  } finally {
    place.remove();
  }
}
