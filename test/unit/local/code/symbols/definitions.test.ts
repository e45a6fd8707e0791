import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mayBeDefinedAt } from "../../../../../src/local/code/symbols/definingPlaces.ts";
import { hasSymbols, isParsed, symbolsOf } from "../../../../../src/local/code/symbols/symbols.ts";

/** Code in each language, and the definitions in it, in order. Nothing else in it is a definition. */
const FIXTURES: Readonly<Record<string, readonly [code: string, ...expected: string[]]>> = {
  JavaScript: [
    `const fs = require("fs");
const LIMIT = 10, other = 2;
let count;
function Store(path)
{
  this.path = path;
  this.open = function () { const local = () => 1; return local; };
  const size = 3;
}
Store.prototype.close = function () {};
exports.create = (path) => new Store(path);
module.exports.remove = async () => {};
const api = {
  get(key) { return key; },
  put: (key) => key,
  nested: { drop: function () {} },
  "quoted-name"() {},
  'other/key': async () => {},
};
export const { useGet, usePut, use: renamed, put: { inner }, more = 1, of: other2 = 2, ...others } = api, [first, , third = 3, ...rest] = list;
class Cache extends Store {
  #entries = new Map();
  load = async () => {};
  [ON_LOAD] = () => {};
  get size() { return 1; }
  set size(value) {}
  static of() { return new Cache(); }
  *[Symbol.iterator]() {}
}
export default function () {}
if (api.get(1)) {
  const inBlock = 1;
}
for (const each of api) {
  each.run();
}
`,
    ...["constant LIMIT", "constant other", "variable count", "function Store", "method Store.open"],
    ...["function open.local", "method Store.close", "function create", "function remove", "constant api"],
    ...["method api.get", "method api.put", "method nested.drop", "method api.quoted-name", "method api.other/key"],
    ...[
      "constant useGet",
      "constant usePut",
      "constant renamed",
      "constant more",
      "constant other2",
      "constant others",
    ],
    ...["constant first", "constant third", "constant rest"],
    ...["class Cache", "method Cache.load", "method Cache.[ON_LOAD]"],
    ...["method Cache.size", "method Cache.size", "method Cache.of", "method Cache.[Symbol.iterator]"],
  ],
  TypeScript: [
    `import type { A } from "./a";
export interface Shape<T> {
  readonly name: string;
  area(scale: number): number;
  area(): number;
  [Symbol.iterator](): Iterator<T>;
  "quoted name"(): void;
}
type Point = { x: number };
export enum Color { Red, Green = 2 }
declare function parse(text: string): A;
declare function parse(text: Buffer): A;
export function format(value: string): string;
export function format(value: number): string;
export function format(value: unknown): string {
  interface Local { x: number }
  const inner = 1;
  return String(value as Local) + inner;
}
export abstract class Circle implements Shape<A> {
  private readonly radius = 1;
  constructor(readonly name: string) {}
  abstract draw(): void;
  onClick = () => { this.draw(); };
  [ON_DRAG] = () => {};
  area(): number
  {
    return this.radius;
  }
}
namespace Geometry {
  export const PI = 3;
  export function turn() {}
}
export const origin: Point = { x: 0 }, run = <T,>(x: T) => x;
`,
    ...[
      "interface Shape",
      "property Shape.name",
      "method Shape.area",
      "method Shape.[Symbol.iterator]",
      "method Shape.quoted name",
      "class Point",
      "enum Color",
    ],
    ...["constant Color.Red", "constant Color.Green", "function parse", "function format", "interface format.Local"],
    ...["property Local.x", "class Circle", "method Circle.constructor", "method Circle.draw", "method Circle.onClick"],
    ...[
      "method Circle.[ON_DRAG]",
      "method Circle.area",
      "namespace Geometry",
      "constant Geometry.PI",
      "function Geometry.turn",
    ],
    ...["constant origin", "function run"],
  ],
  TSX: [
    `export const Button = ({ label }: Props) => <button onClick={() => go()}>{label}</button>;
export function App() {
  const [count, setCount] = useState(0);
  return <Button label={String(count)} />;
}
interface Props { label: string }
`,
    ...["function Button", "function App", "interface Props", "property Props.label"],
  ],
  Python: [
    `import os
LIMIT = 10
_cache = {}
class Store(Base):
    SIZE = 3
    name = None
    def __init__(self): self.x = 1
    @property
    def path(self):
        value = 1
        return value
    class Meta:
        pass
@decorated(1)
async def load(
    path,
):
    def inner(): return 1
    LOCAL = 2
    return inner
@dataclass
class Order:
    number: int
    parent: "Order | None" = None
    plain = 1
    def __init__(self):
        self.lines: list[str] = []
        self.total = 1
        note: str = ""
for each in range(3):
    if each.get():
        pass
`,
    ...["constant LIMIT", "variable _cache", "class Store", "constant Store.SIZE", "method Store.__init__"],
    ...["method Store.path", "class Store.Meta", "function load", "function load.inner", "class Order"],
    ...["property Order.number", "property Order.parent", "method Order.__init__", "property Order.lines"],
  ],
  Go: [
    `package store

import "fmt"

const (
	First = iota
	Second
)
const Max, Min = 2, 1

var (
	pool = 1
)

type (
	Point struct{ X, Y int }
	Reader interface {
		Read(p []byte) (int, error)
	}
	Alias = Point
	Number int
)

func New() *Point { return nil }
func (p *Point) Get() bool { return true }
func (s Set[T]) Add(x T) {
	type local struct{}
	const inner = 1
	var other = 2
	if x.Get() {
		fmt.Println(inner, other)
	}
	for range s {
	}
}
`,
    ...["constant First", "constant Second", "constant Max", "constant Min", "variable pool", "struct Point"],
    ...["interface Reader", "method Reader.Read", "class Alias", "class Number", "function New", "method Point.Get"],
    "method Set.Add",
  ],
  Rust: [
    `use std::fmt;
mod elsewhere;
pub const LIMIT: usize = 10;
static COUNT: u8 = 0;
type Pair = (u8, u8);
pub struct Point<T> { x: T }
enum Shape { Circle(u8), Square { side: u8 } }
pub trait Area {
    type Unit;
    const SIDES: u8;
    fn area(&self) -> f32;
    fn twice(&self) -> f32 { self.area() * 2.0 }
}
impl<T> fmt::Display for Point<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result
    where
        T: Copy,
    {
        let local = 1;
        Ok(())
    }
}
macro_rules! square { ($x:expr) => { $x * $x }; }
thread_local! {
    static CURRENT: Cell<u8> = const { Cell::new(1) };
    pub static NAMES: Vec<&'static str> = vec![];
}
std::thread_local!(static OTHER: u8 = 1);
call! { static NONE: u8 = 1; }
mod tests {
    pub(crate) async fn run() {}
}
`,
    ...["constant LIMIT", "variable COUNT", "class Pair", "struct Point", "enum Shape", "constant Shape.Circle"],
    ...[
      "constant Shape.Square",
      "interface Area",
      "class Area.Unit",
      "constant Area.SIDES",
      "method Area.area",
      "method Area.twice",
    ],
    ...["method Point.fmt", "function square", "variable CURRENT", "variable NAMES", "variable OTHER"],
    ...["module tests", "function tests.run"],
  ],
  Java: [
    `package a.b;
import java.util.List;
@Service
public final class Store<T> extends Base
{
  public static final int LIMIT = 10;
  private int size;
  public Store() { super(); }
  @Override
  public <R> List<R> find(
      String name) throws IOException
  {
    int local = 1;
    if (name.get()) { return null; }
    for (String each : names) { each.run(); }
    return new Base<R>() { public void go() {} };
  }
  void one() { }
  interface Listener { void onChange(int x); int MAX = 3; }
  enum Color { RED, GREEN { void paint() {} }; Color next() { return RED; } }
  record Point(int x, int y) { Point { check(x); } }
  @interface Marker { String value(); }
}
`,
    ...["class Store", "constant Store.LIMIT", "method Store.Store", "method Store.find", "method find.go"],
    ...["method Store.one", "interface Store.Listener", "method Listener.onChange", "constant Listener.MAX"],
    ...["enum Store.Color", "constant Color.RED", "constant Color.GREEN", "method GREEN.paint", "method Color.next"],
    ...[
      "class Store.Point",
      "property Point.x",
      "property Point.y",
      "method Point.Point",
      "interface Store.Marker",
      "method Marker.value",
    ],
  ],
  C: [
    `#ifndef STORE_H
#define STORE_H
#include <stdio.h>
#define LIMIT 10
#define SQUARE(x) ((x) * (x))
struct forward;
enum color { RED, GREEN = 2 };
struct point { int x; struct point *next; };
typedef struct { int y; } pair_t;
typedef struct point point_t;
typedef int (*compare_fn)(const void *, const void *);
union value { int i; float f; };
extern int declared;
int declared_later(int a);
static struct point *find(struct point *p, int (*test)(int))
{
  struct point *q = p;
  int local = 1;
  while (q) { q = q->next; }
  return q;
}
char **names(void) { return 0; }
API void (in_macros)(int x) { go(x); }
static HANDLER (handle_port) {
  return 1;
}
static
HANDLER(handle_user)
{
  return LATER(handle_port);
}
YAML_DECLARE(int)
yaml_open(parser *at)
{
  return 1;
}
YAML_DECLARE(const char *) yaml_name(void) { return 0; }
TEST(Store, Opens) { go(1); }
SUITE(closing) { go(2); }
typedef unsigned int uint32_t;
static const struct point table[] = { { 1 } };
int count = 0;
#ifdef DEBUG
int debugged = 1;
#endif
#endif
`,
    ...["constant LIMIT", "function SQUARE", "enum color", "constant color.RED", "constant color.GREEN"],
    ...["struct point", "struct pair_t", "class point_t", "class compare_fn", "struct value", "function find"],
    ...[
      "function names",
      "function in_macros",
      "function handle_port",
      "function handle_user",
      "function yaml_open",
      "function yaml_name",
      "method Store.Opens",
      "function closing",
      "class uint32_t",
      "variable table",
      "variable count",
      "variable debugged",
    ],
  ],
  "C++": [
    `namespace app::store {
class Forward;
template <typename T>
class Store : public Base<T>
{
 public:
  Store();
  explicit Store(int size) : size_(size) {}
  virtual ~Store() = default;
  T* find(const std::string& key) const;
  template <class U> void push(U value);
  template <class U> U* pull();
  explicit operator int() const;
  bool operator==(const Store& other) const { return true; }
  static int count;
  operator bool() const { return true; }
 private:
  int size_;
  int (*callback_)(int);
  friend class Forward;
};
template <typename T>
T* Store<T>::find(const std::string& key) const
{
  Forward* local = nullptr;
  auto inner = [](int x) { return x; };
  if (local) { return 0; }
  for (auto& each : all) { each.run(); }
  return inner(1);
}
const std::string& Other::name() const { return name_; }
enum class Mode : int { Fast, Slow };
using Names = std::vector<std::string>;
typedef std::map<int, int> Numbers;
constexpr int kLimit = 10;
struct X *use(struct X *p);
class API Sink : public Base
{
 public:
  Sink(int size);
  void log(int level);
  void flush() { run(); }
};
struct API Item { int size; };
class API Later;
class api Drain : public Base
{
  void run();
};
}  // namespace
`,
    ...["namespace app::store", "class app::store.Store", "method Store.Store", "method Store.Store"],
    ...["method Store.~Store", "method Store.find", "method Store.push", "method Store.pull"],
    ...["method Store.operator int", "method Store.operator==", "method Store.operator bool", "method Store.find"],
    ...["method Other.name", "enum app::store.Mode", "constant Mode.Fast", "constant Mode.Slow"],
    ...["class app::store.Names", "class app::store.Numbers", "variable app::store.kLimit"],
    ...["class app::store.Sink", "method Sink.Sink", "method Sink.log", "method Sink.flush", "struct app::store.Item"],
    ...["class app::store.Drain", "method Drain.run"],
  ],
  "C#": [
    `using System;
namespace App.Stores
{
  public delegate void Changed(int x);
  [Serializable]
  public sealed class Store<T> : Base, IStore where T : class
  {
    private const int Limit = 10;
    private static readonly int Size = 3;
    private int count;
    public event Changed OnChange;
    public string Name { get; set; }
    public int Length => count;
    public Store(int size) : base(size)
    {
      foreach (var each in items) { each.Run(); }
    }
    public async Task<T> FindAsync(string key)
    {
      var local = 1;
      if (key.Get()) { return null; }
      int Twice(int x) => x * 2;
      return Twice(local);
    }
    T IStore.Get() => null;
    public static Store<T> operator +(Store<T> a, Store<T> b) { return a; }
    public static bool operator true(Store<T> a) => true;
    public static implicit operator int(Store<T> a) => a.count;
    public T this[int index] { get { return this[0]; } }
  }
  interface IStore { T Get(); int Total { get; } }
  public enum Color { Red, Green = 2 }
  struct Point { public int X; }
  public record Person(string First, string Last);
}
`,
    ...["namespace App.Stores", "class App.Stores.Changed", "class App.Stores.Store", "constant Store.Limit"],
    ...["constant Store.Size", "property Store.OnChange", "property Store.Name", "property Store.Length"],
    ...["method Store.Store", "method Store.FindAsync", "function FindAsync.Twice", "method Store.Get"],
    ...["method Store.+", "method Store.true", "method Store.operator int", "property Store.this"],
    ...["interface App.Stores.IStore", "method IStore.Get", "property IStore.Total", "enum App.Stores.Color"],
    ...[
      "constant Color.Red",
      "constant Color.Green",
      "struct App.Stores.Point",
      "class App.Stores.Person",
      "property Person.First",
      "property Person.Last",
    ],
  ],
  Ruby: [
    `require "json"
module App
  LIMIT = 10
  class Store < Base
    attr_reader :name, :size
    Error = Class.new(StandardError)
    def self.open(path) = new(path)
    def initialize(name); @name = name; end
    def empty?
      local = 1
      return true if local.zero?
    end
    def name=(value)
      @name = value
    end
    def ==(other) true end
    alias same? ==
    alias_method :equal?, :==
    define_method(:made) { |x| x }
    define_singleton_method "built" do end
    define_method("made_#{each}") { |x| x }
    class << self
      def create; end
    end
  end
  class Store::Cursor
  end
end
def main
  [1].each do |each| each.run end
end
`,
    ...["module App", "constant App.LIMIT", "class App.Store", "property Store.name", "property Store.size"],
    ...[
      "class Store.Error",
      "method Store.open",
      "method Store.initialize",
      "method Store.empty?",
      "method Store.name=",
    ],
    ...[
      "method Store.==",
      "method Store.same?",
      "method Store.equal?",
      "method Store.made",
      "method Store.built",
      "method Store.create",
      "class App.Cursor",
      "function main",
    ],
  ],
  PHP: [
    `<?php
namespace App\\Stores;
use App\\Base;
define('VERSION', '1.0');
const LIMIT = 10;
interface Reader { public function read(string $path): string; }
trait Logs { protected function log($x) {} }
enum Color: string { case Red = 'r'; public function label(): string { return ''; } }
abstract class Store extends Base implements Reader
{
  const SIZE = 3;
  private $name = null;
  public function __construct(private int $size) {}
  public static function &open($path)
  {
    $local = function () { return 1; };
    foreach ($items as $each) { $each->run(); }
    if ($path->get()) { return null; }
    return new class { public function go() {} };
  }
  abstract protected function close();
}
function main() { $x = 1; }
`,
    ...["namespace App\\Stores", "constant VERSION", "constant LIMIT", "interface Reader", "method Reader.read"],
    ...["class Logs", "method Logs.log", "enum Color", "constant Color.Red", "method Color.label", "class Store"],
    ...["constant Store.SIZE", "method Store.__construct", "method Store.open", "method open.go"],
    ...["method Store.close", "function main"],
  ],
  Shell: [
    `#!/bin/bash
readonly LIMIT=10
name=value
main() {
  local inner=1
  readonly OTHER=2
  if check; then run; fi
}
alias ll='ls -l' la="ls -a"
alias gs=git
alias -p
run alias=1
function run { echo; }
function stop_all()
{
  for each in 1 2; do go "$each"; done
}
`,
    ...[
      "constant LIMIT",
      "function main",
      "function ll",
      "function la",
      "function gs",
      "function run",
      "function stop_all",
    ],
  ],
};

describe("definitions by the syntax of a file", () => {
  const given: readonly (readonly [code: string, expected: readonly string[]])[] = [
    ["export default memo(function Form() { return null; });", ["Form"]],
    ["export default memo(forwardRef(function Form(props, ref) { return null; }));", ["Form"]],
    ["module.exports = wrap(function serve() {});", ["serve"]],
    ["export default memo(() => null);", []],
    ["const Form = memo(function Form() {});", ["Form"]],
    ["const Form = memo(forwardRef(function Form() {}));", ["Form"]],
    ["export const Form = forwardRef(function Inner(props, ref) { return null; });", ["Form", "Inner"]],
    [
      "function Form() { const onClose = useCallback(() => go(), []), size = useMemo(() => 1, []); }",
      ["Form", "onClose"],
    ],
    ["const Form = React.memo(React.forwardRef((props, ref) => { const local = 1; }));", ["Form"]],
    ["app.use(function log(request) { const local = 1; });", ["log"]],
  ];
  for (const [code, expected] of given)
    for (const language of ["JavaScript", "TypeScript", "TSX"])
      it(`are those of functions that are given to others, in ${language}: ${code}`, async () => {
        assert.deepEqual(
          (await symbolsOf(code, language)).map(({ name }) => name),
          expected,
        );
      });

  it("are the parameters of records where a line has only those", async () => {
    const code = "public record Fare(\n  decimal Price,\n  List<int> Seats);\n";
    const symbols = await symbolsOf(code, "C#");
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ["Fare", "Price", "Seats"],
    );
    assert.ok(mayBeDefinedAt("  List<int> Seats);", 12, 17, "C#"));
    assert.ok(!mayBeDefinedAt("  void sail(int seats) {", 16, 21, "C#"));
  });

  for (const [language, [code, ...expected]] of Object.entries(FIXTURES)) {
    it(`are found in ${language}, with their kinds and what they belong to, and nothing else is`, async () => {
      const symbols = await symbolsOf(code, language);
      assert.deepEqual(
        symbols.map(
          ({ kind, containerName, name }) => `${kind} ${containerName}${containerName === "" ? "" : "."}${name}`,
        ),
        expected,
      );
    });

    it(`are where their names are in ${language}, also behind characters of two units and with Windows' line ends`, async () => {
      const text = `${language === "PHP" ? "" : `${["Python", "Ruby", "Shell"].includes(language) ? "#" : "//"} 🎉 é\n`}${code}`;
      const lines = text.split("\n");
      for (const symbols of [
        await symbolsOf(text, language),
        await symbolsOf(text.replaceAll("\n", "\r\n"), language),
      ]) {
        assert.equal(symbols.length, expected.length);
        for (const { name, line, column } of symbols) {
          const at = lines[line] ?? "";
          assert.equal(at.slice(column, column + name.length), name);
          assert.equal(mayBeDefinedAt(at, column, column + name.length, language), true, at);
        }
      }
    });

    it(`are the same in ${language} where only those on some lines are asked for`, async () => {
      const spread = `${"\n".repeat(30)}${code.replaceAll("\n", "\n".repeat(30))}`; // farther apart than lines that are read together
      const all = await symbolsOf(spread, language);
      assert.equal(all.length, expected.length);
      for (const [at, { line }] of all.entries()) {
        for (const other of [line, ...all.slice(at + 1).map((symbol) => symbol.line)]) {
          const lines = [...new Set([line, other])];
          assert.deepEqual(
            await symbolsOf(spread, language, lines),
            all.filter((symbol) => lines.includes(symbol.line)),
          );
        }
      }
    });

    it(`are found in ${language} around what is being written`, async () => {
      const broken = `${code}\n${language === "Python" ? "def (" : "@@@ ( {"}\n`;
      const names = new Set((await symbolsOf(broken, language)).map(({ name }) => name));
      const kept = expected.filter((each) => names.has(/[^ .]*$/.exec(each)?.[0] ?? ""));
      assert.ok(kept.length >= expected.length / 2, `${kept.length} of ${expected.length}`);
    });
  }

  const IN_THE_WAY: Readonly<Record<string, readonly [code: string, ...expected: string[]]>> = {
    "in front of declarations": [
      `API_BEGIN_NAMESPACE
MY_INLINE int count() { return 1; }
MY_CONSTEXPR auto first(int x) -> int { return x; }
MY_API MY_DEPRECATED("use first()") const Item *find(const char *key)
{
  return nullptr;
}
MY_INLINE Store<T>::Store(int size)
    : size_(size)
{}
HANDLE MY_CALL open_it(int x) { return 0; }
template <typename T, MY_ENABLE_IF(small<T>::value)> T pick(T x) { return x; }
API_END_NAMESPACE
`,
      ...["function count", "function first", "function find", "method Store.Store", "function open_it"],
      "function pick",
    ],
    "of classes, and in them": [
      `class Own_API MY_SINCE(5, 2) Window final : public Base {
  MY_OBJECT
  MY_PROPERTY(int width READ width WRITE setWidth)
public:
  MY_SINCE(5, 3) Window();
  MY_CONSTEXPR Window(int x) MY_NOEXCEPT : x_(x) {}
  MY_NODISCARD int width() const MY_NOEXCEPT;
  void run() MY_OVERRIDE { go(); }
public slots:
  void hide();
MY_SIGNALS:
  void shown();
};
`,
      ...["class Window", "method Window.Window", "method Window.Window", "method Window.width", "method Window.run"],
      ...["method Window.hide", "method Window.shown"],
    ],
    "in the bodies of functions": [
      `int load(int x)
{
  MY_TRY {
    go(x);
  } MY_CATCH(const Failure &failure) {
    stop();
  }
  MY_LOG("x" MY_FORMAT)
}
static int after(void) { return 2; }
`,
      ...["function load", "function after"],
    ],
    "of types": [
      `typedef void (MY_CALL *done_fn)(int code);
typedef struct point point_t MY_SINCE(3, 1);
typedef struct { int x; } MY_PACKED pair_t;
enum level { LOW MY_DEPRECATED_ENUM = 1, HIGH };
struct MY_HASH hash;
MY_TYPE only(int x) { return x; }
`,
      ...["class done_fn", "class point_t", "struct pair_t", "enum level", "constant level.LOW", "constant level.HIGH"],
      "function only",
    ],
  };
  for (const [where, [code, ...expected]] of Object.entries(IN_THE_WAY)) {
    it(`are found around macros ${where}`, async () => {
      const symbols = await symbolsOf(code, "C++");
      assert.deepEqual(
        symbols.map(
          ({ kind, containerName, name }) => `${kind} ${containerName}${containerName === "" ? "" : "."}${name}`,
        ),
        expected,
      );
    });
  }

  it("are found around conditions that tear them apart, and between those that don't", async () => {
    const code = `class Engine
#ifdef WITH_BASE
    : public Base
#endif
{
  int run();
#if WITH_MORE
  MY_BITS(flags);
  Engine(int more);
  int more();
#else
  int less();
#endif
  friend int other(Engine &);
};
#if OLD
int start(int x) {
#else
int start(void) {
#endif
  return 1;
}
#if defined(__has_include) && __has_include(<set>)
int included(void) { return 2; }
#endif
int last(void) { return 3; }
`;
    const names = (await symbolsOf(code, "C++")).map(({ name }) => name);
    assert.deepEqual(names, ["Engine", "run", "Engine", "more", "less", "start", "included", "last"]);
  });

  it("are found around conditions that tear statements of C# apart", async () => {
    const code = `class Engine
#if WITH_BASE
  : Base
#endif
{
  const string Folder = @"C:\\";
  static int Kind(object value)
  {
    if (value == null)
      return 0;
#if !OLD
    else if (value is Large)
      return 1;
#endif
    else if (value is Small)
      return 2;
    switch (value)
    {
      case 1:
        break;
#if !OLD
      case 2:
        break;
#endif
    }
    return 3;
  }
#if WITH_KIND
  int IKind.More() { return 1; }
#else
  int Less() { return 1; }
#endif
  int Last() { return 1; }
}
`;
    const symbols = await symbolsOf(code, "C#");
    assert.deepEqual(
      symbols.map(({ containerName, name }) => `${containerName} ${name}`),
      [" Engine", "Engine Folder", "Engine Kind", "Engine More", "Engine Less", "Engine Last"],
    );
  });

  it("are found behind signatures of TypeScript without semicolons, and behind type parameters that say how they vary", async () => {
    const code = `export interface Store<in out Key, out Value = never> extends Map<Key, Value> {
  <A extends Key>(key: A): Store<A>
  // of two
  <A, B>(
    key: A,
  ): Store<B>
  /** Closes. */
  <A>(): Array<A>
  close<A>(): void
}
export const pick: {
  <A>(keep: boolean): (from: A) => A
  <A>(from: A, keep: boolean): A
} = both(2, (from) => from)
const run =
  <A,>(x: A) => x
export const shared = () => 1
class Box<in Item> {
  put(item: Item) {}
}
`;
    for (const text of [code, code.replaceAll("\n", "\r\n")]) {
      for (const language of ["TypeScript", "TSX"]) {
        const symbols = await symbolsOf(text, language);
        assert.deepEqual(
          symbols.map(({ containerName, name, line }) => `${containerName}.${name} ${line}`),
          [".Store 0", "Store.close 8", ".pick 10", ".run 14", ".shared 16", ".Box 17", "Box.put 18"],
        );
      }
    }
  });

  it("are found around what is held until the end of its block, in TypeScript and JavaScript", async () => {
    const code = `class Frame {
  async find(list) {
    for await (using each of open(list)) {
      if (each.id === this.id) { await using parent = each.parent(); return parent; }
    }
    using last = list.at(-1), using = 1;
    return using;
  }
  get size() { return 1; }
}
const using = () => 1;
`;
    for (const language of ["TypeScript", "TSX", "JavaScript"]) {
      const symbols = await symbolsOf(code, language);
      assert.deepEqual(
        symbols.map(({ containerName, name }) => `${containerName}.${name}`),
        [".Frame", "Frame.find", "Frame.size", ".using"],
        language,
      );
    }
  });

  it("of overloads is the one with a body, or else the first one, on the lines that are asked for", async () => {
    const code = "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any) {\n  return a;\n}\n";
    for (const [lines, expected] of [
      [undefined, [2]],
      [[0, 1, 2], [2]],
      [[0, 1], [0]],
      [[1], [1]],
      [[2], [2]],
    ] as const)
      assert.deepEqual(
        (await symbolsOf(code, "TypeScript", lines)).map(({ line }) => line),
        expected,
      );
  });

  it("are found around the types of other files that declarations name", async () => {
    const code = `declare class Points extends Layer<import("../points.js").default<any>> {
  constructor(layer: import("../layer.js").default, options: Options);
  worlds: Array<import("./world.js").World>;
  render(state: import("../map.js").State | typeof import("../map.js").none): Promise<import("../map.js").Frame>;
}
export function open(): Store<import("./item.js").default<any>>;
`;
    const symbols = await symbolsOf(code, "TypeScript");
    assert.deepEqual(
      symbols.map(({ containerName, name }) => `${containerName}.${name}`),
      [".Points", "Points.constructor", "Points.render", ".open"],
    );
  });

  it("are found in macros of Rust that hold items, and in no others", async () => {
    const code = `cfg_rt! {
    cfg_time! {
        /// { not a brace
        #[derive(Debug)]
        pub struct Handle { at: &'static str }
        impl Handle {
            pub fn open(&self) -> char { '{' }
            cfg_unstable! { fn close(&self) {} }
        }
    }
}
bitflags! {
    pub struct Flags: libc::c_int { const A = 1; }
}
cfg_if::cfg_if! {
    if #[cfg(unix)] {
        mod unix;
        impl Flags { fn unix() {} }
    } else if #[cfg(windows)] {
    } else {
        pub fn other() {
            cfg_if! {
                if #[cfg(wide)] { start() } else { stop() }
            }
        }
    }
}
externs! {
    extern "C" { fn foreign(x: u32); }
}
pub trait Area {
    crate::if_wide! { fn wide(&self) -> u128; }
}
proptest! {
    #[test]
    fn holds(x in 0..9) { check(x); }
}
fn run() {
    quote! {
        pub fn quoted() {}
    }
    select! {
        fn_like = one() => {}
    }
}
macro_rules! make {
    () => {
        other! { pub struct Made; }
    };
}
fn last() {}
`;
    const symbols = await symbolsOf(code, "Rust");
    assert.deepEqual(
      symbols.map(({ containerName, name, line, endLine }) => `${containerName}.${name} ${line}-${endLine}`),
      [
        ...[".Handle 4-4", "Handle.open 6-6", "Handle.close 7-7", ".Flags 12-12", "Flags.unix 17-17"],
        ...[".other 20-24", ".foreign 28-28", ".Area 30-32", "Area.wide 31-31"],
        ...[".holds 35-35", ".run 37-44", ".make 45-49", ".last 50-50"],
      ],
    );
  });

  it("have names in any alphabet, also around what the parser does not know", async () => {
    for (const [language, code, ...expected] of [
      [
        "JavaScript",
        "Übung.prototype.öffne = function () {};\nusing größe = open();\n",
        "method Übung.öffne",
        "constant .größe",
      ],
      [
        "TypeScript",
        "interface Maß<in Ü, out 型> {\n  <Ä>(x: Ä): Öl\n  <É>(x: É): 型\n  名前: string;\n}\n",
        "interface .Maß",
        "property Maß.名前",
      ],
      [
        "Python",
        "class Farbe(Enum):\n    GRÜN = 1\n    ÜBRIG = 2\n    ЦВЕТ = 3\n    größe = 4\n",
        ...["class .Farbe", "constant Farbe.GRÜN", "constant Farbe.ÜBRIG", "constant Farbe.ЦВЕТ"],
      ],
      ["Go", "package p\n\nfunc (g *Größe[T]) Prüfe() {}\n", "method Größe.Prüfe"],
      ["Rust", "prüfe! {\n  pub fn ändern() {}\n}\nimpl Öffnen for Tür {}\n", "function .ändern"],
      [
        "C++",
        "EXPORT größe_t Übung::ändern(int x) { return 1; }\nclass Ä {\n  EXPORT Ä(int x);\nsignals:\n  void geändert();\n};\n",
        ...["method Übung.ändern", "class .Ä", "method Ä.Ä", "method Ä.geändert"],
      ],
    ] as const) {
      const symbols = await symbolsOf(code, language);
      assert.deepEqual(
        symbols.map(({ kind, containerName, name }) => `${kind} ${containerName}.${name}`),
        expected,
        language,
      );
      for (const { name, line, column } of symbols)
        assert.ok((code.split("\n")[line] ?? "").startsWith(name, column), name);
    }
  });

  it("reach to the end of their bodies", async () => {
    const ends = async (code: string, language: string) =>
      (await symbolsOf(code, language)).map(({ name, line, endLine }) => `${name} ${line}-${endLine}`);
    assert.deepEqual(
      await ends("class A {\n  go(x) {\n    return x;\n  }\n}\nconst LIST = [\n  1,\n];\n", "JavaScript"),
      ["A 0-4", "go 1-3", "LIST 5-7"],
    );
    assert.deepEqual(await ends("#define A \\\n  1\nenum e\n{\n  B\n};\n", "C"), ["A 0-1", "e 2-5", "B 4-4"]);
    assert.deepEqual(await ends("def go(\n    x,\n):\n    return x\n\n\nA = 1\n", "Python"), ["go 0-3", "A 6-6"]);
    assert.deepEqual(await ends("fun go() {\n  run()\n}\n", "Kotlin"), ["go 0-2"]);
  });

  it("of one name are kept apart by what is between them, whichever lines are asked for", async () => {
    const code = `class A {\n  get x() {}\n${"  // far\n".repeat(30)}  go() {}\n  set x(to) {}\n  x() {}\n}\n`;
    const all = await symbolsOf(code, "JavaScript");
    assert.deepEqual(
      all.map(({ name, line }) => `${name} ${line}`),
      ["A 0", "x 1", "go 32", "x 33", "x 34"],
    );
    const isX = all.filter(({ name }) => name === "x");
    assert.deepEqual(await symbolsOf(code, "JavaScript", [1, 33, 34]), isX);
  });

  it("come from the looks of the lines in languages without a grammar", async () => {
    assert.equal(hasSymbols("Kotlin") && !isParsed("Kotlin"), true);
    assert.deepEqual(
      (await symbolsOf("class A {\n  fun go() {\n  }\n}\n", "Kotlin", [1])).map(({ name }) => name),
      ["go"],
    );
    assert.deepEqual(
      (await symbolsOf("class A {\n  fun go() {\n  }\n}\n", "Kotlin")).map(({ name }) => name),
      ["A", "go"],
    );
  });
});
