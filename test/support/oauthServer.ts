import { createHash, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { json, plain, ScriptedServer, type Received } from "./scriptedServer.ts";

export const CLIENT_ID = "sgo_cid_plumbline-test";
const SCOPES = ["offline_access", "user:all", "externalapi:read", "externalapi:write"];
const SERVER = "/.auth/idp/oauth";

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
}

interface Device {
  readonly userCode: string;
  outcome: "pending" | "allowed" | "denied" | "expired";
  /** How often it first says `slow_down`. */
  slowDowns: number;
}

/**
 * An instance's OAuth server, as strict as they come: redirect addresses are compared letter by letter, PKCE (S256) is
 * compulsory, codes and refresh tokens work once, and using one twice ends the sign-in. Requests that it doesn't answer
 * itself go to `answer` if they carry a known token, and are refused otherwise.
 */
export class OAuthServer implements AsyncDisposable {
  /** The addresses that the administrator registered. */
  readonly redirectUris = new Set(["vscode://plumbline.plumbline/auth"]);
  /** Every refresh token received, in order. */
  readonly refreshes: string[] = [];
  /** Every pair that was issued, the newest last. */
  readonly given: { readonly access: string; readonly refresh: string }[] = [];
  readonly revoked: string[] = [];
  readonly devices: Device[] = [];
  /** What a person says at the page. */
  consent: "allow" | "deny" = "allow";
  lifeS = 3600;
  intervalS = 5;
  /** How long it takes to answer a refresh. */
  refreshDelayMs = 0;
  readonly #codes = new Map<string, Grant>();
  readonly #deviceCodes = new Map<string, Device>();
  readonly #access = new Set<string>();
  readonly #refresh = new Set<string>();
  readonly #answer: (request: Received, response: ServerResponse) => void | Promise<void>;
  #server: ScriptedServer | undefined;

  private constructor(answer: (request: Received, response: ServerResponse) => void | Promise<void>) {
    this.#answer = answer;
  }

  static async start(
    answer: (request: Received, response: ServerResponse) => void | Promise<void> = (_, response) => {
      plain(response, 200, "here");
    },
  ): Promise<OAuthServer> {
    const server = new OAuthServer(answer);
    server.#server = await ScriptedServer.start((request, response) => server.#route(request, response));
    return server;
  }

  get server(): ScriptedServer {
    if (!this.#server) throw new Error("The server was not started.");
    return this.#server;
  }

  get baseUrl(): string {
    return this.server.baseUrl;
  }

  /** Ends the access tokens issued so far. */
  expireAccess(): void {
    this.#access.clear();
  }

  /** Ends all sign-ins, as an administrator or the person may. */
  endAll(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  /**
   * What a browser does at the page: it says yes or no, and follows the redirect. Resolves to the redirect's target.
   */
  async visit(page: string): Promise<URL> {
    const response = await fetch(page, { redirect: "manual" });
    const location = response.headers.get("location");
    if (location === null) throw new Error(`The page says ${response.status}: ${await response.text()}`);
    return new URL(location);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }

  async #route(request: Received, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.path, this.baseUrl);
    const form = new URLSearchParams(request.body);
    if (pathname === `${SERVER}/authorize`) send(response, this.#authorize(searchParams));
    else if (pathname === `${SERVER}/token`) send(response, await this.#token(request, form));
    else if (pathname === `${SERVER}/device/code`) send(response, this.#deviceCode(form));
    else if (pathname === `${SERVER}/revoke`) {
      this.revoked.push(form.get("token") ?? "");
      this.#refresh.delete(form.get("token") ?? "");
      response.writeHead(200).end();
    } else {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
      if (pathname.endsWith("/__version") || (token !== undefined && this.#access.has(token))) {
        await this.#answer(request, response);
      } else plain(response, 401, `Invalid access token: ${request.headers.authorization ?? "none"}.\n`);
    }
  }

  #authorize(query: URLSearchParams): Reply {
    const redirectUri = query.get("redirect_uri") ?? "";
    // What can't be trusted is shown to the person and never redirected.
    if (query.get("client_id") !== CLIENT_ID) return { status: 400, words: "unknown client" };
    if (!this.redirectUris.has(redirectUri)) return { status: 400, words: `not registered: ${redirectUri}` };
    const back = (fields: Readonly<Record<string, string>>): Reply => {
      const params = new URLSearchParams({ ...fields, state: query.get("state") ?? "" });
      return { location: `${redirectUri}?${params.toString()}` };
    };
    const challenge = query.get("code_challenge") ?? "";
    const isS256 = query.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge);
    if (query.get("response_type") !== "code" || !isS256) return back({ error: "invalid_request" });
    const scopes = (query.get("scope") ?? "").split(" ");
    if (!scopes.every((scope) => SCOPES.includes(scope))) return back({ error: "invalid_scope" });
    if (this.consent === "deny") return back({ error: "access_denied", error_description: "The user said no" });
    const code = secret("code");
    this.#codes.set(code, { redirectUri, challenge });
    return back({ code });
  }

  async #token({ method, headers }: Received, form: URLSearchParams): Promise<Reply> {
    const refuse = (error: string): Reply => ({
      status: error === "invalid_client" ? 401 : 400,
      json: { error, error_description: `You sent ${form.toString()}` },
    });
    const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
    if (method !== "POST" || !isForm || headers.authorization !== undefined) return refuse("invalid_request");
    if (form.get("client_id") !== CLIENT_ID) return refuse("invalid_client");
    switch (form.get("grant_type")) {
      case "authorization_code": {
        const grant = this.#codes.get(form.get("code") ?? "");
        this.#codes.delete(form.get("code") ?? "");
        const verifier = form.get("code_verifier") ?? "";
        const isProved = grant?.challenge === createHash("sha256").update(verifier).digest("base64url");
        return isProved && grant.redirectUri === form.get("redirect_uri") ? this.#give() : refuse("invalid_grant");
      }
      case "refresh_token": {
        const token = form.get("refresh_token") ?? "";
        this.refreshes.push(token);
        const isGood = this.#refresh.delete(token);
        await sleep(this.refreshDelayMs);
        if (isGood) return this.#give();
        this.endAll();
        return refuse("invalid_grant");
      }
      case "urn:ietf:params:oauth:grant-type:device_code": {
        const device = this.#deviceCodes.get(form.get("device_code") ?? "");
        if (!device) return refuse("invalid_grant");
        if (device.slowDowns-- > 0) return refuse("slow_down");
        if (device.outcome === "pending") return refuse("authorization_pending");
        if (device.outcome !== "allowed")
          return refuse(device.outcome === "denied" ? "access_denied" : "expired_token");
        this.#deviceCodes.delete(form.get("device_code") ?? "");
        return this.#give();
      }
      default:
        return refuse("unsupported_grant_type");
    }
  }

  #deviceCode(form: URLSearchParams): Reply {
    if (form.get("client_id") !== CLIENT_ID) return { status: 401, json: { error: "invalid_client" } };
    const code = secret("device");
    const device: Device = { userCode: "FINCH-WREN", outcome: "pending", slowDowns: 0 };
    this.devices.push(device);
    this.#deviceCodes.set(code, device);
    return {
      json: {
        device_code: code,
        user_code: device.userCode,
        verification_uri: `${this.baseUrl}/device`,
        expires_in: 1800,
        interval: this.intervalS,
      },
    };
  }

  #give(): Reply {
    const [access, refresh] = [secret("access"), secret("refresh")];
    this.#access.add(access);
    this.#refresh.add(refresh);
    this.given.push({ access, refresh });
    return {
      json: {
        access_token: access,
        token_type: "Bearer",
        expires_in: this.lifeS,
        refresh_token: refresh,
        scope: SCOPES.join(" "),
      },
    };
  }
}

/** A redirect, JSON, or words for a person. */
interface Reply {
  readonly status?: number;
  readonly location?: string;
  readonly json?: unknown;
  readonly words?: string;
}

function send(response: ServerResponse, { location, json: value, status = 200, words = "" }: Reply): void {
  if (location !== undefined) response.writeHead(302, { location }).end();
  else if (value !== undefined) json(response, value, status);
  else plain(response, status, words);
}

/** Doesn't look like a secret: it can only be recognized by its value. */
function secret(kind: string): string {
  return `${kind}-${randomBytes(20).toString("hex")}`;
}
