/** Under which the window's state keeps the answers that it waits for. */
export const AWAITED_KEY = "awaitedAnswers";

/** Under which the editor's state keeps the conversations that are being deleted. */
export const DELETIONS_KEY = "deletions";
