/** Under which the window's state keeps the answers that it waits for. */
export const AWAITED_KEY = "awaitedAnswers";

/** Under which the editor's state keeps the conversations that are being deleted. */
export const DELETIONS_KEY = "deletions";

/** Under which the editor's state keeps that the loss of stored secrets was told. */
export const LOSS_TOLD = "secretLossTold";
