import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE } from "../../editor/places.mjs";
import pins from "./packages.json" with { type: "json" };

/** Whether weights may be chosen by measuring a package; of the others, only the figures are looked at. */
export type Purpose = "tuning" | "holding back";

/** A published package as questions are asked about it: its source, without what was built from it. */
export interface Corpus {
  readonly name: string;
  readonly purpose: Purpose;
  /** Absolute; its last part is the name. */
  readonly root: string;
}

interface Pin {
  readonly for: string;
  readonly npm?: string;
  readonly pip?: string;
  readonly debian?: string;
  /** A binary package of Debian, for one whose sources are in no file of their own. */
  readonly debianBinary?: string;
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

/** Outside any checkout, whose ignore files ripgrep would respect. */
const FOLDER = path.join(CACHE, "packages");
const BUILT =
  /(?:^|\/)(?:dist|build|out|node_modules|__pycache__)\/|\.(?:min\.[cm]?js|map|wasm|pyc|png|jpe?g|gif|woff2?|ttf|gz)$|\.dist-info\//;

/**
 * The packages named in `names`, fetched if they aren't there yet. Those that can't be fetched are reported and left
 * out.
 */
export function fetchCorpora(names: readonly string[] = Object.keys(pins.corpora)): readonly Corpus[] {
  return Object.entries<Pin>(pins.corpora).flatMap(([name, pin]) => {
    if (!names.includes(name)) return [];
    const root = fetchPackage(pin, name);
    return root === undefined ? [] : [{ name, purpose: purposeOf(pin.for), root }];
  });
}

/** Versions of packages that have changelogs, oldest first. */
export function fetchVersions(names: readonly string[] = Object.keys(pins.changelogs)): readonly {
  readonly name: string;
  readonly purpose: Purpose;
  readonly versions: readonly (readonly [string, string])[];
}[] {
  return Object.entries(pins.changelogs).flatMap(([name, { for: purpose, versions }]) => {
    if (!names.includes(name)) return [];
    const roots = versions.flatMap((version): (readonly [string, string])[] => {
      const root = fetchPackage({ npm: `${name}@${version}`, for: purpose }, name);
      return root === undefined ? [] : [[version, root]];
    });
    return [{ name, purpose: purposeOf(purpose), versions: roots }];
  });
}

/** The names of the packages in which needles are sought. */
export const NEEDLE_PACKAGES: readonly string[] = pins.needles;

/** Those in languages whose definitions are recognized only by the look of the lines. */
export const LINE_NEEDLE_PACKAGES: readonly string[] = pins.lineNeedles;

/** The paths of the files in a folder, with `/`, sorted. Links are not followed: some lead in circles, or nowhere. */
export function filesIn(root: string): readonly string[] {
  return filesBelow(root, "").toSorted();
}

function filesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder + entry.name;
    if (entry.isDirectory()) return filesBelow(root, `${name}/`);
    return entry.isFile() ? [name] : [];
  });
}

/** A folder of its own for what is derived from a corpus; empty if it is new. */
export function derivedFolder(kind: string, name: string): { readonly root: string; readonly isNew: boolean } {
  const root = path.join(FOLDER, kind, name);
  const isNew = !existsSync(root);
  mkdirSync(root, { recursive: true });
  return { root, isNew };
}

function purposeOf(text: string): Purpose {
  return text === "tuning" ? "tuning" : "holding back";
}

/** Where a package is, fetched if it isn't there yet; `undefined`, with a warning, if it can't be fetched. */
export function fetchPackage(pin: Pin, name: string): string | undefined {
  const pinned = pin.npm ?? pin.pip ?? pin.debian ?? pin.debianBinary ?? "";
  const root = path.join(FOLDER, pinned.replaceAll(/[^\w.@+-]+/g, "_"), name);
  if (existsSync(root)) return root;
  const draft = `${path.dirname(root)}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const unpacked = path.join(draft, name);
  mkdirSync(unpacked, { recursive: true });
  try {
    download(pin, draft, unpacked);
  } catch (error) {
    console.warn(
      `${pinned} can't be had here, and is left out: ${error instanceof Error ? error.message.split("\n")[0] : ""}`,
    );
    rmSync(draft, { recursive: true });
    return undefined;
  }
  for (const file of filesIn(unpacked)) {
    const isIn = (part: string) => file === part || (part.endsWith("/") && file.startsWith(part));
    if (!(pin.only?.some(isIn) ?? true) || BUILT.test(file) || pin.without?.some(isIn) === true)
      rmSync(path.join(unpacked, file));
  }
  for (const archive of readdirSync(draft))
    if (archive !== name) rmSync(path.join(draft, archive), { recursive: true });
  renameSync(draft, path.dirname(root));
  return root;
}

function download({ npm, pip, debian, debianBinary }: Pin, draft: string, unpacked: string): void {
  const run = (command: string, ...args: readonly string[]) => {
    execFileSync(command, args, { cwd: draft, stdio: ["ignore", "ignore", "pipe"] });
  };
  const newest = (ending: RegExp) => readdirSync(draft).find((file) => ending.test(file)) ?? "";
  if (npm !== undefined) {
    run("npm", "pack", "--silent", npm);
    run("tar", "--extract", "--strip-components=1", "--directory", unpacked, "--file", newest(/\.tgz$/));
  } else if (pip !== undefined) {
    run("python3", "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", pip);
    run("python3", "-m", "zipfile", "--extract", newest(/\.whl$/), unpacked);
  } else if (debian !== undefined || debianBinary !== undefined) {
    const lists = path.join(draft, "lists");
    mkdirSync(path.join(lists, "partial"), { recursive: true });
    const sources = path.join(draft, "debian.sources");
    writeFileSync(sources, `Types: ${debian === undefined ? "deb" : "deb-src"}\n${DEBIAN_SOURCES}`);
    const options = [
      `Dir::Etc::sourcelist=${sources}`,
      "Dir::Etc::sourceparts=/dev/null",
      `Dir::State::lists=${lists}`,
    ];
    const apt = (...args: readonly string[]) => {
      run("apt-get", "--quiet=2", ...options.flatMap((option) => ["--option", option]), ...args);
    };
    apt("update");
    if (debian !== undefined) {
      apt("source", "--download-only", debian);
      run("tar", "--extract", "--strip-components=1", "--directory", unpacked, "--file", newest(/\.orig\.tar\.\w+$/));
    } else if (debianBinary !== undefined) {
      apt("download", debianBinary);
      run("dpkg-deb", "--extract", newest(/\.deb$/), unpacked);
    }
  }
}

const DEBIAN_SOURCES = `URIs: http://deb.debian.org/debian
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`;

/** The text of a file, read as UTF-8. */
export function textOf(root: string, file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}
