import type { ModelLimits } from "./languageModel.ts";

/** What can be found out about a model without sending it a request. */
export type FoundModel = Partial<ModelLimits>;

/** A server of language models at an address. */
export interface ModelServer {
  /** The names of its chat models. Throws a `ModelError`, or an `AbortError`. */
  models(signal: AbortSignal): Promise<readonly string[]>;
  /** What the server says about one of them. Some can't tell the limit of a model that was not used yet. */
  describe(model: string, signal: AbortSignal): Promise<FoundModel>;
  close(): Promise<void>;
}

/** Where the usual servers listen on this machine: Ollama, LM Studio, llama.cpp and vLLM. */
export const LOCAL_MODEL_PORTS = [
  { name: "Ollama", port: 11434 },
  { name: "LM Studio", port: 1234 },
  { name: "llama.cpp", port: 8080 },
  { name: "vLLM", port: 8000 },
] as const;

/**
 * The base address of an OpenAI-compatible server as a person types it: with or without a scheme, `/v1` or the rest of
 * a request's path; of a query, the version of the interface stays. `undefined` if it is not a web address.
 */
export function parseModelAddress(text: string): string | undefined {
  const typed = text.trim();
  if (typed === "" || /\s/.test(typed)) return undefined;
  const hasScheme = /^[a-z][\w+.-]*:\/\//i.test(typed);
  const isHere = /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(typed);
  const url = URL.parse(hasScheme ? typed : `${isHere ? "http" : "https"}://${typed}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  const path = url.pathname.replace(/\/+$/, "").replace(/\/(?:chat\/completions|models)$/, "");
  // Nothing else of a query: it may be a key.
  const version = [...url.searchParams].find(([name]) => /^api[-_]version$/i.test(name));
  const query = version ? `?${new URLSearchParams([version]).toString()}` : "";
  return `${url.origin}${path === "" ? "/v1" : path}${query}`;
}
