import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { TimeSlices } from "../../../../../src/core/text/timeSlices.ts";
import { factAskedIn, type AskedFact } from "../../../../../src/local/answers/questions/askedFact.ts";
import { readLanguages } from "../../../../../src/local/answers/questions/inEnglish.ts";
import { readQuestionContext } from "../../../../../src/local/answers/questions/questionContext.ts";
import { termsOf } from "../../../../../src/local/answers/questions/questionTerms.ts";

const needs = (of: Extract<AskedFact, { fact: "needs" }>["of"]): AskedFact => ({ fact: "needs", of });
const changes = (...versions: readonly string[]): AskedFact => ({ fact: "changes", versions });

const ASKED: readonly (readonly [question: string, asked: AskedFact | undefined])[] = [
  ["Which Python versions are supported?", needs("python")],
  ["Which Python version does harbour need?", needs("python")],
  ["What Go version does it need?", needs("go")],
  ["minimum node version", needs("node")],
  ["Which Node.js version is required?", needs("node")],
  ["Does it work on Java 17?", needs("java")],
  ["What is the MSRV? Which rust version?", needs("rust")],
  ["Which C++ standard does it need?", needs("cpp")],
  ["which .NET version does this target", needs("dotnet")],
  ["Which VS Code version does it require?", needs("vscode")],
  ["Welche Python-Version wird benötigt?", needs("python")],
  ["需要哪个 Python 版本？", needs("python")],
  ["Which dependencies does it have?", { fact: "dependencies" }],
  ["How many dependencies does it have?", { fact: "dependencies" }],
  ["How do I upgrade to 2.0?", changes("2.0")],
  ["what does this project depend on", { fact: "dependencies" }],
  ["Which third-party libraries are used?", { fact: "dependencies" }],
  ["Welche Abhängigkeiten hat das Projekt?", { fact: "dependencies" }],
  ["Which version of lodash does it use?", { fact: "dependency", name: "lodash" }],
  ["Which version of packaging is used?", { fact: "dependency", name: "packaging" }],
  ["Which version of `@scope/undici` do we use?", { fact: "dependency", name: "@scope/undici" }],
  ["Which terraform version is required?", needs("terraform")],
  ["Which AWS provider version does it need?", { fact: "dependency", name: "AWS" }],
  ["which lodash version is used", { fact: "dependency", name: "lodash" }],
  ["Which current version is this?", { fact: "version" }],
  ["What is the version of harbour?", { fact: "version" }],
  ["What is the version of this project?", { fact: "version" }],
  ["What version of Node does it need?", needs("node")],
  ["what version of tokio is installed", { fact: "dependency", name: "tokio" }],
  ["What license is this under?", { fact: "licence" }],
  ["Under which licence is harbour released?", { fact: "licence" }],
  ["Which version is this?", { fact: "version" }],
  ["what is the current version", { fact: "version" }],
  ["What changed in 1.13?", changes("1.13")],
  ["what's new in v2.0.0-beta.1", changes("2.0.0-beta.1")],
  ["What was fixed between 1.2.3 and 1.3?", changes("1.2.3", "1.3")],
  ["What are the breaking changes in version 4?", changes("4")],
  ["What's new in the latest release?", changes()],
  ["what's new?", changes()],
  ["What changed recently?", changes()],
  ["Was hat sich in 1.13 geändert?", changes("1.13")],
  // About the code, not the project.
  ["Where is the Python version checked?", undefined],
  ["How is the Node version parsed?", undefined],
  ["How does it require a node version?", undefined],
  ["How are dependencies used?", undefined],
  ["How are dependencies resolved?", undefined],
  ["Where are the dependencies of a node sorted?", undefined],
  ["How is the license key validated?", undefined],
  ["What happens when the version of the protocol changed?", undefined],
  ["How do I go to the next page?", undefined],
  ["What changed in the parser?", undefined],
  ["What happens when a new note is added?", undefined],
  ["Where is the latest note fixed?", undefined],
  ["How do I add a new feature?", undefined],
  [`What ${"what versions of ".repeat(20_000)}?`, undefined],
  ["Where is 1.5 used as a factor?", undefined],
  ["How does the client negotiate TLS 1.3?", undefined],
  ["Which version of the wire format does the handshake reject?", undefined],
];

describe("what a question asks of a project that a file states", () => {
  before(() => readLanguages(new TimeSlices({ signal: new AbortController().signal })));

  for (const [question, asked] of ASKED)
    it(`${question.slice(0, 80)} ${asked ? "" : "(none)"}`.trim(), () => {
      const called = ["github.com/acme/harbour", "terraform-aws-vpc"];
      const context = readQuestionContext(question, called);
      assert.deepEqual(factAskedIn(context, termsOf(context), called), asked);
    });
});
