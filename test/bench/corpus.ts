import { seededRandom } from "../support/randomMatches.ts";

/** The script of the text that was found: `mixed` has three lines in a hundred that are not Latin. */
export type Script = "ascii" | "mixed" | "cjk";

export interface CorpusOptions {
  readonly bytes: number;
  /** The approximate size of an event. */
  readonly eventBytes: number;
  readonly script: Script;
}

const WORDS =
  "const value = await read(file, { signal }); if (a < b && !isDone) return items.map((item) => item.name)".split(" ");
const FOREIGN = ["// 文字列を解析してから返す", "/* разбор строки */", "'漢字とかなの表示 😀'", "# مرحبا بالعالم"];

/**
 * The payloads of `matches` events as a service writes them: files with chunks, a few ranges each. Same options, same
 * text.
 */
export function corpus({ bytes, eventBytes, script }: CorpusOptions): readonly string[] {
  const random = seededRandom(1);
  const below = (limit: number) => Math.floor(random() * limit);
  const foreign = script === "ascii" ? 0 : script === "mixed" ? 0.03 : 0.7;
  const word = () => WORDS[below(WORDS.length)] ?? "";
  const line = () =>
    random() < foreign
      ? Array.from({ length: 2 }, () => FOREIGN[below(script === "cjk" ? 1 : FOREIGN.length)]).join(" ")
      : "  ".repeat(below(6)) + Array.from({ length: 4 + below(6) }, word).join(" ");
  let files = 0;
  const match = () => {
    files += 1;
    let at = 0;
    const chunkMatches = Array.from({ length: 1 + below(5) }, () => {
      at += 4 + below(40);
      const texts = [line(), line(), line()];
      const column = below(Math.max(1, Array.from(texts[1] ?? "").length - 8));
      const place = (columns: number) => ({ offset: at * 40 + columns, line: at + 1, column: columns });
      return {
        content: texts.join("\n"),
        contentStart: { offset: at * 40, line: at, column: 0 },
        ranges: [{ start: place(column), end: place(column + 5) }],
      };
    });
    return {
      type: "content",
      path: `src/module${files % 97}/part${files % 13}/file${files}.ts`,
      repositoryID: files >> 7,
      repository: `github.com/acme/repository-${files >> 7}`,
      repoStars: 1234,
      repoLastFetched: "2026-11-01T08:00:00Z",
      branches: [""],
      commit: "0123456789abcdef0123456789abcdef01234567",
      hunks: null,
      chunkMatches,
      language: "TypeScript",
    };
  };
  const events: string[] = [];
  for (let total = 0; total < bytes;) {
    const matches: string[] = [];
    for (let size = 0; size < eventBytes;) {
      const json = JSON.stringify(match()).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
      matches.push(json);
      size += Buffer.byteLength(json);
      total += Buffer.byteLength(json);
    }
    events.push(`[${matches.join(",")}]`);
  }
  return events;
}

/** The bytes of a stream with these payloads. */
export function streamOf(payloads: readonly string[], { isDone = true } = {}): Buffer {
  const end = isDone ? "event: done\ndata: {}\n\n" : "";
  return Buffer.from(payloads.map((payload) => `event: matches\ndata: ${payload}\n\n`).join("") + end);
}

/** How many ranges there are in payloads. */
export function countRanges(payloads: readonly string[]): number {
  return payloads.reduce((sum, payload) => sum + payload.split('{"start":{').length - 1, 0);
}
