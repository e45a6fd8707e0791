import { spaced } from "./spaced.ts";

export const spanish = spaced({
  words: `
how: cómo
how many: cuántos cuántas cuánto
where: dónde adónde donde
when: cuándo cuando
why: por_qué
who: quién quiénes
which: cuál cuáles
what: qué que lo_que
the: el la los las lo
a: un una
of: de del
and: y e
or: o u
is: es está se
are: son están
was: era fue
have: ha han haber hay
can: puede pueden poder
should: debería deberían
must: debe deben hay_que
does: hace hacen
do: hacer
happens: pasa ocurre sucede
if: si
not: no
no: ningún ninguna
for: para
with: con
without: sin
from: desde
in: en
to: a al hacia hasta
on: sobre encima
by: por
into: dentro
between: entre
after: después tras
before: antes
until: hasta_que
during: durante mientras
then: entonces luego
also: también
only: solo sólo solamente únicamente
already: ya
it: él ella ello eso esto
its: su sus
this: este esta
these: estos estas
there: ahí allí
here: aquí
each: cada
all: todo toda todos todas
more: más
less: menos
several: varios varias
other: otro otra otros otras
same: mismo misma mismos mismas
about: acerca
under: bajo
because: porque
still: todavía aún
never: nunca
always: siempre
something: algo alguien algún alguna
you: tú usted ustedes
we: nosotros
my: mi mis
show: muestra muéstrame enséñame
explain: explica explícame explique
please: favor
exactly: exactamente
work: funciona funcionan funcionamiento
used: usado usada usados usadas se_usa se_usan se_utiliza se_utilizan utilizado utilizada utilizados utilizadas
called: llamad- invocad- se_llama se_llaman se_invoca
call: llam- invoc-
defined: define definen defin- declar-
implement: implement-
responsible: responsable encarga encargado
decide: decid-
determine: determin-
tested: probad- se_prueba se_prueban tested-
test: prueb- prob- test-
example: ejemplo-
document: document-
default: defecto predetermin-
setting: ajuste ajustes
configuration: config-
accept: acept-
access: acces- acced-
account: cuenta cuentas
action: acción acciones
activate: activ-
address: dirección direcciones
add: añad- agreg-
adjust: ajust-
algorithm: algoritmo-
allocate: asign-
allow: permit-
angle: ángulo-
answer: contest-
append: anex-
application: aplicación aplicaciones
area: área áreas
argument: argumento-
assign: asign-
attempt: intento intentos intenta
attribute: atributo-
authenticate: autentic- autentific-
authorization: autoriz-
automatic: automátic-
available: disponib-
average: promedio media
avoid: evit-
background: fondo segundo_plano
backup: respald- copia_de_seguridad
balance: equilibr- balance- saldo
begin: comienz- comenz- empie- empez-
behavior: comportamiento-
block: bloque-
body: cuerpo
border: borde-
branch: rama ramas
break: romp- rotur- salto
browser: navegador-
buffer: búfer- buffer-
build: constru- compilación
button: botón botones
cache: caché- cache-
calculate: calcul- cálcul-
cancel: cancel-
case: caso casos
catch: captur- atrap-
change: cambi- modific-
channel: canal canales
character: carácter caracteres
charset: juego_de_caracteres
check: comprob- comprueb- verific- revis- cheque-
child: hijo hijos hija
choose: elig- eleg- escog-
circle: círculo-
class: clase-
clean: limpi-
clear: borr- vací- vaci-
click: clic clics
client: cliente clientes
clock: reloj
close: cierr- cerr- cierre
cluster: clúster-
code: código códigos
collect: recog- recolec- recopil-
collision: colisi-
color: color-
column: columna-
combine: combin-
command: comando-
comment: comentario-
compare: compar-
compile: compil-
complete: complet-
component: componente-
compress: compr-
concurrent: concurren- simultán-
condition: condición condiciones
confirm: confirm-
conflict: conflicto-
connection: conexión conexiones
connect: conect-
constant: constante-
constraint: restricción restricciones
constructor: constructor-
contain: contien- conten-
content: contenido-
context: contexto-
continue: continu-
convert: conv- conversión
coordinate: coordenada-
copy: copi-
corner: esquina-
count: cuenta recuent- contar contador- contad-
create: cre-
current: actual actuales
cursor: cursor-
custom: personaliz-
cut: cort- recort-
data: dato datos
database: base_de_datos
date: fecha-
deadlock: interbloque-
decimal: decimal-
decode: decodific- descodific-
decompress: descompr-
decrypt: descifr- desencript-
delay: retras- retard- demora-
delete: elimin- borr- suprim-
dependency: dependenc- depend-
depth: profund-
describe: descri-
destroy: destru-
detect: detect-
device: dispositivo-
dialog: diálogo- cuadro_de_diálogo
difference: diferenc-
digit: dígito- cifra-
dimension: dimensi-
direction: sentido
directory: directorio-
disable: deshabilit- desactiv-
disconnect: desconect- desconexi-
discard: descart-
disk: disco-
display: mostrar muestr- mostr- visualiz-
distance: distanc-
distinguish: disting-
download: descarg-
drag: arrastr-
draw: dibuj-
duplicate: duplic-
duration: duración
dynamic: dinámic-
edge: arista-
edit: edit- edición
email: correo-
empty: vacío vacía vacíos vacías
enable: habilit-
encode: codific-
encrypt: cifr- encript-
end: fin final termin- acab-
ensure: asegur- garantiz-
entry: entrada entradas
environment: entorno- ambiente
equal: igual-
error: error-
escape: escap-
evaluate: evalu-
event: evento-
exception: excepci-
exceed: exced- super-
exclude: exclu-
execute: ejecut- ejecución
exist: exist-
exit: salida_del salir sale salga sali-
expand: expand- despli-
expect: esper-
expire: expir- caduc- venc-
export: export-
expression: expresi-
extension: extensi-
external: extern-
extract: extra-
factory: fábrica-
fail: fall- falla
fallback: respaldo alternativa
fast: rápid-
feature: característica- funcionalidad-
fetch: recuper-
field: campo-
file: archivo- fichero-
fill: rellen- llen-
filter: filtr-
find: encontr- encuentr- busc-
first: primer-
fix: correg- corrig- arregl-
flag: bandera- indicador-
flush: volc-
focus: foco enfoque
folder: carpeta-
font: fuente_de tipografía
force: forz- fuerz-
format: format-
form: formulario-
frame: trama- marco- fotograma-
free: liber- libre
frequency: frecuenc-
full: lleno llena
function: función funciones
generate: gener-
get: obten- obtien- obtiene
group: grup- agrup-
handle: manej- gestion- gestión trat-
hash: hash- resumen huella
header: cabecera- encabezado-
height: altura alto
help: ayuda ayudar
hide: ocult- escond-
highlight: resalt-
history: historial- historia
host: anfitrión host-
identifier: identificador-
ignore: ignor-
image: imagen imágenes
import: import-
include: inclu-
indent: sangr- indent-
index: índice- index-
inherit: hered- herenc-
initialize: inicializ-
inject: inyec-
insert: insert- inserción
install: instal-
instance: instanc-
integer: enter-
interface: interfaz interfaces
internal: intern-
interrupt: interrump- interrup-
interval: intervalo-
invalid: inválid- no_válid-
item: elemento-
iterate: iter- recorr-
join: unión unir une
jump: salt-
keep: manten- mantien- conserv-
key: clave claves llave llaves tecla teclas
keyboard: teclado-
keyword: palabra_clave palabras_clave
label: etiqueta-
language: idioma- lenguaje-
last: últim-
layer: capa capas
layout: disposición maquet-
leak: fuga-
left: izquierd-
length: longitud- largo
letter: letra-
level: nivel-
library: biblioteca- librería-
license: licenc-
light: luz luces
limit: límite- limit-
line: línea- linea-
link: enlace- enlaz- vínculo-
list: lista-
listen: escuch-
load: carg-
local: local locales
lock: bloqueo bloqueos cerrojo-
log: registro registros bitácora
login: inicio_de_sesión inicia_sesión iniciar_sesión
logout: cierre_de_sesión cierra_sesión cerrar_sesión
loop: bucle- ciclo-
lose: pierd- perd-
lowercase: minúscula-
main: principal-
map: mapa mapas mape-
mark: marc-
mask: máscara-
match: coincid- emparej-
maximum: máxim-
measure: med- mid-
member: miembro-
memory: memoria-
menu: menú-
merge: fusion- combin- mezcl-
message: mensaje-
method: método-
migrate: migr-
minimum: mínim-
missing: falta faltan ausen-
modal: moda-
mode: modo modos
model: modelo-
module: módulo-
mouse: ratón
move: mov- muev- despla-
name: nombr-
negative: negativ-
nested: anid-
network: red redes
new: nuev-
next: siguiente- próxim-
node: nodo-
normalize: normaliz-
notification: notificación notificaciones
notify: notific- avis-
null: nulo nula
number: número-
object: objeto-
offset: desplazamiento-
open: abr- abierto abierta apertura
operation: operación operaciones
operator: operador-
option: opcion- opción
order: orden-
output: salida salidas
overflow: desbord-
override: redefin-
overwrite: sobrescrib- sobreescrib-
owner: propietari- dueño
package: paquete-
page: página-
panel: panel-
parameter: parámetro-
parent: padre padres
parse: analiz- análisis interpret- pars-
part: parte partes
password: contraseña-
paste: peg-
path: ruta rutas camino-
pattern: patrón patrones
pause: paus-
pending: pendiente-
performance: rendimiento-
permission: permiso-
persist: persist-
pixel: píxel-
plugin: complemento- plugin-
point: punto- apunt-
pointer: puntero-
port: puerto-
position: posición posiciones
prefix: prefij-
prepare: prepar-
prevent: imped- impid- previen- preven-
preview: vista_previa previsualiz-
previous: anterior- previ-
print: imprim- impresi-
priority: priori-
private: privad-
process: proces-
program: programa-
progress: progres- avanc-
project: proyecto- proyect-
promise: promesa-
property: propiedad-
protect: proteg- protecc-
protocol: protocolo-
provide: proporcion- prove- proveedor
public: public- públic-
query: consult-
queue: cola colas encol-
quote: comilla-
random: aleatori- azar
range: rango-
read: lee leen leer leíd- lectura
reader: lector-
receive: recib- recepc-
reconnect: reconect- reconex-
record: registr- grab-
recursive: recursiv-
redirect: redirig- redirec- redireccion-
reduce: reduc-
reference: referenc-
refresh: refresc- actualiz-
register: registr-
reject: rechaz-
release: liber- solt-
reload: recarg-
remote: remot-
remove: quit- elimin-
rename: renombr-
render: renderiz-
repeat: repet- repit-
replace: reempla- sustitu-
report: report- informe informes
repository: repositorio-
request: petición peticiones solicit-
require: requ- exig- necesit-
reserve: reserv-
reset: restablec- reinici-
resize: redimension-
resolve: resolv- resuelv-
resource: recurso-
response: respuesta- respond-
restart: reinici-
restore: restaur-
result: resultado-
retry: reintent-
return: devuelv- devolv- retorn-
reverse: invers- invert- inviert-
right: derech-
role: rol roles
root: raíz raíces
rotate: rot- gir-
round: redonde-
route: ruta rutas enrut-
row: fila filas
rule: regla-
run: ejecuta ejecutan correr corre
safe: segur-
save: guard- almacen-
scale: escal-
scan: escane-
scene: escena-
schedule: programad- planific-
schema: esquema-
scope: ámbito- alcance
score: puntu-
screen: pantalla-
script: guion script-
search: busc- búsqueda-
secret: secret-
section: sección secciones
security: seguridad
select: selecc- seleccion-
send: enví- envi-
separator: separ-
sequence: secuenc-
serialize: serializ-
server: servidor-
service: servicio-
session: sesión sesiones
set: establec- fij-
shadow: sombra-
shape: forma formas
share: compart-
shortcut: atajo-
shutdown: apag- parada
sign: firma firmas firm-
size: tamaño-
skip: salt- omit- descart-
slow: lent- ralentiz-
socket: socket-
sort: orden-
source: fuente fuentes origen
space: espaci-
split: divid- divis- separ-
square: cuadrad-
stack: pila pilas
start: inici- arranc- arranqu-
state: estado estados
statement: sentenc-
static: estátic-
step: paso pasos
storage: almacenamiento
store: almacen- guard-
stream: flujo- stream-
string: cadena-
structure: estructur-
style: estilo-
subscribe: suscri-
succeed: éxito
suffix: sufij-
suggestion: suger-
sum: suma sumar
support: soport- admit-
suspend: suspend-
switch: cambi- altern-
symbol: símbolo-
synchronize: sincron-
syntax: sintaxis sintáctic-
system: sistema-
tab: pestaña- tabul-
table: tabla-
tag: etiqueta-
target: objetivo destino destinos
task: tarea-
template: plantilla-
temporary: temporal-
text: texto-
thread: hilo-
threshold: umbral-
throw: lanz- arroj-
time: tiempo- hora
timeout: tiempo_de_espera tiempo_límite
timer: temporizador-
title: título-
toggle: altern- conmut-
token: token- ficha
tool: herramienta-
touch: táctil- toc-
trace: traza-
transaction: transacción transacciones
transfer: transf-
transform: transform-
translate: tradu-
tree: árbol-
triangle: triángulo-
trigger: dispar- desencaden-
trim: recort-
truncate: trunc-
type: tipo tipos tip-
undo: deshac-
unique: únic-
unit: unidad-
unknown: desconocid-
unlock: desbloque-
unused: no_utiliz- sin_usar
update: actualiz-
upload: carga_de subir subido subida sube
uppercase: mayúscula-
user: usuari-
validate: valid-
value: valor-
variable: variable-
vector: vector-
version: versi-
vertex: vértice-
view: vista vistas
visible: visib-
wait: esper- espera
warning: advert- aviso-
watch: vigil- observ-
week: semana-
width: anchura ancho
window: ventana-
word: palabra-
wrap: envolv- envuelv-
write: escrib- escrit-
wrong: incorrect- equivoc-
zoom: zoom-
time zone: zona_horaria
twice: dos_veces
graphics: gráfic-
camera: cámara-
mesh: malla-
hook: gancho- hook-
year: año años
month: mes meses
day: día días
price: precio-
amount: importe- cantidad-
payment: pago pagos pag-
cart: carrito-
order item: pedido-
invoice: factura-
reach: lleg- alcanz-
own: propio propia propios propias
isolated: aislad-
nothing: nada
too: demasiado
distribute: repart- distribu-
leave: dej-
compose: compon-
redraw: redibuj-
paragraph: párrafo-
arrow: flecha-
around: rode- alrededor
console: consola-
debug: depur-
different: distint- diferent-
animation: animaci-
transparent: transparent-
terminal: terminal terminales
global: global-
again: de_nuevo otra_vez vuelve_a
behind: detrás
find out: averigu-
real: real reales
handler: manejador-
decorator: decorador-
blend: mezcl-
fresh: vigent- fresc-
development: desarrollo
see: ve ven ver
stop: detien- deten- deteng- parar parado parada paran
clipboard: portapapeles
place: lugar sitio

use: usa usan usar uso usos utiliz- emple-
documentation: documentación
problem: problema-
information: informac-
credentials: credencial-
means: mediante
superclass: superclase-
term: término-
convention: convenci-
generic: genéric-
asynchronous: asíncron- asincron-
controller: controlador-
logic: lógic-
architecture: arquitectur-
matrix: matriz
collection: colecci-
reason: motivo- razón
icon: icono-
leaf: hoja hojas
boolean: boolean-
float: flotante-
enum: enumer-
abstract: abstract-
deploy: desplieg- despleg-
hang: cuelga- colga-
serve: sirve sirven
emit: emit-
increment: increment-
what is the name: cómo_se_llama cómo_se_llaman
`,
});
