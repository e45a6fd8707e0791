import { IN_MAIN, TEST_OF_FOLDER } from "../ranking/fileKinds.ts";

const MARKED =
  /[._-](?:tests?|specs?)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.\w+$|(?:Tests?|IT)\.(?:java|kt|cs|swift|scala|groovy|php)$|Tests?\/.*Spec\.\w+$|\.t$|(?:^|\/)[a-z]+Test\//;
const IN_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__|unit|integration|e2e)\//i;
const NO_TEST =
  /(?:^|\/)(?:fixtures?|testdata|__mocks__|__snapshots__|bench(?:marks?)?|support|helpers?|resources|data|mocks?)\//i;

/** Whether a file of code is a test, by its name, or by that of a folder that it is in. */
export function isTestFile(path: string): boolean {
  if (IN_MAIN.test(path)) return false;
  return (
    MARKED.test(path) ||
    TEST_OF_FOLDER.test(path) ||
    (IN_FOLDER.test(path) && !NO_TEST.test(path) && !/(?:^|\/)(?:conftest|__init__|setup|helper)\.\w+$/.test(path))
  );
}

/** What a test is called after: the name of a file without its endings, and without what marks tests. */
export function testedName(path: string): string {
  return stemOf(path)
    .replace(/^test_|[_-](?:tests?|specs?)$|(?<=[a-z])(?:Tests?|Spec|IT)$/, "")
    .toLowerCase();
}

/** What tests of a file are called after. */
export function calledName(path: string): string {
  return stemOf(path).toLowerCase();
}

/** The name of a file without its endings and the sign of a private one, or that of the folder that it stands for. */
function stemOf(path: string): string {
  const [name = "", folder] = path.split("/").toReversed();
  const stem = name.replace(/\..*$/, "");
  return folder !== undefined && /^(?:index|mod|__init__|tests?|specs?)$/.test(stem) ? folder : stem.replace(/^_+/, "");
}
