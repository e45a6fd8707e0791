import {
  ScriptedModelServer,
  type ChatRequest,
  type ChatScript,
  type ModelServerOptions,
} from "../support/scriptedModelServer.ts";
import type { Workbench } from "./workbench.ts";

/** As it is shown. */
export const MODEL = "qwen3:4b at 127.0.0.1:11434";

/** Starts a server where Ollama's is looked for. Its models pass their trials without tools; a question is answered by `say`. */
export function startModels(
  say: () => ChatScript | Promise<ChatScript>,
  models: ModelServerOptions["models"] = [{ name: "qwen3:4b" }],
): Promise<ScriptedModelServer> {
  const answer = ({ body }: ChatRequest): ChatScript | Promise<ChatScript> => {
    if (body.tools) return { text: ["I can't call tools."] };
    const isTrial = body.messages.some(({ content }) => content?.includes("from one to thirty"));
    return isTrial ? { text: ["one, two, three"] } : say();
  };
  return ScriptedModelServer.start(answer, { kind: "ollama", models, port: 11434 });
}

/** Lets {@link MODEL} write answers about the folder that is open. */
export async function chooseModel(workbench: Workbench): Promise<void> {
  await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
  await workbench.pick("qwen3:4b");
  await workbench.pick("Send Passages");
  await workbench.runCommand("Notifications: Clear All Notifications");
}
