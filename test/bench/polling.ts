// How well polling for answers works, by exact integration of the schedule that ships: no clock and no request is
// involved.
import { pollSchedule } from "../../src/core/conversations/pollSchedule.ts";
import { seededRandom } from "../support/randomMatches.ts";
import { ratio, type Row, type Scale } from "./results.ts";

/** The grid on which the distributions are known: the seconds between two points, and where it ends. */
const STEP = 0.1;
const END = 900;
const ANSWERS = 20;
const THREE_MINUTES = 180;

/**
 * The ratio of the expected extra wait to that of the best schedule with equally many requests, after twenty answers.
 */
export function pollingRows({ isShort }: Scale): readonly Row[] {
  const learners = isShort ? 10 : 200;
  const rows: Row[] = [];
  let most = countWithin(pollTimes(() => (elapsed) => pollSchedule([], () => 0).delayAfter(elapsed)));
  for (const { name, target, share, draw } of DISTRIBUTIONS) {
    const times = new RunTimes(share);
    const best = bestSchedules(times);
    const ratioOf = (polls: readonly number[]) => {
      const cost = costOf(polls, times);
      return { ...cost, ratio: cost.extra / best(cost.requests) };
    };
    const learned = Array.from({ length: learners }, (_, seed) => {
      const random = seededRandom(seed + 1);
      const past = Array.from({ length: ANSWERS }, () => draw(random) * 1000);
      const schedule = pollSchedule(past, random);
      const polls = pollTimes(() => (elapsed) => schedule.delayAfter(elapsed));
      most = Math.max(most, countWithin(polls));
      return ratioOf(polls);
    });
    const mean = (key: "ratio" | "requests" | "extra") =>
      learned.reduce((sum, one) => sum + one[key], 0) / learned.length;
    print(name, "learned from 20 answers", { requests: mean("requests"), extra: mean("extra"), ratio: mean("ratio") });
    for (const [words, next] of OTHERS) print(name, words, ratioOf(pollTimes(next)));
    const first = pollSchedule([], () => 0.5);
    print(name, "nothing learned", ratioOf(pollTimes(() => (elapsed) => first.delayAfter(elapsed))));
    rows.push(ratio(`extra wait for an answer, ${name}, of the optimum`, mean("ratio"), "atMost", target));
  }
  rows.push({ ...ratio("requests for a run of three minutes", most, "atMost", 60), unit: "requests" });
  return rows;
}

/** How long answers take, in seconds: the share that takes at most a given time, and a random one. */
interface Distribution {
  readonly name: string;
  readonly target: number;
  readonly share: (seconds: number) => number;
  readonly draw: (random: () => number) => number;
}

const DISTRIBUTIONS: readonly Distribution[] = [
  {
    name: "uniform 20–180 s",
    target: 1.25,
    share: (seconds) => Math.min(Math.max((seconds - 20) / 160, 0), 1),
    draw: (random) => 20 + 160 * random(),
  },
  { name: "lognormal around 50 s", target: 1.25, ...lognormal(50, 0.6) },
  { name: "bimodal 30 and 120 s", target: 1.5, ...half(lognormal(30, 0.15), lognormal(120, 0.15)) },
];

type Shape = Pick<Distribution, "share" | "draw">;

function lognormal(median: number, width: number): Shape {
  return {
    share: (seconds) => (seconds <= 0 ? 0 : normalShare(Math.log(seconds / median) / width)),
    draw: (random) =>
      median * Math.exp(width * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())),
  };
}

function half(one: Shape, other: Shape): Shape {
  return {
    share: (seconds) => (one.share(seconds) + other.share(seconds)) / 2,
    draw: (random) => (random() < 0.5 ? one : other).draw(random),
  };
}

/** What others do: each gives the next delay in milliseconds. */
const OTHERS: readonly (readonly [string, () => (elapsedMs: number) => number])[] = [
  ["every second", () => () => 1000],
  ["every 3 s", () => () => 3000],
  [
    "×1.5 up to 10 s",
    () => {
      let delay = 1000 / 1.5;
      return () => (delay = Math.min(delay * 1.5, 10_000));
    },
  ],
];

function print(name: string, words: string, cost: { requests: number; extra: number; ratio: number }): void {
  const { requests, extra, ratio } = cost;
  console.log(
    `${name.padEnd(24)} ${words.padEnd(24)} ${requests.toFixed(1).padStart(6)} requests ${extra.toFixed(2).padStart(6)} s extra ${ratio.toFixed(2).padStart(6)} ×`,
  );
}

/** A distribution on the grid: the share of answers that are there, and its integral, linear between the points. */
class RunTimes {
  readonly there: Float64Array;
  readonly integral: Float64Array;

  constructor(share: (seconds: number) => number) {
    const size = Math.round(END / STEP) + 1;
    this.there = new Float64Array(size);
    this.integral = new Float64Array(size);
    for (let index = 0; index < size; index++) {
      const there = share(index * STEP);
      this.there[index] = there;
      if (index > 0)
        this.integral[index] = (this.integral[index - 1] ?? 0) + (((this.there[index - 1] ?? 0) + there) / 2) * STEP;
    }
  }

  at(values: Float64Array, seconds: number): number {
    const index = Math.min(Math.floor(seconds / STEP), values.length - 2);
    const part = seconds / STEP - index;
    return (values[index] ?? 0) * (1 - part) + (values[index + 1] ?? 0) * part;
  }
}

/** All polls up to the end, in seconds. */
function pollTimes(start: () => (elapsedMs: number) => number): readonly number[] {
  const next = start();
  const polls: number[] = [];
  for (let elapsed = next(0); elapsed < END * 1000; elapsed += next(elapsed)) polls.push(elapsed / 1000);
  return [...polls, END];
}

function countWithin(polls: readonly number[]): number {
  return polls.filter((seconds) => seconds <= THREE_MINUTES).length + 1; // and the one that finds the answer
}

/** What a schedule costs on average: requests until the answer is seen, and seconds from the answer until then. */
function costOf(polls: readonly number[], times: RunTimes): { requests: number; extra: number } {
  let requests = 0;
  let extra = 0;
  let last = 0;
  for (const poll of polls) {
    const there = times.at(times.there, last);
    requests += 1 - there;
    extra += times.at(times.integral, poll) - times.at(times.integral, last) - there * (poll - last);
    last = poll;
  }
  return { requests, extra };
}

/**
 * The least extra wait for a number of requests: the best schedules for many prices of a request, found backwards in
 * time.
 */
function bestSchedules(times: RunTimes): (requests: number) => number {
  const { there, integral } = times;
  const size = there.length;
  const points = Array.from({ length: 20 }, (_, index) => 0.0001 * 1.9 ** index).map((price) => {
    const cost = new Float64Array(size);
    const next = new Int32Array(size);
    for (let from = size - 2; from >= 0; from--) {
      let least = Infinity;
      for (let to = from + 1; to < Math.min(size, from + 600); to++) {
        const extra = (integral[to] ?? 0) - (integral[from] ?? 0) - (there[from] ?? 0) * (to - from) * STEP;
        const whole = extra + price * (1 - (there[from] ?? 0)) + (cost[to] ?? 0);
        if (whole < least) {
          least = whole;
          next[from] = to;
        }
      }
      cost[from] = least;
    }
    const polls: number[] = [];
    for (let at = next[0] ?? 0; at > 0; at = next[at] ?? 0) polls.push(at * STEP);
    return costOf(polls, times);
  });
  return (requests) => {
    const after = points.findIndex((point) => point.requests <= requests);
    const [a, b] = [points[after - 1], points[after]];
    if (!a || !b) throw new Error(`No optimum is known for ${requests} requests.`);
    const part = Math.log(requests / a.requests) / Math.log(b.requests / a.requests);
    return a.extra * (b.extra / a.extra) ** part;
  };
}

function normalShare(z: number): number {
  // Simpson's rule over the density: slow, simple, and independent of the schedule's own approximation.
  const from = -9;
  if (z <= from) return 0;
  const steps = 200;
  const width = (z - from) / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step++) {
    const x = from + step * width;
    sum += Math.exp((-x * x) / 2) * (step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2);
  }
  return (sum * width) / 3 / Math.sqrt(2 * Math.PI);
}
