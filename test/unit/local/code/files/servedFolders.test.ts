import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { PERSON } from "../../../../../src/local/code/files/access.ts";
import { ServedFolders } from "../../../../../src/local/code/files/servedFolders.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { until } from "../../runningService.ts";

describe("the folders that are served", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(async () => {
    await temporary.remove();
  });

  it("are looked at again after a while, also where the clock was set back meanwhile", async () => {
    const folder = temporary.write("served", {});
    const served = new ServedFolders([folder], {});
    assert.equal((await served.codeBase(PERSON)).repositories.length, 1);
    temporary.commit("served/later", {});
    const [clock, sinceStart] = [Date.now, performance.now.bind(performance)];
    try {
      Date.now = () => clock() - 3_600_000;
      performance.now = () => sinceStart() + 20_000;
      const found = await until(async () => {
        const { repositories } = await served.codeBase(PERSON);
        return repositories.length > 1 ? repositories : undefined;
      });
      assert.equal(found[1]?.root, path.join(folder, "later"));
    } finally {
      Date.now = clock;
      performance.now = sinceStart;
    }
  });
});
