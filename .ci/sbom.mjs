// @ts-check
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes what a .vsix consists of, in CycloneDX: those packages of npm's own list that are bundled or copied, with
 * ripgrep and all that is inside of packages.
 *
 * @param {string} file to write
 * @param {object} content
 * @param {string} content.root of the project
 * @param {string} content.target
 * @param {readonly string[]} content.packages their folders
 * @param {readonly { name: string, version: string, license: string }[]} content.inside what is inside of packages
 * @param {string} content.ripgrep the name of the package with the target's ripgrep
 */
export function writeSbom(file, { root, target, packages, inside, ripgrep }) {
  const all = installed(root);
  const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const bundled = new Set(
    packages.map((folder) => {
      const { name, version } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
      return `${name}@${version}`;
    }),
  );
  const components = all.components.filter((one) => bundled.has(one["bom-ref"]));
  // Not in npm's list if it is for another platform.
  const binary = lock.packages[`node_modules/${ripgrep}`];
  components.push(
    component(ripgrep, binary.version, `pkg:npm/${ripgrep.replace("@", "%40")}@${binary.version}`, "MIT"),
  );
  for (const { name, version, license } of inside) components.push(component(name, version, undefined, license));
  const release = ripgrepVersion(root);
  components.push(component("ripgrep", release, `pkg:github/BurntSushi/ripgrep@${release}`, "MIT OR Unlicense"));

  const refs = new Set(components.map((one) => one["bom-ref"]));
  const bom = {
    ...all,
    metadata: {
      ...all.metadata,
      component: {
        ...all.metadata.component,
        type: "application",
        name: "plumbline",
        description: "A VS Code extension that asks and searches code",
        properties: [{ name: "vscode:target", value: target }],
      },
    },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
  writeFileSync(file, `${JSON.stringify(bom, undefined, 2)}\n`);
}

/**
 * @typedef {{ "bom-ref": string, type: string, name: string, version: string }} Component
 * @param {string} root
 * @returns {{ metadata: { component: object }, components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }}
 */
function installed(root) {
  const { status, stdout, stderr } = spawnSync("npm", ["sbom", "--sbom-format=cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 100_000_000,
    shell: process.platform === "win32", // where npm is a script
  });
  if (status !== 0) throw new Error(`npm sbom: ${stderr}`);
  return JSON.parse(stdout);
}

/** The same for all platforms in one release of its packages, so the one that runs here is asked. */
function ripgrepVersion(/** @type {string} */ root) {
  const binary = path.join(root, "dist/local", process.platform === "win32" ? "rg.exe" : "rg");
  const { stdout } = spawnSync(binary, ["--version"], { encoding: "utf8" });
  return /^ripgrep (\S+)/.exec(stdout)?.[1] ?? "unknown";
}

/**
 * @param {string} name
 * @param {string} version
 * @param {string | undefined} purl
 * @param {string} license as an SPDX expression
 */
function component(name, version, purl, license) {
  return {
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    ...(purl === undefined ? {} : { purl }),
    licenses: [{ expression: license }],
  };
}
