import assert from "node:assert/strict";
import { once } from "node:events";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { outlineOf } from "../../src/core/text/outline.ts";
import { startLocalService } from "../../src/local/server/localService.ts";
import { findEngineProgram } from "../../src/local/code/engine/engineProgram.ts";
import { languageOf } from "../../src/core/text/languages.ts";
import { symbolsOf } from "../../src/local/code/symbols/symbols.ts";
import { watchTurns } from "../support/turns.ts";
import { startService } from "./localService.ts";
import { median } from "./measure.ts";
import { limit, type Row, type Scale } from "./results.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Real code, not generated. */
const CODE = {
  JavaScript: [
    ...[
      "eslint/lib",
      "mocha/lib",
      "undici/lib",
      "graphql",
      "semver",
      "lodash-es",
      "highlight.js/lib",
      "glob",
      "yargs",
    ].map((name) => `node_modules/${name}/**/*.js`),
  ],
  TypeScript: [
    ...["src/**/*.ts", "test/**/*.ts"],
    ...["graphql", "lit", "micromark", "typescript/lib", "glob"].map((name) => `node_modules/${name}/**/*.d.ts`),
  ],
};

const QUERY = new URLSearchParams({ q: "type:symbol /^parse$/ count:all", v: "V3", t: "keyword" }).toString();

type Group = "functions and methods" | "classes and types";

/** How many are found by both, by the judge only, and by us only. */
interface Score {
  both: number;
  missed: number;
  wrong: number;
}

/** How well definitions are found, and how fast. */
export async function symbolsRows({ isShort }: Scale): Promise<readonly Row[]> {
  return [...(await definitionRows(isShort)), ...(await speedRows(isShort))];
}

/**
 * How long a service that has read nothing yet takes to find all definitions of a name, and the first of them, and for
 * how long it is blocked meanwhile. Measured with the service as it ships: otherwise each of its threads would take a
 * while to read the sources.
 */
async function speedRows(isShort: boolean): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  try {
    const all = globSync("node_modules/**/*.{js,mjs,cjs,ts}", { cwd: ROOT }).toSorted();
    const files = all.filter(
      (file) => statSync(join(ROOT, file)).size < 1_000_000 && statSync(join(ROOT, file)).isFile(),
    );
    for (const file of files.slice(0, isShort ? 500 : 10_000)) {
      const copy = join(folder, "tree", file.replaceAll("node_modules", "packages"));
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(ROOT, file), copy);
    }
    const first: number[] = [];
    const whole: number[] = [];
    for (let round = 0; round < (isShort ? 1 : 3); round++) {
      const service = await startService(join(folder, "tree"), join(folder, `store${round}`), "dist/local/main.js");
      const startedAt = performance.now();
      const [response] = (await once(
        get(`${service.baseUrl}/.api/search/stream?${QUERY}`, {
          agent: false,
          headers: { authorization: `token ${service.token}` },
        }),
        "response",
      )) as [IncomingMessage];
      let told = "";
      for await (const chunk of response as AsyncIterable<Buffer>) {
        const hadRow = told.includes("event: matches");
        told += chunk.toString();
        if (!hadRow && told.includes("event: matches")) first.push(performance.now() - startedAt);
      }
      whole.push(performance.now() - startedAt);
      await service.end();
    }
    const turn = await longestTurn(join(folder, "tree"), join(folder, "store"));
    return [
      limit("type:symbol over 10,000 files: first row", Math.round(median(first)), "ms", "atMost", 300),
      limit("type:symbol over 10,000 files: all of a common name", Math.round(median(whole)), "ms", "atMost", 4_000),
      limit("type:symbol over 10,000 files: longest turn of the service", Number(turn.toFixed(1)), "ms", "atMost", 50),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In processor time: both the service and the client run in this thread for it. */
async function longestTurn(tree: string, storeDir: string): Promise<number> {
  const service = await startLocalService({
    folders: [tree],
    gitFolders: [tree],
    storeDir,
    engineProgram: await findEngineProgram(),
    log: () => undefined,
  });
  try {
    const turns = watchTurns();
    const response = await fetch(`${service.baseUrl}/.api/search/stream?${QUERY}`, {
      headers: { authorization: `token ${service.token}` },
    });
    assert.match(await response.text(), /event: matches/);
    return turns.stop();
  } finally {
    await service.close();
  }
}

/**
 * The names of functions, methods, classes and types in the files of ten code bases, against what the TypeScript
 * compiler finds there; beside that, what the look of the lines tells, as before there was a parser.
 */
async function definitionRows(isShort: boolean): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [language, patterns] of Object.entries(CODE)) {
    const scores = { "functions and methods": emptyScore(), "classes and types": emptyScore() };
    const byLooks = emptyScore();
    const files = patterns.flatMap((pattern) => {
      const found = globSync(pattern, {
        cwd: ROOT,
        exclude: (name) => name === "node_modules" && !pattern.startsWith(name),
      });
      return found.toSorted().slice(0, isShort ? 5 : 150);
    });
    for (const file of files) {
      const text = readFileSync(join(ROOT, file), "utf8");
      if (text.length > 500_000 || file.includes(".min.")) continue;
      const judged = judge(file, text);
      const ours: Record<Group, Set<string>> = { "functions and methods": new Set(), "classes and types": new Set() };
      for (const { name, kind } of await symbolsOf(text, languageOf(file))) {
        if (kind === "function" || kind === "method") ours["functions and methods"].add(name);
        else if (kind === "class" || kind === "interface" || kind === "enum") ours["classes and types"].add(name);
      }
      for (const group of ["functions and methods", "classes and types"] as const)
        compare(judged[group], ours[group], scores[group]);
      const looks = outlineOf(text.split(/\r?\n/), languageOf(file)).map(({ name }) => name);
      compare(new Set([...judged["functions and methods"], ...judged["classes and types"]]), new Set(looks), byLooks);
    }
    const looks = `${share(byLooks.both, byLooks.both + byLooks.missed)} % by the looks of lines`;
    for (const [group, { both, missed, wrong }] of Object.entries(scores)) {
      rows.push(percent(`${language}, ${group}: recall, of ${looks}`, both, both + missed));
      rows.push(percent(`${language}, ${group}: precision`, both, both + wrong));
    }
  }
  return rows;
}

function emptyScore(): Score {
  return { both: 0, missed: 0, wrong: 0 };
}

function share(part: number, whole: number): number {
  return Number(((100 * part) / whole).toFixed(1));
}

function percent(what: string, part: number, whole: number): Row {
  return limit(`symbols, ${what}`, share(part, whole), "%", "atLeast", 95);
}

function compare(judged: ReadonlySet<string>, ours: ReadonlySet<string>, score: Score): void {
  for (const name of judged) {
    if (ours.has(name)) score.both++;
    else score.missed++;
  }
  for (const name of ours) if (!judged.has(name)) score.wrong++;
}

/** What is declared as a function, or assigned one, according to the compiler's own tree. */
function judge(file: string, text: string): Record<Group, ReadonlySet<string>> {
  const functions = new Set<string>();
  const types = new Set<string>();
  const nameOf = (name: ts.Node | undefined): string | undefined => {
    if (!name) return undefined;
    if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name)) return name.text;
    return ts.isComputedPropertyName(name) ? name.getText() : undefined;
  };
  const add = (set: Set<string>, name: ts.Node | undefined) => {
    const found = nameOf(name);
    if (found !== undefined) set.add(found);
  };
  const isFunction = (node: ts.Node | undefined) =>
    node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
  const visit = (node: ts.Node): void => {
    if (
      ts.isFunctionDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isMethodSignature(node) ||
      ts.isAccessor(node)
    )
      add(functions, node.name);
    else if (ts.isConstructorDeclaration(node)) functions.add("constructor");
    else if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) add(types, node.name);
    else if (ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node)) add(types, node.name);
    else if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) {
      if (isFunction(node.initializer)) add(functions, node.name);
      else if (ts.isVariableDeclaration(node) && node.initializer && ts.isClassExpression(node.initializer))
        add(types, node.name);
    } else if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      isFunction(node.right)
    )
      add(functions, ts.isPropertyAccessExpression(node.left) ? node.left.name : node.left);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { "functions and methods": functions, "classes and types": types };
}
