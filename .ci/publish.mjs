// @ts-check
/**
 * Publishes every .vsix in dist-vsix/, to the Marketplace with the token in VSCE_PAT and to Open VSX with the one in
 * OVSX_PAT; a shop without its token is skipped, with a message. What `npm run package -- all` made is published.
 *
 *   node .ci/publish.mjs [--dry-run] [--tag vVERSION]     `--tag` fails unless it names the version in package.json
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { isPreRelease, manifest, missingAddresses } from "./manifest.mjs";

const OVSX = "ovsx@1.3.0"; // used only here, so not installed with what every developer needs

const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false }, tag: { type: "string" } } });
const missing = missingAddresses();
if (missing.length > 0) fail(`package.json has no ${missing.join(" and no ")}: nothing can be published without them.`);
if (values.tag !== undefined && values.tag !== `v${manifest.version}`) {
  fail(`The tag is ${values.tag}, the version in package.json ${manifest.version}.`);
}

const folder = path.resolve(import.meta.dirname, "../dist-vsix");
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".vsix")) : [];
if (files.length === 0) fail("There is nothing in dist-vsix/: npm run package -- all");
const paths = files.map((name) => path.join(folder, name));
console.log(`${files.length} packages of ${manifest.version}, ${isPreRelease ? "a pre-release" : "for everybody"}`);

const vsce = path.join(path.dirname(createRequire(import.meta.url).resolve("@vscode/vsce/package.json")), "vsce");
publish("the Marketplace", "VSCE_PAT", process.execPath, [vsce, "publish", "--packagePath", ...paths]);
publish("Open VSX", "OVSX_PAT", "npx", ["--yes", OVSX, "publish", "--packagePath", ...paths]);

/**
 * The command reads the token from the environment: not from its arguments, which other programs can see.
 *
 * @param {string} shop
 * @param {string} token the variable that holds it
 * @param {string} command
 * @param {string[]} args
 */
function publish(shop, token, command, args) {
  if (values["dry-run"]) console.log(`${shop}: ${command} ${args.join(" ")}`);
  else if (!process.env[token]) console.log(`${shop}: not published, as ${token} is not set.`);
  else if (spawnSync(command, args, { stdio: "inherit" }).status !== 0) fail(`${shop}: could not be published.`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
