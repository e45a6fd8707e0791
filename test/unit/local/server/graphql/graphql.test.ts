import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { after, before, describe, it } from "mocha";
import { headOf, makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, textOf, type Json, type RunningService } from "../../runningService.ts";

/** What Raycast's extension requests to show a file. */
const FILE_CONTENTS = `
  fragment BlobContents on GitBlob { path content binary byteSize __typename }
  query GetFileContents($repo: String!, $rev: String!, $path: String!) {
    repository(name: $repo) {
      id
      commit(rev: $rev) { id blob(path: $path) { ...BlobContents __typename } __typename }
      __typename
    }
  }`;

describe("GraphQL of the local service", () => {
  let temporary: TemporaryFolder;
  let service: RunningService;
  let head: string;
  before(async () => {
    temporary = makeTemporaryFolder();
    const alpha = temporary.commit(
      "code/alpha",
      {
        "README.md": "# Alpha\n",
        "src/lines.txt": "one\ntwo\nthree\n",
        "image.bin": Buffer.from([0, 255, 128]),
        "changed.txt": "committed\n",
        "large.txt": Buffer.alloc(9 * 1024 * 1024, "x"),
        "huge.txt": Buffer.alloc(17 * 1024 * 1024, "x"),
      },
      { remote: "https://h.example/o/alpha" },
    );
    head = headOf(alpha).trim();
    writeFileSync(path.join(alpha, "changed.txt"), "on disk\n");
    temporary.write("code/plain", { "a.txt": "plain\n" });
    temporary.write("", { "secret.txt": "secret\n" });
    symlinkSync(path.join(temporary.root, "secret.txt"), path.join(alpha, "escape.txt"));
    service = await runService(temporary.root, [path.join(temporary.root, "code")]);
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const post = async (body: unknown, headers: Readonly<Record<string, string>> = {}, target = service) => {
    const json = JSON.stringify(body);
    const response = await fetch(`${target.baseUrl}/.api/graphql`, {
      method: "POST",
      headers: { authorization: `token ${target.token}`, "content-type": "application/json", ...headers },
      body: headers["content-encoding"] === "gzip" ? (gzipSync(json) as BodyInit) : json,
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const dataOf = async (query: string, variables: object = {}): Promise<Json> => {
    const { status, body } = await post({ query, variables });
    assert.equal(body["errors"], undefined, JSON.stringify(body));
    assert.equal(status, 200);
    return (body as { readonly [key: string]: Json; readonly data: Json }).data;
  };
  const blobOf = async (repo: string, rev: string, file: string) => {
    const data = await dataOf(FILE_CONTENTS, { repo, rev, path: file });
    return data["repository"]?.["commit"]?.["blob"];
  };

  describe("answers what clients ask at their start", () => {
    it("Raycast's extension, who is signed in", async () => {
      const { status, body } = await post(
        { query: "query raycastSourcegraphCheckAuth { currentUser { username, id } }" },
        { accept: "application/json", "x-requested-with": "Raycast-Sourcegraph" },
      );
      assert.deepEqual([status, body], [200, { data: { currentUser: { username: "local", id: "VXNlcjox" } } }]);
    });

    it("and with it what it tells of its use, of which nothing is kept", async () => {
      const query = `mutation RecordEvents($events: [TelemetryEventInput!]!) {
        telemetry { recordEvents(events: $events) { alwaysNil __typename } __typename }
      }`;
      const event = { feature: "search", action: "start", source: { client: "raycast.sourcegraph" }, parameters: {} };
      assert.equal((await dataOf(query, { events: [event] }))["telemetry"]?.["recordEvents"]?.["alwaysNil"], null);
      assert.ok(!service.logged.join("\n").includes("raycast"));
    });

    it("`src login`, in a compressed request", async () => {
      const { status, body } = await post(
        { query: "query CurrentUser { currentUser { username } }", variables: null },
        { "content-encoding": "gzip", "user-agent": "src-cli/dev" },
      );
      assert.deepEqual([status, body], [200, { data: { currentUser: { username: "local" } } }]);
    });

    it("command-line clients, the version", async () => {
      assert.deepEqual(await dataOf("query SourcegraphVersion { site { productVersion } }"), {
        site: { productVersion: "7.1.0" },
      });
      const legacy = await runService(temporary.root, [], { interfaces: "legacy" });
      try {
        const { body } = await post({ query: "{ site { productVersion } }" }, {}, legacy);
        assert.deepEqual(body["data"], { site: { productVersion: "6.12.0" } });
      } finally {
        await legacy.close();
      }
    });

    it("web and editor clients, all of the person, of whom nothing is made up", async () => {
      const query = `query CurrentAuthState {
        site { productVersion }
        currentUser {
          __typename id databaseID username avatarURL displayName siteAdmin tags url settingsURL email
          organizations { nodes { id name displayName url settingsURL } }
          primaryEmail { email } emails { email verified } hasVerifiedEmail
          session { canSignOut } viewerCanAdminister tosAccepted searchable
        }
        viewerSettings { final }
      }`;
      const data = await dataOf(query);
      const user = data["currentUser"] as unknown as Readonly<Record<string, unknown>>;
      assert.equal(user["__typename"], "User");
      assert.deepEqual(
        [user["displayName"], user["avatarURL"], user["email"], user["organizations"], user["primaryEmail"]],
        [null, null, "", { nodes: [] }, null],
      );
      assert.deepEqual(data["viewerSettings"], { final: "{}" });
    });
  });

  describe("reads the content of files", () => {
    it("on disk where no revision is named, as search does, else at the revision", async () => {
      const contentAt = async (rev: string) => (await blobOf("h.example/o/alpha", rev, "changed.txt"))?.["content"];
      assert.equal(await contentAt(""), "on disk\n");
      for (const rev of ["HEAD", "main", head, head.slice(0, 10)])
        assert.equal(await contentAt(rev), "committed\n", rev);
    });

    it("in folders without git, too, and where git may not be run", async () => {
      assert.equal((await blobOf("code", "HEAD", "plain/a.txt"))?.["content"], "plain\n");
      const untrusted = await runService(temporary.root, [path.join(temporary.root, "code")], { gitFolders: [] });
      try {
        const variables = { repo: "h.example/o/alpha", rev: "HEAD", path: "changed.txt" };
        const { body } = await post({ query: FILE_CONTENTS, variables }, {}, untrusted);
        const { commit } = body["data"]?.["repository"] as unknown as Readonly<Record<string, Json>>;
        assert.equal(commit?.["blob"]?.["content"], "on disk\n");
        const at = await post({ query: FILE_CONTENTS, variables: { ...variables, rev: head } }, {}, untrusted);
        assert.equal(at.body["data"]?.["repository"]?.["commit"], null);
      } finally {
        await untrusted.close();
      }
    });

    it("with their size, by lines, and binary ones without their bytes", async () => {
      const query = `{ repository(name: "h.example/o/alpha") { url commit(rev: "main") { oid abbreviatedOID
        lines: file(path: "/src/lines.txt") {
          ... on File2 { name isDirectory byteSize canonicalURL }
          ... on GitBlob { second: content(startLine: 2, endLine: 2), rest: content(startLine: 2), all: content(startLine: 0, endLine: -1) }
        }
        binary: blob(path: "image.bin") { binary content byteSize }
        folder: blob(path: "src") { path }
        none: blob(path: "none.txt") { path }
      } } }`;
      const commit = (await dataOf(query))["repository"]?.["commit"];
      assert.deepEqual(commit, {
        oid: head,
        abbreviatedOID: head.slice(0, 7),
        lines: {
          name: "lines.txt",
          isDirectory: false,
          byteSize: 14,
          canonicalURL: `/h.example/o/alpha@${head}/-/blob/src/lines.txt`,
          second: "two",
          rest: "two\nthree\n",
          all: "one\ntwo\nthree\n",
        },
        binary: { binary: true, content: "", byteSize: 3 },
        folder: null,
        none: null,
      });
    });

    it("as null where the repository, the revision or the file is not there or not served", async () => {
      const { repository } = (await dataOf(FILE_CONTENTS, { repo: "none", rev: "", path: "a" })) as unknown as {
        repository: unknown;
      };
      assert.equal(repository, null);
      for (const [rev, file] of [
        ["", "escape.txt"],
        ["", "../../secret.txt"],
        ["", ".git/config"],
        ["HEAD", ".git/config"],
        ["", ""],
        ["HEAD", "none.txt"],
      ] as const)
        assert.equal(await blobOf("h.example/o/alpha", rev, file), null, file);
      for (const rev of ["none", "--output=x", "HEAD:README.md"]) {
        const data = await dataOf(FILE_CONTENTS, { repo: "h.example/o/alpha", rev, path: "README.md" });
        assert.equal(data["repository"]?.["commit"], null, rev);
      }
    });

    it("each once, and not more of them than fits", async () => {
      const fields = (names: readonly string[]) =>
        names.map((name, index) => `a${index}: blob(path: "${name}") { byteSize }`).join(" ");
      const ask = (names: readonly string[]) =>
        post({ query: `{ repository(name: "h.example/o/alpha") { commit(rev: "") { ${fields(names)} } } }` });
      const { body } = await ask(Array<string>(20).fill("large.txt"));
      assert.equal(body["errors"], undefined);
      assert.equal(body["data"]?.["repository"]?.["commit"]?.["a19"]?.["byteSize"], 9 * 1024 * 1024);
      const { body: tooMuch } = await ask(["README.md", "huge.txt"]);
      assert.match(textOf(tooMuch["errors"]?.[0]?.["message"]), /^Too much/);
      assert.equal(tooMuch["data"]?.["repository"]?.["commit"]?.["a0"]?.["byteSize"], 8);
    });

    it("not the same text again and again", async () => {
      const fields = Array.from({ length: 40 }, (_, index) => `a${index}: content(startLine: 1, endLine: 1)`).join(" ");
      const ask = (name: string) =>
        post({
          query: `{ repository(name: "h.example/o/alpha") { commit(rev: "") { blob(path: "${name}") { ${fields} } } } }`,
        });
      assert.equal((await ask("README.md")).body["errors"], undefined);
      assert.match(textOf((await ask("large.txt")).body["errors"]?.[0]?.["message"]), /^Too much/);
    });
  });

  it("says in one error how to search, where the command-line client does not stream", async () => {
    const { status, body } = await post({
      query: `fragment F on FileMatch { file { name } } query Search($query: String!) {
        site { buildVersion } search(query: $query, version: V3) { results { results { ...F } } alert { title } }
      }`,
      variables: { query: "needle" },
    });
    assert.equal(status, 200);
    const errors = body["errors"] as unknown as readonly { readonly message: string }[];
    assert.deepEqual(
      errors.map(({ message }) => message),
      ["Searches are answered at /.api/search/stream only: use -stream."],
    );
  });

  it("knows aliases, directives, several operations, and fragments within fragments", async () => {
    const query = `
      query Other { site { id } }
      query Mine($with: Boolean!) {
        me: currentUser { ...Names ... @include(if: $with) { url } ... on User { id @skip(if: $with) } }
      }
      fragment Names on User { ...Name displayName }
      fragment Name on User { name: username }`;
    const { body } = await post({ query, operationName: "Mine", variables: { with: true } });
    assert.deepEqual(body["data"], { me: { name: "local", displayName: null, url: "/users/local" } });
  });

  it("says what is wrong in GraphQL's form, with status 200 as the service does", async () => {
    for (const [query, words] of [
      ["{ currentUser { username secret } }", /Cannot query field "secret" on type "User"/],
      ["{ currentUser { username }", /Syntax Error/],
      ["", /Syntax Error/],
      ["{ __schema { types { name } } }", /introspection/],
      ["query A { site { id } } query B { site { id } }", /operation name/],
      ["query ($a: String!) { repository(name: $a) { id } }", /\$a/],
      ["fragment A on User { ...B } fragment B on User { ...A } { currentUser { ...A } }", /Cannot spread fragment/],
      ["subscription { currentUser { id } }", /subscription/],
    ] as const) {
      const { status, body } = await post({ query });
      assert.equal(status, 200, query);
      assert.match(textOf(body["errors"]?.[0]?.["message"]), words);
      assert.equal(body["data"], undefined);
    }
    for (const body of [{}, [], [{ query: "{ site { id } }" }], { query: 1 }]) {
      const answer = await post(body);
      assert.equal(answer.status, 400);
      assert.ok(textOf(answer.body["errors"]?.[0]?.["message"]).length > 5);
    }
    assert.equal((await service.get("/.api/graphql?query={site{id}}")).status, 405);
  });

  describe("is not held up by", () => {
    const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
    const many = (count: number, each: (index: number) => string) => Array.from({ length: count }, (_, i) => each(i));
    for (const [what, query] of [
      ["a deep query", `{ currentUser ${deep(100_000, "{ a ", "}")} }`],
      ["a query that is as deep as it may be long", `{ currentUser ${deep(320, "{ a ", "}")} }`],
      ["a deep value", `{ repository(name: ${deep(100_000, "[", "]")}) { id } }`],
      ["a value that is as deep as it may be long", `{ repository(name: ${deep(490, "[", "]")}) { id } }`],
      ["a long name", `{ ${"a".repeat(900_000)} }`],
      ["many comments", "#\n".repeat(45_000) + "{ site { id } }"],
      ["many aliases", `{ ${many(20_000, (i) => `a${i}: site { id }`).join(" ")} }`],
      ["as many aliases as it may be long", `{ ${many(160, (i) => `a${i}: site { id }`).join(" ")} }`],
      ["one field again and again", `{ currentUser { ${"id ".repeat(990)} } }`],
      ["arguments that can't be merged", `{ ${many(110, (i) => `repository(name: "${i}") { id }`).join(" ")} }`],
      [
        "fragments that multiply",
        `{ ${many(20, (i) => `a${i}: repository(name: "h.example/o/alpha") { ...R }`).join(" ")} }
         fragment R on Repository { ${many(20, (i) => `a${i}: commit(rev: "HEAD~${i}") { ...C }`).join(" ")} }
         fragment C on GitCommit { ${many(20, (i) => `a${i}: blob(path: "${i}") { path }`).join(" ")} }`,
      ],
      [
        "fragments that double each other",
        `{ currentUser { ...F0 } } ${many(60, (i) => `fragment F${i} on User { ...F${i + 1} ...F${i + 1} }`).join(" ")} fragment F60 on User { id }`,
      ],
      [
        "a circle of fragments",
        `{ currentUser { ...A } } fragment A on User { ...A organizations { nodes { ...A } } }`,
      ],
    ] as const)
      it(what, async () => {
        const { user: before } = process.cpuUsage();
        const { status, body } = await post({ query });
        const milliseconds = (process.cpuUsage().user - before) / 1000;
        assert.ok(milliseconds < 1_000, `${milliseconds} ms`);
        assert.equal(status, 200);
        assert.ok(JSON.stringify(body).length < 100_000);
        assert.deepEqual(await dataOf("{ currentUser { username } }"), { currentUser: { username: "local" } });
      });
  });
});
