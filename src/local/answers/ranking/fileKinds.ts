import { languageOf } from "../../../core/text/languages.ts";
import type { QuestionIntent } from "../questions/questionIntent.ts";
import type { IndexedFile } from "./indexedFile.ts";
import { DOCUMENTS_FOR_HOW_TO, KINDS } from "./weights.ts";

export type FileKind = keyof typeof KINDS;

/** The kind of the file at a path in a repository, judged by its names alone. */
export function kindOf(path: string): FileKind {
  if (MACHINE.test(path)) return "machine";
  if (BUILT.test(path)) return "built";
  if ((TEST.test(path) || TEST_OF_FOLDER.test(path)) && !IN_MAIN.test(path)) return "test";
  const language = languageOf(path);
  const isDocument = DOCUMENTS.has(language);
  const isData = DATA.has(language);
  if (CHANGELOG.test(path) && (language === undefined || isDocument || isData)) return "changelog"; // not changeset.ex
  if (COMMUNITY.test(path) && (language === undefined || isDocument || isData)) return "community";
  if (EXAMPLE.test(path)) return "example";
  if (language === undefined) return "other";
  if (isDocument) return "document";
  if (language === "Gherkin") return "test";
  if (isData) return "data";
  return /\.d\.[mc]?ts$/.test(path) ? "declaration" : "source";
}

/** The same of a file whose text is known: its first lines may say more than its name. */
export function kindOfIndexed(kind: FileKind, { isGenerated, language }: IndexedFile): FileKind {
  if (isGenerated && (kind === "source" || kind === "other")) return "built";
  return kind === "other" && language !== undefined ? "source" : kind;
}

const DOCUMENTS = new Set<string | undefined>(["Markdown", "reStructuredText", "Text", "TeX", "AsciiDoc", "Org"]);
const DATA = new Set<string | undefined>([
  ...["JSON", "YAML", "TOML", "XML", "INI"],
  ...["HTML", "CSS", "SCSS", "Sass", "Less", "Stylus"],
]);

/** How much the passages of a file count, by its kind and by what is asked for. */
export function worthOfKind(kind: FileKind, intent: QuestionIntent): number {
  const isAskedFor =
    (kind === "test" && intent.tests) ||
    (kind === "example" && intent.examples) ||
    (kind === "declaration" && intent.types) ||
    (kind === "document" && intent.documentation) ||
    (kind === "changelog" && intent.changes) ||
    (kind === "community" && intent.community) ||
    (kind === "data" && intent.configuration);
  return kind === "document" && intent.howTo && !isAskedFor ? DOCUMENTS_FOR_HOW_TO : KINDS[kind][isAskedFor ? 1 : 0];
}

const MACHINE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|[\w-]+\.lock|go\.sum)$|\.(?:map|svg|snap|csv|log|po)$/;
const BUILT =
  /\.min\.(?:js|css|mjs)$|[._-](?:generated|gen|pb)\.\w+$|_pb2(?:_grpc)?\.py$|(?:^|\/)(?:gradlew|mvnw)(?:\.(?:bat|cmd))?$|\.Designer\.(?:cs|vb)$|(?:^|\/)(?:dist|build|out|vendor|node_modules|third_party|thirdparty|deps|generated|__generated__)\//;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|testdata|__mocks__|bench(?:marks?)?|e2e|test-d)\/|[._-](?:test|spec|bench)\.\w+$|_test\.\w+$|(?:^|\/)(?:test_\w+|conftest)\.py$|\.test-d\.ts$|Tests?\.(?:java|cs|kt|swift)$|(?:^|\/)src\/[a-z]+Test\//;
/** The test of what is in its folder, but among commands the command of that name. */
export const TEST_OF_FOLDER =
  /(?:^|\/)(?<!\b(?:commands?|cmds?|cli)\/)tests?\.(?:[cm]?[jt]sx?|py|rs|rb|php|lua|dart|jl|c|cc|cpp)$/;
/** Where builds for Java, Kotlin and their kin expect no tests. */
export const IN_MAIN = /(?:^|\/)src\/(?:main|[a-z]+Main)\//;
const CHANGELOG = /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASE[-_ ]?NOTES|00-RELEASENOTES)[^/]*$/i;
/** Under which terms a project is used and contributed to, rather than what it does. */
const COMMUNITY =
  /(?:^|\/)(?:(?:LICEN[CS]E|COPYING|COPYRIGHT|UNLICEN[CS]E|NOTICE|CODE[-_]OF[-_]CONDUCT|FUNDING)(?:[-.][^/]*)?|ISSUE_TEMPLATE(?:[./].*)?)$/i;
const EXAMPLE = /(?:^|\/)(?:examples?|samples?|demos?|playground)\//;
