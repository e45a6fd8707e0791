import { spaced } from "./spaced.ts";

export const russian = spaced({
  letters: /\p{Script=Cyrillic}/u,
  words: `
how: как
how many: сколько
where: где куда откуда
when: когда
why: почему зачем
who: кто кем кого кому
which: какой какая какое какие какого каким каких которые который которая
what: что чем чего
and: и а
or: или либо
is: есть является это
are: являются
was: был была было были
can: может могут можно
should: следует
must: должен должна должны нужно надо
does: делает делают
do: делать
happens: происходит случается будет
if: если
not: не нет
no: никакой никакие
of: из
for: для
with: с со вместе
without: без
from: от
in: в во
to: к ко до
on: на
by: по
into: внутрь внутри
between: между
after: после
before: перед прежде
until: пока
during: во_время
then: потом затем тогда
also: также тоже
only: только лишь
already: уже
it: он она оно его её
its: их свой своего своих
this: этот эта этого этой
these: эти этих
there: там
here: здесь тут
each: кажд-
all: все всё весь всех всю
more: больше более
less: меньше менее
several: нескольк-
other: друг-
same: так_же такой
about: о об про
under: под
because: потому_что
still: еще ещё
never: никогда
always: всегда
something: что_то
someone: кто_то
i: я мне
we: мы нам
you: ты вы
show: покажи покажите
explain: объясни объясните
please: пожалуйста
exactly: именно точно
work: работает работают работа
used: примен- употреб- используется используются использован использована
called: вызыва- вызван-
call: вызыв- вызов- вызв-
defined: определ- объявл- задан- задаёт- задает-
implement: реализ-
responsible: отвечает отвечающ- ответствен-
decide: реша- решен-
tested: тестиру- протестир-
test: тест-
example: пример-
document: документ-
default: умолчан-
setting: настрой- настра- настрое-
configuration: конфиг-
accept: приним- принят- принима-
access: доступ-
account: аккаунт- учётн- учетн- счёт счета
action: действ-
activate: актив-
address: адрес-
add: добав-
adjust: подстр- подгон- коррект-
algorithm: алгоритм-
allocate: выдел-
allow: разреш- позвол- допуск- допустим-
angle: угол угла углы
answer: ответ-
append: дописы- допис- присоед-
application: приложен-
area: област-
argument: аргумент-
assign: присва- присво- назнач-
attempt: попыт-
attribute: атрибут-
authenticate: аутентиф-
authorization: авториз-
automatic: автомат-
available: доступн-
average: средн-
avoid: избег- избеж-
background: фон фона фоне фонов-
backup: резервн-
balance: баланс-
begin: начал- начин- начат-
behavior: поведен-
block: блок-
body: тело тела телу
border: границ- рамк-
branch: ветк- ветв-
break: разрыв- разбив- прерв-
browser: браузер-
buffer: буфер-
build: сборк- собира-
button: кнопк- кнопок
cache: кеш- кэш-
calculate: вычисл- рассчит- расчёт- расчет- подсчит-
callback: колбэк- колбек-
cancel: отмен-
case: случа- регистр-
catch: перехват- ловит ловят
change: измен- меня- смен-
channel: канал-
character: символ-

check: провер-
child: дочерн- потом- ребён-
choose: выбор- выбир- выбр-
circle: круг-
class: класс-
clean: очищ- очист-
clear: очист- очищ- сброс-
click: клик- щелч- нажат-
client: клиент-
clock: час-
clone: клонир-
close: закры-
cluster: кластер-
code: код кода коде кодом коды
collect: собир- собр- сбор-
collision: коллизи- столкнов-
color: цвет-
column: столб- колон-
combine: объедин- комбин-
command: команд-
comment: коммент-
commit: коммит- фиксац-
compare: сравн-
compile: компил-
complete: заверш- полн-
component: компонент-
compress: сжат- сжим-
concurrent: параллел- одновремен- конкурент-
condition: услов-
confirm: подтвер-
conflict: конфликт-
connection: соедин- подключ-
connect: подключ-
constant: констант- постоян-
constraint: огранич-
constructor: конструктор-
contain: содерж-
content: содержим- контент-
context: контекст-
continue: продолж-
convert: преобраз- конверт-
coordinate: координат-
copy: копир- копи- скопир-
count: счётчик- счетчик- количеств- подсчёт- подсчет-
create: созда-
current: текущ-
cursor: курсор-
custom: пользовательск- кастом-
cut: вырез- обрез-
data: данн-
database: базы_данных база_данных базе_данных базу_данных бд
date: дат-
deadlock: взаимн-
decimal: десятичн-
decode: декодир- раскодир-
decompress: распак- разжат-
decrypt: расшифр- дешифр-
delay: задерж-
delete: удал-
dependency: завис-
depth: глубин-
describe: опис-
destroy: уничтож- разруш-
detect: обнаруж- детект-
device: устройств-
dialog: диалог-
difference: разниц- отлич- различ-
digit: цифр-
dimension: измерен- размерн-
direction: направл-
directory: каталог- директор-
disable: отключ- выключ- запрещ-
disconnect: отсоедин- разъедин- отключ-
discard: отбрас- отброс-
disk: диск-
display: отображ- показыв- показ- вывод-
distance: расстоян- дистанц-
distinguish: отлича- различа-
download: скач-
drag: перетаск- тащ-
draw: рису- отрисов- рисов-
duplicate: дубл- повтор-
duration: длительн- продолжит-
dynamic: динамич-
edge: ребр- рёбер
edit: редакт- правк-
email: почт- письм-
empty: пуст-
enable: включ-
encode: кодир- закодир-
encrypt: шифр- зашифр-
end: конец конц- оконч- конча-
ensure: гарант- обеспеч-
entry: запис- вход-
environment: окруж- сред-
equal: равн- равен-
error: ошиб- ошибок
escape: экранир-
evaluate: оцен-
event: событ-
exception: исключ-
exceed: превыш- превыс-
exclude: исключа- исключи-
execute: выполн- исполн-
exist: существ-
exit: выход- выйти
expand: развора- раскр- разверн-
expect: ожид-
expire: истек- просроч- истеч-
export: экспорт-
expression: выраж-
extension: расшир-
external: внешн-
extract: извлек- извлеч-
factory: фабрик-
fail: неудач- сбо- провал- падае- упал- упавш- упад-
fallback: запасн- резервн-
fast: быстр-
feature: возможност- функциональн-
field: поле поля полей полю полям
file: файл-
fill: заполн-
filter: фильтр- отфильтр-
find: найти найд- наход- поиск- нашл-
first: перв-
fix: исправ- фикс-
flag: флаг-
flush: сброс- сбрас-
focus: фокус-
folder: папк- папок
font: шрифт-
force: принуд- заставл-
format: формат-
form: форм- форма формы
frame: кадр- фрейм-
free: освоб- свобод-
frequency: частот-
full: полный полная переполн-
function: функци-
generate: генер- сгенер-
get: получ-
group: групп-
handle: обраб- обработ-
hash: хеш- хэш-
header: заголов-
height: высот-
help: помощ- справк-
hide: скры- скрыв- прят-
highlight: подсвет- подсвеч- выделен-
history: истор-
hook: хук-
host: хост-
identifier: идентиф-
ignore: игнор-
image: изображ- картин-
import: импорт-

indent: отступ-
index: индекс-
inherit: наслед- унаслед-
initialize: инициализ-
inject: внедр- инъекц-
input: ввод- вводит входн-
insert: встав- вставл-
install: установ- устанавл- инсталл-
instance: экземпляр-
integer: цел-
interface: интерфейс-
internal: внутренн-
interrupt: прерыв- прерв-
interval: интервал- промежут-
invalid: некоррект- неверн- недопуст- невалид-
item: элемент- пункт-
iterate: итер- перебир- перебор- обход-
join: соедин- присоед- объедин-
jump: прыж- переход-
keep: хран- сохран- держ-
key: ключ- клавиш-
keyboard: клавиатур-
label: метк- подпис- ярлык-
language: язык-
last: последн-
layer: сло- слой
layout: раскладк- компонов- макет-
leak: утеч-
left: лев- слева налево
length: длин-
letter: букв-
level: уров-
library: библиотек-
license: лиценз-
light: свет- освещ-
limit: лимит- огранич- предел-
line: строк- линии линия линию
link: ссыл-
list: спис-
listen: слуш- прослуш-
load: загру-
local: локал-
lock: блокир- блокиров- замок
log: лог логи логов журнал- логир- протоколир- лога логу логгер-
login: вход- логин- войти входит
logout: выход- разлогин-
loop: цикл-
lose: теря- потер-
lowercase: строчн- нижн-
main: главн- основн-
map: карт-
mark: помеч- отмет- отмеч-
mask: маск-
match: совпад- соответ- сопостав-
maximum: максим-
measure: измер- замер-
member: член- участ-
memory: памят-
menu: меню
merge: слия- слив- объедин-
message: сообщ-
method: метод-
migrate: мигр-
minimum: миним-
missing: отсутств- недоста- пропущ-
mode: режим-
model: модел-
module: модул-
mouse: мыш-
move: перемещ- двиг- движ- сдвиг- перенос-
name: имя имени имён имен именем имена назв- наимен-
negative: отрицат-
nested: вложен-
network: сет- сеть
new: нов-
next: следующ- дальш-
node: узел узл- нод-
normalize: нормализ-
notification: уведом- оповещ-
notify: уведом- сообща-
null: нулев- пустое
number: числ- номер- чисел
object: объект-
offset: смещ-
open: откр-
operation: операц-
operator: оператор-
option: опци- параметр-
order: порядок порядк- очерёдн-
output: выходн- вывод-
overflow: перепол-
override: переопредел-
overwrite: перезапис- переписы-
owner: владел-
package: пакет-
page: страниц-
panel: панел-
parameter: параметр-
parent: родител-
parse: разбор- разбир- парс- анализ- распарс-
part: част-
password: парол-
paste: встав- вставк-
path: путь пути путей путём
pattern: шаблон- образ- паттерн-
pause: пауз- приостан-
pending: ожидающ-
performance: производит- быстродейств-
permission: разреш- прав-
persist: сохраня- постоянн-
pixel: пиксел-
plugin: плагин-
point: точк- точек указыва-
pointer: указател-
pool: пул-
port: порт-
position: позиц- положен-
prefix: префикс-
prepare: подготов- подготав-
prevent: предотвращ- предотврат- запрет- не_даёт меша-
preview: предпросм- предварит-
previous: предыдущ- прошл-
print: печат- напечат- распечат-
priority: приорит-
private: приватн-
process: процесс-
program: программ-
progress: прогресс- ход
project: проект-
promise: промис- обещан-
property: свойств-
protect: защи-
protocol: протокол-
provide: предостав-
proxy: прокси
public: публи-
modal: модал-
query: запрос-
queue: очеред-
quote: кавыч-
random: случайн- рандом-
range: диапазон-
read: чита- чтен- прочит- считыв-
receive: получ- приём- прием- принима-
reconnect: переподключ-
record: запис-
recursive: рекурс-
redirect: перенаправ- редирект-
reduce: уменьш- сокращ-
reference: ссылк- ссылок-
refresh: обнов-
register: регистр- зарегистр-
reject: отклон- отверг- отказ-
release: освобожд- отпуск- релиз-
reload: перезагр-
remote: удалённ- удаленн-
remove: удал- убира- убрат-
rename: переимен-
render: рендер- отрисов- отображ-
repeat: повтор-
replace: замен- замещ-
report: отчёт- отчет- сообща-
repository: репозитор-
request: запрос-
require: требу- необход-
reserve: резервир-
reset: сброс- сбрас-
resize: изменен_размера изменения_размера
resolve: разреш- резолв-
resource: ресурс-
response: ответ-
restart: перезапус-
restore: восстан-
result: результат-
retry: повторн- повторя- ретра-
return: возвра- верн-
reverse: обратн- переверн- развора-
right: прав- справа
role: рол-
root: корен- корн- корнев-
rotate: поворот- поворач- вращ- верт-
round: округл- скругл-
route: маршрут- роут-
row: ряд-
rule: правил-
run: запус- выполн-
safe: безопасн-
save: сохран-
scale: масштаб-
scan: скан-
scene: сцен-
schedule: расписан- планир-
schema: схем-
scope: област- скоуп-
score: оценк- балл-
screen: экран экрана экране экраны экранов
script: скрипт- сценар-
scroll: прокрут- прокруч- скролл-
search: поиск- иск- ищ-
secret: секрет-
section: раздел- секци-
security: безопасност-
select: выбор- выбир- выдел-
send: отправ- посыл- шлёт
separator: раздели- разделя-
sequence: последоват-
serialize: сериализ-
server: сервер-
service: сервис- служб-
session: сесси- сеанс-
set: устанавл- зада- установ-
shadow: тен-
shape: форм- фигур-
share: общ- раздел- поделит-
shortcut: сочетан- ярлык-
shutdown: выключ-
sign: подпис- знак-
simple: прост-
size: размер-
skip: пропуск- пропус-
slow: медлен- замедл-
socket: сокет-
sort: сортир- отсортир-
source: источник- исходн-
space: пробел- пространств-
split: раздел- разбива- разби-
square: квадрат-
stack: стек-
start: старт- запус- начал-
state: состоян- стат-
statement: инструкц- оператор-
static: статич-
status: статус-
step: шаг-
stop: останов- останавл- прекращ-
storage: хранил- хранен-
store: хран- сохраня-
stream: поток- стрим-
string: строк- строч-
structure: структур-
style: стил-
subscribe: подпис- подписк-
succeed: успех- успеш-
suffix: суффикс-
suggestion: подсказ- предлож-
sum: сумм-
support: поддерж-
suspend: приостан-
switch: переключ-
symbol: символ-
synchronize: синхрон-
syntax: синтакс-
system: систем-
tab: вкладк- вкладок табул-
table: таблиц-
tag: тег- тэг-
target: цел- назначен-
task: задач- задан-
template: шаблон-
temporary: времен-
text: текст-
thread: поток- нит-
threshold: порог-
throw: выбрас- броса- выброс- кида- выброш-
time: врем-
timeout: таймаут- тайм_аут-
timer: таймер-
title: заголов- назван-
toggle: переключ-
token: токен-
tool: инструмент-
touch: касан- тач-
trace: трассир- след-
transaction: транзакц-
transfer: перед- передач- переда-
transform: преобраз- трансформ-
translate: перев- перевод-
tree: дерев-
triangle: треугольн-
trigger: срабат- запуска- триггер-
trim: обрез-
truncate: усек- усеч- обрез-
type: тип типа типы типов типом набра- набир- набр-
undo: отмен- откат-
unique: уникал-
unit: единиц-
unknown: неизвест-
unlock: разблок-
unused: неиспольз-
update: обнов-
upload: закач- выгруж- выгруз-
uppercase: прописн- заглавн- верхн-
user: пользоват- юзер-
validate: валид- провер-
value: значен-
variable: переменн-
vector: вектор-
version: верси-
vertex: вершин-
view: вид представл-
visible: видим- видн-
wait: жда- ожида- ждёт ждет
warning: предупр-
watch: следи- наблюд- отслеж-
week: недел-
width: ширин-
window: окн- окон
word: слов-
wrap: оборач- обёрт- обернут- перенос-
write: пиш- запис- напис-
wrong: неправ- неверн- ошибочн-
zoom: зум- приближ- масштаб-
time zone: часов-
twice: дважды
graphics: график- графич-
camera: камер-
mesh: сетк- меш меша меши мешей
year: год-
month: месяц-
day: дня дней день
price: цен-
amount: сумм-
payment: платеж- платёж- оплат-
cart: корзин-
invoice: счёт-
worker: рабочим рабочих рабочие воркер-
global: глобал-
terminal: терминал-
actual: фактическ- реальн- действительн-
own: собствен- своё свои своей
again: заново снова повторн-
become: станов- превращ-
clipboard: буфер_обмена буфера_обмена
paragraph: абзац-
arrow: стрелк- стрелок
closest: ближайш-
isolated: изолир-
decorator: декоратор-
reach: попада- достиг-
too long: слишком_долго
leave: остав- покида-
finish: законч-
specific: конкретн-
place: мест-
around: вокруг
transparent: прозрачн-
animation: анимац-
blend: смеш-
quaternion: кватернион-
console: консол-
debug: отлад- отлаж- дебаг-
fresh: актуал- свеж-
development: разработ-
nothing: ничего ничто
notice: замеча- узна- узнаёт
long: долг-
distribute: распредел-
look: выгляд-
failed: не_удал- не_удаётся не_удается
hang: завис
hang up: зависа-
crash: краш- паден-
red: красн-
complex: сложн-
artificial: искусствен-
vertical: вертикал-
often: часто
statistics: статистик-
texture: текстур-
beside: рядом
array: массив-
controller: контроллер-
architecture: архитектур-
logic: логик-
problem: проблем-
reason: причин-
asynchronous: асинхрон-
relation: связ-
enum: перечисл-
abstract: абстракт-
endpoint: эндпоинт- энд_поинт
icon: иконк-
occur: возника- произойд-
deploy: деплой- разверт- развёрт-
center: центр-
correct: правильн-
documentation: документац-
use: использу- использова-
`,
});
