import type { FootnoteDefinition, List, Nodes, Root, RootContent, Table } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Align, Block, CodeText, ListItem } from "../../protocol/markdown.ts";
import { withoutReordering, withVisibleBidiControls } from "../text/bidi.ts";
import { atOnce, type Steps } from "../text/timeSlices.ts";
import { DIALECT } from "./dialect.ts";
import { plainText, toInlines } from "./markdownInlines.ts";
import type { InlineContext, ResolveLink } from "./markdownInlines.ts";
import { cutMarkdown } from "./markdownPieces.ts";
import { sectionsOf } from "./sections.ts";

const MAX_DEPTH = 24;

/**
 * Reads untrusted GitHub-style Markdown. Never throws. Ends in bounded time and depth whatever the text: what is nested
 * deeper or is longer than in any real text becomes plain text. Unfinished Markdown is read as far as it goes.
 * `resolveLink` is called once for each link, in reading order, and alone decides whether it is one. `numberCode`
 * likewise gives each block of code its number. Raw HTML becomes text, comments within a paragraph are dropped, an
 * image becomes its description. Characters that reorder text are removed from prose and written out in code.
 */
export function parseMarkdown(text: string, resolveLink: ResolveLink, numberCode: NumberCode): Block[] {
  return atOnce(markdownSteps(text, resolveLink, numberCode));
}

/** {@link parseMarkdown}, step by step. */
export function* markdownSteps(text: string, resolveLink: ResolveLink, numberCode: NumberCode): Steps<Block[]> {
  const { markdown, rest } = cutMarkdown(text);
  const root: Root = { type: "root", children: [] };
  for (const piece of markdown) {
    yield;
    root.children.push(...parsePiece(piece).children);
  }
  const reader = new BlockReader(root, resolveLink, numberCode);
  const blocks: Block[] = [];
  for (const node of root.children) {
    blocks.push(...reader.toBlocks([node], 0));
    yield;
  }
  blocks.push(...reader.footnotes());
  if (rest !== "") blocks.push(reader.toCode("", rest));
  return blocks;
}

/** Returns the number of a block of code. */
export type NumberCode = (code: CodeText) => number;

/** Parses one piece of {@link cutMarkdown}. */
export function parsePiece(markdown: string): Root {
  return fromMarkdown(markdown, DIALECT);
}

class BlockReader {
  readonly #inlines: InlineContext;
  readonly #footnotes = new Map<string, FootnoteDefinition>();
  /** Identifiers in the order in which they are referred to. */
  readonly #footnoteOrder: string[] = [];
  readonly #numberCode: NumberCode;

  constructor(root: Root, resolveLink: ResolveLink, numberCode: NumberCode) {
    this.#numberCode = numberCode;
    const definitions = new Map<string, string>();
    for (const node of walk(root)) {
      if (node.type === "definition" && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
      if (node.type === "footnoteDefinition" && !this.#footnotes.has(node.identifier)) {
        this.#footnotes.set(node.identifier, node);
      }
    }
    this.#inlines = {
      resolveLink,
      sections: sectionsOf(root),
      definitions,
      footnoteNumber: (identifier) => this.#footnoteNumber(identifier),
    };
  }

  toBlocks(nodes: readonly RootContent[], depth: number): Block[] {
    return nodes.flatMap((node): Block[] => {
      const block = depth < MAX_DEPTH ? this.#toBlock(node, depth) : paragraph(plainText(node));
      return block === undefined ? [] : [block];
    });
  }

  /** The notes below the text: first the referenced ones in order of reference, then the others. */
  footnotes(): Block[] {
    for (const identifier of this.#footnotes.keys()) this.#footnoteNumber(identifier);
    const items: ListItem[] = [];
    for (const identifier of this.#footnoteOrder) {
      items.push({ content: this.toBlocks(this.#footnotes.get(identifier)?.children ?? [], 2) });
    }
    return items.length === 0 ? [] : [{ type: "rule" }, { type: "list", ordered: true, start: 1, items }];
  }

  toCode(language: string, written: string): Block {
    const code = { language, text: withVisibleBidiControls(written) };
    return { type: "code", index: this.#numberCode(code), ...code };
  }

  #toBlock(node: RootContent, depth: number): Block | undefined {
    switch (node.type) {
      case "paragraph": {
        const content = toInlines(node.children, this.#inlines);
        return content.length === 0 ? undefined : { type: "paragraph", content };
      }
      case "heading":
        return { type: "heading", level: node.depth, content: toInlines(node.children, this.#inlines) };
      case "code":
        return this.toCode(languageOf(node.lang), node.value);
      case "blockquote":
        return { type: "quote", content: this.toBlocks(node.children, depth + 1) };
      case "list":
        return this.#toList(node, depth);
      case "table":
        return this.#toTable(node);
      case "thematicBreak":
        return { type: "rule" };
      case "definition":
      case "footnoteDefinition":
      case "yaml":
        return undefined;
      default:
        return paragraph(plainText(node));
    }
  }

  #toList(node: List, depth: number): Block {
    const items = node.children.map((item): ListItem => {
      const content = this.toBlocks(item.children, depth + 1);
      return typeof item.checked === "boolean" ? { checked: item.checked, content } : { content };
    });
    return { type: "list", ordered: node.ordered === true, start: node.start ?? 1, items };
  }

  #toTable(node: Table): Block {
    const [head = [], ...rows] = node.children.map((row) =>
      row.children.map((cell) => toInlines(cell.children, this.#inlines)),
    );
    return {
      type: "table",
      align: head.map((_, column): Align => node.align?.[column] ?? "none"),
      head,
      rows: rows.map((row) => head.map((_, column) => row[column] ?? [])),
    };
  }

  #footnoteNumber(identifier: string): number {
    const at = this.#footnoteOrder.indexOf(identifier);
    return at < 0 ? this.#footnoteOrder.push(identifier) : at + 1;
  }
}

function paragraph(text: string): Block | undefined {
  const lines = withoutReordering(text).trim().split("\n");
  if (lines.join("") === "") return undefined;
  const content = lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [{ type: "break" } as const]),
    { type: "text", text: line } as const,
  ]);
  return { type: "paragraph", content };
}

function languageOf(info: string | null | undefined): string {
  return /^[\w+#.-]{1,30}$/.exec(info ?? "")?.[0] ?? "";
}

/** Every node in the order of the text, without recursion. */
function* walk(root: Nodes): Generator<Nodes> {
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if ("children" in node)
      for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at] as Nodes);
  }
}
