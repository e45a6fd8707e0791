/** Under which the window's state keeps the answers that it waits for. */
export const AWAITED_KEY = "awaitedAnswers";

/** Under which the editor's state keeps the conversations that are being deleted. */
export const DELETIONS_KEY = "deletions";

/** Under which the editor's state keeps what conversations are grouped by, where it is not the day. */
export const GROUPING_KEY = "conversationGrouping";

/** Under which the editor's state keeps that the loss of stored secrets was told. */
export const LOSS_TOLD = "secretLossTold";

/** Under which the editor's state keeps that agents outside of it were told of the launcher. */
export const LAUNCHER_KEY = "agentLauncher";
