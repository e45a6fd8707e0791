/** What a manifest says of how a program is built, started and tested. */
export interface Manifest {
  readonly description?: Told;
  readonly commands: readonly Command[];
  /** Paths of what it names as where the program begins, from its own folder; they need not exist. */
  readonly entries: readonly Told[];
}

/** A text, and the zero-based line that says it. */
export interface Told {
  readonly text: string;
  readonly line: number;
}

/** What can be run, as it is typed. */
export interface Command {
  readonly kind: CommandKind;
  readonly text: string;
  /** What it does, in the words of the manifest; unset if that is known of the tool. */
  readonly runs?: string;
  readonly line: number;
}

export type CommandKind = "build" | "start" | "test" | "other";

/** What lies beside a manifest. */
export interface Beside {
  /** Whether there is a file with this path, from the folder of the manifest. */
  readonly has: (path: string) => boolean;
  /** The paths of all files below that folder, from there. */
  readonly paths: readonly string[];
}
