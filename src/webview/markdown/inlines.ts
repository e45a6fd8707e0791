import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import type { SourceState, SourceStatus } from "../../protocol/answer.ts";
import type { Inline } from "../../protocol/markdown.ts";
import { openingBy } from "../page/opening.ts";
import type { RenderContext } from "../page/renderContext.ts";
import { goToSection } from "./sections.ts";

type Link = Extract<Inline, { type: "link" }>;

/** A run of text. Its links have no address: they send their number, which the host looks up. */
export function inlines(content: readonly Inline[], around: RenderContext): unknown[] {
  return content.map((inline) => draw(inline, around));
}

/** A line of plain text, in which what is between backticks is code: a suggestion, a step. */
export function lineWithCode(text: string): unknown[] {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : html`<code dir="ltr">${part}</code>`));
}

function draw(inline: Inline, around: RenderContext): unknown {
  switch (inline.type) {
    case "text":
      return inline.text;
    case "code":
      return html`<code dir="ltr">${inline.text}</code>`;
    case "emphasis":
      return html`<em>${inlines(inline.content, around)}</em>`;
    case "strong":
      return html`<strong>${inlines(inline.content, around)}</strong>`;
    case "strikethrough":
      return html`<s>${inlines(inline.content, around)}</s>`;
    case "break":
      return html`<br />`;
    case "link":
      return link(inline, around);
  }
}

function link({ target, title, content }: Link, around: RenderContext): TemplateResult {
  const { kind, index } = target;
  const isSource = kind === "source";
  const opening = openingBy((isKept, link) => {
    if (kind === "section") goToSection(link, index);
    else if (kind === "source") around.send({ type: "openSource", index, ...(isKept && { isKept }) });
    else around.send({ type: INTENTS[kind], index });
  });
  const source = isSource ? around.sources.get(target.index) : undefined;
  const icon = (isSource && LOST_ICONS[source?.status?.kind ?? "same"]) || ICONS[kind];
  const picture = icon === undefined ? nothing : html`<span class="codicon codicon-${icon}" aria-hidden="true"></span>`;
  return html`<a
    class=${`link ${target.kind}`}
    role="link"
    tabindex="0"
    dir=${ifDefined(isSource ? "ltr" : undefined)}
    title=${source ? hover(title, source) : title}
    data-source=${ifDefined(isSource ? target.index : undefined)}
    aria-description=${ifDefined(source?.status?.description)}
    @click=${opening.click}
    @auxclick=${opening.auxclick}
    @keydown=${opening.keydown}
    >${isSource ? picture : nothing}${inlines(content, around)}${isSource ? nothing : picture}</a
  >`;
}

const INTENTS = { search: "runSearch", web: "openWebLink" } as const;

const ICONS: Record<Link["target"]["kind"], string | undefined> = {
  source: "file-code",
  search: "search",
  web: "link-external",
  section: undefined, // it stays on this page
};

/** A link that leads to nothing shows it. */
const LOST_ICONS: Partial<Record<SourceStatus["kind"], string>> = { gone: "circle-slash", broken: "warning" };

/** What can be seen of a source without opening it: where it is, what became of it, and the cited lines. */
function hover(title: string, { status, excerpt }: SourceState): string {
  const words = status ? `${title}\n${status.description}` : title;
  return excerpt === undefined ? words : `${words}\n\n${excerpt}`;
}
