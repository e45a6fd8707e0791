import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, it } from "mocha";
import { isRunning } from "../../src/core/model/isRunning.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "./git/temporaryRepositories.ts";
import { until } from "./local/runningService.ts";

const CHILDREN = new URL("../editor/children.mjs", import.meta.url).href;
const AS_ON_WINDOWS = 'data:text/javascript,Object.defineProperty(process, "platform", { value: "win32" })';
/** On other systems, stands in for a program of Windows. */
const TASKKILL = `#!/bin/sh
end() { for each in $(pgrep -P "$1"); do end "$each"; done; kill -9 "$1"; }
[ "$1 $2 $3" = "/t /f /pid" ] && end "$4"
`;

describe("what the tests start on Windows", function () {
  this.timeout(60_000);
  let temporary: TemporaryFolder;
  let folder: string;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
    folder = temporary.write("a folder & more", {
      taskkill: TASKKILL,
      "tell.cjs": "console.log(JSON.stringify(process.argv.slice(2)))",
      "start.cjs": `const { pid } = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
require("node:fs").writeFileSync(process.argv[2] + ".new", String(pid));
require("node:fs").renameSync(process.argv[2] + ".new", process.argv[2]);
setTimeout(() => {}, 60_000);`,
    });
    chmodSync(path.join(folder, "taskkill"), 0o700);
  });
  afterEach(() => temporary.remove());

  /** The output of a script that takes this system for Windows. The script can use `run` and `endWithSignals`. */
  const evaluate = async (script: string) => {
    const start = `import { existsSync } from "node:fs"; import { endWithSignals, run } from ${JSON.stringify(CHILDREN)};\n`;
    const env = {
      ...process.env,
      ...(process.platform === "win32" ? {} : { comspec: "/bin/sh" }),
      PATH: [folder, process.env["PATH"]].join(path.delimiter),
    };
    const args = ["--import", AS_ON_WINDOWS, "--input-type=module", "--eval", start + script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return stdout;
  };

  it("is handed its words one by one, whatever is in them", async () => {
    const words = ["plain", "two words", "this & that", "(1)", "--option=a"];
    const args = JSON.stringify([path.join(folder, "tell.cjs"), ...words]);
    const told = await evaluate(`console.log((await run(process.execPath, ${args}, { quiet: true })).output);`);
    assert.equal(told.trim(), JSON.stringify(words));
  });

  it("is ended with what it has started", async () => {
    const file = path.join(folder, "pid");
    const args = JSON.stringify([path.join(folder, "start.cjs"), file]);
    await evaluate(`endWithSignals();
void run(process.execPath, ${args}, { quiet: true }).then(() => process.exit(1));
setInterval(() => existsSync(${JSON.stringify(file)}) && process.exit(0), 20);`);
    const pid = Number(readFileSync(file, "utf8"));
    assert.ok(pid > 0);
    await until(() => !isRunning(pid) || undefined);
  });
});
