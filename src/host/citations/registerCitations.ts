import type { RegisteredAccounts } from "../accounts/registerAccounts.ts";
import type { ConversationHistory } from "../conversations/conversationHistory.ts";
import type { ConversationReference } from "../conversations/conversationReference.ts";
import { once } from "../../core/model/once.ts";
import type { Platform } from "../platform/platform.ts";
import type { WorkspaceRepositories } from "../sources/workspaceRepositories.ts";
import { CitationSwitch } from "./citationSwitch.ts";

/** Shows in the editor which answers cite a file. */
export function registerCitations(
  { keep }: Platform,
  { accounts }: RegisteredAccounts,
  repositories: WorkspaceRepositories,
  loadHistory: () => Promise<ConversationHistory>,
  show: (reference: ConversationReference) => Promise<void>,
) {
  const load = once(async () => {
    const [{ Citations }, history] = await Promise.all([import("./citations.ts"), loadHistory()]);
    return keep(new Citations({ accounts, history, repositories }));
  });
  keep(
    new CitationSwitch(async () => {
      const { CitationLenses } = await import("./citationLenses.ts");
      return new CitationLenses(await load());
    }),
  );
  const handlers = {
    showAnswersAboutFile: async (clicked: unknown, only: unknown) => {
      const [{ showAnswersAboutFile }, citations, { marks }] = await Promise.all([
        import("./answersAboutFile.ts"),
        load(),
        loadHistory(),
      ]);
      await showAnswersAboutFile({ accounts, citations, marks, show }, clicked, only);
    },
  };
  return { handlers };
}
