import { spaced } from "./spaced.ts";

export const french = spaced({
  elided: /(?<!\p{L})(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=\p{L})|-t(?=-(?:il|elle|on)s?(?!\p{L}))/giu,
  words: `
how: comment
how many: combien
where: où
where is: ou_est ou_se_trouve
where are: ou_sont
what is: qu'est_ce_qu'un qu'est_ce_qu'une
when: quand lorsque lors
why: pourquoi
who: qui
which: quel quelle quels quelles lequel laquelle lesquels
what: quoi que qu'est_ce_que qu'est_ce_qui ce_que ce_qui
the: le la les
a: un une
of: de des du
and: et
or: ou
is: est
are: sont
was: était étaient
have: ont avoir
can: peut peuvent peux pouvoir
should: devrait devraient
must: doit doivent faut
does: fait font est_ce_que est_ce
do: faire
happens: passe arrive
if: si
not: pas ne
no: aucun aucune
for: pour
with: avec
without: sans
from: depuis
in: dans en
to: à au aux vers
on: sur
by: par
into: dedans
between: entre
after: après
before: avant
until: jusque
during: pendant durant
then: puis ensuite alors
than: plutôt
also: aussi
only: seulement uniquement
already: déjà
it: il elle ça cela celui celle
they: ils elles
its: son sa ses leur leurs
this: ce cet cette ceci
these: ces
there: là
here: ici
each: chaque
all: tout tous toute toutes
more: plus
less: moins
several: plusieurs
other: autre autres
same: même mêmes
about: propos
under: sous
because: parce car
still: encore toujours
never: jamais
always: constamment
something: quelque chose
you: tu vous on
we: nous
i: je
my: mon ma mes
show: montre montrez montre_moi affiche_moi
explain: explique expliquez
please: merci
exactly: exactement
work: marche marchent fonctionne fonctionnent fonctionnement
used: emplo- se_sert utilisé utilisée utilisés utilisées
called: appelé-
call: appel- invoqu-
defined: défini- déclaré-
implement: implément- implant-
responsible: responsable charge
decide: décid-
determine: détermin-
tested: testé-
test: test- épreuve
example: exemple-
document: document-
default: défaut
setting: réglage- paramétr-
configuration: config-
accept: accept-
access: accès accéd-
account: compte comptes
action: action-
activate: activ-
address: adresse-
add: ajout-
adjust: ajust-
algorithm: algorithme-
allocate: allou- alloc-
allow: autoris- permet- permis
angle: angle-
answer: répon-
append: annex-
application: applic-
area: zone zones aire
argument: argument-
assign: affect- assign- attribu-
attempt: tentativ- tenter tente essai essais
authenticate: authentifi-
authorization: habilit-
automatic: automati-
available: disponib-
avoid: évit-
background: arrière_plan fond
backup: sauvegard-
balance: équilibr- solde
begin: commenc- début-
behavior: comportement-
block: bloc- bloqu-
body: corps
border: bordure-
boundary: limites frontière-
branch: branche-
break: coup- rupture cass-
browser: navigateur-
buffer: tampon- buffer-
build: constru-
button: bouton-
cache: cache- antémémoire
calculate: calcul-
cancel: annul-
catch: attrap- intercept-
change: chang- modifi-
channel: canal canaux
character: caractère-
charset: jeu_de_caractères
check: vérif- contrôl-
child: enfant- fils
choose: choisi- choix
class: classe-
clean: nettoy-
clear: vide vider vidé vidée effac-
click: cliqu- clic clics
client: client-
clock: horloge-
close: ferm- clos-
cluster: grappe-
code: code codes
collect: collect- recueil-
collision: collision-
color: couleur-
column: colonne-
combine: combin-
command: command-
comment: commentaire-
commit: commit-
compare: compar-
compile: compil-
complete: complèt- complét- achev-
component: composant-
compress: compress-
concurrent: concurren- simultan-
condition: condition-
confirm: confirm-
conflict: conflit-
connection: connexion-
connect: connect- raccord-
constraint: contrainte-
constructor: constructeur-
contain: contien- conten-
content: contenu-
context: contexte-
continue: continu- poursui-
convert: conver-
coordinate: coordonn-
copy: copi-
corner: coin coins
count: compt- dénombr-
create: cré-
current: courant- actuel-
cursor: curseur-
custom: personnalis-
cut: découp-
data: donnée-
database: base_de_données bdd
date: date-
deadlock: interblocage-
decimal: décim-
decode: décod-
decompress: décompress-
decrypt: déchiffr-
delay: délai- retard-
delete: supprim- suppression-
dependency: dépendan- dépend-
depth: profond-
describe: décri- description-
destroy: détrui- destruct-
detect: détect-
device: périphérique- appareil-
dialog: dialogue- boîte_de_dialogue
difference: différen-
digit: chiffre chiffres
dimension: dimension-
direction: direction-
directory: répertoire-
disable: désactiv-
disconnect: déconnex- déconnect-
discard: écart- ignor- jet-
disk: disque-
display: affich-
distance: distance-
download: télécharg-
drag: gliss-
draw: dessin- trac-
duplicate: doublon- dupli-
duration: durée-
dynamic: dynami-
edge: arête- bord bords
edit: édit-
email: courriel- e_mail
empty: vides
enable: permettre
encode: encod- codage
encrypt: chiffrement chiffrer chiffré chiffrée crypt-
end: fin finit termin-
ensure: assur- garanti-
entry: entrée entrées
environment: environnement-
equal: égal-
error: erreur-
escape: échapp-
evaluate: évalu-
event: événement- évènement-
exception: exception-
exceed: dépass- excéd-
exclude: exclu-
execute: exécut-
exist: exist-
exit: sorti- quitt-
expand: étend- développ- dépli-
expire: expir-
export: export-
expression: expression-
extension: extension-
external: extern-
extract: extra-
factory: fabrique-
fail: échou- échec-
fallback: repli secours
fast: rapid-
feature: fonctionnalité-
fetch: récupér-
field: champ-
file: fichier-
fill: rempli-
filter: filtr-
find: trouv- retrouv-
first: premi-
fix: corrig- correct-
flag: drapeau- indicateur-
flush: purg-
focus: focus
folder: dossier-
font: police polices
force: forc-
format: format-
form: formulaire-
frame: trame- cadre-
free: libér- libre-
frequency: fréquen-
full: plein-
function: fonction fonctions
generate: génér-
get: obten- obtien-
group: group-
handle: gér- gestion trait-
hash: hach- empreinte-
header: en_tête- entête-
height: hauteur-
help: aide aider
hide: cach- masqu-
highlight: surlign- coloration
history: historique-
host: hôte-
identifier: identifiant-
ignore: ignor-
image: image-
import: import-
include: inclu-
indent: indent-
index: index- indice-
inherit: hérit-
initialize: initial-
inject: inject-
input: saisie saisies
insert: insér- insert-
install: install-
instance: instanc-
integer: entier entiers
interface: interface-
internal: intern-
interrupt: interromp- interrupt-
interval: interval-
invalid: invalid-
item: élément-
iterate: itér- parcour-
join: join-
jump: saut-
keep: gard- conserv-
key: clé clef clés clefs touche touches
keyboard: clavier-
keyword: mot_clé mots_clés
label: étiquette- libellé-
language: langue langues langage-
last: derni-
layer: couche- calque-
layout: disposition mise_en_page
leak: fuite-
leave: laiss-
left: gauche
length: longueur-
letter: lettre-
level: niveau-
library: bibliothèque- librairie-
license: licence-
light: lumière-
limit: limit-
line: ligne-
link: lien liens
list: liste-
listen: écout-
load: charg-
local: local locale locaux
lock: verrou-
log: journal- journaux
login: connecter identification
logout: déconnexion
loop: boucle-
lose: perd- perte-
lowercase: minuscule-
mail: messagerie
main: principal-
map: carte cartes
mark: marqu-
mask: masque-
match: correspond-
maximum: maxim-
measure: mesur-
member: membre-
memory: mémoire-
menu: menu-
merge: fusion-
message: message-
method: méthode-
migrate: migr-
minimum: minim-
missing: manqu- absent-
modal: moda- fenêtre_modale
mode: mode modes
model: modèle-
module: module-
mouse: souris
move: dépla- boug- décal-
name: nom noms nomm-
negative: négati-
nested: imbriqu-
network: réseau-
new: nouve-
next: suivant- prochain-
node: nœud- noeud-
normalize: normalis-
notification: notific-
notify: notifi- préven- averti-
null: nul nulle
number: nombre- numéro-
object: objet-
offset: décalage-
open: ouv-
operation: opération-
operator: opérateur-
option: option-
order: ordre- ordonn-
output: sortie sorties
overflow: débord-
override: redéfini- surcharg-
overwrite: écras-
owner: propriétaire-
package: paquet-
page: page-
panel: panneau-
parameter: paramètre-
parent: parent-
parse: analys- interprét-
part: partie-
password: mot_de_passe mots_de_passe
paste: coll-
path: chemin-
pattern: motif-
pause: pause-
pending: attente
performance: performan-
permission: permission- droits
persist: persist-
pixel: pixel-
plugin: greffon- plugin-
point: point points
pointer: pointeur-
pool: bassin réserve-
port: port ports
position: position-
prefix: préfix-
prepare: prépar-
prevent: empêch-
preview: aperçu-
previous: précéden-
print: imprim-
priority: priorit-
private: privé-
process: processus
program: programme-
progress: progress- avanc-
project: projet- projett-
promise: promesse-
property: propriété-
protect: protég- protect-
protocol: protocole-
provide: fourni-
proxy: mandataire- proxy-
public: publi-
query: requête-
queue: file-
quote: guillemet-
random: aléatoir-
range: plage-
read: lire lit lis lu lue lus lues lecture-
reader: lecteur-
receive: récep- reçoi- reçu- recevoir recevez
reconnect: reconne-
record: enregistr-
recursive: récursi-
redirect: redirig- redirec-
reduce: rédui- réduct-
reference: référen-
refresh: rafraîch- actualis-
register: inscri-
reject: rejet- refus-
release: relâch-
reload: recharg-
remote: distant-
remove: retir- enlèv- enlev-
rename: renomm-
render: rendu- rendr- rend
repeat: répét-
replace: remplac-
report: rapport- signal-
repository: dépôt-
request: requête- demande-
require: requi- exig- nécessit-
reserve: réserv-
reset: réinitial-
resize: redimension-
resolve: résol- résou-
resource: ressource-
response: réponse-
restart: redémarr- relanc-
restore: restaur- rétabl-
result: résultat-
retry: réessa- nouvelle_tentative
return: renvo- retour-
reverse: invers-
right: droite
role: rôle-
root: racine-
rotate: rotation- tourn- pivot-
round: arrond-
route: rout- itinéraire
row: rangée-
rule: règle-
run: lanc- exécution
safe: sûr sûre
save: sauv- enregistr-
scan: balay- scann-
scene: scène-
schedule: planifi-
schema: schéma-
scope: portée-
score: score-
screen: écran-
script: script-
scroll: défil-
search: recherch- cherch-
secret: secret-
section: section-
security: sécurit- sécuris-
select: sélection-
send: envo-
separator: sépar-
sequence: séquen-
serialize: sérialis-
server: serveur-
service: service-
session: session-
set: défin- fix- réglé
shadow: ombre-
shape: forme-
share: partag-
shortcut: raccourci-
shutdown: arrêt-
sign: signe signer signé
signature: signature-
simple: simple-
size: taille-
skip: saut- omet- omis-
slow: lent- ralenti-
socket: socket- prise-
sort: tri trie trié triée triés triées trier
source: source-
space: espace-
split: divis- sépar- scind-
square: carré-
stack: pile-
start: démarr- lancement
state: état-
statement: instruction-
static: statique-
status: statut-
step: étape- pas_à_pas
stop: arrêt- stopp-
storage: stock-
store: stock- mémoris-
stream: flux
string: chaîne-
structure: structur-
style: style-
subscribe: abonn-
succeed: réuss- succès
suffix: suffix-
suggestion: suggér- suggest-
sum: somme-
support: support- pris_en_charge prend_en_charge
suspend: suspend-
switch: bascul-
symbol: symbole-
synchronize: synchron-
syntax: syntax-
system: système-
tab: onglet- tabulation-
table: table tables tableau-
tag: balise- étiquet-
target: cible-
task: tâche-
template: modèle- gabarit-
temporary: temporair-
text: texte-
thread: fil fils thread-
threshold: seuil-
throw: lev- lanc-
time: temps heure heures
timeout: délai_d expiration
timer: minuteur- minuterie-
title: titre-
toggle: bascul-
token: jeton- token-
tool: outil-
touch: touch- tactile
trace: trace-
transaction: transaction-
transfer: transf-
transform: transform-
translate: tradui- traduct-
tree: arbre- arborescence-
triangle: triangle-
trigger: déclench-
trim: rogn-
truncate: tronqu-
type: type types typ- tap-
undo: défai- annul-
unique: unique-
unit: unité-
unknown: inconnu-
unlock: déverrouill-
unused: inutilis-
update: mis_à_jour mise_à_jour met_à_jour actualis- mettre_à_jour
upload: téléverse-
uppercase: majuscule-
url: url-
user: utilisateur-
validate: valid-
value: valeur-
variable: variable-
vector: vecteur-
version: version-
vertex: sommet-
view: vue vues
visible: visib-
wait: atten-
warning: avertiss-
watch: surveill-
week: semaine-
width: largeur-
window: fenêtre-
word: mot mots
worker: worker-
wrap: envelopp- encapsul-
write: écri-
wrong: faux mauvais-
zoom: zoom- agrandi-
time zone: fuseau-
connection pool: pool_de_connexions
twice: doublement
several times: fois
graphics: graphique-
camera: caméra-
mesh: maillage-
hook: crochet- hook-
middleware: middleware- intergiciel-
year: année-
month: mois
day: jour-
hour: horaire-
price: prix
amount: montant-
customer: cliente
payment: paiement- pay-
cart: panier-
order item: commande
invoice: facture-
nothing: rien
own: propre propres
real: vrai vraie réel-
distribute: réparti- distribu-
arrow: fléch- flèche-
too: trop
behind: derrière
blend: mélang-
pass: transmi- transmet-
debug: débog- débug-
console: console-
global: global-
terminal: terminal terminaux
place: endroit-
handler: gestionnaire-
isolated: isol-
decorator: décorat-
paragraph: paragraphe-
around: autour
development: développement
animation: animation-
see: voit voient voir
case: cas
assemble: assembl-
redraw: redessin-
transparent: transparent-
clipboard: presse_papiers
mistake: faute-
plot: tracé-
reach: attein-
become: devien-
request body: corps_de_requête
use: utilis- utilise utilisent utiliser
documentation: documentation documentations
asynchronous: asynchron-
parallel: parallèle-
problem: problème-
logic: logique-
reason: raison-
icon: icône-
sheet: feuille-
boolean: booléen-
float: flottant-
enum: énumér-
location: emplacement-
crash: plant- plante
serve: sert servent
named: s'appelle nommé
there is: y_a_t_il existe_t_il il_y_a
information: information-
recent: récent-
recalculate: recalcul-
recommend: recommand-
rectangle: rectangle-
controller: contrôleur-
attribute: attribut-
generic: génériqu-
caution: attention
`,
});
