import { createHash, randomBytes } from "node:crypto";
import { ServiceError, type ServiceErrorCode } from "../../core/model/errors.ts";
import { tokenPair, type OAuthClient } from "../../core/accounts/oauth.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { HttpClient } from "../http/http.ts";
import { JsonObject } from "../http/json.ts";
import { reason } from "../../core/model/reasons.ts";
import { parseJson } from "../../core/text/parseJson.ts";

const SERVER = "/.auth/idp/oauth";
/** What Plumbline uses; `offline_access` is for refresh tokens. */
const SCOPE = "offline_access user:all externalapi:read externalapi:write";
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** RFC 8628, 3.2: used if the answer doesn't say. */
const INTERVAL_S = 5;
const DEVICE_CODE_LIFE_S = 600;
/** Longer intervals are not plausible; a timer that is set to weeks fires at once. */
const LONGEST_INTERVAL_S = 60;
const DAY_S = 86_400;
/** Ten years. */
const LIFE_AT_MOST_S = 3650 * DAY_S;
/** What a header can carry. */
const SENDABLE = /^[\x21-\x7e]+$/;

/**
 * A public client of the OAuth server of an instance (RFC 6749, 7636, 8628, 7009), at the paths documented for it. Its
 * requests take the same way as all others, and go only to the origin of the instance; they carry no token in their
 * headers.
 */
export function oauthClient(endpoint: Omit<Endpoint, "token">, clientId: string): OAuthClient {
  const http = new HttpClient({ ...endpoint, token: () => Promise.resolve(undefined) });

  /** `secret` is the one in `fields`; no error repeats it. */
  const post = async (path: string, fields: Readonly<Record<string, string>>, secret: string, signal?: AbortSignal) =>
    http.json({
      method: "POST",
      path: SERVER + path,
      form: { client_id: clientId, ...fields },
      secrets: secret === "" ? [] : [secret, encodeURIComponent(secret), formEncoded(secret)],
      refusal: refusalIn,
      signal,
    });

  const tokens = async (fields: Readonly<Record<string, string>>, secret: string, signal?: AbortSignal) => {
    const asked = Date.now();
    const answer = JsonObject.expect(await post("/token", fields, secret, signal), "token");
    const accessToken = answer.string("accessToken");
    if (!accessToken || !SENDABLE.test(accessToken) || !/^bearer$/i.test(answer.string("tokenType") ?? "bearer")) {
      throw new ServiceError("malformed", reason("noToken"));
    }
    const lifeS = lifeIn(answer, LIFE_AT_MOST_S);
    const refreshToken = answer.string("refreshToken");
    const given = { accessToken, clientId, ...(refreshToken && { refreshToken }) };
    return tokenPair(given, lifeS === undefined ? undefined : lifeS * 1000, asked);
  };

  return {
    browserRequest: (redirectUri) => {
      const state = randomBytes(32).toString("base64url");
      const verifier = randomBytes(32).toString("base64url");
      const query = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
      };
      return {
        // A blank becomes %20: the editor decodes and encodes an address once more before the browser gets it.
        page: `${endpoint.baseUrl}${SERVER}/authorize?${new URLSearchParams(query).toString().replaceAll("+", "%20")}`,
        state,
        exchange: (code, signal) => {
          const proof = { code, redirect_uri: redirectUri, code_verifier: verifier };
          return tokens({ grant_type: "authorization_code", ...proof }, code, signal);
        },
      };
    },

    startDevice: async (signal) => {
      const asked = Date.now();
      const answer = JsonObject.expect(await post("/device/code", { scope: SCOPE }, "", signal), "code");
      const deviceCode = answer.string("deviceCode");
      const userCode = answer.string("userCode");
      const page = URL.parse(answer.string("verificationUriComplete") ?? answer.string("verificationUri") ?? "");
      if (!deviceCode || !USER_CODE.test(userCode ?? "") || !page || !/^https?:$/.test(page.protocol)) {
        throw new ServiceError("malformed", reason("noCode"));
      }
      return {
        deviceCode,
        userCode: userCode ?? "",
        page: page.href,
        expiresAt: asked + 1000 * (lifeIn(answer, DAY_S) ?? DEVICE_CODE_LIFE_S),
        intervalMs: 1000 * Math.min(Math.max(1, answer.number("interval") ?? INTERVAL_S), LONGEST_INTERVAL_S),
      };
    },

    poll: async (deviceCode, signal) => {
      try {
        return await tokens({ grant_type: DEVICE_GRANT, device_code: deviceCode }, deviceCode, signal);
      } catch (error) {
        const waiting = error instanceof ServiceError ? WAITING.get(error.message) : undefined;
        if (waiting === undefined) throw error;
        return waiting;
      }
    },

    refresh: async (pair) => {
      const { refreshToken = "" } = pair;
      const fresh = await tokens({ grant_type: "refresh_token", refresh_token: refreshToken }, refreshToken).catch(
        (error: unknown) => {
          const isEnd = error instanceof ServiceError && error.code === "signInExpired";
          throw isEnd ? new ServiceError("sessionEnded", error.message) : error;
        },
      );
      // RFC 6749, 6: if no new one comes, the old one stays valid.
      return fresh.refreshToken === undefined && refreshToken ? { ...fresh, refreshToken } : fresh;
    },

    revoke: async ({ refreshToken, accessToken }) => {
      const token = refreshToken ?? accessToken;
      const hint = refreshToken === undefined ? "access_token" : "refresh_token";
      await post("/revoke", { token, token_type_hint: hint }, token);
    },

    refusal,
    close: () => http.close(),
  };
}

/** In seconds. One that is over already is none: what was just given would be asked for again and again. */
function lifeIn(answer: JsonObject, atMostS: number): number | undefined {
  const lifeS = answer.number("expiresIn");
  return lifeS !== undefined && lifeS > 0 ? Math.min(lifeS, atMostS) : undefined;
}

function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

/** What people type: letters, digits and what groups them (RFC 8628 §6.1), so that it can't pretend to be our words. */
const USER_CODE = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,62}[\p{L}\p{N}])?$/u;

const WAITING: ReadonlyMap<string, "pending" | "slowDown"> = new Map([
  ["authorization_pending", "pending"],
  ["slow_down", "slowDown"],
]);

/** What the errors of RFC 6749 (4.1.2.1, 5.2) and RFC 8628 (3.5) mean. */
const CODES: ReadonlyMap<string, ServiceErrorCode> = new Map([
  ["access_denied", "signInDenied"],
  ["expired_token", "signInExpired"],
  ["invalid_grant", "signInExpired"],
  ["invalid_client", "clientRejected"],
  ["unauthorized_client", "clientRejected"],
  ["invalid_scope", "clientRejected"],
  ["unsupported_response_type", "clientRejected"],
  ["unsupported_grant_type", "clientRejected"],
  ["server_error", "serverError"],
  ["temporarily_unavailable", "serverError"],
]);

function refusal(error: string, description: string): ServiceError {
  const words = description === "" ? error : `${error}: ${description}`;
  return new ServiceError(CODES.get(error) ?? "badRequest", words);
}

/** An answer of the OAuth server itself; anything else comes from something in between, and is judged by its status. */
function refusalIn(body: string): ServiceError | undefined {
  try {
    const answer = JsonObject.of(parseJson(body));
    const error = answer?.get("error");
    if (typeof error !== "string") return undefined;
    if (WAITING.has(error)) return new ServiceError("badRequest", error);
    return CODES.has(error) ? refusal(error, answer?.string("errorDescription") ?? "") : undefined;
  } catch {
    return undefined; // no JSON
  }
}
