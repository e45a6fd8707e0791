/** An event of a stream, still in bytes. */
export interface EventFrame {
  /** `message` where it has none of its own. */
  readonly name: string;
  /** Its data, UTF-8. Good until the next event is asked for. `undefined` where there is more of it than is taken. */
  readonly data: Buffer | undefined;
}

/** The service writes no larger event; one that is larger is not gathered. */
export const MAX_EVENT_BYTES = 10 * 1024 * 1024;
/** What has no blank line for this long is no stream of events. */
const MAX_BYTES_WITHOUT_EVENT = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const COLON = 0x3a;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);
const DATA = Buffer.from("data");
const EVENT = Buffer.from("event");

/**
 * Cuts the bytes of a `text/event-stream` into events, as the standard has it. It works on bytes because a payload is
 * kept or parsed as such: an event that comes in one piece is never copied, and no character is decoded twice. `id` and
 * `retry` mean nothing here: nobody reconnects to a search.
 */
export class EventFrames {
  /** Of a line whose end has not come yet. */
  readonly #line = new Gathered();
  /** Of an event whose end has not come yet. */
  readonly #data = new Gathered();
  #name = "";
  #hasData = false;
  /** Where the only line of data is, as long as that is in the chunk that is being read. */
  #inPlace: Buffer | undefined;
  #isTooLarge = false;
  #bytesWithoutEvent = 0;
  #isAtStart = true;
  /** Whether the last byte was a carriage return: a line feed that follows belongs to it. */
  #isAfterReturn = false;

  /** Whether what came has had no blank line for so long that none is to be expected any more. */
  get isEndless(): boolean {
    return this.#bytesWithoutEvent > MAX_BYTES_WITHOUT_EVENT;
  }

  /** The events that end in `chunk`, which may be cut from the stream anywhere. */
  *feed(chunk: Buffer): Generator<EventFrame, void> {
    let from = 0;
    if (this.#isAfterReturn && chunk.length > 0) {
      this.#isAfterReturn = false;
      if (chunk[0] === LINE_FEED) from = 1;
    }
    let lineFeed = -1; // the next of each from `from` on; searched again only when it was used
    let carriageReturn = -1;
    for (;;) {
      if (lineFeed < from) lineFeed = find(chunk, LINE_FEED, from);
      if (carriageReturn < from) carriageReturn = find(chunk, CARRIAGE_RETURN, from);
      const end = Math.min(lineFeed, carriageReturn);
      if (end === chunk.length) break;
      const event = this.#endLine(chunk.subarray(from, end));
      this.#bytesWithoutEvent += end - from;
      from = end + 1;
      if (end === carriageReturn) {
        if (from === chunk.length) this.#isAfterReturn = true;
        else if (lineFeed === from) from += 1;
      }
      if (event) yield event;
    }
    this.#bytesWithoutEvent += chunk.length - from;
    this.#moveData(); // which may be where the line goes
    if (from < chunk.length) this.#gather(this.#line, from === 0 ? chunk : chunk.subarray(from));
  }

  #endLine(rest: Buffer): EventFrame | undefined {
    let line = rest;
    if (this.#line.length > 0) {
      this.#gather(this.#line, rest);
      line = this.#line.take();
    }
    if (this.#isAtStart) {
      this.#isAtStart = false;
      if (startsWith(line, BYTE_ORDER_MARK)) line = line.subarray(BYTE_ORDER_MARK.length);
    }
    if (line.length === 0) return this.#endEvent();
    if (isField(line, DATA)) this.#addData(valueOf(line, DATA));
    else if (isField(line, EVENT)) this.#name = valueOf(line, EVENT).toString("utf8");
    return undefined;
  }

  #addData(value: Buffer): void {
    if (!this.#hasData) {
      this.#hasData = true;
      this.#inPlace = value;
      return;
    }
    this.#moveData();
    this.#gather(this.#data, Buffer.of(LINE_FEED));
    this.#gather(this.#data, value);
  }

  #moveData(): void {
    if (this.#inPlace) this.#gather(this.#data, this.#inPlace);
    this.#inPlace = undefined;
  }

  /** Adds bytes of an event that is not yet complete, until there are too many of them. */
  #gather(to: Gathered, bytes: Buffer): void {
    if (this.#data.length + this.#line.length + bytes.length > MAX_EVENT_BYTES) this.#isTooLarge = true;
    if (!this.#isTooLarge) to.add(bytes);
    else if (to.length === 0) to.add(bytes.subarray(0, 1)); // a line that was begun is not an empty one
  }

  #endEvent(): EventFrame | undefined {
    const data = this.#inPlace ?? this.#data.take();
    const isTooLarge = this.#isTooLarge || data.length > MAX_EVENT_BYTES;
    const event = { name: this.#name || "message", data: isTooLarge ? undefined : data };
    const isEvent = this.#hasData || isTooLarge;
    this.#name = "";
    this.#inPlace = undefined;
    this.#hasData = this.#isTooLarge = false;
    this.#bytesWithoutEvent = 0;
    return isEvent ? event : undefined;
  }
}

/** Bytes from several chunks, put together where there is room for more of them. */
class Gathered {
  length = 0;
  #room = Buffer.alloc(0);

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#room.length * 2, 4096));
      larger.set(this.#room.subarray(0, this.length));
      this.#room = larger;
    }
    this.#room.set(bytes, this.length);
    this.length = length;
  }

  /** All of it; good until more is added. Begins anew. */
  take(): Buffer {
    const taken = this.#room.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}

function find(chunk: Buffer, byte: number, from: number): number {
  const place = chunk.indexOf(byte, from);
  return place < 0 ? chunk.length : place;
}

function isField(line: Buffer, name: Buffer): boolean {
  return startsWith(line, name) && (line.length === name.length || line[name.length] === COLON);
}

function valueOf(line: Buffer, name: Buffer): Buffer {
  const from = name.length + 1;
  return line.subarray(line[from] === SPACE ? from + 1 : from);
}

function startsWith(line: Buffer, word: Buffer): boolean {
  return line.length >= word.length && line.compare(word, 0, word.length, 0, word.length) === 0;
}
