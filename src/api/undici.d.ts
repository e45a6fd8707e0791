// The parts of undici that we load have no types of their own: declared once, here, from the package's.
// The whole package is never imported: loading it replaces the global dispatcher of the extension host.

declare module "undici/lib/dispatcher/agent.js" {
  import type { Agent } from "undici";
  const agent: typeof Agent;
  export default agent;
}

declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";
  /** Called with a dispatcher as `this`. */
  function request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  export default request;
}
