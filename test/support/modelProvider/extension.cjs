// An extension of another publisher that provides a language model, which does what a test says: its switches are
// `ProviderScript` of test/integration/scriptedModels.ts. If no test runs beside it, a file that a setting
// names holds a list of what it says, and each request takes the next entry; it passes trials.
const { readFileSync, writeFileSync } = require("node:fs");
const vscode = require("vscode");

const NAME = "Scripted";

exports.activate = ({ subscriptions }) => {
  const changed = new vscode.EventEmitter();
  const scripts = vscode.workspace.getConfiguration("plumblineScripted").get("scripts");
  const state = { script: scripts === undefined ? {} : scriptFrom(scripts), requests: [], isGone: false };
  const provider = {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: () =>
      state.isGone ? [] : [infoOf("scripted-1", NAME, 8192), infoOf("scripted-2", `${NAME} with More Context`, 65_536)],
    provideTokenCount: async () => 1,
    provideLanguageModelChatResponse: async (_model, messages, options, progress, token) => {
      const request = { messages: messages.map(plain), tools: options.tools, toolMode: options.toolMode };
      state.requests.push(request);
      token.onCancellationRequested(() => (request.canceledAt = Date.now()));
      const script = typeof state.script === "function" ? state.script(request) : state.script;
      await play(script, progress, token);
    },
  };
  subscriptions.push(changed, vscode.lm.registerLanguageModelChatProvider("plumbline-scripted", provider));
  return {
    requests: state.requests,
    /** Applies from the next request on; a function is given the request. */
    play: (script) => {
      state.script = script;
    },
    /** Sets whether it is no longer listed. */
    setGone: (isGone) => {
      state.isGone = isGone;
      changed.fire();
    },
  };
};

function infoOf(id, name, maxInputTokens) {
  const capabilities = { toolCalling: true };
  return { id, name, family: "scripted", version: "1", maxInputTokens, maxOutputTokens: 4096, capabilities };
}

function scriptFrom(file) {
  return ({ messages, tools = [] }) => {
    if (tools[0]?.name === "list_files")
      return { calls: [{ callId: "c1", name: "list_files", input: { folder: "src" } }] };
    if (JSON.stringify(messages).includes("from one to thirty")) return { text: ["one, two, three"] };
    const [next, ...others] = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify(others));
    return next;
  };
}

async function play(script, progress, token) {
  const { text = [], calls = [], error, errorAfter = 0, everyMs, stallAfter = Infinity, ignoresCancellation } = script;
  const parts = [
    ...text.map((piece) => new vscode.LanguageModelTextPart(piece)),
    ...calls.map(({ callId, name, input }) => new vscode.LanguageModelToolCallPart(callId, name, input)),
  ];
  let said = 0;
  for (let round = 0; round === 0 || script.endless; round++) {
    for (const part of parts) {
      if (error && said === errorAfter) throw errorOf(error);
      if (said === stallAfter) await stalled(token, ignoresCancellation);
      if (token.isCancellationRequested && !ignoresCancellation) throw new vscode.CancellationError();
      progress.report(part);
      said++;
      if (everyMs !== undefined) await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
  if (error) throw errorOf(error);
}

function stalled(token, ignoresCancellation) {
  return new Promise((_, reject) => {
    if (!ignoresCancellation) token.onCancellationRequested(() => reject(new vscode.CancellationError()));
  });
}

function errorOf({ kind, message }) {
  if (kind in vscode.LanguageModelError) return vscode.LanguageModelError[kind](message);
  return Object.assign(new Error(message), { name: kind });
}

function plain({ role, content }) {
  return {
    role: role === vscode.LanguageModelChatMessageRole.User ? "user" : "assistant",
    content: content.map((part) => {
      if (part instanceof vscode.LanguageModelTextPart) return { text: part.value };
      if (part instanceof vscode.LanguageModelToolCallPart) return { call: [part.callId, part.name, part.input] };
      return { result: [part.callId, part.content.map(({ value }) => value).join("")] };
    }),
  };
}
