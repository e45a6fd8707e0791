import { once } from "../../core/model/once.ts";
import { isLoopback, type Network } from "../../core/model/network.ts";
import type { LanguageModel } from "../../core/model/languageModel.ts";
import type { ModelServer } from "../../core/model/modelServer.ts";
import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import { type CommandHandler } from "../platform/commands.ts";
import type { Platform } from "../platform/platform.ts";
import type { Models } from "./models.ts";

/** What it takes to communicate with a model server. */
export interface ModelAddress {
  readonly baseUrl: string;
  /** Read on every request. */
  readonly key: () => Promise<string | undefined>;
  readonly client: string;
  /** Absent for a program on this machine: it needs no proxy, and gateway headers are not meant for it. */
  readonly network?: Network;
  readonly log: (line: string) => void;
}

/** The clients of model servers, made elsewhere: this layer knows no HTTP. */
export interface ModelFactories {
  readonly modelAt: (
    address: ModelAddress & Pick<LanguageModel, "id" | "limits"> & { readonly model: string },
  ) => Promise<LanguageModel>;
  readonly modelServerAt: (address: ModelAddress) => Promise<ModelServer>;
}

/** The person's language models. One of them may write local answers. None is looked for before a click. */
export function registerModels(
  { globalState, client, log, keep }: Platform,
  { local, tokens, network }: RegisteredAccounts,
  { modelAt, modelServerAt }: ModelFactories,
) {
  const at = (baseUrl: string, key: ModelAddress["key"]): ModelAddress => {
    const { protocol, hostname } = new URL(baseUrl);
    const isHere = protocol === "http:" && isLoopback(hostname);
    return {
      baseUrl,
      key,
      client,
      ...(isHere ? {} : { network }),
      log: (line) => {
        log.info(`model: ${line}`);
      },
    };
  };
  const load = once(async (): Promise<Models> => {
    const [{ Models }, { KeptModels }] = await Promise.all([import("./models.ts"), import("./keptModels.ts")]);
    return keep(
      new Models({
        kept: new KeptModels(globalState),
        local,
        tokens,
        modelAt: ({ baseUrl, model }, { key, ...given }) => modelAt({ ...at(baseUrl, key), ...given, model }),
        log,
      }),
    );
  });
  const handlers: Record<"chooseModel", CommandHandler> = {
    chooseModel: async () => {
      const [{ chooseModel }, models] = await Promise.all([import("./chooseModel.ts"), load()]);
      const serverAt = (baseUrl: string, key: string | undefined) =>
        modelServerAt(at(baseUrl, () => Promise.resolve(key)));
      await chooseModel({ models, serverAt, log });
    },
  };
  return { load, handlers };
}

export type RegisteredModels = ReturnType<typeof registerModels>;
