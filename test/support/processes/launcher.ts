/** Forks the program that it is given, prints the number of that process once it has told it, and stays. */
import { fork } from "node:child_process";

const child = fork(process.argv[2] ?? "", [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
child.on("message", (message) => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
});
setInterval(() => undefined, 60_000);
