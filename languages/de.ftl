# Was Vivavoce den Menschen sagt, auf Deutsch. Kennungen und Werte sind die von en.ftl; docs/languages.md sagt, wie man eine
# eigene Sprache schreibt. Wir sagen „Sie“.

## The language

# What the language calls itself.
language-name = Deutsch
# BCP 47.
language-tag = de
# ltr or rtl: which way it is written.
language-direction = ltr

## Lists within a sentence: "a and b"; "a, b and c"

list-part = { $first }, { $then }
list-last = { $first } und { $then }

## Every page

# The label of the buttons with which another language is chosen.
language-choose = Andere Sprachen
# The link that jumps over the head of the page.
skip = Zum Inhalt

## Judges and confederates: judge-, form-, seat-, talk-

## Organisers and referees: organiser-, referee-, access-, course-

## Refusals, ways in, printed cards and handouts: refused-, way-, card-, handout-

## Results in words, the hall and the programme: result-, award-, hall-

## The pages of a contest that is over: site-, past-

## The intake, the selection and the review: intake-, selection-, review-

## What scripts say: js-

js-time-over = Die Zeit ist um.
js-minute-left = Noch eine Minute.
js-five-minutes-left = Noch fünf Minuten.
js-not-kept = Das ist nicht behalten: { $why }
js-change-unsealed = Die Zeit ist fast um, und Ihre Änderung ist nicht versiegelt.
js-ballot-unsealed = Die Zeit ist fast um, und dieser Stimmzettel ist nicht versiegelt.
js-ranking-unsealed = Die Zeit ist fast um, und diese Rangfolge ist nicht versiegelt.
js-not-reached = Das hat den Server nicht erreicht. Bitte versuchen Sie es noch einmal.
js-reconnecting = Verbindung verloren. Was Sie tippen, bleibt erhalten; die Verbindung wird wieder aufgebaut …
js-not-recording = Der Server kann gerade nicht speichern. Was Sie tippen, bleibt hier erhalten und wird gesendet, sobald er es kann.
js-no-passkey = Das Gerät hat keinen Passkey gegeben. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.
js-passkey-name = Geben Sie dem Passkey zuerst einen Namen.
js-not-accepted = Der Server hat es nicht angenommen. Laden Sie die Seite neu.
js-no-place = { $name }: kein Platz
js-place-of = { $name }: Platz { $place } von { $places }
js-place-twice = Platz { $place } ist zweimal vergeben: Wählen Sie einen anderen.
js-nothing-written = Schreiben Sie zuerst etwas.
js-characters = { $count } von { $most } Zeichen
js-a-picture = Ein Bild
js-a-sound = Ein Ton
js-a-video = Ein Video
js-no-file = Wählen Sie zuerst eine Datei.
js-not-shown-here = Das ist kein Bild, kein Ton und kein Video, das hier gezeigt werden kann.
js-file-too-large = Diese Datei hat { $size }, und höchstens { $most } werden gezeigt.
js-file-empty = Diese Datei ist leer.
js-plays-too-long = Das dauert { $seconds } s, und höchstens { $most } s werden gezeigt.
js-not-playable = Ihr Browser kann diese Datei nicht zeigen, andere können es also vielleicht auch nicht.
js-take-away = Wegnehmen
js-on-its-way = Es ist unterwegs …
js-not-taken = Das wurde nicht angenommen: Laden Sie die Seite neu.
js-server-did-not-take = Der Server hat es nicht angenommen. Bitte versuchen Sie es noch einmal.
js-file-not-reached = Es hat den Server nicht erreicht. Bitte versuchen Sie es noch einmal.
js-sent-again = Die Verbindung ging verloren; es wird noch einmal gesendet …
js-no-microphone = Das Mikrofon kann nicht benutzt werden: Erlauben Sie es im Browser, oder wählen Sie eine Datei.
js-no-camera = Die Kamera kann nicht benutzt werden: Erlauben Sie es im Browser, oder wählen Sie eine Datei.
js-take-picture = Bild aufnehmen
js-camera-gave-nothing = Die Kamera hat kein Bild gegeben. Bitte versuchen Sie es noch einmal.
js-stop = Anhalten
js-takes-up = Aufnahme: { $seconds } von { $most } s
js-taken-unusable = Die Aufnahme ist nicht zu gebrauchen. Bitte versuchen Sie es noch einmal, oder wählen Sie eine Datei.
js-camera-sees = Was die Kamera sieht
js-about-to-show = Was Sie gleich zeigen
js-no-paste = Hier kann nichts eingefügt werden: Bitte tippen Sie es.
js-plain-spelling = „{ $key }“ wurde in der nächsten einfachen Schreibweise gesendet.
