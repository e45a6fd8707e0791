import assert from "node:assert/strict";
import * as vscode from "vscode";

/** What the model of the extension in `test/support/modelProvider` answers to one request, and what it does wrong. */
export interface ProviderScript {
  readonly text?: readonly string[];
  readonly calls?: readonly { readonly callId: string; readonly name: string; readonly input: object }[];
  /**
   * One of the editor's own errors by its name, or any other error with that name; `errorAfter` counts the parts before
   * it.
   */
  readonly error?: { readonly kind: string; readonly message: string };
  readonly errorAfter?: number;
  readonly everyMs?: number;
  readonly stallAfter?: number;
  readonly endless?: boolean;
  readonly ignoresCancellation?: boolean;
}

export interface ProviderRequest {
  readonly messages: readonly { readonly role: string; readonly content: readonly object[] }[];
  readonly tools: readonly { readonly name: string }[] | undefined;
  readonly toolMode: vscode.LanguageModelChatToolMode | undefined;
  /** Milliseconds since the epoch. */
  readonly canceledAt?: number;
}

export interface ScriptedProvider {
  readonly requests: ProviderRequest[];
  play(script: ProviderScript | ((request: ProviderRequest) => ProviderScript)): void;
  setGone(isGone: boolean): void;
}

/** What the extension exports. */
export async function scriptedProvider(): Promise<ScriptedProvider> {
  const extension = vscode.extensions.getExtension<ScriptedProvider>("plumbline-tests.scripted-models");
  assert.ok(extension, "the extension that provides a model is not there");
  const provider = await extension.activate();
  provider.requests.length = 0;
  provider.play({});
  provider.setGone(false);
  return provider;
}
