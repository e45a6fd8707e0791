import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, it } from "mocha";
import { withRefreshLock } from "../../../../src/host/accounts/refreshLock.ts";
import { assertMode, itWithSuspension } from "../../../support/systems.ts";

const PROCESSES = fileURLToPath(new URL("../../../support/processes", import.meta.url));

describe("the lock under which a sign-in is renewed", function () {
  this.timeout(60_000);
  let folder: string;
  let lock: string;
  let children: ChildProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-"));
    lock = join(folder, "locks", "account.lock");
    children = [];
  });

  afterEach(() => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });

  const run = (program: string, ...args: readonly string[]) => {
    const child = spawn(process.execPath, [join(PROCESSES, program), lock, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    return child;
  };
  const names = () => (existsSync(join(folder, "locks")) ? readdirSync(join(folder, "locks")) : []);
  /** A process that holds the lock. */
  const owner = async () => {
    const child = run("lockOwner.ts");
    await once(child.stdout, "data");
    return child;
  };
  const take = (giveUpMs?: number) => withRefreshLock(lock, () => Promise.resolve(names().length), giveUpMs);

  it("is had by one at a time, of many processes, and leaves nothing", async () => {
    const place = join(folder, "at work");
    const users = Array.from({ length: 4 }, () => run("lockUser.ts", place, "15"));
    const ends = await Promise.all(users.map((user) => once(user, "exit")));
    assert.deepEqual(ends, Array(4).fill([0, null]));
    assert.deepEqual(names(), []);
  });

  it("is given up in time where the clock is set back meanwhile", async () => {
    await owner();
    const now = Date.now();
    let asked = 0;
    const clock = mock.method(Date, "now", () => (asked++ === 0 ? now : now - 3_600_000));
    try {
      const waiting = withRefreshLock(lock, () => Promise.resolve(), 300);
      await assert.rejects(Promise.race([waiting, sleep(5_000, "it waits")]), { code: "signingIn" });
    } finally {
      clock.mock.restore();
    }
  });

  it("is in a folder that nobody else can change, whatever the editor was started with", async () => {
    const umask = process.umask(0);
    try {
      await take();
      assertMode(join(folder, "locks"), 0o700);
    } finally {
      process.umask(umask);
    }
  });

  itWithSuspension(
    "is never taken from a process that is suspended, however long, and is when that has ended",
    async () => {
      const suspended = await owner();
      suspended.kill("SIGSTOP");
      const [file = ""] = names();
      utimesSync(join(folder, "locks", file), new Date(0), new Date(0)); // as if held for many years
      await assert.rejects(take(300), { code: "signingIn" });
      assert.deepEqual(names(), [file]);
      suspended.kill("SIGKILL");
      await once(suspended, "exit");
      assert.equal(await take(), 1);
      assert.deepEqual(names(), []);
    },
  );

  it("is taken where another process has the number of its owner by now", async function () {
    if (process.platform !== "linux") return; // elsewhere the system doesn't report when a process was started
    const living = await owner();
    const [file = ""] = names();
    const parts = file.split(".");
    assert.match(parts[5] ?? "", /^\d+$/, file);
    parts[5] = String(Number(parts[5]) - 1);
    renameSync(join(folder, "locks", file), join(folder, "locks", parts.join(".")));
    assert.equal(await take(300), 1);
    living.kill("SIGKILL");
  });

  it("is taken where the machine was started again since, and from another machine after minutes only", async () => {
    const living = await owner();
    const [file = ""] = names();
    living.kill("SIGKILL");
    await once(living, "exit");
    rmSync(join(folder, "locks", file));
    mkdirSync(join(folder, "locks"), { recursive: true });
    const own = String(process.pid);
    const [name = "", ending = "", , machine = "", boot = "", started = "", id = ""] = file.split(".");
    const put = (...parts: readonly string[]) => {
      const there = join(folder, "locks", [name, ending, own, ...parts, id].join("."));
      writeFileSync(there, "");
      return there;
    };
    put(machine, `${boot}0`, started);
    assert.equal(await take(300), 1);
    const elsewhere = put("another machine", boot, started);
    await assert.rejects(take(300), { code: "signingIn" });
    utimesSync(elsewhere, new Date(0), new Date(0));
    assert.equal(await take(300), 1);
  });
});
