import tls, { type PeerCertificate } from "node:tls";
import type { Certificate, Check, CheckName, Connection } from "../../core/model/connection.ts";
import type { ConversationPage } from "../../core/model/conversation.ts";
import { isAbort, ServiceError } from "../../core/model/errors.ts";
import type { CallOptions } from "../../core/model/service.ts";
import type { ConversationInterface, InterfaceName } from "../conversations/conversationInterface.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { HttpClient } from "../http/http.ts";
import { JsonObject } from "../http/json.ts";
import { legacyConversations } from "../conversations/legacyConversations.ts";
import { newConversations } from "../conversations/newConversations.ts";
import { lackOf, readVersion } from "./serviceVersion.ts";
import { reason } from "../../core/model/reasons.ts";
import { unexpected } from "../http/httpErrors.ts";

const TLS_TIMEOUT_MS = 5_000;

/** A connection to try, for `Diagnose Connection` and for signing in. */
export function connectionTo(endpoint: Endpoint): Connection {
  const http = new HttpClient(endpoint);
  return {
    async *check(names, signal) {
      for (const name of names) yield await tried(name, () => CHECKS[name](http, signal));
    },
    way: () => http.way(),
    throughEditor: () => {
      const { baseUrl, network } = endpoint;
      if (!network?.fetch) return undefined;
      const settings = async () => ({ ...(await network.settings()), editorFetch: [baseUrl] });
      return connectionTo({ ...endpoint, network: { ...network, settings } });
    },
    certificate: async () => {
      const isDirect = Object.keys(await http.way()).length === 0;
      return isDirect ? certificateOf(endpoint.baseUrl) : undefined;
    },
    close: () => http.close(),
  };
}

async function tried(name: CheckName, check: () => Promise<Learned>): Promise<Check> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  try {
    const learned = await check();
    const { detail, ...rest } = typeof learned === "string" ? { detail: learned } : { detail: "", page: learned };
    return { name, detail, ...rest, durationMs: durationMs() };
  } catch (error) {
    if (isAbort(error)) throw error;
    const failure = error instanceof ServiceError ? error : new ServiceError("malformed", String(error));
    return { name, detail: "", failure, durationMs: durationMs() };
  }
}

/** In words, or a page of conversations. */
type Learned = string | ConversationPage;

const CHECKS: Readonly<Record<CheckName, (http: HttpClient, signal?: AbortSignal) => Promise<Learned>>> = {
  /** Answered without a token; a proxy may hide it. */
  version: (http, signal) => readVersion(http, { ...(signal && { signal }) }),

  user: readUser,

  questions: (http, signal) => listed("new", newConversations(http), http, { ...(signal && { signal }) }),

  legacyQuestions: (http, signal) => listed("legacy", legacyConversations(http), http, { ...(signal && { signal }) }),

  search: async (http, signal) => {
    const path = "/.api/search/stream?q=type%3Arepo+count%3A1&v=V3&display=1";
    const { body, contentType } = await http.send({ method: "GET", path, accept: "text/event-stream", signal });
    body.destroy();
    if (!contentType.startsWith("text/event-stream")) {
      throw new ServiceError("notAService", unexpected(contentType));
    }
    return "";
  },

  /** The page with the interactive reference; returns the schema that it links to, if it names one. */
  reference: async (http, signal) => {
    const bytes = await http.bytes({ method: "GET", path: "/api-reference", accept: "text/html", signal }, 4_000_000);
    const page = new TextDecoder().decode(bytes);
    return /["'(]([^"'()\s]*openapi[^"'()\s]*\.(?:ya?ml|json))["')]/i.exec(page)?.[1] ?? "";
  },
};

/** Asks for no more than the name: official clients broke when other fields were removed. */
async function readUser(http: HttpClient, signal?: AbortSignal): Promise<string> {
  const query = "query { currentUser { username } }";
  const answer = await http.json({ method: "POST", path: "/.api/graphql", json: { query }, signal, isRead: true });
  const data = JsonObject.of(answer)?.object("data");
  if (!data) throw new ServiceError("notAService", reason("noUser"));
  const user = data.object("currentUser");
  if (!user) throw new ServiceError("unauthorized", reason("anonymous"));
  return user.string("username") ?? "";
}

/**
 * An empty list is an empty object, which anything that speaks JSON may send in answer to any request: then it must
 * state a version or know what a user is, though it may refuse to say who this one is. Throws `notAService`.
 */
async function expectService(http: HttpClient, { signal }: CallOptions): Promise<void> {
  const version = await readVersion(http, { ...(signal && { signal }) }).catch(unlessAborted);
  if (typeof version === "string" && /\d\.\d/.test(version)) return;
  const user = await readUser(http, signal).catch(unlessAborted);
  if (typeof user === "string" || user.code === "unauthorized" || user.code === "forbidden") return;
  throw new ServiceError("notAService", reason("noVersion"));
}

function unlessAborted(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}

/** If there is no such interface, says whether the service is too old for it. */
async function listed(
  name: InterfaceName,
  conversations: ConversationInterface,
  http: HttpClient,
  options: CallOptions,
): Promise<ConversationPage> {
  try {
    const page = await conversations.listConversations(options);
    if (page.conversations.length === 0) await expectService(http, options);
    return page;
  } catch (error) {
    const isLacking = error instanceof ServiceError && error.code === "unsupported";
    throw isLacking ? await lackOf(name, error, http, options) : error;
  }
}

function certificateOf(baseUrl: string): Promise<Certificate | undefined> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== "https:") return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = tls.connect(
      // only looked at, valid or not: nothing is sent over this connection
      { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false },
      () => {
        const certificate = socket.getPeerCertificate();
        socket.destroy();
        resolve(describe(certificate));
      },
    );
    socket.setTimeout(TLS_TIMEOUT_MS, () => socket.destroy());
    socket.on("error", () => {
      resolve(undefined);
    });
    socket.on("close", () => {
      resolve(undefined);
    });
  });
}

function describe({ subject, issuer, valid_from: from, valid_to: until }: PeerCertificate): Certificate {
  return { subject: name(subject), issuer: name(issuer), from, until };
}

function name({ CN, O }: PeerCertificate["subject"]): string {
  return [CN ?? O ?? "?"].flat().join(", ");
}
