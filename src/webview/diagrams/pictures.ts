import { html, noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import { drawDiagram, type NotDrawn } from "./drawing.ts";
import type { Picture } from "./plainPicture.ts";

/** The picture of a diagram in the current colours, or why there is none. Drawn once per text. */
export function pictureOf(text: string): Promise<Picture | NotDrawn> {
  let picture = pictures.get(text);
  if (!picture) {
    picture = queue.then(() => drawDiagram(text));
    queue = picture;
    const [oldest] = pictures.size >= PICTURES_AT_MOST ? pictures.keys() : [];
    if (oldest !== undefined) pictures.delete(oldest);
    pictures.set(text, picture);
  }
  return picture;
}

// State of the page, as long as it lives: diagrams are drawn one at a time, a picture is the same wherever it is shown,
// and those on the page are redrawn for a new theme. A growing text is a different diagram each time.
const PICTURES_AT_MOST = 50;
/**
 * How long a growing text must stay as it is before it is drawn: drawing every beginning of it would take far longer.
 */
const STILL_MS = 500;
let queue: Promise<unknown> = Promise.resolve();
const pictures = new Map<string, Promise<Picture | NotDrawn>>();
const drawings = new Set<() => void>();

/** Redraws everything when the theme changes, because pictures don't follow the page's colours. */
let theme = themeNow();
new MutationObserver(() => {
  if (themeNow() === theme) return;
  theme = themeNow();
  pictures.clear();
  for (const draw of drawings) draw();
}).observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });

/** The theme as the editor writes it on the root, where the page also keeps the height of its composer. */
function themeNow(): string {
  const { className, style } = document.documentElement;
  return className + style.cssText.replace(/\s*--composer:[^;]*;?/, "");
}

/** What is said in place of a picture, beside its name. */
export type DrawnWords = Readonly<Record<NotDrawn | "picture", string>>;

/** The picture of a diagram, once it is drawn; `otherwise` until then, and below a word on why if it can't be drawn. */
export const drawn = directive(
  class extends AsyncDirective {
    #text = "";
    #address: string | undefined;
    #words: DrawnWords = { picture: "", broken: "", endless: "" };
    #otherwise: unknown;
    #timer: ReturnType<typeof setTimeout> | undefined;

    override render(text: string, words: DrawnWords, otherwise: unknown): unknown {
      this.#words = words;
      this.#otherwise = otherwise;
      if (text === this.#text) return noChange;
      const isGrown = this.#text !== "";
      this.#text = text;
      drawings.add(this.#draw);
      clearTimeout(this.#timer);
      if (isGrown) this.#timer = setTimeout(this.#draw, STILL_MS);
      else this.#draw();
      return otherwise;
    }

    override disconnected(): void {
      drawings.delete(this.#draw);
      clearTimeout(this.#timer);
      this.#forget();
    }

    override reconnected(): void {
      drawings.add(this.#draw);
      this.#draw();
    }

    readonly #draw = (): void => {
      const text = this.#text;
      void pictureOf(text).then((picture) => {
        if (text !== this.#text || !this.isConnected) return;
        this.#forget();
        if (typeof picture === "string") {
          this.setValue(
            html`<p class="not-drawn">${this.#words[picture]}</p>
              ${this.#otherwise}`,
          );
          return;
        }
        this.#address = URL.createObjectURL(new Blob([picture.svg], { type: "image/svg+xml" }));
        this.setValue(
          html`<img src=${this.#address} alt=${this.#words.picture} width=${picture.width} height=${picture.height} />`,
        );
      });
    };

    #forget(): void {
      if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
      this.#address = undefined;
    }
  },
);
