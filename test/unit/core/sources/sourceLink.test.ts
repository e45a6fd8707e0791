import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  parseServiceLink,
  parseSourceLink,
  printSourceLink,
  type ServiceLink,
  type SourceLocation,
} from "../../../../src/core/sources/sourceLink.ts";
import { seededRandom } from "../../../support/randomMatches.ts";

const BASE = "https://code.example.com";
const BELOW = "https://example.com/code";
const REPOSITORY = "github.com/a/b";
const PATH = "src/c.ts";
const LINK = "/github.com/a/b/-/blob/src/c.ts";
const OID = "0123456789abcdef0123456789abcdef01234567";

type Table = readonly (readonly [link: string, expected: ServiceLink | undefined])[];

const file = (location: Partial<SourceLocation> = {}): ServiceLink => ({
  kind: "file",
  location: { repository: REPOSITORY, path: PATH, ...location },
});
const lines = (startLine: number, endLine = startLine) => file({ range: { startLine, endLine } });
const columns = (startLine: number, startColumn: number, endLine: number, endColumn: number) =>
  file({ range: { startLine, endLine, startColumn, endColumn } });
const place = (line: number, startColumn: number) => file({ range: { startLine: line, endLine: line, startColumn } });
const folder = (path: string, revision?: string): ServiceLink => ({
  kind: "folder",
  repository: REPOSITORY,
  path,
  ...(revision === undefined ? {} : { revision }),
});

function reads(what: string, table: Table, baseUrl = BASE): void {
  describe(what, () => {
    for (const [link, expected] of table) {
      it(`is read from ${JSON.stringify(link)}`, () => {
        assert.deepEqual(parseServiceLink(link, baseUrl), expected);
        assert.deepEqual(
          parseSourceLink(link, baseUrl),
          expected?.kind === "file" ? expected.location : undefined,
          "as a source",
        );
      });
    }
  });
}

describe("a link to the service", () => {
  reads("A file", [
    [LINK, file()],
    ["github.com/a/b/-/blob/src/c.ts", file()],
    [` \t${LINK}\n`, file()],
    [`https://code.example.com${LINK}`, file()],
    [`https://CODE.example.com${LINK}`, file()],
    [`HTTPS://code.example.com:443${LINK}`, file()],
    [`/r${LINK}`, file()],
    [`https://code.example.com/r${LINK}`, file()],
    ["r/github.com/a/b/-/blob/src/c.ts", file()],
    ["/r/r/a/-/blob/src/c.ts", file({ repository: "r/a" })],
    ["/r/-/blob/c.ts", file({ repository: "r", path: "c.ts" })],
    ["/r@v1/-/blob/c.ts", file({ repository: "r", revision: "v1", path: "c.ts" })],
    ["/r/r/-/blob/c.ts", file({ repository: "r", path: "c.ts" })],
    ["/b/-/blob/c.ts", file({ repository: "b", path: "c.ts" })],
    ["/a%20b/c+d/-/blob/c.ts", file({ repository: "a b/c+d", path: "c.ts" })],
    ["/github.com/a%40b/c/-/blob/src/c.ts", file({ repository: "github.com/a@b/c" })],
    ["/github.com/a/b.js/-/blob/src/c.ts", file({ repository: "github.com/a/b.js" })],
    ["/github.com/a/b/-/raw/src/c.ts", file()],
    ["/github.com/a/b/-/blob/src/-/c.ts", file({ path: "src/-/c.ts" })],
    ["/github.com/a/b/-/blob/-/blob/c.ts", file({ path: "-/blob/c.ts" })],
    ["/github.com/a/b/-/blob/%2D/c.ts", file({ path: "-/c.ts" })],
    ["/github.com/a/%2D/b/-/blob/src/c.ts", file({ repository: "github.com/a/-/b" })],
    ["/github.com/a/b/-/blob/my%20file+1.ts", file({ path: "my file+1.ts" })],
    ["/github.com/a/b/-/blob/my file.ts", file({ path: "my file.ts" })],
    ["/github.com/a/b/-/blob/a%2Bb.ts", file({ path: "a+b.ts" })],
    ["/github.com/a/b/-/blob/100%25.ts", file({ path: "100%.ts" })],
    ["/github.com/a/b/-/blob/%2520.ts", file({ path: "%20.ts" })],
    ["/github.com/a/b/-/blob/%23a%3Fb%26c.ts", file({ path: "#a?b&c.ts" })],
    ["/github.com/a/b/-/blob/@types/node.d.ts", file({ path: "@types/node.d.ts" })],
    ["/github.com/a/b/-/blob/%40types/node.d.ts", file({ path: "@types/node.d.ts" })],
    ["/github.com/a/b/-/blob/src/%C3%A4.ts", file({ path: "src/ä.ts" })],
    ["/github.com/a/b/-/blob/src/ä.ts", file({ path: "src/ä.ts" })],
    ["/github.com/a/b/-/blob/%F0%9F%98%80/%E6%BC%A2.ts", file({ path: "😀/漢.ts" })],
    ["/github.com/a/b/-/blob/a:b.ts", file({ path: "a:b.ts" })],
    ["/github.com/a/b/-/blob/[id]/(x)/c.ts", file({ path: "[id]/(x)/c.ts" })],
    ["/github.com/a/b/-/blob/.github/..c/d..e/...", file({ path: ".github/..c/d..e/..." })],
    [`/github.com/a/b/-/blob/${"x/".repeat(800)}c.ts`, file({ path: `${"x/".repeat(800)}c.ts` })],
  ]);

  reads("A file at a revision", [
    ["/github.com/a/b@main/-/blob/src/c.ts", file({ revision: "main" })],
    ["/r/github.com/a/b@main/-/blob/src/c.ts", file({ revision: "main" })],
    ["/github.com/a/b@feature/x/y/-/blob/src/c.ts", file({ revision: "feature/x/y" })],
    ["/github.com/a/b@feature%2Fx/-/blob/src/c.ts", file({ revision: "feature/x" })],
    ["/github.com/a/b@refs/heads/main/-/blob/src/c.ts", file({ revision: "refs/heads/main" })],
    [`/github.com/a/b@${OID}/-/blob/src/c.ts`, file({ revision: OID })],
    [`/github.com/a/b@${OID}/-/raw/src/c.ts?L3`, file({ revision: OID, range: { startLine: 2, endLine: 2 } })],
    ["/github.com/a/b@v1.0+build/-/blob/src/c.ts", file({ revision: "v1.0+build" })],
    ["/github.com/a/b@HEAD~2/-/blob/src/c.ts", file({ revision: "HEAD~2" })],
    ["/github.com/a/b@HEAD%5E/-/blob/src/c.ts", file({ revision: "HEAD^" })],
    ["/github.com/a/b@a%40b/-/blob/src/c.ts", file({ revision: "a@b" })],
    ["/github.com/a/b@a@b/-/blob/src/c.ts", file({ revision: "a@b" })],
    ["/github.com/a/b@%C3%A4/-/blob/src/c.ts", file({ revision: "ä" })],
    ["/github.com/a/b@/-/blob/src/c.ts", file()],
    ["/b@v2/-/blob/c.ts", file({ repository: "b", revision: "v2", path: "c.ts" })],
    ["/github.com/a/b@bad%zz/-/blob/src/c.ts", undefined],
  ]);

  reads("A file whose name has a backslash", [
    ["/github.com/a/b/-/blob/left%5Cright.txt", file({ path: "left\\right.txt" })],
    ["/github.com/a/b/-/blob/src/..%5C..%5Cc.ts", undefined],
    ["/github.com/a/b/-/blob/%5C%5Chost%5Cshare", undefined],
    ["/github.com/a/b/-/blob/x%5C", undefined],
  ]);

  reads("A position", [
    [`${LINK}?L1`, lines(0)],
    [`${LINK}?L12`, lines(11)],
    [`${LINK}?L12=`, lines(11)],
    [`${LINK}?L12-20`, lines(11, 19)],
    [`${LINK}?L12-L20`, lines(11, 19)],
    [`${LINK}?L12-L20=`, lines(11, 19)],
    [`${LINK}?L12-12`, lines(11)],
    [`${LINK}?L12%2D20`, lines(11, 19)],
    [`${LINK}?L12:3`, place(11, 2)],
    [`${LINK}?L12:0`, lines(11)],
    [`${LINK}#L102:1`, place(101, 0)],
    [`${LINK}?L12:3-15:7`, columns(11, 2, 14, 6)],
    [`${LINK}?L12:3-L15:7`, columns(11, 2, 14, 6)],
    [`${LINK}?L12%3A3-15%3A7=`, columns(11, 2, 14, 6)],
    [`${LINK}?L12:3-12:3`, columns(11, 2, 11, 2)],
    [`${LINK}?L10:5-20`, columns(9, 4, 9, 19)],
    [`${LINK}#L10:5-20`, columns(9, 4, 9, 19)],
    [`${LINK}?L10%3A5-20=`, columns(9, 4, 9, 19)],
    [`${LINK}?L10:5-5`, columns(9, 4, 9, 4)],
    [`${LINK}#L4C2-L4C12`, columns(3, 1, 3, 11)],
    [`${LINK}?L4C2-L9C12`, columns(3, 1, 8, 11)],
    [`${LINK}#L4C2`, place(3, 1)],
    [`${LINK}?L12&subtree=true`, lines(11)],
    [`${LINK}?L12-20&view=code`, lines(11, 19)],
    [`${LINK}?L12=&subtree=true`, lines(11)],
    [`${LINK}?L999999999`, lines(999999998)],
    [`${LINK}#L12`, lines(11)],
    [`${LINK}#L12-20`, lines(11, 19)],
    [`${LINK}#L12-L20`, lines(11, 19)],
    [`${LINK}#L12:3-15:7`, columns(11, 2, 14, 6)],
    [`${LINK}#L12$references`, lines(11)],
    [`${LINK}#L12:3$references`, place(11, 2)],
    [`${LINK}#L12&tab=references`, lines(11)],
    [`${LINK}#L12:3-15:7&tab=references`, columns(11, 2, 14, 6)],
    [`${LINK}?subtree=true#L12`, lines(11)],
    [`${LINK}?L3#L12`, lines(2)],
  ]);

  reads("A file without a position that can be read", [
    [`${LINK}?`, file()],
    [`${LINK}#`, file()],
    [`${LINK}?subtree=true`, file()],
    [`${LINK}?view=code&L12`, file()],
    [`${LINK}?L`, file()],
    [`${LINK}?L0`, file()],
    [`${LINK}?L-3`, file()],
    [`${LINK}?Lx`, file()],
    [`${LINK}?l12`, file()],
    [`${LINK}?12`, file()],
    [`${LINK}?L12x`, file()],
    [`${LINK}?L12-`, file()],
    [`${LINK}?L20-12`, file()],
    [`${LINK}?L12:3-L15`, file()],
    [`${LINK}?L12:3-2`, file()],
    [`${LINK}?L12-15:7`, file()],
    [`${LINK}?L12:0-15:7`, file()],
    [`${LINK}?L12:7-12:3`, file()],
    [`${LINK}?L1.5`, file()],
    [`${LINK}?L12345678901234567890`, file()],
    [`${LINK}?L%zz`, file()],
    [`${LINK}#tab=references`, file()],
    [`${LINK}#heading`, file()],
  ]);

  reads("A folder", [
    ["/github.com/a/b/-/tree/src", folder("src")],
    ["/github.com/a/b/-/tree/src/", folder("src")],
    ["/github.com/a/b/-/blob/src/", folder("src")],
    ["/github.com/a/b/-/tree/", folder("")],
    ["/github.com/a/b/-/tree", folder("")],
    ["/github.com/a/b/-/blob/", folder("")],
    ["/github.com/a/b@feature/x/-/tree/a%20b/c", folder("a b/c", "feature/x")],
    ["/r/github.com/a/b@main/-/tree/src?subtree=true", folder("src", "main")],
    ["/github.com/a/b/-/tree/../../x", undefined],
    ["/github.com/a/b/-/tree/a//b", undefined],
  ]);

  reads("A commit", [
    [`/github.com/a/b/-/commit/${OID}`, { kind: "commit", repository: REPOSITORY, revision: OID }],
    [`/github.com/a/b/-/commit/${OID}/`, { kind: "commit", repository: REPOSITORY, revision: OID }],
    [`/r/github.com/a/b/-/commit/${OID}?visible=1`, { kind: "commit", repository: REPOSITORY, revision: OID }],
    ["/github.com/a/b@main/-/commit/feature/x", { kind: "commit", repository: REPOSITORY, revision: "feature/x" }],
    ["/github.com/a/b/-/commit/", undefined],
    ["/github.com/a/b/-/commit", undefined],
  ]);

  reads("A comparison", [
    ["/github.com/a/b/-/compare/v1...v2", { kind: "compare", repository: REPOSITORY, base: "v1", head: "v2" }],
    [
      "/r/github.com/a/b/-/compare/main...feature/x?visible=1",
      { kind: "compare", repository: REPOSITORY, base: "main", head: "feature/x" },
    ],
    ["/github.com/a/b/-/compare/...v2", { kind: "compare", repository: REPOSITORY, base: "", head: "v2" }],
    ["/github.com/a/b/-/compare/v1", undefined],
  ]);

  reads("Nothing", [
    ["", undefined],
    ["/", undefined],
    ["#L3", undefined],
    ["/github.com/a/b", undefined],
    ["/github.com/a/b/", undefined],
    ["/github.com/a/b@main", undefined],
    ["/search?q=repo:a", undefined],
    ["/-/blob/src/c.ts", undefined],
    ["/@main/-/blob/src/c.ts", undefined],
    ["/github.com/a/b/-/", undefined],
    ["/github.com/a/b/-/settings", undefined],
    ["/github.com/a/b/-/blobs/src/c.ts", undefined],
    ["/github.com/a/b/-/blob/bad%zz", undefined],
    ["/bad%zz/-/blob/src/c.ts", undefined],
    ["/github.com/a/b/-/blob/src//c.ts", undefined],
    ["/github.com//b/-/blob/src/c.ts", undefined],
    ["/github.com/a/b/-/blob//etc/passwd", undefined],
    ["/github.com/a/b/-/blob/..%2F..%2Fetc/passwd", undefined],
    ["/github.com/a/b/-/blob/%2E%2E%2Fc.ts", undefined],
    ["/github.com/a/b/-/blob/./../../../c.ts", undefined],
    ["/github.com/a/b/-/blob/x%5C..%5C..%5Cy", undefined],
    ["/github.com/a%2F../b/-/blob/src/c.ts", undefined],
    ["javascript:alert(1)", undefined],
    [`javascript://code.example.com${LINK}`, undefined],
    [`data:text/html,${LINK}`, undefined],
    ["mailto:a@code.example.com", undefined],
    ["https://", undefined],
  ]);

  reads("Nothing of ours, where the host is another one,", [
    [`https://evil.example.com${LINK}`, undefined],
    [`https://code.example.com.evil.com${LINK}`, undefined],
    [`https://evil.com/https://code.example.com${LINK}`, undefined],
    [`//evil.example.com${LINK}`, undefined],
    [`///evil.example.com${LINK}`, undefined],
    [`\\\\evil.example.com${LINK}`, undefined],
    [`/\\evil.example.com${LINK}`, undefined],
    [`/\t/evil.example.com${LINK}`, undefined],
    [`https:\\\\evil.example.com${LINK}`, undefined],
    [`https://code.example.com@evil.com${LINK}`, undefined],
    [`https://user:pw@code.example.com${LINK}`, undefined],
    [`https://user@code.example.com${LINK}`, undefined],
    [`http://code.example.com${LINK}`, undefined],
    [`https://code.example.com:8443${LINK}`, undefined],
    [`ftp://code.example.com${LINK}`, undefined],
    [`https://xn--code-example.com${LINK}`, undefined],
    [`https://cоde.example.com${LINK}`, undefined], // a Cyrillic o
  ]);

  reads(
    "A file of an instance below a path",
    [
      ["https://example.com/code/github.com/a/b/-/blob/src/c.ts", file()],
      ["https://example.com/code/r/github.com/a/b/-/blob/src/c.ts?L2", lines(1)],
      [LINK, file()],
      [`/r${LINK}`, file()],
      ["github.com/a/b/-/blob/src/c.ts", file()],
      ["https://example.com/code/x/../github.com/a/b/-/blob/src/c.ts", file()],
      ["https://example.com/codex/github.com/a/b/-/blob/src/c.ts", undefined],
      ["https://example.com/CODE/github.com/a/b/-/blob/src/c.ts", undefined],
      ["https://example.com/github.com/a/b/-/blob/src/c.ts", undefined],
      ["https://example.com/code/../github.com/a/b/-/blob/src/c.ts", undefined],
      ["/../github.com/a/b/-/blob/src/c.ts", undefined],
      ["https://example.com/code", undefined],
    ],
    BELOW,
  );

  it("is read the same whether or not the instance's address ends in a slash", () => {
    assert.deepEqual(parseServiceLink(`https://example.com/code${LINK}?L2`, `${BELOW}/`), lines(1));
    assert.deepEqual(parseServiceLink(`http://127.0.0.1:4000${LINK}`, "http://127.0.0.1:4000/"), file());
  });
});

describe("printing a link and reading it", () => {
  const random = seededRandom(48);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const below = (limit: number) => Math.floor(random() * limit);
  const PIECES = [
    ...Array.from(" +%@#?&=:;,!$'()*[]{}|^~`\"<>-_.äßéñ漢字😀"),
    "e\u0301",
    "\u202e",
    "\u0000",
    "\n",
    "\t",
    "..",
    "%2F",
    "%2e",
    "%zz",
    "L10",
    "-",
    "blob",
    "r",
    "src",
    "a",
    "B",
    "0",
  ];
  const segment = (): string => {
    const text = Array.from({ length: 1 + below(6) }, () => pick(PIECES)).join("");
    return text === "." || text === ".." ? `${text}x` : text;
  };
  const path = (longest: number) => Array.from({ length: 1 + below(longest) }, segment).join("/");
  const range = () => {
    const startLine = below(10_000);
    const endLine = startLine + below(3) * below(500);
    const startColumn = below(200);
    return random() < 0.5
      ? { startLine, endLine }
      : { startLine, endLine, startColumn, endColumn: endLine === startLine ? startColumn + below(99) : below(200) };
  };
  const place = (): SourceLocation => ({
    repository: random() < 0.1 ? `r/${path(3)}` : path(4),
    path: path(random() < 0.02 ? 900 : 8),
    ...(random() < 0.6 ? { revision: path(3) } : {}),
    ...(random() < 0.6 ? { range: range() } : {}),
  });

  it("gives back what was printed, whatever the names are", () => {
    for (let count = 0; count < 3_000; count++) {
      const printed = place();
      const link = printSourceLink(printed);
      for (const [text, base] of [
        [link, BASE],
        [BASE + link, BASE],
        [link.slice(1), `${BELOW}/`],
        [BELOW + link, BELOW],
      ] as const) {
        assert.deepEqual(parseSourceLink(text, base), printed, `${base} ${text}`);
      }
      assert.equal(parseSourceLink(`https://other.example.com${link}`, BASE), undefined, link);
      assert.equal(parseSourceLink(`https://example.com${link}`, BELOW), undefined, link);
    }
  });

  it("never gives back a path that climbs", () => {
    for (let count = 0; count < 1_000; count++) {
      const segments = path(5).split("/");
      segments.splice(below(segments.length + 1), 0, pick(["..", ".", "", "x\\..", "\\"]));
      const climbing = segments.join("/");
      const parsed = parseSourceLink(printSourceLink({ repository: "a/b", path: climbing }), BASE);
      assert.notEqual(parsed?.path, climbing);
      assert.equal(
        parsed?.path.split(/[/\\]/).some((one) => one === ".." || one === "."),
        parsed && false,
      );
    }
  });

  it("prints a place with its column, and reads it again", () => {
    const at = { repository: "a", path: "b", range: { startLine: 11, endLine: 11, startColumn: 2 } };
    assert.equal(printSourceLink(at), "/a/-/blob/b?L12:3");
    assert.deepEqual(parseSourceLink(printSourceLink(at), BASE), at);
  });

  it("prints names that are no well-formed text, too", () => {
    assert.equal(printSourceLink({ repository: "a", path: "\ud83d.ts" }), "/a/-/blob/%EF%BF%BD.ts");
  });
});
