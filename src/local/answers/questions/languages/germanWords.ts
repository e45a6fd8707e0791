/** English words, and after the colon the German ones that mean them; other forms are found by their stems. */
export const GERMAN_WORDS = `
how: wie
where: wo woher wohin worin
when: wann
why: warum weshalb wieso
who: wer wem wen
which: welche welcher welches welchem welchen
what: was womit wodurch worauf wofür wozu
the: der die das den dem des
a: ein eine einen einem einer eines
and: und sowie
or: oder
is: ist wird wurde
are: sind werden worden
was: war
have: hat haben hatte habe
can: kann können könnte darf dürfen
should: soll sollte sollen
must: muss müssen
does: macht tut
do: machen tun gemacht getan
happens: passiert geschieht
happen: passieren geschehen
if: falls wenn ob sofern
not: nicht
no: kein keine keinen keiner keinem
of: von vom
for: für fürs
with: mit
without: ohne
from: aus
in: im
to: zu zum zur um
on: auf am an ans
by: durch bei beim
into: hinein ins
between: zwischen
after: nach nachdem danach
before: vor vorher bevor davor
until: bis
during: während
than: als
then: dann
also: auch
only: nur
already: bereits schon
it: es er sie dafür davon dazu darin damit daran darauf dabei
its: sein seine seinen seiner seinem ihr ihre ihren ihrer ihrem
this: dies diese dieser dieses diesem diesen
that: dass
there: dort da gibt
here: hier
each: jede jeder jedes jeden jedem jeweils
all: alle allen aller alles
more: mehr weitere weiteren weiterer
less: weniger
several: mehrere mehreren mehrerer
other: andere anderen anderer anderes anderem
same: gleiche gleichen gleicher selbe selben derselbe dieselbe dasselbe
own: eigene eigenen eigener eigenes eigenem
itself: selbst sich
about: über
under: unter
because: weil denn
still: noch
never: nie niemals
always: immer
something: etwas
someone: jemand
you: man du
we: wir uns
i: ich
my: mein meine meinen
show: zeig zeige
explain: erkläre erklär
please: bitte
exactly: genau
work: funktioniert funktionieren
used: verwendet benutzt genutzt gebraucht eingesetzt
use: verwenden benutzen nutzen nutzt verwendung benutzung nutzung einsatz
called: aufgerufen
call: aufruf aufrufe aufrufen ruft rufen
caller: aufrufer
defined: definiert deklariert
implemented: implementiert umgesetzt realisiert
implementation: implementierung umsetzung
responsible: zuständig verantwortlich
decides: entscheidet entschieden entscheiden
determine: bestimmt bestimmen ermittelt ermitteln festgestellt feststellen
tested: getestet
test: testen testfall
example: beispiel
documentation: dokumentation doku
documented: dokumentiert
default value: standardwert vorgabewert
by default: standardmäßig
default: standard vorgabe voreinstellung voreingestellt
setting: einstellung einstellen
configuration: konfiguration konfigurieren
accept: annehmen angenommen akzeptieren akzeptiert
access: zugriff zugreifen zugang
account: konto benutzerkonto
action: aktion
activate: aktivieren
active: aktiv
add: hinzufügen hinzugefügt ergänzen addieren anfügen angefügt
address: adresse
algorithm: algorithmus
allocate: reservieren reserviert zuweisen
allow: erlauben erlaubt zulassen zugelassen zulässig gestattet
angle: winkel
answer: antworten beantworten beantwortet
ask: gestellt stellt fragt
append: anhängen angehängt
application: anwendung
area: fläche
assign: zuordnen zugeordnet zuweisung zugewiesen
attempt: versuch
attribute: attribut
authenticate: authentifizieren authentisieren
authentication: authentifizierung anmeldung
authorization: autorisierung berechtigung
available: verfügbar vorhanden
avoid: vermeiden vermieden
background: hintergrund
backup: sicherung
balance: ausgleichen
begin: beginnen beginn beginnt
block: blockieren sperren gesperrt
body: rumpf
boundary: grenze
branch: zweig verzweigung
break: umbrechen umbruch
buffer: puffer puffern
build: bauen gebaut bau
button: schaltfläche knopf
cache: zwischenspeicher zwischenspeichern zwischengespeichert
calculate: berechnen rechnen ausrechnen berechnung
cancel: abbrechen abgebrochen abbruch bricht stornieren storniert
case: groß- kleinschreibung
certificate: zertifikat
change: ändern änderung wechseln wechsel verändern geändert geänderte
channel: kanal
character: zeichen
check: prüfen prüfung überprüfen überprüfung geprüft kontrollieren
child: kind
choose: wählen auswählen ausgewählt gewählt
circle: kreis
class: klasse
clean: aufräumen bereinigen aufgeräumt
clear: leeren geleert
click: klicken angeklickt
client: klient
clock: uhr
clone: klonen
close: schließen geschlossen schließt
code: quelltext quellcode
collect: sammeln gesammelt
collision: kollision
color: farbe
column: spalte
combine: kombinieren zusammengeführt verknüpfen
command: befehl kommando
command line: befehlszeile kommandozeile
comment: kommentar
commit: festschreiben
compare: vergleichen verglichen vergleich
compile: übersetzen übersetzt kompilieren
complete: vervollständigen vollständig
component: komponente bestandteil
compress: komprimieren verdichten komprimierung
condition: bedingung
confirm: bestätigen bestätigung
conflict: konflikt
connect: verbinden verbunden
connection: verbindung
constant: konstante
constraint: einschränkung
constructor: konstruktor
contain: enthalten enthält
content: inhalt
context: kontext zusammenhang
continue: fortsetzen fortgesetzt fortfahren weitermachen
control: steuern steuerung
convert: umwandeln konvertieren wandelt umrechnen umgerechnet umwandlung umgewandelt konvertierung
copy: kopieren kopie
count: zählen anzahl
create: erzeugen erstellen anlegen angelegt erstellung
cursor: schreibmarke
custom: eigen benutzerdefiniert
data: daten
database: datenbank
date: datum
deadlock: verklemmung
decode: dekodieren entschlüsseln
decrypt: entschlüsselung
delay: verzögerung verzögern verzögert
delete: löschen gelöscht löscht
dependency: abhängigkeit
depth: tiefe
describe: beschreiben beschreibung
destination: ziel
destroy: zerstören
detect: erkennen erkannt erkennung
device: gerät
dialog: dialogfeld
difference: unterschied differenz
dimension: abmessung
direction: richtung
directory: verzeichnis
disable: abschalten abgeschaltet deaktivieren ausschalten
discard: verwerfen verworfen
display: anzeigen anzeige angezeigt darstellen dargestellt
distance: abstand entfernung
document: dokument
download: herunterladen heruntergeladen
drag: ziehen gezogen
draw: zeichnen gezeichnet zeichnet
duplicate: doppelt doppelte duplikat
edge: kante
edit: bearbeiten bearbeitung
empty: leer leere leeren leert
enable: einschalten eingeschaltet anschalten
encode: kodieren
encrypt: verschlüsseln verschlüsselung
end: ende beenden beendet endet
entry: eintrag
environment: umgebung
equal: gleich
error: fehler
escape: maskieren maskiert
evaluate: auswerten ausgewertet auswertung
event: ereignis
exception: ausnahme
exclude: ausschließen ausgeschlossen
execute: ausführen ausgeführt ausführung
exist: existieren existiert
exit: beendigung
expand: aufklappen ausklappen erweitern
expect: erwarten
expire: ablaufen abgelaufen
export: exportieren
expression: ausdruck
extension: erweiterung
extract: extrahieren auslesen
factory: fabrik
fail: scheitern scheitert fehlschlagen fehlgeschlagen schlägt
fallback: ausweich
fast: schnell
feature: funktionalität merkmal merkmale
fetch: holen geholt abholen abrufen abgerufen
field: feld
file: datei
fill: füllen gefüllt
filter: filtern
find: finden gefunden findet herausfinden
fix: beheben behoben korrigieren
flag: schalter
flush: hinausschreiben rausschreiben
focus: fokus
folder: ordner
font: schrift schriftart
force: erzwingen erzwungen
form: formular
format: formatieren formatierung
frame: rahmen
free: freigeben freigegeben
frequency: häufigkeit
function: funktion
generate: generieren generierung
geometry: geometrie
group: gruppe gruppieren
handle: behandeln behandlung verarbeiten verarbeitung umgehen
hash: streuwert
header: kopfzeile kopfdaten
height: höhe
help: hilfe
hide: verbergen ausblenden versteckt ausgeblendet
highlight: hervorheben hervorgehoben hervorhebung markieren
history: verlauf
hit: treffer
host: rechner
identifier: bezeichner kennung
ignore: ignorieren ignoriert übergehen
image: bild
import: importieren
include: einschließen einbinden
indent: einrücken einrückung
index: indizieren
inherit: erben geerbt
inheritance: vererbung
initialize: initialisieren initialisierung
inject: einschleusen
input: eingabe
insert: einfügen eingefügt
install: installieren
instance: instanz exemplar
integer: ganzzahl
interface: schnittstelle oberfläche
interrupt: unterbrechen unterbrochen
interval: intervall abstand
invalid: ungültig
item: posten
iterate: durchlaufen iterieren
job: auftrag
join: zusammenfügen
jump: springen
keep: behalten beibehalten gehalten halten hält
key: schlüssel taste
keyboard: tastatur
keyword: schlüsselwort
label: beschriftung
language: sprache
large: groß
last: letzte letzten letzter
layer: schicht ebene
leak: leck
length: länge
level: stufe
library: bibliothek
license: lizenz
light: licht
limit: begrenzen begrenzung grenzwert obergrenze beschränken höchstens
line: zeile linie zeilen
link: verknüpfung
list: liste auflisten
listen: lauschen horchen
load: laden geladen lädt
local: lokal örtlich
lock: sperre
log: protokoll protokollieren protokolliert
login: anmelden angemeldet einloggen
logout: abmelden abgemeldet ausloggen
loop: schleife
map: abbilden abbildung karte
mark: markierung
match: passen passt übereinstimmen übereinstimmung
maximum: höchstwert maximal höchstzahl maximale höchste
measure: messen gemessen messung
memory: arbeitsspeicher speicher
menu: menü
merge: zusammenführen verschmelzen mischen
message: nachricht meldung
method: methode
migrate: migrieren
migration: umstellung
missing: fehlen fehlt fehlend fehlende fehlenden
mode: modus
model: modell
module: modul
mouse: maus
move: verschieben bewegen verschoben bewegung
name: benennen benannt
namespace: namensraum
negative: negativ
nested: verschachtelt geschachtelt
network: netz netzwerk
next: nächste nächsten nächster
node: knoten
normalize: normalisieren vereinheitlichen
notification: benachrichtigung mitteilung
notify: benachrichtigen
number: zahl nummer
object: objekt
offset: versatz
open: öffnen geöffnet offen
operation: vorgang
order: reihenfolge ordnung bestellung
output: ausgabe ausgeben ausgegeben
overflow: überlauf überlaufen
override: überschreiben überschrieben
overwrite: überschreiben überschrieben
owner: besitzer eigentümer
package: paket
page: seite
paint: malen
panel: bedienfeld
parent: elternteil eltern übergeordnet
parse: parsen geparst zerlegen zerlegt einlesen eingelesen
part: teil
pass: übergeben übergabe weitergeben weitergegeben weitergereicht
password: passwort kennwort
paste: einsetzen
path: pfad weg
pattern: muster
pause: anhalten angehalten
permission: berechtigung erlaubnis rechte recht
pixel: bildpunkt
placeholder: platzhalter
pointer: zeiger
pool: vorrat
position: stelle
prefix: präfix vorsilbe
prepare: vorbereiten vorbereitung
prevent: verhindern verhindert
preview: vorschau
previous: vorherige vorherigen vorige vorigen
primary key: primärschlüssel
print: drucken gedruckt
priority: priorität vorrang
private: privat
process: prozess
program: programm
progress: fortschritt
project: projekt
promise: versprechen
property: eigenschaft
protect: schützen geschützt schutz
protocol: protokoll
provide: bereitstellen liefern anbieten
proxy: stellvertreter
public: öffentlich
publish: veröffentlichen
query: abfrage
queue: warteschlange schlange
quote: anführungszeichen zitieren
random: zufällig zufall
range: bereich spanne
raw: roh
read: lesen gelesen liest
receive: empfangen empfang erhalten
recognize: wiedererkennen
reconnect: wiederverbinden neuverbinden
record: datensatz aufzeichnen
recover: wiederherstellung
redirect: weiterleiten umleiten weiterleitung umleitung weitergeleitet
reduce: verringern reduzieren
reference: referenz bezug verweis
refresh: auffrischen
register: registrieren registrierung
reject: ablehnen abgelehnt zurückweisen zurückgewiesen abweisen abgewiesen
release: freigabe veröffentlicht
reload: neuladen nachladen
remote: entfernt fern
remove: entfernen
rename: umbenennen umbenannt
render: rendern darstellung
repeat: wiederholung
replace: ersetzen ersetzt austauschen
reply: antwort
report: bericht melden gemeldet
repository: projektarchiv
request: anfrage anforderung anfragen
require: verlangen erfordern benötigen
reserve: reservierung
reset: zurücksetzen zurückgesetzt
resize: größenänderung
resolve: auflösen aufgelöst auflösung
resource: ressource
response: antwort
restart: neustart neustarten
restore: wiederherstellen wiederhergestellt
result: ergebnis resultat
retry: wiederholen wiederholt wiederholung wiederholversuch
return: zurückgeben rückgabe zurückliefern zurückgeliefert zurückgibt zurückgegeben zurückliefert
role: rolle rollen
rollback: zurückrollen
root: wurzel
rotate: drehen gedreht drehung
round: runden gerundet
route: strecke
row: reihe tabellenzeile
rule: regel
run: laufen lauf laufzeit läuft lief
safe: sicher
save: speichern gespeichert sichern
scale: skalieren skalierung
scan: durchsuchen absuchen
scene: szene
schedule: planen geplant zeitplan
scope: gültigkeitsbereich
score: bewertung bewerten punktzahl
screen: bildschirm
script: skript
scroll: bildlauf
search: suchen suche gesucht
secret: geheimnis geheim
security: sicherheit
selection: auswahl markierung
send: senden gesendet schicken geschickt verschicken
separator: trenner trennzeichen
sequence: folge abfolge
serialize: serialisieren
service: dienst
session: sitzung
set: setzen gesetzt festlegen festgelegt
shadow: schatten
shape: form
share: teilen geteilt
shortcut: tastenkürzel
shutdown: herunterfahren heruntergefahren
sign: signieren unterschreiben
signature: signatur unterschrift
size: größe
skip: überspringen übersprungen auslassen ausgelassen
slow: langsam
sort: sortieren sortierung
source: quelle
space: leerzeichen
split: aufteilen aufgeteilt trennen getrennt
square: quadrat
stack: stapel
start: starten anfangen anfang
state: zustand
statement: anweisung
step: schritt
stop: stoppen aufhören
storage: speicher
store: speichern ablegen abgelegt aufbewahren aufbewahrt
stream: strom datenstrom
string: zeichenkette zeichenfolge
structure: struktur aufbau
style: stil
subscribe: abonnieren
success: erfolg
suffix: endung
suggestion: vorschlag
sum: summe
support: unterstützen unterstützung
suspend: aussetzen angehalten
sync: abgleichen synchronisieren
tab: karteireiter
table: tabelle
task: aufgabe
template: vorlage
temporary: vorübergehend temporär
theme: farbschema
thread: faden
threshold: schwellwert schwelle
throw: werfen geworfen wirft
time: zeit
timeout: zeitüberschreitung zeitlimit wartezeit
timer: zeitgeber
timezone: zeitzone
title: titel überschrift
toggle: umschalten
token: marke
tool: werkzeug
total: gesamt
trace: verfolgen
transaction: transaktion
transfer: übertragen übertragung
transform: umformen umformung transformieren
translate: übersetzung
tree: baum
trigger: auslösen ausgelöst auslöser
trim: abschneiden abgeschnitten
truncate: kürzen gekürzt
trust: vertrauen
type: typ art
undo: rückgängig
unique: eindeutig
unit: einheit
unknown: unbekannt
unlock: entsperren
unused: ungenutzt unbenutzt
update: aktualisieren aktualisierung
upload: hochladen hochgeladen
url: internetadresse
user: benutzer nutzer anwender
valid: gültig
validate: validieren gültigkeit
validation: validierung
value: wert
vector: vektor
version: fassung
vertex: eckpunkt
view: ansicht
visible: sichtbar
wait: warten wartet abwarten gewartet
warning: warnung
watch: beobachten überwachen überwachung
width: breite
window: fenster
word: wort
worker: arbeiter
workspace: arbeitsbereich
wrap: umschließen einpacken verpacken
write: schreiben geschrieben
zip: packen
lose: verloren verlieren verliert verlust
ensure: sichergestellt sicherstellen gewährleistet
distribute: verteilt verteilen
duration: dauer dauert gedauert
nothing: nichts
get: bekommt bekommen bekomme
disk: festplatte datenträger
concurrent: gleichzeitig nebenläufig
camera: kamera
triangle: dreieck
arrow: pfeil
paragraph: absatz
console: konsole
current: aktuell aktuelle aktuellen derzeit
wrong: falsch falsche falschen falscher
distinguish: unterschieden unterscheiden unterscheidet
minimum: mindest minimal kleinste
single: einzeln einzelne einzelnen einzelner
graphics: grafik
development: entwicklung
automatic: automatisch
coordinate: koordinate
transparent: durchsichtig
sensitive: vertraulich vertrauliche vertraulichen
mask: unkenntlich
twice: zweimal
guarantee: garantieren garantiert
specify: angeben angegeben
independent: unabhängig
full: voll
first: zuerst erste ersten erster
decide: entscheidung
exceed: überschreitet
long: lange lang
short: kurz
sensor: fühler
syntax tree: syntaxbaum
end of line: zeilenende
line break: zeilenumbruch
whitespace: leerraum
recursive: rekursiv
asynchronous: asynchron
synchronous: synchron
decimal: dezimal
digit: ziffer
hexadecimal: hexadezimal
bracket: klammer
dot: punkt
comma: komma
quotes: hochkomma
sentence: satz
letter: buchstabe
uppercase: großbuchstabe
lowercase: kleinbuchstabe
week: woche
day: tag
month: monat
year: jahr
hour: stunde
second: sekunde
currency: währung
price: preis
amount: betrag menge
invoice: rechnung
customer: kunde
payment: zahlung bezahlung
shopping cart: warenkorb
mail: brief
calendar: kalender
contact: ansprechpartner
account balance: kontostand
crash: abgestürzt abstürzen absturz stürzt
new: neu neue neuen neuer neues
lost: verlorene
whole: ganz ganze ganzen
again: wieder erneut nochmal
somewhere: irgendwo
often: oft häufig
most: meiste meisten
how many: wieviele
kind: sorte
question: frage fragen
behind: hinter
together: zusammen gemeinsam
back: zurück
return value: rückgabewert
return type: rückgabetyp
true: wahr
right: rechts
left: links
top: oben
bottom: unten
up: hoch
percent: prozent
predecessor: vorgänger
tax: steuer
unit test: einheitentest unittest
charset: zeichensatz
encoding: zeichenkodierung kodierung
subclass: unterklasse
superclass: oberklasse
base class: basisklasse
breakpoint: haltepunkt
runtime: laufzeit
runtime error: laufzeitfehler
environment variable: umgebungsvariable
cell: zelle
callback: rückruf rückruffunktion
timestamp: zeitstempel
data type: datentyp
endpoint: endpunkt
logging: protokollierung
catch: abfangen abgefangen gefangen
static: statisch
dynamic: dynamisch
recursion: rekursion
enum: aufzählung
speed: geschwindigkeit
performance: leistung
deployment: bereitstellung
border: rand
corner: ecke
leaf: blatt
mapping: zuordnung
transition: übergang
average: durchschnitt
main: haupt
entry point: einstiegspunkt
management: verwaltung
boolean: wahrheitswert
access control: zugriffskontrolle
coverage: abdeckung testabdeckung
throttle: drosselung drosseln
search term: suchbegriff
shipping: versand
discount: rabatt
logic: logik
architecture: architektur
abstract: abstrakt
adjust: anpassen
manage: verwalten
clipboard: zwischenablage
reason: grund
purpose: zweck
deprecated: veraltet
mean: bedeutet
instantiate: instanziieren
many: viele vielen
concurrency: nebenläufigkeit
debug: debuggen
`;
