import { unspaced } from "./unspaced.ts";

/** The traditional characters of the words below, each followed by its simplified one. */
const TRADITIONAL =
  `錯错誤误處处檔档資资庫库連连線线設设戶户裡里裏里應应該该為为麼么麽么這这個个們们來来從从對对會会發发檢检測测試试讀读寫写輸输數数據据變变類类碼码註注釋释載载儲储緩缓衝冲區区標标記记錄录請请響响頭头狀状
態态啟启動动關关閉闭開开結结構构執执務务網网絡络絕绝認认證证權权許许編编譯译輯辑選选擇择顯显畫画繪绘圖图圍围單单雙双號号鍵键鎖锁隊队進进調调異异遞递迴回歷历組组層层級级節节點点樹树項项頁页視视體体現现
實实屬属參参傳传導导匯汇轉转換换過过濾滤尋寻詢询優优後后時时間间遲迟斷断續续複复製制貼贴刪删創创讓让給给與与並并無无沒没將将還还嗎吗誰谁長长寬宽幣币價价額额訂订貨货產产業业錢钱書书簽签驗验規规則则語语
詞词彙汇別别條条鏈链擊击遠远雲云勢势徑径覽览瀏浏顏颜聲声獲获敘叙術术須须負负種种幾几
稱称內内滿满鈕钮壓压縮缩擴扩準准備备機机終终銷销報报頻频隨随滾滚倉仓臨临繼继憶忆陣阵疊叠彈弹`.replaceAll(/\s/g, "");

/** Understands simplified and traditional characters. */
export const chinese = unspaced({
  variants: new Map(
    Array.from({ length: TRADITIONAL.length / 2 }, (_, at) => [
      TRADITIONAL.charAt(2 * at),
      TRADITIONAL.charAt(2 * at + 1),
    ]),
  ),
  words: `
where: 哪里 在哪里 哪儿 何处 在哪 什么地方 哪个地方 哪些地方
how: 怎么 如何 怎样 怎么样
when: 什么时候 何时 时候
why: 为什么 为何
who: 谁
which: 哪个 哪些 哪一个
what happens: 会发生什么 发生什么 会怎样 会怎么样
what does: 做什么 干什么 做了什么
what is: 是什么
which tested: 哪些测试 哪个测试
what: 什么
it: 它 其
this: 这个 这
that: 那个 那
if: 如果 若 假如
not: 不 没有 未 没 不会 不能
before: 之前
after: 之后 以后
until: 直到
and: 和 与 以及 并且 并
or: 或者 或 还是
only: 只 仅
all: 所有 全部
each: 每个 每次 每
same: 相同 同一个 一样
other: 其他 其它 别的
own: 自己的 自己
show: 告诉 显示一下
explain: 解释 说明
used: 使用 用到 被用
use: 用来 利用
called: 被调用
call: 调用 呼叫
caller: 调用者 调用方
defined: 定义
implementation: 实现
decide: 决定
determine: 判断 确定 判定
tested: 被测试
tests: 测试
example: 示例 例子
default value of: 默认值 缺省值
by default: 默认情况下
default: 默认 缺省 预设
setting: 设置 设定
configuration: 配置
accept: 接受
access: 访问
account: 账户 账号
action: 动作 操作
active: 活动 激活
add: 添加 增加 加入 新增
address: 地址
algorithm: 算法
allocate: 分配
allow: 允许
angle: 角度
animation: 动画
append: 追加
application: 应用程序 应用
area: 区域
array: 数组 阵列 陣列
assign: 赋值
async: 异步
attempt: 尝试
authentication: 认证 身份验证
authorization: 授权
background: 后台 背景
backup: 备份
batch: 批量 批处理
begin: 开始
blank: 空白
blocking: 阻塞
body: 请求体 正文 主体
boundary: 边界
branch: 分支
browser: 浏览器
buffer: 缓冲区 缓冲
build: 构建 构造
button: 按钮
byte: 字节 位元組
cache: 缓存 快取
calculate: 计算
callback: 回调
camera: 相机 摄像机
cancel: 取消
certificate: 证书
change: 修改 改变 更改 变化 变更 改动 改了 改 变
channel: 通道 频道
character: 字符
check: 检查
class: 类
clean: 清理
clear: 清除 清空
click: 点击
client: 客户端
clipboard: 剪贴板
clone: 克隆
close: 关闭
cluster: 集群
code: 代码 程式码
collect: 收集
collision: 碰撞
color: 颜色
column: 列
combine: 组合
command: 命令
command line: 命令行
comment: 注释
commit: 提交
compare: 比较
compile: 编译
complete: 完成 补全
component: 组件
compress: 压缩
condition: 条件
conflict: 冲突
connection: 连接 连线
constant: 常量
constraint: 约束
constructor: 构造函数
contain: 包含
content: 内容
context: 上下文
continue: 继续
control: 控制
convert: 转换 转成 转为 变成
copy: 复制 拷贝
count: 计数 数量 个数
create: 创建 新建
cursor: 光标 游标
custom: 自定义
data: 数据
database: 数据库 资料库
date: 日期
decode: 解码
decorator: 装饰器
decrypt: 解密
delay: 延迟
delete: 删除
dependency: 依赖
depth: 深度
destroy: 销毁
detect: 检测
device: 设备
dialog: 对话框
difference: 差异 区别
directory: 目录
disable: 禁用 停用
discard: 丢弃
disconnect: 断开
display: 显示 展示
distance: 距离
document: 文档
download: 下载
drag: 拖动 拖拽
draw: 绘制 画
duplicate: 重复
edit: 编辑
editor: 编辑器
element: 元素
empty: 空的 为空 空值
enable: 启用 开启
encode: 编码
encrypt: 加密
end: 结束 末尾 结尾
entry: 条目 入口
environment variable: 环境变量
environment: 环境
equal: 相等
error: 错误 出错 报错
error message: 错误信息 错误消息
escape: 转义
evaluate: 求值 评估
event: 事件
evict: 淘汰 驱逐
exception: 异常
exclude: 排除
execute: 执行
exist: 存在
exit: 退出
exit code: 退出码
expand: 展开
expire: 过期 失效
export: 导出
expression: 表达式
extension: 扩展 扩展名
extract: 提取
fail: 失败
fallback: 回退
fast: 快速
feature: 功能 特性
fetch: 获取 拿到 取得
field: 字段
file: 文件 档案
file name: 文件名
fill: 填充
filter: 过滤 筛选
find: 查找 找到
flag: 标志
flush: 刷出
focus: 焦点
folder: 文件夹 资料夹
font: 字体
force: 强制
form: 表单
format: 格式化 格式
frame: 帧
frequency: 频率
function: 函数 函式
generate: 生成
geometry: 几何体 几何
global: 全局
group: 分组
handle: 处理
handler: 处理器 处理函数
hash: 哈希 散列
header: 请求头 响应头 头部 标头
height: 高度
help: 帮助
hide: 隐藏
highlight: 高亮
history: 历史
hook: 钩子
host: 主机
hostname: 主机名
icon: 图标
identifier: 标识符
ignore: 忽略
image: 图像 图片
import: 导入
include: 引入
indent: 缩进
index: 索引 下标
inherit: 继承
initialize: 初始化
input: 输入
insert: 插入
install: 安装
instance: 实例
integer: 整数
interface: 接口 介面
interrupt: 中断
interval: 间隔
invalid: 无效 非法
iterate: 遍历 迭代
iterator: 迭代器
job: 作业
join: 拼接
keep: 保持 保留
key: 键
keyboard: 键盘
keyword: 关键字 关键词
label: 标签
language: 语言
large: 大于 太大
last: 最后
layer: 图层
leak: 泄漏 泄露
length: 长度
level: 级别 等级 层级
light: 光源 灯光
limit: 限制 上限
line: 行 线
link: 链接
list: 列表 列出
listen: 监听
listener: 监听器
load: 加载 载入
local: 本地
lock: 锁 加锁 锁定
log: 日志
logger: 日志器
login: 登录 登入
loop: 循环 迴圈
map: 映射
mark: 标记
match: 匹配
material: 材质
maximum: 最大
measure: 测量
memory: 内存 記憶體
menu: 菜单
merge: 合并
mesh: 网格
message: 消息 信息 讯息
method: 方法
middleware: 中间件
migration: 迁移
minimum: 最小 最低
missing: 缺失 缺少 找不到
mode: 模式
model: 模型
module: 模块 模组
mouse: 鼠标 滑鼠
move: 移动
multiple: 多个
name: 名称 名字
namespace: 命名空间
nested: 嵌套
network: 网络 网路
new line: 换行
node: 节点
normalize: 规范化 归一化
notify: 通知
number: 数字 编号
object: 对象 物体 物件
offset: 偏移 偏移量
open: 打开
operator: 运算符 操作符
option: 选项
order: 顺序 次序 订单
output: 输出
overflow: 溢出
override: 重写
overwrite: 覆盖
owner: 所有者
page: 页面
panel: 面板
parallel: 并行
parameter: 参数
parse: 解析
parser: 解析器
pass: 传递 传入 传给 传到 传
password: 密码
paste: 粘贴
path: 路径
pause: 暂停
permission: 权限
persist: 持久化
placeholder: 占位符
plugin: 插件 外掛
pointer: 指针
pool: 池 连接池
port: 端口
position: 位置
prefix: 前缀
prepare: 准备
prevent: 防止 避免 阻止
preview: 预览
previous: 上一个 前一个
primary key: 主键
print: 打印
priority: 优先级
process: 进程
program: 程序 程式
progress: 进度
project: 项目 專案
prompt: 提示
property: 属性
protect: 保护
protocol: 协议
proxy: 代理
public: 公开 公共
query: 查询
queue: 队列 伫列 佇列
quote: 引号
random: 随机
range: 范围
raw: 原始
read: 读取 读
receive: 接收 收到
reconnect: 重连 重新连接
record: 记录
recover: 恢复
recursive: 递归
redirect: 重定向 跳转
reference: 引用
refresh: 刷新
register: 注册
reject: 拒绝
release: 释放 发布
reload: 重新加载
remote: 远程
remove: 移除 去掉 删掉
rename: 重命名
render: 渲染
renderer: 渲染器
replace: 替换
reply: 回复
report: 报告 上报
repository: 仓库 代码库
request: 请求
require: 必需 需要
reset: 重置
resize: 调整大小
resolve: 解决
resource: 资源
response: 响应 返回给客户端 回應
restart: 重启
restore: 还原
result: 结果
retry: 重试
return: 返回 回傳
return value: 返回值
reverse: 反转
role: 角色
rollback: 回滚
rotate: 旋转 轮转
round: 舍入 四舍五入
route: 路由
rule: 规则
run: 运行 跑
safe: 安全
save: 保存
savepoint: 保存点
scale: 缩放
scan: 扫描
scene: 场景
schedule: 调度
scope: 作用域
score: 评分 得分 打分
screen: 屏幕
script: 脚本
scroll: 滚动
search: 搜索
secret: 密钥
security: 安全性
select: 选中
selection: 选区 选择
send: 发送 发出
separator: 分隔符
serialize: 序列化
serializer: 序列化器
server: 服务器 服务端 伺服器
service: 服务
session: 会话
shader: 着色器
shadow: 阴影
shape: 形状
share: 共享
shutdown: 停机
signal: 信号
signature: 签名
size: 大小 尺寸
skip: 跳过
slow: 缓慢 慢
snapshot: 快照
socket: 套接字
sort: 排序
source: 来源
space: 空格
split: 拆分 分割
stack: 堆栈 栈 堆疊
start: 启动
statement: 语句
status code: 状态码
status: 状态
stop: 停止
store: 存储 存放
string: 字符串 字串
structure: 结构
style: 样式
subscribe: 订阅
success: 成功
suffix: 后缀
suggestion: 建议
support: 支持 支援
suspend: 挂起
switch: 切换
symbol: 符号
sync: 同步
syntax: 语法
system: 系统
tab: 标签页
target: 目标
task: 任务
template: 模板
temporary: 临时
terminal: 终端
text: 文本
texture: 纹理 贴图
theme: 主题
thread: 线程 执行绪
threshold: 阈值
throw: 抛出
time: 时间
timeout: 超时 逾時
timer: 定时器 计时器
timezone: 时区
title: 标题
token: 令牌
tool: 工具
trace: 跟踪
transaction: 事务
transfer: 传输
transform: 变换
translate: 翻译
tree: 树
trigger: 触发
trim: 裁剪 修剪
truncate: 截断
type: 类型
undo: 撤销
unique: 唯一
unit: 单位
unknown: 未知
unlock: 解锁
update: 更新
upload: 上传
user: 用户 使用者
valid: 有效 合法
validate: 校验 验证
value: 值
variable: 变量 变数
vector: 向量
version: 版本
vertex: 顶点
view: 视图 查看
visible: 可见
wait: 等待
warning: 警告
watch: 监视
width: 宽度
window: 窗口 視窗
word: 单词
worker: 工作线程 工作进程
wrap: 包装
write: 写入 写 写到 写进
according: 根据 按照
lose: 丢失 丢 丢掉
coordinate: 坐标
input method: 输入法
arrow: 方向键 箭头
paragraph: 段落
disk: 磁盘 硬盘
debug: 调试
console: 控制台
transparent: 透明
triangle: 三角形
blend: 混合
euler: 欧拉
quaternion: 四元数
graphics: 图形
sensitive: 敏感 机密
mask: 脱敏 屏蔽
test case: 测试用例
develop: 开发
automatic: 自动
distinguish: 区分
guarantee: 保证
specify: 指定
concurrent: 同时 并发
independent: 独立
exceed: 超过 超出
wrong: 输错
distribute: 分发
duration: 时长
new: 新的 新
again: 再次 重新
first: 第一个 首次
single: 单个
full: 满
current: 当前
long: 太长 过长
whitespace: 空白字符
bracket: 括号
decimal: 小数
uppercase: 大写
lowercase: 小写
day: 天
month: 月
year: 年
second: 秒
minute: 分钟
hour: 小时
amount: 金额
price: 价格
invoice: 发票
customer: 客户
payment: 支付
mail: 邮件
calendar: 日历
logic: 逻辑
way: 方式
pagination: 分页
frontend: 前端
backend: 后端
set: 集合
dict: 字典
enum: 枚举
generic: 泛型
closure: 闭包
coroutine: 协程
breakpoint: 断点
assert: 断言
interceptor: 拦截器
inject: 注入
unit test: 单元测试
integration test: 集成测试
deploy: 部署
router: 路由器
controller: 控制器
compiler: 编译器
product: 商品
stock: 库存
username: 用户名
captcha: 验证码
regex: 正则表达式 正则
optimize: 优化
performance: 性能
deadlock: 死锁
garbage collection: 垃圾回收
push: 推送
reflection: 反射
heap: 堆
boolean: 布尔
float: 浮点数 浮点
timestamp: 时间戳
fix: 修复
static: 静态
private: 私有
internal: 内部
external: 外部
behavior: 行为
should: 应该
flow: 流程
compose: 组成
case: 大小写
rate limit: 限流
load balance: 负载均衡
responsible: 负责
linked list: 链表
cover: 覆盖
first page: 首页
parent node: 父节点
child node: 子节点
parent: 父级 父类
child: 子级 子类
empty string: 空字符串
source code: 源码 源代码
table: 表格 数据表
library: 库文件 类库
package: 安装包 数据包 套件
deserialize: 反序列化
declare: 声明
crash: 崩溃
hang: 卡住 卡死
reason: 原因
catch: 捕获
decompress: 解压
bind: 绑定
mount: 挂载
unmount: 卸载
refactor: 重构
layout: 布局
container: 容器
lifecycle: 生命周期
abstract: 抽象
singleton: 单例
factory: 工厂
poll: 轮询
logout: 注销 登出
popup: 弹窗
precision: 精度
domain: 域名
exception: 例外
asynchronous: 非同步
`,
});
