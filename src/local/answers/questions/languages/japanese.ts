import { unspaced } from "./unspaced.ts";

const HAN = /\p{Script=Han}/u;

/** The endings of its words are hiragana; katakana words may or may not end with a long vowel. */
export const japanese = unspaced({
  own: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  isAlone: (run, at) => !HAN.test(run[at] ?? "") || (!HAN.test(run[at - 1] ?? "") && !HAN.test(run[at + 1] ?? "")),
  words: `
where: どこ 何処 箇所 場所
how: どのように どうやって どう どんなふうに 仕組み 方法
when: いつ タイミング
why: なぜ どうして 何故 理由 なんで
who: だれ 誰
which: どの どれ どちら どんな
what does: 何をし 何をする
what is: 何です 何か
which tested: どのテスト テストはどれ
what: 何 なに なん
it: それ その そこ
this: これ この ここ
if: もし 場合
not: ない なかった ません
before: 前に 以前
after: 後に あとに
until: まで
from: から
only: だけ のみ
all: すべて 全て 全部
each: それぞれ ごと 毎
same: 同じ
other: 他の ほかの 別の
own: 自分の 独自
happens: 起こ 起き 起こり
do: 行わ 行う 行い 行っ
show: 教えて 見せて
explain: 説明
used: 使われ 使用 利用 使っている
use: 使う 使い
called: 呼ばれ
call: 呼び出 呼ぶ 呼び コール 呼んで
caller: 呼び出し元
defined: 定義
implementation: 実装
decide: 決め 決定 決ま 判断
determine: 判定 特定
tested: テストされ
tests: テスト
example: サンプル 例を 例は
documentation: ドキュメント
default value of: デフォルト値 既定値 初期値
by default: デフォルトで 既定で
default: デフォルト 既定
setting: 設定
configuration: 構成 コンフィグ
accept: 受け入れ 受け付け 受理
access: アクセス
account: アカウント
action: アクション 操作
active: アクティブ 有効
add: 追加 加え
address: アドレス 番地
algorithm: アルゴリズム
allocate: 割り当て 確保
allow: 許可 許容 許さ
angle: 角度
animation: アニメーション
append: 追記 末尾に追加
application: アプリケーション アプリ
area: 領域 エリア
argument: 引数
array: 配列
assign: 代入
async: 非同期
attempt: 試行 試み
attribute: 属性
authentication: 認証
authorization: 認可 権限
background: バックグラウンド 背景
backup: バックアップ
batch: バッチ
begin: 開始
blank: 空白
block: ブロック
blocking: ブロッキング
body: 本文 ボディ 本体
boundary: 境界
branch: ブランチ 分岐
browser: ブラウザ
buffer: バッファ
build: ビルド 組み立て 構築
button: ボタン
byte: バイト
cache: キャッシュ
calculate: 計算 算出
callback: コールバック
camera: カメラ
cancel: キャンセル 取り消 中止
certificate: 証明書
change: 変更 変化 変え 変わ
channel: チャネル チャンネル
character: 文字
check: チェック 確認 検査
child: 子
choose: 選ば 選び 選ぶ
class: クラス
clean: クリーン 掃除
cleanup: 後片付け 後始末 クリーンアップ
clear: クリア 消去
click: クリック
client: クライアント
clipboard: クリップボード
clone: 複製 クローン
close: 閉じ クローズ 閉める
cluster: クラスタ
code: コード
collect: 収集 集め
collision: 衝突
color: 色 カラー
column: 列 カラム
combine: 組み合わせ
command: コマンド 命令
command line: コマンドライン
comment: コメント
commit: コミット
compare: 比較 比べ
compile: コンパイル
complete: 完了 補完
component: コンポーネント 部品
compress: 圧縮
condition: 条件
conflict: 競合
connection: 接続 コネクション
constant: 定数
constraint: 制約
constructor: コンストラクタ
contain: 含 含ま
content: 内容 中身 コンテンツ
context: コンテキスト 文脈
continue: 続け 続行 継続
control: 制御 コントロール
convert: 変換
cookie: クッキー
copy: コピー
count: 数え 件数 個数 カウント
create: 作成 作ら 作る 生成
cursor: カーソル
custom: カスタム 独自の
data: データ
database: データベース
date: 日付
decode: デコード 復号
decorator: デコレータ
delay: 遅延 遅らせ
delete: 削除 消す 消去
dependency: 依存関係 依存
depth: 深さ 深度
destroy: 破棄
detect: 検出 検知
device: デバイス
dialog: ダイアログ
difference: 差分 違い
directory: ディレクトリ
disable: 無効
disconnect: 切断
display: 表示
distance: 距離
document: 文書
download: ダウンロード
drag: ドラッグ
draw: 描画
duplicate: 重複
edit: 編集
editor: エディタ
element: 要素 エレメント
empty: 空
enable: 有効に 有効化
encode: エンコード 符号化
encrypt: 暗号化 暗号
end: 終了 終わり 終わ 末尾
entry: エントリ
environment variable: 環境変数
environment: 環境
equal: 等し
error: エラー 誤り
error message: エラーメッセージ
escape: エスケープ
evaluate: 評価
event: イベント
evict: 追い出
exception: 例外
exclude: 除外 除い
exist: 存在
exit: 終了コード
expand: 展開 拡大
expire: 期限切れ 有効期限 失効
export: エクスポート
expression: 式
extension: 拡張子 拡張
extract: 抽出 取り出
fail: 失敗
fallback: フォールバック
fast: 高速 速い 速く
feature: 機能
fetch: 取得
field: フィールド
file: ファイル
file name: ファイル名
fill: 埋め
filter: フィルタ 絞り込
find: 見つけ 見つか 探
finish: 完成
flag: フラグ
flush: フラッシュ
focus: フォーカス
folder: フォルダ
font: フォント
force: 強制
form: フォーム
format: 書式 フォーマット 整形 形式
frame: フレーム
free: 解放
frequency: 頻度
function: 関数
generate: ジェネレート
geometry: ジオメトリ
global: グローバル
group: グループ
handle: 処理 扱 扱わ
handler: ハンドラ
hash: ハッシュ
header: ヘッダ
height: 高さ
help: ヘルプ
hide: 隠 非表示
highlight: 強調 ハイライト
history: 履歴
hook: フック
host: ホスト
hostname: ホスト名
icon: アイコン
identifier: 識別子
ignore: 無視
image: 画像
import: インポート 取り込
include: インクルード
indent: インデント 字下げ
index: 索引 インデックス
inherit: 継承
initialize: 初期化
input: 入力
insert: 挿入
install: インストール
instance: インスタンス
integer: 整数
interface: インターフェース インタフェース インターフェイス
interrupt: 割り込み
interval: 間隔
invalid: 不正 無効な
item: 項目 アイテム
iterate: 反復
iterator: イテレータ
job: ジョブ
join: 結合
keep: 保持 維持 保た
key: キー 鍵
keyboard: キーボード
keyword: キーワード
label: ラベル
language: 言語
large: 大き
last: 最後
layer: レイヤ 層
leak: 漏れ リーク
length: 長さ
level: レベル
library: ライブラリ
light: ライト 光源
limit: 制限 上限 限度
line: 行 線
link: リンク
list: 一覧 リスト
listen: 待ち受け リッスン
listener: リスナ
load: 読み込 ロード 負荷
local: ローカル
lock: ロック 排他
log: ログ 記録
logger: ロガー
login: ログイン
loop: ループ
map: マップ 対応付け
mark: マーク 印
match: 一致 マッチ 照合
material: マテリアル 材質
maximum: 最大
measure: 測定 計測
memory: メモリ
menu: メニュー
merge: マージ 統合
mesh: メッシュ
message: メッセージ
method: メソッド
middleware: ミドルウェア
migration: マイグレーション 移行
minimum: 最小 最低
missing: 欠け 見つからない 足りない
mode: モード
model: モデル
module: モジュール
mouse: マウス
move: 移動 動か
multiple: 複数
name: 名前 名称
namespace: 名前空間
negative: 負の
nested: 入れ子 ネスト
network: ネットワーク
new line: 改行
node: ノード
normalize: 正規化
notify: 通知
number: 番号 数値 数
object: オブジェクト
offset: オフセット
open: 開く 開か 開い オープン
operator: 演算子
option: オプション
order: 順序 順番 注文
output: 出力
overflow: オーバーフロー あふれ
override: オーバーライド
overwrite: 上書き
owner: 所有者
package: パッケージ
page: ページ
panel: パネル
parallel: 並列 並行
parameter: パラメータ
parent: 親
parse: 解析 パース 構文解析
parser: パーサ
pass: 渡
password: パスワード
paste: 貼り付け ペースト
path: パス 経路
pattern: パターン
pause: 一時停止
permission: 許可設定 パーミッション
persist: 永続
placeholder: プレースホルダ
plugin: プラグイン
pointer: ポインタ
pool: プール
port: ポート
position: 位置
prefix: 接頭辞 プレフィックス
prepare: 準備
prevent: 防 防止
preview: プレビュー
previous: 前の 直前
primary key: 主キー
print: 印刷 印字
priority: 優先度 優先
process: プロセス
program: プログラム
progress: 進捗 進行
project: プロジェクト
prompt: プロンプト
property: プロパティ
protect: 保護
protocol: プロトコル
proxy: プロキシ
public: 公開
query: クエリ 問い合わせ
queue: キュー 待ち行列
quote: 引用符
random: ランダム 乱数
range: 範囲
raw: 生の
read: 読み取 読む 読み出 読ま
receive: 受信 受け取
reconnect: 再接続
record: レコード
recover: 回復 復旧
recursive: 再帰
redirect: リダイレクト 転送
reference: 参照
register: 登録
reject: 拒否 却下 拒絶
release: リリース
reload: 再読み込み リロード
remote: リモート
remove: 取り除 除去 外す
rename: 名前変更 改名
render: レンダリング レンダラ
repeat: 繰り返
replace: 置換 置き換え 差し替え
reply: 返信
report: 報告 レポート
repository: リポジトリ
request: リクエスト 要求
require: 必須 必要
reset: リセット
resize: サイズ変更 リサイズ
resolve: 解決
resource: リソース 資源
response: レスポンス 応答
restart: 再起動
restore: 復元 元に戻 リストア
result: 結果
retry: 再試行 リトライ やり直
return: 返す 返し 返さ 戻す 戻り
return value: 戻り値 返り値
reverse: 逆順 逆 リバース
role: ロール 役割
rollback: ロールバック 巻き戻
root: ルート
rotate: 回転 ローテーション
round: 丸め 四捨五入
route: ルーティング
rule: 規則 ルール
run: 走 動作 実行
safe: 安全
save: 保存 セーブ
savepoint: セーブポイント
scale: 拡大縮小 スケール
scan: 走査 スキャン
scene: シーン
schedule: スケジュール
schema: スキーマ
scope: スコープ
score: スコア 点数
screen: 画面
script: スクリプト
scroll: スクロール
search: 検索
secret: 秘密
security: セキュリティ
select: セレクト
selection: 選択範囲 選択
send: 送信 送
separator: 区切り
serialize: シリアライズ 直列化
serializer: シリアライザ
server: サーバ
service: サービス
session: セッション
shader: シェーダ
shadow: 影 シャドウ
shape: 形状
share: 共有
shutdown: シャットダウン 停止処理
signal: シグナル 信号
signature: 署名
size: サイズ 大きさ
skip: スキップ 飛ば
slow: 遅い 遅く
snapshot: スナップショット
socket: ソケット
sort: ソート 並べ替え 並び替え
source: ソース
space: スペース
split: 分割
square: 正方形
stack: スタック
start: スタート 始ま 始め 起動
state: 状態
statement: 文
status code: ステータスコード
status: ステータス
stop: 停止 止め 止ま
storage: ストレージ
store: 格納 蓄え
stream: ストリーム
string: 文字列
structure: 構造体 構造
style: スタイル
subscribe: 購読
substitute: 代わり
success: 成功
suffix: 接尾辞
suggestion: 提案 候補
support: サポート 対応
suspend: 中断
switch: 切り替え
symbol: シンボル 記号
sync: 同期
syntax: 構文 文法
system: システム
tab: タブ
table: テーブル 表
target: 対象 ターゲット
task: タスク
template: テンプレート
temporary: 一時 一時的
terminal: 端末 ターミナル
text: テキスト
texture: テクスチャ
theme: テーマ
thread: スレッド
threshold: しきい値 閾値
throw: 投げ スロー 送出
time: 時間 時刻
timeout: タイムアウト
timer: タイマー タイマ
timezone: タイムゾーン
title: タイトル 見出し
token: トークン
tool: ツール
trace: トレース 追跡
transaction: トランザクション
transform: 変形
translate: 翻訳
tree: 木 ツリー
trigger: トリガ 引き金
trim: 切り詰め
type: 型 種類 タイプ
undo: 取り消し アンドゥ
unique: 一意 ユニーク
unit: 単位
unknown: 未知 不明
unlock: 解除
update: 更新 アップデート
upload: アップロード
user: ユーザー ユーザ 利用者
valid: 有効な 妥当
validate: 検証 バリデーション
value: 値
variable: 変数
vector: ベクトル
version: バージョン 版
vertex: 頂点
view: ビュー
visible: 見える 可視
wait: 待つ 待ち 待機 待た
warning: 警告
watch: 監視
widget: ウィジェット
width: 幅
window: ウィンドウ
word: 単語
worker: ワーカー ワーカ
wrap: 折り返 ラップ
write: 書き込 書く 書か 書き出
arrow: 矢印
development: 開発
automatic: 自動
coordinate: 座標
paragraph: 段落
distinguish: 区別
disk: ディスク
graphics: グラフィックス グラフィック
mask: マスク 伏せ
blend: ブレンド 混合
lose: 失わ 失う 失 消え
guarantee: 保証
specify: 指定
triangle: 三角形
transparent: 透明 半透明
concurrent: 同時
independent: 独立
debugger: デバッガ
console: コンソール
destination: 出力先 宛先 送信先
sensitive: 機密
distribute: 分散 振り分け 配布
synchronous: 同期的
duration: 期間 所要時間
new: 新しい 新規
wrong: 間違
exceed: 超え 超過
again: 再び もう一度
first: 最初
nothing: 何も
single: 単一
full: いっぱい 満杯
current: 現在
long: 長い 長すぎ
group by: グループ化
whitespace: 空白文字
bracket: 括弧 カッコ
quotes: クォート
digit: 桁
decimal: 小数
uppercase: 大文字
lowercase: 小文字
day: 日
month: 月
year: 年
second: 秒
minute: 分
amount: 金額
price: 価格
invoice: 請求書
customer: 顧客
payment: 支払 決済
mail: メール
calendar: カレンダー
notification: 通知
regex: 正規表現
fix: 修正 直し
bug: バグ 不具合
common: 共通
external: 外部
internal: 内部
back: 戻る
occur: 発生
flow: 流れ
unit test: 単体テスト ユニットテスト
mock: モック
tag: タグ
helper: ヘルパ
endpoint: エンドポイント
controller: コントローラ
compiler: コンパイラ
logout: ログアウト
abstract: 抽象
enum: 列挙型 列挙
stock: 在庫
product: 商品
transition: 遷移
inject: 注入
info: 情報
manage: 管理
heap: ヒープ
garbage collection: ガベージコレクション
performance: 性能 パフォーマンス
optimize: 最適化
boolean: 真偽値
abnormal: 異常
normal: 正常
production: 本番
left: 左
right: 右
test case: テストケース
shortcut: ショートカット
part: 部分
affect: 影響
japanese: 日本語
payload: ペイロード
profile: プロファイル
clock: クロック
discount: ディスカウント
scheme: スキーム
broadcast: ブロードキャスト
overload: オーバーロード
deserialize: デシリアライズ
declare: 宣言
debug: デバッグ
catch: キャッチ
crash: クラッシュ
reason: 原因
router: ルーター
deploy: デプロイ
layout: レイアウト
bind: バインド
mount: マウント
container: コンテナ
domain: ドメイン
breakpoint: ブレークポイント
`,
});
