const LOOKED_AT = 8_000;

/** Whether the content of a file is no text: a NUL near its start, as git has it, unless it is UTF-16 with its mark. */
export function isBinary(bytes: Uint8Array): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !isUtf16 && bytes.subarray(0, LOOKED_AT).includes(0);
}
