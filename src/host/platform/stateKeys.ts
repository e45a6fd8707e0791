/** The key under which the window's state keeps the answers that it waits for. */
export const AWAITED_KEY = "awaitedAnswers";

/** The key under which the editor's state keeps the conversations that are being deleted. */
export const DELETIONS_KEY = "deletions";

/** The key under which the editor's state keeps what conversations are grouped by, if not by day. */
export const GROUPING_KEY = "conversationGrouping";

/** The key under which the editor's state keeps whether the person was told that stored secrets were lost. */
export const LOSS_TOLD = "secretLossTold";

/**
 * The key under which the editor's state keeps whether a configuration that names the launcher was made for outside
 * agents.
 */
export const LAUNCHER_KEY = "agentLauncher";
