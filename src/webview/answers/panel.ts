import { render } from "lit";
import type { AnswerIntent, AnswerState } from "../../protocol/answer.ts";
import { fromMessage, type AnswerMessage } from "../../protocol/answerMessage.ts";
import { copyWhole } from "../page/copying.ts";
import { Gradually } from "../page/gradually.ts";
import { showCitation, sourceAt } from "../sources/citation.ts";
import { MOST_OPEN, parseMemory } from "../page/memory.ts";
import type { Memory, VsCodeApi } from "../page/memory.ts";
import { MentionList } from "./mentionList.ts";
import { canStop, page } from "./page.ts";
import { showElapsed } from "./progress.ts";
import {
  articlesIn,
  bringAboveBox,
  blockInSight,
  isAboveBox,
  keepInSight,
  lastAnswerInSight,
  placeIn,
  positionInSight,
  scrollToPlace,
} from "../page/readingPlace.ts";
import type { ReadingPlace } from "../page/readingPlace.ts";

const SAVE_AFTER_MS = 200;
/** The origin of the frame in which diagrams are drawn, as messages say it: what comes from there is not the host's. */
const OPAQUE = "null";
/** How long a person takes to notice that a button has changed under the pointer. */
const MEANT_MS = 500;

/** A question that was sent when there were `count` questions. */
interface Asked {
  readonly text: string;
  readonly count: number;
}

/**
 * Keeps the page in line with the last state. Only what differs is changed: selection, focus and reading place stay.
 * The conversation's name, the reading place, what is unfolded and the draft outlive the page.
 */
export class Panel {
  readonly #main: HTMLElement;
  readonly #api: VsCodeApi;
  readonly #status = document.createElement("div");
  /** The keys of what is unfolded. */
  readonly #open: Set<string>;
  /** The key of each folding or unfolding, oldest first. */
  readonly #toggled: string[] = [];
  readonly #mentions: MentionList;
  #memory: Memory;
  #state: AnswerState | undefined;
  /** The question that was sent and is not yet in a state; what was typed is kept until then. */
  #asked: Asked | undefined;
  /** Whether no state has arrived since it was sent: until then, nothing else is sent. */
  #isAsking = false;
  /** Where to scroll once the question in it is there. */
  #place: ReadingPlace | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the latest question is kept at the top with each state until it is answered, unless the person moved. */
  #isFollowing = false;
  /** Until then, a click on Send was meant for Stop, which was in its place a moment ago. In `performance.now()`. */
  #sendsFrom = 0;
  /** Tells the style sheet how high the composer is, so that what gets the focus is not scrolled behind it. */
  readonly #composerHeight = new ResizeObserver(([composer]) => {
    const height = composer?.borderBoxSize[0]?.blockSize ?? 0;
    document.documentElement.style.setProperty("--composer", `${height}px`);
  });
  readonly #gradually = new Gradually(
    () => {
      this.#draw();
      this.#restorePlace();
    },
    () => positionInSight(this.#articles),
  );

  constructor(main: HTMLElement, api: VsCodeApi) {
    this.#main = main;
    this.#api = api;
    this.#memory = parseMemory(api.getState());
    this.#place = this.#memory.place;
    this.#open = new Set(this.#memory.open);
    this.#mentions = new MentionList(this.#memory.mentions, {
      look: (words, text) => {
        this.#send({ type: "mention", text, words });
      },
      fill: (text, cursor) => {
        this.#main.querySelector("textarea")?.focus(); // so that it can be undone
        this.#type(text);
        this.#draw();
        this.#focusBox(cursor);
      },
      keep: (mentions) => {
        this.#remember({ mentions });
      },
      draw: () => {
        this.#draw();
      },
    });
  }

  /** Starts listening, and tells the host that it may send. */
  start(): void {
    this.#status.className = "unseen";
    this.#status.role = "status";
    this.#main.after(this.#status);
    addEventListener("message", ({ data, origin }: MessageEvent<unknown>) => {
      if (origin === OPAQUE) return;
      const state = isMessage(data) ? fromMessage(data, this.#state) : undefined;
      if (state) this.#show(state);
    });
    addEventListener("scroll", () => {
      clearTimeout(this.#saveTimer);
      this.#saveTimer = setTimeout(this.#rememberPlace, SAVE_AFTER_MS);
    });
    const stopFollowing = (): void => {
      this.#isFollowing = false;
      this.#place = undefined;
    };
    for (const hand of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(hand, stopFollowing);
    // Typing means asking, wherever the cursor was left: the letter goes to whatever has the focus when it is inserted.
    addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
      const isLetter = /^[\p{L}\p{N}]$/u.test(key) && !ctrlKey && !metaKey && !altKey;
      if (isLetter && document.activeElement?.matches("body, main, article") === true)
        this.#focusBox(this.#memory.draft.length);
    });
    addEventListener("pagehide", this.#rememberPlace);
    copyWhole(this.#main);
    addEventListener("focusin", ({ target }) => {
      const index = sourceAt(target);
      if (index !== undefined) this.#send({ type: "focusSource", index });
    });
    setInterval(() => {
      showElapsed(this.#main, Date.now());
    }, 1000);
    this.#send({ type: "ready" });
  }

  #show(state: AnswerState): void {
    const before = this.#state;
    this.#state = state;
    if (before && canStop(before) && !canStop(state)) this.#sendsFrom = performance.now() + MEANT_MS;
    const isOther = state.name !== undefined && this.#memory.name !== undefined && state.name !== this.#memory.name;
    if (isOther) {
      this.#place = undefined;
      this.#open.clear();
      this.#remember({ place: undefined, draft: "", open: [] });
    }
    if (state.name !== undefined && state.name !== this.#memory.name) this.#remember({ name: state.name });
    if (state.unasked !== this.#memory.unasked) this.#remember({ unasked: state.unasked });
    if (isOther) this.#asked = undefined;
    const hasGrown = this.#asked !== undefined && hasQuestion(state, this.#asked, this.#isAsking);
    if (hasGrown && this.#memory.draft.trim() === this.#asked?.text) this.#type("");
    if (hasGrown) {
      this.#asked = undefined;
      if (this.#memory.draft === "") this.#mentions.clear();
    }
    this.#isAsking = false;
    const given = state.followUp?.draft;
    const { mentions } = state.followUp ?? {};
    this.#mentions.found = mentions;
    const isGiven = given && given.version !== before?.followUp?.draft.version;
    if (isGiven) this.#remember({ draft: given.text });
    // With the cursor in the box, this can be undone.
    if (isGiven && given.cursor !== undefined) this.#main.querySelector("textarea")?.focus();
    // What has ended may get an outline above it.
    const ended = before?.questions.at(-1)?.progress && !state.questions.at(-1)?.progress;
    const isRead = !isOther && !this.#place;
    const answer = isRead && ended ? lastAnswerInSight(this.#main) : undefined;
    const read = answer ?? (isRead && !this.#isFollowing ? blockInSight(this.#main) : undefined);
    const isWatched =
      ended &&
      !hasLongerAnswer(before, state) && // that is what is to be read
      isAboveBox(this.#main, this.#main.querySelector("article:last-of-type > .progress"));
    const wasAtTop = scrollY === 0; // later, reading this would force a layout
    this.#drawFrom(this.#place ? this.#positionOf(this.#place) : positionInSight(this.#articles));
    if (hasGrown) {
      this.#isFollowing = true;
      this.#place = undefined;
    }
    if (this.#isFollowing) {
      const articles = this.#articles;
      // The title above the first question would be half out of sight.
      if (articles.length > 1) articles.at(-1)?.scrollIntoView({ block: "start" });
      else if (!wasAtTop) scrollTo({ top: 0 });
      if (!state.questions.at(-1)?.progress) this.#isFollowing = false;
    }
    if (read && !hasGrown) keepInSight(read);
    // What can be done after Stop or a failure takes more room than the progress did.
    const notice = isWatched ? this.#main.querySelector("article:last-of-type > .notice") : undefined;
    // Its buttons have no height before they have drawn themselves.
    if (notice)
      requestAnimationFrame(() => {
        bringAboveBox(this.#main, notice);
      });
    this.#restorePlace();
    const known = before?.followUp?.mentions;
    const isFound = mentions?.words !== known?.words || mentions?.notice !== known?.notice;
    this.#announce(announcement(before, state) ?? (isFound ? this.#mentions.notice : undefined) ?? "");
    if (isGiven && given.cursor !== undefined) {
      this.#focusBox(given.cursor);
      if (given.text[given.cursor - 1] === "@") this.#mentions.typed(given.text, given.cursor, true);
    }
    if (before && !isOther) this.#step(state.steps - before.steps);
    const { pointed } = state;
    if (before && pointed && pointed.count !== before.pointed?.count) showCitation(this.#main, pointed.indices);
  }

  /** Goes that many questions on from the one that has the focus, else from the one at the top. */
  #step(count: number): void {
    if (count === 0) return;
    const articles = this.#articles;
    const focused = articles.findIndex((article) => article.contains(document.activeElement));
    const above = articles.findLastIndex((article) => article.getBoundingClientRect().top < (count > 0 ? 40 : 0));
    const from = focused >= 0 ? focused : count > 0 ? above : above + 1;
    this.#place = undefined;
    const to = Math.min(articles.length - 1, Math.max(0, from + count));
    this.#drawFrom(to);
    const article = articles[to];
    article?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: "start" });
  }

  get #articles(): readonly HTMLElement[] {
    return articlesIn(this.#main);
  }

  /** Draws the page; the question at `position`, which is looked at, is drawn completely. */
  #drawFrom(position: number): void {
    this.#gradually.begin(this.#state?.questions.map(({ id }) => id) ?? [], Math.max(0, position));
    this.#draw();
  }

  #draw(): void {
    if (!this.#state) return;
    this.#writeDraft();
    const hadFocus = this.#main.contains(document.activeElement);
    const wasInComposer = document.activeElement?.closest(".composer") instanceof Element;
    const draft = {
      text: this.#memory.draft,
      mentions: this.#mentions,
      onChange: (text: string) => {
        if (text === this.#memory.draft) return; // put in, not typed: it is known, and may be outdated by now
        this.#asked = undefined;
        this.#isAsking = false;
        this.#type(text);
        this.#draw();
      },
      onSend: (click?: MouseEvent) => {
        if (click && (click.detail > 1 || performance.now() < this.#sendsFrom)) return;
        const waiting = this.#state?.followUp?.waiting;
        if (waiting === undefined) this.#ask(this.#memory.draft);
        else this.#announce(waiting);
      },
      onAsk: (text: string) => {
        this.#ask(text);
      },
      onFill: (text: string) => {
        this.#type(text);
        this.#draw();
        this.#focusBox(text.length);
      },
    };
    const around = {
      labels: this.#state.labels,
      sources: new Map(),
      folded: new Map(),
      send: (intent: AnswerIntent) => {
        this.#send(intent);
      },
      announce: (words: string) => {
        this.#announce(words);
      },
      folds: {
        isOpen: (key: string) => this.#open.has(key),
        versionOf: (id: string) => this.#toggled.filter((key) => key.startsWith(`${id}.`)).length,
        toggle: (key: string) => {
          this.#toggled.push(key);
          if (!this.#open.delete(key)) this.#open.add(key);
          this.#remember({ open: [...this.#open].slice(-MOST_OPEN) });
          this.#draw();
        },
      },
    };
    render(
      page(this.#state, draft, (id) => this.#gradually.has(id), around),
      this.#main,
    );
    this.#main.querySelector('[role="option"][aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    showElapsed(this.#main, Date.now());
    const footer = this.#main.querySelector("footer");
    if (footer) this.#composerHeight.observe(footer);
    // What had the focus may be gone, such as a button after it was used.
    if (hadFocus && !this.#main.contains(document.activeElement)) {
      const next = wasInComposer ? "textarea" : "article:last-of-type";
      this.#main.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
    }
  }

  /**
   * Puts the draft into the box as if it were typed, if the cursor is there: Undo takes it out again. If the value were
   * merely set, Undo would do nothing, and Redo would put old words behind it.
   */
  #writeDraft(): void {
    const box = this.#main.querySelector("textarea");
    const { draft } = this.#memory;
    if (!box || box !== document.activeElement || box.value === draft) return;
    box.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else is undone by the browser
    document.execCommand(draft === "" ? "delete" : "insertText", false, draft);
  }

  /** Puts the cursor into the box, which must already hold its text. */
  #focusBox(cursor: number): void {
    const box = this.#main.querySelector("textarea");
    box?.focus();
    box?.setSelectionRange(cursor, cursor);
  }

  #ask(text: string): void {
    const question = text.trim();
    if (question === "" || this.#isAsking || !this.#state) return;
    this.#isAsking = true;
    this.#asked = { text: question, count: this.#state.questions.length };
    this.#send({ type: "followUp", text: question });
    this.#main.querySelector("textarea")?.focus(); // the next question is written there
  }

  /** Scrolls to what was read before the page was hidden, until everything around it is drawn or the person moves. */
  #restorePlace(isLast = false): void {
    if (!this.#place || !this.#state?.questions.length) return;
    requestAnimationFrame(() => {
      const place = this.#place;
      const article = place && this.#articles[this.#positionOf(place)];
      if (article) scrollToPlace(article, place);
      if (isLast) this.#place = undefined;
      else if (!this.#gradually.isBusy) this.#restorePlace(true); // by then, what was just drawn is laid out
    });
  }

  #positionOf({ id }: ReadingPlace): number {
    return this.#state?.questions.findIndex((question) => question.id === id) ?? -1;
  }

  #announce(words: string): void {
    if (words !== "") this.#status.textContent = words;
  }

  readonly #rememberPlace = (): void => {
    clearTimeout(this.#saveTimer);
    const articles = this.#articles;
    const position = positionInSight(articles);
    const [article, id] = [articles[position], this.#state?.questions[position]?.id];
    if (this.#place || !article || id === undefined) return;
    this.#remember({ place: placeIn(article, id) });
  };

  /** Remembers what the box holds, and tells the host, which keeps it for when the page is gone. */
  #type(draft: string): void {
    this.#remember({ draft });
    this.#send({ type: "draft", text: draft });
  }

  #remember(change: Partial<Memory>): void {
    this.#memory = { ...this.#memory, ...change };
    this.#api.setState(this.#memory);
  }

  #send(intent: AnswerIntent): void {
    this.#api.postMessage(intent);
  }
}

/** The host sends nothing else, but it is not the only one that can send to a window. */
function isMessage(message: unknown): message is AnswerMessage {
  return typeof message === "object" && message !== null && "questions" in message && "labels" in message;
}

/**
 * Whether a question that was sent is there: anything new in the next state, or something with its words in a later
 * one. A failed question that is asked again has the same words, and their number stays the same.
 */
function hasQuestion({ questions }: AnswerState, { text, count }: Asked, isNext: boolean): boolean {
  const hasItsWords = (question: AnswerState["questions"][number]): boolean => question.text.startsWith(text);
  const last = questions.at(-1);
  const added = questions.slice(count);
  return (isNext ? added.length > 0 : added.some(hasItsWords)) || (!!last?.progress && hasItsWords(last));
}

/** Whether more of the last answer came from one state to the next. */
function hasLongerAnswer(before: AnswerState | undefined, after: AnswerState): boolean {
  const lengthOf = (state: AnswerState | undefined) => state?.questions.at(-1)?.answer.length ?? 0;
  return lengthOf(after) > lengthOf(before);
}

/** What a screen reader says about the step from one state to the next: that work began, or how it ended. */
function announcement(before: AnswerState | undefined, after: AnswerState): string | undefined {
  if (after.notice && after.notice.message !== before?.notice?.message) return after.notice.message;
  for (const [position, question] of after.questions.entries()) {
    const known = before?.questions[position];
    if (question.progress && !known?.progress) return question.progress.label;
    if (known?.progress && !question.progress) return question.notice?.message ?? after.labels.answered;
  }
  return undefined;
}
