// @ts-check
// The architecture as lint rules; the tables are in eslint.config.mjs.
import path from "node:path";
import { circleOf, foldersOf, importsOf, readImports } from "./imports.mjs";

/**
 * @typedef {{ readonly layers: readonly string[], readonly packages: readonly string[] }} Layer
 * @typedef {Readonly<Record<string, Layer>>} Layers what each layer may import besides itself
 * @typedef {Readonly<Record<string, readonly string[]>>} Features by layer, or by a folder in it: the folders inside, each
 *   of which may import those before it
 * @typedef {Readonly<Record<string, string>>} Fronts by folder: the only other one that may import it
 */

/**
 * Who may import whom, with a message that says what is allowed.
 *
 * @param {string} src the folder
 * @param {Layers} layers
 * @param {Features} features
 * @param {Fronts} [fronts]
 * @returns {import("eslint").Rule.RuleModule}
 */
export function createLayersRule(src, layers, features, fronts = {}) {
  return {
    meta: {
      type: "problem",
      schema: [],
      messages: {
        layer: "{{ layer }} may not import {{ name }}. {{ allowed }}",
        feature: "{{ feature }} may not import {{ target }}: in {{ folder }} it may import {{ allowed }}.",
        behind: "{{ folder }} stands behind {{ front }}: import that, which alone may import it.",
        unknown: "{{ folder }} has no feature {{ feature }}: eslint.config.mjs lists them in their order.",
      },
    },
    create(context) {
      const file = fileBelow(src, context.filename);
      if (file === undefined) return {};
      const folders = foldersOf(file);
      const layer = folders[0] ?? file;
      const rule = layers[layer];
      if (!rule) return {};
      return {
        ...forImports((node, specifier) => {
          if (!specifier.startsWith(".")) {
            if (!rule.packages.some((pattern) => isMatch(pattern, specifier))) reportLayer(node, specifier);
            return;
          }
          const targetFile = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
          for (const [folder, front] of Object.entries(fronts))
            if (isIn(targetFile, folder) && !isIn(file, folder) && !isIn(file, front))
              context.report({ node, messageId: "behind", data: { folder, front } });
          const target = foldersOf(targetFile);
          if (target[0] !== folders[0]) {
            if (!rule.layers.includes(target[0] ?? "")) reportLayer(node, specifier);
            return;
          }
          // The first folder that they don't have in common decides.
          const depth = folders.findIndex((folder, index) => folder !== target[index]);
          if (depth < 0) return;
          const [folder, feature = ""] = [folders.slice(0, depth).join("/"), folders[depth]];
          const order = features[folder];
          const before = order?.slice(0, order.indexOf(feature));
          if (!before || before.includes(target[depth] ?? "")) return;
          const data = {
            folder,
            feature,
            target: target[depth] ?? "what stands beside the features",
            allowed: list(before),
          };
          context.report({ node, messageId: "feature", data });
        }),
        Program(node) {
          for (const [index, feature] of folders.entries()) {
            const folder = folders.slice(0, index).join("/");
            if (features[folder]?.includes(feature) === false)
              context.report({ node, messageId: "unknown", data: { folder, feature } });
          }
        },
      };

      /** @param {any} node @param {string} specifier */
      function reportLayer(node, specifier) {
        const allowed = `It may import the layers: ${list(rule?.layers)}; the packages: ${list(rule?.packages)}. See src/README.md.`;
        context.report({ node, messageId: "layer", data: { layer, name: specifier, allowed } });
      }
    },
  };
}

/**
 * No circles of files, including imports of types.
 *
 * @param {string} src the folder
 * @returns {import("eslint").Rule.RuleModule}
 */
export function createCirclesRule(src) {
  /** @type {Map<string, readonly string[]> | undefined} read with the first file */
  let imports;
  return {
    meta: { type: "problem", schema: [], messages: { circle: "A circle of imports: {{ way }}." } },
    create(context) {
      const file = fileBelow(src, context.filename);
      if (file === undefined) return {};
      imports ??= new Map(readImports(src));
      imports.set(file, importsOf(file, context.sourceCode.text));
      const way = circleOf(file, imports);
      return way
        ? { Program: (node) => context.report({ node, messageId: "circle", data: { way: way.join(" → ") } }) }
        : {};
    },
  };
}

/** @param {(node: any, specifier: string) => void} check */
function forImports(check) {
  /** @param {any} node */
  const visit = (node) => {
    if (typeof node.source?.value === "string") check(node, node.source.value);
  };
  return {
    ImportDeclaration: visit,
    ImportExpression: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
  };
}

/** @param {string} src @param {string} filename */
function fileBelow(src, filename) {
  const file = path.relative(src, filename).replaceAll("\\", "/");
  return file.startsWith("..") || path.isAbsolute(file) || !file.endsWith(".ts") ? undefined : file;
}

/** @param {string} file @param {string} folder */
function isIn(file, folder) {
  return file.startsWith(`${folder}/`);
}

/** @param {string} pattern @param {string} name */
function isMatch(pattern, name) {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** @param {readonly string[] | undefined} names */
function list(names = []) {
  return names.length > 0 ? names.join(", ") : "none";
}
