/** Forks the given program, prints that process's id once it has sent it, and stays. */
import { fork } from "node:child_process";

const child = fork(process.argv[2] ?? "", [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
child.on("message", (message) => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
});
setInterval(() => undefined, 60_000);
