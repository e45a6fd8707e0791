/**
 * When to check whether an answer is there. The best polling rate is proportional to the square root of the hazard: how
 * likely the answer is to come in the next moment, given that it hasn't come yet. The hazard is learned from how long
 * earlier answers took.
 */
export interface PollSchedule {
  /** How long to wait before the next poll, in milliseconds, once a question has run for `elapsedMs`. */
  delayAfter(elapsedMs: number): number;
}

/** How long the answers of an instance took, in milliseconds. */
export interface RunTimes {
  readonly past: readonly number[];
  /** The longest wait between two polls, in milliseconds, if a poll costs next to nothing: on this machine. */
  readonly longestWaitMs?: number;
  add(timeMs: number): void;
}

/** How many requests an answer may cost on average. */
const EXPECTED_POLLS = 24;
/** How many requests are allowed within the first three minutes, whatever was learned. */
const POLLS_IN_THREE_MINUTES = 58;
const SHORTEST_MS = 250;
const LONGEST_MS = 60_000;
/** Waits are randomly up to this fraction longer than planned. */
const JITTER = 0.1;

/** What to expect from a service that has not answered anything yet: minutes, as observed, but very uncertain. */
const PRIOR = { center: Math.log(70_000), width: 0.8 };
/** Some questions are refused at once: a quota is used up, or something is switched off. */
const REFUSED = { weight: 0.1, center: Math.log(2000), width: 0.6 };

/**
 * The grid on which the hazard is computed: this many points from `FROM_MS`, each later than the previous one by this
 * factor.
 */
const FROM_MS = 50;
const STEP = 1.01;
const POINTS = 1200; // up to more than two hours

/**
 * A schedule for a service whose earlier answers took these times, in milliseconds. `random` is between 0 and 1, for
 * the jitter.
 */
export function pollSchedule(runTimesMs: readonly number[], random: () => number = Math.random): PollSchedule {
  const learned = bumpsOf(runTimesMs);
  const bumps = [REFUSED, { ...PRIOR, weight: 1.5 / (1 + learned.length) }, ...learned];
  const total = bumps.reduce((sum, { weight }) => sum + weight, 0);
  // √h at the points of the grid, and what it is expected to add up to.
  const roots: number[] = [];
  let expected = 0;
  for (let index = 0; index < POINTS; index++) {
    const time = FROM_MS * STEP ** index;
    const { density, survival } = at(Math.log(time), bumps, total);
    const root = Math.sqrt(density / time / Math.max(survival, 1e-9));
    expected += root * survival * time * (STEP - 1);
    roots.push(root);
  }
  let factor = EXPECTED_POLLS / expected;
  while (pollsInThreeMinutes(roots, factor) > POLLS_IN_THREE_MINUTES) factor *= 0.97;

  return {
    delayAfter(elapsedMs) {
      const longest = longestMs(elapsedMs);
      let time = Math.max(elapsedMs, FROM_MS);
      let due = 0;
      for (let index = indexOf(time); due < 1 && time - elapsedMs < longest; index++) {
        const rate = factor * (roots[index] ?? 0);
        const end = FROM_MS * STEP ** (index + 1);
        const left = rate > 0 ? (1 - due) / rate : Infinity;
        const step = Math.min(end - time, left);
        due += rate * step;
        time += step;
        if (step === left) break;
      }
      const delay = Math.min(Math.max(time - elapsedMs, SHORTEST_MS), longest);
      return delay * (1 + JITTER * random());
    },
  };
}

function pollsInThreeMinutes(roots: readonly number[], factor: number): number {
  let polls = 0;
  for (let index = 0, time = FROM_MS; time < 180_000; index++, time *= STEP) {
    const rate = Math.max(factor * (roots[index] ?? 0), 1 / longestMs(time));
    polls += Math.min(rate, 1 / SHORTEST_MS) * time * (STEP - 1);
  }
  return polls;
}

/** When nothing is known any more: one poll whenever another tenth of the time has passed. */
function longestMs(elapsedMs: number): number {
  return Math.min(LONGEST_MS, Math.max(10_000, elapsedMs / 10));
}

/** A part of the density of the logarithm of the run time: a normal distribution. */
interface Bump {
  readonly weight: number;
  readonly center: number;
  readonly width: number;
}

/** One for each run time, as wide as its distance to its neighbours. */
function bumpsOf(runTimesMs: readonly number[]): readonly Bump[] {
  const centers = runTimesMs.filter((time) => time > 0).map((time) => Math.log(time));
  const neighbours = Math.ceil(Math.sqrt(centers.length));
  return centers.map((center) => {
    const distances = centers.map((other) => Math.abs(other - center)).sort((a, b) => a - b);
    return { weight: 1, center, width: Math.min(Math.max(distances[neighbours] ?? 0.5, 0.08), 0.5) };
  });
}

/** The density of the logarithm of the run time, and the fraction of runs that take longer. */
function at(log: number, bumps: readonly Bump[], total: number): { density: number; survival: number } {
  let density = 0;
  let survival = 0;
  for (const { weight, center, width } of bumps) {
    const z = (log - center) / width;
    density += ((weight / total) * Math.exp((-z * z) / 2)) / (width * Math.sqrt(2 * Math.PI));
    survival += (weight / total) * upperTail(z);
  }
  return { density, survival };
}

/** The fraction of a normal distribution above `z`, to a few parts in a million (Abramowitz and Stegun, 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return z >= 0 ? tail : 1 - tail;
}

function indexOf(time: number): number {
  return Math.max(0, Math.floor(Math.log(time / FROM_MS) / Math.log(STEP)));
}
