import assert from "node:assert/strict";
import { TreeRows, type TreeRow } from "../../../../src/host/platform/treeRows.ts";

interface Node {
  readonly id: string;
  readonly count?: number;
  readonly children?: readonly Node[];
}

describe("the rows of a tree", () => {
  const leaf = (id: string, count = 1): Node => ({ id, count });
  const group = (id: string, ...children: Node[]): Node => ({ id, children });
  const ids = (rows: readonly TreeRow<Node>[] | undefined) => rows?.map(({ node }) => node.id);

  it("are all drawn at first, and none where nothing differs", () => {
    const rows = new TreeRows<Node>();
    assert.equal(rows.update([group("a", leaf("a1"))]), undefined);
    assert.deepEqual(rows.update([group("a", leaf("a1"))]), []);
  });

  it("are drawn anew one by one where they are the same ones", () => {
    const rows = new TreeRows<Node>();
    rows.update([leaf("note"), group("a", leaf("a1"), leaf("a2")), group("b", leaf("b1"))]);
    const changed = rows.update([leaf("note", 2), group("a", leaf("a1"), leaf("a2", 2)), group("b", leaf("b1"))]);
    assert.deepEqual(ids(changed), ["note", "a2"]);
  });

  it("are drawn anew with their group where it has others, or says something else", () => {
    const rows = new TreeRows<Node>();
    rows.update([group("a", leaf("a1")), group("b", leaf("b1")), group("c", leaf("c1"))]);
    const changed = rows.update([
      group("a", leaf("a0"), leaf("a1", 2)),
      group("b", leaf("b1", 2)),
      { ...group("c", leaf("c1", 2)), count: 1 },
    ]);
    assert.deepEqual(ids(changed), ["a", "b1", "c"]);
    assert.deepEqual(ids(rows.top[0]?.children), ["a0", "a1"]);
  });

  it("stay the same to the editor, wherever they go", () => {
    const rows = new TreeRows<Node>();
    rows.update([group("a", leaf("a1")), leaf("note")]);
    const [a, note] = rows.top;
    const a1 = a?.children[0];
    assert.equal(rows.update([leaf("note", 2), group("b"), group("a", leaf("a1", 2))]), undefined);
    assert.equal(rows.top[0], note);
    assert.equal(rows.top[2], a);
    assert.equal(a?.children[0], a1);
    assert.equal(a1?.node.count, 2);
  });
});
