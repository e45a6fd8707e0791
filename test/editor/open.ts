// Opens the packaged editor for a person, with Plumbline installed as from a release, until it is told to end. What the
// editor remembers is kept.
//   node test/editor/open.ts FOLDER own|sample
import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, relative } from "node:path";
import { argv, arch, platform, stdout } from "node:process";
import { folderAddress } from "./address.ts";
import { run } from "./children.mjs";
import { CACHE, ROOT } from "./places.mjs";
import { installExtension, startServer, writeSettings } from "./server.ts";
import { runScript, SetupError, step } from "./setup.mjs";

// The browser keeps its half of the editor's state by origin, including the port.
const PREFERRED_PORT = 41739;

const HOME = join(CACHE, "editor");
const PROFILE = { userDataDir: join(HOME, "user"), extensionsDir: join(HOME, "extensions") };

await runScript(async () => {
  const [folder = ROOT, kind] = argv.slice(2);
  mkdirSync(HOME, { recursive: true });
  await installPlumbline();
  writeSettings(PROFILE);

  const port = await freePort();
  const log = createWriteStream(join(HOME, "server.log"));
  // The sample is ours; for a person's own folder, VS Code asks as it always does.
  const server = await startServer({
    ...PROFILE,
    port,
    asksForTrust: kind === "own",
    onOutput: (text) => log.write(text),
  });
  if (port !== PREFERRED_PORT) {
    stdout.write(
      `Port ${String(PREFERRED_PORT)} is taken, this is ${String(port)}: what your browser kept for the other is not there.\n`,
    );
  }
  stdout.write(`
Plumbline is ready. Open this in your browser:

    ${folderAddress(port, folder)}

Press F1 there and try

    Plumbline: Search Code…
    Plumbline: Ask About This Code

Ctrl-C ends it.
`);
  throw new SetupError(`The editor ended (${await server.ended}); its log is ${join(HOME, "server.log")}`);
});

/** Packages and installs Plumbline, unless exactly these sources are already installed. */
async function installPlumbline(): Promise<void> {
  const stamp = join(HOME, "installed");
  const sources = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;

  await step("Building Plumbline", () => run("npm", ["run", "package"], { cwd: ROOT, quiet: true }));
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  await installExtension(PROFILE, join(ROOT, `dist-vsix/plumbline-${platform}-${arch}-${version}.vsix`));
  writeFileSync(stamp, sources);
}

/**
 * A hash of everything that can make a difference to the package: the files at the top, and everything in the folders
 * of the product.
 */
function hashSources(): string {
  const files = ["src", "media", "l10n"]
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .concat(readdirSync(ROOT, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(relative(ROOT, file)).update(readFileSync(file));
  return hash.digest("hex");
}

async function freePort(): Promise<number> {
  for (let port = PREFERRED_PORT; port < PREFERRED_PORT + 100; port++) {
    if (await isFree(port)) return port;
  }
  throw new SetupError(`All ports from ${String(PREFERRED_PORT)} on are taken.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
