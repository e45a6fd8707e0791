/** Something that an agent has to find, and how it would look for it. */
export interface AgentTask {
  /** The file, and the text of the line where it begins. */
  readonly at: readonly [file: string, line: string];
  /** For our search, one after the other as long as it was not found. */
  readonly asked: readonly string[];
  /** The same for ripgrep: expressions. */
  readonly patterns: readonly string[];
}

/** Written before anything was tried, as an agent would who knows neither package. */
export const TASKS: readonly AgentTask[] = [
  {
    at: ["mocha/lib/errors.js", "function createMultipleDoneError("],
    asked: ["error when a test calls done more than once", "multiple done error"],
    patterns: ["done.*(twice|more than once)", "multiple times", "MultipleDone"],
  },
  {
    at: ["mocha/lib/runner.js", "Runner.prototype.checkGlobals = "],
    asked: ["how are leaked global variables detected", "check globals leak"],
    patterns: ["leak", "function.*[lL]eak", "checkGlobals"],
  },
  {
    at: ["mocha/lib/runner.js", "Runner.prototype._uncaught = "],
    asked: ["what happens with an uncaught exception while a test runs", "uncaught exception handler of the runner"],
    patterns: ["uncaughtException", "[uU]ncaught.*function|function.*[uU]ncaught", "_uncaught"],
  },
  {
    at: ["mocha/lib/cli/watch-run.cjs", "const createWatcher = "],
    asked: ["watch files and run the tests again when they change", "file watcher"],
    patterns: ["watch", "chokidar|fs\\.watch", "createWatcher"],
  },
  {
    at: ["mocha/lib/nodejs/serializer.js", "export class SerializableEvent {"],
    asked: ["how is an event of a worker serialized to the main process", "serialize event"],
    patterns: ["serialize", "class Serial", "class .*Event"],
  },
  {
    at: ["mocha/lib/reporters/base.js", "Base.generateDiff = "],
    asked: ["where is the diff between actual and expected made", "generate diff of a failed assertion"],
    patterns: ["diff", "actual.*expected", "[dD]iff = function"],
  },
  {
    at: ["mocha/lib/utils.cjs", "exports.stackTraceFilter = "],
    asked: ["how are internal frames removed from stack traces", "filter stack trace"],
    patterns: ["stack.*filter|filter.*stack", "node_modules", "stackTraceFilter"],
  },
  {
    at: ["mocha/lib/suite.js", "  filterOnly() {"],
    asked: ["how does only() leave out the other tests", "filter to exclusive tests and suites"],
    patterns: ["only\\(", "exclusive", "[oO]nly\\(\\) \\{"],
  },
  {
    at: ["eslint/lib/linter/apply-disable-directives.js", "function processUnusedDirectives("],
    asked: ["where are unused eslint-disable comments reported", "process unused disable directives"],
    patterns: ["[uU]nused eslint-disable", "reportUnusedDisableDirectives", "function.*Unused.*Directive"],
  },
  {
    at: ["eslint/lib/linter/source-code-fixer.js", "	function attemptFix("],
    asked: ["how are overlapping fixes skipped when they are applied", "apply fix to the text of a file"],
    patterns: ["overlap", "fix\\.range", "function.*[fF]ix\\("],
  },
  {
    at: ["eslint/lib/config/config-loader.js", "	static async locateConfigFileToUse("],
    asked: ["how is eslint.config.js found from a folder upwards", "locate config file"],
    patterns: ["eslint\\.config\\.js", "findUp", "locate.*[cC]onfig"],
  },
  {
    at: ["eslint/lib/services/suppressions-service.js", "	async prune("],
    asked: ["remove suppressions that no longer occur", "prune suppressions"],
    patterns: ["unused.*suppress|suppress.*unused", "delete .*suppress", "prune"],
  },
  {
    at: ["eslint/lib/cli-engine/lint-result-cache.js", "	getCachedLintResults("],
    asked: ["decides whether the cached result of a file is still valid", "get cached lint results"],
    patterns: ["cache", "[cC]ached.*\\(", "getCached"],
  },
  {
    at: ["eslint/lib/linter/timing.js", "function display("],
    asked: ["prints how long each rule took", "display rule timing table"],
    patterns: ["TIMING", "[dD]uration", "function display"],
  },
  {
    at: ["eslint/lib/linter/file-report.js", "function mergeFixes("],
    asked: ["several fixes of one problem become one fix", "merge fixes"],
    patterns: ["fixes", "merge.*[fF]ix", "function mergeFixes"],
  },
];

/** Other places, by what agents ask first. */
export const QUESTIONS: readonly { readonly asked: string; readonly at: AgentTask["at"] }[] = [
  {
    asked: "where does mocha replace a failed test by a clone to retry it",
    at: ["mocha/lib/runner.js", "          var retry = test.currentRetry();"],
  },
  { asked: "count how many tests match the grep", at: ["mocha/lib/runner.js", "Runner.prototype.grepTotal = "] },
  { asked: "which global properties are allowed", at: ["mocha/lib/runner.js", "Runner.prototype.globalProps = "] },
  { asked: "turn a value into a string for a diff", at: ["mocha/lib/utils.cjs", "exports.stringify = "] },
  { asked: "canonicalize objects with circular references", at: ["mocha/lib/utils.cjs", "exports.canonicalize = "] },
  {
    asked: "run global setup fixtures before the root suite",
    at: ["mocha/lib/mocha.cjs", "Mocha.prototype.runGlobalSetup = "],
  },
  { asked: "does a suite contain tests marked as only", at: ["mocha/lib/suite.js", "  hasOnly() {"] },
  { asked: "mark a suite exclusive", at: ["mocha/lib/suite.js", "  markOnly() {"] },
  { asked: "reset the timer of a running test", at: ["mocha/lib/runnable.js", "  resetTimeout() {"] },
  { asked: "find test files by glob or folder", at: ["mocha/lib/cli/lookup-files.js", "export function lookupFiles("] },
  {
    asked: "which problem is suppressed by which disable directive",
    at: ["eslint/lib/linter/apply-disable-directives.js", "function applyDirectives("],
  },
  {
    asked: "how many times is autofix repeated at most",
    at: ["eslint/lib/linter/linter.js", "const MAX_AUTOFIX_PASSES = "],
  },
  {
    asked: "runs all configured rules over the syntax tree",
    at: ["eslint/lib/linter/linter.js", "function runRules("],
  },
  {
    asked: "validate the severity of a rule in a config",
    at: ["eslint/lib/config/flat-config-schema.js", "function assertIsRuleSeverity("],
  },
  { asked: "deep merge of two config objects", at: ["eslint/lib/config/flat-config-schema.js", "function deepMerge("] },
  {
    asked: "how does code path analysis begin a loop",
    at: ["eslint/lib/linter/code-path-analysis/code-path-state.js", "	pushLoopContext("],
  },
  {
    asked: "count errors and warnings of a file",
    at: ["eslint/lib/shared/message-counts.js", "function calculateStatsPerFile("],
  },
  {
    asked: "decide whether a message is to be fixed given --fix-type",
    at: ["eslint/lib/eslint/eslint-helpers.js", "function shouldMessageBeFixed("],
  },
  { asked: "leave only errors in lint results", at: ["eslint/lib/eslint/eslint.js", "	static getErrorResults("] },
  {
    asked: "message for a syntax error that the parser throws",
    at: ["eslint/lib/services/parser-service.js", "				message: `Parsing error: ${error.message}`,"],
  },
];
