const LOOKED_AT = 8_000;

/** Whether a file is not text: it has a NUL near its start, as in git, unless it is UTF-16 with a byte order mark. */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16Of(bytes) === undefined && bytes.subarray(0, LOOKED_AT).includes(0);
}

/** Which UTF-16 a file is in, as `TextDecoder` names it; `undefined` for a file without its byte order mark. */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  return mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : undefined;
}
