import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { EventFrames } from "../../src/api/search/eventFrames.ts";
import { MatchStore } from "../../src/api/search/matchStore.ts";
import { decodeStream } from "../../src/api/search/searchStream.ts";
import { TimeSlices } from "../../src/core/text/timeSlices.ts";
import { corpus, countRanges, streamOf, type Script } from "./corpus.ts";
import { interleave, median } from "./measure.ts";
import { moonshot, ratio, type Row, type Scale } from "./results.ts";

const KILOBYTE = 1024;

/** From bytes in memory to payloads, to parsed events, and to a store, against `JSON.parse` of the same payloads. */
export async function parsingRows({ bytes, rounds }: Scale): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const script of ["ascii", "mixed", "cjk"] as const) {
    const times = await parse(script, 32 * KILOBYTE, bytes, rounds);
    const limit = median(times.limit);
    const isCjk = script === "cjk";
    rows.push(
      ratio(`bytes → payloads, 32 kB events, ${script}`, limit / median(times.payloads), "atLeast", 10),
      ratio(`bytes → parsed events, ${script}`, limit / median(times.parsed), "atLeast", isCjk ? 0.8 : 0.85),
      ratio(`bytes → store, ${script}`, limit / median(times.store), "atLeast", 1),
      moonshot(`bytes → store, ${script}, moonshot`, limit / median(times.store), "atLeast", 2.3),
    );
    if (script !== "mixed") continue;
    const sliced = median(times.storeInOneGo) / median(times.store);
    rows.push(ratio("bytes → store in slices, against in one go", sliced, "atLeast", 0.9));
  }
  const large = await parse("mixed", 1024 * KILOBYTE, bytes, rounds);
  rows.push(
    ratio("bytes → payloads, 1 MB events", median(large.limit) / median(large.payloads), "atLeast", 3.5),
    ratio(
      "bytes → payloads, 1 MB events in 1,460-byte chunks",
      median(large.limit) / median(large.small),
      "atLeast",
      3.5,
    ),
    ratio("1 MB events in chunks of 1,460 bytes", median(large.small) / median(large.payloads), "atMost", 1.5),
    ratio("bytes → store, 1 MB events", median(large.limit) / median(large.store), "atLeast", 1),
  );
  return rows;
}

async function parse(script: Script, eventBytes: number, bytes: number, rounds: number) {
  const payloads = corpus({ bytes, eventBytes, script });
  const ranges = countRanges(payloads);
  const stream = streamOf(payloads);
  const large = [...chunks(stream, 64 * KILOBYTE)];
  const small = [...chunks(stream, 1460)];
  const frame = (chunks: readonly Buffer[], onPayload: (payload: Buffer) => void) => {
    const frames = new EventFrames();
    let count = 0;
    for (const chunk of chunks) {
      for (const frame of frames.feed(chunk)) {
        if (!frame?.data) continue;
        count += 1;
        onPayload(frame.data);
      }
    }
    assert.equal(count, payloads.length + 1); // plus `done`
  };
  const take = async (slices: TimeSlices) => {
    const store = new MatchStore();
    const events = decodeStream(large, store, { slices });
    for await (const event of events) assert.equal(event.type, "matches");
    assert.equal(store.counts.ranges, ranges);
    store.dispose();
  };
  return interleave(rounds, {
    limit: () => {
      for (const payload of payloads) JSON.parse(payload);
    },
    payloads: () => {
      frame(large, () => undefined);
    },
    small: () => {
      frame(small, () => undefined);
    },
    parsed: () => {
      frame(large, (payload) => void JSON.parse(payload.toString("utf8")));
    },
    store: () => take(new TimeSlices()),
    storeInOneGo: () => take(new TimeSlices({ sliceMs: Infinity })),
  });
}

function* chunks(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
