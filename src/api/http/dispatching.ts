import type { Dispatcher } from "undici";
import type { Answer } from "./answerBody.ts";
import { isAbort } from "../../core/model/errors.ts";
import { Unsent } from "./httpErrors.ts";

/** What `undici/lib/api/api-request.js` is: called with a dispatcher as `this`. */
type Request = (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;

/**
 * Sends a request, and rejects as soon as its signal is aborted: undici heeds that only once it is connected. A failure
 * before undici began to write the request is an {@link Unsent}.
 */
export async function dispatch(
  request: Request,
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions & { readonly signal: AbortSignal | null },
): Promise<Answer> {
  const progress = { isBegun: false };
  const watching: Pick<Dispatcher, "dispatch"> = {
    dispatch: (options, handler) => {
      const begin = handler.onRequestStart?.bind(handler);
      handler.onRequestStart = (controller, context) => {
        progress.isBegun = true;
        begin?.(controller, context);
      };
      return dispatcher.dispatch(options, handler);
    },
  };
  const { signal } = options;
  const answering = request.call(watching as Dispatcher, options);
  try {
    return await untilAborted(answering, signal, ({ body }) => body.destroy());
  } catch (error) {
    // Whoever stops a request needs no more than that.
    const isStopped = signal?.aborted === true && isAbort(error);
    throw progress.isBegun || isStopped ? error : new Unsent(error);
  }
}

/**
 * Resolves like the promise, unless the signal is aborted before; what it then still resolves to is handed to `drop`.
 */
export async function untilAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | null,
  drop: (late: T) => void = () => undefined,
): Promise<T> {
  if (!signal) return promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    promise.then(drop, () => undefined);
    reject(signal.reason as Error);
  };
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
