import type { CallOptions } from "../../core/model/service.ts";
import type { HttpClient } from "../http/http.ts";
import { JsonObject } from "../http/json.ts";

const QUERY = "query { searchContexts(first: 100) { nodes { spec } } }";

/** The names of the search contexts that the person may use; none where the service doesn't know what that is. */
export async function searchContexts(http: HttpClient, { signal }: CallOptions = {}): Promise<readonly string[]> {
  const answer = await http.json({
    method: "POST",
    path: "/.api/graphql",
    json: { query: QUERY },
    signal,
    isRead: true,
  });
  const nodes = JsonObject.of(answer)?.object("data")?.object("searchContexts")?.get("nodes");
  return (Array.isArray(nodes) ? nodes : []).flatMap((node) => JsonObject.of(node)?.string("spec") ?? []);
}
