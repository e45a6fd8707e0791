import { hostname } from "node:os";
import { env } from "node:process";
import * as vscode from "vscode";

/**
 * Identifies the machine of this window: what extensions store is shared by all machines that the editor reaches over
 * SSH, in containers and in WSL, whose distributions share a host name. Empty on the machine that the editor runs on.
 */
export function otherMachine(): string {
  if (vscode.env.remoteName === undefined) return "";
  return [hostname(), env["WSL_DISTRO_NAME"]].filter(Boolean).join("/");
}
