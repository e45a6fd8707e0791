import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import iconv from "iconv-lite";
import { after, before, describe, it } from "mocha";
import { isSettled } from "../../../../../src/core/model/conversation.ts";
import type { FileEncoding } from "../../../../../src/core/model/localProcess.ts";
import { createAnswerFinder } from "../../../../../src/local/answers/answer.ts";
import { FolderEncodings } from "../../../../../src/local/code/encodings/folderEncodings.ts";
import { toUtf8 } from "../../../../../src/local/code/encodings/utf8.ts";
import { Commits } from "../../../../../src/local/code/files/commits.ts";
import { GitPermission } from "../../../../../src/local/code/files/gitPermission.ts";
import { createCodeTools } from "../../../../../src/local/answers/tools/codeTools.ts";
import type { LookUp } from "../../../../../src/local/answers/writing/lookUp.ts";
import { exactProcessorTime } from "../../../../support/turns.ts";
import { makeTemporaryFolder, runGit, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { engineOf, matchesOf, runService, textOf, type Json, type RunningService } from "../../runningService.ts";

interface Place {
  readonly line: number;
  readonly column: number;
}

const WIDTH = [
  "// 获取元素的宽度",
  "export function getWidth(element) {",
  "  const 宽 = 1; return element.offsetWidth; // 像素",
  "}",
  "function 放大(值) { return 值 * 2; }",
  "export default 放大(1);",
  "",
].join("\n");
const SETTINGS = ["# 设置说明", "export const 缺省 = { retries: 3 };", ""].join("\n");
/** With a byte that is not UTF-8. */
const BROKEN = Buffer.concat([Buffer.from("// 重试的次数和等待的时间"), Buffer.from([0xe9, 0x0a])]);
const WIDE = Buffer.from(
  "\ufeff// 计算折扣的函数\nexport function discount(price) {\n  return price * 0.9;\n}\n",
  "utf16le",
);

const inAnyOf = async (content: Buffer, encoding?: FileEncoding) => (await toUtf8(content, encoding))?.toString();

describe("files in other encodings", () => {
  let temporary: TemporaryFolder;
  let code: string;
  let repository: string;
  let service: RunningService;

  before(async () => {
    temporary = makeTemporaryFolder();
    code = path.join(temporary.root, "code");
    const root = temporary.commit("code/alpha", {
      "src/width.js": iconv.encode(WIDTH, "gbk"),
      "src/settings.js": SETTINGS,
      "src/broken.js": BROKEN,
      "src/windows.js": iconv.encode("// 说明文件\r\nexport {};\r\n", "gbk"),
      "src/wide.js": WIDE,
      "image.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0xbf, 0xed]),
    });
    writeFileSync(path.join(root, "src/uses.js"), 'import { getWidth } from "./width.js";\ngetWidth(1);\n');
    service = await runService(temporary.root, [code], { encodings: [{ folder: code, name: "gbk" }] });
    repository = (await service.tools.search("getWidth", options())).items[0]?.repository ?? "";
  });
  after(async () => {
    await service.close();
    await temporary.remove();
  });

  const options = () => ({ display: 100, signal: new AbortController().signal });

  /** By file, the chunks with the text of what is found in them. */
  async function found(query: string, parameters: Readonly<Record<string, string>> = {}, target = service) {
    const matches = matchesOf(await target.search(query, { cm: "true", cl: "0", ...parameters }));
    return Object.fromEntries(
      matches
        .map((match) => [textOf(match["path"]), (match["chunkMatches"] ?? []) as unknown as readonly Json[]] as const)
        .map(([file, chunks]) => [file, chunks.map((chunk) => foundIn(chunk))]),
    );
  }

  function foundIn(chunk: Json): string {
    const lines = textOf(chunk["content"]).split("\n");
    const first = (chunk["contentStart"] as unknown as Place).line;
    return (chunk["ranges"] as unknown as readonly { start: Place; end: Place }[])
      .map(({ start, end }) => {
        const inLine = lines[start.line - first] ?? "";
        return `${start.line + 1}: ${inLine.slice(start.column, end.line === start.line ? end.column : undefined)}`;
      })
      .join(", ");
  }

  async function namesOf(query: string, parameters: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
    return matchesOf(await service.search(query, parameters))
      .map((match) => textOf(match["path"]))
      .sort();
  }

  describe("are searched", () => {
    for (const [query, parameters, expected] of [
      ["宽度", {}, { "src/width.js": ["1: 宽度"] }],
      ["获取.*宽度", { t: "regexp" }, { "src/width.js": ["1: 获取元素的宽度"] }],
      ["offset\\w+; // \\S+", { t: "regexp" }, { "src/width.js": ["3: offsetWidth; // 像素"] }],
      ["GETWIDTH(element", {}, { "src/width.js": ["2: getWidth(element"] }],
      ["像素 获取 lang:javascript", { t: "keyword" }, { "src/width.js": ["1: 获取", "3: 像素"] }],
      ["宽度 OR 设置", { t: "keyword" }, { "src/width.js": ["1: 宽度"], "src/settings.js": ["1: 设置"] }],
      ["宽度\\nexport", { t: "regexp" }, { "src/width.js": ["1: 宽度"] }],
      ["file:width", {}, { "src/width.js": [] }],
      ["次数", {}, { "src/broken.js": ["1: 次数"] }],
      ["折扣", {}, { "src/wide.js": ["1: 折扣"] }],
      ["文件$", { t: "regexp" }, { "src/windows.js": ["1: 文件"] }],
      ["文件$ OR nowhere", { t: "regexp" }, { "src/windows.js": ["1: 文件"] }],
    ] as const)
      it(`for ${query}`, async () => {
        assert.deepEqual(await found(query, parameters), expected);
      });

    it("by what is not in them", async () => {
      const all = await found("file:src -content:宽度 type:path");
      const names = ["broken", "settings", "uses", "wide", "windows"].map((name) => `src/${name}.js`);
      assert.deepEqual(Object.keys(all).sort(), names);
    });

    it("with their columns as an editor counts them", async () => {
      const [match] = matchesOf(await service.search("offsetWidth", { cm: "true", cl: "0" }));
      const [chunk] = (match?.["chunkMatches"] ?? []) as unknown as readonly [Json];
      assert.equal(chunk["content"], "  const 宽 = 1; return element.offsetWidth; // 像素");
      const [range] = chunk["ranges"] as unknown as readonly Json[];
      assert.deepEqual(range?.["start"], {
        offset: Buffer.byteLength(WIDTH.slice(0, WIDTH.indexOf("offsetWidth"))),
        line: 2,
        column: (WIDTH.split("\n")[2] ?? "").indexOf("offsetWidth"),
      });
    });

    it("for symbols and uses", async () => {
      assert.deepEqual(await namesOf("getWidth type:symbol"), ["src/width.js"]);
      assert.deepEqual(await found("getWidth type:use"), { "src/uses.js": ["1: getWidth, 2: getWidth"] });
      assert.deepEqual(await namesOf("缺省 type:symbol"), ["src/settings.js"]);
      assert.deepEqual(await namesOf("放大 type:symbol"), ["src/width.js"]);
      for (const [expression, files] of [
        ["(放大|缺省)", ["src/settings.js", "src/width.js"]],
        ["^放大$", ["src/width.js"]],
        ["^.大$", ["src/width.js"]],
        ["^\\p{Han}+$", ["src/settings.js", "src/width.js"]],
      ] as const)
        assert.deepEqual(await namesOf(`${expression} type:symbol`, { t: "regexp" }), files, expression);
      assert.deepEqual(await found("放大 type:use"), { "src/width.js": ["6: 放大"] });
    });

    it("for what repositories have, and not for bytes of letters", async () => {
      const sjis = temporary.write("sjis", { "a.js": iconv.encode("// ア設定ファイル\n", "shiftjis") });
      const other = await runService(path.join(temporary.root, "y"), [sjis], {
        encodings: [{ folder: sjis, name: "shiftjis" }],
      });
      try {
        const count = async (query: string) => matchesOf(await other.search(query)).length;
        assert.deepEqual([await count("repo:has.content(A) file:a"), await count("A case:yes")], [0, 0]);
        assert.deepEqual([await count("repo:has.content(設定) file:a"), await count("ア")], [1, 1]);
      } finally {
        await other.close();
      }
      assert.deepEqual(await namesOf("repo:has.content(宽度) file:uses"), ["src/uses.js"]);
      assert.deepEqual(await namesOf("repo:has.content(没有) file:uses"), []);
    });

    it("as they were committed", async () => {
      assert.deepEqual(await found("宽度 rev:HEAD"), { "src/width.js": ["1: 宽度"] });
    });

    it("in what commits changed, also the names of files, and encodings", async () => {
      const [match] = matchesOf(await service.search("宽度 type:diff"));
      assert.match(textOf(match?.["content"]), /^\+\/\/ 获取元素的宽度$/m);
      assert.deepEqual(await found("没有 type:diff"), {});
      const other = temporary.commit("diffs", {
        "目录/文件名.js": iconv.encode("// 设置说明和读取配置\nlet a;\n", "gbk"),
      });
      const commit = (text: Buffer) => {
        writeFileSync(path.join(other, "目录/文件名.js"), text);
        runGit(other, "commit", "--quiet", "--all", "--message=Change");
      };
      commit(iconv.encode("// 设置说明和写入配置\nlet b;\n", "gbk"));
      commit(Buffer.from("// 设置说明和写入配置\nlet b;\n"));
      const diffs = await runService(path.join(temporary.root, "x"), [other], {
        encodings: [{ folder: other, name: "gbk" }],
      });
      try {
        const contents = async (query: string) =>
          matchesOf(await diffs.search(query)).map((each) => textOf(each["content"]).split("\n").slice(3, -1));
        const line = (sign: string, verb: string) => `${sign}// 设置说明和${verb}配置`;
        assert.deepEqual(await contents("设置 type:diff file:文件名"), [
          [line("-", "写入"), line("+", "写入"), " let b;"],
          [line("-", "读取"), "-let a;", line("+", "写入"), "+let b;"],
          [line("+", "读取"), "+let a;"],
        ]);
        assert.equal((await contents("写入 type:diff select:commit.diff.removed")).length, 1);
      } finally {
        await diffs.close();
      }
    });

    it("with a count, and without the files that ripgrep is not to look into", async () => {
      assert.deepEqual(await found("宽度 count:1 -file:settings"), { "src/width.js": ["1: 宽度"] });
      writeFileSync(path.join(code, "alpha/.ignore"), "width.js\n");
      try {
        assert.deepEqual(await found("宽度"), {});
      } finally {
        writeFileSync(path.join(code, "alpha/.ignore"), "");
      }
    });
  });

  it("answer questions, and are cited by the bytes that they are", async () => {
    const answer = async (question: string) => {
      const asked = await service.tools.ask(question);
      for await (const state of service.tools.watch(asked, options())) if (isSettled(state)) return state.questions[0];
      throw new Error("no answer");
    };
    const widths = await answer("元素的宽度是怎么获取的？");
    assert.match(JSON.stringify(widths?.outcome), /width\.js/);
    assert.match(JSON.stringify(widths?.outcome), /获取元素的宽度/);
    assert.match(JSON.stringify((await answer("折扣是怎么计算的？"))?.outcome), /wide\.js/);
  });

  it("are read as text by agents and by clients of GraphQL, and as bytes by raw addresses", async () => {
    const place = { repository, path: "src/width.js" };
    const read = await service.tools.readFile(place, options());
    assert.equal(Buffer.from(read).toString(), WIDTH);
    const png = await service.tools.readFile({ repository, path: "image.png" }, options());
    assert.equal(png[0], 0x89);
    const query = `{ repository(name: ${JSON.stringify(repository)}) { commit(rev: "HEAD") { blob(path: "src/width.js") { binary content byteSize } } } }`;
    const response = await fetch(`${service.baseUrl}/.api/graphql`, {
      method: "POST",
      headers: { authorization: `token ${service.token}`, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    const blob = { binary: false, content: WIDTH, byteSize: iconv.encode(WIDTH, "gbk").length };
    assert.deepEqual(await response.json(), { data: { repository: { commit: { blob } } } });
    const raw = await service.get(`/${repository}/-/raw/src/width.js`);
    assert.deepEqual(Buffer.from(await raw.arrayBuffer()), iconv.encode(WIDTH, "gbk"));
  });

  it("are looked up by models that write", async () => {
    const commits = new Commits(new GitPermission([code]));
    const encodings = new FolderEncodings([{ folder: code, name: "gbk" }]);
    const find = createAnswerFinder({ engineOf, commits, encodings });
    const tools = createCodeTools({ engineOf, commits, find, encodings });
    const look = async (lookUp: LookUp) => tools(lookUp, [code], options().signal);
    const placesOf = async (lookUp: LookUp) =>
      (await look(lookUp)).passages.map(({ path: file, startLine, lines }) => [file, startLine, lines[0]]);
    assert.deepEqual(await placesOf({ tool: "grep", pattern: "宽度|设置说明" }), [
      ["src/settings.js", 0, "# 设置说明"],
      ["src/width.js", 0, "// 获取元素的宽度"],
    ]);
    assert.deepEqual(await placesOf({ tool: "grep", pattern: "offsetWidth" }), [
      ["src/width.js", 0, "// 获取元素的宽度"],
    ]);
    assert.match((await look({ tool: "grep", pattern: "宽(" })).text, /^The pattern is not understood/);
    assert.deepEqual(await placesOf({ tool: "read", path: "width.js", last: 2 }), [
      ["src/width.js", 0, "// 获取元素的宽度"],
    ]);
    assert.deepEqual((await placesOf({ tool: "symbol", name: "getWidth" }))[0]?.[2], "// 获取元素的宽度");
  });

  it("are read otherwise as soon as a setting says so", async () => {
    const other = await runService(temporary.root, [code]);
    try {
      assert.deepEqual(await found("宽度", {}, other), {});
      other.setFolders([code], [code], { encodings: [{ folder: code, name: "gbk" }] });
      assert.deepEqual(await found("宽度", {}, other), { "src/width.js": ["1: 宽度"] });
      other.setFolders([code], [code], { encodings: [{ folder: code, name: "utf8", guessAmong: [] }] });
      assert.deepEqual(await found("宽度", {}, other), { "src/width.js": ["1: 宽度"] });
      other.setFolders([code], [code], { encodings: [{ folder: code, name: "windows1251" }] });
      assert.deepEqual(await found("宽度", {}, other), {});
    } finally {
      await other.close();
    }
  });
});

describe("the encoding of a file", () => {
  it("is that of the innermost folder", () => {
    const encodings = new FolderEncodings([
      { folder: path.resolve("/a"), name: "gbk" },
      { folder: path.resolve("/a/b"), name: "shiftjis" },
    ]);
    assert.deepEqual(
      ["/a/x.c", "/a/b/x.c", "/a/bc/x.c", "/c/x.c", "/a"].map((file) => encodings.of(path.resolve(file))?.name),
      ["gbk", "shiftjis", "gbk", undefined, "gbk"],
    );
    assert.equal(encodings.of(undefined), undefined);
  });

  const TEXTS: readonly (readonly [name: string, text: string])[] = [
    ["gbk", "// 获取元素的高度\nfunction f() {\n  return 2;\n}\n"], // its bytes happen to be UTF-8 in part
    ["gbk", "// 读取配置文件，失败时返回默认值\n"],
    ["gb18030", "// 读取配置文件，失败时返回默认值\n"],
    ["big5hkscs", "// 讀取設定檔，失敗時傳回預設值\n"],
    ["shiftjis", "// 設定ファイルを読み込む。失敗したら既定値を返す\n"],
    ["eucjp", "// 設定ファイルを読み込む。失敗したら既定値を返す\n"],
    ["euckr", "// 설정 파일을 읽고 실패하면 기본값을 돌려준다\n"],
    ["windows1251", "// Читает файл настроек, иначе возвращает значения по умолчанию\n"],
    ["koi8r", "// Читает файл настроек, иначе возвращает значения по умолчанию\n"],
    ["cp866", "// Читает файл настроек, иначе возвращает значения по умолчанию\n"],
    ["iso88591", "// Liest die Größe der Schaltfläche, für ältere Geräte über die Höhe\n"],
    ["windows1252", "// Lit la première ligne, déjà décodée, à l’écran – sinon “rien”\n"],
    ["windows1250", "// Načte soubor s nastavením, při chybě vrátí výchozí hodnoty\n"],
    ["macroman", "// Größe\n"],
    ["cp437", "// Größe\n"],
  ];

  for (const [name, text] of TEXTS)
    it(`is what the setting says: ${name}`, async () => {
      assert.equal(await inAnyOf(iconv.encode(text, name), { name }), text);
    });

  for (const [name, text] of TEXTS.slice(0, 13))
    it(`is guessed where the setting says so: ${name}`, async () => {
      const code = `${text}export function read(file, fallback) {\n  return load(file) ?? fallback;\n}\n`.repeat(3);
      assert.equal(await inAnyOf(iconv.encode(code, name), { name: "utf8", guessAmong: [] }), code);
    });

  it("is one of those to guess among, or else what the setting says", async () => {
    const [, text = ""] = TEXTS[7] ?? [];
    const bytes = iconv.encode(text, "windows1251");
    assert.equal(await inAnyOf(bytes, { name: "utf8", guessAmong: ["shiftjis", "windows1251"] }), text);
    assert.equal(await inAnyOf(bytes, { name: "windows1251", guessAmong: ["eucjp"] }), text);
    assert.equal(await inAnyOf(bytes, { name: "utf8", guessAmong: ["nonsense", "utf8"] }), text);
  });

  it("is UTF-8 where it can be, whatever the setting says", async () => {
    const text = "// 读取配置文件 größe\n";
    assert.equal(await inAnyOf(Buffer.from(text), { name: "gbk" }), text);
    assert.equal(await inAnyOf(Buffer.from(`\ufeff${text}`), { name: "gbk" }), `\ufeff${text}`);
    assert.equal(await inAnyOf(BROKEN, { name: "gbk" }), BROKEN.toString());
    const marked = Buffer.concat([Buffer.from("\ufefflet a = 'x"), Buffer.from([0xe9, 0xe8]), Buffer.from("';\n")]);
    assert.equal(await inAnyOf(marked, { name: "gbk" }), marked.toString());
    assert.equal(await inAnyOf(BROKEN, { name: "utf8", guessAmong: [] }), BROKEN.toString());
    assert.equal(await inAnyOf(Buffer.from(""), { name: "gbk" }), "");
  });

  it("is UTF-16 where its mark says so; other zeros make it no text", async () => {
    assert.equal(await inAnyOf(WIDE), WIDE.subarray(2).toString("utf16le"));
    assert.equal(await inAnyOf(Buffer.from(WIDE).swap16()), WIDE.subarray(2).toString("utf16le"));
    assert.equal(await inAnyOf(Buffer.from("a\0b"), { name: "gbk" }), undefined);
    assert.equal(await inAnyOf(WIDE.subarray(2), { name: "gbk" }), undefined);
  });

  it("may be unknown: then the bytes stay", async () => {
    const bytes = Buffer.from("Größe", "latin1");
    assert.equal(await toUtf8(bytes, undefined), bytes);
    for (const name of ["utf8", "utf8bom", "utf16le", "nonsense", "", "__proto__", "constructor"])
      assert.equal(await toUtf8(bytes, { name }), bytes, name);
  });

  it("takes no long time to tell, whatever the bytes are", async () => {
    for (const bytes of [
      Buffer.alloc(2_000_000, 0xe9),
      Buffer.from("@".repeat(1_999_999) + "\x80", "latin1"),
      Buffer.from("@".repeat(200) + "\n" + "a\x80".repeat(1_000_000), "latin1"),
      Buffer.from(`${"@".repeat(200)}\n`.repeat(10_000) + "\x80", "latin1"),
    ]) {
      const before = exactProcessorTime();
      await toUtf8(bytes, { name: "gbk", guessAmong: [] });
      const tookMs = exactProcessorTime() - before;
      assert.ok(tookMs < 3000, `${tookMs} ms`);
    }
  });
});
