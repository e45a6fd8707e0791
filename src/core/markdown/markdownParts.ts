import type { Nodes, Parents, RootContent, TableRow } from "mdast";
import { parsePiece } from "./markdown.ts";

/** A place in a text: UTF-16 units, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The parts of a piece of Markdown, by their places in the text. */
export interface MarkdownParts {
  /** Links, images, what they refer to, and footnotes; none inside another. */
  readonly links: readonly LinkPart[];
  readonly code: readonly CodePart[];
  /** Runs of words, in order. */
  readonly runs: readonly Run[];
}

export interface LinkPart extends Span {
  /** `autolink` is an address written without a label. */
  readonly kind: "link" | "autolink" | "image" | "reference" | "definition" | "footnote";
  /** Where it leads, if it says so itself. */
  readonly url?: string;
  /** The part of it that is shown; absent if there is none. */
  readonly label?: Span;
}

/** A block of code. */
export interface CodePart extends Span {
  readonly language: string;
  readonly text: string;
  /** The indentation of its lines after the first; absent if they are in a quote. */
  readonly indent?: string;
}

/** Words that belong together: a paragraph, a heading, a row of a table. */
export interface Run extends Span {
  readonly kind: "heading" | "paragraph" | "row";
  /** The list item that it belongs to, by a number of its own. */
  readonly item?: number;
  /** Its texts and code spans, in order. Between them are the marks of emphasis, links and the like. */
  readonly pieces: readonly RunPiece[];
}

export interface RunPiece extends Span {
  readonly kind: "text" | "code";
  /** For a code span its content; for a text the text as written. */
  readonly text: string;
}

/** Splits one of the pieces of `cutMarkdown` into its parts. */
export function partsOfMarkdown(markdown: string): MarkdownParts {
  const links: LinkPart[] = [];
  const code: CodePart[] = [];
  const runs: Run[] = [];
  let items = 0;

  const visit = (node: RootContent, around: { readonly item?: number; readonly isQuoted?: boolean }): void => {
    switch (node.type) {
      case "paragraph":
      case "heading":
        runs.push({
          ...spanOf(node),
          kind: node.type,
          ...(around.item !== undefined && { item: around.item }),
          pieces: piecesOf(node),
        });
        break;
      case "table":
        node.children.forEach((row, index) => {
          runs.push({ ...spanOf(row), kind: index === 0 ? "heading" : "row", pieces: piecesOf(row) });
        });
        break;
      case "code":
        code.push({
          ...spanOf(node),
          language: node.lang ?? "",
          text: node.value,
          ...(!around.isQuoted && { indent: " ".repeat((node.position?.start.column ?? 1) - 1) }),
        });
        break;
      case "definition":
      case "footnoteDefinition":
        links.push({ ...spanOf(node), kind: "definition" });
        break;
      case "listItem": {
        const item = items++;
        for (const child of node.children) visit(child, { ...around, item });
        break;
      }
      case "list":
        for (const child of node.children) visit(child, around);
        break;
      case "blockquote":
        for (const child of node.children) visit(child, { isQuoted: true });
        break;
      default:
        break;
    }
  };

  const piecesOf = (root: Parents | TableRow): readonly RunPiece[] => {
    const pieces: RunPiece[] = [];
    const stack: Nodes[] = root.children.toReversed();
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const span = spanOf(node);
      if (node.type === "text") pieces.push({ ...span, kind: "text", text: markdown.slice(span.start, span.end) });
      else if (node.type === "inlineCode") pieces.push({ ...span, kind: "code", text: node.value });
      const link = linkOf(node, markdown);
      if (link) links.push(link);
      if ("children" in node) stack.push(...(node.children as Nodes[]).toReversed());
    }
    return pieces;
  };

  for (const child of parsePiece(markdown).children) visit(child, {});
  return { links: outermost(links), code, runs };
}

function linkOf(node: Nodes, markdown: string): LinkPart | undefined {
  const span = spanOf(node);
  switch (node.type) {
    case "link":
    case "linkReference": {
      const [first, last] = [node.children[0], node.children.at(-1)];
      const label = first && last && { start: spanOf(first).start, end: spanOf(last).end };
      const isAutolink = node.type === "link" && !markdown.startsWith("[", span.start);
      return {
        ...span,
        kind: isAutolink ? "autolink" : node.type === "link" ? "link" : "reference",
        ...(node.type === "link" && { url: node.url }),
        ...(label && { label }),
      };
    }
    case "image":
    case "imageReference": {
      const start = span.start + 2;
      const label = { start, end: start + (node.alt?.length ?? 0) };
      const isPlain = markdown.slice(label.start, label.end) === node.alt;
      return { ...span, kind: "image", ...(node.alt && isPlain && { label }) };
    }
    case "footnoteReference":
      return { ...span, kind: "footnote" };
    default:
      return undefined;
  }
}

function outermost(links: readonly LinkPart[]): readonly LinkPart[] {
  const kept: LinkPart[] = [];
  for (const link of links.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (link.start >= (kept.at(-1)?.end ?? 0)) kept.push(link);
  return kept;
}

function spanOf({ position }: Nodes): Span {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}
