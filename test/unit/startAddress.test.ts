import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { folderAddress } from "../editor/address.ts";

describe("the address that npm start prints", () => {
  it("leads to the folder whatever it is called, and can be copied as one word", () => {
    for (const folder of ["/work/odd #1 100% ü", "/a+b&c=d?e", "/%2F/%41", "/plain/folder", '/"quoted"/<x>']) {
      const address = folderAddress(41739, folder);
      assert.equal(new URL(address).searchParams.get("folder"), folder, address);
      assert.match(address, /^http:\/\/127\.0\.0\.1:41739\/\?folder=[\w/%.~!*'()-]+$/, address);
    }
  });
});
