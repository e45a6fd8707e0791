/** A diagram as a well-formed SVG that runs, links to and loads nothing. Sizes are in CSS pixels. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * Parses the SVG without running or loading anything, and strips everything that could; `undefined` if it is empty.
 */
export function plainPicture(source: string): Picture | undefined {
  const root = new DOMParser().parseFromString(source, "text/html").querySelector("svg");
  if (!root) return undefined;
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
  if (!(width > 0 && height > 0)) return undefined;
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
