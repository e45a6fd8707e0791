import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { findLinksOut } from "../../../../../src/local/search/files/linksOut.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../../git/temporaryRepositories.ts";
import { runService, textOf } from "../../runningService.ts";

describe("links that lead out of served folders", () => {
  let temporary: TemporaryFolder;
  let ferry: string;
  let shared: string;
  before(() => {
    temporary = makeTemporaryFolder();
    const root = temporary.write("links", {
      "ferry/src/boat.js": "anchor\nanchor\nanchor\n",
      "shared/rope.js": "anchor",
      "other/knot.js": "anchor",
    });
    [ferry, shared] = [path.join(root, "ferry"), path.join(root, "shared")];
    symlinkSync(shared, path.join(ferry, "shared"));
    symlinkSync(path.join(shared, "rope.js"), path.join(ferry, "src/rope.js"));
    symlinkSync(path.join(ferry, "src"), path.join(ferry, "within"));
    symlinkSync(path.join(root, "nowhere"), path.join(ferry, "broken"));
    symlinkSync(ferry, path.join(ferry, "src/loop"));
  });
  after(() => temporary.remove());

  it("are found, files and folders, and no others", async () => {
    assert.deepEqual(await findLinksOut([ferry]), [
      { link: path.join(ferry, "shared"), target: shared },
      { link: path.join(ferry, "src/rope.js"), target: path.join(shared, "rope.js") },
    ]);
    assert.deepEqual(await findLinksOut([ferry, shared]), []);
    assert.deepEqual(await findLinksOut([ferry], -1), []);
    assert.deepEqual(await findLinksOut([path.join(ferry, "gone")]), []);
  });

  it("are named if a search finds little", async () => {
    const service = await runService(temporary.root, [ferry], { gitFolders: [] });
    const skippedFor = async (query: string) =>
      (await service.search(query)).flatMap(({ event, data }) =>
        event === "progress" ? [...(data["skipped"] as unknown as readonly { reason: string; message: string }[])] : [],
      );
    const links = (await skippedFor("anchor file:^shared/")).filter(({ reason }) => reason === "links");
    assert.match(textOf(links.at(-1)?.message), /open its folder as well:\n\n\* `shared` → `.*links.shared`/);
    assert.deepEqual(
      (await skippedFor("anchor")).filter(({ reason }) => reason === "links"),
      [],
    );
    await service.close();
  });
});
