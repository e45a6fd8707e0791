import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { askOnce, lookFor } from "../../../../src/core/conversations/askOnce.ts";
import type { Conversation } from "../../../../src/core/model/conversation.ts";
import { ServiceError } from "../../../../src/core/model/errors.ts";

const HOUR_MS = 3_600_000;

function conversation(name: string, texts: readonly string[], createdAt = Date.now()): Conversation {
  const questions = texts.map((text, index) => ({
    id: String(index),
    text,
    outcome: { status: "processing", steps: [] } as const,
    listedSources: [],
    suggestedFollowUps: [],
  }));
  return { name, title: "", questions, createdAt };
}

/** A service that loses the answer to any question, whether or not it accepted it, and that can be read or not. */
class Losing {
  readonly sent: string[] = [];
  takes = true;
  canBeRead = true;
  all: Conversation[] = [];

  createConversation(question: string): Promise<Conversation> {
    this.sent.push(question);
    if (this.takes) this.all.unshift(conversation(String(this.all.length + 1), [question]));
    return this.#lose();
  }

  addQuestion(name: string, question: string): Promise<Conversation> {
    this.sent.push(question);
    this.all = this.all.map((one) =>
      one.name === name && this.takes ? conversation(name, [...one.questions.map(({ text }) => text), question]) : one,
    );
    return this.#lose();
  }

  getConversation(name: string): Promise<Conversation> {
    const found = this.all.find((one) => one.name === name);
    return found && this.canBeRead ? Promise.resolve(found) : Promise.reject(new ServiceError("unreachable", "gone"));
  }

  listConversations() {
    return this.canBeRead
      ? Promise.resolve({ conversations: this.all })
      : Promise.reject(new ServiceError("unreachable", "gone"));
  }

  #lose(): Promise<never> {
    return Promise.reject(new ServiceError("unknownOutcome", "reset"));
  }
}

const LOOKS = [1, 1];
const UNKNOWN = { code: "unknownOutcome" };

describe("askOnce", () => {
  it("asks again what the service turns out not to have, where that costs nothing, and nowhere else", async () => {
    const dying = new Losing();
    dying.takes = false;
    await assert.rejects(askOnce(dying, { question: "Why?", isFree: true }, {}, LOOKS), UNKNOWN);
    assert.equal(dying.sent.length, 3);
    const costly = new Losing();
    costly.takes = false;
    await assert.rejects(askOnce(costly, { question: "Why?" }, {}, LOOKS), UNKNOWN);
    assert.equal(costly.sent.length, 1);
    const taking = new Losing();
    assert.equal((await askOnce(taking, { question: "Why?", isFree: true }, {}, LOOKS)).name, "1");
    assert.equal(taking.sent.length, 1);
    dying.canBeRead = false;
    await assert.rejects(askOnce(dying, { question: "Who?", isFree: true }, {}, LOOKS), UNKNOWN);
    assert.equal(dying.sent.length, 4);
  });

  it("finds a question whose answer got lost, among others that were asked at the same time", async () => {
    const service = new Losing();
    service.all = [conversation("8", ["Another?"]), conversation("7", ["And another?"])];
    const found = await askOnce(service, { question: "How?" }, {}, LOOKS);
    assert.equal(found.questions[0]?.text, "How?");
    assert.deepEqual(service.sent, ["How?"]);
  });

  it("takes neither the same question of an hour ago for it, nor one that is known to be another's", async () => {
    const service = new Losing();
    service.takes = false;
    service.all = [conversation("8", ["How?"]), conversation("7", ["How?"], Date.now() - HOUR_MS)];
    const isTaken = (name: string) => name === "8";
    const inVain = { ...UNKNOWN, message: "reset", looks: "foundNothing" };
    await assert.rejects(askOnce(service, { question: "How?", isTaken }, {}, LOOKS), inVain);
    assert.deepEqual(service.sent, ["How?"]);
  });

  it("looks before it asks again, and asks again only if it is not there", async () => {
    const service = new Losing();
    service.canBeRead = false;
    const sentAt = Date.now();
    await assert.rejects(askOnce(service, { question: "How?" }, {}, LOOKS), UNKNOWN);
    await assert.rejects(askOnce(service, { question: "How?", sentAt }, {}, LOOKS), { code: "unreachable" });
    service.canBeRead = true;
    assert.equal((await askOnce(service, { question: "How?", sentAt }, {}, LOOKS)).name, "1");
    assert.deepEqual(service.sent, ["How?"]);
    service.all = [];
    await askOnce(service, { question: "How?", sentAt }, {}, LOOKS);
    assert.deepEqual(service.sent, ["How?", "How?"]);
  });

  it("says why it could not look, unless one of the looks came to its end", async () => {
    const service = new Losing();
    service.takes = false;
    service.canBeRead = false;
    const asked = () => askOnce(service, { question: "How?" }, {}, LOOKS);
    await assert.rejects(asked(), { ...UNKNOWN, message: "reset", looks: new ServiceError("unreachable", "gone") });
    const list = service.listConversations.bind(service);
    service.listConversations = () => {
      const listed = list();
      service.canBeRead = !service.canBeRead;
      return listed;
    };
    for (const canFirstBeRead of [true, false]) {
      service.canBeRead = canFirstBeRead;
      await assert.rejects(asked(), { ...UNKNOWN, looks: "foundNothing" });
    }
  });

  it("finds a follow-up in its conversation, though the same was asked there before", async () => {
    const service = new Losing();
    const before = conversation("3", ["How?", "Why?"]);
    service.all = [before];
    service.takes = false;
    await assert.rejects(askOnce(service, { question: "Why?", conversation: before }, {}, LOOKS), UNKNOWN);
    service.takes = true;
    const found = await askOnce(service, { question: "Why?", conversation: before }, {}, LOOKS);
    assert.equal(found.questions.length, 3);
    assert.deepEqual(service.sent, ["Why?", "Why?"]);
  });

  it("asks on after as many questions as were there, though nothing else of the conversation is here", async () => {
    const service = new Losing();
    service.all = [conversation("3", ["How?", "Why?"])];
    const before = { name: "3", questions: { length: 2 } };
    const found = await askOnce(service, { question: "Why?", conversation: before }, {}, LOOKS);
    assert.equal(found.questions.length, 3);
  });

  it("does not look where it is known that nothing was asked", async () => {
    const service = new Losing();
    service.createConversation = () => Promise.reject(new ServiceError("unreachable", "no route"));
    service.listConversations = () => Promise.reject(new Error("looked"));
    await assert.rejects(askOnce(service, { question: "How?" }, {}, LOOKS), { code: "unreachable" });
  });
});

describe("lookFor", () => {
  const minuteAgo = () => Date.now() - 60_000;

  it("finds a question that was sent, in the list or in its conversation, and never asks it", async () => {
    const service = new Losing();
    service.all = [conversation("8", ["Another?"]), conversation("7", ["How?", "Why?"])];
    const sentAt = minuteAgo();
    assert.equal((await lookFor(service, { question: "How?", sentAt })).name, "7");
    const on = { name: "7", questions: { length: 1 } };
    assert.equal((await lookFor(service, { question: "Why?", conversation: on, sentAt })).name, "7");
    await assert.rejects(lookFor(service, { question: "How?", conversation: on, sentAt }), UNKNOWN);
    service.canBeRead = false;
    await assert.rejects(lookFor(service, { question: "How?", sentAt }), UNKNOWN);
    assert.deepEqual(service.sent, []);
  });

  it("looks more than once while the service may still be busy with it, else once", async () => {
    const service = new Losing();
    let looked = 0;
    service.listConversations = () => {
      if (++looked === 3) service.all = [conversation("7", ["How?"])];
      return Promise.resolve({ conversations: service.all });
    };
    assert.equal((await lookFor(service, { question: "How?", sentAt: Date.now() }, {}, LOOKS)).name, "7");
    assert.equal(looked, 3);
    service.all = [];
    await assert.rejects(lookFor(service, { question: "How?", sentAt: minuteAgo() }, {}, LOOKS), UNKNOWN);
    assert.equal(looked, 4);
  });
});
