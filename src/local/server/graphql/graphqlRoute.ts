import { BadBody, sendJson, sendText, type Exchange } from "../http/exchange.ts";
import { isRecord } from "../../base/jsonFields.ts";
import type { GraphqlRequest, GraphqlServices } from "./graphqlAnswer.ts";

/**
 * `POST /.api/graphql`. As on the service, a request that can be read is answered with status 200, whatever is wrong
 * with its query. GraphQL is loaded with the first request: the editor's own client sends only one, when it signs in.
 */
export async function answerGraphql(exchange: Exchange, services: GraphqlServices): Promise<void> {
  if (exchange.method !== "POST") {
    sendText(exchange, 405, "Method Not Allowed", { allow: "POST" });
    return;
  }
  try {
    const request = readRequest(await exchange.readBody());
    const { answerGraphqlRequest } = await import("./graphqlAnswer.ts");
    sendJson(exchange, 200, await answerGraphqlRequest(request, services, exchange.signal));
  } catch (error) {
    if (exchange.signal.aborted) return;
    if (error instanceof BadBody) {
      sendJson(exchange, 400, { errors: [{ message: error.message }] });
    } else {
      sendJson(exchange, 500, { errors: [{ message: "The local service failed. Its log says more." }] });
      throw error;
    }
  }
}

function readRequest(body: unknown): GraphqlRequest {
  if (!isRecord(body) || typeof body["query"] !== "string") throw new BadBody("The request has no query.");
  const { query, variables, operationName } = body;
  return {
    query,
    variables: isRecord(variables) ? variables : undefined,
    operationName: typeof operationName === "string" && operationName !== "" ? operationName : undefined,
  };
}
