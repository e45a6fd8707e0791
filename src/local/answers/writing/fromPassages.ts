import { ModelError, type ModelMessage } from "../../../core/model/languageModel.ts";
import { BUDGET, tokensOf } from "./budget.ts";
import { checkCitations } from "./citations.ts";
import { asPlain } from "./earlierAnswers.ts";
import { hand } from "./framing.ts";
import type { LookUp } from "./lookUp.ts";
import { mayBeNeed, readNeeds, type Need } from "./needs.ts";
import { ANSWER_PROMPT } from "./prompts/answerPrompt.ts";
import { BrokenReply, type Reply } from "./reply.ts";
import type { Writing } from "./writing.ts";
import { l10n } from "../../base/l10n.ts";

/** How often a request that was refused as too long is sent again with half as much, as nothing was done with it. */
const REFUSED_AT_MOST = 3;

/** Retrieval first: passages, one call, at most one more look and the final call. */
export async function writeFromPassages(writing: Writing): Promise<void> {
  const { request } = writing;
  const { begun } = request;
  let replies = 0;
  let tokens = writing.budget(BUDGET.evidence);
  let canLookUp = begun === undefined;
  let added = "";
  let opening = "";
  let refused = 0;
  let wasCut = false;
  for (;;) {
    if (opening === "") {
      writing.beginAgain();
      opening = writing.opening(tokens);
    }
    // What is sent again comes first and stays as it is: a server that kept it need not read it again.
    const instructions = canLookUp ? [ANSWER_PROMPT.last, ANSWER_PROMPT.need] : [ANSWER_PROMPT.last];
    const messages: ModelMessage[] = [
      { role: "system", text: ANSWER_PROMPT.system },
      { role: "user", text: [opening, added, ...instructions].filter(Boolean).join("\n\n") },
    ];
    if (begun !== undefined)
      messages.push({ role: "assistant", text: asPlain(begun) }, { role: "user", text: ANSWER_PROMPT.goOn });
    let reply: Reply;
    try {
      reply = await writing.ask({ messages }, (text) => !mayBeNeed(text));
    } catch (error) {
      const isTooSmall =
        error instanceof BrokenReply && error.cause instanceof ModelError && error.cause.code === "contextTooSmall";
      if (!isTooSmall || refused >= REFUSED_AT_MOST || error.reply.text !== "") throw error;
      refused++;
      tokens = Math.floor(Math.min(tokens, tokensOf(opening)) / 2);
      opening = "";
      added = ""; // its passages would have other numbers
      continue;
    }
    replies++;
    if (refused > 0)
      writing.note(
        l10n.t(
          "What was found does not fit the model's context: about {0} tokens of it were sent. Give it a larger context, or ask about less.",
          l10n.number(tokens),
        ),
      );
    const { needs, rest } = readNeeds(reply.text);
    const isTruncated = reply.readTokens !== undefined;
    if (reply.readTokens !== undefined)
      writing.note(
        l10n.t(
          "The model's server read only {0} of about {1} tokens. Give it a larger context, or ask about less.",
          l10n.number(reply.readTokens),
          l10n.number(tokensOf(messages.map(({ text }) => text).join(""))),
        ),
      );
    const isLast = replies >= 2;
    if (isTruncated && !wasCut && !isLast && !hasCitation(rest, writing)) {
      wasCut = true;
      tokens = writing.budget(BUDGET.evidence);
      opening = "";
      added = "";
      continue;
    }
    if (needs.length > 0 && rest.length < ANSWER_AT_LEAST && canLookUp && !isLast) {
      canLookUp = false;
      added = await lookUpNeeds(writing, needs);
      continue;
    }
    writing.accept(rest);
    return;
  }
}

/** A shorter text, besides what it needs, is no answer. */
const ANSWER_AT_LEAST = 200;

async function lookUpNeeds(writing: Writing, needs: readonly Need[]): Promise<string> {
  const found = await Promise.all(needs.map((need) => writing.lookUp(lookUpOf(need))));
  const budget = Math.floor(writing.budget(BUDGET.evidence) / 2 / needs.length);
  const parts = needs.map(({ kind, text }, index) => {
    const { passages = [], text: told = "" } = found[index] ?? {};
    writing.evidence.tell(told);
    const { text: shown } = hand(writing.evidence, passages, { tokens: budget, passages: 4 });
    return `Looked up ${kind} ${text}:\n${[told, shown].filter(Boolean).join("\n") || "0 matches."}`;
  });
  return parts.join("\n\n");
}

function lookUpOf({ kind, text }: Need): LookUp {
  switch (kind) {
    case "word":
      return { tool: "search", query: text };
    case "symbol":
      return { tool: "symbol", name: text };
    case "path": {
      const [, path = text, first, last] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/.exec(text) ?? [];
      return { tool: "read", path, ...(first !== undefined && { first: Number(first), last: Number(last ?? first) }) };
    }
  }
}

function hasCitation(text: string, { evidence }: Writing): boolean {
  return checkCitations(text, evidence, { isPartial: true }).cited.length > 0;
}
