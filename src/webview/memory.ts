/** What the editor keeps of a page while it is hidden, moved or the window reloaded. */
export interface Memory {
  /** The conversation that it belongs to, for the host's serializer. */
  readonly name?: string;
  readonly scrollTop: number;
  /** What was typed and not sent. */
  readonly draft: string;
}

/** The part of the editor's interface for pages that we use. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Reads what was kept; whatever can't be read is as if it had never been. */
export function parseMemory(state: unknown): Memory {
  const { name, scrollTop, draft } = (state ?? {}) as Partial<Record<keyof Memory, unknown>>;
  return {
    ...(typeof name === "string" ? { name } : {}),
    scrollTop: typeof scrollTop === "number" && scrollTop > 0 ? scrollTop : 0,
    draft: typeof draft === "string" ? draft : "",
  };
}
