import { ServiceError } from "../core/errors.ts";
import type { CallOptions, FileAtRevision } from "../core/service.ts";
import { printSourceLink } from "../core/sourceLink.ts";
import type { HttpClient } from "./http.ts";

/** The largest file that is fetched to be shown. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** The bytes of a file at a revision, over `/REPO@REV/-/raw/PATH`. A file that isn't there is `notFound`. */
export async function readRawFile(
  http: HttpClient,
  { repository, path, revision }: FileAtRevision,
  { signal }: CallOptions = {},
): Promise<Uint8Array> {
  const place = revision === undefined ? { repository, path } : { repository, path, revision };
  const link = printSourceLink(place).replace("/-/blob/", "/-/raw/");
  try {
    // Asked for anything else, the service may answer with an archive.
    return await http.bytes({ method: "GET", path: link, accept: "text/plain", signal }, MAX_FILE_BYTES);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "unsupported") throw error;
    throw new ServiceError("notFound", error.message, { cause: error }); // here a 404 is the file, not the interface
  }
}
