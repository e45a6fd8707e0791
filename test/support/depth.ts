import { env } from "node:process";

/** Whether tests take their time, as in `npm run test:all`: every theme, every repetition. */
export const isThorough = env["PLUMBLINE_TEST_DEPTH"] === "all";
