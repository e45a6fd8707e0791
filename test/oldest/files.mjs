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
    "test/unit/api/search/{searchStream,matchStore}.test.ts",
    "test/unit/local/base/*.test.ts",
    "test/unit/local/code/ripgrep/*.test.ts",
  ],
  "regular expressions": [
    "test/unit/local/code/patterns/*.test.ts",
    "test/unit/core/{query,text}/*.test.ts",
    "test/unit/core/sources/sourceLink.test.ts",
  ],
  "file system": [
    "test/unit/git/{settings/{configFile,configuration},disk/temporaryFolder}.test.ts",
    "test/unit/host/{accounts/refreshLock,remote/*,agents/*}.test.ts",
    "test/unit/local/answers/conversations/{conversationStore,storedFormats,slowDisk}.test.ts",
    "test/unit/local/code/files/{servedFiles,servedFolders,codeBase}.test.ts",
  ],
  processes: ["test/unit/git/command/gitCommand.test.ts", "test/unit/local/main.test.ts"],
};
