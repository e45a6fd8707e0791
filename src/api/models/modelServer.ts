import { isAbort, ServiceError } from "../../core/model/errors.ts";
import type { FoundModel, ModelServer } from "../../core/model/modelServer.ts";
import { HttpClient } from "../http/http.ts";
import { defined, JsonObject } from "../http/json.ts";
import { patient, type ModelEndpoint } from "./endpointModel.ts";
import { isLoading, modelErrorOf, type ModelRefusal } from "./modelFailure.ts";

/** The context that Ollama gives a model by default, even if the model could take more. */
const OLLAMA_CONTEXT = 4096;

/** The models at an OpenAI-compatible address, and what its kind of server says about them. */
export function modelServer(endpoint: Omit<ModelEndpoint, "model" | "id" | "limits">): ModelServer {
  const http = new HttpClient(patient(endpoint));
  const root = new HttpClient(
    patient({ ...endpoint, baseUrl: endpoint.baseUrl.replace(/\/(?:api\/)?v1(?=$|\?)/, "") }),
  );

  /** The answer of a server; `undefined` if it fails, since the server may not know the address. */
  const read = async (client: HttpClient, path: string, signal: AbortSignal, json?: unknown) => {
    const method = json === undefined ? "GET" : "POST";
    try {
      return objectOf(await client.json({ method, path, json, signal, isRead: true }));
    } catch (error) {
      if (isAbort(error)) throw error;
      return undefined;
    }
  };

  return {
    async models(signal) {
      let list;
      let refusal: ModelRefusal | undefined;
      const keep = (body: string, status: number) => {
        refusal = { body, status };
        // Loading takes longer than the usual pauses: it is reported at once.
        return isLoading(refusal) ? new ServiceError("serverError", "") : undefined;
      };
      try {
        list = objectOf(await http.json({ method: "GET", path: "/models", signal, refusal: keep }));
      } catch (error) {
        throw isAbort(error) ? error : modelErrorOf(error, {}, refusal);
      }
      const listed = [...(list?.list("data") ?? []), ...(list?.list("models") ?? [])];
      const names = listed.flatMap((model) => (typeof model === "string" ? model : nameOf(model)) ?? []);
      // Models that only turn texts into numbers or sounds can't answer.
      return [...new Set(names)].filter((name) => !/embed|rerank|(?<![a-z])(?:whisper|tts)(?![a-z])/i.test(name));
    },

    async describe(model, signal) {
      // llama.cpp first: some of its versions answer Ollama's requests too, with less. One that starts others for its
      // models describes a model only if that is named.
      const props = await read(root, `/props?model=${encodeURIComponent(model)}`, signal);
      const context = props?.object("default_generation_settings")?.whole("n_ctx");
      if (context) return { inputTokens: context };
      const ofOllama = await read(root, "/api/show", signal, { model });
      if (ofOllama?.object("model_info"))
        return describedByOllama(ofOllama, await read(root, "/api/ps", signal), model);
      const isNamed = (one: JsonObject) => one.string("id") === model;
      const ofLmStudio = (await read(root, "/api/v0/models", signal))?.objects("data").find(isNamed);
      const listed = ofLmStudio ?? (await read(http, "/models", signal))?.objects("data").find(isNamed);
      const inputTokens =
        listed?.whole("loaded_context_length") ??
        listed?.whole("max_model_len") ??
        listed?.whole("context_length") ??
        listed?.whole("max_context_length");
      const abilities = [listed?.get("capabilities"), listed?.get("supported_parameters")].flat();
      return {
        ...defined({ inputTokens }),
        ...(abilities.some((one) => String(one).startsWith("tool")) && { tools: "yes" }),
      };
    },

    async close() {
      await Promise.all([http.close(), root.close()]);
    },
  };
}

function nameOf(model: unknown): string | undefined {
  const described = JsonObject.of(model);
  return described?.string("id") ?? described?.string("name");
}

/** A server's answer as an object; some send their models as a bare list. */
function objectOf(answer: unknown): JsonObject | undefined {
  return JsonObject.of(Array.isArray(answer) ? { data: answer as unknown } : answer);
}

/** Ollama silently cuts off what exceeds the context it has set: what the model could take doesn't matter. */
function describedByOllama(shown: JsonObject, running: JsonObject | undefined, model: string): FoundModel {
  const loaded = running?.objects("models").find((one) => [one.string("name"), one.string("model")].includes(model));
  const set = /^num_ctx\s+(\d+)/m.exec(shown.string("parameters") ?? "")?.[1];
  const inputTokens = loaded?.whole("context_length") ?? (set === undefined ? OLLAMA_CONTEXT : Number(set));
  const abilities = shown.get("capabilities");
  if (!Array.isArray(abilities)) return { inputTokens };
  return { inputTokens, tools: abilities.includes("tools") ? "yes" : "no" };
}
