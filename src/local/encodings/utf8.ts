import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import type { FileEncoding } from "../../core/model/localProcess.ts";
import { once } from "../../core/model/once.ts";

/**
 * The bytes of a file as UTF-8: the same ones where they are that already, or where nothing is known of another encoding. `undefined` for
 * what is no text. A text in UTF-16 is known by its mark, which is left out; that of UTF-8 stays.
 */
export async function toUtf8(content: Buffer, encoding: FileEncoding | undefined): Promise<Buffer | undefined> {
  const wide = wideEncodingOf(content);
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
  if (encoding === undefined || wideEncodingOf(content) !== undefined || content.includes(0)) return undefined;
  if (isNearlyUtf8(content)) return undefined;
  const { decodeLegacy } = await loadLegacyText();
  const text = decodeLegacy(content, encoding);
  return text === undefined ? undefined : Buffer.from(text);
}

function wideEncodingOf([first, second]: Buffer): string | undefined {
  return first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Also where a few bytes are broken: no other encoding makes a text of the rest. */
function isNearlyUtf8(content: Buffer): boolean {
  if (isUtf8(content)) return true;
  const text = content.toString();
  let foreign = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) foreign++;
    if (code === 0xfffd) broken++;
  }
  return broken < foreign / 2;
}

/** With its tables: a megabyte and a half that few folders need, beside this program where it was built to be shipped. */
const loadLegacyText = once(async () => {
  const file = ["./legacyText.cjs", "../legacyText.cjs", "./legacyText.js", "./legacyText.ts"]
    .map((name) => new URL(name, import.meta.url))
    .find((url) => existsSync(url));
  if (!file) throw new Error("legacyText is missing beside the local service.");
  return (await import(file.href)) as typeof import("./legacyText.ts");
});
