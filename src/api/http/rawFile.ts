import { ServiceError } from "../../core/model/errors.ts";
import type { CallOptions, FileAtRevision } from "../../core/model/service.ts";
import { printSourceLink } from "../../core/sources/sourceLink.ts";
import type { HttpClient } from "./http.ts";

/** The largest file that is fetched to be shown. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** No folder has more names than fit into this. */
const MAX_LISTING_BYTES = 1024 * 1024;

/**
 * The bytes of a file at a revision, from `/REPO@REV/-/raw/PATH`. A file that isn't there is `notFound`, one with more
 * bytes than are fetched `tooLarge`, a folder `folder`: for that, the service sends the names in it as if it were a
 * file.
 */
export async function readRawFile(
  http: HttpClient,
  file: FileAtRevision,
  { signal }: CallOptions = {},
): Promise<Uint8Array> {
  const bytes = await readRaw(http, file, signal);
  const names = namesIn(bytes);
  const name = names[0]?.replace(/\/$/, "");
  // What looks like names is a folder if the first of them exists below it; nothing exists below a file.
  if (name !== undefined && (await isThere(http, { ...file, path: `${file.path}/${name}` }, signal))) {
    throw new ServiceError("folder", file.path, { names });
  }
  return bytes;
}

async function readRaw(http: HttpClient, file: FileAtRevision, signal: AbortSignal | undefined): Promise<Uint8Array> {
  try {
    return await http.bytes(requestFor(file, signal), MAX_FILE_BYTES);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "unsupported") throw error;
    throw new ServiceError("notFound", error.message, { cause: error }); // here a 404 is the file, not the interface
  }
}

async function isThere(http: HttpClient, file: FileAtRevision, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const { body } = await http.send(requestFor(file, signal));
    body.destroy();
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false; // even if that is not certain: what has come is shown
    throw error;
  }
}

function requestFor({ repository, path, revision }: FileAtRevision, signal: AbortSignal | undefined) {
  const link = printSourceLink(revision === undefined ? { repository, path } : { repository, path, revision });
  // If asked for anything else, the service may answer with an archive.
  return { method: "GET", path: link.replace("/-/blob/", "/-/raw/"), accept: "text/plain", signal } as const;
}

/** The names, if these may be those in a folder, one per line, folders with a `/`; none for any other text. */
function namesIn(bytes: Uint8Array): readonly string[] {
  if (bytes.length > MAX_LISTING_BYTES) return [];
  const text = new TextDecoder().decode(bytes);
  if (!/^[^/\0\r\n<>"']+\/?(?:\n[^/\0\r\n<>"']+\/?)*\n?$/.test(text)) return [];
  const decoded = text.replace(/&(?:amp|lt|gt|#34|#39);/g, (entity) => ENTITIES[entity] ?? entity);
  return decoded.replace(/\n$/, "").split("\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&#34;": '"',
  "&#39;": "'",
};
