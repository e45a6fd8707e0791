import { l10n } from "../../base/l10n.ts";
import { RipgrepError } from "../ripgrep/ripgrep.ts";

/** The engine could not do what was asked. */
export { RipgrepError as EngineError };

/** What is to be said of an engine that is `missing`: what happened, and what a person can do about it. */
export function withoutEngine({ message }: RipgrepError): { readonly title: string; readonly description: string } {
  return {
    title: l10n.t("ripgrep can't be started"),
    description: NO_ROOM.test(message)
      ? l10n.t(
          "This machine has no room for another program at the moment. Close some programs, and try again: {0}",
          message,
        )
      : l10n.t(
          "The local service searches with the ripgrep that comes with Plumbline. Reinstall Plumbline, or allow the program to run: {0}",
          message,
        ),
  };
}

/** What is to be said of an engine that was `idle`. */
export function idleEngine(): string {
  return l10n.t("ripgrep did nothing any more, as if it were suspended or its disk did not answer, and was ended.");
}

/** Files, processes or memory have run out, for this process or for all. */
const NO_ROOM = /\b(?:EMFILE|ENFILE|EAGAIN|ENOMEM|WouldBlock|OutOfMemory)\b/;
