// The parts of undici that we load have no types of their own: they are declared here, once, from those of the package.
// The whole package is never imported: loading it replaces the global dispatcher of the extension host.

declare module "undici/lib/dispatcher/agent.js" {
  import type { Agent } from "undici";
  const agent: typeof Agent;
  export default agent;
}

declare module "undici/lib/dispatcher/proxy-agent.js" {
  import type { ProxyAgent } from "undici";
  const proxyAgent: typeof ProxyAgent;
  export default proxyAgent;
}

declare module "undici/lib/dispatcher/pool.js" {
  import type { Pool } from "undici";
  const pool: typeof Pool;
  export default pool;
}

declare module "undici/lib/api/api-connect.js" {
  import type { Dispatcher } from "undici";
  /** A method of dispatchers, but only in the whole package. */
  const connect: Dispatcher["connect"];
  export default connect;
}

declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";
  /** Called with a dispatcher as `this`. */
  function request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  export default request;
}
