import { spaced } from "./spaced.ts";

/** As in Brazil, and in Portugal where that differs. */
export const portuguese = spaced({
  words: `
how: como
how many: quantos quantas quanto
where: onde aonde
when: quando
why: por_que por_quê porquê
who: quem
which: qual quais
what: que quê o_que o_quê
the: o a os as
a: um uma
of: de do da dos das
and: e
or: ou
is: é está
are: são estão
was: era foi
have: tem têm ter há
can: pode podem poder
should: deveria deveriam
must: deve devem precisa precisam
does: faz fazem
do: fazer
happens: acontece ocorre
if: se caso
not: não
no: nenhum nenhuma
for: para pra
with: com
without: sem
from: desde
in: em no na nos nas
to: ao à aos às
on: sobre
by: por pelo pela pelos pelas
into: dentro
between: entre
after: depois após
before: antes
until: até
during: durante enquanto
then: então
also: também
only: só somente apenas
already: já
it: ele ela isso isto
its: seu sua seus suas
this: este esta esse essa
these: estes estas esses essas
there: lá ali
here: aqui
each: cada
all: todo toda todos todas tudo
more: mais
less: menos
several: vários várias
other: outro outra outros outras
same: mesmo mesma mesmos mesmas
about: acerca
under: sob
because: porque
still: ainda
never: nunca
always: sempre
something: algo alguém algum alguma
you: você vocês
we: nós
my: meu minha
show: mostre mostra
explain: explique explica
please: favor
exactly: exatamente
work: funciona funcionam funcionamento
used: usado usada usados usadas é_usado utilizado utilizada utilizados utilizadas
called: chamad- invocad-
call: chama chamam chamar invoc- chamou chamaram chame
defined: define definem defin- declar-
implement: implement-
responsible: responsável
decide: decid-
determine: determin-
tested: testad-
test: test-
example: exemplo-
document: document-
default: padrão padrões
setting: ajuste ajustes definiç-
configuration: config-
accept: aceit-
access: acess- aced-
account: conta contas
action: ação ações acção
activate: ativ-
address: endereço-
add: adicion- acrescent-
adjust: ajust-
algorithm: algoritmo-
allocate: aloc-
allow: permit-
angle: ângulo-
append: anex- acrescent-
application: aplicaç- aplicativo-
area: área áreas
argument: argumento-
assign: atribu-
attempt: tentativa- tenta tentar
attribute: atributo-
authenticate: autentic-
authorization: autoriz-
automatic: automátic- automatic-
available: disponív-
average: média
avoid: evit-
background: fundo segundo_plano
backup: cópia_de_segurança backup-
balance: balance- saldo
begin: começ-
behavior: comportamento-
block: bloque- bloco-
body: corpo
border: borda-
branch: ramo ramos branch-
break: queb- quebra
browser: navegador-
buffer: buffer-
build: constr- compilação
button: botão botões
cache: cache-
calculate: calcul- cálcul-
cancel: cancel-
case: casos
catch: captur-
change: mud- alter- modific-
channel: canal canais
character: caractere- caracter-
charset: conjunto_de_caracteres
check: verific- chec-
child: filho filhos filha
choose: escolh-
circle: círculo-
class: classe-
clean: limp-
clear: limp-
click: cliqu- clic-
client: cliente clientes
clock: relógio
close: fech- encerr-
cluster: cluster-
code: código códigos
collect: colet- recolh-
collision: colis-
color: cor cores
column: coluna-
combine: combin-
command: comando-
comment: comentário-
compare: compar-
compile: compil-
complete: complet- conclu-
component: componente-
compress: compr- compact-
concurrent: concorren- simultân-
condition: condição condições
confirm: confirm-
conflict: conflito-
connection: conexão conexões ligação
connect: conect-
constant: constante-
constraint: restrição restrições
constructor: construtor-
contain: cont- contém
content: conteúdo-
context: contexto-
continue: continu-
convert: conver-
coordinate: coordenada-
copy: copi- cópia
corner: canto cantos
count: cont- contagem
create: cri-
current: atual atuais
cursor: cursor-
custom: personaliz- customiz-
cut: cort- recort-
data: dado dados
database: banco_de_dados base_de_dados banco
date: data datas
deadlock: impasse- deadlock-
decimal: decima-
decode: decodific- descodific-
decompress: descompr- descompact-
decrypt: decifr- descriptograf- decriptograf-
delay: atras- demora-
delete: exclu- apag- delet- remov-
dependency: dependênc- depend-
depth: profund-
describe: descre- descriç-
destroy: destr-
detect: detec-
device: dispositivo-
dialog: diálogo- caixa_de_diálogo
difference: diferenç-
digit: dígito-
dimension: dimens-
direction: sentido direção
directory: diretório-
disable: desabilit- desativ-
disconnect: desconect- desconex-
discard: descart-
disk: disco-
display: exib- mostr- apresent-
distance: distânc-
distinguish: disting-
download: baix- download-
drag: arrast-
draw: desenh-
duplicate: duplic-
duration: duração
dynamic: dinâmic-
edge: aresta-
edit: edit- ediç-
email: correio e_mail-
empty: vazio vazia vazios vazias
enable: habilit-
encode: codific-
encrypt: criptograf- cifr- encript-
end: fim final termin-
ensure: garant- assegur-
entry: entrada entradas
environment: ambiente-
equal: igua-
error: erro erros
escape: escap-
evaluate: avali-
event: evento-
exception: exceç-
exceed: exced- ultrapass-
exclude: excluíd-
execute: execut- execuç-
exist: exist-
exit: sai saída_do sair saem saiu
expand: expand-
expect: esper-
expire: expir-
export: export-
expression: express-
extension: extens-
external: extern-
extract: extra-
factory: fábrica-
fail: falh-
fallback: alternativ-
fast: rápid-
feature: recurso funcionalidade-
fetch: busc-
field: campo-
file: arquivo- ficheiro-
fill: preench-
filter: filtr-
find: encontr- ach-
first: primeir-
fix: corrig- correç-
flag: flag- sinalizador-
flush: descarreg-
focus: foco
folder: pasta pastas
font: fonte_de
force: força- forç-
format: format-
form: formulário-
frame: quadro-
free: liber- livre
frequency: frequênc-
full: cheio cheia
function: função funções
generate: ger-
get: obt- obtém peg-
group: grupo- agrup-
handle: trat- manipul- lid- gerenci-
hash: hash-
header: cabeçalho-
height: altura
help: ajuda ajudar
hide: escond- ocult-
highlight: destac- realç- destaque-
history: histórico-
host: hospedeiro host-
identifier: identificador-
ignore: ignor-
image: imagem imagens
import: import-
include: inclu-
indent: indent- recuo
index: índice- index-
inherit: herd- heranç-
initialize: inicializ-
inject: injet-
insert: inser-
install: instal-
instance: instânc-
integer: inteir-
interface: interface-
internal: intern-
interrupt: interromp- interrup-
interval: intervalo-
invalid: inválid-
item: elemento- item itens
iterate: iter- percorr-
join: junt- junç- unir
jump: salt- pul-
keep: mant- mantém conserv-
key: chave- tecla teclas
keyboard: teclado-
keyword: palavra_chave palavras_chave
label: rótulo- etiqueta-
language: idioma- linguage- língua-
last: últim-
layer: camada-
layout: leiaute layout-
leak: vazamento-
left: esquerd-
length: comprimento- tamanho
letter: letra-
level: nível níveis
library: biblioteca-
license: licenç-
light: luz luzes
limit: limit-
line: linha-
link: link- vínculo- ligaç-
list: lista-
listen: escut- ouv-
load: carreg- carga
local: local locais
lock: bloqueio- trava- tranc-
log: registro_de log-
login: entrar login-
logout: logout-
loop: laço- loop-
lose: perd- perc-
lowercase: minúscula-
main: principal principais
map: mapa mapas mape-
mark: marc-
mask: máscara-
match: correspond- coincid- combin-
maximum: máxim-
measure: med-
member: membro-
memory: memória-
menu: menu-
merge: mescl- fund-
message: mensage-
method: método-
migrate: migr-
minimum: mínim-
missing: falta faltam falt- ausen-
modal: moda-
mode: modo modos
model: modelo-
module: módulo-
mouse: mouse
move: mov- desloc-
name: nome-
negative: negativ-
nested: aninh-
network: rede redes
new: nov-
next: próxim- seguinte-
node: nó nós nodo- nodos
normalize: normaliz-
notification: notificação notificações
notify: notific- avis-
null: nulo nula
number: número-
object: objeto-
offset: deslocamento-
open: abr- aberto aberta abertura
operation: operaç-
operator: operador-
option: opç-
order: ordem ordens
output: saída saídas
overflow: estour- transbord-
override: sobrep- redefin-
overwrite: sobrescrev-
owner: proprietári- dono
package: pacote-
page: página-
panel: painel painéis
parameter: parâmetro-
parent: pai pais
parse: analis- análise interpret- parse-
part: parte partes
password: senha- palavra_passe
paste: col-
path: caminho-
pattern: padrões_de expressão_regular
pause: paus-
pending: pendente-
performance: desempenho
permission: permiss-
persist: persist-
pixel: pixels
plugin: plugin- complemento-
point: ponto- apont-
pointer: ponteiro-
port: porta portas
position: posiç-
prefix: prefix-
prepare: prepar-
prevent: imped- evit- previn-
preview: pré_visualiz- prévia
previous: anterior- prévi-
print: imprim- impress-
priority: priori-
private: privad-
process: process-
program: programa-
progress: progress- andamento
project: projeto- projet-
promise: promessa-
property: propriedade-
protect: proteg- proteç-
protocol: protocolo-
provide: fornec- prov-
public: public- públic-
query: consult-
queue: fila filas enfileir-
quote: aspas
random: aleatóri-
range: faixa-
read: lê leem ler lido lida lidos lidas leitura
reader: leitor-
receive: receb-
reconnect: reconect- reconex-
record: registr- grav-
recursive: recursiv-
redirect: redirecion-
reduce: reduz- reduç-
reference: referênc-
refresh: atualiz-
register: registr-
reject: rejeit- recus-
release: liber- solt-
reload: recarreg-
remote: remot-
remove: remov- retir-
rename: renome-
render: renderiz-
repeat: repet-
replace: substitu- troc-
report: relat- report-
repository: repositório-
request: requisiç- pedido- solicit-
require: requer- exig- necess-
reserve: reserv-
reset: redefin- reinici- zer-
resize: redimension-
resolve: resolv-
resource: recurso-
response: resposta- respond-
restart: reinici-
restore: restaur-
result: resultado-
retry: nova_tentativa novas_tentativas tentar_novamente retent-
return: retorn- devolv-
reverse: invers- invert-
right: direit-
role: papel papéis
root: raiz raízes
rotate: rotac- gir- rotaç-
round: arredond-
route: rota rotas rote-
row: linhas_da
rule: regra-
run: roda rodar rodam
safe: segur-
save: salv- guard-
scale: escal-
scan: varr- escane-
scene: cena cenas
schedule: agend- program-
schema: esquema-
scope: escopo-
score: pontu-
screen: tela telas
script: script-
scroll: rolagem rol-
search: busc- pesquis- procur-
secret: segredo- secret-
section: seção seções
security: segurança
select: selec- seleç-
send: envi-
separator: separ-
sequence: sequênc-
serialize: serializ-
server: servidor-
service: serviço-
session: sessão sessões
set: defin- estabelec-
shadow: sombra-
shape: forma formas
share: compartilh- partilh-
shortcut: atalho-
shutdown: deslig- desligamento
sign: assin-
size: tamanho-
skip: pul- omit- ignor-
slow: lent- atrasad-
socket: socket-
sort: orden-
source: fonte fontes origem
space: espaço-
split: divid- divis- separ-
square: quadrad-
stack: pilha-
start: inici- início
state: estado estados
statement: instruç-
static: estátic-
step: passo passos etapa-
stop: interromp- parar parado parada para_de
storage: armazenamento
store: armazen- guard-
stream: fluxo- stream-
string: cadeia- string-
structure: estrutur-
style: estilo-
subscribe: inscr- assin-
succeed: sucesso
suffix: sufix-
suggestion: sugest- suger-
sum: soma somar
support: suport-
suspend: suspen-
switch: altern- troc-
symbol: símbolo-
synchronize: sincron-
syntax: sintaxe sintátic-
system: sistema-
tab: aba abas tabul-
table: tabela-
tag: etiqueta-
target: alvo- destino destinos
task: tarefa-
template: modelo- template-
temporary: temporári-
text: texto-
thread: thread-
threshold: limiar-
throw: lanç- dispar-
time: tempo- hora
timeout: tempo_limite tempo_esgotado timeout-
timer: temporizador-
title: título-
toggle: altern-
token: token-
tool: ferramenta-
touch: toqu-
trace: rastr-
transaction: transaç-
transfer: transf-
transform: transform-
translate: tradu-
tree: árvore-
triangle: triângulo-
trigger: dispar- acion- gatilho-
trim: apar-
truncate: trunc-
type: tipo tipos tip- digit-
undo: desfaz-
unique: únic-
unit: unidade-
unknown: desconhecid-
unlock: desbloque-
unused: não_utiliz- não_usad-
update: atualiz-
upload: envio upload-
uppercase: maiúscula-
user: usuári- utilizador-
validate: valid-
value: valor-
variable: variáve-
vector: vetor-
version: vers-
vertex: vértice-
view: visão vista visualiz-
visible: visív- visib-
wait: esper- aguard-
warning: aviso- advert-
watch: observ- monitor-
week: semana-
width: largura
window: janela-
word: palavra-
wrap: envolv-
write: escrev- escrit- grav-
wrong: errad- incorret-
time zone: fuso_horário
twice: duas_vezes
graphics: gráfic-
camera: câmera-
mesh: malha-
hook: gancho- hook-
year: ano anos
month: mês meses
day: dia dias
price: preço-
amount: quantia- montante-
payment: pagamento- pag-
cart: carrinho-
order item: encomenda-
invoice: fatura-
own: próprio própria próprios próprias
nothing: nada
closest: mais_próxim-
arrow: seta-
paragraph: parágrafo-
behind: atrás
find out: descobr-
notice: perceb-
long: demor-
redraw: redesenh-
around: redor
development: desenvolv-
console: console-
different: diferente-
see: enxerg- vê veem ver
transparent: transparent-
blend: mistur-
animation: animaç-
reach: cheg- alcanç-
isolated: isolad-
become: vira viram virar
assemble: montad- mont-
pass: passad- pass-
sensitive: sensíve-
terminal: terminal terminais
global: globa-
again: de_novo novamente
real: real reais
debug: depur-
distribute: distribu-
handler: manipulador- tratador-
decorator: decorador-
discover: descob-
compose: compos- composição
user input: digitou
clipboard: área_de_transferência
use: usa usam usar uso utiliz- emprega
documentation: documentação
controller: controlador- controladora-
control: controle controlar
contact: contato-
logic: lógic-
asynchronous: assíncron-
appear: aparec-
low: baixo baixa
collection: coleção coleções
collaborator: colaborador-
criterion: critério-
general: geral gerais
proof: prova-
information: informaç-
credentials: credencia-
retrieve: recuper-
problem: problema-
possible: possível
architecture: arquitetur-
boolean: booleano-
enum: enumeraç-
abstract: abstrat-
icon: ícone-
leaf: folha-
reason: motivo-
serve: serve servem
emit: emit-
hang: trav-
where is: onde_fica onde_ficam
`,
});
