import mermaid from "mermaid";
import { drawableText } from "./mermaidText.ts";

/** A diagram as a well-formed SVG that runs, links to and loads nothing. Sizes are in CSS pixels. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const LONGEST = 30_000;
const NAMESPACE = "http://www.w3.org/2000/svg";
let count = 0;

/**
 * Draws a diagram in the colours of the page. Rejects if the text is not a diagram, or one that may take without end to
 * draw. It is laid out in the page, where its inline styles have no effect: our own style sheet gives the same font to
 * the element in which text is measured.
 */
export async function drawMermaid(text: string): Promise<Picture> {
  const drawable = text.length > LONGEST ? undefined : drawableText(text);
  if (drawable === undefined) throw new Error("too large, perhaps");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    htmlLabels: false,
    class: { htmlLabels: false },
    theme: "base",
    themeVariables: themeVariables(),
    fontFamily: FONT,
    maxTextSize: LONGEST,
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
  place.className = "measure";
  place.ariaHidden = "true";
  document.body.append(place);
  try {
    const { svg } = await mermaid.render(`mermaid-${String(count++)}`, drawable, place);
    return plainPicture(svg);
  } finally {
    place.remove();
  }
}

const FONT = "system-ui, sans-serif";

/** Parses the SVG without running or loading anything, and strips everything that could. */
function plainPicture(source: string): Picture {
  const root = new DOMParser().parseFromString(source, "text/html").querySelector("svg");
  if (!root) throw new Error("no picture");
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (FORBIDDEN.has(element.localName.toLowerCase())) {
      element.remove();
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      const isLink = /(?:^|:)(?:href|src|action|xlink:href)$/i.test(name) && !value.startsWith("#");
      if (/^on/i.test(name) || isLink || isLoading(value)) element.removeAttribute(name);
    }
    if (element.localName === "style" && isLoading(element.textContent)) element.remove();
  }
  const [, , width = 0, height = 0] = (root.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  if (!(width > 0 && height > 0)) throw new Error("an empty picture");
  root.setAttribute("xmlns", NAMESPACE);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  root.removeAttribute("style");
  return { svg: new XMLSerializer().serializeToString(root), width, height };
}

const FORBIDDEN = new Set([
  "script",
  "foreignobject",
  "image",
  "img",
  "iframe",
  "object",
  "embed",
  "animate",
  "set",
  "feimage",
]);

/** Whether CSS or an attribute's value refers to anything outside of the picture. */
function isLoading(text: string | null): boolean {
  return /@import|url\(\s*["']?(?!#)|javascript:|expression\(/i.test(text ?? "");
}

/** The page's colours in a form with which mermaid can calculate. */
function themeVariables(): Record<string, unknown> {
  const style = getComputedStyle(document.body);
  const pen = document.createElement("canvas").getContext("2d");
  const color = (...names: string[]): string => {
    for (const name of names) {
      const value = style.getPropertyValue(`--vscode-${name}`).trim();
      if (value === "" || !pen) continue;
      pen.fillStyle = "#010203";
      pen.fillStyle = value;
      if (pen.fillStyle !== "#010203") return pen.fillStyle;
    }
    return "#808080";
  };
  const text = color("editor-foreground", "foreground");
  const background = color("editor-background");
  const box = color("textCodeBlock-background", "editorWidget-background", "editor-background");
  const raised = color("editorWidget-background", "editor-background");
  const line = color("contrastBorder", "descriptionForeground", "foreground");
  return {
    darkMode: document.body.matches(".vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)"),
    fontFamily: FONT,
    fontSize: "14px",
    background,
    primaryColor: box,
    primaryTextColor: text,
    primaryBorderColor: line,
    secondaryColor: raised,
    secondaryTextColor: text,
    secondaryBorderColor: line,
    tertiaryColor: background,
    tertiaryTextColor: text,
    tertiaryBorderColor: line,
    lineColor: line,
    textColor: text,
    mainBkg: box,
    nodeBorder: line,
    clusterBkg: background,
    clusterBorder: line,
    edgeLabelBackground: background,
    titleColor: text,
    noteBkgColor: raised,
    noteTextColor: text,
    noteBorderColor: line,
    actorBkg: box,
    actorTextColor: text,
    actorBorder: line,
    signalColor: text,
    signalTextColor: text,
    labelBoxBkgColor: box,
    labelTextColor: text,
    loopTextColor: text,
    errorBkgColor: raised,
    errorTextColor: color("errorForeground"),
  };
}
