import iconv from "iconv-lite";
import { detect } from "jschardet";
import type { FileEncoding } from "../../../core/model/localProcess.ts";

/** The name of the encoding of bytes that are not UTF-8, for {@link decode}; `undefined` if it is not known. */
export function nameOf(content: Buffer, { name, guessAmong }: FileEncoding): string | undefined {
  const encoding = (guessAmong && guess(content, guessAmong)) ?? name;
  return isOther(encoding) ? encoding : undefined;
}

/** The text of some bytes. Those that are invalid in the encoding become U+FFFD. */
export function decode(content: Buffer, name: string): string {
  return iconv.decode(content, name);
}

/** Whether this is the name of an encoding, Unicode or other. */
export function isEncoding(name: string): boolean {
  return iconv.encodingExists(name);
}

/** Whether an encoding is known and not a Unicode one. */
function isOther(encoding: string): boolean {
  return !/^(?:utf|ucs)/i.test(encoding) && isEncoding(encoding);
}

/** The encoding that the bytes look like; `undefined` if it can't be detected, or is none of `among`. */
function guess(content: Buffer, among: readonly string[]): string | undefined {
  const wanted = among.map(toDetected).filter(isDetected);
  const { encoding } = detect(foreignPartsOf(content), {
    detectEncodings: wanted.length > 0 ? [...wanted, UNTOLD] : GUESSED,
  });
  if (encoding === null || !isOther(encoding)) return undefined;
  const isMeant = wanted.length === 0 || wanted.includes(UNTOLD) || encoding.toLowerCase() !== UNTOLD;
  return isMeant ? encoding : undefined;
}

/** The detector answers this if it can't tell. */
const UNTOLD = "windows-1252";

/**
 * What to detect an encoding from: the words that are not ASCII. Everything around them is the same in each encoding,
 * and makes up most of a source file: of files with a comment in Chinese, one in four would be taken for Western
 * European. Where the letters that are not ASCII stand alone, as Western European ones do, their whole lines are used.
 */
function foreignPartsOf(content: Buffer): Buffer {
  const text = content.toString("latin1");
  const foreign = (separator: RegExp) => text.split(separator).filter((part) => /[\x80-\xff]/.test(part));
  const words = foreign(/[\0-\x3f]+/);
  const runs = words.join(" ").match(/[\x80-\xff]+/g) ?? [];
  const alone = runs.filter(({ length }) => length === 1).length;
  const areAlone = alone > runs.reduce((sum, { length }) => sum + length, 0) / 2;
  const parts = areAlone ? foreign(/[\r\n]+/) : words;
  return Buffer.from(parts.join("\n").slice(0, TOLD_FROM), "latin1");
}

/** More bytes than this tell no more. */
const TOLD_FROM = 64 * 1024;

/**
 * The encodings that files are in; with all others, some files of few words would be taken for one that nobody uses.
 */
const GUESSED = [
  ...["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "koi8-r", "cp866", "cp874"],
  ...["windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255"],
  ...["windows-1256", "windows-1257"],
];

/** The detector's name for an encoding, from its name in a setting. */
function toDetected(name: string): string {
  return name
    .replace(/^windows(?=\d)/, "windows-")
    .replace(/^iso8859(?=\d)/, "iso8859-")
    .replace(/^koi8(?=[ru])/, "koi8-")
    .replace(/^mac(?=[a-z])/, "mac-")
    .replace(/^shiftjis$/, "shift_jis")
    .replace(/^euc(?=[jk])/, "euc-")
    .replace(/^(?:gbk|gb2312)$/, "gb18030")
    .replace(/^(?:cp950|big5hkscs)$/, "big5");
}

function isDetected(name: string): boolean {
  if (!isOther(name)) return false;
  try {
    detect(Uint8Array.of(0xe9), { detectEncodings: [name, UNTOLD] });
    return true;
  } catch {
    return false; // it throws for what it doesn't know
  }
}
