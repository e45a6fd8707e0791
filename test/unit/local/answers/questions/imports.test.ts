import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { importedName, importsFile } from "../../../../../src/local/answers/questions/imports.ts";

const IMPORTS: readonly (readonly [line: string, importer: string, imported: string])[] = [
  ['import { tieUp } from "./rope";', "src/quay/arrival.ts", "src/quay/rope.ts"],
  ['} from "../quay/rope.js";', "src/pay/bill.ts", "src/quay/rope.ts"],
  ['const { a } = require("../lib");', "test/a.js", "lib/index.js"],
  ['jest.mock("./rope");', "src/quay/a.test.ts", "src/quay/rope.ts"],
  ['export * from "./quay";', "src/index.ts", "src/quay/index.ts"],
  ['import { a } from "@/quay/rope";', "src/app.ts", "src/quay/rope.ts"],
  ["from tide.table import Table", "tests/test_table.py", "tide/table.py"],
  ["from .table import Table", "tide/__init__.py", "tide/table.py"],
  ["from . import table, water", "tide/a.py", "tide/table.py"],
  ["from ..util import table", "tide/deep/a.py", "tide/util/table.py"],
  ["import tide.table as t", "a.py", "src/tide/table.py"],
  ["import tide", "a.py", "tide/__init__.py"],
  ["import com.acme.shop.Cart;", "src/main/java/com/acme/A.java", "src/main/java/com/acme/shop/Cart.java"],
  ["import static com.acme.shop.Cart.of;", "A.java", "src/com/acme/shop/Cart.java"],
  ['\t"example.com/harbour/pay"', "cmd/main.go", "pay/settle.go"],
  ['#include "quay/rope.h"', "src/a.c", "src/quay/rope.h"],
  ['#include "rope.h"', "src/quay/rope.c", "src/quay/rope.h"],
  ["mod rope;", "src/lib.rs", "src/rope.rs"],
  ["use crate::quay::rope::tie;", "src/main.rs", "src/quay/rope.rs"],
  ["use App\\Shop\\Pay\\Cart;", "src/A.php", "src/Pay/Cart.php"],
  ["require_relative 'quay/rope'", "lib/a.rb", "lib/quay/rope.rb"],
  ['@import "./colours";', "css/a.scss", "css/colours.scss"],
  ['<script src="./app.js"></script>', "web/index.html", "web/app.js"],
];
const OTHERS: readonly (readonly [line: string, importer: string, imported: string])[] = [
  ['import { tieUp } from "./rope";', "src/pay/bill.ts", "src/quay/rope.ts"],
  ['import react from "react";', "src/a.ts", "src/react.ts"],
  ['const text = "quay/rope";', "src/a.ts", "src/quay/rope.ts"],
  ["import os.path", "a.py", "src/path.py"],
  ["from .table import Table", "other/a.py", "tide/table.py"],
  ["// the rope that ties", "src/a.ts", "src/rope.ts"],
  ['\t"example.com/harbour/pay"', "pay/other.go", "pay/settle.go"],
  ["import java.util.List;", "A.java", "src/com/acme/List.java"],
];

describe("a line that imports", () => {
  for (const [line, importer, imported] of IMPORTS)
    it(`means a file: ${line} in ${importer}`, () => {
      assert.ok(importsFile(line, importer, imported));
      if (!importer.endsWith(".go")) assert.ok(line.includes(importedName(imported)));
    });
  for (const [line, importer, imported] of OTHERS)
    it(`does not mean ${imported}: ${line} in ${importer}`, () => {
      assert.ok(!importsFile(line, importer, imported));
    });

  it("is read in a moment, whatever it is", () => {
    const before = process.cpuUsage();
    for (const text of ['"', "from ", "import a.", "use \\", "from . import a, ", "<"])
      importsFile(text.repeat(100_000), "a.py", "b/c.py");
    assert.ok(process.cpuUsage(before).user < 1_000_000);
  });
});
