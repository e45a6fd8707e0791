import { setTimeout as sleep } from "node:timers/promises";

const TRIES = 6;
const PAUSE_MS = 50;

/**
 * Changes files, which Windows refuses while another program (a scanner, another window) has one of them open: there it
 * is tried again for about a second. Rejects if it can't be done.
 */
export async function retryWhileHeldOpen(
  change: () => Promise<void>,
  platform: string = process.platform,
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await change();
      return;
    } catch (error) {
      if (platform !== "win32" || tried === TRIES || !isHeldOpen(error)) throw error;
      await sleep(tried * PAUSE_MS);
    }
  }
}

function isHeldOpen(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["EPERM", "EACCES", "EBUSY"].includes(String(error.code));
}
