import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import type { FileEncoding } from "../../core/model/localProcess.ts";
import { once } from "../../core/model/once.ts";
import { utf16Of } from "../../core/text/binaryFile.ts";

/**
 * The bytes of a file as UTF-8: the same ones where they are that already, or where nothing is known of another encoding. `undefined` for
 * what is no text. A text in UTF-16 is known by its mark, which is left out; that of UTF-8 stays.
 */
export async function toUtf8(content: Buffer, encoding: FileEncoding | undefined): Promise<Buffer | undefined> {
  const wide = utf16Of(content);
  if (wide !== undefined) return Buffer.from(new TextDecoder(wide).decode(content));
  if (content.includes(0)) return undefined;
  return (await fromLegacy(content, encoding)) ?? content;
}

/** Whether a name, as settings have it, is that of an encoding. */
export async function isKnownEncoding(name: string): Promise<boolean> {
  return (await loadLegacyText()).isEncoding(name);
}

/** The same of a text that is in no encoding of Unicode; `undefined` for all else, and where nothing is known of its encoding. */
export async function fromLegacy(content: Buffer, encoding: FileEncoding | undefined): Promise<Buffer | undefined> {
  const name = await legacyNameOf(content, encoding);
  return name === undefined ? undefined : decodeLegacy(content, name);
}

/** The name of that encoding, for {@link decodeLegacy}. */
export async function legacyNameOf(content: Buffer, encoding: FileEncoding | undefined): Promise<string | undefined> {
  if (encoding === undefined || utf16Of(content) !== undefined || content.includes(0)) return undefined;
  return isNearlyUtf8(content) ? undefined : (await loadLegacyText()).nameOf(content, encoding);
}

/** A text in such an encoding as UTF-8. */
export async function decodeLegacy(content: Buffer, name: string): Promise<Buffer> {
  return Buffer.from((await loadLegacyText()).decode(content, name));
}

/** What some files in UTF-8 begin with. ripgrep drops it before it counts; on the wire, it counts. */
export const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Also where a few bytes are broken: no other encoding makes a text of the rest. Of 5,956 lines of comments in GBK, 86 had less
 * that is broken than half, none less than a quarter.
 */
function isNearlyUtf8(content: Buffer): boolean {
  if (isUtf8(content) || content.subarray(0, 3).equals(BYTE_ORDER_MARK)) return true;
  const text = content.toString();
  let foreign = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) foreign++;
    if (code === 0xfffd) broken++;
  }
  return broken < foreign / 4;
}

/** With its tables: a megabyte and a half that few folders need, beside this program where it was built to be shipped. */
const loadLegacyText = once(async () => {
  const file = ["./legacyText.cjs", "../legacyText.cjs", "./legacyText.js", "./legacyText.ts"]
    .map((name) => new URL(name, import.meta.url))
    .find((url) => existsSync(url));
  if (!file) throw new Error("legacyText is missing beside the local service.");
  return (await import(file.href)) as typeof import("./legacyText.ts");
});
