import { german } from "./german.ts";
import type { Language } from "./language.ts";
import { spaced } from "./spaced.ts";
import { unspaced } from "./unspaced.ts";

/** The traditional characters of its words, each followed by its simplified one. */
const TRADITIONAL =
  `錯错誤误處处檔档資资庫库連连線线設设戶户裡里裏里應应該该為为麼么麽么這这個个們们來来從从對对會会發发檢检測测試试讀读寫写輸输數数據据變变類类碼码註注釋释載载儲储緩缓衝冲區区標标記记錄录請请響响頭头狀状
態态啟启動动關关閉闭開开結结構构執执務务網网絡络絕绝認认證证權权許许編编譯译輯辑選选擇择顯显畫画繪绘圖图圍围單单雙双號号鍵键鎖锁隊队進进調调異异遞递迴回歷历組组層层級级節节點点樹树項项頁页視视體体現现
實实屬属參参傳传導导匯汇轉转換换過过濾滤尋寻詢询優优後后時时間间遲迟斷断續续複复製制貼贴刪删創创讓让給给與与並并無无沒没將将還还嗎吗誰谁長长寬宽幣币價价額额訂订貨货產产業业錢钱書书簽签驗验規规則则語语
詞词彙汇別别條条鏈链擊击遠远雲云勢势徑径覽览瀏浏顏颜聲声獲获敘叙術术須须負负種种幾几
稱称內内滿满鈕钮壓压縮缩擴扩準准備备機机終终銷销報报頻频隨随滾滚倉仓臨临繼继憶忆陣阵疊叠彈弹`.replaceAll(/\s/g, "");

const HAN = /\p{Script=Han}/u;
const PARTICLE = /^(?:을|를|이|가|은|는|의|에|에서|에게|로|으로|와|과|도|만|부터|까지|들|들을|들이|인|마다)?$/;

/** The languages that questions are asked in, besides English. `words.tsv` has a column for each. */
export const LANGUAGES: readonly Language[] = [
  german,
  spaced("french", {
    elided: /(?<!\p{L})(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=\p{L})|-t(?=-(?:il|elle|on)s?(?!\p{L}))/giu,
  }),
  spaced("spanish"),
  // As in Brazil, and in Portugal where that differs.
  spaced("portuguese"),
  spaced("russian", { letters: /\p{Script=Cyrillic}/u }),
  // Understands simplified and traditional characters.
  unspaced("chinese", {
    variants: new Map(
      Array.from({ length: TRADITIONAL.length / 2 }, (_, at) => [
        TRADITIONAL.charAt(2 * at),
        TRADITIONAL.charAt(2 * at + 1),
      ]),
    ),
  }),
  // The endings of its words are hiragana; katakana words may or may not end with a long vowel.
  unspaced("japanese", {
    own: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    isAlone: (run, at) => !HAN.test(run[at] ?? "") || (!HAN.test(run[at - 1] ?? "") && !HAN.test(run[at + 1] ?? "")),
  }),
  // Its words end with particles and endings, which the table does not have; writers put spaces where they like.
  unspaced("korean", {
    own: /\p{Script=Hangul}/u,
    script: /\p{Script=Hangul}/u,
    isAlone: (run, at) => at === 0 && PARTICLE.test(run.slice(1)),
  }),
];
