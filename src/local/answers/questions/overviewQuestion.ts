import type { QuestionContext } from "./questionContext.ts";
import type { QuestionTerm } from "./questionTerms.ts";
import { stemOf, wordsOf } from "./words.ts";

/**
 * Whether a question asks about its subject as a whole, rather than about something that terms name. "What is this?"
 * does so only where nothing was talked about before. `called` are the names that the whole has.
 */
export function asksOverview(
  { text, english }: Pick<QuestionContext, "text" | "english">,
  terms: readonly QuestionTerm[],
  isFirst: boolean,
  called: readonly string[] = [],
): boolean {
  if (text.length > ASKED_AT_MOST) return false;
  const own = terms.filter(({ isAsked, isPhrase }) => isAsked && !isPhrase);
  const ofCalled = new Set(called.flatMap(wordsOf).map(stemOf));
  const asked = called.reduce(withoutName, english.text);
  const isToRun = RUNS.test(asked);
  const isMeant = (stem: string) => OF_THE_WHOLE.has(stem) || ofCalled.has(stem) || (isToRun && OF_WHAT_RUNS.has(stem));
  const isOfWhole = own.every(({ alternatives: [said] }) => said?.stems.every(isMeant));
  const asks = (forms: readonly RegExp[]) => forms.some((form) => form.test(asked));
  return (isOfWhole && (asks(ASKS) || (isFirst && asks(ASKS_FIRST)))) || asksInAnotherLanguage(text, isFirst, called);
}

/** "What does harbour-office do?" asks what the project of that name does; what is marked as code may be something in it. */
function withoutName(text: string, name: string): string {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
  if (parts.length === 0) return text;
  const written = new RegExp(
    String.raw`(?<=^|\s)(?<!\b(?:an?|the|this|my)\s)${parts.join("[-_. ]?")}(?=['’]s\b|[?!.,;:]*(?:\s|$))`,
    "giu",
  );
  return text.replace(written, "this project");
}

/** No question that asks only for that is longer. */
const ASKED_AT_MOST = 300;

const WHOLE = String.raw`(?:this|the|that|whole|entire)\s+(?:project|(?:mono[- ]?)?repo(?:sitory)?|workspace|solution|code ?base|folder|directory|package|library|framework|crate|gem|app(?:lication)?|program|system|plug-?in|extension|tool|example|sample|demo)`;
const WHO = "(?: (?:i|we|you|one|people|somebody|someone|newcomers?|beginners?))?";
const ASKS = [
  String.raw`\b(?:overview|architecture|big picture)\b`,
  String.raw`\b(?:what|how|explain|describe|summari[sz]e|introduce|tell)\b[^.?!]{0,40}\b${WHOLE}\b`,
  String.raw`\b(?:give|write|show|make)\b[^.?!]{0,20}\b(?:summary|introduction|tour)\b`,
  String.raw`\bhow (?:is|are) (?:it|this|everything|things|the (?:source )?code)(?: all)? (?:organi[sz]ed|structured|laid out|put together)\b`,
  String.raw`\b(?:which|what) (?:modules|packages|services|components|parts|apps|applications|projects|folders)\b.{0,20}\b(?:there|exist|(?:have|has|consist of|contain)\W*$)`,
  String.raw`\bwhat (?:does|do) .{0,40}\bconsist of\W*$`,
  String.raw`\bwhere (?:do|should|can|could|would|to)${WHO} (?:best |first )?(?:begin|start)\b`,
  String.raw`\bhow (?:do|can|should|would|to)${WHO} (?:build|compile|start|run|test|install|launch|set (?:it |this )?up)\b`,
].map((form) => new RegExp(form, "i"));
const ASKS_FIRST = [
  /^\W*(?:what(?:['’]s| is| does| are)|explain|describe|summari[sz]e|introduce) (?:it|this|that|everything|all (?:of )?this)(?: all)?(?: about| for| do)?(?: here)?\W*$/i,
];
const OF_THE_WHOLE: ReadonlySet<string> = new Set(
  wordsOf(
    `overview service exist contain architecture summary summarize introduction introduce tour part component piece module layer together fit project repository
    repo monorepo mono workspace solution codebase code base folder directory package library framework crate gem app application program system plugin plug
    extension tool example sample demo structure organize organise layout
    purpose provide offer main major important high level big picture entire whole consist work start begin read file source build compile run test
    install launch set setup here explain describe tell give show write make short brief quick good`,
  ).map(stemOf),
);

/** Who asks how the server is started wants to know what to type, as who asks how to start all of it. */
const RUNS = new RegExp(
  String.raw`\bhow (?:do|can|should|would|to)${WHO} (?:start|run|launch)(?: up)? (?:the|this|my|our|it)\b`,
  "i",
);
const OF_WHAT_RUNS: ReadonlySet<string> = new Set(
  wordsOf("server client web site website frontend backend front back end api dev development mode local locally").map(
    stemOf,
  ),
);

/** How one language asks it. */
interface Asking {
  readonly asks: RegExp;
  /** What asks it only where nothing was talked about before. */
  readonly asksFirst: RegExp;
  /** All words that such a question may have. */
  readonly words: RegExp;
}

function asksInAnotherLanguage(question: string, isFirst: boolean, called: readonly string[]): boolean {
  const text = called.reduce(
    (rest, name) => rest.replaceAll(name.toLowerCase(), " "),
    question.normalize("NFC").toLowerCase(),
  );
  return LANGUAGES.some(
    ({ asks, asksFirst, words }) =>
      (asks.test(text) || (isFirst && asksFirst.test(text))) &&
      !/\p{L}/u.test(text.replaceAll(/['’]/g, " ").replaceAll(words, " ")),
  );
}

const IN_ALL_LANGUAGES = "monorepos? repos? workspaces? frameworks? plugins?";

/** Of words that stand between blanks. */
function spaced(asks: RegExp, asksFirst: RegExp, words: string): Asking {
  const all = `${IN_ALL_LANGUAGES} ${words}`.trim().split(/\s+/).join("|");
  return { asks, asksFirst, words: new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${all})(?![\p{L}\p{M}])`, "gu") };
}

function unspaced(asks: RegExp, asksFirst: RegExp, words: string): Asking {
  const longest = `${IN_ALL_LANGUAGES} ${words}`
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length);
  return { asks, asksFirst, words: new RegExp(longest.join("|"), "gu") };
}

const LANGUAGES: readonly Asking[] = [
  spaced(
    /überblick|übersicht|zusammenfassung|fasse? .*zusammen|architektur|wie ist .*(?:aufgebaut|organisiert|strukturiert|gegliedert)|w(?:o|omit) .*(?:anfangen|beginnen|fang|beginn)|wie .*(?:baue|starte|teste)|(?:macht|tut|ist) (?:das|dieses|die) (?:ganze )?(?:projekt|programm|(?:mono)?repo|workspace|paket|bibliothek)/,
    /^\W*(?:was (?:ist|macht|tut) (?:das|dies)(?: hier)?|worum geht(?: es|['’]?s)(?: hier)?)\W*$/,
    `gib gebt zeige? fasse? erstelle? erklär(?:e|en)? beschreib(?:e|en)? mir uns bitte eine?n? kurze[nrs]? groben? überblick übersicht zusammenfassung architektur aufbau struktur
    über von zu zum zur vom de[rnsm] das die dies(?:e[rnsm]?)? hier ganze[rnsm]? gesamte[rnsm]? projekte?s? repos? repository code codebasis quellcode pakete?s? bibliothek
    programms? anwendung app ordners? verzeichnis(?:ses)? was wie wo womit worum ist sind macht tut geht es s im in um und sie sich seine ihre teile bestandteile
    komponenten module zusammen zusammenarbeiten zusammenhängen zusammenspielen arbeiten aufgebaut organisiert strukturiert gegliedert fang(?:e|en)? beginn(?:e|en)?
    man ich wir soll(?:te|en|ten)? kann können am besten an anfangen zu lesen bauen? starten? testen? gebaut gestartet getestet wird werden`,
  ),
  spaced(
    /aperçu|résum|vue d['’]ensemble|vue générale|architecture|comment .*(?:organisée?|structurée?)|(?:par )?où (?:dois-je |faut-il )?commence|comment .*(?:compiler|construire|démarrer|lancer|tester)|que fait (?:ce|le) (?:projet|programme|(?:mono-?)?dépôt|monorepo|workspace)/,
    /^\W*(?:qu['’]est[- ]ce que c['’]est|c['’]est quoi|de quoi s['’]agit[- ]il|que fait ceci|explique ceci)(?: ici)?\W*$/,
    `donnez? résume[rz]? fais montrez? expliquez? décri[st] moi nous me s il te vous plaît une? des? du d l les? la bref court aperçu vue ensemble générale résumé présentation
    architecture structure sur ce(?:tte|t|ci)? projet (?:mono)?dépôt mono espace travail code source paquet bibliothèque programme application dossier répertoire que quoi qu est ce c s
    agit il fait comment par où parties composants modules ensemble et elles? ils fonctionnent travaillent organisée? structurée? est-il est-elle dois-je faut-il
    je on commencer? commencer à lire lecture la compiler construire démarrer lancer tester ici moi-même puis-je peut-on`,
  ),
  spaced(
    /visión general|vista general|panorama|resum[ei]|arquitectura|cómo .*(?:organizad|estructurad)|por dónde (?:debo )?(?:empe|empi|comen|comien)|cómo .*(?:compil|constru|inici|ejecut|prob|prueb)|qué hace (?:este|el) (?:proyecto|programa|(?:monor)?repositorio|monorepo|workspace)/,
    /^\W*(?:qué (?:es|hace) (?:esto|eso)|de qué (?:se )?trata)(?: esto)?(?: aquí)?\W*$/,
    `da(?:me|nos)? haz resum(?:e|ir) muestra(?:me)? explica(?:me)? describe una? breve visión vista general panorama resumen arquitectura estructura del? la las los el en sobre
    este esta esto eso todo proyecto (?:monor)?repositorio espacio trabajo código fuente paquete biblioteca programa aplicación carpeta directorio qué cómo por dónde es está hace se trata
    partes componentes módulos y juntas? juntos funcionan trabajan organizad[oa] estructurad[oa] debo empezar empiezo comenzar comienzo a leer compil\\p{L}* constru\\p{L}*
    inici\\p{L}* ejecut\\p{L}* prob\\p{L}* prueb\\p{L}* aquí lo puedo`,
  ),
  spaced(
    /visão geral|vista geral|panorama|resum[aoi]|arquitetura|como .*(?:organizad|estruturad)|por onde (?:devo )?(?:come[çc]|inici)|como .*(?:compil|constru|inici|execut|test)|o que (?:faz )?(?:este|esse|o) (?:projeto|programa|(?:monor)?repositório|monorepo|workspace)/,
    /^\W*(?:o que (?:é|faz) (?:isto|isso)|do que se trata)(?: isto| isso)?(?: aqui)?\W*$/,
    `dê dá me resum(?:a|ir) faça mostre explique descreva uma? breve visão vista geral panorama resumo arquitetura estrutura d[aoe]s? n[ao]s? [ao]s? em sobre este esta isto esse
    essa isso todo projeto (?:monor)?repositório espaço trabalho código fonte pacote biblioteca programa aplicação pasta diretório que como por onde é está faz se trata partes componentes módulos
    e elas eles juntas? juntos funcionam trabalham organizad[oa] estruturad[oa] devo come[çc]\\p{L}* a ler compil\\p{L}* constru\\p{L}* inici\\p{L}* execut\\p{L}* test\\p{L}*
    aqui posso`,
  ),
  spaced(
    /обзор|резюм|архитектур|как .*(?:устро|организ|структур)|(?:с чего|откуда|где) .*нач|как .*(?:собр|запус|тестир)|что делает (?:этот|эта|это) (?:проект|программ|(?:моно)?репо)/,
    /^\W*(?:что это(?: такое)?|о ч[её]м это|что (?:это|здесь) делает)\W*$/,
    `дай(?:те)? покажи(?:те)? сделай(?:те)? объясни(?:те)? опиши(?:те)? мне нам пожалуйста резюм\\p{L}* кратк\\p{L}* общий обзор архитектур\\p{L}* структур\\p{L}* по о об про проект\\p{L}* (?:моно)?репо\\p{L}* воркспейс\\p{L}* рабоч\\p{L}* пространств\\p{L}*
    код\\p{L}* исходн\\p{L}* пакет\\p{L}* библиотек\\p{L}* программ\\p{L}* приложени\\p{L}* папк\\p{L}* каталог\\p{L}* эт\\p{L}* вс\\p{L}* что как ч[её]м чего откуда где с со такое делает
    здесь част\\p{L}* компонент\\p{L}* модул\\p{L}* и они вместе работают устро\\p{L}* организ\\p{L}* нач\\p{L}* читать чтение лучше мне следует собрать запустить тестировать его`,
  ),
  unspaced(
    /概述|概括|总结|總結|概览|概覽|总览|總覽|概况|架构|架構|怎么组织|如何组织|从哪里?开始|從哪裡開始|(?:怎么|如何)(?:构建|编译|启动|运行|测试)|(?:项目|仓库|代码库|工作区|程序).*(?:做什么|干什么|是什么)/,
    /^(?:这|這)(?:个|個)?是?(?:什么|什麼|干什么的|做什么的)[?？。]?$/,
    `请 請 给 給 我 我们 出 来 一下 一个 一份 简要 整体 的 这 這 个 個 该 此 整个 概括 总结 總結 单体 單體 单一 工作区 工作區 项目 專案 仓库 倉庫 代码 代碼 代码库 源码 文件夹 目录 程序 库 应用 应用程序 是 什么 什麼 做 用来 干 怎么 如何 怎样
    组织 组成 结构 結構 架构 架構 概述 概览 概覽 总览 總覽 概况 介绍 介紹 说明 解释 描述 和 与 以及 各 各个 部分 组件 模块 它们 之间 协作 工作 起来 从 從 哪里 哪裡 哪儿 开始 開始 阅读 读 看
    应该 該 构建 编译 启动 运行 测试 吗 呢 了 关于 對 对 有 哪些`,
  ),
  unspaced(
    /概要|要約|まとめ|全体像|アーキテクチャ|どこから読|どこから始|構成を|どのように構成|(?:ビルド|起動|実行|テスト)(?:の|する)?方法|(?:プロジェクト|リポジトリ|モノレポ|ワークスペース|プログラム).*何を/,
    /^これは?何(?:ですか|をしますか|をするもの(?:ですか)?)?[?？。]?$/,
    String.raw`\p{Script=Hiragana} プロジェクト リポジトリ モノレポ ワークスペース コード コードベース ソース フォルダー? ディレクトリ パッケージ ライブラリ プログラム アプリ(?:ケーション)? モジュール コンポーネント アーキテクチャ
    概要 要約 全体 全体像 全体的 構成 要素 構造 連携 協調 動作 説明 教 見 示 簡単 何 方法 組織 整理 部分 読 始 最初 ビルド 起動 実行 テスト 各 出 作`,
  ),
  spaced(
    /개요|요약|전체 구조|아키텍처|어디(?:서|에서)?(?:부터)? .*(?:읽|시작)|어떻게 (?:구성|조직|빌드|실행|테스트)|(?:프로젝트|저장소|모노레포|워크스페이스|프로그램).*(?:무엇|뭐|뭘)/,
    /^\s*(?:이것?(?:은|이|는)?|이게|이건) (?:무엇|뭐)\p{L}*[?？.]?$/u,
    String.raw`이 그 저 이것\p{L}* 이게 이건 전체\p{L}* 간단\p{L}* 프로젝트\p{L}* 저장소\p{L}* 리포지토리\p{L}* 모노레포\p{L}* 워크스페이스\p{L}* 코드\p{L}* 소스\p{L}* 폴더\p{L}* 디렉터리\p{L}* 디렉토리\p{L}* 패키지\p{L}* 라이브러리\p{L}* 프로그램\p{L}*
    앱\p{L}* 개요\p{L}* 요약\p{L}* 구조\p{L}* 아키텍처\p{L}* 무엇\p{L}* 뭐\p{L}* 뭘 하는 하나요 합니까 해 해줘 해주세요 하고 있나요 어떻게 구성\p{L}* 조직\p{L}* 되어 있습니까 어디\p{L}* 부터 읽\p{L}* 시작\p{L}*
    설명\p{L}* 알려\p{L}* 보여\p{L}* 주\p{L}* 줘 대한 대해 에 빌드\p{L}* 실행\p{L}* 테스트\p{L}* 부분\p{L}* 구성요소\p{L}* 각 함께 작동\p{L}* 동작\p{L}*`,
  ),
];
