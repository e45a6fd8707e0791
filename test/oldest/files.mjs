// @ts-check
/**
 * The unit tests that also run on the oldest Node in `npm test`, as globs relative to the checkout, by what could differ
 * there. Everything else is language that `sources.test.ts` shows to be read, or logic that no Node changes. Threads are
 * tried with the service, and at length where the whole unit suite runs on it, in `npm run test:all`.
 */
export const ON_OLDEST_NODE = {
  syntax: ["test/oldest/*.test.ts"],
  HTTP: [
    "test/unit/api/{accounts,http}/*.test.ts",
    "test/unit/api/conversations/conversations.test.ts",
    "test/unit/local/server/localService.test.ts",
  ],
  streams: [
    "test/unit/api/search/searchStream.test.ts",
    "test/unit/api/search/matchStore.test.ts",
    "test/unit/local/base/*.test.ts",
    "test/unit/local/code/ripgrep/*.test.ts",
  ],
  "regular expressions": [
    "test/unit/local/code/patterns/*.test.ts",
    "test/unit/core/{query,text}/*.test.ts",
    "test/unit/core/sources/sourceLink.test.ts",
  ],
  "file system": [
    "test/unit/git/settings/configFile.test.ts",
    "test/unit/git/settings/configuration.test.ts",
    "test/unit/git/disk/temporaryFolder.test.ts",
    "test/unit/host/{accounts/refreshLock,remote/*,agents/*}.test.ts",
    ...["conversationStore", "storedFormats", "slowDisk"].map(
      (name) => `test/unit/local/answers/conversations/${name}.test.ts`,
    ),
    ...["servedFiles", "servedFolders", "codeBase"].map((name) => `test/unit/local/code/files/${name}.test.ts`),
  ],
  processes: ["test/unit/git/command/gitCommand.test.ts", "test/unit/local/main.test.ts"],
};
