import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { InterfaceName } from "../../../../src/api/conversations/conversationInterface.ts";
import { failureOf, isBreak } from "../../../../src/api/http/httpErrors.ts";
import { createService } from "../../../../src/api/service.ts";
import type { ServiceErrorCode } from "../../../../src/core/model/errors.ts";
import { ServiceError } from "../../../../src/core/model/errors.ts";
import { ScriptedServer } from "../../../support/scriptedServer.ts";

interface Refusal {
  readonly words: string;
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What it means for a read, and for a question; a single code if both are the same. */
  readonly code: ServiceErrorCode | readonly [read: ServiceErrorCode, question: ServiceErrorCode];
  readonly message?: RegExp;
  /** Seconds from the request on, or the date itself. */
  readonly retryAfter?: number | string;
}

const HTML = "text/html; charset=utf-8";
const CONNECT = "application/json";
/** Made when all tests are loaded, long before some of them run. */
const SOON = new Date(Date.now() + 3_600_000).toUTCString();

const REFUSALS: readonly Refusal[] = [
  { words: "a token that is not accepted", status: 401, body: "Invalid access token.\n", code: "unauthorized" },
  { words: "a page that wants a password", status: 401, type: HTML, body: "<html>Sign in</html>", code: "notAService" },
  ...([401, 403] as const).map((status) => ({
    words: "a check that is to be passed in the browser",
    status,
    type: HTML,
    body: "<html>Touch your key",
    headers: { "X-Example-U2f-Challenge": "true" },
    code: "browserCheck" as const,
  })),
  {
    words: "that no check is to be passed",
    status: 401,
    body: "Invalid access token.",
    headers: { "x-example-u2f-challenge": "false" },
    code: "unauthorized",
  },
  {
    words: "a scope that is missing",
    status: 403,
    type: CONNECT,
    body: '{"code":"permission_denied","message":"insufficient scope"}',
    code: "forbidden",
    message: /insufficient scope/,
  },
  { words: "a page of a firewall", status: 403, type: HTML, body: "<!DOCTYPE html><p>Blocked", code: "notAService" },
  {
    words: "a proxy that wants a password",
    status: 407,
    body: "Proxy Authentication Required",
    code: "proxyUnauthorized",
  },
  {
    words: "too many requests, for so many seconds",
    status: 429,
    body: "slow down",
    headers: { "retry-after": "30" },
    code: "rateLimited",
    retryAfter: 30,
  },
  {
    words: "too many requests, until a time",
    status: 429,
    type: HTML,
    body: "<html>1015</html>",
    headers: { "retry-after": SOON },
    code: "rateLimited",
    retryAfter: SOON,
  },
  {
    words: "a quota that is used up",
    status: 429,
    type: CONNECT,
    body: '{"code":"resource_exhausted","message":"No credits left."}',
    code: "quotaExceeded",
    message: /No credits left/,
  },
  { words: "a question that it can't take", status: 400, type: CONNECT, body: '{"message":"no"}', code: "badRequest" },
  {
    words: "a failure of its own",
    status: 500,
    type: CONNECT,
    body: '{"error":"boom"}',
    code: "serverError",
    message: /boom/,
  },
  { words: "a service that is not up", status: 503, type: HTML, body: "<html>", code: "unavailable" },
  { words: "that something else goes on", status: 409, body: "busy", code: "conflict", message: /busy/ },
  { words: "that it is another one by now", status: 412, body: "", code: "conflict" },
  { words: "a gateway that was left", status: 499, body: "", code: ["unavailable", "unknownOutcome"] },
  {
    words: "nothing, but that it took it",
    status: 202,
    body: "",
    code: ["malformed", "unknownOutcome"],
    message: /^emptyAnswer$|^notAnObject /,
  },
  { words: "a cloud that finds nobody", status: 530, type: HTML, body: "<html>1016", code: "unavailable" },
  {
    words: "a gateway that gave up",
    status: 504,
    type: HTML,
    body: "<html>",
    code: ["unavailable", "unknownOutcome"],
  },
  { words: "a cloud that gave up", status: 524, type: HTML, body: "<html>", code: ["unavailable", "unknownOutcome"] },
  { words: "a login page", status: 200, type: HTML, body: "<html><form>", code: "notAService", message: /text\/html/ },
  {
    words: "plain text",
    status: 200,
    body: "hello",
    code: ["notAService", "unknownOutcome"],
    message: /^unexpectedType text\/plain$/,
  },
  { words: "half of the JSON", status: 200, type: CONNECT, body: '{"name":', code: ["malformed", "unknownOutcome"] },
  {
    words: "JSON that is no conversation",
    status: 200,
    type: CONNECT,
    body: "[1]",
    code: ["malformed", "unknownOutcome"],
  },
  {
    words: "a way to its login page",
    status: 302,
    headers: { location: "/sign-in?returnTo=%2F" },
    code: "notAService",
    message: /\/sign-in/,
  },
  {
    words: "a way to somewhere else",
    status: 302,
    headers: { location: "https://sso.example.org/?token=x" },
    code: "notAService",
    message: /sso\.example\.org/,
  },
  { words: "that the interface is gone", status: 410, body: "Gone", code: "interfaceGone" },
];

async function failure(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}

for (const name of ["new", "legacy"] satisfies InterfaceName[]) {
  describe(`the ${name} interface, where it answers with`, () => {
    for (const { words, status, type = "text/plain", body = "", headers, code, message, retryAfter } of REFUSALS) {
      it(`${words} (${status})`, async () => {
        await using server = await ScriptedServer.start((_, response) => {
          response.writeHead(status, { "content-type": type, ...headers }).end(body);
        });
        const endpoint = {
          baseUrl: server.baseUrl,
          token: () => Promise.resolve("secret"),
          client: "plumbline 1.2.3",
          log: () => undefined,
          deadlines: { retryMs: 1 },
        };
        const service = createService(endpoint, { get: () => name, set: () => undefined });
        try {
          const [read, asked] = typeof code === "string" ? [code, code] : code;
          const failures = [
            [read, await failure(service.getConversation("7"))],
            [asked, await failure(service.createConversation("How?"))],
          ] as const;
          for (const [expected, error] of failures) {
            assert.equal(error.code, expected, error.message);
            assert.match(error.message, message ?? /./);
            assert.doesNotMatch(error.message, /<html|secret/);
            assert.equal(error.page, code === "browserCheck" ? server.baseUrl : undefined);
            const seconds = error.retryAt === undefined ? undefined : (error.retryAt - Date.now()) / 1000;
            const wanted = typeof retryAfter === "string" ? (Date.parse(retryAfter) - Date.now()) / 1000 : retryAfter;
            if (wanted === undefined) assert.equal(seconds, undefined);
            else assert.ok(Math.abs((seconds ?? 0) - wanted) < 10, String(seconds));
          }
          if (status === 403 && type === CONNECT && name === "new") {
            assert.deepEqual(
              failures.map(([, { scope }]) => scope),
              ["externalapi:read", "externalapi:write"],
            );
          }
          const creates = server.received.filter(({ method, body }) => method === "POST" && body.includes("How?"));
          assert.equal(creates.length, 1, "a question was sent once");
        } finally {
          await service.close();
        }
      });
    }
  });
}

describe("a connection that could not be made", () => {
  const failed = (syscall: string, code: string) =>
    Object.assign(new Error(`${syscall} ${code}`), { code, errno: -1, syscall });

  for (const [words, error, expected] of [
    ["by a firewall", failed("connect", "EACCES"), "unreachable"],
    ["without a network", failed("connect", "ENETDOWN"), "unreachable"],
    ["in time", failed("connect", "ETIMEDOUT"), "unreachable"],
    [
      "to any address",
      Object.assign(new AggregateError([failed("connect", "ETIMEDOUT")]), { code: "ETIMEDOUT" }),
      "unreachable",
    ],
    ["to a name", failed("getaddrinfo", "EAI_FAIL"), "hostNotFound"],
    ["by a fetch", new TypeError("fetch failed", { cause: failed("connect", "EADDRNOTAVAIL") }), "unreachable"],
  ] as const)
    it(`has sent nothing, and is not tried again at once, ${words}`, () => {
      const failure = failureOf(error, { changes: true });
      assert.ok(failure instanceof ServiceError);
      assert.equal(failure.code, expected);
      assert.equal(isBreak(failure), false);
    });

  it("is told apart from one that broke", () => {
    for (const error of [failed("read", "ETIMEDOUT"), failed("read", "ECONNRESET"), failed("write", "EPIPE")]) {
      const failure = failureOf(error, { changes: true });
      assert.ok(failure instanceof ServiceError);
      assert.equal(failure.code, "unknownOutcome");
      assert.equal(isBreak(failureOf(error)), true);
    }
  });
});
