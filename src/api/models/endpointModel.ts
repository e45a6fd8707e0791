import { isAbort } from "../../core/model/errors.ts";
import type { LanguageModel, ModelLimits, ModelPart, ModelRequest } from "../../core/model/languageModel.ts";
import type { Deadlines, Endpoint } from "../http/endpoint.ts";
import { HttpClient, type HttpResponse } from "../http/http.ts";
import { encodeChat, type Quirk } from "./chatRequest.ts";
import { chatParts } from "./chatStream.ts";
import { modelErrorOf, quirkIn, type ModelRefusal } from "./modelFailure.ts";

/** A chat model behind an OpenAI-compatible address. */
export interface ModelEndpoint extends Omit<Endpoint, "token" | "spillFolder"> {
  /** Read on every request, and sent in a header only to the origin of `baseUrl`; `undefined` if it takes none. */
  readonly key: () => Promise<string | undefined>;
  /** As its server calls it. */
  readonly model: string;
  /** As it is shown. */
  readonly id: string;
  readonly limits: ModelLimits;
}

/** A model on this machine may have to be loaded, and to read the whole request, before it says its first word. */
const MODEL_DEADLINES: Partial<Deadlines> = { headersMs: 600_000, idleMs: 300_000, wholeMs: 600_000 };

/**
 * Speaks to `POST …/chat/completions`. What was sent is never sent again, unless the server refused it for something
 * that the request can do without: then nothing was done.
 */
export function endpointModel({ key, model, id, limits, ...endpoint }: ModelEndpoint): LanguageModel {
  const http = new HttpClient(patient({ ...endpoint, key }));
  const quirks = new Set<Quirk>();

  const answerTo = async (request: ModelRequest, signal: AbortSignal): Promise<HttpResponse> => {
    for (;;) {
      const refusals: ModelRefusal[] = [];
      const known = new Set(quirks); // another request may find out more meanwhile
      try {
        return await http.send({
          method: "POST",
          path: "/chat/completions",
          accept: "text/event-stream, application/json",
          json: encodeChat(model, request, known),
          signal,
          changes: true,
          refusal: (body, status) => {
            refusals.push({ body, status });
            return undefined;
          },
        });
      } catch (error) {
        if (isAbort(error)) throw error;
        const [refusal] = refusals;
        const quirk = refusal && quirkIn(refusal);
        if (quirk === undefined || known.has(quirk)) throw modelErrorOf(error, request, refusal);
        quirks.add(quirk);
      }
    }
  };

  return {
    id,
    limits,
    async *send(request, { signal }): AsyncGenerator<ModelPart, void> {
      const response = await answerTo(request, signal);
      try {
        yield* chatParts(response, request, model);
      } finally {
        response.body.destroy(); // leaving the loop closes the socket
      }
    },
  };
}

/** The endpoint for models: with their deadlines, and with the key in the form that such servers expect. */
export function patient({ key, ...endpoint }: Omit<Endpoint, "token"> & Pick<ModelEndpoint, "key">): Endpoint {
  const deadlines = { ...MODEL_DEADLINES, ...endpoint.deadlines };
  const { network } = endpoint;
  return {
    ...endpoint,
    deadlines,
    readAhead: 1,
    ...(network && {
      network: {
        ...network,
        settings: async () => {
          const settings = await network.settings();
          return { ...settings, headersMs: Math.max(settings.headersMs, deadlines.headersMs ?? 0) };
        },
      },
    }),
    token: key,
    scheme: "Bearer",
  };
}
