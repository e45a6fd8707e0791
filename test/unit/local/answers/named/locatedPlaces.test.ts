import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { TimeSlices } from "../../../../../src/core/text/timeSlices.ts";
import { locatePrinted } from "../../../../../src/local/answers/named/locatedPlaces.ts";
import {
  readQuestionContext,
  type QuestionContext,
} from "../../../../../src/local/answers/questions/questionContext.ts";
import type { NameableFile } from "../../../../../src/local/answers/questions/writtenNames.ts";

const OTHER_KINDS = { otherNames: [], remotes: [], git: true };

function filesIn(name: string, root: string, paths: readonly string[]): readonly NameableFile[] {
  return paths.map((path) => ({ repository: { ...OTHER_KINDS, name, root }, path, file: `${root}/${path}` }));
}

const HARBOUR = filesIn("host/ada/harbour", "/home/ada/harbour-2", [
  "main.go",
  "web/app.py",
  "berths/plan.go",
  "src/harbour/rope.py",
  "packages/quay/src/index.ts",
  "packages/crane/src/index.ts",
  "packages/crane/src/lift.ts",
  "src/main/java/org/harbour/Boat.java",
  "src/main/java/org/harbour/old/Boat.java",
  "core/scope/Dock.kt",
  "app/Dock.kt",
]);

const LOCATED: readonly (readonly [printed: string, ...fits: readonly string[]])[] = [
  // in the package of a frame
  ["\tat org.harbour.Boat.sink(Boat.java:9)", "src/main/java/org/harbour/Boat.java"],
  ["\tat app//org.harbour.old.Boat$Hull.lambda$fill$0(Boat.java:9)", "src/main/java/org/harbour/old/Boat.java"],
  ["\tat org.harbour.old.Boat.<init>(Boat.java:9) ~[harbour-1.2.jar:1.2]", "src/main/java/org/harbour/old/Boat.java"],
  ["\tat org.harbour.BoatTest.sinks when it is full(Boat.java:9)", "src/main/java/org/harbour/Boat.java"],
  ["\tat java.base/java.util.Boat.get(Boat.java:9)"],
  ["\tat org.acme.scope.Dock$open$1.invokeSuspend(Dock.kt:9)", "core/scope/Dock.kt"],
  // alone
  ["Boat.java:9", "src/main/java/org/harbour/Boat.java", "src/main/java/org/harbour/old/Boat.java"],
  // on another machine
  ["/home/me/checkout/main.go:9", "main.go"],
  ["C:\\build\\agent\\main.go:9", "main.go"],
  ["C:\\harbour\\main.go:9", "main.go"],
  ["web/main.go:9"],
  ["/builds/42/berths/plan.go:9", "berths/plan.go"],
  ["/builds/42/plan.go:9"],
  ["/app/src/lift.ts:9", "packages/crane/src/lift.ts"],
  ["/app/src/index.ts:9"],
  // in copies of packages
  ["/go/pkg/mod/host/ada/harbour@v1.9.0/berths/plan.go:9", "berths/plan.go"],
  ["/go/pkg/mod/host/ada/harbour/v2@v2.0.1/main.go:9", "main.go"],
  ["/go/pkg/mod/host/ada/ferry@v1.9.0/main.go:9"],
  ["/srv/node_modules/quay/src/index.ts:9", "packages/quay/src/index.ts"],
  ["/srv/node_modules/@ada/crane/src/index.ts:9", "packages/crane/src/index.ts"],
  ["/srv/node_modules/left-pad/src/lift.ts:9"],
  ['File "/usr/lib/python3.12/site-packages/harbour/rope.py", line 9', "src/harbour/rope.py"],
  ['File "/usr/lib/python3/dist-packages/flask/app.py", line 9'],
  // of the system
  ["/usr/local/go/src/runtime/main.go:9"],
];

describe("places that a tool has printed", () => {
  for (const [printed, ...fits] of LOCATED)
    it(`are in ${fits.join(" and ") || "no file"}: ${printed.trim()}`, async () => {
      const { places, trace = [] } = await locate(printed, HARBOUR);
      const [place] = trace;
      assert.deepEqual(
        place?.fits?.map(({ path }) => path),
        fits,
      );
      if (fits.length > 0) assert.equal(place.path, fits[0]);
      assert.equal(place.startLine, 8);
      assert.ok(places.includes(place));
    });

  it("are in the repository whose folder is around them", async () => {
    const files = ["ferry", "liner"].flatMap((name) => filesIn(name, `/work/${name}`, ["src/deck.ts"]));
    const { trace } = await locate("at f (/home/me/liner/src/deck.ts:9:1)", files);
    assert.deepEqual(
      trace?.map(({ repository, path }) => [repository, path]),
      [["liner", "src/deck.ts"]],
    );
  });

  it("don't hold up anything else, among many files of one name", async () => {
    const paths = Array.from({ length: 5_000 }, (_, at) => `packages/p${at}/src/index.ts`);
    const frames = Array.from({ length: 500 }, (_, at) => `    at f (/app/packages/p${at}/src/index.ts:9:1)`);
    let longest = 0;
    let before = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }, 1);
    try {
      const { trace } = await locate(frames.join("\n"), filesIn("many", "/many", paths));
      assert.equal(trace?.at(-1)?.path, "packages/p499/src/index.ts");
    } finally {
      clearInterval(timer);
    }
    assert.ok(longest < 500, `${longest} ms`);
  });
});

function locate(question: string, files: readonly NameableFile[]): Promise<QuestionContext> {
  const slices = new TimeSlices({ signal: new AbortController().signal });
  return locatePrinted(readQuestionContext(question), files, slices);
}
