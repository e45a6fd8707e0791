import type { AgentRules } from "../../../core/model/localProcess.ts";

/** Who asks for files. It follows from the credential or the door, never from what a request says of itself. */
export type Asker = "person" | "agent" | "model";

/** What a request may see of the files that are served. */
export interface Access {
  readonly asker: Asker;
  /** What the person's settings say about agents and models; nothing by default. */
  readonly rules?: AgentRules;
}

/** The person at this machine, who sees everything that is served. */
export const PERSON: Access = { asker: "person" };

/** A model that writes an answer; also where nobody said who asks. */
export const MODEL: Access = { asker: "model" };
