import type { Busy, DrawRequest, FrameDrawing, FrameRequest } from "./mermaidFrame.ts";

/**
 * A frame of an origin of its own, in which diagrams are drawn. Where the browser gives such a frame a process, the page
 * stays responsive whatever is drawn there, and ends it by taking the frame away; where it doesn't, the frame shares the
 * page's thread. It can load nothing, so it is handed its program as a text.
 */
export class DrawingFrame {
  readonly #frame: HTMLIFrameElement;
  #isApart: Promise<boolean> | undefined;

  private constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
  }

  static async open(): Promise<DrawingFrame> {
    const { default: program } = await import("./mermaidFrame.ts?text");
    const nonce = document.querySelector<HTMLScriptElement>("script[type=module]")?.nonce ?? "";
    const element = document.createElement("iframe");
    element.className = "drawing";
    element.sandbox.add("allow-scripts");
    element.ariaHidden = "true";
    element.tabIndex = -1;
    element.srcdoc = `<!doctype html><body><script nonce="${nonce}">${START}</script></body>`;
    const isLoaded = new Promise((resolve) => {
      element.addEventListener("load", resolve, { once: true });
    });
    document.body.append(element);
    await isLoaded;
    const frame = new DrawingFrame(element);
    await frame.#ask(program);
    return frame;
  }

  draw(request: DrawRequest): Promise<FrameDrawing> {
    return this.#ask<FrameDrawing>(request satisfies FrameRequest);
  }

  /** Whether the page can go on while the frame is busy. Where it can't, this stops it for a moment. */
  isApart(): Promise<boolean> {
    return (this.#isApart ??= this.#probe());
  }

  close(): void {
    this.#frame.remove();
  }

  async #probe(): Promise<boolean> {
    const ticks: number[] = [];
    const timer = setInterval(() => ticks.push(Date.now()), TICK_MS);
    try {
      for (let tries = 0; tries < TRIES; tries++) {
        const { from, to } = await this.#ask<Busy>(BUSY_MS satisfies FrameRequest);
        if (ticks.filter((tick) => tick > from && tick < to).length >= TICKS_AT_LEAST) return true;
      }
      return false;
    } finally {
      clearInterval(timer);
    }
  }

  /** Never resolves if the frame has been taken away meanwhile. */
  async #ask<T>(request: unknown): Promise<T> {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<T>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<T>) => {
        resolve(data);
      };
    });
    this.#frame.contentWindow?.postMessage(request, "*", [port2]);
    return answer;
  }
}

/** Runs in the frame: takes its first message for the program. */
const START = `
  const { nonce } = document.currentScript;
  addEventListener("message", ({ data, ports }) => {
    const script = document.createElement("script");
    script.nonce = nonce;
    script.textContent = data;
    document.body.append(script);
    ports[0].postMessage(undefined);
  }, { once: true });`;

const BUSY_MS = 40;
const TICK_MS = 4;
/** On one thread there can be none; a page that is busy itself has few. */
const TICKS_AT_LEAST = 3;
const TRIES = 3;
