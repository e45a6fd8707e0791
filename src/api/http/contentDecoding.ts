import { Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ServiceError } from "../../core/model/errors.ts";
import { reason } from "../../core/model/reasons.ts";

/** The default of 16 KiB takes twice as long. */
const CHUNK_BYTES = 64 * 1024;

/**
 * The bytes of a body without its `content-encoding`, even one that was not asked for: a proxy may add one. Each piece
 * is decoded when it comes. If the body breaks off, all that came before is yielded, then its error; after an abort by
 * `signal`, nothing more. Destroying the result destroys `body`. Throws `malformed` for unknown encodings.
 */
export function decodeContent(body: Readable, encoding: string, signal?: AbortSignal): Readable {
  const decoder = createDecoder(encoding.trim().toLowerCase());
  if (!decoder) return body;
  let failure: Error | undefined;
  const decoded = new Readable({
    highWaterMark: 1, // the next piece is taken when this one is read: an error would discard what waits here
    read: () => decoder.resume(),
    destroy: (error, done) => {
      decoder.destroy();
      body.destroy();
      done(error);
    },
  });
  decoder.on("data", (piece: Buffer) => {
    if (!decoded.push(piece)) decoder.pause();
  });
  decoder.once("end", () => {
    if (failure) decoded.destroy(failure);
    else decoded.push(null);
  });
  decoder.once("error", (error) => decoded.destroy(error));
  body.once("error", (error) => {
    failure = error;
    if (signal?.aborted) decoded.destroy(error);
    else decoder.end(); // first what it still holds
  });
  body.pipe(decoder);
  return decoded;
}

function createDecoder(encoding: string): Transform | undefined {
  // A body that is cut short yields all that it has. Its content shows that the end is missing.
  const zlib = { chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding) {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip(zlib);
    case "deflate":
      return createInflate(zlib);
    case "br":
      return createBrotliDecompress({ chunkSize: CHUNK_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new ServiceError("malformed", reason("encoding", encoding));
  }
}
