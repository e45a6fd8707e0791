import { hostname } from "node:os";
import { env } from "node:process";
import * as vscode from "vscode";

/**
 * What tells the machine of this window from others: the editor keeps what extensions store for all that it reaches over
 * SSH, in containers and in WSL, whose distributions share a host name. Empty on the machine that the editor runs on.
 */
export function otherMachine(): string {
  if (vscode.env.remoteName === undefined) return "";
  return [hostname(), env["WSL_DISTRO_NAME"]].filter(Boolean).join("/");
}
