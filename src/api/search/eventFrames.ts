import { createParser } from "eventsource-parser";

/** An event of a stream, still in bytes. */
export interface EventFrame {
  /** `message` if it has no name of its own. */
  readonly name: string;
  /** Its data, UTF-8. Valid until the next event is requested. `undefined` if there is more of it than is accepted. */
  readonly data: Buffer | undefined;
}

/** The service writes no larger event; a larger one is lost. */
export const MAX_EVENT_BYTES = 10 * 1024 * 1024;
/** What has no event for this long is not a stream of events. */
const MAX_BYTES_WITHOUT_EVENT = 64 * 1024 * 1024;

/** What the parser is given at a time: lines that are no fields take it a microsecond each, or several. */
const PIECE_BYTES = 8 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const EVENT = Buffer.from("event: ");
const DATA = Buffer.from("\ndata: ");
const NONE: readonly EventFrame[] = [];

/**
 * Cuts the bytes of a `text/event-stream` into events: those that `eventsource-parser` finds in it, each as soon as it
 * is complete. Only an event of more than 10 MiB is lost, which ends nothing. The parser reads the stream, except for
 * what is exactly `event: NAME` LF `data: PAYLOAD` LF LF: the service is documented to write nothing else, and its
 * payload is taken as bytes, since it is kept or parsed later.
 */
export class EventFrames {
  /** The part that has come of a block, which a blank line ends. */
  readonly #begun = new Gathered();
  readonly #parsed: EventFrame[] = [];
  /** Given Latin-1, which has a byte in each unit: no character is cut in two, and none is decoded twice. */
  readonly #parser;
  /** Whether a carriage return has come: lines may end in one, and the parser reads all that follows. */
  #hasReturns = false;
  #bytesWithoutEvent = 0;

  /** With `hasErrorFields`, a line `error: DATA` is an event of that name, although the format has no such field. */
  constructor({ hasErrorFields = false } = {}) {
    const add = (name: string, data: string): void => {
      this.#parsed.push(frameOf(Buffer.from(name, "latin1"), Buffer.from(data, "latin1")));
    };
    this.#parser = createParser({
      onEvent: ({ event = "message", data }) => {
        add(event, data);
      },
      // Otherwise there is none: the parser would make an error, with a stack, of each line that is no field.
      ...(hasErrorFields && {
        onError: ({ field, value = "" }) => {
          if (field === "error") add(field, value);
        },
      }),
    });
  }

  /** Whether what came has had no event for so long that none is to be expected any more. */
  get isEndless(): boolean {
    return this.#bytesWithoutEvent > MAX_BYTES_WITHOUT_EVENT;
  }

  /**
   * The events that end in `chunk`, which may be cut from the stream anywhere, and `undefined` where others may have
   * their turn. Must be consumed before the next call.
   */
  feed(chunk: Buffer): Iterable<EventFrame | undefined> {
    this.#bytesWithoutEvent += chunk.length;
    this.#hasReturns ||= chunk.indexOf(CARRIAGE_RETURN) >= 0;
    if (this.#hasReturns || this.#endIn(chunk) >= 0) return this.#eventsIn(chunk);
    this.#begun.add(chunk); // most of the small pieces of a large event, and nothing to go through
    return NONE;
  }

  *#eventsIn(chunk: Buffer): Generator<EventFrame | undefined, void> {
    let rest = chunk;
    while (!this.#hasReturns) {
      const end = this.#endIn(rest);
      if (end < 0) break;
      const block = this.#begun.with(rest.subarray(0, end));
      rest = rest.subarray(end);
      yield* this.#eventsOf(block);
    }
    if (this.#hasReturns) yield* this.#parse(this.#begun.with(rest));
    else this.#begun.add(rest);
  }

  /** The place after the blank line that ends the block, or -1. */
  #endIn(bytes: Buffer): number {
    if (bytes[0] === LINE_FEED && this.#begun.last === LINE_FEED) return 1;
    let place = bytes.indexOf(LINE_FEED);
    while (place >= 0 && bytes[place + 1] !== LINE_FEED) place = bytes.indexOf(LINE_FEED, place + 1);
    return place < 0 ? -1 : place + 2;
  }

  #eventsOf(block: Buffer): Iterable<EventFrame | undefined> {
    const frame = plainFrame(block);
    if (!frame) return this.#parse(block);
    this.#parser.feed("\n"); // as if it had read this one: only what a stream begins with can be a byte order mark
    this.#bytesWithoutEvent = 0;
    return [frame];
  }

  *#parse(bytes: Buffer): Generator<EventFrame | undefined, void> {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      if (from > 0) yield undefined;
      this.#parser.feed(bytes.toString("latin1", from, from + PIECE_BYTES));
      if (this.#parsed.length > 0) this.#bytesWithoutEvent = 0;
      yield* this.#parsed.splice(0);
    }
  }
}

/** The event of a block without carriage returns that has the documented form. */
function plainFrame(block: Buffer): EventFrame | undefined {
  const nameEnd = block.indexOf(LINE_FEED);
  const dataStart = nameEnd + DATA.length;
  const dataEnd = block.length - 2; // before the blank line
  const isPlain =
    nameEnd > EVENT.length &&
    hasAt(block, EVENT, 0) &&
    hasAt(block, DATA, nameEnd) &&
    block.indexOf(LINE_FEED, dataStart) === dataEnd;
  return isPlain ? frameOf(block.subarray(EVENT.length, nameEnd), block.subarray(dataStart, dataEnd)) : undefined;
}

function frameOf(name: Buffer, data: Buffer): EventFrame {
  return { name: name.toString("utf8"), data: data.length > MAX_EVENT_BYTES ? undefined : data };
}

function hasAt(bytes: Buffer, word: Buffer, place: number): boolean {
  return word.equals(bytes.subarray(place, place + word.length));
}

/** Bytes from several chunks, put together with room for more. */
class Gathered {
  #length = 0;
  #room = Buffer.alloc(0);

  get last(): number | undefined {
    return this.#room[this.#length - 1];
  }

  add(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    if (length > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#room.length * 2, 4096));
      larger.set(this.#room.subarray(0, this.#length));
      this.#room = larger;
    }
    this.#room.set(bytes, this.#length);
    this.#length = length;
  }

  /** All of it and `end`, which is not copied if nothing precedes it; valid until more is added. Starts afresh. */
  with(end: Buffer): Buffer {
    if (this.#length === 0) return end;
    this.add(end);
    const all = this.#room.subarray(0, this.#length);
    this.#length = 0;
    return all;
  }
}
