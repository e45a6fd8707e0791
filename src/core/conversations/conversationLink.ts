/**
 * How a person refers to a conversation: by its id or name, or by a token that allows reading it; and the instance, if
 * it is given.
 */
export type ConversationLink = { readonly instance?: string } & (
  | { readonly name: string }
  /** A secret: never in a log, a file or a message. */
  | { readonly readToken: string }
);

const TOKEN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NAME = /^(?:users\/[\w~-]+\/conversations\/)?\d{1,15}$/;

/**
 * Reads the address of a conversation's page (`https://instance/deepsearch/…`, shared or not, with or without `.md`), a
 * bare id, a name such as `users/~self/conversations/7`, or a bare read token. `undefined` for anything else.
 */
export function parseConversationLink(text: string): ConversationLink | undefined {
  const trimmed = text.trim().replace(/^[<"'(]+|[>"')]+$/g, "");
  const bare = parseBare(trimmed);
  if (bare) return bare;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const [, base = "", id = ""] = /^(.*?)\/deepsearch\/(?:shared\/)?([^/]+?)(?:\.md)?\/?$/.exec(url.pathname) ?? [];
  const found = parseBare(id);
  return found && { ...found, instance: url.origin + base };
}

function parseBare(text: string): ConversationLink | undefined {
  if (TOKEN.test(text)) return { readToken: text.toLowerCase() };
  return NAME.test(text) ? { name: text } : undefined;
}
