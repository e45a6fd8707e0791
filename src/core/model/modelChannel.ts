import type { ModelErrorCode, ModelLimits, ModelPart, ModelRequest } from "./languageModel.ts";

/** At most this many parts are on their way: a slow reader slows the model down. */
export const PARTS_AHEAD = 32;

/** What the owner of models sends to the process that they are lent to. */
export type ToBorrower =
  /** The holder of the nonce may use this model until the question is answered. */
  | { readonly type: "lend"; readonly nonce: string; readonly id: string; readonly limits: ModelLimits }
  | { readonly type: "modelPart"; readonly request: number; readonly part: ModelPart }
  | { readonly type: "modelEnd"; readonly request: number }
  | {
      readonly type: "modelFailure";
      readonly request: number;
      readonly code: ModelErrorCode;
      readonly message: string;
      readonly retryAt?: number;
    };

/** What the borrower sends to the owner. */
export type ToLender =
  /** The nonce can be used now. */
  | { readonly type: "lent"; readonly nonce: string }
  | { readonly type: "modelSend"; readonly request: number; readonly nonce: string; readonly body: ModelRequest }
  /** This many more parts may come. */
  | { readonly type: "modelMore"; readonly request: number; readonly parts: number }
  | { readonly type: "modelStop"; readonly request: number };
