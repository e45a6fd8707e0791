/**
 * What exactly went wrong, if we found it out ourselves: the words of a service or of the system are passed on as they
 * are. Each code has its words in `host/platform/reasonWords.ts`.
 */
export interface Reason {
  readonly code: ReasonCode;
  /** What the words mention: an address, a version. */
  readonly values: readonly string[];
}

export type ReasonCode =
  | "address"
  | "anonymous"
  | "browserStayed"
  | "codeExpired"
  | "emptyAnswer"
  | "emptyEvents"
  | "emptyQuery"
  | "encoding"
  | "endlessEvent"
  | "filtered"
  | "modelAnswered"
  | "modelAskedTooOften"
  | "modelCut"
  | "modelEndless"
  | "modelFailed"
  | "modelNotJson"
  | "modelSilent"
  | "modelUnfinished"
  | "modelWroteNothing"
  | "noCode"
  | "noContentType"
  | "noId"
  | "noToken"
  | "noUser"
  | "noVersion"
  | "notAList"
  | "notAnObject"
  | "notJson"
  | "page"
  | "redirected"
  | "redirectedInCircles"
  | "redirectedSomewhere"
  | "serviceEnded"
  | "tokenNotAccepted"
  | "tooDeep"
  | "tooLong"
  | "tooMuch"
  | "unexpectedType"
  | "version"
  | "wantsHttps"
  | "windowClosed";

export function reason(code: ReasonCode, ...values: readonly string[]): Reason {
  return { code, values };
}

/** For the log. */
export function printReason({ code, values }: Reason): string {
  return [code, ...values].join(" ");
}
