import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ServiceError } from "../core/errors.ts";

/** The default of 16 KiB takes twice the time. */
const CHUNK_BYTES = 64 * 1024;

/**
 * The bytes of a body without its `content-encoding`. We ask for none; a proxy may add one all the same. Each piece is
 * decoded when it comes, and destroying the result destroys `body`. Throws `malformed` for encodings that we don't know.
 */
export function decodeContent(body: Readable, encoding: string): Readable {
  const decoder = createDecoder(encoding.trim().toLowerCase());
  if (!decoder) return body;
  pipeline(body, decoder, () => undefined); // whoever reads the decoder hears of what goes wrong
  return decoder;
}

function createDecoder(encoding: string): Transform | undefined {
  // A body that is cut short yields all that it has; that its end is missing shows in what it says.
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
      throw new ServiceError("malformed", `The answer is encoded as ${encoding}, which nobody asked for.`);
  }
}
