import assert from "node:assert/strict";
import process from "node:process";
import { describe, it } from "mocha";
import { FURTHER_HEADS, HEADS } from "../../../../src/core/text/definitionHeads.ts";
import { outlineOf } from "../../../../src/core/text/outline.ts";
import { symbolsByLooks } from "../../../../src/core/text/symbolsByLooks.ts";

describe("definitions by their looks", () => {
  /** Of each language some code, and what it defines: kind, name, first and last line with comments, zero-based. */
  const CODE: readonly (readonly [language: string, code: string, ...defined: string[]])[] = [
    [
      "Ruby",
      `module Shop
  # How many.
  LIMIT = 3
  class Door < Base
    attr_reader :width, :height

    #Opens it.
    def self.open(key)
      go
    rescue Stuck
      no
    end

    private def locked? = true
  end
end`,
      ..."module Shop 0-15|constant LIMIT 1-2|class Door 3-14|property width 4-4|method open 6-11|method locked 13-13".split(
        "|",
      ),
    ],
    [
      "Elixir",
      `defmodule Shop.Door do
  @moduledoc """
  Says def no do.
  """

  @type width :: integer

  @doc """
  Opens it.
  """
  @spec open(key) :: :ok
  def open(%{width: w} = key, opts \\\\ []) when w > 1 do
    go()
  end

  defp close(_), do: :ok
  defmacro locked?(x) do
    x
  end
end`,
      ..."module Shop.Door 0-19|class width 5-5|function open 7-13|function close 15-15|function locked 16-18".split(
        "|",
      ),
    ],
    [
      "Haskell",
      `{-# LANGUAGE GADTs #-}
{- | A module,
foo :: not here
-}
module Shop (open) where

-- | A door.
data Door = Door { width :: Int }

class (Eq a) => Shut a where
  shut :: a -> a

instance Shut Door where
  shut = id

{- | Opens it. -}
open :: Door
     -> Int
{-# INLINE open #-}
open (Door w) = go w
  where go = (+ 1)
open _ = 0

close x | x = x`,
      ..."class Door 6-7|class Shut 9-10|function open 15-21|function close 23-23".split("|"),
    ],
    [
      "OCaml",
      `(** A door,
    let no = 1 *)
type door = { width : int }

(** Opens it. *)
let rec open_door ?(key = 1) d =
  let local x = x in
  local d

module Shop = struct
  let limit = 3
end`,
      ..."class door 0-2|function open_door 4-7|function local 6-6|module Shop 9-11|variable limit 10-10".split("|"),
    ],
    [
      "Lua",
      `local http = require "http"
local LIMIT = 3
-- Opens it.
function Door:open(key)
  local width = 1
  if key then
    go()
  end
end
local function close() end
M.lock = function(x)
  go()
end`,
      ..."constant LIMIT 1-1|function Door:open 2-8|function close 9-9|function M.lock 10-12".split("|"),
    ],
    [
      "Perl",
      "package Shop::Door;\nhas 'width' => (is => 'ro');\n# Opens it.\nsub open {\n  my $x = 1;\n}\nour $LIMIT = 3;",
      ..."namespace Shop::Door 0-0|property width 1-1|function open 2-5|variable LIMIT 6-6".split("|"),
    ],
    [
      "R",
      "#' Opens it.\nopen.door <- function(x,\n                      y = 1) {\n  z <- x\n}\nlimit <- 3",
      ..."function open.door 0-4|variable limit 5-5".split("|"),
    ],
    [
      "Julia",
      "struct Door\n  width\nend\n# Opens it.\nfunction Base.open(d::Door)\n  go(d)\nend\narea(d) = d.width^2",
      ..."struct Door 0-2|function open 3-6|function area 7-7".split("|"),
    ],
    [
      "Emacs Lisp",
      `;;; Doors

(defcustom door-width 3
  "Its width.")
;; Opens it.
(cl-defun door-open (&key key)
  "Open with KEY."
  (let ((x 1))
    (go x)))
(cl-defstruct (door (:copier nil))
  width)`,
      ..."variable door-width 2-3|function door-open 4-8|class door 9-10".split("|"),
    ],
    [
      "Clojure",
      "(ns shop.door)\n(def ^:private limit 3)\n; Opens it.\n(defn- open! [door]\n  (go door))\n(defprotocol Shut\n  (shut [x]))",
      ..."module shop.door 0-0|variable limit 1-1|function open! 2-4|interface Shut 5-6".split("|"),
    ],
    [
      "Erlang",
      "-module(door).\n-record(door, {width}).\n%% Opens it.\n-spec open(door()) -> ok.\nopen(#door{width = W}) ->\n    go(W);\nopen(_) ->\n    error.",
      ..."module door 0-0|struct door 1-1|function open 2-7".split("|"),
    ],
    [
      "Scala",
      `package shop
/** A door. */
private[shop] case class Door(width: Int) extends Base {
  private val limit = 3
  override def open[T <: Key](key: T): Unit = {
    val local = 1
  }
  implicit def toInt: Int = width
}
object Door {
  val Limit = 3
}`,
      ..."class Door 1-8|method open 4-6|method toInt 7-7|class Door 9-11|variable Limit 10-10".split("|"),
    ],
    [
      "Kotlin",
      `package shop
@Serializable
data class Door(val width: Int) : Base() {
  companion object {
    const val LIMIT = 3
  }
  /** Opens it. */
  override suspend fun <T : Key> open(key: T): Unit {
    val local = 1
  }
}
enum class Side { LEFT }
internal inline fun String?.toDoor() = Door(1)
object Shop`,
      ..."class Door 1-10|method open 6-9|enum Side 11-11|function toDoor 12-12|class Shop 13-13".split("|"),
    ],
    [
      "Swift",
      `/// A door.
public final class Door: Base {
  private(set) var width = 1
  @objc public init?(key: Key) {
    go()
  }
  class func open<T>(_ key: T) throws -> Int {
    let local = 1
  }
}
extension Door { }
fileprivate enum Side { }
actor Shop { }`,
      ..."class Door 0-9|method init 3-5|method open 6-8|enum Side 11-11|class Shop 12-12".split("|"),
    ],
    [
      "C#",
      `namespace Shop.Doors
{
    /// <summary>A door.</summary>
    [Serializable]
    public sealed partial class Door<T> : Base
    {
        private const int Limit = 3;
        public string Name { get; set; }

        public Door(int width)
        {
            new Door(1);
        }

        [Obsolete("no")]
        protected internal static async Task<Dictionary<string, int>> OpenAsync<K>(
            K key,
            int times = 1)
            where K : Key
        {
            await Go(key);
        }

        public int Area => 3;
    }

    public enum Side { Left }
}`,
      ..."namespace Shop.Doors 0-27|class Door 2-24|constant Limit 6-6|method Name 7-7|method Door 9-12|method OpenAsync 14-21|method Area 23-23|enum Side 26-26".split(
        "|",
      ),
    ],
    [
      "Java",
      `@Tag("a")
public class Door {
    public static final int LIMIT = 3;

    /** Opens it. */
    @Override
    protected <T extends Key> Map<String, T> open(
            T key,
            int times) throws Stuck {
        if (key == null) {
            open(
                key
            );
        }
    }

    public abstract void close();
}
public @interface Tag { }`,
      ..."class Door 0-17|constant LIMIT 2-2|method open 4-14|method close 16-16|interface Tag 18-18".split("|"),
    ],
    [
      "Groovy",
      "class Door {\n  @Test\n  private static Map<String, Integer> open(key) {\n    go(key)\n  }\n  void close(key) {\n    go(key) {\n    }\n  }\n  def lock(key) {\n    return open(key)\n  }\n}",
      ..."class Door 0-12|method open 1-4|method close 5-8|method lock 9-11".split("|"),
    ],
    [
      "TypeScript",
      "class Door {\n  private async open(\n    key: Key,\n  ): Promise<void> {\n    await go(\n      key,\n    );\n  }\n  close<T>(\n    x: T,\n  ) {\n    if (\n      x\n    ) {\n    }\n  }\n}",
      ..."class Door 0-16|method open 1-7|method close 8-15".split("|"),
    ],
    [
      "C++",
      "/** A side. */\nenum class Side { left };\ntemplate <typename T>\nT open(T key)\n{\n  go();\n}\ntypedef struct door {\n  int width;\n} door_t;",
      ..."enum Side 0-1|function open 2-6|struct door 7-9".split("|"),
    ],
    [
      "Rust",
      'pub(crate) const LIMIT: usize = 3;\npub unsafe extern "C" fn open(key: u8) {\n    go();\n}',
      ..."constant LIMIT 0-0|function open 1-3".split("|"),
    ],
    ["Python", "LIMIT: int = 3\nlimit = 3\ndef open(): pass", ..."constant LIMIT 0-0|function open 2-2".split("|")],
    ["Go", "var limit int\nconst Limit Size = 3", ..."variable limit 0-0|constant Limit 1-1".split("|")],
    ["PHP", "<?php\nclass Door {\n  public const LIMIT = 3;\n}", ..."class Door 1-3|constant LIMIT 2-2".split("|")],
    [
      "Shell",
      '#!/bin/sh\n\nLIMIT=3\n# Opens it.\nopen-door ()\n{\n  local x=1\n}\nfunction close { go "$@"; }',
      ..."constant LIMIT 2-2|function open-door 3-7|function close 8-8".split("|"),
    ],
    ["PowerShell", "function Open-Door {\n  Go\n}", "function Open-Door 0-2"],
    [
      "SQL",
      "-- Doors.\nCREATE TABLE IF NOT EXISTS doors (\n  width int\n);\ncreate or replace function open() returns int as $$\n$$;",
      ..."class doors 0-3|function open 4-4".split("|"),
    ],
    [
      "Protocol Buffer",
      "// A door.\nmessage Door {\n  int32 width = 1;\n}\nservice Doors {\n  rpc Open(Door) returns (Door);\n}",
      ..."class Door 0-3|interface Doors 4-6|function Open 5-5".split("|"),
    ],
    [
      "GraphQL",
      "type Door {\n  width: Int\n}\nextend type Query { door: Door }\nenum Side { LEFT }",
      ..."class Door 0-2|Query 3-3|enum Side 4-4".split("|"),
    ],
    ["HCL", 'variable "width" {\n  default = 1\n}\nresource "a_door" "front" {\n}', "width 0-2", "front 3-4"],
    ["Solidity", "contract Door {\n  function open() public {\n  }\n}", "class Door 0-3", "method open 1-2"],
    ["Dart", "mixin Shut on Door {\n  void shut() {\n  }\n}", "class Shut 0-3", "shut 1-2"],
    ["Makefile", "LIMIT := 3\nall: door\n\tgo\ndoor:\n\tgo", "all 1-2", "door 3-4"],
    ["CMake", "function(add_door name)\n  go()\nendfunction()", "add_door 0-1"],
    ["Objective-C", "- (void)openWith:(Key *)key {\n  go();\n}\n+ (int)limit\n{\n}", "openWith 0-2", "limit 3-5"],
  ];
  for (const [language, code, ...expected] of CODE) {
    it(`are known in ${language}`, () => {
      const lines = code.split("\n");
      const kinds = new Map(symbolsByLooks(code, language).map(({ line, kind }) => [line, kind]));
      const found = outlineOf(lines, language).map(
        ({ name, line, startLine, endLine }) => [kinds.get(line), `${name} ${startLine}-${endLine}`] as const,
      );
      assert.deepEqual(
        found.flatMap(([kind, place]) => {
          const plain = expected.find((each) => each === place);
          return plain ?? (kind === undefined ? [] : `${kind} ${place}`);
        }),
        expected,
      );
    });
  }

  for (const [language, head] of [
    ["Kotlin", "fun show() {"],
    ["Swift", "func show() {"],
    ["Scala", "def show() = {"],
    ["Groovy", "def show() {"],
  ] as const)
    it(`are no calls in ${language} that have a block behind their arguments`, () => {
      const lines = `${head}\n  Column(\n    width,\n  ) {\n    Text(width)\n  }\n}`.split("\n");
      assert.deepEqual(
        outlineOf(lines, language).map(({ name }) => name),
        ["show"],
      );
    });

  it("are told as fast as a line is long, whatever is on it", () => {
    const parts = [
      "a ",
      "a.",
      "<a ",
      "(a ",
      "a::",
      "public ",
      "@a ",
      "@a(b) ",
      "'",
      "a, ",
      "[a] ",
      "def ",
      "let ",
      "(def ",
      "::a ",
    ];
    const languages = [...HEADS.keys(), ...FURTHER_HEADS.keys(), undefined];
    for (const language of languages)
      for (const first of ["", "  ", "public ", "fun ", "def ", "data ", "class ", "("])
        for (const part of parts) {
          const line = first + part.repeat(400).slice(0, 390);
          const before = process.cpuUsage();
          for (let round = 0; round < 3; round++) outlineOf([line, `${line.slice(0, 380)}(`, ")"], language);
          const { user, system } = process.cpuUsage(before);
          assert.ok(user + system < 60_000, `${language ?? ""}: ${line.slice(0, 30)} ${(user + system) / 1000} ms`);
        }
  });
});
