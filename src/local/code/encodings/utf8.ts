import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import type { FileEncoding } from "../../../core/model/localProcess.ts";
import { once } from "../../../core/model/once.ts";
import { utf16Of } from "../../../core/text/binaryFile.ts";

/**
 * The bytes of a file as UTF-8: unchanged if they already are, or if no other encoding is known. `undefined` if they
 * are not text. UTF-16 is recognized by its byte order mark, which is left out; that of UTF-8 stays.
 */
export async function toUtf8(content: Buffer, encoding: FileEncoding | undefined): Promise<Buffer | undefined> {
  const wide = utf16Of(content);
  if (wide !== undefined) return Buffer.from(new TextDecoder(wide).decode(content));
  if (content.includes(0)) return undefined;
  return (await fromLegacy(content, encoding)) ?? content;
}

/** Whether a name, as written in settings, is that of an encoding. */
export async function isKnownEncoding(name: string): Promise<boolean> {
  return (await loadLegacyText()).isEncoding(name);
}

/** The same for a text in a non-Unicode encoding; `undefined` for everything else, and if its encoding is not known. */
export async function fromLegacy(content: Buffer, encoding: FileEncoding | undefined): Promise<Buffer | undefined> {
  const name = await legacyNameOf(content, encoding);
  return name === undefined ? undefined : decodeLegacy(content, name);
}

/** The name of that encoding, for {@link decodeLegacy}. */
export async function legacyNameOf(content: Buffer, encoding: FileEncoding | undefined): Promise<string | undefined> {
  if (encoding === undefined || utf16Of(content) !== undefined || content.includes(0)) return undefined;
  return isNearlyUtf8(content) ? undefined : (await loadLegacyText()).nameOf(content, encoding);
}

/** Converts a text in such an encoding to UTF-8. */
export async function decodeLegacy(content: Buffer, name: string): Promise<Buffer> {
  return Buffer.from((await loadLegacyText()).decode(content, name));
}

/** What some UTF-8 files begin with. Searches drop it before they count; on the wire, it is counted. */
export const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Also true where a few bytes are broken: text in any other encoding, read as UTF-8, breaks far more. Of 5,956 lines of
 * comments in GBK, 86 were less than half broken, none less than a quarter.
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

/**
 * With its tables, a megabyte and a half that few folders need; a file beside this program in a build to be shipped.
 */
const loadLegacyText = once(async () => {
  const file = ["./legacyText.cjs", "../legacyText.cjs", "./legacyText.js", "./legacyText.ts"]
    .map((name) => new URL(name, import.meta.url))
    .find((url) => existsSync(url));
  if (!file) throw new Error("legacyText is missing beside the local service.");
  return (await import(file.href)) as typeof import("./legacyText.ts");
});
