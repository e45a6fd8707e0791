import js from "@eslint/js";
import path from "node:path";
import tseslint from "typescript-eslint";
import { createCirclesRule, createLayersRule } from "./test/lint/rules.mjs";

/**
 * The architecture, as data that the linter reads: each layer under src is a set of permissions.
 * `layers`: the folders it may import from besides itself. `packages`: what it may import from outside src.
 */
export const LAYERS = {
  protocol: { layers: [], packages: [] },
  core: {
    layers: ["protocol"],
    packages: ["node:timers/promises", "mdast", "mdast-util-*", "micromark-*"],
  },
  git: { layers: ["core"], packages: ["node:*"] },
  api: { layers: ["core"], packages: ["node:*", "undici", "undici/*", "eventsource-parser"] },
  local: {
    layers: ["core", "git"],
    packages: [
      "node:*",
      "@vscode/ripgrep",
      "re2js",
      "graphql",
      "web-tree-sitter",
      "iconv-lite",
      "jschardet",
      "@modelcontextprotocol/*",
    ],
  },
  host: { layers: ["core", "git", "protocol"], packages: ["node:*", "vscode"] },
  webview: {
    layers: ["protocol"],
    packages: ["lit", "lit/*", "@vscode-elements/elements/*", "lowlight", "highlight.js/*", "mermaid"],
  },
  "extension.ts": { layers: ["protocol", "core", "git", "api", "host"], packages: ["vscode"] },
};

/**
 * The features of each layer, as folders: each may import those before it. Files beside the folders may import all of
 * them. The local service is a program of its own: its folders are wings, in which the features are.
 *
 * @type {import("./test/lint/rules.mjs").Features}
 */
export const FEATURES = {
  core: ["model", "text", "accounts", "conversations", "query", "markdown", "lines", "sources", "search", "agents"],
  git: ["disk", "settings", "repositories", "command", "history", "workingTree"],
  api: ["http", "conversations", "accounts", "search", "models"],
  local: ["base", "code", "search", "answers", "threads", "server"],
  "local/code": ["encodings", "patterns", "lines", "symbols", "files", "ripgrep", "engine"],
  "local/search": ["query", "results", "files", "symbols", "revisions"],
  "local/answers": [
    "questions",
    "manifests",
    "ranking",
    "writing",
    "conversations",
    "named",
    "overviews",
    "passages",
    "tools",
  ],
  "local/server": ["http", "graphql", "models", "conversations", "mcp"],
  host: [
    "platform",
    "network",
    "accounts",
    "models",
    "connection",
    "remote",
    "sources",
    "conversations",
    "ask",
    "citations",
    "search",
    "results",
    "answers",
    "agents",
  ],
  webview: ["page", "search", "diagrams", "markdown", "sources", "answers"],
};

/**
 * What stands behind something else, which alone may import it.
 *
 * @type {import("./test/lint/rules.mjs").Fronts}
 */
export const FRONTS = { "local/code/ripgrep": "local/code/engine" };

const SRC = path.join(import.meta.dirname, "src");

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "dist-test/",
      "dist-vsix/",
      "**/node_modules/",
      "test/e2e/out/",
      "test/editor/spdlogStandIn.cjs",
    ],
  },
  js.configs.recommended,
  {
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "node:process",
          importNames: ["getuid", "geteuid", "getgid", "getegid", "getgroups"],
          message: "Windows lacks these, so the whole file would fail to load there: use process.getuid?.() instead.",
        },
        {
          name: "node:os",
          importNames: ["devNull"],
          message: "On Windows, git can't open its value, but accepts /dev/null there as well: use that.",
        },
      ],
    },
  },
  {
    files: ["src/webview/**"],
    ignores: ["src/webview/page/whenIdle.ts"],
    rules: {
      "no-restricted-globals": ["error", { name: "requestIdleCallback", message: "Safari lacks it: use whenIdle." }],
    },
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.json", "./src/webview/tsconfig.json", "./test/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: {
      plumbline: {
        rules: { layers: createLayersRule(SRC, LAYERS, FEATURES, FRONTS), "no-circles": createCirclesRule(SRC) },
      },
    },
    rules: {
      "plumbline/layers": "error",
      "plumbline/no-circles": "error",
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          name: "undici",
          allowTypeImports: true,
          message: "The whole of undici replaces the host's global dispatcher: import its parts (undici/lib/…).",
        },
      ],
      eqeqeq: "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // `vscode.Disposable` is a class in the typings and an interface everywhere else.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // An empty string from a service is as good as none.
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: { string: true } }],
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/host/platform/settings.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[property.name='getConfiguration']",
          message: "Settings are read in host/platform/settings.ts: readSetting, updateSetting, onSettingChange.",
        },
        {
          selector: "CallExpression[callee.property.name='executeCommand'][arguments.0.value=/^plumbline\\./]",
          message: "Own commands are run by name, with what they take: runCommand in host/platform/runCommand.ts.",
        },
      ],
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: { "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [] }] },
  },
  {
    files: ["**/*.mjs", "**/*.cjs"],
    languageOptions: {
      globals: Object.fromEntries(
        [
          "process",
          "console",
          "URL",
          "Buffer",
          "setTimeout",
          "clearTimeout",
          "setInterval",
          "clearInterval",
          "AbortSignal",
          "AbortController",
          "document",
          "require",
          "module",
          "exports",
          "__dirname",
          "fetch",
          "performance",
        ].map((name) => [name, "readonly"]),
      ),
    },
  },
);
