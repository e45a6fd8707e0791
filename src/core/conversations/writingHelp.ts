/** What a person can do about a model that stopped writing. */
export type WritingHelp = "continue" | "answerAgain" | "chooseModel" | "edit";

/**
 * What helps, most likely first. `code` is that of the failure; absent if the user stopped it. Without words there is
 * nothing to continue.
 */
export function writingHelp(code: string | undefined, hasWords: boolean): readonly WritingHelp[] {
  const help = helpFor(code);
  return hasWords ? help : help.filter((each) => each !== "continue");
}

function helpFor(code: string | undefined): readonly WritingHelp[] {
  switch (code) {
    case undefined:
    case "rateLimited":
    case "loading":
    case "overloaded":
    case "unreachable":
    case "brokenOff":
      return ["continue", "answerAgain"]; // the same model, perhaps a little later
    case "quota":
    case "notFound":
      return ["chooseModel", "continue", "answerAgain"]; // another model, which can continue the words
    case "blocked":
      return ["chooseModel", "edit", "answerAgain"]; // what it refused once, it would refuse again
    case "contextTooSmall":
      return ["edit", "answerAgain", "chooseModel"]; // continuing takes more context, not less
    case "endless":
    case "empty":
      return ["answerAgain", "chooseModel"]; // a model that never ended would go on the same way
    case "badAnswer":
      return ["answerAgain", "continue", "chooseModel"];
    default:
      return ["continue", "answerAgain", "chooseModel"];
  }
}
