import type { Nodes, PhrasingContent } from "mdast";
import type { Inline, LinkTarget } from "../../protocol/markdown.ts";
import { withoutReordering, withVisibleBidiControls } from "../text/bidi.ts";

/** A heading that is not inside anything else: its number among these, from zero, and its words. */
export interface Section {
  readonly index: number;
  readonly title: string;
}

/**
 * Returns where a link goes and what its tooltip says, or `undefined` if only its text is to be shown. `section` is the
 * section of the same text that the link leads to, if it does.
 */
export type ResolveLink = (
  url: string,
  section?: Section,
) => { readonly target: LinkTarget; readonly title: string } | undefined;

/** What a run of text may refer to. */
export interface InlineContext {
  readonly resolveLink: ResolveLink;
  /** The sections of the text, by the addresses of links to them. */
  readonly sections: ReadonlyMap<string, Section>;
  /** Addresses of `[text][identifier]`. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Registers a footnote and returns its number. */
  readonly footnoteNumber: (identifier: string) => number;
}

const MAX_DEPTH = 24;

/** Text and its markup, in order; neighbouring texts are merged. Links never contain links. */
export function toInlines(nodes: readonly PhrasingContent[], context: InlineContext): Inline[] {
  return convert(nodes, context, { depth: 0, inLink: false });
}

/** All the text below a node, at any depth. */
export function plainText(node: Nodes): string {
  const parts: string[] = [];
  const stack: Nodes[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === "html") parts.push(htmlText(next.value));
    else if ("value" in next) parts.push(next.value);
    else if ("alt" in next) parts.push(next.alt ?? "");
    else if (next.type === "break" || (next.type === "paragraph" && parts.length > 0)) parts.push("\n");
    if ("children" in next)
      for (let at = next.children.length - 1; at >= 0; at--) stack.push(next.children[at] as Nodes);
  }
  return parts.join("");
}

/** Raw HTML as written, without its comments. A comment that is never closed hides nothing. */
function htmlText(html: string): string {
  return html.replace(/<!--(?:[^-]|-(?!->))*-->/g, "");
}

interface Place {
  readonly depth: number;
  readonly inLink: boolean;
}

function convert(nodes: readonly PhrasingContent[], context: InlineContext, place: Place): Inline[] {
  const inlines: Inline[] = [];
  for (const inline of nodes.flatMap((node) => toInline(node, context, place))) {
    const last = inlines.at(-1);
    if (inline.type === "text" && last?.type === "text") inlines[inlines.length - 1] = text(last.text + inline.text);
    else if (inline.type !== "text" || inline.text !== "") inlines.push(inline);
  }
  return inlines;
}

function toInline(node: PhrasingContent, context: InlineContext, place: Place): Inline[] {
  if (place.depth >= MAX_DEPTH) return [text(plainText(node))];
  const within = (inLink = place.inLink) => ({ depth: place.depth + 1, inLink });
  const linked = (url: string | undefined, children: (place: Place) => Inline[]): Inline[] => {
    const link = url === undefined || place.inLink ? undefined : context.resolveLink(url, sectionAt(url, context));
    const content = children(within(place.inLink || link !== undefined));
    return link === undefined || content.length === 0 ? content : [{ type: "link", ...link, content }];
  };
  switch (node.type) {
    case "text":
      return [text(node.value)];
    case "inlineCode":
      return [{ type: "code", text: withVisibleBidiControls(node.value) }];
    case "emphasis":
    case "strong":
      return [{ type: node.type, content: convert(node.children, context, within()) }];
    case "delete":
      return [{ type: "strikethrough", content: convert(node.children, context, within()) }];
    case "break":
      return [{ type: "break" }];
    case "link":
      return linked(node.url, (inner) => convert(node.children, context, inner));
    case "linkReference":
      return linked(context.definitions.get(node.identifier), (inner) => convert(node.children, context, inner));
    case "image":
      return linked(node.url, () => description(node.alt));
    case "imageReference":
      return linked(context.definitions.get(node.identifier), () => description(node.alt));
    case "footnoteReference":
      return [text(`[${String(context.footnoteNumber(node.identifier))}]`)];
    case "html":
      return /^<br\s*\/?>$/i.test(node.value) ? [{ type: "break" }] : [text(htmlText(node.value))];
    default:
      return [text(plainText(node))];
  }
}

/** Letters beyond ASCII may be written as bytes. */
function sectionAt(url: string, { sections }: InlineContext): Section | undefined {
  if (!url.startsWith("#")) return undefined;
  try {
    return sections.get(decodeURIComponent(url));
  } catch {
    return undefined; // a percent sign that encodes nothing
  }
}

function description(alt: string | null | undefined): Inline[] {
  return alt ? [text(alt)] : [];
}

function text(value: string): Inline & { type: "text" } {
  return { type: "text", text: withoutReordering(value) };
}
