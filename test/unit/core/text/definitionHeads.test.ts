import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FURTHER_HEADS, HEADS } from "../../../../src/core/text/definitionHeads.ts";
import { outlineOf } from "../../../../src/core/text/outline.ts";
import { symbolsByLooks } from "../../../../src/core/text/symbolsByLooks.ts";
import { leastProcessorTime } from "../../../support/turns.ts";

describe("definitions by their looks", () => {
  /** Code in each language, and what it defines: kind, name, first and last line including comments, zero-based. */
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
      ..."module Shop 0-15|constant LIMIT 1-2|class Door 3-14|property width 4-4|method open 6-11|method locked? 13-13".split(
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
      ..."module Shop.Door 0-19|class width 5-5|function open 7-13|function close 15-15|function locked? 16-18".split(
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
    [
      "Pascal",
      "unit Doors;\n{$mode objfpc}\ninterface\ntype\n  { A door. }\n  TDoor = class(TObject)\n  private\n    FWidth: Integer;\n  public\n    procedure Open(Key: TKey);\n  end;\nimplementation\n{$IFDEF UNIX}\nuses Unix;\n{$ENDIF}\n\n{ Opens it:\nprocedure Not; }\nprocedure TDoor.Open(Key: TKey);\nvar\n  I: Integer;\n\n  function Fits: Boolean;\n  begin\n    Result := True;\n  end;\n\nbegin\n  if Fits then\n  begin\n    Go;\n  end;\nend;\n\nfunction Limit: Integer;\nbegin\n  Result := 3;\nend;\n\nend.",
      ..."module Doors 0-13|class TDoor 4-10|method Open 9-9|function Open 16-32|function Fits 22-25|function Limit 34-39".split(
        "|",
      ),
    ],
    [
      "Fortran",
      "C     Opens the function of a door\n      SUBROUTINE OPEN( KEY,\n     $                 WIDTH )\n      INTEGER KEY\n      DO 10 I = 1, 3\n      KEY = I\n   10 CONTINUE\n#ifdef A\n      CALL GO\n#endif\n      END\n      DOUBLE PRECISION FUNCTION LIMIT()\n      LIMIT = 3\n      END",
      ..."function OPEN 0-10|function LIMIT 11-13".split("|"),
    ],
    [
      "Fortran",
      "module doors\n  implicit none\n  type, public :: door_t\n    integer :: width\n  end type\n  interface open\n    module procedure open_door\n  end interface\ncontains\n  ! Opens it.\n  pure function open_door(self, key) result(ok)\n    type(door_t), intent(in) :: self\n    if (key > 1) then\n    ok = .true.\n    end if\n  end function open_door\nend module doors",
      ..."module doors 0-16|class door_t 2-4|interface open 5-7|function open_door 9-15".split("|"),
    ],
    [
      "Ada",
      "package body Doors is\n\n   --  Opens it.\n   procedure Open\n     (Self : in out Door;\n      Key  : Key_Type)\n   is\n      function Fits return Boolean is\n      begin\n         return True;\n      end Fits;\n   begin\n      Go;\n   exception\n      when others => null;\n   end Open;\n\n   type Side is (Left, Right);\n   overriding function Width (Self : Door) return Integer is (3);\nend Doors;",
      ..."namespace Doors 0-19|function Open 2-15|function Fits 7-10|class Side 17-17|function Width 18-18".split("|"),
    ],
    [
      "COBOL",
      "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. DOORS.\n       PROCEDURE DIVISION.\n      * Opens it.\n       OPEN-DOOR SECTION.\n       MAIN-PARA.\n           MOVE 1 TO KEY.\n           PERFORM CLOSE-DOOR.\n       CLOSE-DOOR.\n           STOP RUN.",
      ..."function IDENTIFICATION 0-1|function PROCEDURE 2-2|function OPEN-DOOR 3-4|function MAIN-PARA 5-7|function CLOSE-DOOR 8-9".split(
        "|",
      ),
    ],
    [
      "Visual Basic .NET",
      "' A door.\nPublic Class Door\n    Inherits Base\n\n    ''' Opens it.\n    Public Overrides Function Open(key As Key) As Boolean\n#If DEBUG Then\n        Go()\n#End If\n    End Function\n\n    Private Sub Close()\n    End Sub\n    Public ReadOnly Property Width As Integer\n        Get\n            Return 3\n        End Get\n    End Property\nEnd Class",
      ..."class Door 0-18|function Open 4-9|function Close 11-12|property Width 13-17".split("|"),
    ],
    [
      "MATLAB",
      "## Opens it.\nfunction [a, b] = open_door (key)\nif key\na = 1;\nend\nendfunction\n\nfunction close_door\nb = 2;",
      ..."function open_door 0-5|function close_door 7-8".split("|"),
    ],
    [
      "SystemVerilog",
      "`timescale 1ns/1ps\n// A door.\nmodule door #(parameter W = 3) (\n  input clk\n);\n`ifdef A\nwire [7:0] a;\n`endif\nfunction automatic [7:0] open(input [7:0] key);\n  open = key;\nendfunction\nalways @(posedge clk) begin\nend\nendmodule\nclass Key extends Base;\n  extern virtual function void turn();\n  task go(int a);\n  endtask\nendclass",
      ..."module door 1-6|function open 8-13|class Key 14-18|method go 16-17".split("|"),
    ],
    [
      "VHDL",
      "library ieee;\nentity door is\n  port (clk : in std_logic);\nend entity;\n-- How.\narchitecture rtl of door is\nbegin\n  open_door : process (clk)\n  begin\n  end process;\nend architecture;",
      ..."class door 1-3|function rtl 4-10|function open_door 7-9".split("|"),
    ],
    [
      "D",
      "/**\n * Opens it (or not)\n */\nclass Door : Base\n{\n    private int open(T)(T key)\n    {\n        return go(key);\n    }\n    @property bool isOpen() const { return true; }\n}\ntemplate Side(T) {\n}\nvoid close(int key) @safe\n{\n    if (key) { }\n}\nalias Width = int;",
      ..."class Door 0-10|method open 5-8|function Side 11-12|function close 13-16|variable Width 17-17".split("|"),
    ],
    [
      "Nim",
      "type\n  Door* = ref object of Base\n    width: int\n\nproc open*(self: Door; key: int): bool =\n  ## Opens it.\n  result = go(key)\n\ntemplate limit(): int = 3",
      ..."class Door 1-2|function open 4-6|function limit 8-8".split("|"),
    ],
    [
      "Crystal",
      "# A door.\nstruct Door < Base\n  getter width : Int32\n\n  def open(key) : Bool\n    go\n  rescue\n    no\n  end\n\n  macro shut(x)\n  end\nend",
      ..."struct Door 0-12|method open 4-8|method shut 10-11".split("|"),
    ],
    [
      "Vala",
      "namespace Shop {\n\t/** A door. */\n\tpublic class Door : Object {\n\t\tpublic int width { get; set; }\n\n\t\tpublic async bool open (Key key) throws Error {\n\t\t\tgo ();\n\t\t}\n\t}\n}",
      ..."namespace Shop 0-9|class Door 1-8|method width 3-3|method open 5-7".split("|"),
    ],
    [
      "Haxe",
      "/*\n * Copyright (C) Somebody\n */\nabstract Side(Int) {\n}\nclass Door extends Base {\n\tpublic static inline function open(key:Key):Bool {\n\t\treturn go();\n\t}\n\toverride public function close():Void {\n\t}\n}\ntypedef Key = { id:Int }",
      ..."function Side 0-4|class Door 5-11|method open 6-8|method close 9-10|variable Key 12-12".split("|"),
    ],
    [
      "GDScript",
      "class_name Door\nextends Node\n\nsignal opened(key)\nconst LIMIT = 3\n@export var width := 1\n\n# Opens it.\nfunc open(key: Key) -> bool:\n\treturn go(key)\n\nclass Key:\n\tvar id = 1\n\tstatic func make():\n\t\tpass",
      ..."class Door 0-0|function opened 3-3|constant LIMIT 4-4|function open 7-9|class Key 11-14|variable id 12-12|method make 13-14".split(
        "|",
      ),
    ],
    [
      "Common Lisp",
      ';; A door.\n(defclass door (base)\n  ((width :initform 3)))\n\n(defmethod open-door ((self door) key)\n  "Opens\nit."\n  (go key))\n\n#| (defun not ()) |#\n(sb-impl::defmacro-mundanely shut (x) x)\n(defvar *limit* 3)',
      ..."class door 0-2|function open-door 4-7|function shut 9-10|variable *limit* 11-11".split("|"),
    ],
    [
      "Scheme",
      "; Opens it.\n(define (open-door key . rest)\n  (go key))\n(define-syntax shut\n  (syntax-rules ()\n    ((_ a) a)))\n(define limit 3)",
      ..."function open-door 0-2|function shut 3-5|variable limit 6-6".split("|"),
    ],
    [
      "Racket",
      "#lang racket\n(define/contract (open-door key)\n  (-> any/c any)\n  (go key))\n(struct door (width))\n(define-struct key [id])",
      ..."function open-door 0-3|class door 4-4|class key 5-5".split("|"),
    ],
    [
      "Tcl",
      "namespace eval ::door {\n    # Opens it.\n    proc open {key args} {\n        go $key\n    }\n}\nproc ::door::close {} {\n}\noo::class create Key {\n    method turn {a} {\n    }\n}",
      ..."namespace door 0-5|function open 1-4|function door::close 6-7|class Key 8-11|method turn 9-10".split("|"),
    ],
    [
      "Prolog",
      ":- module(door, [open/2]).\n%!  open(+Key) is det.\nopen(Key, X) :-\n    go(Key),\n    X = 1.\nopen(_, 2).\nlimit(3).\nstart -->\n    go.",
      ..."function open 0-5|function limit 6-6|function start 7-8".split("|"),
    ],
    [
      "Standard ML",
      "(* A door. *)\nstructure Door = struct\n  datatype side = Left | Right\n  fun open (key, 'a') = go key\n  val limit = 3\nend",
      ..."struct Door 0-4|class side 2-2|method open 3-3|variable limit 4-4".split("|"),
    ],
    [
      "Elm",
      "module Door exposing (..)\ntype alias Door =\n    { width : Int\n    }\ntype Side\n    = Left\n    | Right\n{-| Opens it. -}\nopen : Key -> Door\nopen key =\n    let\n        a = 1\n    in\n    go key",
      ..."class Door 1-3|class Side 4-6|function open 8-13".split("|"),
    ],
    [
      "Lean",
      "namespace Door\n/-- A door. -/\nstructure Door where\n  width : Nat\n@[simp] theorem Door.open_iff (k : Key) : k = k := by\n  rfl\ndef limit := 3",
      ..."namespace Door 0-0|struct Door 2-3|function Door.open_iff 4-5|function limit 6-6".split("|"),
    ],
    [
      "Coq",
      "(* A door. *)\nInductive door : Type :=\n| Open : door.\nLemma open_close : forall d, d = d.\nProof.\n  auto.\nQed.\nModule Type Shut.",
      ..."class door 0-2|function open_close 3-6|module Shut 7-7".split("|"),
    ],
    [
      "Raku",
      "class Door is Base {\n    has Int $.width;\n    # Opens it.\n    multi method open(Key $key) {\n        go $key;\n    }\n}\nour sub close-all() {\n}\ngrammar Side { token left { a } }",
      ..."class Door 0-6|method open 2-5|function close-all 7-8|function Side 9-9".split("|"),
    ],
    [
      "Vim Script",
      '" Opens it.\nfunction! door#Open(key) abort\n  if a:key\n    return 1\n  endif\nendfunction\nlet g:limit = 3\ncommand! -nargs=1 OpenDoor call door#Open(<args>)\nfunc s:close()\nendfunc',
      ..."function door#Open 0-5|function OpenDoor 7-7|function s:close 8-9".split("|"),
    ],
    [
      "fish",
      "# Opens it.\nfunction open-door --argument key\n    go $key\nend\nset limit 3",
      ..."function open-door 0-3".split("|"),
    ],
    [
      "QML",
      "Item {\n    id: root\n    property int width: 3\n    signal opened(int key)\n    function open(key) {\n        const a = 1;\n    }\n}",
      ..."property width 2-2|function opened 3-3|function open 4-6".split("|"),
    ],
    [
      "Cython",
      'cdef class Door(Base):\n    """A door."""\n    cdef int width\n\n    cpdef bint open(self, key):\n        return go(key)\n\n    cdef inline void close(self) except *:\n        pass\n\ndef limit():\n    return 3',
      ..."class Door 0-8|method open 4-5|method close 7-8|function limit 10-11".split("|"),
    ],
    [
      "Cuda",
      "#include <a.h>\n// Opens it.\ntemplate <typename T>\n__global__ void open(T *key, int n)\n{\n  go(key);\n}",
      ..."function open 3-6".split("|"),
    ],
    [
      "GLSL",
      "#version 330\nstruct Light {\n  vec3 color;\n};\n// How bright.\nvec3 shade(vec3 normal, Light light) {\n  return light.color;\n}",
      ..."struct Light 0-3|function shade 4-7".split("|"),
    ],
    [
      "WGSL",
      "struct Light { color: vec3<f32> };\n@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3<u32>) {\n}\n@vertex fn vs() -> A {\n}",
      ..."struct Light 0-0|function main 1-3|function vs 4-5".split("|"),
    ],
    [
      "Odin",
      "Door :: struct {\n\twidth: int,\n}\nopen :: proc(d: ^Door) -> bool {\n\treturn true\n}",
      ..."struct Door 0-2|function open 3-5".split("|"),
    ],
    [
      "Apex",
      "public with sharing class Door {\n    @AuraEnabled\n    public static List<Key> open(Id key) {\n        return go();\n    }\n}",
      ..."class Door 0-5|method open 1-4".split("|"),
    ],
    [
      "Vue",
      '<template>\n  <door @open="open" />\n</template>\n<script>\nexport default {\n  methods: {\n    async open(key) {\n      await go(key);\n    },\n  },\n};\n</script>',
      ..."function open 6-8".split("|"),
    ],
    [
      "Astro",
      "---\nconst { width } = Astro.props;\nfunction open(key) {\n  return go(key);\n}\n---\n<Door />",
      ..."function open 2-4".split("|"),
    ],
    [
      "Puppet",
      "# A door.\nclass door::open (\n  String $key,\n) {\n  file { 'a': }\n}\ndefine door::shut { }",
      ..."class door::open 0-5|function door::shut 6-6".split("|"),
    ],
    [
      "Bicep",
      "param width int = 3\nresource door 'a@1' = {\n  name: 'a'\n}",
      ..."variable width 0-0|function door 1-3".split("|"),
    ],
    ["Prisma", "model Door {\n  id Int @id\n}", ..."class Door 0-2".split("|")],
    ["Just", '# Opens it.\nopen key: build\n  go {{key}}\nlimit := "3"', ..."function open 0-2".split("|")],
    [
      "Assembly",
      "; Opens it.\nopen_door:\n    mov eax, 1\n.loop:\n    jmp .loop\nlimit:\n    ret",
      ..."function open_door 0-4|function limit 5-6".split("|"),
    ],
    ["Batchfile", "@echo off\ncall :open\n:open\nrem go\nexit /b", ..."function open 2-4".split("|")],
    [
      "TeX",
      "\\section{Doors}\nText.\n% \\section{Not}\n\\subsection*{Opening a door}\nMore.",
      ..."Doors 0-1|Opening a door 2-4".split("|"),
    ],
    ["AsciiDoc", "= Doors\n\nText.\n\n== Opening a door\nMore.", ..."Doors 0-3|Opening a door 4-5".split("|")],
    [
      "Org",
      "* Doors\nText\n** TODO Opening a door\nMore\n* Keys\nText",
      ..."Doors 0-1|Opening a door 2-3|Keys 4-5".split("|"),
    ],
    [
      "Gherkin",
      "Feature: Doors\n  Text\n  Scenario: Opening a door\n    Given a key",
      ..."Doors 0-3|Opening a door 2-3".split("|"),
    ],
    [
      "PLSQL",
      "CREATE OR REPLACE PACKAGE BODY shop.doors AS\n  -- Opens it.\n  PROCEDURE open(p_key IN NUMBER) IS\n  BEGIN\n    NULL;\n  END open;\n  FUNCTION limit RETURN NUMBER IS\n  BEGIN\n    RETURN 3;\n  END;\nEND doors;",
      ..."class doors 0-10|function open 1-5|function limit 6-9".split("|"),
    ],
    [
      "AppleScript",
      "on openDoor(key)\n  go(key)\nend openDoor\nto close_it()\nend",
      ..."function openDoor 0-2|function close_it 3-4".split("|"),
    ],
    [
      "Smithy",
      "structure Door {\n    width: Integer\n}\noperation Open {\n    input: Key\n}",
      ..."struct Door 0-2|function Open 3-5".split("|"),
    ],
    [
      "Open Policy Agent",
      "package doors\ndefault allow = false\nallow {\n  input.key\n}\nlimit := 3",
      ..."variable allow 1-1|function allow 2-4|variable limit 5-5".split("|"),
    ],
    ["Stata", "* Opens it.\nprogram define opendoor\n  go\nend", ..."module opendoor 0-3".split("|")],
    [
      "ABAP",
      "CLASS door IMPLEMENTATION.\n  METHOD open.\n    go( ).\n  ENDMETHOD.\n  METHOD close.\n  ENDMETHOD.\nENDCLASS.",
      ..."class door 0-6|function open 1-3|function close 4-5".split("|"),
    ],
    [
      "Rust",
      `pub(in crate::shop) fn new(key: Key) -> Door {
    let (width, depth) = match key {
        _ => (1, 2),
    };
    match (width, depth) {
    }
}
impl<T: Into<Key> + Clone, F: Fn(T) -> Key> From<T> for Door<F> {
    const LIMIT: usize = 3;
    pub(crate) const unsafe fn new<'a>(&'a self) {}
    pub(super) async fn delete() {
    }
}
impl fmt::Display for Door {
    fn r#match(self) {}
}
pub extern "C" fn shut() {}`,
      ..."function new 0-6|From 7-12|constant LIMIT 8-8|method new 9-9|method delete 10-11|Display 13-15|method match 14-14|function shut 16-16".split(
        "|",
      ),
    ],
    [
      "Rust",
      "macro_rules! go {\n    () => {};\n}\npub(crate) enum Side {\n    Left,\n}",
      ..."function go 0-2|enum Side 3-5".split("|"),
    ],
    [
      "Ruby",
      "class Door\n  def self.[](key)\n  end\n  def ==(other) = key == other.key\n  def width=(value)\n  end\n  def `(text) = go\n  def -@ = go\n  def shut! = go\n  memoize def self.open?(key)\n  def key = 3\n  alias_method :locked?, :shut?\n  alias opened? open?\nend",
      ..."class Door 0-13|method [] 1-2|method == 3-3|method width= 4-5|method ` 6-6|method -@ 7-7|method shut! 8-8|method open? 9-9|method key 10-10|method locked? 11-11|method opened? 12-12".split(
        "|",
      ),
    ],
    [
      "Go",
      "type Doors map[string]Door\n\ntype (\n\t// Opens it.\n\tOpen func(key string) error\n\tDoor struct {\n\t\twidth int\n\t}\n\tKey = string\n)\n\nfunc (d *Door) delete() {\n\ttype local struct{}\n\tdelete(d, 1)\n}\n\nfunc match[T any](key T) {\n}",
      ..."class Doors 0-0|Open 3-4|Door 5-7|Key 8-8|method delete 11-14|function match 16-17".split("|"),
    ],
    [
      "Python",
      'class Door:\n    """\n    def of a door, the class Key or\n    function match of it.\n    """\n\n    async def delete(self):\n        pass\n\n    def match[T](self, key: T):\n        pass\n\n\ntype Keys = list[Key]',
      ..."class Door 0-10|method delete 6-7|method match 9-10|class Keys 13-13".split("|"),
    ],
    [
      "PHP",
      "<?php\nfinal readonly class Door {\n  public function delete(string $key): void\n  {\n  }\n  public static function default(): static {\n  }\n  abstract protected function match($key);\n  public function &list() {\n  }\n}",
      ..."class Door 1-10|method delete 2-4|method default 5-6|method match 7-7|method list 8-9".split("|"),
    ],
    [
      "Java",
      "class Door {\n  public void delete(Key key) {\n    synchronized (key) {\n    }\n    run(new Task() {\n      public void run() {\n      }\n    });\n  }\n  Map<Key, Door> match() {\n    return new Doors() {\n    };\n  }\n  boolean describe(Key key) {\n  }\n}",
      ..."class Door 0-15|method delete 1-8|function run 5-6|method match 9-12|method describe 13-14".split("|"),
    ],
    [
      "C",
      "static bool match(const char *key)\n{\n}\nvoid lock(struct door *door) {\n}",
      ..."function match 0-2|function lock 3-4".split("|"),
    ],
    [
      "TypeScript",
      "class Door {\n  constructor(key: Key, go?: () => void) {\n    if (keys.some((each) => each.fits)) {\n    }\n  }\n  delete(key: Key) {\n  }\n  async match(find: (key: Key) => void): Promise<void> {\n    keys.map((each) => {\n    });\n  }\n}\ndescribe('a door', () => {\n  it('opens', () => {\n  });\n});",
      ..."class Door 0-11|method constructor 1-4|method delete 5-6|method match 7-10".split("|"),
    ],
    [
      "Kotlin",
      "class `A door` {\n  @Test\n  fun `opens with a key`() {\n  }\n  internal suspend inline fun <reified T : Any> Map<String, T>.`in`(key: String) = go()\n}",
      ..."class A door 0-5|method opens with a key 1-3|method in 4-4".split("|"),
    ],
    [
      "Swift",
      "struct Door {\n  public static func == (one: Door, other: Door) -> Bool {\n    true\n  }\n  nonisolated(unsafe) package func `default`() {\n  }\n  static func <(one: Door, other: Door) -> Bool { true }\n}",
      ..."struct Door 0-7|method == 1-3|method default 4-5|method < 6-6".split("|"),
    ],
    [
      "Swift",
      "@MainActor public let main = Door()\n\npublic private(set) var count: Int = 1\nif let found = go() {\n}\nclass Door {\n  public let width = 1\n}",
      ..."variable main 0-0|variable count 2-2|class Door 5-7".split("|"),
    ],
    [
      "Kotlin",
      "internal const val WIDTH = 1\nprivate val door by lazy { go() }\nclass Door {\n  private val width = 1\n}",
      ..."constant WIDTH 0-0|variable door 1-1|class Door 2-4".split("|"),
    ],
    [
      "Scala",
      "class Door {\n  private[shop] def +(other: Door): Door = this\n  infix def ::[A](key: A) = key\n  def unary_! : Boolean = true\n  def width_=(width: Int) = go\n  def `type`: Side = side\n}",
      ..."class Door 0-6|method + 1-1|method :: 2-2|method unary_! 3-3|method width_= 4-4|method type 5-5".split("|"),
    ],
    [
      "C#",
      "file sealed class Door : Base\n{\n  public static Door operator +(Door one, Door other) => one;\n  public static implicit operator int(Door door) => 1;\n  public Key this[int at] => keys[at];\n  protected internal Door(Key key)\n    : base(key)\n  {\n    Alter(old: typeof(int),\n      key);\n  }\n  IEnumerator<Key> IEnumerable<Key>.GetEnumerator()\n  {\n  }\n}",
      ..."class Door 0-14|method + 2-2|method operator int 3-3|method this 4-4|method Door 5-10|method GetEnumerator 11-13".split(
        "|",
      ),
    ],
    [
      "Dart",
      "abstract interface class Door {\n  int get width => 3;\n  set width(int value) {\n  }\n  Future<void> delete(Key key) async {\n    return go(() => key);\n  }\n  bool operator ==(Object other) => true;\n  List<Map<Key, int>> match(Key key, [int at = 2]) => [];\n  void open({\n    required Key key,\n  }) {\n    keys.forEach((each) {\n    });\n    if (go(key)) {\n    }\n  }\n}\nvoid main() async {\n  test('x', () {\n  });\n}",
      ..."interface Door 0-17|method width 1-1|method width 2-3|method delete 4-6|method operator == 7-7|method match 8-8|method open 9-16|function main 18-21".split(
        "|",
      ),
    ],
    [
      "Elixir",
      "defmodule Door do\n  def one + other do\n  end\n  defmacro left ~> right, do: go()\n  def shut!(key), do: key\n  def unquote(name)(key), do: key\n  def width \\\\ 3, do: 1\nend",
      ..."module Door 0-7|function + 1-2|function ~> 3-3|function shut! 4-4|function width 6-6".split("|"),
    ],
    ["Lua", "local LIMIT <const> = 3", "constant LIMIT 0-0"],
    ["Objective-C", "- (void)openWith:(Key *)key {\n  go();\n}\n+ (int)limit\n{\n}", "openWith 0-2", "limit 3-5"],
  ];
  for (const [language, code, ...expected] of CODE) {
    it(`are known in ${language}: ${code.split("\n")[0] ?? ""}`, () => {
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

  for (const [language, code, ...expected] of [
    [
      "Groovy",
      "class A {\n  Object clone() {\n  }\n  Module load(int a) {\n  }\n}",
      "class A",
      "method clone",
      "method load",
    ],
    ["Dart", "Model load(String a) {\n}", "function load"],
    ["Lua", 'local template = "x"\nlocal shared = {}', "variable template", "variable shared"],
    ["R", "method <- 'y'", "variable method"],
    ["Perl", "package Foo;\nThis is the\nmodule that does\nsub go {\n}", "namespace Foo", "function go"],
    ["Prisma", "model Post {\n  id Int @id\n  message String\n}\ntype Side {\n}", "class Post", "class Side"],
    [
      "SystemVerilog",
      "class drv;\n  virtual interface bus_if vif;\n  extern function new(string name);\n  task run();\n  endtask\nendclass",
      "class drv",
      "method run",
    ],
    ["Erlang", "type({a}) ->\n 1;\ntype({b}) ->\n 2.", "function type"],
    ["JavaScript", "class A {\n  * items() {\n    yield 1;\n  }\n}", "class A", "method items"],
    ["D", "int baz(T)(T a)\nif (isInt!T)\n{\n  if (a) foo(1,\n    2);\n}", "function baz"],
    ["Elm", 'text = """\ntop level text = 3\n"""\nmore = 1', "variable text", "variable more"],
    ["Vim Script", "def Open()\nenddef", "function Open"],
  ] as const)
    it(`are of the kinds and no others in ${language}: ${code.split("\n")[0] ?? ""}`, () => {
      assert.deepEqual(
        symbolsByLooks(code, language).map(({ kind, name }) => `${kind} ${name}`),
        expected,
      );
    });

  it("go on from the head of a function of D over what it asks of its parameters", () => {
    const lines = "int baz(T)(T a)\nif (isInt!T)\n{\n  return a;\n}\nint last()\n{\n}".split("\n");
    assert.deepEqual(
      outlineOf(lines, "D").map(({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`),
      ["baz 0-4", "last 5-7"],
    );
  });

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

  it("have names in any alphabet, as they are written", () => {
    const decomposed = "prüfe".normalize("NFD");
    for (const [language, code, ...expected] of [
      [
        "JavaScript",
        "class Übung {\n  ändern(\n    wert,\n  ) {\n    return 1;\n  }\n  async 検索する(語) {\n  }\n}\nfunction проверитьДлину() {\n}",
        "class Übung 0-8",
        "method Übung.ändern 1-5",
        "method Übung.検索する 6-7",
        "function проверитьДлину 9-10",
      ],
      [
        "TypeScript",
        "const größeBerechnen = () => {\n  let ö = 1;\n};\nÜbung.prototype.öffne = function () {\n};\nconst 𝒳: Maß = 1;",
        "function größeBerechnen 0-2",
        "method öffne 3-4",
        "constant 𝒳 5-5",
      ],
      ["TypeScript", "// function größe() {\n“größe”(x) {\n}"],
      [
        "Python",
        `MAX_GRÖSSE = 3\ngröße = 4\ndef ${decomposed}(año):\n    pass`,
        "constant MAX_GRÖSSE 0-0",
        `function ${decomposed} 2-3`,
      ],
      [
        "Java",
        "class Übung {\n  Maß ändern(int x) {\n  }\n  static final Maß ÜBRIG = 1;\n}",
        "class Übung 0-4",
        "method Übung.ändern 1-2",
        "constant Übung.ÜBRIG 3-3",
      ],
      ["C#", "public Maß Prüfe(Größe x)\n{\n}", "function Prüfe 0-2"],
      ["Go", "type Größe struct {\n}\nfunc (g *Größe) Prüfe() {\n}", "struct Größe 0-1", "method Größe.Prüfe 2-3"],
      ["Rust", "impl Prüfbar for Größe {\n    fn öffne() {\n    }\n}", "method Größe.öffne 1-2"],
      ["C", "größe_t\nändern(int ä)\n{\nübrig:\n  go();\n}", "function ändern 0-5"],
      ["C", "int ändern(ä)\nmaß ä;\n{\n  go();\n}", "function ändern 0-4"],
      ["Haskell", "prüfe 0 = 1\nprüfe x = x\npräfe x = x", "variable prüfe 0-1", "variable präfe 2-2"],
      ["Pascal", "procedure Prüfe;\nbegin\nend;", "function Prüfe 0-2"],
    ] as const) {
      const outline = outlineOf(code.split("\n"), language);
      assert.deepEqual(
        symbolsByLooks(code, language).map(({ name, kind, containerName, line }) => {
          const { startLine, endLine } = outline.find((definition) => definition.line === line) ?? {};
          return `${kind} ${containerName && `${containerName}.`}${name} ${startLine}-${endLine}`;
        }),
        expected,
        code,
      );
    }
    assert.equal(symbolsByLooks("func (üb *Door) b() {\n}", "Go")[0]?.column, 16);
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
          const tookMs = leastProcessorTime(() => outlineOf([line, `${line.slice(0, 380)}(`, ")"], language));
          assert.ok(tookMs < 20, `${language ?? ""}: ${line.slice(0, 30)} ${tookMs} ms`);
        }
  });
});
