import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPackagedEditorSupported } from "./places.mjs";
import type { Profile } from "./server.ts";

/** An editor that knows nothing about this machine's user, or about the user's own editor files. */
export interface TemporaryProfile extends Profile {
  /** The temporary folder that holds all of it; more may be put there. */
  readonly root: string;
  /** Keeps programs that the editor starts from this user's own data and settings. */
  readonly env: NodeJS.ProcessEnv;
  readonly remove: () => void;
}

/** The caller removes it. */
export function createTemporaryProfile(): TemporaryProfile {
  const root = mkdtempSync(join(tmpdir(), "plumbline-")); // short: there is a limit to the length of a socket's path
  const temporary = join(root, "tmp");
  mkdirSync(temporary);
  return {
    root,
    userDataDir: join(root, "user"),
    extensionsDir: join(root, "extensions"),
    env: {
      XDG_CACHE_HOME: join(root, "home/cache"),
      XDG_CONFIG_HOME: join(root, "home/config"),
      XDG_DATA_HOME: join(root, "home/data"),
      XDG_STATE_HOME: join(root, "home/state"),
      // The packaged editor leaves sockets behind; on macOS the path would be too long for sockets.
      ...(isPackagedEditorSupported ? { TMPDIR: temporary, XDG_RUNTIME_DIR: temporary } : {}),
    },
    // What is still ending may write there.
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}
