import { hasWords } from "../../../core/model/conversation.ts";
import { readLog } from "../../../git/history/log.ts";
import type { Commits } from "../../code/files/commits.ts";
import type { LookedUp, LookUp } from "../writing/lookUp.ts";
import type { FolderReader } from "./folderReader.ts";

const SHOWN = 20;
const READ = 2_000;
/** Of each commit; the rest is skipped. */
const BYTES_AT_MOST = 1024 * 1024;

/** The latest commits of a path, or of all repositories, if git may be run there. */
export async function history(
  reader: FolderReader,
  { path, query }: Extract<LookUp, { tool: "history" }>,
  commits: Commits,
): Promise<LookedUp> {
  const places = await reader.repositoriesAt(path);
  const readable = places.filter(({ repository }) => commits.canRead(repository));
  if (places.length === 0) return { passages: [], text: `0 files at ${path ?? ""}.` };
  if (readable.length === 0) return { passages: [], text: "There is no history that may be read." };
  const isMeant = query === undefined ? () => true : hasWords(query);
  const lines: string[] = [];
  const unread: string[] = [];
  let isCut = false;
  for (const { repository, path: below } of readable.slice(0, 10)) {
    let count = 0;
    const paths = below === "" ? {} : { paths: [below] };
    const options = { signal: reader.signal, maxCount: READ, withPatch: false, bytesAtMost: BYTES_AT_MOST };
    const log = readLog(repository.root, { ...options, ...paths });
    try {
      for await (const { hash, authorName, authorDate, message } of log) {
        if (!isMeant(message)) continue;
        if (count++ >= SHOWN) {
          isCut = true;
          break;
        }
        const [subject = "", , ...body] = message.split("\n");
        const more = query === undefined ? "" : ` | ${body.join(" ").slice(0, 200)}`;
        lines.push(`${hash.slice(0, 10)} ${authorDate.slice(0, 10)} ${authorName}: ${subject.slice(0, 160)}${more}`);
      }
    } catch {
      reader.signal.throwIfAborted();
      unread.push(repository.name);
    }
  }
  const notes = [
    ...(isCut ? ["… older ones are not shown: give a path, or words of the message."] : []),
    ...(unread.length > 0 ? [`No commits, or git can't read them, in ${unread.join(", ")}.`] : []),
  ];
  return { passages: [], text: [...(lines.length > 0 ? lines : ["0 commits."]), ...notes].join("\n") };
}
