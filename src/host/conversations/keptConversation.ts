import { MODEL_ACTIVITIES, type Conversation, type Outcome } from "../../core/model/conversation.ts";

/** What a copy says of itself, without its questions and answers. */
export interface CopyLabel {
  readonly name: string;
  readonly title: string;
  /** The first question; long ones are cut. */
  readonly question: string;
  readonly status: Outcome["status"];
  readonly createdAt?: number;
  readonly updatedAt?: number;
  readonly isOwner?: boolean;
  readonly isStarred?: boolean;
  /** The repository that it is about: see {@link mainRepository}. */
  readonly repository?: string;
  /** When the service said so, in milliseconds since the epoch. */
  readonly savedAt: number;
}

type Check = (value: unknown) => boolean;

/** Whether a value that was read has every field of a conversation that we rely on, each of the right type. */
export function isConversation(value: unknown): value is Conversation {
  return CONVERSATION(value);
}

/** Likewise for a label. */
export function isLabel(value: unknown): value is CopyLabel {
  return LABEL(value);
}

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number";
const flag: Check = (value) => typeof value === "boolean";
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const OUTCOMES: Readonly<Record<Outcome["status"], Check>> = {
  processing: fields({ steps: listOf(text), partialAnswer: optional(text), unknownState: optional(text) }),
  completed: fields({ answer: text }),
  failed: fields({
    code: text,
    reason: text,
    details: optional(text),
    retryAt: optional(number),
    partialAnswer: text,
  }),
  canceled: fields({ partialAnswer: text }),
  unknown: fields({ state: text, partialAnswer: text }),
};

const outcome: Check = (value) => {
  const { status } = (value ?? {}) as { readonly status?: unknown };
  const [, check] = Object.entries(OUTCOMES).find(([known]) => known === status) ?? [];
  return check?.(value) === true;
};

const QUESTION = fields({
  id: text,
  text,
  images: optional(listOf(text)),
  createdAt: optional(number),
  updatedAt: optional(number),
  outcome,
  listedSources: listOf(fields({ type: text, link: text, label: text })),
  suggestedFollowUps: listOf(text),
  turns: optional(listOf(fields({ role: text, text, at: optional(number) }))),
  stats: optional((value) => fields({})(value) && Object.values(value as object).every(number)),
  unknownBlocks: optional(listOf(text)),
  written: optional(
    fields({
      model: text,
      answeredBy: optional(text),
      passages: text,
      rounds: number,
      activity: optional((value) => MODEL_ACTIVITIES.some((known) => known === value)),
      inputTokens: number,
      outputTokens: number,
      areTokensEstimated: optional(flag),
      statements: optional(number),
      unsourced: optional(number),
      unfound: optional(number),
      notes: listOf(text),
      failure: optional(fields({ code: text, message: text, retryAt: optional(number) })),
    }),
  ),
  passages: optional(listOf(fields({ shown: listOf(number), marks: listOf(number) }))),
  insteadOf: optional(number),
  tips: optional(listOf(fields({ repository: text, revision: optional(text), commit: text }))),
});

const CONVERSATION = fields({
  name: text,
  title: text,
  questions: listOf(QUESTION),
  createdAt: optional(number),
  updatedAt: optional(number),
  ownerId: optional(text),
  isOwner: optional(flag),
  isStarred: optional(flag),
});

const LABEL = fields({
  name: text,
  title: text,
  question: text,
  status: (status) => typeof status === "string" && Object.hasOwn(OUTCOMES, status),
  createdAt: optional(number),
  updatedAt: optional(number),
  isOwner: optional(flag),
  isStarred: optional(flag),
  repository: optional(text),
  savedAt: number,
});
