import {
  ScriptedModelServer,
  type ChatRequest,
  type ChatScript,
  type ModelServerOptions,
} from "../support/scriptedModelServer.ts";
import type { Workbench } from "./workbench.ts";

/** A name that no model of a person has, nor one of another test run on this machine: all of them are listed. */
export const QWEN = `qwen3:4b-${process.pid}`;

/**
 * Starts a server where servers are looked for. Its models pass their trials without tools; `say` answers questions.
 */
export function startModels(
  say: () => ChatScript | Promise<ChatScript>,
  models: ModelServerOptions["models"] = [{ name: QWEN }],
): Promise<ScriptedModelServer> {
  const answer = ({ body }: ChatRequest): ChatScript | Promise<ChatScript> => {
    if (body.tools) return { text: ["I can't call tools."] };
    const isTrial = body.messages.some(({ content }) => content?.includes("from one to thirty"));
    return isTrial ? { text: ["one, two, three"] } : say();
  };
  return ScriptedModelServer.start(answer, { kind: "ollama", models, isLookedFor: true });
}

/** Lets {@link QWEN} write answers about the folder that is open. */
export async function chooseModel(workbench: Workbench): Promise<void> {
  await workbench.runCommand("Plumbline: Choose a Model for Local Answers…");
  await workbench.pick(QWEN);
  await workbench.pick("Send Passages");
  await workbench.toast("now writes local answers").waitFor();
  await workbench.runCommand("Notifications: Clear All Notifications");
}
