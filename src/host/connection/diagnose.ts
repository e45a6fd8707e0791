import * as vscode from "vscode";
import type { Certificate, Check, CheckName, Connection, Way } from "../../core/model/connection.ts";
import type { Network } from "../../core/model/network.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { isOfTheWay, isReachedByEditor, offerEditorFetch } from "../network/editorFetch.ts";
import { wordingOf } from "../platform/errorMessages.ts";
import type { Log } from "../platform/log.ts";
import { newDocument } from "../platform/newDocument.ts";
import { serviceName } from "../platform/serviceName.ts";
import type { ServiceAddress } from "../accounts/services.ts";
import type { TokenStore } from "../network/tokenStore.ts";
import { runCommand } from "../platform/runCommand.ts";

export interface DiagnoseParts {
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  readonly connect: (address: ServiceAddress) => Promise<Connection>;
  readonly network: Network;
  readonly log: Log;
  readonly version: string;
  /** What this editor did not take, as {@link Offers.missing}. */
  readonly missing: () => readonly string[];
}

const ALL: readonly CheckName[] = ["version", "user", "questions", "legacyQuestions", "search", "reference"];

/**
 * Tries everything that a service offers, without changing anything, and shows a report that can be pasted: it contains
 * no token, no password and nothing that looks like one.
 */
export async function diagnose(parts: DiagnoseParts): Promise<void> {
  const { current } = parts.accounts;
  const show = async (report: string): Promise<void> => {
    const document = await newDocument({ language: "markdown", content: parts.log.redact(report) });
    await vscode.window.showTextDocument(document, { preview: false });
  };
  if (current.baseUrl === undefined) {
    if (parts.missing().length > 0) await show([...versions(parts).map(print), ""].join("\n"));
    const signIn = vscode.l10n.t("Sign In…");
    const message = vscode.l10n.t(
      "The local service runs on this machine: there is no connection to look at. Sign in to a service first.",
    );
    const choice = await vscode.window.showInformationMessage(message, signIn);
    if (choice === signIn) await runCommand("signIn");
    return;
  }
  const { report, isEditorBetter } = await reportOf(parts, current.baseUrl);
  await show(report);
  if (!isEditorBetter) return;
  // Not awaited, like every offer. If it is accepted, the connection is diagnosed again.
  void offerEditorFetch(current.baseUrl, serviceName(current)).then((isUsed) => (isUsed ? diagnose(parts) : undefined));
}

/** The editor's command for reporting an issue with an extension. It is not a public API: an editor may lack it. */
const ISSUE_REPORTER = "workbench.action.openIssueReporter";

/**
 * Opens the editor's own issue reporter with versions and the report on the connection in it, to be read and completed
 * before anything is sent; if the editor has none, or if `asDocument`, opens an untitled document with the same text.
 */
export async function reportIssue(parts: DiagnoseParts, asDocument: boolean): Promise<void> {
  const { baseUrl } = parts.accounts.current;
  const lines = baseUrl === undefined ? [...versions(parts).map(print), ""] : [(await reportOf(parts, baseUrl)).report];
  const content = parts.log.redact(
    [
      `## ${vscode.l10n.t("What happened, and what did you expect?")}\n\n\n`,
      `## ${vscode.l10n.t("How can it be reproduced?")}\n\n1. \n`,
      ...lines,
    ].join("\n"),
  );
  if (!asDocument && (await vscode.commands.getCommands(true)).includes(ISSUE_REPORTER)) {
    await vscode.commands.executeCommand(ISSUE_REPORTER, { extensionId: EXTENSION_ID, issueBody: content });
    return;
  }
  const document = await newDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(document, { preview: false });
}

const EXTENSION_ID = "plumbline.plumbline";

interface Report {
  readonly report: string;
  /** Whether the editor's own `fetch` gets through where we do not. */
  readonly isEditorBetter: boolean;
}

function reportOf(parts: DiagnoseParts, baseUrl: string): Thenable<Report> {
  const { current } = parts.accounts;
  const name = serviceName(current);
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t("Checking the connection to {0}…", name),
    },
    async (_, cancellation) => {
      const abort = new AbortController();
      cancellation.onCancellationRequested(() => {
        abort.abort();
      });
      return reportOn(parts, { accountId: current.id, baseUrl, name, signal: abort.signal });
    },
  );
}

type Row = readonly [label: string, value: string];

function versions({ version, missing }: DiagnoseParts): readonly Row[] {
  const lacks = missing().join(", ");
  return [
    ["Plumbline", version],
    [vscode.env.appName, `${vscode.version}, ${process.platform} ${process.arch}, Node ${process.versions.node}`],
    [vscode.l10n.t("Remote"), vscode.env.remoteName ?? vscode.l10n.t("none")],
    ...(lacks === "" ? [] : [[vscode.l10n.t("Not available in this editor"), lacks] as const]),
  ];
}

function print([label, value]: Row): string {
  return `- ${label}: ${value}`;
}

interface Subject {
  readonly accountId: string;
  readonly baseUrl: string;
  readonly name: string;
  readonly signal: AbortSignal;
}

async function reportOn(parts: DiagnoseParts, { accountId, baseUrl, name, signal }: Subject): Promise<Report> {
  const { tokens, connect, network } = parts;
  const connection = await connect({ accountId, baseUrl, token: () => tokens.get(accountId) });
  try {
    const checks: Check[] = [];
    for await (const check of connection.check(ALL, signal)) checks.push(check);
    const settings = await network.settings();
    const way = await connection.way().catch((error: unknown) => wordingOf(error, name).message);
    const editor = await isReachedByEditor(connection, signal);
    const isEditorBetter = editor === true && isOfTheWay(checks[0]?.failure);
    const rows: readonly Row[] = [
      ...versions(parts),
      [vscode.l10n.t("Address"), baseUrl],
      [
        vscode.l10n.t("Token"),
        await tokens.get(accountId).then(
          (token) => (token === undefined ? vscode.l10n.t("none") : vscode.l10n.t("kept")),
          (error: unknown) => wordingOf(error, name).message,
        ),
      ],
      [vscode.l10n.t("Proxy"), proxyWords(way)],
      [vscode.l10n.t("Certificate"), certificateWords(await connection.certificate())],
      [vscode.l10n.t("Certificates are checked"), yesNo(settings.strictTls)],
      [vscode.l10n.t("The system's certificates are trusted"), yesNo(settings.systemCertificates)],
      [vscode.l10n.t("Extra headers"), Object.keys(settings.headers).join(", ") || vscode.l10n.t("none")],
      [vscode.l10n.t("The editor's own fetch"), fetchWords(editor, isEditorBetter)],
    ];
    const report = [
      `# ${vscode.l10n.t("Connection to {0}", name)}\n`,
      ...rows.map(print),
      "",
      ...checks.map((check) => wordsOf(check, name, isNeeded(check, checks))),
      "",
    ].join("\n");
    return { report, isEditorBetter };
  } finally {
    await connection.close();
  }
}

/** `way` may be words that say why there is none. */
function proxyWords(way: Way | string): string {
  if (typeof way === "string") return way;
  return way.byEditor ? vscode.l10n.t("left to the editor's own fetch") : (way.proxy ?? vscode.l10n.t("none"));
}

function certificateWords(certificate: Certificate | undefined): string {
  if (!certificate) return vscode.l10n.t("not seen");
  const { subject, issuer, from, until } = certificate;
  return vscode.l10n.t("{0}, issued by {1}, valid {2} – {3}", subject, issuer, from, until);
}

/** `reaches` is `undefined` if all requests already go through it, so that the checks say how well it works. */
function fetchWords(reaches: boolean | undefined, isBetter: boolean): string {
  if (reaches === undefined) return vscode.l10n.t("used, as set in plumbline.network.editorFetch");
  if (!reaches) return vscode.l10n.t("does not reach it");
  return isBetter
    ? vscode.l10n.t("reaches it where Plumbline's own connection does not: allow it in plumbline.network.editorFetch")
    : vscode.l10n.t("reaches it");
}

const QUESTIONS: readonly CheckName[] = ["questions", "legacyQuestions"];

/** Nothing needs the page of the reference, nor one of the interfaces for questions where the other one works. */
function isNeeded({ name }: Check, checks: readonly Check[]): boolean {
  const canAsk = checks.some((check) => QUESTIONS.includes(check.name) && !check.failure);
  return name !== "reference" && !(canAsk && QUESTIONS.includes(name));
}

function wordsOf({ name, detail, failure, durationMs }: Check, service: string, isNeeded: boolean): string {
  const mark = failure ? (isNeeded ? "✗" : "–") : "✓";
  const words = failure ? wordingOf(failure, service).message : detail;
  return `- ${mark} ${CHECKS[name]()} (${durationMs} ms)${words === "" ? "" : `: ${words}`}`;
}

const CHECKS: Readonly<Record<CheckName, () => string>> = {
  version: () => vscode.l10n.t("Version"),
  user: () => vscode.l10n.t("User"),
  questions: () =>
    vscode.l10n.t("Questions (scope externalapi:read; asking needs externalapi:write, which is not tested)"),
  legacyQuestions: () => vscode.l10n.t("Questions, legacy interface"),
  search: () => vscode.l10n.t("Search (scope user:all)"),
  reference: () => vscode.l10n.t("Interface reference at /api-reference, optional"),
};

function yesNo(value: boolean): string {
  return value ? vscode.l10n.t("yes") : vscode.l10n.t("no");
}
