import { once } from "../../core/model/once.ts";
import * as vscode from "vscode";
import type { OAuthClient } from "../../core/accounts/oauth.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { Network } from "../../core/model/network.ts";
import type { CodeSearchService } from "../../core/model/service.ts";
import { editorNetwork } from "../network/editorNetwork.ts";
import { TokenStore } from "../network/tokenStore.ts";
import type { CommandHandler } from "../platform/commands.ts";
import { openPage } from "../platform/openPage.ts";
import type { Platform } from "../platform/platform.ts";
import { tokenPage } from "../../core/accounts/baseUrl.ts";
import { serviceName } from "../platform/serviceName.ts";
import { AccountChanges } from "./accountChanges.ts";
import { AccountData } from "./accountData.ts";
import { Accounts, LOCAL_ACCOUNT, type Account } from "./accounts.ts";
import { LocalProcess } from "./localProcess.ts";
import type { OAuthSignIns } from "./oauthSignIns.ts";
import { StatusItem } from "./statusItem.ts";
import { Services, type ServiceAddress } from "./services.ts";

/** A service's address with everything needed to communicate with it. */
export type ServiceEndpoint<A = ServiceAddress> = A & {
  readonly client: string;
  readonly language: string;
  /** Absent for the local service, which has no proxy in front of it. */
  readonly network?: Network;
  readonly spillFolder: string;
  readonly log: (line: string) => void;
};

/** The clients of services, made elsewhere: this layer knows no HTTP. */
export interface ServiceFactories {
  readonly createService: (
    endpoint: ServiceEndpoint,
    memory: ReturnType<Accounts["interfaceMemory"]>,
  ) => CodeSearchService;
  readonly connectionTo: (endpoint: ServiceEndpoint) => Promise<Connection>;
  readonly oauthClients: () => Promise<
    (endpoint: ServiceEndpoint<Omit<ServiceAddress, "token">>, clientId: string) => OAuthClient
  >;
}

type AccountCommandName =
  | "showMenu"
  | "getStarted"
  | "signIn"
  | "signInAgain"
  | "switchAccount"
  | "signOut"
  | "createToken"
  | "useLocalService";

/** The services that a person uses: the local one, and those that they sign in to. */
export function registerAccounts(platform: Platform, { createService, connectionTo, oauthClients }: ServiceFactories) {
  const { keep, storage, globalState, log, testing } = platform;
  const tokens: TokenStore = keep(
    new TokenStore(platform.secrets, globalState, log, (accountId) => ({
      current: async () => (await oauth()).tokens.current(accountId),
      renewed: async (refused) => (await oauth()).tokens.renewed(accountId, refused),
    })),
  );
  const accounts = keep(new Accounts(globalState));
  const localStore = testing?.store ?? vscode.Uri.joinPath(storage, "local");
  const local = keep(
    new LocalProcess(
      {
        program: vscode.Uri.joinPath(platform.extensionUri, "dist", "local", "main.js"),
        store: localStore,
        openUri: platform.openUri,
        ...(testing && { switches: testing.local }),
        ...(platform.silentMs !== undefined && { silentMs: platform.silentMs }),
      },
      log,
    ),
  );
  const network = editorNetwork(tokens, log);
  const endpoint = <A extends Omit<ServiceAddress, "token">>(address: A): ServiceEndpoint<A> => ({
    ...address,
    client: platform.client,
    language: vscode.env.language,
    ...(address.accountId === LOCAL_ACCOUNT.id ? {} : { network }),
    spillFolder: vscode.Uri.joinPath(storage, "searches").fsPath,
    log: (line) => {
      log.info(line);
    },
  });
  const connect = (address: ServiceAddress) => connectionTo(endpoint(address));
  const open = testing?.openPage ?? openPage;
  const oauth = once(async (): Promise<OAuthSignIns> => {
    const [{ OAuthSignIns }, oauthClient] = await Promise.all([import("./oauthSignIns.ts"), oauthClients()]);
    return new OAuthSignIns({
      accounts,
      tokens,
      client: ({ id: accountId, baseUrl = "" }, clientId) => oauthClient(endpoint({ accountId, baseUrl }), clientId),
      lockFolder: vscode.Uri.joinPath(storage, "signIns").fsPath,
      openPage: open,
      log,
    });
  });
  const create = (address: ServiceAddress) =>
    createService(endpoint(address), accounts.interfaceMemory(address.accountId));
  const services = keep(new Services(local, tokens, create, accounts));
  const data = keep(new AccountData(platform, accounts));
  data.add({
    close: (accountId) => {
      services.close(accountId);
    },
    remove: (accountId) => tokens.delete(accountId),
  });
  platform.beforeLeaving(() => local.end());
  keep(new AccountChanges(accounts, platform.secrets, storage.fsPath, log));
  const status = keep(new StatusItem(accounts));

  const { signOuts } = data;
  const signIn = async (begin: { readonly address?: string | undefined; readonly edited?: Account } = {}) =>
    (await import("./signIn.ts")).signIn({ accounts, tokens, connect, oauth, signOuts, log }, begin);
  const signOut = async (account: Account) =>
    (await import("./signIn.ts")).signOut({ accounts, tokens, oauth, signOuts }, account);
  // Not awaited: the editor itself waits for it when an extension asks who is signed in.
  const sessions = import("./accountSessions.ts").then(({ AccountSessions }) => {
    const own = keep(new AccountSessions({ accounts, signIn, signOut }));
    platform.offers.add("vscode.authentication.registerAuthenticationProvider", () => own.register());
    return own;
  });
  const handlers: Record<AccountCommandName, CommandHandler> = {
    showMenu: async () => (await import("./statusMenu.ts")).showMenu(accounts),
    getStarted: async () => (await import("./statusMenu.ts")).getStarted(),
    signIn: (address) => signIn(typeof address === "string" ? { address } : {}),
    signInAgain: () => signIn({ address: accounts.current.baseUrl }),
    switchAccount: async () =>
      (await import("./switchAccount.ts")).switchAccount(accounts, {
        edit: (edited) => signIn({ edited }),
        remove: (account) => signOut(account),
      }),
    signOut: () => signOut(accounts.current),
    createToken: (address) => open(tokenPage(typeof address === "string" ? address : (accounts.current.baseUrl ?? ""))),
    useLocalService: () => accounts.use(LOCAL_ACCOUNT),
  };
  const currentName = () => serviceName(accounts.current);
  return {
    accounts,
    tokens,
    local,
    localStore,
    network,
    connect,
    oauth,
    services,
    data,
    sessions,
    status,
    currentName,
    handlers,
  };
}

export type RegisteredAccounts = ReturnType<typeof registerAccounts>;
