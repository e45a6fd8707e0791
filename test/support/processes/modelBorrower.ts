/** A process that borrows models: asks one when it is told to, and reports what came. */
import type { ToBorrower } from "../../../src/core/model/modelChannel.ts";
import { isAbort } from "../../../src/core/model/errors.ts";
import { ModelError, type ModelRequest } from "../../../src/core/model/languageModel.ts";
import { LentModels } from "../../../src/local/server/models/lentModels.ts";

export type BorrowerTask =
  | { readonly task: "take"; readonly nonce: string }
  /** Asks the model that was taken. `readOnly`: reads that many parts, and no more until it is told to go on. */
  | { readonly task: "ask"; readonly request: ModelRequest; readonly readOnly?: number }
  | { readonly task: "goOn" | "stop" | "leave" };

export type BorrowerNews =
  | { readonly news: "taken"; readonly id: string | undefined; readonly inputTokens: number | undefined }
  | { readonly news: "part"; readonly part: unknown }
  | { readonly news: "end"; readonly code?: string; readonly message?: string; readonly retryAt?: number | undefined };

const tell = (message: object): void => {
  process.send?.(message, undefined, undefined, () => undefined);
};
const models = new LentModels(tell);
let model: ReturnType<LentModels["take"]>;
let goOn: (() => void) | undefined;
let stop = new AbortController();
let isLeft = false;

async function ask(request: ModelRequest, readOnly = Infinity): Promise<void> {
  let read = 0;
  stop = new AbortController();
  isLeft = false;
  try {
    for await (const part of model?.send(request, { signal: stop.signal }) ?? []) {
      tell({ news: "part", part });
      if (++read === readOnly)
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      if (isLeft) break; // eslint-disable-line @typescript-eslint/no-unnecessary-condition
    }
    tell({ news: "end" });
  } catch (error) {
    const retryAt = error instanceof ModelError ? error.retryAt : undefined;
    const code = isAbort(error) ? "aborted" : error instanceof ModelError ? error.code : "odd";
    tell({ news: "end", code, message: error instanceof Error ? error.message : "", retryAt });
  }
}

process.on("message", (message: ToBorrower | BorrowerTask) => {
  if ("type" in message) {
    models.receive(message);
    return;
  }
  switch (message.task) {
    case "take":
      model = models.take(message.nonce);
      tell({ news: "taken", id: model?.id, inputTokens: model?.limits.inputTokens });
      break;
    case "ask":
      void ask(message.request, message.readOnly);
      break;
    case "leave":
      isLeft = true;
      goOn?.();
      break;
    case "goOn":
      goOn?.();
      break;
    case "stop":
      stop.abort();
  }
});
process.once("disconnect", () => process.exit(0));
