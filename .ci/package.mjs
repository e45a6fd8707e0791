// @ts-check
/**
 * Makes what is installed: for each target a .vsix and, beside it, the list of everything in it (SBOM, CycloneDX), into
 * dist-vsix/. Targets differ only by their ripgrep, so that any machine can make all of them.
 *
 *   node .ci/package.mjs               for this machine
 *   node .ci/package.mjs all           for all targets that are published
 *   node .ci/package.mjs TARGET…       for these targets
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildExtension, copyRipgrep, reportSizes } from "../esbuild.mjs";
import { isPreRelease, manifest, missingAddresses, RIPGREP } from "./manifest.mjs";
import { shippedReadme } from "./readme.mjs";
import { writeSbom } from "./sbom.mjs";

/** In bytes. */
const VSIX_BUDGET = 11_000_000;

const root = path.resolve(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const out = path.join(root, "dist-vsix");

const here = `${process.platform}-${process.arch}`;
const asked = process.argv.slice(2);
const ours = Object.entries(RIPGREP).find(([, ripgrep]) => ripgrep === here)?.[0] ?? here;
const targets = asked.length === 0 ? [ours] : asked[0] === "all" ? Object.keys(RIPGREP) : asked;
const unknown = targets.find((target) => !(target in RIPGREP));
if (unknown !== undefined) fail(`${unknown} is no target. Targets: ${Object.keys(RIPGREP).join(", ")}`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
const { packages, inside } = await buildExtension();
if (!reportSizes()) process.exitCode = 1;
for (const target of targets) makeVsix(target);

const missing = missingAddresses();
if (missing.length > 0) {
  console.log(`package.json has no ${missing.join(" and no ")} yet: the packages can be installed, not published.`);
}

/** @param {string} target */
function makeVsix(target) {
  const platform = RIPGREP[/** @type {keyof typeof RIPGREP} */ (target)];
  const ripgrep = `@vscode/ripgrep-${platform}`;
  const fetched = platform === here ? undefined : fetchPackage(ripgrep);
  if (fetched !== undefined) copyRipgrep(path.join(fetched, "package"));

  const name = `plumbline-${target}-${manifest.version}`;
  const file = path.join(out, `${name}.vsix`);
  const vsce = path.join(path.dirname(require.resolve("@vscode/vsce/package.json")), "vsce");
  const stage = stagePackage();
  const options = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];
  if (isPreRelease) options.push("--pre-release");
  const { status } = spawnSync(
    process.execPath,
    [vsce, "package", ...options, "--target", target, "--out", file],
    { cwd: stage, stdio: "inherit" }, //
  );
  rmSync(stage, { recursive: true });
  if (status !== 0) fail(`${name}.vsix could not be made.`);
  if (fetched !== undefined) {
    copyRipgrep();
    rmSync(fetched, { recursive: true });
  }
  writeSbom(path.join(out, `${name}.cdx.json`), { root, target, packages, inside, ripgrep });

  const { size } = statSync(file);
  console.log(`${name}.vsix ${(size / 1000).toFixed(1)} of ${(VSIX_BUDGET / 1000).toFixed(1)} kB`);
  if (size > VSIX_BUDGET) process.exitCode = 1;
}

/** Copies what may ship, with the README for those who install it, into a new folder. */
function stagePackage() {
  const stage = mkdtempSync(path.join(tmpdir(), "plumbline-"));
  const allowed = readFileSync(path.join(root, ".vscodeignore"), "utf8").matchAll(/^!([\w.-]+)/gm);
  for (const name of new Set([".vscodeignore", ...[...allowed].map(([, name = ""]) => name)]))
    cpSync(path.join(root, name), path.join(stage, name), { recursive: true });
  const readme = path.join(stage, "README.md");
  // Where the editor shows it, links to other files are dead.
  const isShown = (/** @type {string} */ file) => file.startsWith("media/") && existsSync(path.join(stage, file));
  writeFileSync(readme, shippedReadme(readFileSync(readme, "utf8"), isShown));
  return stage;
}

/**
 * Fetches a package that npm doesn't install here, because it is for another platform: the version in the lockfile, and
 * only with the integrity in the lockfile.
 *
 * @param {string} name
 * @returns a new folder with `package/` in it
 */
function fetchPackage(name) {
  const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const { version, integrity } = lock.packages[`node_modules/${name}`];
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-"));
  const packed = spawnSync("npm", ["pack", `${name}@${version}`, "--json", "--silent"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32", // where npm is a script
  });
  if (packed.status !== 0) fail(`${name} ${version} could not be fetched: ${packed.stderr}`);
  const [{ filename, integrity: fetched }] = JSON.parse(packed.stdout);
  if (fetched !== integrity) fail(`${name} ${version} is not what package-lock.json expects.`);
  const { status, stderr } = spawnSync("tar", ["-xzf", filename], { cwd: folder, encoding: "utf8" });
  if (status !== 0) fail(`${filename} could not be unpacked: ${stderr}`);
  return folder;
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
