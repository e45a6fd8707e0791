import {
  execute,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { encodeId, GraphqlFiles, type FileServices } from "./graphqlFiles.ts";
import { SCHEMA } from "./graphqlSchema.ts";

export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

export interface GraphqlServices extends FileServices {
  readonly version: string;
}

/** The requests of a starting client take a tenth of this. */
const TOKENS_AT_MOST = 1_000;
const LENGTH_AT_MOST = 100_000;
/** How many fields may be answered, those of a fragment as often as it is used. */
const FIELDS_AT_MOST = 1_000;

/**
 * Answers a request in GraphQL's form: `data`, `errors` or both. What a request can cost is checked before any of it is
 * done. Rejects only for faults of this program itself, or if `signal` is aborted.
 */
export async function answerGraphqlRequest(
  { query, variables, operationName }: GraphqlRequest,
  services: GraphqlServices,
  signal: AbortSignal,
): Promise<object> {
  const document = readDocument(query);
  if (!("kind" in document)) return document;
  const result = await execute({
    schema: SCHEMA,
    document,
    rootValue: rootOf(services, new GraphqlFiles(services, signal)),
    variableValues: variables,
    operationName,
    abortSignal: signal,
  });
  for (const { cause } of result.errors ?? [])
    if (cause instanceof Error && !(cause instanceof GraphQLError)) throw cause;
  return result;
}

function readDocument(query: string): DocumentNode | { readonly errors: readonly GraphQLError[] } {
  try {
    const document = parse(query, {
      maxLexicalTokens: TOKENS_AT_MOST,
      maxSourceLength: LENGTH_AT_MOST,
      maxComments: TOKENS_AT_MOST,
    });
    if (searches(document))
      return { errors: [new GraphQLError("Searches are answered at /.api/search/stream only: use -stream.")] };
    const errors = validate(SCHEMA, document, [...specifiedRules, NoSchemaIntrospectionCustomRule], {
      maxErrors: 10,
      hideSuggestions: true,
    });
    if (errors.length > 0) return { errors };
    if (countFields(document) > FIELDS_AT_MOST)
      return { errors: [new GraphQLError(`More than ${FIELDS_AT_MOST} fields are asked for.`)] };
    return document;
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

/** Whether it asks for the results of a search, as the command-line client does where it is not told to stream them. */
function searches({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.selectionSet.selections.some((field) => field.kind === Kind.FIELD && field.name.value === "search"),
  );
}

/**
 * How many fields the largest operation has. A fragment is read once but counts as often as it is used; in a valid
 * document, fragments form no circles.
 */
function countFields({ definitions }: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const counts = new Map<string, number>();
  const ofFragment = (name: string): number => {
    const known = counts.get(name);
    if (known !== undefined) return known;
    const count = ofSelection(fragments.get(name)?.selectionSet);
    counts.set(name, count);
    return count;
  };
  const ofSelection = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return sum + ofFragment(selection.name.value);
      return sum + (selection.kind === Kind.FIELD ? 1 : 0) + ofSelection(selection.selectionSet);
    }, 0);
  return Math.max(
    ...definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? ofSelection(definition.selectionSet) : 0,
    ),
  );
}

function rootOf({ version }: GraphqlServices, files: GraphqlFiles): object {
  return {
    currentUser: USER,
    site: { id: encodeId("Site", "site"), siteID: "local", productVersion: version, buildVersion: version },
    viewerSettings: { final: "{}" },
    repository: ({ name }: { readonly name?: string | null }) => (name ? files.repository(name) : undefined),
    telemetry: { recordEvents: {} },
  };
}

/** The person at this machine, about whom nothing is known. */
const USER = {
  id: encodeId("User", 1),
  databaseID: 1,
  username: "local",
  email: "",
  emails: [],
  hasVerifiedEmail: true,
  url: "/users/local",
  siteAdmin: false,
  viewerCanAdminister: true,
  tosAccepted: true,
  searchable: true,
  completedPostSignup: true,
  tags: [],
  organizations: { nodes: [], totalCount: 0 },
  session: { canSignOut: false },
};
