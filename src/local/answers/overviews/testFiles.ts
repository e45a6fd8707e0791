const MARKED =
  /[._-](?:tests?|specs?)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.\w+$|(?:Tests?|Spec|IT)\.(?:java|kt|cs|swift|scala|groovy|php)$|\.t$|(?:^|\/)[a-z]+Test\//;
const IN_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__|unit|integration|e2e)\//i;
const NO_TEST =
  /(?:^|\/)(?:fixtures?|testdata|__mocks__|__snapshots__|bench(?:marks?)?|support|helpers?|resources|data|mocks?)\//i;

/** Whether a file of code is a test, by its name, or by that of a folder that it is in. */
export function isTestFile(path: string): boolean {
  return (
    MARKED.test(path) ||
    (IN_FOLDER.test(path) && !NO_TEST.test(path) && !/(?:^|\/)(?:conftest|__init__|setup|helper)\.\w+$/.test(path))
  );
}

/** What a test is called after: the name of a file without its endings, and without what marks tests. */
export function testedName(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\..*$/, "")
    .replace(/^test_|[_-](?:tests?|specs?)$|(?<=[a-z])(?:Tests?|Spec|IT)$/, "")
    .toLowerCase();
}
