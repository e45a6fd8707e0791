import type { LogLevel } from "../../core/model/localProcess.ts";

/** Takes a line for the log. Never receives a token, a question, a query or a file's content. */
export type Log = (level: LogLevel, message: string) => void;
