import js from "@eslint/js";
import tseslint from "typescript-eslint";

/**
 * The architecture, as data the linter reads: each folder under src is a set of permissions.
 * `layers`: the folders it may import from besides itself. `packages`: what it may import from outside src.
 */
const LAYERS = {
  protocol: { layers: [], packages: [] },
  core: {
    layers: ["protocol"],
    packages: ["node:timers/promises", "mdast", "mdast-util-*", "micromark-*"],
  },
  git: { layers: ["core"], packages: ["node:*"] },
  api: { layers: ["core"], packages: ["node:*", "undici", "undici/*", "eventsource-parser"] },
  local: { layers: ["core", "git"], packages: ["node:*", "@vscode/ripgrep", "re2js", "graphql"] },
  host: { layers: ["core", "git", "protocol"], packages: ["node:*", "vscode"] },
  webview: {
    layers: ["protocol"],
    packages: ["lit", "lit/*", "@vscode-elements/elements/*", "lowlight", "highlight.js/*", "mermaid"],
  },
  "extension.ts": { layers: ["protocol", "core", "git", "api", "host"], packages: ["vscode"] },
};

const matches = (pattern, name) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern);

const layers = {
  meta: {
    type: "problem",
    schema: [],
    messages: { forbidden: "{{ layer }} may not import {{ name }}. {{ allowed }}" },
  },
  create(context) {
    const parts = context.filename.replaceAll("\\", "/").split("/src/").at(-1).split("/");
    const layer = parts[0];
    const rule = LAYERS[layer];
    if (!rule || !context.filename.replaceAll("\\", "/").includes("/src/")) return {};
    const check = (node) => {
      const name = node.source?.value;
      if (typeof name !== "string") return;
      const target = name.startsWith(".")
        ? new URL(name, `file:///src/${parts.join("/")}`).pathname.split("/")[2]
        : undefined;
      const fine = target
        ? target === layer || rule.layers.includes(target)
        : rule.packages.some((pattern) => matches(pattern, name));
      if (fine) return;
      const list = (names) => (names.length ? names.join(", ") : "none");
      const allowed = `It may import the layers: ${list(rule.layers)}; the packages: ${list(rule.packages)}. See src/README.md.`;
      context.report({ node, messageId: "forbidden", data: { layer, name, allowed } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

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
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.json", "./src/webview/tsconfig.json", "./test/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { plumbline: { rules: { layers } } },
    rules: {
      "plumbline/layers": "error",
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
