import { buildSchema } from "graphql";

/**
 * What other clients ask for at their start, with the service's own names and types, and no more: who is signed in,
 * which version this is, and what is in a file. No type leads back to itself, so no request can be nested deeper than
 * that.
 */
export const SCHEMA = buildSchema(`
  type Query {
    currentUser: User
    site: Site!
    viewerSettings: SettingsCascade!
    repository(name: String): Repository
  }

  type Mutation {
    telemetry: TelemetryMutation!
  }

  type TelemetryMutation {
    "What clients would tell about their use. Nothing of it is kept."
    recordEvents(events: [TelemetryEventInput!]!): EmptyResponse!
  }

  "Any value: nobody reads it."
  scalar TelemetryEventInput
  scalar DateTime

  type EmptyResponse {
    alwaysNil: String
  }

  type Site {
    id: ID!
    siteID: String!
    productVersion: String!
    buildVersion: String!
  }

  type SettingsCascade {
    final: String!
  }

  type User {
    id: ID!
    databaseID: Int!
    username: String!
    displayName: String
    avatarURL: String
    email: String!
    emails: [UserEmail!]!
    primaryEmail: UserEmail
    hasVerifiedEmail: Boolean!
    url: String!
    settingsURL: String
    siteAdmin: Boolean!
    viewerCanAdminister: Boolean!
    tosAccepted: Boolean!
    searchable: Boolean!
    completedPostSignup: Boolean!
    tags: [String!]!
    createdAt: DateTime
    organizations: OrgConnection!
    session: Session!
  }

  type UserEmail {
    email: String!
    verified: Boolean!
  }

  type OrgConnection {
    nodes: [Org!]!
    totalCount: Int!
  }

  type Org {
    id: ID!
    name: String!
    displayName: String
    url: String!
    settingsURL: String
  }

  type Session {
    canSignOut: Boolean!
  }

  type Repository {
    id: ID!
    databaseID: Int!
    name: String!
    description: String!
    url: String!
    isFork: Boolean!
    isArchived: Boolean!
    isPrivate: Boolean!
    commit(rev: String!): GitCommit
  }

  type GitCommit {
    id: ID!
    oid: String!
    abbreviatedOID: String!
    url: String!
    canonicalURL: String!
    blob(path: String!): GitBlob
    file(path: String!): File2
  }

  interface File2 {
    path: String!
    name: String!
    isDirectory: Boolean!
    content(startLine: Int, endLine: Int): String!
    byteSize: Int!
    binary: Boolean!
    url: String!
    canonicalURL: String!
  }

  type GitBlob implements File2 {
    path: String!
    name: String!
    isDirectory: Boolean!
    content(startLine: Int, endLine: Int): String!
    byteSize: Int!
    binary: Boolean!
    url: String!
    canonicalURL: String!
  }
`);
