import type { Told } from "./manifest.ts";

const NAMES: readonly RegExp[] = [
  /^(?:main|__main__|extension|program|server|cli|app|application|manage|wsgi|asgi)\.\w+$/i,
  /^\w+Application\.(?:java|kt)$/,
  /^(?:index|mod|lib|__init__)\.\w+$/i,
];
const DEPTH_AT_MOST = 5;
/** What stands for a folder begins the whole only near to its top. */
const FOLDERS_AT_MOST = 1;

/**
 * How early a file is where reading begins, by its name alone: the lower, the earlier; `undefined` for a file that is
 * not. `depth` is how many folders it is in, below those that all code is in.
 */
export function rankOfEntry(path: string, depth: number): number | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const kind = NAMES.findIndex((form) => form.test(name));
  return kind < 0 || depth > (kind === 2 ? FOLDERS_AT_MOST : DEPTH_AT_MOST)
    ? undefined
    : (kind === 2 ? 3 : 0) + depth * 2;
}

const BUILT = /^(?:dist|build|out|lib|es|esm|cjs|umd|commonjs|module|target)\//;

/** The file that a manifest means by an entry, which may be what its sources are built into. */
export function sourceOfEntry({ text }: Told, paths: ReadonlySet<string>): string | undefined {
  const written = text.replace(/^\.?\//, "");
  const stem = written.replace(/(?:\.d)?\.\w+$/, "");
  let inner = stem;
  while (BUILT.test(inner)) inner = inner.replace(BUILT, "");
  const sources = inner === stem ? [] : [`src/${inner}`, `source/${inner}`, inner];
  const endings = (path: string) => ENDINGS.map((ending) => `${path}${ending}`);
  const candidates = [
    ...sources.flatMap(endings),
    ...[written, ...endings(written), ...endings(`${written}/index`), ...endings(stem), ...endings(`src/${inner}`)],
  ];
  return candidates.find((path) => paths.has(path));
}

const ENDINGS = [".ts", ".tsx", ".mts", ".js", ".mjs", ".jsx", ".cjs"];
