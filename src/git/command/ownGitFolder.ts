import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { git, type GitOptions } from "./gitCommand.ts";
import { newTemporaryFolder } from "../disk/temporaryFolder.ts";

/** Asks git about the working tree like {@link git}, but without any settings of its repository. */
export type AskGit = (args: readonly string[]) => Promise<Buffer>;

/**
 * Lets git compare the working tree at `root` with a commit (`HEAD` if none is given), whose full hash is passed to
 * `use`. Git reads files through the programs (filters) that its settings name: here these are the user's own settings
 * only. The repository's are never read, because git is given an administrative folder of ours with the repository's
 * objects and index. Rejects if git refuses the repository, or if it has no such commit.
 */
export async function withOwnGitFolder<T>(
  root: string,
  commit: string | undefined,
  signal: AbortSignal | undefined,
  use: (askGit: AskGit, commit: string) => Promise<T>,
): Promise<T> {
  const options: GitOptions = signal ? { signal } : {};
  const [place, settings] = await Promise.all([
    findPlace(root, commit ?? "HEAD", options),
    readHarmlessSettings(root, options),
  ]);
  await using temporary = await newTemporaryFolder();
  const { path: folder } = temporary;
  await mkdir(path.join(folder, "refs"));
  await writeFile(path.join(folder, "HEAD"), `${place.commit}\n`);
  await writeFile(path.join(folder, "config"), place.commit.length > 40 ? SHA256 : "");
  await mkdir(path.join(folder, "info"));
  await copyFile(place.attributes, path.join(folder, "info", "attributes")).catch(() => undefined); // most have none
  if (place.sharedIndex !== undefined)
    await copyFile(place.sharedIndex, path.join(folder, path.basename(place.sharedIndex)));
  const env = {
    GIT_DIR: folder,
    GIT_WORK_TREE: root,
    GIT_INDEX_FILE: place.index,
    GIT_OBJECT_DIRECTORY: place.objects,
  };
  return await use((args) => git(root, args, { ...options, settings, env }), place.commit);
}

const SHA256 = "[core]\nrepositoryFormatVersion = 1\n[extensions]\nobjectFormat = sha256\n";

interface Place {
  readonly index: string;
  /** Where most of the index is, if it is split. */
  readonly sharedIndex: string | undefined;
  readonly objects: string;
  /** The attributes besides those in `.gitattributes`, which say how files are read; the file need not exist. */
  readonly attributes: string;
  readonly commit: string;
}

async function findPlace(root: string, commit: string, options: GitOptions): Promise<Place> {
  const paths = ["index", "objects", "info/attributes"].flatMap((name) => ["--git-path", name]);
  const lines = (
    await git(root, ["rev-parse", ...paths, "--shared-index-path", "--verify", `${commit}^{commit}`], options)
  ).toString();
  const [, index, objects, attributes, sharedIndex, hash] =
    /^(.+)\n(.+)\n(.+)\n(?:(.+)\n)?([0-9a-f]{40,64})\n$/.exec(lines) ?? [];
  if (index === undefined || objects === undefined || attributes === undefined || hash === undefined)
    throw new Error("git said something else");
  return {
    index: path.resolve(root, index),
    sharedIndex: sharedIndex === undefined ? undefined : path.resolve(root, sharedIndex),
    objects: path.resolve(root, objects),
    attributes: path.resolve(root, attributes),
    commit: hash,
  };
}

/** How files are written on this system; nothing that can be run. */
const HARMLESS =
  "^core\\.(autocrlf|eol|filemode|symlinks|ignorecase|longpaths|precomposeunicode|trustctime|checkstat)$";

async function readHarmlessSettings(root: string, options: GitOptions): Promise<readonly string[]> {
  try {
    const text = (await git(root, ["config", "-z", "--get-regexp", HARMLESS], options)).toString();
    // `KEY\nVALUE\0`, or `KEY\0` for a setting that is on without a value.
    return text.split("\0").flatMap((entry) => (entry === "" ? [] : [entry.replace("\n", "=")]));
  } catch {
    options.signal?.throwIfAborted();
    return []; // it fails if there are none
  }
}
