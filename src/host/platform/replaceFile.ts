import { rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const TRIES = 6;
const PAUSE_MS = 50;

/**
 * Gives a file the name of another one, which it replaces. Windows refuses that while another program (a scanner,
 * another window) has either file open: there it is tried again for about a second. Rejects if it can't be done.
 */
export async function replaceFile(
  from: string,
  to: string,
  { move = rename, platform = process.platform }: { readonly move?: typeof rename; readonly platform?: string } = {},
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await move(from, to);
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
