import type { NetworkSettings } from "../../src/core/model/network.ts";

/** The editor's settings when nobody has changed them. */
export const SETTINGS: NetworkSettings = {
  mayProxy: true,
  proxy: "",
  noProxy: [],
  proxyAuthorization: "",
  strictTls: true,
  systemCertificates: true,
  headersMs: 5_000,
  editorFetch: [],
  headers: {},
};
