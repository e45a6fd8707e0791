/**
 * Builds what ships, into dist/, and prints its sizes against their budgets (exit 1 when one is exceeded).
 *
 *   node esbuild.mjs                what the editor loads, minified, without source maps
 *   node esbuild.mjs --debug        the same for debugging: not minified, with source maps
 *   node esbuild.mjs --watch        that, and again after each change
 *   node esbuild.mjs --integration  the integration tests, into dist-test/integration/
 *   node esbuild.mjs --oldest       sources and unit tests one by one, for the oldest Node, into dist-test/oldest/
 *
 * `.ci/package.mjs` makes the .vsix from what the first of them builds.
 */
import { build, context } from "esbuild";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { writeNotices } from "./.ci/notices.mjs";

const root = import.meta.dirname;
const require = createRequire(import.meta.url);

/** The most bytes that each file or folder may have. */
const BUDGETS = {
  "dist/extension.cjs": 94_500, // everything that is loaded with `activate`
  "dist/host": 1_200_000, // in chunks, each loaded when it is first needed
  "dist/local/main.js": 155_000, // run once for each window
  "dist/local/thread.js": 505_000, // loaded once a thread
  "dist/local/late": 267_000, // what a thread loads with the first overview or fact, or to parse, and what it shares with these
  "dist/local/parserThread.js": 165_000, // each symbol search waits for it once; 30 kB are how definitions look in 98 languages
  "dist/local/legacyText.cjs": 1_700_000, // tables, read with the first file in an encoding other than those of Unicode
  "dist/local/wordKinship.bin": 560_000, // read with the first question
  "dist/local/words.tsv": 100_000, // read with the first question
  "dist/local/chunks": 1_000_000, // the package that speaks MCP, and what the service shares with it
  "dist/webview/answer.js": 200_000,
  "dist/webview/search.js": 60_000,
  "dist/webview/late": 5_900_000, // what draws diagrams, loaded with the first of them
};

/** As in src/local/code/symbols/grammars. */
const GRAMMARS = [
  ...["bash", "c-sharp", "cpp", "go", "java", "javascript", "php", "python", "ruby", "rust", "tsx", "typescript"],
];

/**
 * undici without what our requests can't reach: a second, experimental HTTP parser that is off by default, the fetch
 * classes that it loads for bodies other than text and bytes, HTTP/2, which we switch off, and the HTTP parser for
 * processors without SIMD (older than any that VS Code runs on). These are 270 kB that never run.
 */
const slimUndici = {
  name: "slim-undici",
  setup({ onLoad }) {
    onLoad(
      {
        filter:
          /[\\/]undici[\\/]lib[\\/](?:milo[\\/]|web[\\/]|dispatcher[\\/]client-h2\.js$|llhttp[\\/]llhttp-wasm\.js$)/,
      },
      ({ path: file }) => {
        const failure = `throw new Error("left out of the bundle: ${path.basename(file)}")`;
        // This one is loaded with the others, and called only if HTTP/2 was agreed on.
        const isEager = file.endsWith("client-h2.js");
        return { contents: isEager ? `module.exports = () => { ${failure} }` : failure, loader: "js" };
      },
    );
  },
};

/** The package that parses sets the name of each of its functions to what it is before they are made short. */
const slimTreeSitter = {
  name: "slim-tree-sitter",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]web-tree-sitter\.js$/ }, ({ path: file }) => ({
      contents: readFileSync(file, "utf8").replaceAll(/^\s*__name\(\w+, "\w+"\);$/gm, ""),
      loader: "js",
    }));
  },
};

/** Non-ASCII letters stay as they are: as escapes, the words of other languages would be twice as large. */
const COMMON = { bundle: true, logLevel: "warning", absWorkingDir: root, charset: "utf8" };
/** The extension host and the local service run on the Node of VS Code 1.105 (22.19) or newer. */
const NODE = { ...COMMON, platform: "node", target: "node22.19", format: "esm" };

const EXTENSION = {
  ...NODE,
  entryPoints: { extension: "src/extension.ts" },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  external: ["vscode"],
  plugins: [slimUndici],
};
const LOCAL_SERVICE = {
  ...NODE,
  entryPoints: { main: "src/local/main.ts" },
  outdir: "dist/local",
  chunkNames: "chunks/[name]-[hash]",
  splitting: true, // the agents' protocol is loaded with the first agent
  external: ["@vscode/ripgrep"],
};
const LOCAL_THREAD = {
  ...LOCAL_SERVICE,
  entryPoints: { thread: "src/local/threads/thread.ts" },
  chunkNames: "late/[name]-[hash]",
  plugins: [slimTreeSitter],
};
const PARSER_THREAD = {
  ...LOCAL_SERVICE,
  entryPoints: { parserThread: "src/local/threads/parserThread.ts" },
  splitting: false,
};
/**
 * The tables of other encodings, beside the service's programs, which load them with the first file that needs them.
 */
const LEGACY_TEXT = {
  ...NODE,
  entryPoints: { legacyText: "src/local/code/encodings/legacyText.ts" },
  outdir: "dist/local",
  outExtension: { ".js": ".cjs" },
  format: "cjs",
};
/**
 * Builds a module that is imported as `NAME.ts?text` with all that it imports, and hands over the program as a text.
 *
 * @param {(built: import("esbuild").Metafile) => void} [onBuilt]
 */
const programAsText = (onBuilt) => ({
  name: "program-as-text",
  setup({ onResolve, onLoad, initialOptions: { minify } }) {
    onResolve({ filter: /\?text$/ }, ({ path: name, resolveDir }) => ({
      path: path.join(resolveDir, name.replace(/\?text$/, "")),
      namespace: "program",
    }));
    onLoad({ filter: /./, namespace: "program" }, async ({ path: file }) => {
      const { outputFiles, metafile } = await build({
        ...COMMON,
        entryPoints: [file],
        platform: "browser",
        target: "chrome138",
        format: "iife",
        minify,
        write: false,
        metafile: true,
      });
      onBuilt?.(metafile);
      const watchFiles = Object.keys(metafile.inputs).map((input) => path.join(root, input));
      return { contents: outputFiles[0].text, loader: "text", watchFiles };
    });
  },
});
const PAGES = {
  ...COMMON,
  entryPoints: [
    { in: "src/webview/answer.ts", out: "answer" },
    { in: "src/webview/answer.css", out: "answer" },
    { in: "src/webview/search.ts", out: "search" },
    { in: "src/webview/search.css", out: "search" },
  ],
  outdir: "dist/webview",
  chunkNames: "late/[name]-[hash]",
  platform: "browser",
  target: "chrome138",
  format: "esm",
  splitting: true,
  plugins: [programAsText()],
};

/** Each bundle is a single file: what the package loads late is included here, so that breakpoints in it are found. */
const DEBUGGED = [
  { ...EXTENSION, format: "cjs" },
  LOCAL_SERVICE,
  LOCAL_THREAD,
  PARSER_THREAD,
  LEGACY_TEXT,
  { ...PAGES, sourcemap: "inline" },
].map((options) => ({ sourcemap: true, ...options }));

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes("--integration")) await buildIntegrationTests();
  else if (process.argv.includes("--oldest")) await buildForOldestNode();
  else if (process.argv.includes("--debug")) await buildForDebugging();
  else if (process.argv.includes("--watch")) await watch();
  else {
    await buildExtension();
    if (!reportSizes()) process.exitCode = 1;
  }
}

/**
 * Builds what ships, into dist/.
 *
 * @returns the folders of the packages that are part of it, and what is inside of them
 */
export async function buildExtension() {
  emptyDist();
  const release = { minify: true, metafile: true };
  /** @type {import("esbuild").Metafile[]} */
  const programs = [];
  const plugins = [programAsText((built) => programs.push(built))];
  const bundles = await Promise.all([
    build({ ...EXTENSION, ...release, chunkNames: "host/[name]-[hash]", splitting: true, write: false }),
    build({ ...LOCAL_SERVICE, ...release }),
    build({ ...LOCAL_THREAD, ...release }),
    build({ ...PARSER_THREAD, ...release }),
    build({ ...LEGACY_TEXT, ...release }),
    build({ ...PAGES, ...release, plugins }),
  ]);
  await writeAsCommonJs(bundles[0]);
  copyFiles();
  const built = [...bundles.map(({ metafile }) => metafile), ...programs];
  const packages = packagesIn(built.flatMap(({ inputs }) => Object.keys(inputs)));
  const outputs = built.flatMap(({ outputs: files }) => Object.values(files));
  const used = outputs.flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0));
  const inside = writeNotices(path.join(root, "dist/THIRD_PARTY_NOTICES.md"), {
    root,
    packages,
    bundled: [...new Set(used)].filter((file) => file.startsWith("node_modules/")),
    ripgrep: ["rg", "rg.exe"].map((name) => path.join(root, "dist/local", name)).find((file) => existsSync(file)),
    parsers: GRAMMARS.map((name) => `tree-sitter-${name}`),
  });
  return { packages, inside };
}

async function buildForDebugging() {
  emptyDist();
  copyFiles();
  await Promise.all(DEBUGGED.map((options) => build(options)));
}

async function watch() {
  emptyDist();
  copyFiles();
  let running = 0;
  const report = {
    name: "report",
    /** Prints the words that the task in .vscode waits for, once for everything that is built at a time. */
    setup({ onStart, onEnd }) {
      onStart(() => {
        running += 1;
        if (running === 1) console.log("build started");
      });
      onEnd(() => {
        running -= 1;
        if (running === 0) console.log("build finished");
      });
    },
  };
  const builds = DEBUGGED.map((each) => context({ ...each, plugins: [...(each.plugins ?? []), report] }));
  await Promise.all((await Promise.all(builds)).map((each) => each.watch()));
}

function emptyDist() {
  rmSync(path.join(root, "dist"), { recursive: true, force: true });
}

/** Copies the files that go beside the bundles unchanged. */
function copyFiles() {
  mkdirSync(path.join(root, "dist/local"), { recursive: true });
  mkdirSync(path.join(root, "dist/webview"), { recursive: true });
  copyRipgrep();
  copyGrammars();
  for (const table of ["ranking/wordKinship.bin", "questions/languages/words.tsv"])
    copyFileSync(path.join(root, "src/local/answers", table), path.join(root, "dist/local", path.basename(table)));
  for (const file of ["codicon.css", "codicon.ttf"]) {
    copyFileSync(require.resolve(`@vscode/codicons/dist/${file}`), path.join(root, "dist/webview", file));
  }
}

/**
 * esbuild splits only ES modules, and the editor resolves each import of one on another thread, which made `activate`
 * several times as slow: so the split output is written as CommonJS. Every file that is loaded takes time as well: what
 * the entry shares with chunks that are loaded later becomes part of the entry, and they find it there.
 *
 * @param {import("esbuild").BuildResult<{ write: false, metafile: true }>} split
 */
async function writeAsCommonJs({ outputFiles, metafile }) {
  const texts = new Map(outputFiles.map(({ path: file, text }) => [keyOf(file), withPlainVscode(text)]));
  const [entry, ...shared] = loadedWith("dist/extension.cjs", metafile.outputs);
  const inMemory = {
    name: "in-memory",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path: name, importer, kind }) => {
        const file = path.posix.join(path.posix.dirname(importer), name);
        if (kind === "entry-point" || file === entry) return { path: path.posix.normalize(name), namespace: "split" };
        if (!shared.includes(file)) {
          const from = shared.includes(importer) ? entry : importer;
          return { path: `./${path.posix.relative(path.posix.dirname(from), file)}`, external: true };
        }
        if (importer === entry || shared.includes(importer)) return { path: file, namespace: "split" };
        return { path: `../extension.cjs#part${shared.indexOf(file)}`, external: true };
      });
      onLoad({ filter: /./, namespace: "split" }, ({ path: file }) => {
        const parts = shared.map(
          (part, index) => `export * as part${index} from "./${path.posix.relative("dist", part)}";`,
        );
        return { contents: [texts.get(file), ...(file === entry ? parts : [])].join("\n"), resolveDir: root };
      });
    },
  };
  const { outputFiles: files } = await build({
    ...NODE,
    format: "cjs",
    entryPoints: [...texts.keys()].filter((file) => !shared.includes(file)).map((file) => `./${file}`),
    outbase: "dist",
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    write: false,
    minify: true,
    supported: { "dynamic-import": false },
    external: ["vscode"],
    plugins: [inMemory],
  });
  for (const { path: file, text } of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(/(require\("\.\.\/extension\.cjs)#(part\d+)"\)/g, '$1").$2'));
  }
}

/** esbuild's name for a file that it built: its path in the checkout, with slashes on every system. */
export function keyOf(file, from = root, { relative, sep } = path) {
  return relative(from, file).replaceAll(sep, "/");
}

/** A file that was split off, followed by everything that is loaded with it. */
function loadedWith(file, outputs, loaded = new Set()) {
  if (loaded.has(file)) return [];
  loaded.add(file);
  for (const { path: imported, kind, external } of outputs[file].imports) {
    if (kind === "import-statement" && !external) loadedWith(imported, outputs, loaded);
  }
  return [...loaded];
}

/** esbuild would copy all of `vscode`, name by name, for each module that imports it. */
function withPlainVscode(text) {
  const plain = text.replace(/\bimport ?\* ?as ([\w$]+) from ?"vscode";/g, 'const $1=require("vscode");');
  if (/from ?"vscode"/.test(plain)) throw new Error("vscode is imported as a whole: import * as vscode");
  return plain;
}

/** Puts the real ripgrep beside the local service. `from` is the folder of its package, by default this platform's. */
export function copyRipgrep(from = installedRipgrep()) {
  for (const name of ["rg", "rg.exe"]) {
    const binary = path.join(from, "bin", name);
    const to = path.join(root, "dist/local", name);
    rmSync(to, { force: true });
    if (!existsSync(binary)) continue;
    copyFileSync(binary, to);
    chmodSync(to, 0o755);
  }
}

function installedRipgrep() {
  const name = `@vscode/ripgrep-${process.platform}-${process.arch}/package.json`;
  return path.dirname(createRequire(require.resolve("@vscode/ripgrep")).resolve(name));
}

/**
 * Copies the parsers of the languages whose symbols are known, and their runtime. We use our own copy because syntax
 * trees differ by version.
 */
function copyGrammars() {
  const to = path.join(root, "dist/local/grammars");
  mkdirSync(to, { recursive: true });
  const runtime = require.resolve("web-tree-sitter/web-tree-sitter.wasm");
  const grammars = path.join(path.dirname(require.resolve("@vscode/tree-sitter-wasm/package.json")), "wasm");
  const files = GRAMMARS.map((name) => path.join(grammars, `tree-sitter-${name}.wasm`));
  for (const file of [runtime, ...files]) copyFileSync(file, path.join(to, path.basename(file)));
}

/** The folders of the packages that files in the bundles come from, and of those that are copied, sorted. */
function packagesIn(files) {
  const bundled = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const copied = ["@vscode/codicons", "@vscode/ripgrep", "@vscode/tree-sitter-wasm"].map(
    (name) => `node_modules/${name}`,
  );
  return [...new Set([...bundled, ...copied])].sort();
}

async function buildIntegrationTests() {
  const out = path.join(root, "dist-test/integration");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await build({
    ...COMMON,
    entryPoints: globSync("test/integration/{index,*.test}.ts", { cwd: root }),
    outdir: out,
    outExtension: { ".js": ".cjs" },
    platform: "node",
    target: "node22.19",
    format: "cjs",
    sourcemap: "inline",
    external: ["vscode", "mocha"],
  });
}

/**
 * The checkout once more, file by file in the syntax of the oldest Node (which has no `using`), so that the unit tests
 * find everything in its usual place. Everything but the sources is linked.
 */
async function buildForOldestNode() {
  const out = path.join(root, "dist-test/oldest");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const sources = ["src", "test"];
  for (const name of readdirSync(root)) {
    if ([...sources, ".git", "dist-test"].includes(name)) continue;
    symlinkSync(path.join(root, name), path.join(out, name));
  }
  for (const name of sources) {
    cpSync(path.join(root, name), path.join(out, name), {
      recursive: true,
      filter: (file) => !/[\\/]node_modules$|[\\/]e2e[\\/]out$|\.ts$/.test(file),
    });
  }
  await build({
    ...NODE,
    bundle: false,
    entryPoints: globSync("{src,test}/**/*.ts", { cwd: root, exclude: ["**/node_modules"] }),
    outbase: ".",
    outdir: out,
    outExtension: { ".js": ".ts" }, // the extension in their imports
    sourcemap: "inline",
    charset: "utf8",
  });
}

function sizeOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return 0;
  return stat.isDirectory()
    ? readdirSync(file).reduce((sum, entry) => sum + sizeOf(path.join(file, entry)), 0)
    : stat.size;
}

/** Prints the sizes of what was built beside their budgets. Returns false if one is exceeded. */
export function reportSizes() {
  return Object.entries(BUDGETS)
    .map(([file, budget]) => {
      const size = sizeOf(path.join(root, file));
      console.log(`${file.padEnd(26)} ${kilobytes(size)} of ${kilobytes(budget)}${size > budget ? "  TOO LARGE" : ""}`);
      return size <= budget;
    })
    .every(Boolean);
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
