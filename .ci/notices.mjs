// @ts-check
/**
 * The licences of all that ships. A package of npm brings its own text. What is inside of a package, already bundled or
 * compiled, brings nothing: it is recognised by what the bundler left in comments and source maps and by the paths in
 * ripgrep's program, and must be in `notices/inside.json`, with who has the copyright and where that is known from.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** @typedef {{ name: string, version: string }} Found */
/**
 * @typedef {object} Inside
 * @property {string} name
 * @property {string} [version] of what is in ripgrep; others say it themselves, or nobody knows
 * @property {string} in what it is inside of
 * @property {string} licence the texts in `notices/`, joined with " AND "
 * @property {readonly string[]} copyright
 * @property {string} [from] where licence and copyright are known from; missing where they could not be had
 */

const NOTICES = path.join(import.meta.dirname, "notices");
const MIT_TITLE = "The MIT License";
/** A line of a comment that says whose something is. */
const COPYRIGHT = /(?:\bcopyright\b[^\n]*?(?:\d{4}|\bMIT\b)|\(c\)\s*\d{4})[^\n]*/gi;
const LONGEST_COPYRIGHT = 160;

/**
 * Writes the licences of everything that is bundled or copied into one file that ships.
 *
 * @param {string} file to write
 * @param {object} content
 * @param {string} content.root of the project
 * @param {readonly string[]} content.packages the folders of the packages, below `root`
 * @param {readonly string[]} content.bundled the files of packages of which something is in a bundle, below `root`
 * @param {string} content.ripgrep its program
 * @param {readonly string[]} content.parsers the names of the parsers
 * @returns {(Found & { license: string })[]} what is inside of packages
 */
export function writeNotices(file, { root, packages, bundled, ripgrep, parsers }) {
  const parts = packages.map((folder) => noticeOf(path.join(root, folder), bundledOf(folder, bundled), root));
  const installed = new Set(packages.map((folder) => manifestOf(path.join(root, folder)).name));
  const inside = [
    ...packagesInside(root, bundled).filter(({ name }) => !installed.has(name)),
    ...cratesIn(ripgrep),
    ...parsers.map((name) => ({ name, version: "" })),
  ];
  const entries = entriesFor(inside);
  for (const entry of entries) if (entry.from !== undefined) parts.push(noticeInside(entry));
  const others = entries.filter(({ from }) => from === undefined);
  const lines = others.map(
    ({ name, version, in: outer, licence }) => `- ${name} ${version} (${licence}), inside ${outer}`,
  );
  parts.push(`## Texts that could not be had\n\n${lines.join("\n")}\n`);
  writeFileSync(file, `# Third-party notices\n\n${parts.join("\n")}`);
  return entries.map(({ name, version = "unknown", licence }) => ({ name, version, license: licence }));
}

/**
 * All entries, with the versions that were found. Throws for what was found and has no entry, or one of ripgrep's that
 * is another version: then ripgrep is another one, and what it consists of is to be looked up again.
 *
 * @param {readonly Found[]} found
 * @returns {Inside[]}
 */
export function entriesFor(found) {
  /** @type {Inside[]} */
  const known = JSON.parse(readFileSync(path.join(NOTICES, "inside.json"), "utf8"));
  const missing = found.filter(({ name, version }) => {
    const entry = known.find((one) => one.name === name);
    return entry === undefined || (entry.version !== undefined && version !== "" && entry.version !== version);
  });
  if (missing.length > 0) {
    const names = missing.map(({ name, version }) => `${name} ${version}`.trim());
    throw new Error(`The package contains ${names.join(", ")}, of which .ci/notices/inside.json says nothing.`);
  }
  return known.map((entry) => {
    const version = entry.version ?? (found.find(({ name }) => name === entry.name)?.version || undefined);
    return version === undefined ? entry : { ...entry, version };
  });
}

/**
 * What the given files contain of other packages, from the comments and the source maps that their bundler left.
 *
 * @param {string} root
 * @param {readonly string[]} files below `root`
 * @returns {Found[]}
 */
export function packagesInside(root, files) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const file of files) {
    const [, owner = ""] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    const text = readFileSync(path.join(root, file), "utf8");
    const map = path.join(root, `${file}.map`);
    const sources = existsSync(map) ? JSON.parse(readFileSync(map, "utf8")).sources : [];
    const comments = text.match(/^\/\/.*node_modules\/.*$/gm) ?? [];
    for (const source of [...sources, ...comments]) {
      const [, name = owner] = /.*node_modules\/((?:@[^/\s]+\/)?[\w.-]+)\//.exec(source) ?? [];
      const [, version = ""] = /node_modules\/\.pnpm\/@?[^@/]+@(\d[^/_]*)/.exec(source) ?? [];
      if (name !== owner) found.set(name, version || (found.get(name) ?? ""));
    }
  }
  return [...found].map(([name, version]) => ({ name, version }));
}

/**
 * The crates whose paths are in a program, for the messages of failures.
 *
 * @param {string} program
 * @returns {Found[]}
 */
export function cratesIn(program) {
  const paths = readFileSync(program, "latin1").matchAll(/index\.crates\.io-\w+[\\/]([\w-]+?)-(\d+\.\d+\.\d+)[\\/]/g);
  return [...new Map([...paths].map(([, name = "", version = ""]) => [name, { name, version }])).values()];
}

/**
 * @param {string} folder of a package
 * @param {readonly string[]} bundled its files
 * @param {string} root
 */
function noticeOf(folder, bundled, root) {
  const manifest = manifestOf(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(path.join(folder, file), "utf8").trim() : "";
  const license = manifest.license ?? (text.startsWith(MIT_TITLE) ? "MIT" : undefined);
  if (license === undefined) throw new Error(`${manifest.name} names no licence`);
  // It has to be said where the source is.
  const source = license.includes("EPL") ? `Its source is at <${sourceOf(manifest)}>.\n\n` : "";
  const others = copyrightsIn(bundled.map((name) => readFileSync(path.join(root, name), "utf8"))).filter(
    (line) => !text.includes(line),
  );
  const more =
    others.length === 0 ? "" : `\nIn its source stands:\n\n${others.map((line) => `    ${line}\n`).join("")}`;
  return `## ${manifest.name} ${manifest.version} (${license})\n\n${source}${text}\n${more}`;
}

/** @param {Inside} entry */
function noticeInside({ name, version = "", in: outer, licence, copyright, from }) {
  const texts = licence
    .split(" AND ")
    .map((one) => readFileSync(path.join(NOTICES, `${one}.txt`), "utf8").trim())
    .join("\n\n");
  const title = `## ${[name, version].filter(Boolean).join(" ")} (${licence})`;
  return `${title}\n\nInside ${outer}. From ${from}.\n\n${copyright.join("\n")}\n\n${texts}\n`;
}

/** @param {readonly string[]} texts of programs */
export function copyrightsIn(texts) {
  const comments = texts.flatMap((text) => text.match(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm) ?? []);
  const lines = comments.flatMap((comment) => comment.match(COPYRIGHT) ?? []);
  const plain = lines.map((line) => line.replace(/\s*\*\/$/, "").trim());
  return [...new Set(plain)].filter((line) => line.length <= LONGEST_COPYRIGHT);
}

/**
 * @param {string} folder
 * @param {readonly string[]} bundled
 */
function bundledOf(folder, bundled) {
  return bundled.filter(
    (file) => file.startsWith(`${folder}/`) && !file.slice(folder.length + 1).includes("node_modules/"),
  );
}

/** @param {string} folder */
function manifestOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
}

/** @param {{ name: string, repository?: { url?: string } }} manifest */
function sourceOf({ name, repository }) {
  const [address] = /https:.*?(?=\.git$|$)/.exec(repository?.url ?? "") ?? [];
  if (address === undefined) throw new Error(`${name} does not say where its source is`);
  return address;
}
