# Die Meldungen von Vivavoce auf Deutsch. Kennungen und Werte sind die von en.ftl; docs/languages.md sagt, wie man eine
# eigene Sprache schreibt. Wir sagen „Sie“.

## The language

# The language's own name.
language-name = Deutsch
# BCP 47.
language-tag = de
# ltr or rtl: which way it is written.
language-direction = ltr

## Lists within a sentence: "a and b"; "a, b and c"; "a, b or c"

list-part = { $first }, { $then }
list-last = { $first } und { $then }
list-or = { $first } oder { $then }

## Every page

# The label of the buttons with which another language is chosen.
language-choose = Andere Sprachen
# The link that skips the head of the page.
skip = Zum Inhalt

## Judges and confederates: judge-, form-, seat-, talk-

# Seats. $seat is left or right (a pair of witnesses), only (a single partner) or terminal, with its $number.

# Within a sentence, as its subject. Im Nominativ: kein Satz, in dem es steht, braucht einen anderen Fall.
seat-label =
    { $seat ->
        [left] der linke Zeuge
        [right] der rechte Zeuge
        [only] Ihr Gegenüber
       *[terminal] Terminal { $number }
    }
# The same at its beginning, and as a heading.
seat-heading =
    { $seat ->
        [left] Der linke Zeuge
        [right] Der rechte Zeuge
        [only] Ihr Gegenüber
       *[terminal] Terminal { $number }
    }
seat-of-round =
    { $seat ->
        [left] der linke Zeuge aus Runde { $round }
        [right] der rechte Zeuge aus Runde { $round }
        [only] Ihr Gegenüber aus Runde { $round }
       *[terminal] Terminal { $number } (Runde { $round })
    }
seat-of-round-heading =
    { $seat ->
        [left] Der linke Zeuge aus Runde { $round }
        [right] Der rechte Zeuge aus Runde { $round }
        [only] Ihr Gegenüber aus Runde { $round }
       *[terminal] Terminal { $number } (Runde { $round })
    }
# A conversation in a list.
seat-in-round =
    { $seat ->
        [left] Runde { $round }, links
        [right] Runde { $round }, rechts
        [only] Runde { $round }
       *[terminal] Runde { $round }, Terminal { $number }
    }
seat-conversation =
    { $seat ->
        [left] Unterhaltung mit dem linken Zeugen
        [right] Unterhaltung mit dem rechten Zeugen
        [only] Unterhaltung mit Ihrem Gegenüber
       *[terminal] Unterhaltung mit Terminal { $number }
    }
# Read out before each line: the conversation it belongs to.
seat-place =
    { $seat ->
        [left] Links
        [right] Rechts
       *[terminal] Terminal { $number }
    }
# Who speaks, before a line.
seat-you = Sie
seat-judge = Jurymitglied
seat-witness = Zeuge
seat-partner = Gegenüber
# The person who asks in a conversation that judges only read.
seat-interrogator = Fragesteller
# The owner of a page.
seat-whose =
    { $role ->
        [organiser] Veranstalter
        [participant] Person { $number }
        [judge] Jurymitglied { $number }
        [confederate] Vertrauensperson { $number }
        [entry] Beitrag { $number }
       *[referee] Schiedsrichter { $number }
    }

# The headline of every page: the current phase of the contest.

talk-session = Sitzung { $number } von { $of }.
talk-trial = Durchgang { $number }.
talk-all-over = Alle Runden sind vorbei
talk-before-round = Vor Runde { $round } von { $rounds }
talk-take-place = Nehmen Sie Ihren Platz für Runde { $round } von { $rounds } ein
talk-paused-round = Runde { $round } von { $rounds }: Pause
talk-round = Runde { $round } von { $rounds }: Gespräch
# $what is form-after-talk or talk-changing-places.
talk-after = Runde { $round } von { $rounds }: { $what }
form-after-talk = Stimmzettel
talk-changing-places = Platzwechsel
talk-end-ballots = Stimmzettel zum Schluss
talk-end-ballots-of-trial = Stimmzettel am Ende von Durchgang { $trial }
talk-judges-vote = Die Jury stimmt ab
talk-closed = Der Wettbewerb ist beendet
# The title of the browser's tab.
talk-tab = { $headline } · { $whose } · { $contest }
talk-where = Stand des Wettbewerbs
talk-left = verbleibend
talk-clock-paused = angehalten
# The organiser may add words of their own, which follow.
talk-paused-by-organiser = Pause, vom Veranstalter eingelegt: Die Uhren sind angehalten. Es geht keine Zeit verloren.
talk-away = Der Server war nicht erreichbar oder konnte nicht speichern. Die Uhren sind angehalten, und es geht keine Zeit verloren. Es geht weiter, sobald der Veranstalter den Wettbewerb fortsetzt.
# A script puts a time such as 0:20 in the place of the words between $time and $time_end.
talk-away-goes-on = Der Server war nicht erreichbar oder konnte nicht speichern. Die Uhren sind angehalten, und es geht keine Zeit verloren. Es geht von selbst weiter, und zwar in { $time }einem Augenblick{ $time_end }.
talk-extended = Der Veranstalter hat { $time } hinzugegeben.
talk-minutes =
    { $count ->
        [one] { $count } Minute
       *[other] { $count } Minuten
    }
talk-seconds =
    { $count ->
        [one] { $count } Sekunde
       *[other] { $count } Sekunden
    }
talk-other-window = Ein anderes Fenster
talk-other-window-told = Diese Seite ist auch in einem anderen Fenster geöffnet. Schreiben Sie dort, oder machen Sie hier weiter.
talk-continue-here = Hier weitermachen
talk-from-organiser = Vom Veranstalter
talk-unscripted = Skripte sind ausgeschaltet, deshalb aktualisiert sich diese Seite nicht von selbst. Laden Sie sie neu, um Neues zu sehen. Die Formulare funktionieren, Zeile für Zeile.
talk-calendar = Termine
# Days such as 2003-06-30.
talk-day-by = bis { $day }
talk-day-on = am { $day }
talk-days = von { $from } bis { $to }

# Contributions to a draw.

# In words that follow "your part of". Im Akkusativ.
talk-draw = die Auslosung des Spielplans
talk-coin = den Münzwurf zwischen gleichauf liegenden Beiträgen
talk-contribute = Ihr Anteil für { $matter }: ein beliebiger Text, der sich nicht erraten lässt
talk-contribute-do = Text hinzufügen
talk-contributed-in-rehearsal = Ihre Seite hat { $code }{ $value }{ $code_end } hinzugefügt. Dies ist eine Probe mit fester Auslosung; Ihr Text ändert sie nicht.
talk-contributed = Ihre Seite hat { $code }{ $value }{ $code_end } für { $matter } hinzugefügt. Sie können es sich notieren: Nach dem Wettbewerb zeigt die Aufzeichnung es als Ereignis { $event }, und jeder kann die Ziehung nachrechnen.
talk-contributed-closed = Ihr Anteil für { $matter } war { $code }{ $value }{ $code_end }, Ereignis { $event } in { $link }der Aufzeichnung{ $link_end } des Wettbewerbs. { $code }viva record verify{ $code_end } rechnet die Ziehung daraus nach.

# Places, and the rules of talking.

talk-before-you-begin = Bevor Sie beginnen
talk-you-answer = In dieser Runde antworten Sie
talk-you-answer-told = In dieser Runde antworten Sie. Ihr Gegenüber stellt die Fragen und möchte herausfinden, ob Sie ein Mensch oder ein Programm sind.
talk-over = Dieses Interview ist vorbei
talk-rest = In dieser Runde setzen Sie aus
talk-wait-for-next = Bitte warten Sie auf die nächste.
talk-when-not-resting = Für die Runden, in denen Sie nicht aussetzen
talk-in-place = Sie sind auf Ihrem Platz. Sobald alle es sind, eröffnen die Veranstalter die Runde.
talk-leave-place = Ich muss meinen Platz verlassen
talk-take-my-place = Ich bin auf meinem Platz
talk-instructions = Anleitung
talk-thanks = Vielen Dank
talk-closed-results = Der Wettbewerb ist beendet. { $link }Zu den Ergebnissen{ $link_end }.
# The least numbers of people and programs among a judge's witnesses.
talk-told =
    Unter denen, die Ihnen begegnen, sind mindestens { $people ->
        [1] ein Mensch
       *[other] { $people } Menschen
    } und mindestens { $programs ->
        [1] ein Programm
       *[other] { $programs } Programme
    }.
# The label of the field for messages to a witness.
talk-to =
    { $seat ->
        [left] An den linken Zeugen
        [right] An den rechten Zeugen
        [only] An Ihr Gegenüber
       *[terminal] An Terminal { $number }
    }
talk-answer = Ihre Antwort
talk-begin-with = Beginnen Sie mit genau diesen Worten:
talk-begin-with-one = Beginnen Sie wörtlich mit einem davon:
talk-use = Diese Worte verwenden
talk-my-turn = Sie sind an der Reihe.
talk-their-turn = Die andere Seite ist an der Reihe.
talk-any-turn = Beide Seiten dürfen beginnen.
talk-pending = Noch nicht gesendet
talk-send = Senden
talk-most-characters = Höchstens { $count } Zeichen.
talk-most-characters-line = Höchstens { $count } Zeichen je Zeile.
talk-nothing-said = Es wurde nichts gesagt.
talk-first-words = Erste Worte: { $quote }{ $words }{ $quote_end }
talk-below = Neues weiter unten
talk-judge-begins = Das Jurymitglied beginnt; bitte warten Sie auf die ersten Worte.
talk-you-begin = Sie beginnen.
talk-keys-ascii = Jeder Tastenanschlag wird sofort gesendet. Buchstaben mit Akzenten und typografische Zeichen werden in der nächstliegenden einfachen Schreibweise gesendet. Zeichen ohne eine solche lassen sich hier nicht tippen.
talk-keys-unicode = Jeder Tastenanschlag wird sofort gesendet. Alle Buchstaben und Zeichen sind erlaubt.
talk-lines = Eine Zeile wird gesendet, wenn Sie sie beenden. Eine leere Zeile beendet Ihren Zug.
talk-messages = Jede Nachricht wird als Ganzes gesendet.
talk-read = Sagen Sie nach jedem Zug, wie sicher Sie sind. Diese Antwort lässt sich danach nicht mehr ändern, und der nächste Zug erscheint.
talk-no-paste = Einfügen ist hier abgeschaltet: Bitte tippen Sie.
# The keys of a keyboard and their effects, one after the other. $key and $key_end enclose the label of the key.
talk-key-ends-line = { $key }Enter{ $key_end } beendet eine Zeile
talk-key-sends-line = { $key }Enter{ $key_end } sendet die Zeile
talk-key-slides = { $key }← →{ $key_end } bewegen den Regler
talk-key-goes-on = { $key }Enter{ $key_end } führt weiter
talk-key-sends = { $key }Enter{ $key_end } sendet
talk-key-new-line = { $key }Umschalt + Enter{ $key_end } beginnt eine neue Zeile
talk-key-changes-sides = { $key }Strg + Enter{ $key_end } wechselt die Seite
talk-keys-also = { $first }; { $then }
talk-keys = { $keys }.

# Files that are shown.

talk-picture = Bild
talk-sound = Ton
talk-video = Video
# The alternative text of a picture; the label of a sound or a video.
talk-a-picture = Ein Bild
talk-a-sound = Ein Ton
talk-a-video = Ein Video
# $what is one or several of talk-picture, talk-sound and talk-video.
talk-show = { $what } zeigen
talk-file-for =
    { $seat ->
        [left] Eine Datei für den linken Zeugen
        [right] Eine Datei für den rechten Zeugen
        [only] Eine Datei für Ihr Gegenüber
       *[terminal] Eine Datei für Terminal { $number }
    }
# $formats are names such as PNG, $size is such as 4 MiB.
talk-file-bounds = { $formats }; höchstens { $size }. Höchstens { $most } in einer Unterhaltung.
talk-file-bounds-long = { $formats }; höchstens { $size } und { $seconds } s. Höchstens { $most } in einer Unterhaltung.
talk-camera = Kamera verwenden
talk-microphone = Mikrofon verwenden
talk-film = Etwas filmen
talk-what-it-is = Beschreibung
talk-what-it-is-for = Eine Zeile, für alle, die die Datei nicht sehen oder hören können. Das Feld darf leer bleiben.
talk-show-it = Zeigen

# A referee and a confederate.

talk-from-referee = Vom Schiedsrichter
talk-muted = Ein Schiedsrichter hat Sie in diesem Interview stumm geschaltet. Ihre Nachrichten werden nicht angenommen, bis Sie wieder sprechen dürfen. Das Jurymitglied erfährt davon nichts.
# $limit is one of talk-limit-both, talk-limit-characters and talk-limit-apart.
talk-limited = Ein Schiedsrichter hat Ihnen eine Grenze gesetzt: { $limit }.
talk-limit-both = höchstens { $characters } Zeichen je Nachricht und eine Nachricht alle { $seconds } s
talk-limit-characters = höchstens { $characters } Zeichen je Nachricht
talk-limit-apart = eine Nachricht alle { $seconds } s
talk-limit-none = keine Grenze
talk-referee-warns = Ein Schiedsrichter verwarnt Sie: { $words }
talk-referee-limits = Ein Schiedsrichter setzt Ihnen eine Grenze ({ $limit }): { $words }
talk-referee-lifts = Ein Schiedsrichter hat Ihre Grenze aufgehoben.
talk-referee-mutes = Ein Schiedsrichter hat Sie in diesem Interview stumm geschaltet: { $words }
talk-referee-unmutes = Ein Schiedsrichter lässt Sie wieder sprechen.
# Nach einer Zeile, die ein Schiedsrichter gestrichen hat.
talk-struck = gestrichen: Das Jurymitglied bekommt es nicht zu sehen
talk-referee-strikes = Ein Schiedsrichter hat „{ $said }“ gestrichen, das Jurymitglied bekommt es also nicht zu sehen: { $words }
talk-late = Äußerungen, die nach dem für sie ausgelosten Zeitpunkt kamen und sofort begannen: { $people } von Menschen, { $programs } von Programmen
talk-late-share = { $late } von { $utterances } ({ $percent } %)
talk-late-none = { $late } von { $utterances }

# The page of a confederate.

talk-the-judge = Das Jurymitglied
talk-with-judge = Ihre Unterhaltung mit dem Jurymitglied
talk-over-by-verdict = Die andere Seite hat dieses Interview beendet. Bitte warten Sie auf die nächste Runde.
talk-over-for-confederate = Der Veranstalter hat dieses Interview beendet. Bitte warten Sie auf die nächste Runde.
talk-wait-for-end = Vielen Dank. Bitte warten Sie auf das Ende des Wettbewerbs.
talk-round-over = Die Runde ist vorbei
talk-wait-for-round = Bitte warten Sie auf die nächste Runde.
talk-judges-fill-in = Die Jury füllt ihre Stimmzettel aus. Bitte warten Sie.
talk-judges-decide = Einige Beiträge liegen gleichauf, und die Jury entscheidet. Sie haben nichts zu tun. Bitte warten Sie.

# Messages of a page's live connection.

# At most 123 bytes.
talk-too-many-pages = zu viele Seiten dieses Platzes sind geöffnet: schließen Sie eine davon
# At most 123 bytes.
talk-link-replaced = dieser Zugangslink wurde durch einen neuen ersetzt: fragen Sie den Veranstalter danach
talk-no-key = diese Taste gibt es nicht: senden Sie ein Zeichen, Return, BackSpace oder Tab
talk-not-understood = das wurde nicht verstanden: { $why }

# The page of a judge.

judge-early = Jetzt urteilen
judge-early-told = Geben Sie Ihr Urteil ab, sobald Sie sicher sind: Damit endet dieses Interview. Sonst geben Sie es ab, wenn die Zeit um ist.
judge-late = Die Veranstalter erlauben Ihnen, diesen Stimmzettel verspätet abzugeben. Er zählt, sobald Sie ihn abgeben.
judge-early-given = Sie haben Ihr Urteil abgegeben, und dieses Interview ist vorbei. Bis die Zeit für die Stimmzettel um ist, können Sie das Urteil noch ändern.
judge-over-told = Der Veranstalter hat dieses Interview beendet. Ein Stimmzettel ist nicht nötig. Bitte warten Sie auf die nächste Runde.
judge-wait = Bitte warten Sie.
judge-receipts = Quittungen für Ihre Stimmzettel
judge-the-conversation = Die Unterhaltung
judge-turn = Nach Zug { $turn }
# The meaning of an end of the slider, in the rulebook's words.
judge-lowest = 0: { $meaning }
judge-highest = 100: { $meaning }
judge-next = Weiter
judge-read-to-end = Sie haben diese Unterhaltung zu Ende gelesen. Bitte warten Sie, bis die übrigen Jurymitglieder so weit sind.
# $beliefs are numbers.
judge-believed = Bisher haben Sie gesagt: { $beliefs }
judge-talk-over = Das Gespräch ist vorbei
judge-paused = Der Wettbewerb macht Pause. Bitte warten Sie, bis er weitergeht.
judge-nothing-now = Im Moment gibt es nichts auszufüllen. Bitte warten Sie auf die nächste Runde.
judge-nothing = Für Sie gibt es nichts auszufüllen.
judge-interviews = Ihre Interviews
judge-interviews-told = Lesen Sie jedes Interview noch einmal, und beantworten Sie die Fragen dazu. Ihre Antworten werden laufend gespeichert.
judge-contents-sealed = { $link }{ $interview }{ $link_end }: { $done }abgegeben{ $done_end }
judge-contents-unsealed = { $link }{ $interview }{ $link_end }: { $open }nicht abgegeben{ $open_end }
judge-how-human = Wie menschlich waren alle?
judge-rank-most = 1 ist am menschlichsten.
judge-rank-least = 1 ist am wenigsten menschlich.
judge-rank-level = Wer Ihnen gleich menschlich erscheint, darf dieselbe Zahl bekommen.
judge-rank-different = Geben Sie allen verschiedene Zahlen.
judge-rank-how = Wählen Sie Zahlen, drücken Sie ↑ und ↓, oder ziehen Sie am Griff. Die Liste folgt der Reihenfolge der Zahlen.
# Labels of buttons. $who is an interview, such as "Round 2, left".
judge-rank-up = { $who }: nach oben
judge-rank-down = { $who }: nach unten
judge-your-notes = Ihre Notizen: { $said }{ $notes }{ $said_end }
judge-you-answered = Ihre Antwort: { $answers }.
judge-round = Runde { $round }
judge-round-answered = Runde { $round }: { $answers }.
judge-your-ballot = Ihr Stimmzettel
judge-your-vote = Ihre Stimme
judge-vote = Abstimmen
judge-vote-change = Stimme ändern
judge-read-again = Noch einmal lesen
judge-read-again-of = Noch einmal lesen: { $name }
judge-vote-asked = Die Zeit für die Stimmzettel ist um, und einige Beiträge liegen gleichauf. Nach den Regeln entscheidet die Jury. Wer von diesen war menschlicher?
judge-matter-asked = Die Zeit für die Stimmzettel ist um. Nach den Regeln entscheidet die Jury einen Streitfall. Die Veranstalter fragen: „{ $question }“
judge-matter-yes = Ja
judge-matter-no = Nein
judge-matter-none = Das kann ich nicht sagen
judge-vote-none = Ich kann mich nicht entscheiden
# An entry that a judge met several times: "The left one of round 2, and the right one of round 5".
judge-vote-also = { $first }, und { $then }
judge-voted = Ihre Stimme: { $choice }.
judge-voted-for = Sie haben gestimmt für: { $choice }.
judge-vote-of-others = Einige Beiträge liegen gleichauf. Sie sind keinem davon begegnet und stimmen deshalb nicht mit ab. Bitte warten Sie.
judge-no-choice = wählen Sie einen, oder sagen Sie, dass Sie sich nicht entscheiden können

# Receipts.

judge-receipts-title = Quittungen, { $contest }
judge-receipts-none = Noch gibt es keine Quittungen. Nach dem Wettbewerb erhalten Sie eine für jeden Stimmzettel; vorher würde eine Quittung verraten, wer ein Programm ist.
judge-receipts-told = Jede Datei beweist, dass Ihr Stimmzettel genau so, wie Sie ihn abgegeben haben, in der Aufzeichnung dieses Wettbewerbs steht. Behalten Sie sie für sich: Sie zeigt Ihre Antworten. Wenn die Aufzeichnung veröffentlicht ist, vergleichen Sie beide:
judge-receipts-command = Mit einem Befehl
judge-receipts-back = Zurück zu Ihrer Seite
judge-receipt-ballot = Stimmzettel zu Runde { $round }
judge-receipt-ranking = Rangfolge zum Schluss, Durchgang { $trial }

# Ballots. $form is ballot, ranking or notes.

form-seal =
    { $form ->
        [ranking] Rangfolge abgeben
       *[ballot] Stimmzettel abgeben
    }
form-change =
    { $form ->
        [ranking] Rangfolge ändern
       *[ballot] Stimmzettel ändern
    }
form-keep = Entwurf speichern und später abgeben
form-late =
    { $form ->
        [ranking] Die Zeit ist fast um, und diese Rangfolge ist nicht abgegeben.
       *[ballot] Die Zeit ist fast um, und dieser Stimmzettel ist nicht abgegeben.
    }
form-late-changed = Die Zeit ist fast um, und Ihre Änderungen sind nicht abgegeben.
form-notes = Ihre eigenen Notizen
form-notes-told = Nur Sie sehen sie. Sie werden beim Schreiben gespeichert und gelöscht, wenn der Wettbewerb beendet ist.
form-notes-keep = Notizen speichern
form-earlier = Ihre früheren Antworten
form-sealed = Abgegeben. Vor dem Ende sieht es niemand.
form-sealed-as = Abgegeben: { $answers }. Vor dem Ende sieht es niemand.
form-not-sealed = Nicht abgegeben.
form-not-sealed-as = Nicht abgegeben: { $answers }.
form-until-again = Die letzte Abgabe zählt, bis Sie erneut abgeben.
form-empty = Noch ist nichts ausgefüllt.
form-lapses = Ein Entwurf zählt nicht: Geben Sie ihn ab.
form-complete = Es ist vollständig: Auch wenn Sie es nicht abgeben, zählt es, sobald die Zeit um ist.
form-incomplete = Es ist nicht vollständig: Wenn Sie es nicht abgeben, zählt nichts davon.

# The questions of a form. $who is seat-label or seat-heading.

form-choice-asked = Wer von beiden ist der Mensch?
form-choice-note = Sie müssen sich für einen von beiden entscheiden.
form-verdict-asked = Ist { $who } ein Mensch oder ein Programm?
form-person = Ein Mensch
form-program = Ein Programm
form-cannot-tell = Ich kann es nicht sagen
form-split-asked = Verteilen Sie { $total } Punkte auf die beiden
form-split-note = Vergeben Sie ganze Punkte; der menschlichere bekommt mehr, mindestens { $winner }.
form-split-once = Verwenden Sie jede Verteilung nur einmal; auch umgekehrt gilt sie als dieselbe.
# Points that were shared out: "60 to 40".
form-split = { $first } zu { $then }
form-used = { $strong }{ $split } in Runde { $round }{ $strong_end }
form-used-already = Schon verwendet: { $splits }.
form-sure-asked = Wie sicher sind Sie?
form-sure-note = Eine ganze Zahl von 0, bloß geraten, bis 100, ganz sicher.
form-per-cent = Prozent
form-why-asked = Warum?
form-why-note = Freiwillig.
form-why = Ihre Begründung, höchstens { $characters } Zeichen
form-scale-whole = Eine ganze Zahl von { $from } bis { $to }.
form-scale =
    { $places ->
        [1] Eine Zahl von { $from } bis { $to }; eine Nachkommastelle ist erlaubt, nach einem Punkt oder einem Komma.
       *[other] Eine Zahl von { $from } bis { $to }; bis zu { $places } Nachkommastellen sind erlaubt, nach einem Punkt oder einem Komma.
    }
# A step of a scale with its meaning, in the rulebook's words.
form-step = { $number }: { $meaning }
# A question of the rulebook about a seat.
form-asked-of = { $who }: { $question }

# A summary of the answers, separated by commas.

form-said-human = { $who } ist der Mensch
form-said-person = { $who } ist ein Mensch
form-said-program = { $who } ist ein Programm
form-said-unsure = Sie können nicht sagen, was { $who } ist
# $name is the rulebook's name for the rating.
form-said-rating = { $name } { $number }
form-said-rating-of = { $name } { $number } ({ $who })
form-said-points =
    { $points ->
        [one] { $points } Punkt
       *[other] { $points } Punkte
    }
form-said-points-of =
    { $points ->
        [one] { $points } Punkt
       *[other] { $points } Punkte
    } ({ $who })
form-said-sure = zu { $sure } % sicher
form-said-reason = eine Begründung von { $characters } Zeichen
# A rank and its witness.
form-said-rank = { $rank } { $who }

# The outcome of a closed form.

form-closed-sealed =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } zählt so, wie Sie ihn abgegeben haben.
        [ranking] Ihre Rangfolge zählt so, wie Sie sie abgegeben haben.
       *[notes] Ihre Notizen zählen so, wie Sie sie abgegeben haben.
    }
form-closed-sealed-as =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } zählt so, wie Sie ihn abgegeben haben: { $answers }.
        [ranking] Ihre Rangfolge zählt so, wie Sie sie abgegeben haben: { $answers }.
       *[notes] Ihre Notizen zählen so, wie Sie sie abgegeben haben: { $answers }.
    }
form-closed-draft =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } wurde nicht abgegeben. Er war vollständig, als die Zeit um war, und zählt deshalb.
        [ranking] Ihre Rangfolge wurde nicht abgegeben. Sie war vollständig, als die Zeit um war, und zählt deshalb.
       *[notes] Ihre Notizen wurden nicht abgegeben. Sie waren vollständig, als die Zeit um war, und zählen deshalb.
    }
form-closed-draft-as =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } wurde nicht abgegeben. Er war vollständig, als die Zeit um war, und zählt deshalb: { $answers }.
        [ranking] Ihre Rangfolge wurde nicht abgegeben. Sie war vollständig, als die Zeit um war, und zählt deshalb: { $answers }.
       *[notes] Ihre Notizen wurden nicht abgegeben. Sie waren vollständig, als die Zeit um war, und zählen deshalb: { $answers }.
    }
form-closed-not-given =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } wurde nicht abgegeben und zählt nicht.
        [ranking] Ihre Rangfolge wurde nicht abgegeben und zählt nicht.
       *[notes] Ihre Notizen wurden nicht abgegeben und zählen nicht.
    }

# Faults of a form, at its field. $who is a seat or a conversation, or several of them.

form-wrong-fields =
    { $count ->
        [1] das wurde nicht abgegeben: eine Antwort fehlt oder ist falsch; berichtigen Sie das markierte Feld
       *[other] das wurde nicht abgegeben: { $count } Antworten fehlen oder sind falsch; berichtigen Sie die markierten Felder
    }
form-about-nothing = das Formular nennt weder Runde noch Interview: laden Sie die Seite neu
form-no-choice = sagen Sie, wer von beiden der Mensch ist: { $among }
form-stranger = { $who } gehört nicht zu diesem Interview: urteilen Sie nur über dessen Zeugen ({ $among })
form-no-verdict = sagen Sie, was { $who } ist: Mensch oder Maschine
form-no-verdict-of-three = sagen Sie, was { $who } ist: Mensch, Maschine oder nicht zu sagen
form-unsure = „nicht zu sagen“ ist hier keine Antwort: sagen Sie, ob { $who } ein Mensch oder eine Maschine ist
form-no-rating = bewerten Sie { $name } ({ $who }) mit einer Zahl von { $from } bis { $to }
form-off-scale = { $found } für { $name } ({ $who }) liegt nicht auf der Skala: geben Sie eine Zahl von { $from } bis { $to } an
form-too-fine =
    { $found } für { $name } ({ $who }) ist zu fein: geben Sie { $places ->
        [0] eine ganze Zahl
        [1] höchstens 1 Nachkommastelle
       *[other] höchstens { $places } Nachkommastellen
    } an
form-no-points = geben Sie auch hier Punkte ({ $who }): { $total } sind zu verteilen, und 0 ist auch eine Zahl
form-wrong-total = die Punkte ergeben zusammen { $found }: verteilen Sie genau { $total }
form-no-winner =
    keiner hat mehr als { $found ->
        [one] { $found } Punkt
       *[other] { $found } Punkte
    }: einer von beiden muss mindestens { $winner } haben
form-split-again = { $split } haben Sie schon einmal verteilt (gleich, wer von beiden mehr hatte): wählen Sie Zahlen, die Sie noch nicht verwendet haben
form-no-confidence = sagen Sie, wie sicher Sie sind, in Prozent von 0 bis 100
form-too-sure = { $found } Prozent ist zu sicher: das Höchste ist 100
form-no-reason = geben Sie Ihre Begründung an, in höchstens { $characters } Zeichen
form-long-reason = Ihre Begründung hat { $found } Zeichen: kürzen Sie sie auf { $most }
form-not-asked =
    dieses Formular fragt nicht nach { $what ->
        [choice] einer Auswahl
        [verdict] einem Urteil
        [points] Punkten
        [confidence] einer Sicherheit
       *[reason] einer Begründung
    }: lassen Sie das weg
form-rating-not-asked = dieses Formular fragt nicht nach einer Bewertung für { $name }: lassen Sie sie weg
form-never-met = { $who } ist Ihnen nicht begegnet: lassen Sie diesen Platz in Ihrer Rangfolge weg
form-ranked-twice = { $who } steht zweimal in Ihrer Rangfolge: geben Sie allen genau einen Rang
form-not-ranked = { $who } fehlt in Ihrer Rangfolge: geben Sie allen, die Ihnen begegnet sind, einen Rang
form-level = { $who } liegen gleichauf: setzen Sie einen vor den anderen
form-empty-place = Rang { $place } Ihrer Rangfolge ist leer: besetzen Sie ihn, oder lassen Sie ihn weg
form-field-twice = „{ $field }“ wurde zweimal gesendet: laden Sie die Seite neu, und geben Sie eine Antwort
form-field-unknown = das Formular hat ein unbekanntes Feld „{ $field }“: laden Sie die Seite neu
form-no-seat = „{ $found }“ ist kein Platz: laden Sie die Seite neu
form-no-such-verdict = „{ $found }“ ist kein Urteil: wählen Sie eines aus dem Formular
form-no-number = „{ $found }“ ist keine Zahl wie 3 oder 3,25: schreiben Sie Ziffern mit höchstens einem Punkt oder einem Komma
form-ambiguous = „{ $found }“ lässt sich auf zweierlei Weise lesen: schreiben Sie weniger Ziffern nach dem Punkt oder Komma, oder lassen Sie es weg
form-no-whole-number = „{ $found }“ ist keine ganze Zahl: schreiben Sie eine ohne Vorzeichen und ohne Nachkommastellen
form-no-rank = „{ $found }“ ist kein Rang: schreiben Sie einen von 1 bis { $most }
form-rank-twice = Rang { $rank } ist zweimal vergeben: geben Sie allen einen eigenen Rang
form-unknown = „{ $found }“ ist kein Formular: schreiben Sie ballot-R1, ranking-1 oder notes-R1
# Die Formulare eines Teilnehmers: im Satz und mit dem Namen der Person, die sie ausfüllt.
form-ballot-of-round = der Stimmzettel zur Runde { $round }
form-ranking-of-trial = die Rangfolge des Durchgangs { $trial }
form-notes-of-round = die Notizen zur Runde { $round }
form-of-judge = der Stimmzettel von { $judge } zur Runde { $round }
form-of-witness = der Stimmzettel des Zeugen von { $interview }
form-of-trial = die Rangfolge von { $judge } im Durchgang { $trial }

## Organisers and referees: organiser-, referee-, access-, course-

# Die entscheidende Stelle: nach „durch“, vor „nach Regel 59“.
organiser-authority-organisers = die Veranstalter
organiser-authority-judges = eine Mehrheit der Jury
organiser-authority-panel = das Gremium
organiser-authority-committee = das Komitee

# Teile eines Wettbewerbs, die alle lesen dürfen (Akkusativ).
organiser-part-result = das Ergebnis
organiser-part-transcripts = die Mitschriften
organiser-part-record = die Aufzeichnung

# Die Tage im Kalender, jeder vor seiner Beschreibung.
course-day-opens = Ab diesem Tag werden Beiträge angenommen
course-day-closes = Bis zu diesem Tag werden Beiträge angenommen
course-day-testing = Tage zum Ausprobieren: { $way }
course-day-testing-agreed = Vor diesem Tag muss ein Tag zum Ausprobieren vereinbart sein: { $way }
course-day-working = Bis zu diesem Tag müssen die Beiträge des Finales laufen
course-day-changes = Bis zu diesem Tag dürfen die Beiträge des Finales geändert werden

# Die Ereignisse im Verlauf auf der Seite der Veranstalter: danach steht ein Punkt, dann der Grund.
course-opened = Der Wettbewerb wurde angelegt
course-revised = Die Datei des Wettbewerbs wurde bearbeitet
course-drawn = Der Spielplan wurde ausgelost
course-stood-still = Es lief kein Server: Die Uhren sind seit { $since } angehalten
course-restored = Eine ältere Kopie des Speichers kam zurück: { $lost } signierte Ereignisse sind verloren
course-round-opened = Runde { $round } wurde eröffnet
course-talk-ended = Die Gespräche der Runde { $round } endeten
course-talk-ended-early = Die Gespräche der Runde { $round } endeten vor der Zeit
course-round-closed = Runde { $round } wurde geschlossen
course-round-closed-early = Runde { $round } wurde vor der Zeit geschlossen
course-paused = Die Uhren wurden angehalten
course-pause-explained = Grund der Pause
course-resumed = Die Uhren laufen wieder
course-resumed-after = Nach { $length } laufen die Uhren wieder
course-extended = Die Frist wurde um { $length } verlängert
course-announced =
    { $to ->
        [everybody] Mitteilung an alle
        [judges] Mitteilung an die Jury
        [confederates] Mitteilung an die Vertrauenspersonen
        [referees] Mitteilung an die Schiedsrichter
       *[other] Mitteilung an { $to }
    }
course-aborted = Das Interview { $interview } wurde vor der Zeit beendet
course-replaced = { $name } hat den Platz von { $who } übernommen
course-replaced-by-somebody = Eine andere Person hat den Platz von { $who } übernommen
course-left = Endgültig gegangen: { $who }
course-came-late = { $who } kam später und nimmt teil
course-came-late-named = { $who }, { $name }, kam später und nimmt teil
course-took-place = { $who } hat den Platz von { $left } übernommen
course-took-place-named = { $who }, { $name }, hat den Platz von { $left } übernommen
course-again = Runde { $round } soll noch einmal gespielt werden
course-released = Alle dürfen { $parts } lesen, entschieden durch { $by } nach { $rule }
course-late-ballot = Später Stimmzettel erlaubt: { $form }, entschieden durch { $by } nach { $rule }
course-incident = { $entry } in { $interview }: { $detail }
course-incident-removed = Ein Vorfall mit einem Beitrag; die Einzelheiten wurden geschwärzt
course-questions-asked = Die Fragen am Ende von Durchgang { $trial } wurden gestellt
course-trial-closed = Durchgang { $trial } wurde geschlossen
course-matter-put = Streitfall { $matter } wurde der Jury vorgelegt
course-matter-vote-called = Abstimmung { $vote } wurde angesetzt, über Streitfall { $matter }
course-matter-coin-called = Ein Münzwurf wurde angesetzt, um Streitfall { $matter } zu entscheiden
course-vote-called = Abstimmung { $vote } wurde angesetzt, zwischen { $entries }
course-vote-closed = Abstimmung { $vote } wurde geschlossen
course-coin-called = Ein Münzwurf wurde angesetzt, zwischen { $entries }
course-coin-tossed = Münze { $coin } wurde geworfen
course-closed = Der Wettbewerb wurde geschlossen

# Die Eingriffe eines Schiedsrichters. $by ist ein Kürzel wie F1 oder organiser.
referee-did =
    { $by ->
        [organiser] Veranstalter: { $deed }
       *[other] { $by }: { $deed }
    }
referee-did-in-words =
    { $by ->
        [organiser] Veranstalter: { $deed } – { $words }
       *[other] { $by }: { $deed } – { $words }
    }
referee-did-something =
    { $by ->
        [organiser] Ein Veranstalter griff ein
       *[other] { $by } griff ein
    }
referee-warned = { $confederate } wurde verwarnt
referee-limited = { $confederate } wurde eingeschränkt: { $limit }
referee-lifted = Die Einschränkung von { $confederate } wurde aufgehoben
referee-muted = Die Vertrauensperson in { $conversation } wurde stummgeschaltet
referee-unmuted = Die Vertrauensperson in { $conversation } darf wieder sprechen
referee-held = Die Nachrichten der Vertrauensperson in { $conversation } wurden zurückgehalten
referee-let-go = Die in { $conversation } zurückgehaltenen Nachrichten wurden freigegeben
referee-struck = Äußerung { $number } von { $conversation } wurde gestrichen
referee-flagged = { $conversation } wurde bei Ereignis { $number } markiert
referee-noted = Notiz an die Veranstalter

# Die Liste „Zu erledigen“ der Veranstalter: jeweils die Sache, dann der nächste Schritt.
course-and-more = { $who } und { $count } weitere
course-page-closed = Keine Seite ist offen: { $who }.
course-page-closed-mend = Bitten Sie sie, die Adresse des Servers noch einmal im selben Browser zu öffnen. Geht das nicht, machen Sie eine Pause, oder ersetzen Sie die Person.
course-unanswered = { $who } antwortet { $judges } seit { $length } nicht.
course-unanswered-by-program-mend = Prüfen Sie seinen Zustand auf der Seite der Beiträge. Starten Sie das Programm neu, oder setzen Sie zwischen den Runden einen Ersatz ein.
course-unanswered-by-person-mend = Sehen Sie nach, ob es der Person gut geht. Sagen Sie nichts in Hörweite der Jury.
course-silent = Seit drei Minuten oder länger still: { $who }.
course-silent-mend = Fragen Sie, ob die Seite funktioniert. Fragen Sie nie nach der Unterhaltung.
course-ballots-due = Es fehlen Stimmzettel, und es bleibt weniger als eine Minute: { $who }.
course-ballots-due-mend = Verlängern Sie die Frist, oder erinnern Sie sie daran.
course-ballots-lost = Kein Stimmzettel, und die Zeit ist um: { $who }
course-ballots-lost-mend = erlauben Sie ihn nachträglich, wenn die Regeln es zulassen
course-not-joined = Nicht beigetreten: { $who }.
course-not-joined-mend = Geben Sie ihnen ihre Karten.
course-away = Beigetreten, aber keine Seite ist offen: { $who }.
course-away-mend = Bitten Sie sie, die Adresse des Servers noch einmal im selben Browser zu öffnen.
course-not-in-place = Die Seite ist offen, aber sie sind noch nicht auf ihrem Platz: { $who }.
# „Ich bin auf meinem Platz“ ist ein Knopf auf der Seite von Jury und Vertrauenspersonen.
course-not-in-place-mend = Bitten Sie sie, auf „Ich bin auf meinem Platz“ zu drücken.
course-not-ready = Nicht bereit: { $who }.
course-not-ready-mend = Prüfen Sie den Zustand auf der Seite der Beiträge, beheben Sie den Fehler, und starten Sie das Programm neu.
course-newcomer = Neu auf dem Platz und noch nicht beigetreten: { $who }.
course-newcomer-mend = Zeigen Sie die Karte, und geben Sie sie aus.
course-stopped = Stehen geblieben, ohne neu zu starten: { $who }.
course-stopped-mend = Starten Sie das Programm neu, oder setzen Sie zwischen den Runden einen Ersatz ein.
course-refereed = { $count ->
    [one] Ein Schiedsrichter hat etwas notiert oder eine Stelle markiert.
   *[other] Schiedsrichter haben { $count } Notizen oder Markierungen gemacht.
}
course-refereed-mend = Lesen Sie es, und entscheiden Sie, ob Sie eingreifen.
course-clocks-stopped = Pause: Die Uhren sind angehalten.
course-clocks-stopped-mend = Machen Sie weiter, sobald alle können.
course-to-draw = Alle sind beigetreten.
course-to-draw-mend = Losen Sie den Spielplan aus.
course-to-open = Für Runde { $round } sind alle bereit.
course-to-open-mend = Eröffnen Sie die Runde.
course-to-release = Der Wettbewerb ist beendet, sein Ergebnis nicht freigegeben.
course-to-release-mend = Verkünden Sie die Preise, sehen Sie die Texte durch, und geben Sie dann das Ergebnis frei.
course-behind = Der Tag liegt { $minutes } Minuten hinter dem Spielplan.
course-behind-mend = Kündigen Sie das neue Ende an, oder kürzen Sie eine Pause.

# Mitunterzeichner signieren neben dem Server Köpfe der Aufzeichnung und bemerken eine abweichende Geschichte.
course-cosigner-disagrees = Ein Mitunterzeichner hat eine andere Geschichte dieser Aufzeichnung gesehen: { $names }.
course-cosigner-disagrees-mend = Halten Sie den Wettbewerb an. Kopieren Sie den Datenordner unverändert, und vergleichen Sie beide Köpfe mit denen des Mitunterzeichners, bevor Sie weitermachen.
course-cosigners-missing =
    { $demanded ->
        [one] Die Regeln verlangen, dass { $demanded } Mitunterzeichner den letzten Kopf signiert, und { $signed } hat es getan. Es fehlen: { $names }.
       *[other] Die Regeln verlangen, dass { $demanded } Mitunterzeichner den letzten Kopf signieren, und { $signed } haben es getan. Es fehlen: { $names }.
    }
course-cosigners-missing-mend = Der Wettbewerb ist trotzdem geschlossen. Lassen Sie diesen Server laufen, und bitten Sie sie, `viva cosign` noch einmal auszuführen: Keine Prüfung bestätigt das Ergebnis, bis genug signiert haben.
course-cosigner-away = Ein Mitunterzeichner hat seit einer Minute nicht nachgesehen: { $names }.
course-cosigner-away-mend = Der Wettbewerb geht weiter, und der Mitunterzeichner signiert den Rest, wenn er zurück ist. Fragen Sie, ob `viva cosign` dort läuft.
course-witness-refuses = Der Zeuge { $name } signiert nicht: { $why }
course-witness-refuses-mend = Der Wettbewerb geht weiter, und der Server fragt erneut an. Prüfen Sie `witness` und `key` in der Wettbewerbsdatei, und ob der Betreiber den Schlüssel dieser Aufzeichnung hat (`/CONTEST/verifier.key`).

# Die Prüfungen vor einer Runde: ein Wort, der Befund und der nächste Schritt.
course-good = In Ordnung
course-amiss = Problem
course-unknown = Unbekannt
course-check-connected = { $here } von { $needed } Personen haben ihre Seite offen.
course-check-connected-mend = Bitten Sie die anderen, die Adresse des Servers in dem Browser zu öffnen, in dem sie beigetreten sind. Die Namen stehen oben.
course-check-programs = { $ready } von { $needed } Programmen wurden gestartet und haben geantwortet.
course-check-programs-mend = Prüfen Sie den Zustand auf der Seite der Beiträge, beheben Sie den Fehler, und starten Sie das Programm neu.
course-check-disk = { $megabytes } MB sind für die Aufzeichnung übrig.
course-check-disk-mend = Schaffen Sie Platz auf der Festplatte des Servers, bevor die Runde beginnt.
course-check-disk-unknown = Der Server kann nicht sehen, wie viel Platz für die Aufzeichnung übrig ist.
course-check-disk-unknown-mend = Der Speicher liegt auf einem anderen Rechner: Prüfen Sie dort die Festplatte.
# Ein Kopf ist die signierte Prüfsumme der Aufzeichnung in einem Augenblick.
course-check-unsigned = Noch ist kein Kopf der Aufzeichnung signiert. Die Aufzeichnung hat { $events } Ereignisse.
course-check-signed = Die Aufzeichnung wurde vor { $length } signiert; danach kamen { $events } Ereignisse.
course-check-signed-mend = Suchen Sie die Ursache im Log des Servers, und beheben Sie sie zuerst: Bis ein Kopf signiert ist, lassen sich Änderungen an der Aufzeichnung nicht nachweisen.
course-check-copied = Der Server kann nicht sehen, ob es eine Kopie der Daten gibt.
course-check-copied-mend = Kopien entstehen nicht von selbst: Kopieren Sie den Datenordner vor dem Tag und in jeder Pause auf eine andere Festplatte.
# Eine Zeitspanne, nach „vor“.
course-ago-moment = weniger als einer Minute
course-ago-minute = einer Minute
course-ago-minutes = { $minutes } Minuten
course-ago-hours = { $hours } Stunden

course-records-nothing = Der Server kann nichts aufzeichnen: Die Festplatte ist voll, oder seine Datenbank antwortet nicht. Schaffen Sie Platz auf der Festplatte mit dem Datenordner. Aufgezeichnetes ist sicher. Die Uhren sind angehalten, und Getipptes wartet, bis der Server es aufzeichnen kann.
course-disk-short = Auf der Festplatte des Servers sind nur noch { $megabytes } MB für die Aufzeichnung übrig. Bitte lassen Sie bald Platz schaffen.
course-disk-ending = Die Festplatte des Servers ist fast voll: { $megabytes } MB sind für die Aufzeichnung übrig. Schaffen Sie jetzt Platz, sonst wird Getipptes nicht gespeichert. Solange können Sie den Wettbewerb anhalten.

# Gründe, eine Bitte der Veranstalter abzulehnen.
course-no-such-entry = wählen Sie einen Beitrag dieses Wettbewerbs
course-no-reserve = wählen Sie einen Ersatz, der bereitsteht
course-no-part = `{ $part }` ist kein Teil der Aufzeichnung: Ein Teil schreibt sich wie `12/text`
course-no-private-part = die Aufzeichnung hat keinen privaten Teil `{ $part }`: `viva record review` und die Seite zum Durchlesen vor der Freigabe nennen die, die es gibt
course-no-texts = in der Aufzeichnung steht kein Text von { $who }, der sich herausnehmen ließe
course-beyond-consent = { $beyond }: Nehmen Sie sie vor der Freigabe heraus
course-read-already = die Texte von { $who } sind schon öffentlich: Nehmen Sie zuerst alle heraus
course-record-unread = die Aufzeichnung ließ sich nicht lesen: Prüfen Sie das Log des Servers
course-reveal-too-early = Preise werden verkündet, wenn der Wettbewerb geschlossen ist
course-no-such-step = Schritt { $shown } von { $last } wird gezeigt: Zeigen Sie { $next }, oder einen, der schon gezeigt wurde
course-server-failed = der Server konnte das gerade nicht: Versuchen Sie es gleich noch einmal
course-key-used = dieser Schlüssel wurde für etwas anderes verwendet: Geben Sie jeder Handlung einen eigenen
course-still-logged-in = es ist geschehen, aber die Person davor ist vielleicht noch angemeldet: Beenden Sie die Sitzung unter „Wer hereinkommt“

# Fehlende Angaben in einem Formular auf der Seite der Veranstalter.
organiser-say-who-decided = geben Sie an, wer entschieden hat
organiser-choose-entry = wählen Sie den Beitrag
organiser-say-phase = geben Sie an, welche Phase enden soll
organiser-write-minutes = schreiben Sie die Minuten als ganze Zahl von 1 bis 60
organiser-choose-reader = wählen Sie die Empfänger
organiser-choose-interview = wählen Sie das Interview, das enden soll
organiser-choose-left = wählen Sie die Person, die gegangen ist
organiser-choose-place = wählen Sie die Person, die ersetzt wird
organiser-say-role = geben Sie an, ob ein Jurymitglied oder eine Vertrauensperson gekommen ist
organiser-choose-broken = wählen Sie den Beitrag, der ausgefallen ist
organiser-choose-round = wählen Sie die Runde
organiser-choose-parts = wählen Sie die Teile, die freigegeben werden
organiser-choose-step = wählen Sie den Schritt, der gezeigt werden soll

organiser-rehearsal = Dies ist eine Probe: Der Text in der Datei des Wettbewerbs legt die Auslosung fest, und wer ihn kennt, kennt alle Plätze. Die Aufzeichnung und ihre Prüfungen weisen darauf hin.
organiser-tabs = Seiten der Veranstalter
organiser-desk = Pult
organiser-after = Nach dem Tag
organiser-needs-you = Zu erledigen
organiser-needs-nothing = Alles in Ordnung
organiser-sure = { $what }?
# Beschriftungen, die viele Formulare haben.
organiser-reason = Grund, für die Aufzeichnung
organiser-told = Mitteilung an alle (freiwillig)
organiser-told-note = Jury und Vertrauenspersonen lesen dies sofort. Verraten Sie nicht, wer ein Mensch und wer ein Programm ist.
organiser-entry = Beitrag
organiser-decided-by = Entschieden durch
organiser-rule = Nach welcher Regel, etwa „Regel { $number }“
organiser-round = Steuerung der Runde
organiser-draw = Spielplan auslosen
organiser-draw-sure = Den Spielplan jetzt auslosen? Das lässt sich nicht rückgängig machen.
organiser-draw-note = Die Auslosung bestimmt Begegnungen und Plätze. Sie verbindet ein Geheimnis, auf das sich der Server festgelegt hat, mit einem Text von allen, die beitreten. Danach starten die Programme, und Handzettel lassen sich drucken.
organiser-draw-anyway = auch wenn jemand noch nicht beigetreten ist
organiser-joined-all = Alle sind beigetreten und in der Auslosung.
organiser-joined-not = Noch nicht in der Auslosung: { $who }.
organiser-in-place-for = { $ready } von { $needed } sind für Runde { $round } auf ihrem Platz.
organiser-open-round = Runde { $round } eröffnen
organiser-open-anyway = auch wenn jemand fehlt
organiser-gate-well = Kein Problem gefunden
organiser-gate-amiss = Einige Prüfungen haben ein Problem gefunden
organiser-after-later = Freigeben können Sie, sobald der Wettbewerb beendet ist.
# Der nächste Schritt nach dem Ende, als Schaltfläche.
organiser-next-reveal = Preise verkünden
organiser-next-release = Prüfen und freigeben
organiser-closed = Der Wettbewerb ist geschlossen.
# Drei Links danach.
organiser-closed-results = Ergebnisse
organiser-closed-record = die Aufzeichnung
organiser-closed-review = die Texte durchsehen
organiser-released-all = Alle dürfen das Ergebnis, die Mitschriften und die Aufzeichnung lesen.
organiser-released-none = Noch dürfen nur Sie sie lesen.
organiser-released = Alle dürfen { $parts } lesen.
organiser-release-note = Lesen Sie zuerst die Texte. { $code }viva record redact{ $code_end } nimmt private Texte aus der Aufzeichnung.
organiser-release = Freigeben
organiser-release-overtakes = Die Preisverkündung ist bei Schritt { $step } von { $last }: Eine Freigabe zeigt alles auf einmal.
organiser-release-sure = Freigeben? Das lässt sich nicht rückgängig machen.
organiser-release-parts = Teile, die freigegeben werden
organiser-release-two = das Ergebnis und die Mitschriften
organiser-release-three = das Ergebnis, die Mitschriften und die Aufzeichnung
organiser-end-talk = Die Gespräche jetzt beenden
organiser-end-round = Die Runde jetzt schließen
organiser-end-trial = Den Durchgang jetzt schließen
organiser-end-contest = Den Wettbewerb jetzt schließen
organiser-end-vote = Die Abstimmung jetzt schließen
organiser-vote-between = Die Jury stimmt ab zwischen { $entries }.
organiser-vote-missing = Es fehlen: { $who }.
organiser-ballots-in = Alle Stimmzettel sind da.
organiser-ballots-missing = Es fehlen Stimmzettel von { $who }.
# Das Schicksal ausgefüllter, nicht abgegebener Stimmzettel. $count ist die Zahl der Personen in $who.
organiser-draft-counts =
    { $count ->
        [one] { $who } hat einen vollständigen Entwurf, der zählen wird.
       *[other] { $who } haben vollständige Entwürfe, die zählen werden.
    }
organiser-draft-incomplete =
    { $count ->
        [one] { $who } hat einen unvollständigen Entwurf, der verloren geht.
       *[other] { $who } haben unvollständige Entwürfe, die verloren gehen.
    }
organiser-draft-lapses =
    { $count ->
        [one] { $who } hat einen Entwurf, der verloren geht: Hier zählen nur abgegebene Stimmzettel.
       *[other] { $who } haben Entwürfe, die verloren gehen: Hier zählen nur abgegebene Stimmzettel.
    }
organiser-draft-empty =
    { $count ->
        [one] { $who } hat nichts ausgefüllt.
       *[other] { $who } haben nichts ausgefüllt.
    }
organiser-why = Grund der Pause
organiser-why-button = Grund aufzeichnen
organiser-resume = Weiter
organiser-resume-note = Lassen Sie die Uhren weiterlaufen, wenn alle wieder auf ihrem Platz sind.
organiser-wait = Länger warten
organiser-wait-button = Den Countdown anhalten
organiser-pause-now = Jetzt alles anhalten
organiser-pause-now-note = Den Grund können Sie danach angeben.
organiser-more = Verlängern, mit Grund anhalten
organiser-pause = Mit Grund anhalten
organiser-pause-button = Anhalten
organiser-extend = Die Frist verlängern
organiser-extend-minutes = Minuten
organiser-extend-button = Verlängern
organiser-abort = Ein Interview beenden
organiser-abort-sure = Dieses Interview beenden?
organiser-abort-interview = Interview
organiser-abort-button = Interview beenden
# Ein Jurymitglied mit den Zeugen eines Interviews: „J1 mit E1 an Terminal 3 und C2“.
organiser-judge-with = { $judge } mit { $witnesses }
organiser-at-terminal = { $witness } an Terminal { $terminal }
organiser-and = { $first } und { $then }
organiser-end-or-replay = Beenden oder wiederholen
organiser-matter = Der Jury einen Streitfall vorlegen
organiser-matter-words = Eine Frage mit der Antwort Ja oder Nein
organiser-matter-note = Die Jury antwortet, wenn alle Stimmzettel vorliegen. Mehr als die Hälfte entscheidet; sonst entscheidet die Münze, sofern die Regeln eine haben. Sie setzen die Antwort um. Schreiben Sie nie, wer ein Programm und wer ein Mensch ist.
organiser-matter-button = Die Jury fragen
organiser-vote-matter = Die Jury stimmt über Streitfall { $matter } ab.
access-did-put-matter = hat der Jury einen Streitfall vorgelegt
organiser-tell = Mitteilung senden
# Eine Person mit Titel und Namen: „Jurymitglied 2, Ada“.
organiser-called = { $title }, { $name }
organiser-tell-to = Empfänger
organiser-tell-everybody = alle
organiser-tell-judges = die ganze Jury
organiser-tell-confederates = alle Vertrauenspersonen
organiser-tell-referees = alle Schiedsrichter
organiser-tell-words = Mitteilung
organiser-tell-note = Die Mitteilung erscheint sofort auf ihren Seiten, bleibt bis zur nächsten Runde und kommt in die Aufzeichnung. Programme erhalten sie nicht. Schreiben Sie nie, wer ein Programm und wer ein Mensch ist.
organiser-tell-button = Mitteilung senden
organiser-out = Eine Person ersetzen oder hinzufügen
organiser-leave = Eine Person herausnehmen
organiser-leave-sure = Den Rest des Wettbewerbs ohne diese Person planen? Das lässt sich nicht rückgängig machen.
organiser-leave-note = Die übrigen Runden werden ohne diese Person neu geplant. Gespielte Runden bleiben.
organiser-leave-note-before-draw = Ausgelost wird ohne diese Person.
organiser-leave-who = Person
organiser-leave-button = Person herausnehmen
organiser-leave-later = Zwischen zwei Runden können Sie eine Person herausnehmen.
organiser-replace = Eine Person ersetzen
organiser-replace-sure = Diese Person ersetzen? Sie wird abgemeldet.
organiser-replace-note = Das Kürzel bleibt, mit seinen Nachrichten und Antworten. Zeigen Sie danach die Karte der neuen Person.
organiser-replace-who = Person, die ersetzt wird
organiser-replace-name = Name der neuen Person
organiser-replace-button = Person ersetzen
organiser-admit = Eine Person hinzufügen
organiser-admit-sure = Den Rest des Wettbewerbs mit dieser Person planen? Das lässt sich nicht rückgängig machen.
organiser-admit-note = Die neue Person nimmt von der nächsten Runde an teil, sofern die Regeln Platz lassen. Die übrigen Runden werden neu geplant.
organiser-admit-as = Rolle
organiser-admit-judge = Jurymitglied
organiser-admit-confederate = Vertrauensperson
organiser-admit-button = Person hinzufügen
organiser-take-over = Ein Ersatzprogramm einsetzen
organiser-take-over-sure = Dieses Programm gegen den Ersatz austauschen? Das lässt sich nicht rückgängig machen.
organiser-take-over-note = Von der nächsten Runde an übernimmt der Ersatz alle Plätze des Programms. Gespielte Runden bleiben.
organiser-take-over-which = Programm, das ersetzt wird
organiser-take-over-reserve = Ersatz
organiser-take-over-button = Ersatz einsetzen
organiser-again = Eine Runde wiederholen
organiser-again-sure = Diese Runde wiederholen? Ihre Unterhaltungen und Stimmzettel zählen dann nicht.
organiser-again-note = Sie kommt als Nächstes noch einmal, mit denselben Personen auf denselben Plätzen. Der erste Durchlauf bleibt in der Aufzeichnung, zählt aber nicht.
organiser-again-round = Runde
organiser-again-button = Runde wiederholen
# $ruling ist die Überschrift des Formulars.
organiser-ruling-sure = { $ruling }? Alle können es in der Aufzeichnung lesen.
organiser-disqualify = Einen Beitrag disqualifizieren
organiser-disqualify-note = Der Beitrag spricht auf seinen Plätzen weiter, damit die Jury nichts davon merkt. Er bekommt keinen Rang und keinen Preis.
organiser-disqualify-note-after-close = Er verliert seinen Rang und seine Preise; die hinter ihm rücken auf.
organiser-reinstate = Eine Disqualifikation zurücknehmen
organiser-reinstate-note = Er bekommt seinen Rang zurück.
organiser-late-ballot = Späten Stimmzettel erlauben
organiser-late-ballot-note = Der Bogen kann bis zum Abschluss des Wettbewerbs ausgefüllt werden. Die Entscheidung und der späte Stimmzettel kommen in die Aufzeichnung.
organiser-late-ballot-which = Stimmzettel
organiser-choose-late = wählen Sie einen Stimmzettel
organiser-rule-on-result = Über das Ergebnis entscheiden
organiser-rule-on-result-note = Nach dem Schluss ändern nur noch Entscheidungen den Wettbewerb. Jede Entscheidung zählt das Ergebnis neu; frühere Ergebnisse bleiben lesbar.
organiser-public = Öffentliche Seiten
organiser-public-programme = Das Programm des Wettbewerbs
organiser-public-screen = { $screen }Große Leinwand{ $screen_end } ({ $light }hell{ $light_end } · { $dark }dunkel{ $dark_end })
organiser-public-note = Mitteilungen und Hinweise zu Pausen erscheinen auch auf der Leinwand.
organiser-reveal = Die Preisverkündung
# $shows nennt die Preise auf der Leinwand.
organiser-reveal-shows = Schritt { $step } von { $last }: Die Leinwand zeigt { $shows }.
organiser-reveal-sure = Das Publikum sieht es sofort auf der Leinwand.
organiser-reveal-next = Zeigen: { $next }
organiser-reveal-done = Alles ist verkündet.
organiser-reveal-back = Einen Schritt zurück
organiser-reveal-note = Wer die Adresse der Leinwand hat, sieht sie. Die Seite mit den Ergebnissen bleibt geschlossen, bis Sie sie freigeben.
organiser-reveal-note-released = Wer die Adresse der Leinwand hat, sieht sie. Sie haben das Ergebnis freigegeben: Alle können die Seite mit den Ergebnissen lesen.
organiser-own-part = Ihr Teil der Auslosung
organiser-handouts = Handzettel
organiser-handouts-begin = Die erste Runde beginnt um
organiser-handouts-button = Seiten zum Drucken speichern
organiser-handouts-none = Handzettel gibt es von der Auslosung bis zum Beginn der letzten Runde.
organiser-handouts-note = Eine Seite für jede Person, mit Zeiten und Plätzen. Die erste ist Ihre und zeigt, wer wer ist.
organiser-incidents = Vorfälle
organiser-incidents-none = Keine.
organiser-rulings = Entscheidungen
organiser-ruling-for = { $ruling }: { $reason }
organiser-reason-removed = der Grund wurde geschwärzt
organiser-referees = Schiedsrichter
organiser-timetable = Zeitplan
organiser-in-time = Der Tag liegt in der Zeit.
organiser-behind-a-minute = Der Tag liegt eine Minute zurück.
organiser-behind = Der Tag liegt { $minutes } Minuten zurück.
organiser-expected = Voraussichtliches Ende: { $time }{ $clock }{ $time_end }, falls nichts dazwischenkommt.
organiser-timetable-round = Runde
organiser-timetable-planned = Geplant
organiser-timetable-began = Begonnen
organiser-timeline = Verlauf
organiser-timeline-note = Alle Ereignisse bisher mit ihren Gründen, das Neueste zuerst, in { $zone }. Die Einzelheiten stehen in der Aufzeichnung.
organiser-timeline-label = Ereignisse bisher
organiser-timeline-told = Mitteilung: { $words }
organiser-people = Personen
organiser-who = Wer
organiser-name = Name
organiser-link = Einladung
organiser-link-used = Beigetreten
organiser-link-open = Karte unbenutzt
organiser-page = Seite
organiser-page-here = da
organiser-page-away = weg
organiser-in-place = Auf dem Platz
organiser-in-place-ready = bereit
organiser-in-place-gone = gegangen
organiser-in-place-watches = sieht zu
organiser-in-place-rests = setzt aus
organiser-ballot = Stimmzettel
organiser-ballot-sealed = abgegeben
organiser-ballot-missing = fehlt
organiser-script = Skript
organiser-cards = Zugangskarten
organiser-cards-whose = Karten
organiser-cards-not-joined = für alle, die noch nicht beigetreten sind
organiser-cards-of = für { $who }, { $name }
organiser-cards-button = Karten zeigen
organiser-access = Wer hereinkommt: Sitzungen, Veranstalter, Passwort
organiser-entries = Beiträge
organiser-entries-protocol = Protokoll
organiser-entries-program = Programm
organiser-entries-kept-apart = Sandbox
organiser-entries-on-record = In der Aufzeichnung
organiser-entries-used = Verbraucht
organiser-entries-disqualified = disqualifiziert
organiser-entries-changed = geändert
# Der Zustand eines Programms; andere Worte sind Arten von Vorfällen wie in der Aufzeichnung.
organiser-state-none = nicht gestartet
organiser-state-starting = startet
organiser-state-ready = bereit
organiser-state-full = hat die Grenze einer Unterhaltung erreicht
# So viele seiner Verbindungen sind in diesem Zustand.
organiser-state-of-many = { $state } ({ $count })
organiser-files-and-settings = { $files }, { $settings }
organiser-files =
    { $count ->
        [one] { $count } Datei
       *[other] { $count } Dateien
    }
organiser-settings =
    { $count ->
        [one] { $count } Einstellung
       *[other] { $count } Einstellungen
    }
# Der Verbrauch eines Programms an einem Sprachmodell: Anfragen, Token hinein und heraus.
organiser-spent = { $requests }, { $prompt } + { $completion } Token
organiser-spent-and-cost = { $requests }, { $prompt } + { $completion } Token, { $cost }
organiser-requests =
    { $count ->
        [one] { $count } Anfrage
       *[other] { $count } Anfragen
    }
organiser-restart = Ein Programm neu starten
organiser-restart-sure = Das Programm neu starten? Die bisherige Unterhaltung geht ihm verloren.
organiser-restart-button = Programm neu starten
organiser-interviews-now = Interviews dieser Runde
organiser-interviews-next = Interviews der nächsten Runde
organiser-interviews = Interviews
organiser-interviews-judge = Jurymitglied
organiser-interviews-with = Zeugen
organiser-interviews-state = Stand
# Der Stand eines Interviews auf der Tafel.
organiser-interview-waiting = wartet
organiser-interview-ready = bereit
organiser-interview-not-begun = nicht begonnen
organiser-interview-talking = im Gespräch
organiser-interview-paused = angehalten
organiser-interview-away = Seite geschlossen
organiser-interview-stopped = ausgefallen
organiser-interview-ballot-missing = Stimmzettel fehlt
organiser-interview-submitted = abgegeben
organiser-interview-over = vorbei
organiser-interviews-incidents = Vorfälle
organiser-first-words = erste Worte { $which }
organiser-interviews-ended = beendet
# Zeilen von Jurymitglied und Zeuge, und die Zeit seit ihrem letzten Lebenszeichen: 2:05 oder ein Strich.
organiser-talk = { $asked }/{ $answered }, vor { $last }
organiser-talk-read =
    { $count ->
        [one] { $read } von { $count } Redebeitrag beurteilt
       *[other] { $read } von { $count } Redebeiträgen beurteilt
    }
# Die ersten Worte eines Zeugen: die von den Regeln vorgegebenen oder andere.
organiser-first-words-well = wie in den Regeln
organiser-first-words-others = andere
organiser-timing = Zeitverhalten
organiser-timing-so-far = Bisher { $late }.
organiser-timing-note = Hier bestimmt der Zeuge selbst den Beginn; das kann Menschen von Programmen unterscheiden. Vor dem Ende des Wettbewerbs sehen nur Sie dies.

# Die Seite eines Schiedsrichters.
referee-what-you-do = Ihre Aufgabe
referee-reads-all = Während einer Runde lesen Sie hier die Unterhaltungen mit, so wie sie getippt werden. Sie dürfen eine Vertrauensperson verwarnen, ihre Nachrichten einschränken oder sie in einem Interview stummschalten. Sie dürfen einen Augenblick für die Veranstalter markieren und den Veranstaltern schreiben.
referee-reads-confederates = Während einer Runde lesen Sie hier die Unterhaltungen der Vertrauenspersonen mit, so wie sie getippt werden. Sie dürfen eine Vertrauensperson verwarnen, ihre Nachrichten einschränken oder sie in einem Interview stummschalten. Sie dürfen einen Augenblick für die Veranstalter markieren und den Veranstaltern schreiben.
referee-may-hold = Nachrichten der Vertrauenspersonen erreichen das Jurymitglied mit einer Verzögerung. Bis dahin dürfen Sie sie anhalten oder streichen.
referee-unseen = Die Jury erfährt nichts von Ihren Eingriffen. Alle kommen in die Aufzeichnung. Stimmzettel sehen Sie nicht.
# Eine Unterhaltung, mit Kürzeln.
referee-conversation = { $witness } mit { $judge }
referee-conversation-at = { $witness } mit { $judge }, Terminal { $terminal }
referee-ended = von den Veranstaltern beendet
referee-is-muted = stummgeschaltet
referee-is-held = zurückgehalten
referee-waiting = Dem Jurymitglied noch nicht gezeigt
referee-strike-why = Grund, für die Vertrauensperson und die Aufzeichnung
referee-strike = Streichen
referee-release = Zurückgehaltenes freigeben
referee-hold = Nachrichten zurückhalten
referee-unmute = Stummschaltung aufheben
referee-mute = Stummschalten
referee-mute-button = In diesem Interview stummschalten
referee-told = Mitteilung an die Vertrauensperson
referee-flag = Diesen Augenblick markieren
referee-flag-what = Notiz, für die Veranstalter und die Prüfer der Aufzeichnung
referee-flag-button = Augenblick markieren
referee-confederates = Vertrauenspersonen
referee-limit-of = { $confederate }: { $limit }
referee-lift = Einschränkung von { $confederate } aufheben
referee-warn = Verwarnen
referee-warn-note = Nur die Vertrauensperson sieht sie, und zwar sofort.
referee-whom = Vertrauensperson
referee-warning = Die Verwarnung
referee-limit = Einschränken
referee-limit-note = Die Einschränkung gilt in jedem Interview und ersetzt jede frühere, bis Sie sie aufheben. Lassen Sie ein Feld leer, wenn dort nichts eingeschränkt werden soll.
referee-limit-characters = Zeichen je Nachricht, höchstens
referee-limit-seconds = Sekunden zwischen zwei Nachrichten, mindestens
referee-to-organiser = An die Veranstalter
referee-note = Eine Notiz, für die Veranstalter und die Aufzeichnung
referee-note-button = Notiz senden
referee-thanks = Vielen Dank
referee-closed = Der Wettbewerb ist geschlossen. { $link }Zu den Ergebnissen{ $link_end }.
referee-done = Bisherige Eingriffe
referee-done-nothing = Keine.

# Der Link zurück, auf der Seite vor einer Handlung, die sich nicht rückgängig machen lässt.
access-leave = Abbrechen

# Karten mit Zugangslinks, zum Drucken oder Zeigen.
access-cards = Zugangskarten
access-cards-note = Drucken Sie diese Seite, oder zeigen Sie sie. Jede Karte lässt eine Person herein, einmal. Sie können die Karten jederzeit wieder zeigen; eine Karte bleibt gleich, bis Sie sie ersetzen.
access-back = Zurück zum Pult
access-cards-lost = Karten, die sich nicht noch einmal zeigen lassen
access-cards-lost-note = Eine frühere Version oder ein anderer Schlüssel hat diese Karten erzeugt. Sie gelten weiterhin.
access-cards-replace-lost = Die Karte ersetzen …
access-cards-none = Alle sind beigetreten.
access-card-qr = QR-Code des Zugangslinks von { $who }
access-card-how = Scannen Sie den Code, oder öffnen Sie { $address }{ $host }{ $address_end } und tippen Sie
# Eine Linie zum Beschriften: Name und Passwort des Netzes.
access-card-wifi = WLAN und Passwort:
access-card-link = Diese Karte hier öffnen
access-card-replace = Diese Karte ersetzen …

# Wer hereinkommt: Sitzungen, Veranstalter, Token von Programmen, Passwörter und Passkeys.
access-title = Wer hereinkommt
access-you-are = Sie sind { $name }.
access-organiser = Veranstalter
access-organiser-number = Veranstalter { $number }
access-token-of = Das Token von { $name }
access-token-note = Es wird nur dieses eine Mal gezeigt und lässt jeden herein, der es hat. Verwahren Sie es wie ein Passwort. Das Programm sendet es als Header { $code }Authorization: Bearer …{ $code_end }.
access-sessions = Sitzungen
access-sessions-note = Zeiten sind in { $zone }. Nach dem Ende einer Sitzung braucht die Person eine neue Karte oder ein Passwort.
access-who = Wer
access-name = Name
access-since = Seit
access-seen = Zuletzt gesehen
access-what-can-be-done = Aktionen
access-own-session = Sie, hier
access-end = Beenden …
access-end-session = Diese Sitzung von { $who } beenden
access-organisers = Veranstalter
access-organisers-note = Alle Veranstalter haben hier dieselben Rechte. Die Aufzeichnung kennt nur einen Veranstalter; die Liste unten nennt zu jeder Handlung die Person.
access-card = Karte
access-card-used = Beigetreten
access-card-open = Karte unbenutzt
access-card-of = Karte von { $name }
access-password = Passwort
access-password-set = gesetzt
access-password-none = keines
access-remove = Entfernen …
access-remove-organiser = { $name } entfernen
access-add = Veranstalter hinzufügen
access-add-button = Karte erzeugen
access-tokens = Programme mit Zugang
access-tokens-note = Eine Anzeige an der Wand oder ein Skript, das Runden eröffnet, braucht ein eigenes Token. Das Token liest die Daten der Veranstalter oder handelt auch. { $link }Die OpenAPI-Beschreibung{ $link_end } nennt die Anfragen.
access-token-may = Rechte
access-token-reads = lesen
access-token-acts = lesen und handeln
access-end-token = Das Token von { $name } beenden
access-token-name = Name des Programms
access-token-it-may = Rechte
access-token-make = Token erzeugen
access-own-password = Ihr Passwort
access-own-password-set = Sie haben eines. Ein neues Passwort ersetzt es und beendet Ihre Sitzungen in anderen Browsern.
access-own-password-none = Mit einem Passwort melden Sie sich in jedem Browser ohne Karte an, unter { $link }{ $address }{ $link_end }.
access-new-password = Neues Passwort, mit mindestens { $least } Zeichen
access-set-password = Passwort setzen
access-passkeys = Passkeys
access-passkeys-note = Mit einem Passkey melden Sie sich an, wie Sie Ihr Gerät entsperren, ohne Passwort, unter { $link }{ $address }{ $link_end }.
access-passkey-whose = Inhaber
access-remove-passkey = Den Passkey { $name } entfernen
access-passkey-name = Name eines neuen Passkeys auf diesem Gerät
access-passkey-add = Passkey hinzufügen
access-passkey-no-script = Zum Hinzufügen eines Passkeys sind Skripte nötig: Schalten Sie sie in diesem Browser ein.
access-deeds = Handlungen der Veranstalter
access-deeds-none = Noch keine.

# Die Handlungen eines Veranstalters, nach dem Namen: „Ada hat eine Pause gemacht“.
access-did-draw = hat den Spielplan ausgelost
access-did-open-round = hat eine Runde eröffnet
# Runden mit Kürzel: R2.
access-did-end-talk = hat die Gespräche von { $round } beendet
access-did-close-round = hat { $round } geschlossen
access-did-close-trial = hat Durchgang { $trial } geschlossen
access-did-close-vote = hat Abstimmung { $vote } geschlossen
access-did-pause = hat eine Pause gemacht
access-did-resume = hat die Uhr weiterlaufen lassen
access-did-extend = hat die Frist um { $length } Minuten verlängert
access-did-announce =
    { $to ->
        [everybody] hat allen etwas mitgeteilt
        [judges] hat der Jury etwas mitgeteilt
        [confederates] hat den Vertrauenspersonen etwas mitgeteilt
        [referees] hat den Schiedsrichtern etwas mitgeteilt
       *[other] hat { $to } etwas mitgeteilt
    }
access-did-abort = hat { $interview } beendet
access-did-replan = hat die übrigen Runden neu geplant
access-did-replace = hat die Person auf dem Platz von { $who } ersetzt
access-did-disqualify = hat { $entry } disqualifiziert
access-did-reinstate = hat die Disqualifikation von { $entry } zurückgenommen
access-did-allow-late = hat { $who } erlaubt, { $form } später abzugeben
access-did-release = hat { $parts } freigegeben
access-did-take-out =
    { $count ->
        [one] hat { $count } privaten Teil herausnehmen lassen
       *[other] hat { $count } private Teile herausnehmen lassen
    }
access-did-erase = hat alle Texte von { $who } herausnehmen lassen
access-did-rename = hat { $who } ein Pseudonym gegeben
access-did-record-consent = hat die Einwilligung von { $who } festgehalten
access-did-reveal = hat Schritt { $step } der Preisverkündung gezeigt
access-did-step-in = hat als Schiedsrichter eingegriffen
access-did-restart = hat { $entry } neu gestartet
access-did-replace-card = hat die Karte von { $who }, { $name }, ersetzt
access-did-end-session = hat eine Sitzung von { $who }, { $name }, beendet
access-did-add-organiser = hat { $name } als Veranstalter hinzugefügt
access-did-remove-organiser = hat { $name } aus den Veranstaltern entfernt
access-did-make-token = hat ein Token für { $name } erzeugt
access-did-end-token = hat das Token von { $name } beendet
access-did-set-password = hat ein Passwort gesetzt
access-did-set-password-of = hat das Passwort von { $name } gesetzt
access-did-add-passkey = hat den Passkey { $name } hinzugefügt
access-did-remove-passkey = hat den Passkey { $name } entfernt
access-did-log-in = hat sich mit dem Passwort angemeldet
access-did-log-in-by-passkey = hat sich mit dem Passkey { $name } angemeldet

# Die Fragen vor dem Entzug eines Zugangs.
access-end-session-sure = Diese Sitzung von { $who }, { $name }, beenden?
access-end-session-own = Es ist Ihre Sitzung in diesem Browser.
access-end-session-closes = Die Seite schließt sich innerhalb von 15 Sekunden.
access-end-session-back-organiser = Wieder anmelden kann sich die Person mit dem Passwort oder einer neuen Karte.
access-end-session-back = Zurück kommt die Person nur mit einer neuen Karte vom Pult.
access-end-session-stays = Nachrichten und Stimmzettel bleiben.
access-end-session-button = Sitzung beenden
access-remove-organiser-sure = { $name } aus den Veranstaltern entfernen?
access-remove-organiser-ends = Karte, Passwort und Sitzungen enden.
access-remove-organiser-stays = Ihre Handlungen bleiben bestehen.
access-remove-button = Entfernen
access-end-token-sure = Das Token von { $name } beenden?
access-end-token-ends = Das Programm verliert seinen Zugang. Seine Handlungen bleiben bestehen.
access-end-token-button = Token beenden
access-remove-passkey-sure = Den Passkey { $name } entfernen?
access-remove-passkey-ends = Mit diesem Passkey meldet sich niemand mehr an. Offene Sitzungen bleiben: Sie lassen sich weiter oben beenden.

# Fehler dieser Seite.
access-bad-name = Schreiben Sie einen Namen von 1 bis 100 Zeichen.
access-organiser-known = Es gibt schon einen Veranstalter mit diesem Namen: Sehen Sie nach der Karte in der Tabelle.
access-organisers-too-many = Der Wettbewerb hat die höchste Zahl von Veranstaltern: Entfernen Sie zuerst einen.
access-organiser-stays = Sie können weder sich selbst noch den Veranstalter aus der Datei des Wettbewerbs entfernen.
access-password-length = Ein Passwort hat { $least } bis { $most } Zeichen.
access-password-name = Das Passwort darf den Namen seines Inhabers nicht enthalten: Wählen Sie ein anderes.
access-no-organiser = Dieser Wettbewerb hat keinen Veranstalter mit diesem Namen. Wählen Sie aus: { $names }.
access-not-saved = Es ließ sich nicht speichern: { $why }
access-token-bad-name = der Name eines Tokens hat 1 bis { $most } Zeichen
access-token-known = es gibt ein Token mit diesem Namen: Entfernen Sie es zuerst, oder wählen Sie einen anderen Namen
access-tokens-too-many = es gibt { $most } Token, mehr sind nicht möglich: Entfernen Sie zuerst eines
access-passkey-bad-name = Geben Sie dem Passkey einen Namen von 1 bis { $most } Zeichen.
access-passkeys-too-many = Sie haben { $most } Passkeys, mehr sind nicht möglich: Entfernen Sie zuerst einen.
access-too-often = Gerade kamen zu viele Anfragen. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.
access-passkey-too-late = Das dauerte zu lange oder wurde zweimal gesendet. Versuchen Sie es noch einmal.
access-passkey-unknown = Dieser Passkey gehört keinem Veranstalter dieses Wettbewerbs: Melden Sie sich anders an.
# $why ist die Meldung des Geräts oder seiner Bibliothek, auf Englisch.
access-passkey-refused = Der Passkey wurde nicht angenommen ({ $why }). Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.
access-passkey-not-kept = Der Passkey ließ sich nicht speichern. Versuchen Sie es noch einmal.
access-server-failed = Der Server konnte das gerade nicht. Versuchen Sie es gleich noch einmal.

# Die Seite, auf der sich ein Veranstalter anmeldet.
access-login = Anmelden
access-login-heading = Als Veranstalter anmelden
access-login-name = Ihr Name in diesem Wettbewerb
access-login-passkey = Mit einem Passkey anmelden
access-login-note = Verwenden Sie den Namen von der Schaltfläche, mit der Sie beigetreten sind. Jury und Vertrauenspersonen treten mit ihren Karten bei. Ohne Passwort bitten Sie die Person, die den Server betreut, um einen neuen Link.
access-login-front = Startseite
access-login-too-many = Es gab zu viele falsche Passwörter. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.
access-login-wrong = Name und Passwort passen nicht zusammen. Schreiben Sie den Namen so wie auf der Schaltfläche, mit der Sie beigetreten sind.

## Refusals, ways in, printed cards and handouts: refused-, way-, card-, handout-

refused-not-yours = das ist nicht Ihre Aufgabe
refused-opened-already = der Wettbewerb ist bereits eröffnet
refused-not-opened = der Wettbewerb ist noch nicht eröffnet: warten Sie auf den Veranstalter
refused-cannot-draw = der Wettbewerb kann nicht ausgelost werden: { $why }
refused-not-all-joined = es sind noch nicht alle da (es fehlt: { $missing }); warten Sie, oder losen Sie trotzdem aus
refused-not-drawn = der Spielplan ist noch nicht ausgelost: losen Sie ihn zuerst aus
refused-drawn-already = der Spielplan ist bereits ausgelost
refused-too-late-to-contribute = die Auslosung ist geschehen: sie nimmt keine Beiträge mehr an
refused-contributed-already = Sie haben schon beigetragen: Ihr Text bleibt
refused-not-first = andere haben schon beigetragen: Veranstalter und Komitee kommen zuerst, damit sie nicht als Letzte wählen können
refused-bad-contribution = tragen Sie eine Zeile von 1 bis { $most } Zeichen bei
refused-closed = der Wettbewerb ist beendet: jetzt werden nur noch Entscheidungen über sein Ergebnis aufgezeichnet
refused-not-all-ready = es sind noch nicht alle bereit (es fehlt: { $missing }); warten Sie, oder eröffnen Sie die Runde trotzdem
refused-no-round = keine Runde läuft: warten Sie, bis der Veranstalter sie eröffnet
refused-round-over = Runde { $round } ist vorbei: das kam zu spät und wurde nicht aufgezeichnet
refused-talk-over = die Gesprächszeit ist vorbei: das kam zu spät und wurde nicht aufgezeichnet
refused-round-running = eine Runde läuft noch: schließen Sie sie zuerst
refused-moved-on = der Wettbewerb ist inzwischen weiter: laden Sie die Seite neu
refused-overtaken = eine spätere Taste wurde vor dieser aufgezeichnet: tippen Sie sie noch einmal
refused-paused = der Wettbewerb pausiert: warten Sie, bis er weitergeht, und senden Sie es dann noch einmal
refused-not-paused = der Wettbewerb pausiert nicht
refused-stood-otherwise = die Uhren des Wettbewerbs standen nicht so still, wie es hier steht
refused-nothing-lost = es gingen keine Ereignisse so verloren, wie es hier steht
refused-interview-ended = der Veranstalter hat dieses Interview beendet: dafür wird kein Stimmzettel verlangt
refused-verdict-given = dieses Interview ist vorbei: das Urteil ist gefällt
refused-resting = Sie haben in dieser Runde kein Interview: bitte warten Sie auf die nächste
refused-judge-begins = das Jurymitglied beginnt: bitte warten Sie auf die ersten Worte
refused-opening-first = beginnen Sie buchstabengetreu mit den Worten, die die Regeln Ihnen geben: { $words }
refused-too-fast = zu schnell: höchstens { $most } Tasten in der Sekunde werden übertragen; senden Sie es langsamer noch einmal
refused-too-long = zu lang: diese Unterhaltung hat ihre { $most } Tastenanschläge erreicht
refused-ballot-not-open = der Stimmzettel öffnet sich, wenn die Gesprächszeit vorbei ist
refused-end-ballots-not-open = die Fragen zum Schluss öffnen sich nach der letzten Runde
refused-not-your-turn = Sie sind nicht an der Reihe: warten Sie auf die Antwort
refused-wrong-medium = dieser Wettbewerb überträgt das nicht: { $why }
refused-nothing-said = schreiben Sie zuerst etwas
refused-too-many-characters = zu lang: höchstens { $most } Zeichen werden auf einmal übertragen; kürzen Sie es und senden Sie es noch einmal
refused-too-many-said = { $unit ->
    [lines] diese Unterhaltung hat ihre { $most } Zeilen erreicht
   *[messages] diese Unterhaltung hat ihre { $most } Nachrichten erreicht
}
refused-nothing-shown = unter diesem Regelwerk werden keine Dateien gezeigt: schreiben Sie
refused-kind-not-shown = unter diesem Regelwerk zeigt ein Jurymitglied { $kinds }, und nichts sonst
refused-no-attachment = das ist weder Bild noch Ton noch Video: wählen Sie eine andere Datei
refused-too-many-bytes = diese Datei ist zu groß: höchstens { $most } KiB werden gezeigt
refused-too-many-pixels = das ist zu groß: höchstens { $most } Millionen Bildpunkte werden gezeigt
refused-plays-too-long = das spielt zu lange: höchstens { $most } s werden gezeigt
refused-too-many-shown = { $most ->
    [one] diese Unterhaltung hat ihre { $most } Datei erreicht
   *[other] diese Unterhaltung hat ihre { $most } Dateien erreicht
}
refused-no-more-shown = dieser Wettbewerb hat seine { $most } Dateien erreicht: es wird nichts mehr gezeigt
refused-bad-description = beschreiben Sie es in einer Zeile von 1 bis { $most } Zeichen, oder gar nicht
refused-has-begun = die erste Runde ist eröffnet: die Wettbewerbsdatei lässt sich nicht mehr ändern
refused-draw-stands = der Spielplan ist bereits ausgelost; das lässt sich darum nicht mehr ändern: { $what }
refused-not-the-others = die genannten Personen sind nicht die, die sich geändert haben
refused-nobody-there = nennen Sie ein Jurymitglied, eine Vertrauensperson oder einen Schiedsrichter, die da sind
refused-bad-name = geben Sie einen Namen von 1 bis { $most } Zeichen an
refused-cannot-replan = der Rest kann nicht neu geplant werden: { $why }
refused-out-already = dieser Beitrag ist bereits disqualifiziert
refused-not-out = dieser Beitrag ist nicht disqualifiziert
refused-form-open = dieser Bogen ist noch offen: Er braucht keine Entscheidung
refused-given-already = dieser Bogen wurde rechtzeitig ausgefüllt
refused-late-after-vote = eine Abstimmung oder Münze hat zwischen gleichstehenden Beiträgen entschieden: ein später Stimmzettel könnte den Gleichstand ändern
refused-bad-rule = nennen Sie die Regel in 1 bis { $most } Zeichen, etwa `Regel 59`: sie kommt in die Aufzeichnung
refused-not-over = der Wettbewerb ist nicht vorbei: geben Sie es frei, wenn er beendet ist
refused-nothing-to-release = wählen Sie, was freigegeben wird: das Ergebnis, die Mitschriften oder die Aufzeichnung
refused-released-already = das dürfen bereits alle lesen
refused-nobody = niemand, der mitwirkt, hat ein solches Kürzel wie J1, C2, E3 oder F1
refused-licence-of-nothing = eine Lizenz gilt für geschriebenen Text: lassen Sie sie weg, wenn die Einwilligung nur das Ergebnis betrifft
refused-bad-licence = nennen Sie die Lizenz auf einer Zeile von 1 bis { $most } Zeichen, etwa CC-BY-4.0
refused-nothing-to-delete = nennen Sie die Teile, die herausgenommen werden sollen
refused-too-much-to-delete = eine Entscheidung nimmt höchstens { $most } Teile heraus: treffen Sie mehrere
refused-never-deleted = Stimmzettel, Rangfolgen, Abstimmungen und Auslosungen bleiben: ohne sie lässt sich kein Ergebnis bestätigen
refused-deleted-already = einiges davon wurde schon herausgenommen: laden Sie die Seite neu
refused-no-such-part = diesen Teil gibt es nicht: laden Sie die Seite neu
refused-names-gone = die Namen dieses Wettbewerbs wurden herausgenommen: sie lassen sich nicht mehr ändern
refused-name-like = „{ $name }“ ist der Name „{ $other }“ von { $of }: Großschreibung, Leerzeichen und die Form der Buchstaben machen keinen anderen Namen; wählen Sie einen anderen
refused-name-taken = eine andere Person heißt so: wählen Sie einen anderen Namen
refused-not-everybody = führen Sie jeden Namen auf, und keinen anderen
refused-no-referees = das Regelwerk dieses Wettbewerbs hat keine Schiedsrichter
refused-not-watched = nennen Sie eine Vertrauensperson, die da ist, oder eine Unterhaltung, die Sie lesen dürfen
refused-bad-limit = eine Einschränkung ist 1 bis 4000 Zeichen je Nachricht, eine Nachricht alle 1 bis 600 Sekunden, oder beides
refused-not-limited = diese Vertrauensperson hat keine Einschränkung
refused-muted-already = diese Vertrauensperson ist bereits stummgeschaltet
refused-not-muted = diese Vertrauensperson ist nicht stummgeschaltet
refused-shown-at-once = unter diesem Regelwerk erreicht die Nachricht eines Zeugen sofort das Jurymitglied: sie lässt sich weder anhalten noch streichen
refused-held-already = die Nachrichten dieser Vertrauensperson werden bereits zurückgehalten
refused-not-held = die Nachrichten dieser Vertrauensperson werden nicht zurückgehalten
refused-shown-already = das Jurymitglied hat das schon gesehen: es lässt sich nicht mehr streichen
refused-nothing-waits = keine solche Äußerung wartet darauf, gezeigt zu werden: laden Sie die Seite neu
refused-no-such-moment = diesen Augenblick hat die Unterhaltung noch nicht erreicht
refused-muted = ein Schiedsrichter hat Sie in diesem Interview stummgeschaltet: warten Sie, bis Sie wieder sprechen dürfen
refused-limited-to = ein Schiedsrichter hat Sie auf { $most } Zeichen je Nachricht beschränkt: kürzen Sie sie und senden Sie sie noch einmal
refused-limited-pace = ein Schiedsrichter hat Sie auf eine Nachricht alle { $seconds } s beschränkt: warten Sie einen Augenblick und senden Sie sie noch einmal
refused-no-disputes = nach diesen Regeln entscheidet keine Jury über Streitfälle: entscheiden Sie selbst, und zeichnen Sie die Folge auf
refused-too-many-matters = ein Wettbewerb hat höchstens { $most } Streitfälle
refused-no-vote = es läuft keine Abstimmung
refused-vote-over = diese Abstimmung ist vorbei: Ihre Stimme kam zu spät und wurde nicht aufgezeichnet
refused-not-a-candidate = wählen Sie etwas aus der Liste
refused-cannot-start = der Wettbewerb kann nicht beginnen: { $why }
refused-nobody-reads-transcripts = unter diesem Regelwerk liest die Jury keine Mitschriften
refused-loaded-already = dieser Zeuge hat seine Unterhaltung bereits
refused-no-such-source = der Wettbewerb nennt keine solche Quelle
refused-not-turns = das ist keine Unterhaltung aus Redebeiträgen, oder sie hat mehr, als höchstens gezeigt werden
refused-shown-stands = die Unterhaltungen wurden geladen, als der Wettbewerb eingerichtet wurde: richten Sie einen anderen ein, um andere zu zeigen
refused-not-loaded = nicht jede Unterhaltung ist geladen (es fehlt: { $missing })
refused-believed-already = Sie haben zu diesem Redebeitrag geantwortet: die Antwort ist endgültig, und der nächste erscheint
refused-not-shown-yet = dieser Redebeitrag wurde noch nicht gezeigt: antworten Sie zuerst zu dem davor
refused-bad-belief = geben Sie eine ganze Zahl von 0 bis 100 an
refused-no-such-ballot = dieses Regelwerk verlangt keinen solchen Stimmzettel
refused-drafts-lapse = unter diesem Regelwerk zählt ein Entwurf nicht
refused-sealed-already = ein Stimmzettel wurde abgegeben: er zählt, bis Sie einen anderen abgeben
refused-draft-too-long = das ist zu lang für das Formular und wurde nicht gespeichert: kürzen Sie es
refused-not-interviewed = dieses Interview ist nicht Ihres: wählen Sie eines Ihrer eigenen
refused-no-such-interview = diese Runde hat kein solches Interview: wählen Sie ein laufendes
refused-bad-extension = eine Verlängerung dauert zwischen einer Sekunde und { $minutes } Minuten: wählen Sie eine andere Dauer
refused-bad-reason = geben Sie einen Grund von 1 bis { $most } Zeichen an: er kommt in die Aufzeichnung
refused-bad-words = eine Mitteilung hat 1 bis { $most } Zeichen auf einer oder mehr Zeilen: schreiben Sie weniger, oder nichts
refused-bad-announcement = schreiben Sie 1 bis { $most } Zeichen, auf einer oder mehr Zeilen
refused-nobody-reads = diese Mitteilung würde niemand lesen: wählen Sie eine Person, die mitwirkt und nicht gegangen ist
refused-line-begun = eine Zeile wird gerade Taste für Taste getippt: beenden Sie sie mit der Eingabetaste, oder nehmen Sie sie zurück, bevor Sie eine ganze übergeben
refused-too-much-waiting = zu viel auf einmal: höchstens { $most } Tasten warten darauf, getippt zu werden; sagen Sie den Rest später
refused-not-as-paced = die Warteschlange zeigt als Nächstes etwas anderes, oder zu einem anderen Zeitpunkt
refused-not-due = dafür ist es noch nicht so weit
# A choice of several, within a sentence.
refused-either = { $first } oder { $then }
# Part of refused-kind-not-shown.
refused-kind = { $kind ->
    [picture] ein Bild
    [sound] einen Ton
   *[video] ein Video
}
# Part of refused-opening-first.
refused-words = „{ $words }“
# Parts of refused-wrong-medium.
refused-carries-no-control = es enthält ein Steuerzeichen
refused-carries-one-line = eine Zeile auf einmal
refused-carries-nothing = die Unterhaltungen sind abgeschlossen, und die Jury liest sie nur
refused-carries-keys = er überträgt einzelne Tasten
refused-carries-finished = er überträgt fertige Texte unverändert
refused-carries-no-keys = er überträgt fertige Texte, nicht einzelne Tasten
refused-carries-ascii = nur Buchstaben, Ziffern, Zeichen, die Eingabetaste, die Rücktaste und der Tabulator werden übertragen
refused-carries-unicode = Steuerzeichen werden nicht übertragen
# Parts of refused-cannot-replan.
refused-replan-who-joins = nennen Sie die neue Person und ihr Kürzel
refused-replan-one-thing = nennen Sie genau eine Änderung
refused-replan-no-round = es ist keine Runde übrig
refused-replan-not-played = { $round } wurde nicht gespielt
refused-replan-again-already = { $round } wird bereits noch einmal gespielt
refused-replan-both = alle sind sowohl Jurymitglied als auch Vertrauensperson: fügen Sie die Person als Jurymitglied hinzu
refused-replan-next-label = das nächste Kürzel hat die Nummer { $number }
refused-replan-room = { $role ->
    [judges] das Regelwerk hat Platz für { $most } Jurymitglieder
    [confederates] das Regelwerk hat Platz für { $most } Vertrauenspersonen
   *[entries] das Regelwerk hat Platz für { $most } Beiträge
}
refused-replan-opening-words = die Anfangsworte sind keine des Regelwerks
refused-replan-person = ein Mensch kommt als Jurymitglied oder Vertrauensperson hinzu, ein Programm als Beitrag
refused-replan-nobody-meets = es blieben keine Interviews übrig
refused-replan-who-leaves = nennen Sie eine Person, die mitwirkt und noch nicht gegangen ist
# Parts of refused-cannot-start.
refused-start-plan =
    der Plan kann nicht gespielt werden
    { $faults }
refused-start-bounds = ihr Regelwerk geht bei `{ $place }` über das hinaus, was ein Regelwerk enthalten darf (schreiben Sie einen Wert, den `viva rulebook check` annimmt)
refused-start-roster = die Regeln sind für { $numbers }, benannt sind aber { $named }
refused-start-roster-of = { $judges } Jurymitglieder, { $confederates } Vertrauenspersonen und { $entries } Programme
refused-start-told = der Jury werden mindestens { $told_confederates } Vertrauenspersonen und { $told_entries } Beiträge angekündigt, es sind aber { $confederates } und { $entries }
refused-start-trials = `trials.combine` wurde nicht gewählt: schreiben Sie `any`, `majority` oder `all`
refused-start-settled = das Komitee hat nicht alles festgelegt: ergänzen Sie `[committee.settled]` und `[committee.attested]` ({ $missing })
refused-start-no-referees = das Regelwerk hat keine Schiedsrichter: nehmen Sie sie heraus, oder legen Sie ihre Rechte unter `[overrides.referees]` fest
refused-start-most-referees = ein Wettbewerb hat höchstens { $most } Schiedsrichter
refused-start-referees-named = es gibt { $count } Schiedsrichter, genannt sind aber { $named }
refused-start-members = das Komitee hat { $members } Mitglieder, genannt sind aber { $named }: nennen Sie jedes in `members` unter `[committee]`
refused-start-no-source = die Jury liest Mitschriften, und es gibt für keine eine Quelle: nennen Sie jede unter `[[source]]`
refused-start-source-unread = die Jury spricht mit Zeugen und liest keine Quelle: nehmen Sie `[[source]]` heraus
refused-start-most-sources = ein Wettbewerb hat höchstens { $most } Quellen
refused-start-source-twice = eine Quelle ist zweimal genannt
refused-start-no-cosigner = `{ $named }` ist kein Schlüssel eines Mitunterzeichners: { $why }
refused-start-not-for-cosigning = `{ $named }` ist kein Schlüssel eines Mitunterzeichners: kopieren Sie die Zeile, die `viva cosign --key FILE` ausgibt
refused-start-cosigner-twice = der Mitunterzeichner `{ $name }` ist zweimal genannt
refused-start-most-cosigners = ein Wettbewerb hat höchstens { $most } Mitunterzeichner
refused-start-few-cosigners = { $demanded ->
    [one] die Regeln verlangen { $demanded } Mitunterzeichner, und der Wettbewerb nennt { $named }: nennen Sie jeden unter `[[cosigner]]`, oder setzen Sie `cosigners` unter `[overrides.record]`
   *[other] die Regeln verlangen { $demanded } Mitunterzeichner, und der Wettbewerb nennt { $named }: nennen Sie jeden unter `[[cosigner]]`, oder setzen Sie `cosigners` unter `[overrides.record]`
}
refused-start-no-member = `{ $named }` ist kein Schlüssel eines Komiteemitglieds: { $why }
refused-start-key-for-heads = `{ $named }` ist ein Schlüssel für Prüfpunkte: kopieren Sie die Zeilen, die `viva contest sign` ausgibt
refused-start-signed-twice = `{ $name }` hat zweimal unterschrieben
refused-start-signature = `{ $name }` hat andere Regeln oder Festlegungen unterschrieben: lassen Sie mit `viva contest sign` noch einmal unterschreiben
refused-start-not-all-signed = { $members ->
    [one] das Komitee hat { $members } Mitglied, und { $signed } haben unterschrieben: entweder unterschreiben alle oder keines
   *[other] das Komitee hat { $members } Mitglieder, und { $signed } haben unterschrieben: entweder unterschreiben alle oder keines
}
# Parts of refused-draw-stands, one or more.
refused-change-numbers = die Zahlen der Jurymitglieder, Vertrauenspersonen und Beiträge
refused-change-schedule = der Spielplan
refused-change-layout = die Zahl der Zeugen in einem Interview
refused-change-trials = die Zahl der Durchgänge
refused-change-plan = der Plan
refused-change-sources = die Quellen
refused-change-shown = die gezeigte Länge einer Mitschrift
# Part of refused-wrong-medium.
refused-medium-no-keyboard = eines der Zeichen gibt es auf keiner Tastatur, die hier zugelassen ist, und es wurde nichts gesendet: lassen Sie es weg, oder umschreiben Sie es
refused-not-saved = das wurde noch nicht gespeichert, weil der Server keinen Platz hat oder seine Platte nicht erreicht: versuchen Sie es bald noch einmal
refused-not-taken-out = die Entscheidung gilt, und die Seiten folgen ihr, aber der Speicher konnte die Teile noch nicht löschen: der Server versucht es jede Sekunde noch einmal. Schaffen Sie Platz auf der Platte, und prüfen Sie das Log des Servers
refused-stopping = der Server hält an: Ihre Seite verbindet sich neu
refused-kept-elsewhere = ein anderer Server hat diesen Wettbewerb übernommen: Ihre Seite verbindet sich neu
# Error pages: title, reason and next step.
way-not-found = Hier ist nichts
way-not-found-why = Unter dieser Adresse gibt es keine Seite.
way-not-found-mend = Prüfen Sie die Adresse, oder beginnen Sie auf der Startseite.
way-not-joined = Sie haben hier keinen Zugang
way-not-joined-why = Dieser Browser hat keinen Zugang zu dieser Seite. Vielleicht sind Sie in einem anderen Browser oder mit einem anderen Link beigetreten.
way-not-joined-mend = Öffnen Sie Ihren Zugangslink für diesen Wettbewerb, oder bitten Sie den Veranstalter um einen neuen.
way-unknown-link = Dieser Link ist nicht bekannt
way-unknown-link-why = Er gehört nicht zu diesem Server, oder ein neuerer Link hat ihn ersetzt.
way-unknown-link-mend = Prüfen Sie, ob Sie den ganzen Link kopiert haben, oder bitten Sie den Veranstalter um einen neuen.
way-used-link = Dieser Link wurde schon benutzt
way-used-link-why = Ein Zugangslink gilt nur einmal, zum Schutz Ihres Platzes.
way-used-link-mend = Wenn Sie es waren, machen Sie im selben Browser weiter. Sonst bitten Sie den Veranstalter um einen neuen Link.
way-not-yet = Nicht vor dem Ende
way-not-yet-why = Ergebnisse, Mitschriften und die Aufzeichnung öffnen sich, wenn der Wettbewerb beendet ist.
way-not-yet-mend = Kommen Sie wieder, wenn die Jury fertig ist.
way-failed = Das hat nicht geklappt
way-failed-why = Der Server konnte es gerade nicht tun. Aufgezeichnetes ist sicher.
way-failed-mend = Versuchen Sie es gleich noch einmal.
way-too-long = Das war zu lang
way-too-long-why = Ihre Eingabe ist länger, als diese Seite erlaubt. Nichts wurde gespeichert.
way-too-long-mend = Gehen Sie zurück, kürzen Sie es, und senden Sie es noch einmal.
way-not-understood = Das wurde nicht verstanden
way-not-understood-why = Ein Feld fehlt oder hat einen Wert der falschen Art. Nichts wurde gespeichert.
way-not-understood-mend = Gehen Sie zurück, laden Sie die Seite neu, und füllen Sie sie noch einmal aus.
way-login = Als Veranstalter anmelden
way-front-page = Startseite
way-foreign = das kam von einer Seite eines anderen Servers: öffnen Sie die eigene Seite des Wettbewerbs
way-taking-over = ein anderer Server übernimmt gerade diesen Wettbewerb: diese Seite versucht es von selbst noch einmal
way-code = Mit einem Code beitreten
# The title of a browser tab, like each that ends in -tab.
way-code-tab = Mit einem Code beitreten · Vivavoce
way-code-field = Die vier Wörter auf Ihrer Karte
way-code-go = Weiter
way-code-note = Groß- und Kleinschreibung, Leerzeichen und Bindestriche spielen keine Rolle.
way-code-none = Das ist kein Code. Ein Code hat vier Wörter aus je vier Buchstaben, etwa bado-kemi-tura-lofi; sehen Sie noch einmal auf Ihre Karte.
way-code-too-often = Es gab zu viele falsche Codes. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.
way-code-unknown = Keine Karte hat diesen Code, oder eine neuere Karte hat sie ersetzt. Prüfen Sie jeden Buchstaben, oder fragen Sie den Veranstalter.
way-join-tab = Beitreten · { $contest }
# { $whose } is a person's role in the contest, such as Judge 1.
way-joining = Sie treten bei als { $whose }, { $called }{ $name }{ $called_end }
way-join-not-you = Wenn Sie nicht { $called }{ $name }{ $called_end } sind, gehört diese Karte jemand anderem: Verlassen Sie diese Seite, und bitten Sie den Veranstalter um Ihre.
# Part of way-join-others, once for each person.
way-join-other = { $called }{ $name }{ $called_end }
way-join-others = { $count ->
    [one] In diesem Browser ist bereits { $others } beigetreten. Alle sollten einen eigenen Computer haben.
   *[other] In diesem Browser sind bereits { $others } beigetreten. Alle sollten einen eigenen Computer haben.
}
way-join-once = Dieser Link gilt einmal und nur in diesem Browser. Bleiben Sie den ganzen Wettbewerb über in diesem Browser.
way-join-recorded = Alles, was Sie tippen, wird aufgezeichnet und kann nach dem Wettbewerb veröffentlicht werden.
way-join-contribution = Ihr Beitrag zur Auslosung
way-join-contribution-note = Der Spielplan wird ausgelost, und zwar aus einem Text von allen, die beitreten. So kann niemand die Auslosung bestimmen. Ihr Text wurde zufällig erzeugt; Sie dürfen einen anderen schreiben.
way-join-as = Als { $called }{ $name }{ $called_end } beitreten
way-intake-organiser = Veranstalter
way-intake-organiser-name = der Veranstalter der Anmeldung
# A person, such as: Judge 2, Ann.
way-seat = { $title }, { $name }
way-here-already = Sie sind schon hier
way-go-on-as = Weiter als { $seat }
way-home = Turing-Tests
way-no-contest = Hier gibt es noch keinen Wettbewerb.
# A link to the programme of a contest; the unseen part is for screen readers.
way-programme = Programm{ $unseen } von { $name }{ $unseen_end }
way-call = Aufruf zur Teilnahme: { $name }
way-by-card = Jury, Vertrauenspersonen und Veranstalter treten mit dem Link oder dem Code auf ihrer Karte bei.
card-nobody = wählen Sie ein Jurymitglied, eine Vertrauensperson, einen Schiedsrichter oder einen Veranstalter dieses Wettbewerbs
card-none-yet = es gibt für diese Person noch keine Karte
# Before a card is replaced: the question, its consequences, and the confirmation.
card-replace = Die Karte von { $whose }, { $name }, ersetzen?
card-replace-unused = Die Karte ist noch unbenutzt. Gedruckte Exemplare gelten dann nicht mehr.
card-replace-put-out = Die Person wurde bereits abgemeldet.
card-replace-own = Dies ist Ihre eigene Karte: Sie werden sofort abgemeldet, in jedem Browser.
card-replace-own-back = Sie kommen mit der neuen Karte zurück, die nur als Nächstes gezeigt wird, oder mit Ihrem Passwort.
card-replace-here = { $name } ist damit beigetreten und ist jetzt hier.
card-replace-here-out = Die Seite schließt sich innerhalb von 15 Sekunden. Zurück kommt die Person nur mit der neuen Karte.
card-replace-joined = { $name } ist damit beigetreten.
card-replace-joined-out = Auf ihren Platz zurück kommt die Person nur mit der neuen Karte.
card-replace-stays = Nachrichten und Stimmzettel der Person bleiben.
card-replace-yes = Karte ersetzen
refused-file-cut-off = die Datei kam nicht vollständig an: senden Sie sie noch einmal, oder eine kleinere
refused-no-file = wählen Sie eine Datei, die gezeigt werden soll
refused-file-without-place = das Formular nennt keine Unterhaltung für die Datei: laden Sie die Seite neu
refused-file-busy = eine andere Datei von Ihnen ist unterwegs: warten Sie, bis sie gezeigt wird, und senden Sie dann diese
refused-files-full = dieser Wettbewerb hat keinen Platz für weitere Dateien: schreiben Sie
# Parts of refused-file-broken.
refused-broken-chunk-sum = die Prüfsumme eines Abschnitts stimmt nicht
refused-broken-no-header = sie beginnt nicht mit ihrem Kopf
refused-broken-two-headers = sie hat zwei Köpfe
refused-broken-unknown-chunk = ein notwendiger Abschnitt ist von unbekannter Art
refused-broken-no-picture = es ist kein Bild darin
refused-broken-one-picture = sie hat kein Bild, oder zwei
refused-broken-head-size = ihr Kopf hat nicht 10 Bytes
refused-broken-measures = ihr Kopf und ihr Bild haben verschiedene Maße
refused-broken-picture-head = ihr Bild hat keinen Kopf
refused-broken-no-picture-no-sound = es ist weder Bild noch Ton darin
refused-broken-short-part = ein Teil ist kürzer als sein eigener Kopf
refused-broken-other-file = ihre Daten stehen in einer anderen Datei
refused-broken-quicktime = ihr Ton ist so beschrieben wie bei QuickTime, nicht wie bei MP4
refused-broken-channels = ihre Kanäle, Bits und Bytes passen nicht zusammen, oder sie hat mehr als zwei Kanäle
refused-broken-sample-rate = sie hat weniger als 4.000 oder mehr als 192.000 Abtastwerte in der Sekunde
refused-broken-no-samples = sie nennt das Format ihrer Abtastwerte nicht oder hat keine
refused-broken-part-twice = sie hat einen Teil zweimal
refused-broken-marker-misplaced = eine Marke steht an einer falschen Stelle
refused-broken-short-segment = ein Segment ist kürzer als seine Länge
refused-broken-two-frames = sie hat zwei Rahmen
refused-broken-scan-first = ein Durchlauf kommt vor seinem Rahmen
refused-broken-marker-missing = eine Marke fehlt
refused-broken-picture-cut-off = das Bild ist abgeschnitten
refused-broken-unknown-block = ein Block von unbekannter Art
refused-broken-screen = ihr Bild ist größer als ihre Bildfläche
refused-broken-no-segment = ihr Segment fehlt
refused-broken-matroska = sie ist Matroska, aber kein WebM
refused-broken-header-kind = ihr Kopf nennt seine Art nicht
refused-broken-no-length = ein Teil ohne Länge, wo eine nötig ist
refused-broken-long-number = eine Zahl ist länger, als eine sein darf
refused-broken-track-kind = eine Spur nennt ihre Art nicht
refused-broken-track-codec = eine Spur nennt ihren Codec nicht
refused-broken-number-bytes = eine Zahl hat mehr als acht Bytes
refused-broken-duration = eine Dauer, die keine Zahl ist
refused-broken-track-number = zwei Spuren haben dieselbe Nummer
refused-broken-clock = ihre Uhr hat keine Teile einer Sekunde
refused-broken-fragment = ein Fragment gehört zu keiner Spur
refused-broken-no-frame = ein Tonrahmen fehlt
refused-broken-no-sound = es ist kein Ton darin
refused-broken-no-size = sie hat keine Breite oder keine Höhe
refused-broken-ends = die Datei endet mitten in einem Teil
refused-file-empty = die Datei ist leer
refused-file-bytes = die Datei hat { $bytes } Bytes, und { $most } dürfen gesendet werden (machen Sie sie kleiner oder kürzer)
refused-file-pixels = { $width } x { $height } sind mehr Bildpunkte als die { $most }, die gesendet werden dürfen (machen Sie es kleiner)
# Times with their unit, such as 1.5 s.
refused-file-long = es spielt { $time }, länger als die { $most }, die gesendet werden dürfen (machen Sie es kürzer)
refused-file-unknown = die Datei ist kein Bild, kein Ton und kein Video, das gesendet werden kann (senden Sie PNG, JPEG, GIF, WebP, WAV, MP3, MP4 oder WebM)
refused-file-broken = die { $format }-Datei ist bei Byte { $at } nicht lesbar: { $what } (speichern Sie sie noch einmal, oder senden Sie sie in einem anderen Format)
refused-file-moving = die { $format }-Datei bewegt sich (senden Sie ein stehendes Bild, oder ein Video als MP4 oder WebM)
refused-file-codec = die { $format }-Datei ist mit `{ $codec }` gepackt, was viele Browser nicht abspielen können (senden Sie sie mit { $instead })
refused-file-track = die { $format }-Datei hat eine Spur mit `{ $track }`, die sagen könnte, wo sie aufgenommen wurde (speichern Sie sie ohne diese, nur als Bild und Ton)
# Parts of refused-file-codec.
refused-instead-mp4 = H.264, VP9 oder AV1, und AAC oder Opus
refused-instead-webm = VP8, VP9 oder AV1, und Opus
refused-instead-wav = unkomprimierten Abtastwerten
refused-instead-jpeg = Baseline- oder progressiver Kodierung
refused-codec-again = noch einmal gepackt oder verschlüsselt
# Reasons why a rulebook and its numbers have no plan. Text in backquotes is code.
refused-design-nobody = ein Spielplan braucht mindestens ein Jurymitglied, einen Beitrag und eine Vertrauensperson (erhöhen Sie die Zahlen in `roles`)
refused-design-unequal = ein griechisch-lateinischer Spielplan braucht so viele Beiträge und Vertrauenspersonen wie Jurymitglieder, nicht { $judges } Jurymitglieder, { $entries } Beiträge und { $confederates } Vertrauenspersonen (machen Sie die Zahlen in `roles` gleich)
refused-design-impossible = kein Spielplan lässt { $order } Jurymitglieder in { $order } Runden jeden von { $order } Beiträgen und jede von { $order } Vertrauenspersonen einmal treffen, mit jedem Beitrag neben jeder Vertrauensperson (das ist für 2 und 6 bewiesen und für keine andere Zahl: setzen Sie alle in `roles` auf { $fewer } oder { $more })
refused-design-too-large = { $role ->
    [judges] ein Spielplan für { $order } Jurymitglieder ist zu groß (senken Sie die Zahlen in `roles` auf höchstens { $most })
    [entries] ein Spielplan für { $order } Beiträge ist zu groß (senken Sie die Zahlen in `roles` auf höchstens { $most })
   *[confederates] ein Spielplan für { $order } Vertrauenspersonen ist zu groß (senken Sie die Zahlen in `roles` auf höchstens { $most })
}
refused-design-too-many = ein Spielplan mit { $interviews } Interviews ist zu groß (senken Sie die Zahlen in `roles`, bis es { $most } sind)
refused-design-not-for-sessions = Sitzungen teilen die Jury auf, und das Design `{ $design }` lässt das nicht zu (nehmen Sie `schedule.sessions` heraus)
refused-design-sessions-and-trials = Sitzungen sind für einen einzigen Durchgang des Spielplans (nehmen Sie `trials` oder `schedule.sessions` heraus)
refused-design-confederates = { $count } Sitzungen mit je { $each } Vertrauenspersonen haben nicht für alle { $confederates } Platz (erhöhen Sie `schedule.sessions.confederates`, oder senken Sie `roles.confederates`)
refused-design-idle = in einer Sitzung mit { $judges } Jurymitgliedern, { $entries } Beiträgen und { $confederates } Vertrauenspersonen hat jemand kein Interview (senken Sie `schedule.sessions.confederates`)
refused-design-waiting = in einer Sitzung mit { $judges } Jurymitgliedern, { $entries } Beiträgen und { $confederates } Vertrauenspersonen wartet jemand zwischen zwei Interviews (senken Sie `schedule.sessions.judges`, oder erhöhen Sie `schedule.sessions.confederates`)
refused-design-layout = das Design `{ $design }` ist nicht für die Anordnung `{ $layout }` (wählen Sie ein anderes `schedule.design` oder `interview.layout`)
refused-design-terminals = Terminals sind für einen Zeugen auf einmal, nicht für Paare (setzen Sie `schedule.seats` auf "drawn")
refused-design-matrix-small = die Matrix nennt keine Vertrauensperson für { $judge } und { $entry } (ergänzen Sie sie in `schedule.design.matrix`)
refused-design-matrix-stranger = die Matrix nennt { $confederate }, es gibt aber nur { $count } Vertrauenspersonen (erhöhen Sie `roles.confederates`)
refused-design-not-same-people = wo alle sich abwechseln, sind Jurymitglieder und Vertrauenspersonen dieselben Leute, mindestens zwei, nicht { $judges } Jurymitglieder und { $confederates } Vertrauenspersonen (machen Sie die Zahlen gleich, und setzen Sie `roles.people` auf "both")
refused-design-meet-themselves = das Design `{ $design }` lässt jedes Jurymitglied jede Vertrauensperson treffen, und so sich selbst (setzen Sie `roles.people` auf "apart", oder `schedule.design` auf `take-turns`)
refused-infeasible = kein Spielplan erfüllt alle Bedingungen: { $clashes }
# Several parts of refused-infeasible.
refused-clash-several = { $first }; { $then }
# Parts of refused-infeasible.
refused-clash-nobody = ein Spielplan braucht mindestens ein Jurymitglied, einen Beitrag und eine Vertrauensperson
refused-clash-too-large = { $interviews } Interviews in { $rounds } oder mehr Runden sind zu viele zum Suchen (verlangen Sie weniger von einer Rolle)
refused-clash-no-places = zu keiner Zeit darf ein Interview stattfinden (erlauben Sie mindestens 1 gleichzeitig)
refused-clash-stranger = { $who } ist genannt, der Wettbewerb hat aber nur { $count } in dieser Rolle
refused-clash-matrix-size = die Matrix hat { $rows } Zeilen und { $columns } Spalten, für { $judges } Jurymitglieder und { $entries } Beiträge (schreiben Sie eine Zeile je Jurymitglied und eine Spalte je Beitrag)
refused-clash-matrix-forbidden = die Matrix lässt { $judge } auf { $entry } neben { $confederate } treffen, { $judge } und { $witness } dürfen sich aber nicht treffen
refused-clash-no-confederate = { $who } muss auf Beiträge treffen, darf aber auf keine Vertrauensperson treffen
refused-clash-fixed = in den festgelegten Interviews: { $breach }
refused-clash-shares = die Vertrauenspersonen lassen sich bei den verbotenen Begegnungen und den festgelegten Interviews nicht gleichmäßig verteilen
refused-clash-rounds = es ist Zeit für { $most } Runden, nötig sind aber { $needed }: { $reason }
refused-clash-not-found = ein Spielplan mit { $most } Runden wurde nicht gefunden, auch wenn nicht bewiesen ist, dass es keinen gibt (erlauben Sie mehr Runden, oder mehr Schritte)
# Parts of refused-clash-rounds.
refused-bound-busy = { $who } hat { $interviews } Interviews
refused-bound-busy-away = { $who } hat { $interviews } Interviews und fehlt in { $away } Runden
refused-bound-width = höchstens { $widest } der { $interviews } Interviews passen in eine Runde
refused-bound-fixed = in R{ $round } ist ein Interview festgelegt
refused-bound-searched = eine Suche durch alle Spielpläne fand keinen mit { $rounds } Runden
# Parts of refused-clash-fixed.
refused-breach-forbidden = { $judge } trifft in { $round } auf { $witness }, obwohl sie sich nicht treffen dürfen
refused-breach-absent = { $who } ist für { $round } eingeplant, fehlt aber
refused-breach-unkept = { $judge } trifft in { $round } nicht auf { $entry } und { $confederate }, obwohl das festgelegt ist
refused-breach-parallel = { $round } hat { $interviews } Interviews, und es gibt Plätze für { $most }
refused-breach-rounds = der Spielplan dauert { $rounds } Runden, und es ist Zeit für { $most }
# Reasons why the rest of a plan cannot be drawn again.
refused-redraw-not-played = { $round } soll gespielt worden sein, der Spielplan hat aber nur { $rounds } Runden (nennen Sie eine Runde des Spielplans)
refused-redraw-stranger = { $who } soll gegangen sein, ist aber nicht im Wettbewerb (nennen Sie ein Jurymitglied, einen Beitrag oder eine Vertrauensperson)
refused-redraw-trial = der Rest von Durchgang { $trial } braucht noch { $needed } Runden, und { $rounds } sind von ihm übrig (beenden Sie den Wettbewerb nach einem Durchgang)
refused-redraw-fixed-join = { $parts ->
    [sessions] niemand kann hinzukommen, wo die Runden zu Sitzungen von fester Größe gehören (ersetzen Sie die Person, oder beenden Sie das Interview)
   *[trials] niemand kann hinzukommen, wo die Runden zu Durchgängen von fester Größe gehören (ersetzen Sie die Person, oder beenden Sie das Interview)
}
refused-redraw-fixed-again = { $parts ->
    [sessions] eine Runde kann nicht noch einmal gespielt werden, wo die Runden zu Sitzungen von fester Größe gehören (ersetzen Sie die Person, oder beenden Sie das Interview)
   *[trials] eine Runde kann nicht noch einmal gespielt werden, wo die Runden zu Durchgängen von fester Größe gehören (ersetzen Sie die Person, oder beenden Sie das Interview)
}
refused-redraw-too-large = die { $interviews } Interviews, die übrig sind, sind zu viele, um sie neu auszulosen (behalten Sie den Spielplan, und lassen Sie aus, wer gegangen ist)
refused-given-plan =
    der vorgegebene Spielplan kann nicht gespielt werden
    { $faults }
refused-no-time-of-day = `{ $text }` ist keine Uhrzeit (schreiben Sie sie wie 09:30)
# The printed pages with times and places for each person. These are heads of columns.
handout-round = Runde
handout-talk = Gespräch
handout-ballots-until = Stimmzettel bis
handout-places-until = Platzwechsel bis
handout-partners = Ihre Gegenüber
handout-place = Ihr Platz
handout-interviews = Interviews
# The head of the page of one person: Judge J1.
handout-title = { $role ->
    [judge] Jurymitglied { $id }
    [both] Jurymitglied und Vertrauensperson { $id }
    [confederate] Vertrauensperson { $id }
   *[entry] Beitrag { $id }
}
handout-title-organiser = Veranstalter
handout-title-called = { $title }: { $name }
handout-note-pair = In jeder Runde sprechen Sie mit zwei Gegenübern gleichzeitig, einem Menschen und einem Programm.
handout-note-one = In jeder Runde sprechen Sie mit einem Gegenüber, einem Menschen oder einem Programm.
handout-note-confederate = In jeder Runde, die nicht frei ist, spricht ein Jurymitglied mit Ihnen.
handout-note-entry = In jeder Runde, die nicht frei ist, muss dieses Programm bereit sein.
handout-note-organiser = Diese Seite zeigt, wer wer ist. Zeigen Sie sie weder der Jury noch den Vertrauenspersonen.
handout-room = Notizen
# Nach dem Hinweis einer Seite.
handout-times = Alle Zeiten in { $zone }.
handout-no-session = Sie sind in keiner der Sitzungen dabei.
handout-own-session = Ihre Sitzung ist die { $session }.
handout-own-sessions = Ihre Sitzungen sind { $sessions }.
# Part of handout-own-session and handout-own-sessions.
handout-session = { $number }. von { $count }, von { $from } bis { $to }
# Several sessions, or several interviews, one after the other.
handout-several = { $first }; { $then }
handout-free = Frei
handout-free-judge = Frei: warten Sie, wo die Jury wartet
handout-free-confederate = Frei: warten Sie, wo die Vertrauenspersonen warten
handout-nobody-meets = Keine Interviews
handout-you-answer = Sie antworten
handout-conversations = { $count } Unterhaltungen gleichzeitig
handout-round-of-trial = { $round } (Durchgang { $trial })
handout-round-of-session = { $round } (Sitzung { $session })
handout-time = { $from } bis { $to }
# A time on the second day of a contest or a later one: 00:30 (day 2).
handout-time-of-day = { $time } (Tag { $day })
handout-end-ballots = Stimmzettel über alle
# A partner's seat, on a judge's page; with the partner's label on the organiser's.
handout-seat-left = links
handout-seat-right = rechts
handout-seat-terminal = Terminal { $number }
handout-seat-only = ein Gegenüber
# The place of a witness.
handout-place-terminal = Terminal { $number }
handout-place-usual = Ihr üblicher Platz
# Part of handout-interview: C1 left.
handout-seated = { $witness } { $seat }
handout-interview = { $judge }: { $witnesses }
# Faults of a plan; each names people and rounds by their labels, such as J1 and R2.
refused-plan-unknown-none = { $who } ist eingeplant, der Wettbewerb hat aber niemanden in dieser Rolle
refused-plan-unknown = { $who } ist eingeplant, der Wettbewerb hat aber nur { $count } in dieser Rolle
refused-plan-empty-round = { $round } hat keine Interviews, obwohl Runden folgen
refused-plan-crowded = { $who } ist in { $times } Interviews von { $round }
refused-plan-crowded-most = { $who } ist in { $times } Interviews von { $round } und kann in { $most } gleichzeitig sein
refused-plan-meets-nobody = { $judge } trifft in { $round } auf niemanden
refused-plan-meets-both = { $judge } trifft in { $round } auf { $entry } und { $confederate }, und sollte auf eines nach dem anderen treffen
refused-plan-without-confederate = { $judge } trifft in { $round } auf { $entry } ohne eine Vertrauensperson
refused-plan-without-entry = { $judge } trifft in { $round } auf { $confederate } ohne einen Beitrag
refused-plan-repeated = { $who } trifft { $times } auf { $whom }
refused-plan-missed = { $who } trifft nie auf { $whom }
# { $times } is refused-plan-times, { $share } one of refused-plan-share.
refused-plan-uneven = { $who } trifft { $times } auf { $whom }, gleichmäßig wäre aber { $share }
refused-plan-matrix = { $judge } trifft in { $round } auf { $entry } neben { $confederate }, und die Matrix sagt es anders
# These two stand in refused-plan-matrix.
refused-plan-no-entry = keinen Beitrag
refused-plan-no-confederate = niemandem
refused-plan-both-roles = { $who } ist dieselbe Person wie { $other } und ist für { $round } zweimal eingeplant
refused-plan-rounds = der Spielplan dauert { $rounds } Runden, und das Design hat { $asked }
refused-plan-thin = { $round } hat { $interviews } Interviews, und die Zahlen erlauben { $most }
refused-plan-turns = { $turn ->
    [asks] { $who } fragt { $times }, gleichmäßig wäre aber { $share }
    [answers] { $who } antwortet { $times }, gleichmäßig wäre aber { $share }
   *[meets] { $who } trifft { $times } auf Beiträge, gleichmäßig wäre aber { $share }
}
refused-plan-often = { $who } und { $whom } treffen sich { $times }, gleich in welcher Rolle, gleichmäßig wäre aber { $most }
refused-plan-trials = { $rounds } Runden lassen sich nicht auf { $trials } Durchgänge verteilen
refused-plan-no-session = { $who } ist in keiner Sitzung
refused-plan-session-share = { $times ->
    [one] { $who } ist in { $times } Sitzung, gleichmäßig wäre aber { $share }
   *[other] { $who } ist in { $times } Sitzungen, gleichmäßig wäre aber { $share }
}
refused-plan-session-judges = es sind { $found } Jurymitglieder, und eine Sitzung hat höchstens { $most }
refused-plan-session-confederates = es sind { $found } Vertrauenspersonen, und eine Sitzung hat { $most }
refused-plan-waits = { $judge } wartet zwischen { $after } und { $until }, die Interviews eines Jurymitglieds folgen aber aufeinander
refused-plan-in-session = in Sitzung { $session }: { $what }
refused-plan-in-trial = in Durchgang { $trial }: { $what }
refused-plan-times = { $times ->
    [0] kein einziges Mal
    [1] einmal
    [2] zweimal
   *[other] { $times }-mal
}
refused-plan-share-or = { $least } oder { $most }
refused-plan-share-to = { $least } bis { $most }
# The place of a fault in a plan, and the fault.
refused-fault-line = Zeile { $line }: { $fault }
refused-fault-lines = Zeilen { $lines }: { $fault }
refused-fault-rounds = { $rounds }: { $fault }
refused-fault-column = Spalte { $column }: { $fault }
refused-fault-mend = { $what } ({ $mend })
refused-fault-next =
    { $first }
    { $then }
refused-fault-more = und { $more } weitere (beheben Sie zuerst diese)
refused-fault-empty = der Spielplan hat keine Interviews
# Messages with ids that begin with refused-mend follow a fault, in parentheses.
refused-mend-empty = schreiben Sie für jedes Interview eine Zeile, etwa `1,J1,E1,C1`
refused-fault-too-long = { $interviews } Interviews sind zu viele
refused-mend-too-long = ein Spielplan hat höchstens { $most }
refused-fault-too-late = kein Spielplan hat { $rounds } Runden
refused-mend-too-late = nummerieren Sie die Runden von 1 an durch
refused-fault-unordered = die Interviews stehen nicht in ihrer Reihenfolge
refused-mend-unordered = ordnen Sie sie nach Runden, dann nach Jurymitgliedern
refused-fault-label = { $who } kann das Kürzel { $label } nicht tragen
refused-mend-label = geben Sie jedem höchstens ein Kürzel seiner Rolle, das der Wettbewerb hat, und keines zweimal
refused-fault-again = dasselbe Interview steht hier mehr als einmal
refused-mend-again = behalten Sie eine dieser Zeilen
refused-mend-unknown-one = schreiben Sie { $only }, oder führen Sie in der Wettbewerbsdatei mehr auf
refused-mend-unknown = schreiben Sie { $first } bis { $last }, oder führen Sie in der Wettbewerbsdatei mehr auf
refused-mend-empty-round = nummerieren Sie die Runden durch
refused-mend-crowded-most = verschieben Sie einige dieser Interviews in andere Runden
refused-mend-crowded = verschieben Sie alle diese Interviews bis auf eines in andere Runden
refused-mend-pair = nennen Sie einen Beitrag und eine Vertrauensperson
refused-mend-one = nennen Sie einen Zeugen, und lassen Sie die andere Zelle leer
refused-mend-repeated = lassen Sie die beiden nur in einem dieser Interviews aufeinandertreffen
refused-mend-missed = ergänzen Sie ein Interview, in dem die beiden aufeinandertreffen
refused-mend-uneven = tauschen Sie Gegenüber zwischen Interviews, bis es gleichmäßig ist
refused-mend-matrix-none = nennen Sie einen Beitrag der Matrix
refused-mend-matrix = setzen Sie { $named } dorthin, wie es die Matrix des Regelwerks sagt
refused-mend-both-roles = verschieben Sie eines der beiden Interviews in eine andere Runde
refused-mend-rounds = planen Sie { $asked }, oder setzen Sie eine andere Zahl in `schedule.design`
refused-mend-thin = ergänzen Sie Interviews in dieser Runde
refused-mend-turns = tauschen Sie Leute zwischen Interviews, bis es gleichmäßig ist
refused-mend-trials = geben Sie jedem Durchgang gleich viele Runden
refused-mend-no-session = planen Sie für diese Person Interviews in einer Sitzung
refused-mend-session-share = tauschen Sie Vertrauenspersonen zwischen Sitzungen, bis es gleichmäßig ist
refused-mend-session-size = verschieben Sie Leute in eine andere Sitzung
refused-mend-waits = verschieben Sie eines dieser Interviews, damit sie aufeinander folgen

## Results in words, the hall and the programme: result-, award-, hall-

# Two clauses in order.
result-clauses = { $first }; { $then }
# Follows "by" and "of".
result-judges = { $number ->
    [0] keinem Jurymitglied
    [one] { $number } Jurymitglied
   *[other] { $number } Jurymitgliedern
}
# Follows "in comparison with".
result-confederates = { $number ->
    [0] keiner Vertrauensperson
    [one] { $number } Vertrauensperson
   *[other] { $number } Vertrauenspersonen
}
# Follows "about" or a colon.
result-interviews = { $number ->
    [0] kein Interview
    [one] { $number } Interview
   *[other] { $number } Interviews
}
# This and the next three follow a colon.
result-witnesses = { $number ->
    [0] kein Zeuge
    [one] { $number } Zeuge
   *[other] { $number } Zeugen
}
result-answers = { $number ->
    [0] keine Antwort
    [one] { $number } Antwort
   *[other] { $number } Antworten
}
result-ranks = { $number ->
    [0] kein Rang
    [one] { $number } Rang
   *[other] { $number } Ränge
}
result-votes = { $number ->
    [0] keine Stimme
    [one] { $number } Stimme
   *[other] { $number } Stimmen
}
# "3 judges (J1, J2, J4)".
result-named = { $counted } ({ $names })
# An answer about a witness in an interview, by its label.
result-answer-about = { $witness } in { $interview }
# The rank of a witness by a judge.
result-rank-by = { $witness } von { $judge }
# The vote of a judge.
result-vote-for = { $judge } für { $entry }
# The number of votes for an entry.
result-votes-for = { $votes } für { $entry }
# In the place of a figure.
result-no-figure = nicht vorhanden
# In the place of the figures of entries or confederates.
result-nobody = keine
# "3 of 4 interviews, 75.0 % (...)"; follows "in" or a colon.
result-share = { $part } von { $whole }, { $percent } % (95-%-Intervall { $low } bis { $high } %, nach { $method } über { $clusters })
result-share-alone = { $part } von { $whole }, { $percent } %
# The method of an interval, after "by".
result-by-exact = Clopper-Pearson
result-by-wilson = Wilson
result-by-clusters = Wilson mit Klumpen
# The judges and witnesses behind an interval, after "over".
result-clusters = { $judges } und { $witnesses }
result-over-judges = { $number ->
    [one] { $number } Jurymitglied
   *[other] { $number } Jurymitglieder
}
result-over-witnesses = { $number ->
    [one] { $number } Zeugen
   *[other] { $number } Zeugen
}
result-share-none = 0 von { $whole }
# This and the next three follow "of".
result-share-interviews = { $number ->
    [one] { $number } Interview
   *[other] { $number } Interviews
}
result-share-verdicts = { $number ->
    [one] { $number } Urteil
   *[other] { $number } Urteilen
}
result-share-people = { $number } über Menschen
result-share-programs = { $number } über Programme
# The subject of a missing ballot.
result-missing = { $judge } über { $what }
result-missing-in-trial = { $judge } in Durchgang { $trial } über { $what }
# An entry that sat beside a confederate; this and the next two follow "about".
result-missing-pair = { $entry } mit { $confederate }
result-missing-somebody = einen Zeugen
result-missing-answer = { $about } (`{ $question }`)
result-missing-ranking = die Rangfolge
result-more-judges = { $number ->
    [one] { $number } weiteres Jurymitglied
   *[other] { $number } weitere Jurymitglieder
}
# Measures by which witnesses are compared. In English they follow "a", "the" and "their"; in German they bring their article
# and begin a clause.
result-measure-times = die Zahl der Einstufungen als Mensch
result-measure-share = der Anteil der Einstufungen als Mensch
result-measure-median-rank = der Medianrang
result-measure-mean-rank = der mittlere Rang
result-measure-rank-total = die Rangsumme
result-measure-mean-by-points = das Mittel der Ränge nach Punkten
result-measure-mean-rating = die mittlere Bewertung für { $rated }
result-measure-median-rating = der Median der Bewertungen für { $rated }
# Before one of the next three notes, if there are several trials.
result-in-trial = in Durchgang { $trial }: { $note }
result-silent = kein Stimmzettel kam von { $judges }
result-missing-ballots = zu { $interviews } liegt kein Stimmzettel vor
result-missing-rankings = keine Rangfolge kam von { $judges }
result-no-ballots = es wurde kein Stimmzettel abgegeben
result-not-in-contest = nicht gezählt, weil nicht in diesem Wettbewerb: { $witnesses }
result-no-such-trial = nicht gezählt, weil der Wettbewerb { $trials } hat: { $ballots } aus Durchgang { $trial }
result-trials = { $number ->
    [one] { $number } Durchgang
   *[other] { $number } Durchgänge
}
result-ballots = { $number ->
    [one] { $number } Stimmzettel
   *[other] { $number } Stimmzettel
}
result-not-there = nicht gezählt, weil der Zeuge nicht da war: { $answers }
result-never-met = nicht gezählt, weil das Jurymitglied dem Zeugen nie begegnet ist: { $ranks }; die anderen rücken auf
result-ballots-differ = nicht gezählt, weil mehr als ein Stimmzettel abgegeben wurde und sie sich unterscheiden: { $interviews }
result-rankings-differ = nicht gezählt, weil mehr als eine Rangfolge abgegeben wurde und sie sich unterscheiden: die von { $judges }
result-ballots-repeated = einmal gezählt, obwohl derselbe Stimmzettel mehrmals abgegeben wurde: { $interviews }
result-rankings-repeated = einmal gezählt, obwohl dieselbe Rangfolge mehrmals abgegeben wurde: die von { $judges }
result-not-asked = nicht gezählt, weil das Regelwerk nicht danach fragt: { $what ->
    [choices] Wahl zwischen zweien
    [points] Punkte
    [rankings] Rangfolgen
    [ratings] Bewertungen mit anderem Namen
   *[verdicts] Urteile
}
result-mean-for-total = nicht gleich viele Jurymitglieder haben Punkte auf { $witnesses } verteilt, deshalb wird das Mittel der Ränge nach Punkten verglichen und nicht die Rangsumme
result-majority = { $all ->
    [one] die Mehrheit von { $all } Jurymitglied entschied zwischen { $between }: für { $entry } mit der Stimme von { $judges }
   *[other] die Mehrheit der { $all } Jurymitglieder entschied zwischen { $between }: für { $entry } mit den Stimmen von { $judges }
}
result-no-majority = { $all ->
    [one] { $between } stehen gleich, und keiner davon hat die Stimmen von mehr als der Hälfte von { $all } Jurymitglied: { $each }
   *[other] { $between } stehen gleich, und keiner davon hat die Stimmen von mehr als der Hälfte der { $all } Jurymitglieder: { $each }
}
result-vote-open = { $between } stehen gleich, und kein Jurymitglied hat zwischen ihnen abgestimmt
result-votes-unused = nicht gezählt, weil es für sie nichts zu entscheiden gibt: { $votes }
# The stream names the random numbers of the coin, which follow from the seed: with both, anyone can repeat the toss.
result-coin = eine Münze entschied zwischen { $between }: die Ziehungen namens „{ $stream }“ unter dem Startwert { $seed } mischen diese Namen zu { $order }
result-coin-sealed = { $between } stehen gleich, und keine Münze wird geworfen, solange der Startwert des Wettbewerbs versiegelt ist
result-disqualified = { $entry } wurde disqualifiziert und zählt nicht mit; die dahinter rücken auf
result-disqualified-for = { $entry } wurde disqualifiziert ({ $why }) und zählt nicht mit; die dahinter rücken auf
# In the place of a reason that was taken out of the record.
result-reason-redacted = der Grund wurde geschwärzt
result-accuracy = richtig waren { $all }: { $people }, und { $programs }
result-baseline = { $entry } dient als Vergleich, der zeigt, ob die Jury unterscheiden kann, und erhält keinen Preis: für den Menschen gehalten in { $own }; die anderen Beiträge in { $entries }; die Vertrauenspersonen in { $confederates }
result-baseline-score = { $entry } dient als Vergleich, der zeigt, ob die Jury unterscheiden kann, und erhält keinen Preis; { $measure }: { $own } für { $entry }; die anderen Beiträge: { $entries }; die Vertrauenspersonen: { $confederates }
result-other-currency = { $carried } aus früheren Wettbewerben für „{ $title }“ kann keinem Preisgeld in { $currency } zugeschlagen werden und bleibt, wo es ist
# The reason why an award is not given, then the use of its money.
award-so = { $why }: { $so }
# Begins with "award-open-source".
award-in-trust = { $programs }: dies geht an die Entwickler oder wird für sie treuhänderisch verwahrt
# Begins with "award-open-source".
award-not-to-open-source = { $programs }, und an ein solches Programm geht dies nicht
award-open-source = { $number ->
    [one] { $programs } ist ein Open-Source-Programm, das die Veranstalter angemeldet haben
   *[other] { $programs } sind Open-Source-Programme, die die Veranstalter angemeldet haben
}
award-no-entry = es gab keinen Beitrag
award-no-entry-left = { $number ->
    [one] kein Beitrag ist übrig: { $entries } wurde disqualifiziert
   *[other] kein Beitrag ist übrig: { $entries } wurden disqualifiziert
}
award-next-purse = { $money } kommen zum Preisgeld des nächsten Wettbewerbs hinzu, das damit { $purse } beträgt
award-trials-undecided = es ist nicht entschieden, in wie vielen der { $trials } Durchgänge die Bedingungen erfüllt sein müssen, und darauf kommt es an: setzen Sie `combine` unter `[trials]` auf any, majority oder all
award-ballots-missing = es könnte von Stimmzetteln abhängen, die fehlen: { $missing }
award-baseline-unknown = { $baselines ->
    [one] der Wettbewerb nennt den Beitrag nicht, der zum Vergleich dient und keinen Preis erhält: nennen Sie ihn
   *[other] der Wettbewerb nennt die { $baselines } Beiträge nicht, die zum Vergleich dienen und keinen Preis erhalten: nennen Sie sie
} mit `baseline = true` in der Wettbewerbsdatei, vor der ersten Runde, oder für `viva score` mit `--baseline` oder `yes` in einer Spalte `baseline`
award-nobody-in-place = { $entries ->
    [one] Platz { $place } ist leer: das Finale hatte { $entries } Beitrag
   *[other] Platz { $place } ist leer: das Finale hatte { $entries } Beiträge
}
award-nobody-left-in-place = { $entries ->
    [one] Platz { $place } ist leer: es bleibt { $entries } Beitrag
   *[other] Platz { $place } ist leer: es bleiben { $entries } Beiträge
}
award-place-without-score = { $number ->
    [one] { $witnesses } auf Platz { $place } hat keine Wertung: kein Stimmzettel gibt eine
   *[other] { $witnesses } auf Platz { $place } haben keine Wertung: kein Stimmzettel gibt eine
}
award-undecided = unentschieden: { $between } stehen gleich auf Platz { $place }, bis { $who ->
    [judges] eine Abstimmung der Jury
    [coin] eine Münze
   *[both] eine Abstimmung der Jury oder eine Münze
} entscheidet
award-no-confederate-scored = kein Stimmzettel gibt einer Vertrauensperson eine Wertung
award-no-contest = { $entry } ist der einzige Beitrag: es findet kein Wettbewerb statt, und dies ist für die Beiträge eines Wettbewerbs
award-only-entry = { $entry } ist der einzige Beitrag und erhält dies ohne Wettbewerb
award-every-entry = { $entries ->
    [one] vergeben an jeden Beitrag im Finale, das { $entries } Beitrag hatte
   *[other] vergeben an jeden Beitrag im Finale, das { $entries } Beiträge hatte
}
# The measure is one of "result-measure-...", here and below.
award-has = { $measure } von { $witness } ist { $score }
award-has-no = { $measure } von { $witness } fehlt
award-not-judged = { $witness } wurde in keinem Interview beurteilt
award-taken-by = { $witness } wurde für den Menschen gehalten von { $judges }
award-taken-in = { $witness } wurde für den Menschen gehalten in { $times } Interviews von { $judges }
# Continues a list after "E1 was taken for the human by 3 judges".
award-taken-by-too = { $witness } von { $judges }
award-taken-in-too = { $witness } in { $times } Interviews von { $judges }
award-taken-share = { $witness } wurde für den Menschen gehalten in { $share }
# A clause about a witness, then the comparison with the others.
award-the-most = { $told }, am häufigsten von allen
award-the-lowest = { $told }, der niedrigste Wert
award-the-highest = { $told }, der höchste Wert
award-behind = { $told }, hinter { $above }
award-level = { $told }, gleichauf mit { $others }
award-behind-and-level = { $told }, hinter { $above } und gleichauf mit { $others }
award-measure-decides = { $measure } entscheidet: { $figures }
award-figure-for = { $score } für { $witness }
# The figures are a list of "award-figure-for".
award-selection-decides = die Auswahl entscheidet: Platz { $figures }
award-judges-decided = die Jury entschied für { $best }
award-coin-decided = die Münze entschied: { $places }
award-place-for = Platz { $place } für { $witness }
award-share-two = { $who } teilen sich die Plätze { $first } und { $last }: { $scores }
award-share = { $who } teilen sich die Plätze { $first } bis { $last }: { $scores }
award-same = { $measure } ist bei allen gleich, { $score }
award-all-without = { $measure } fehlt bei allen
award-none-taken = keiner davon wurde für den Menschen gehalten
award-purses = die Preisgelder dieser Plätze, { $pool }, ergeben für jeden { $pooled }
award-purses-by-this = { $purses }, davon { $each } durch diesen Preis
award-purses-undivided = { $purses }, und { $undivided } lassen sich nicht teilen
award-more-fall-short = { $number ->
    [one] { $number } weiterer reicht nicht heran
   *[other] { $number } weitere reichen nicht heran
}
award-in-one-trial = { $conditions }, in mindestens einem Durchgang
award-in-most-trials = { $conditions }, in mehr als der Hälfte der Durchgänge
award-in-every-trial = { $conditions }, in jedem Durchgang
award-trials = { $witness } erfüllt dies in { $held } von { $trials } Durchgängen ({ $each })
award-trial-held = in Durchgang { $trial } ja, { $found }
award-trial-missed = in Durchgang { $trial } nein, { $found }
# Conditions of an award.
award-needs-score = nötig ist eine Wertung von mindestens { $least }
award-needs-fooled = nötig sind { $judges } und { $confederates }
award-judges = { $number ->
    [one] { $number } Jurymitglied
   *[other] { $number } Jurymitglieder
}
award-different-confederates = { $number ->
    [one] { $number } Vertrauensperson
   *[other] { $number } verschiedene Vertrauenspersonen
}
award-needs-no-confederate-above = keine Vertrauensperson darf davor stehen
award-needs-confederate-above = eine Vertrauensperson muss davor stehen
award-needs-median-as-good = nötig ist ein Medianrang, der so gut ist wie der aller Vertrauenspersonen zusammen
award-needs-median-below = nötig ist ein Medianrang unter dem aller Vertrauenspersonen zusammen
award-needs-verdicts = { $judges ->
    [one] nötig ist { $judges } Jurymitglied mit diesem Urteil
   *[other] nötig sind { $judges } Jurymitglieder mit diesem Urteil
}
award-needs-rank = { $confederates ->
    [one] nötig ist ein Medianrang, der so gut ist wie der von { $confederates } Vertrauensperson
   *[other] nötig ist ein Medianrang, der so gut ist wie der von { $confederates } Vertrauenspersonen
}
award-needs-share = nötig sind mindestens { $least } %
award-allows-share = erlaubt sind höchstens { $most } %
# Findings about a witness.
award-score = die Wertung von { $witness } ist { $score }
award-no-score = { $witness } hat keine Wertung
award-taken-by-nobody = { $witness } wurde von keinem Jurymitglied für den Menschen gehalten
award-taken-beside = { $witness } wurde für den Menschen gehalten von { $judges } im Vergleich mit { $confederates }
award-confederates-without = { $measure } ist { $own } für { $witness } und fehlt bei allen Vertrauenspersonen
# { $best } is the best of the confederates.
award-confederate-above = { $best } steht vor { $witness }: { $measure } ist { $theirs } für { $best } und { $own } für { $witness }
award-no-confederate-above = keine Vertrauensperson steht vor { $witness }: { $measure } ist { $own } für { $witness } und { $theirs } für { $best }, die beste von ihnen
award-no-confederate-beyond = keine Vertrauensperson steht vor { $witness }: { $measure } von { $best }, der besten von ihnen, ist ebenso { $own }
award-medians = der Medianrang von { $witness } ist { $own }, der aller Vertrauenspersonen zusammen { $theirs }
# A confederate with its median rank, in a list.
award-figure-of = { $witness } ({ $score })
award-median-alone = der Medianrang von { $witness } ist { $own }, und es gibt keine Vertrauensperson
award-median-as-good = der Medianrang von { $witness } ist { $own }, so gut wie der von { $met }
award-median-worse = der Medianrang von { $witness } ist { $own }, nicht so gut wie der von { $missed }
award-median-between = der Medianrang von { $witness } ist { $own }, so gut wie der von { $met }, nicht wie der von { $missed }
award-verdicts = { $witness } erhielt das Urteil „Mensch“ von { $judges }
award-identified = die Jury hatte recht mit { $witness } in { $share }
# Decisions on a dispute or an entry, with the authority and the rule.
result-matter = Streitfall { $matter }: { $yes ->
    [one] ein Jurymitglied sagte Ja
   *[other] { $yes } Jurymitglieder sagten Ja
}, { $no ->
    [one] eines sagte Nein
   *[other] { $no } sagten Nein
}; { $answer ->
    [yes] { $by ->
        [coin] die Münze entschied: Ja
       *[judges] die Mehrheit entschied: Ja
    }
    [no] { $by ->
        [coin] die Münze entschied: Nein
       *[judges] die Mehrheit entschied: Nein
    }
   *[none] nicht entschieden
}
result-ruled-out = { $entry } wurde disqualifiziert, wie es { $by ->
    [organisers] die Veranstalter nach { $rule } entschieden haben
    [judges] die Mehrheit der Jury nach { $rule } entschieden hat
    [panel] das Gremium nach { $rule } entschieden hat
   *[committee] das Komitee nach { $rule } entschieden hat
}
result-ruled-out-late = { $entry } wurde nach dem Abschluss disqualifiziert, wie es { $by ->
    [organisers] die Veranstalter nach { $rule } entschieden haben
    [judges] die Mehrheit der Jury nach { $rule } entschieden hat
    [panel] das Gremium nach { $rule } entschieden hat
   *[committee] das Komitee nach { $rule } entschieden hat
}
result-reinstated = { $entry } wurde wieder zugelassen, wie es { $by ->
    [organisers] die Veranstalter nach { $rule } entschieden haben
    [judges] die Mehrheit der Jury nach { $rule } entschieden hat
    [panel] das Gremium nach { $rule } entschieden hat
   *[committee] das Komitee nach { $rule } entschieden hat
}
result-reinstated-late = { $entry } wurde nach dem Abschluss wieder zugelassen, wie es { $by ->
    [organisers] die Veranstalter nach { $rule } entschieden haben
    [judges] die Mehrheit der Jury nach { $rule } entschieden hat
    [panel] das Gremium nach { $rule } entschieden hat
   *[committee] das Komitee nach { $rule } entschieden hat
}
# A form that was not submitted in time and counts as a draft, and a form that was given late. $form names its owner.
result-draft = nicht abgegeben und so gezählt, wie bei Ablauf der Zeit ausgefüllt: { $form }
result-late-form = nach Ablauf der Zeit abgegeben, wie es eine Entscheidung erlaubte: { $form }
# Caveats of a result.
result-caveat-rehearsal = eine Probe: ein Text des Veranstalters legte die Auslosung fest, und er war bekannt, bevor jemand beitrat
result-caveat-scripts = { $people } der Menschen waren Skripte: dies war eine Vorführung, kein Wettbewerb
result-caveat-pace = die Uhr des Wettbewerbs lief { $times }-mal so schnell wie in Wirklichkeit
# "In it" is in the record.
result-caveat-no-pace = die Aufzeichnung sagt nicht, wie schnell die Uhr des Wettbewerbs lief
# "It" is the record.
result-caveat-restored = die Ereignisse { $first } bis { $last } der Aufzeichnung, die signiert waren (Wurzel { $root }), sind verloren: der Veranstalter entschied, mit einer älteren Kopie des Speichers weiterzumachen, von da an mit { $key } signiert
# The programme page: subject and time of the contest.
hall-programme = Programm
hall-results = Ergebnisse
hall-screen = Leinwand
hall-organised = Veranstaltet von { $name }{ $organiser }{ $name_end } nach „{ $rulebook }“.
# The day is written 2026-11-25, the time 14:05 UTC.
hall-begins = Beginn ist am { $day } um { $clock }{ $time }{ $clock_end }.
hall-began = Beginn war am { $day } um { $clock }{ $time }{ $clock_end }.
hall-rules = Regeln
# $when is "before" the first round, "over" after the close, and otherwise "now"; also in the messages below.
hall-judges = { $when ->
    [before] { $number ->
        [one] { $number } Jurymitglied wird mit verborgenen Gegenübern sprechen.
       *[other] { $number } Jurymitglieder werden mit verborgenen Gegenübern sprechen.
    }
    [over] { $number ->
        [one] { $number } Jurymitglied sprach mit verborgenen Gegenübern.
       *[other] { $number } Jurymitglieder sprachen mit verborgenen Gegenübern.
    }
   *[now] { $number ->
        [one] { $number } Jurymitglied spricht mit verborgenen Gegenübern.
       *[other] { $number } Jurymitglieder sprechen mit verborgenen Gegenübern.
    }
}
hall-people = { $when ->
    [over] { $number ->
        [one] { $number } Person nahm teil, in manchen Runden als Jurymitglied und in anderen als Zeuge.
       *[other] { $number } Menschen nahmen teil, jeder in manchen Runden als Jurymitglied und in anderen als Zeuge.
    }
   *[now] { $number ->
        [one] { $number } Person nimmt teil, in manchen Runden als Jurymitglied und in anderen als Zeuge.
       *[other] { $number } Menschen nehmen teil, jeder in manchen Runden als Jurymitglied und in anderen als Zeuge.
    }
}
hall-round = { $when ->
    [over] In jeder Runde sprach die Jury { $talk } lang.
   *[now] In jeder Runde spricht die Jury { $talk } lang.
}
hall-round-and-ballots = { $when ->
    [over] In jeder Runde sprach die Jury { $talk } lang, und es folgten { $after } für die Stimmzettel.
   *[now] In jeder Runde spricht die Jury { $talk } lang, und es folgen { $after } für die Stimmzettel.
}
hall-round-and-places = { $when ->
    [over] In jeder Runde sprach die Jury { $talk } lang, und es folgten { $after } für den Platzwechsel.
   *[now] In jeder Runde spricht die Jury { $talk } lang, und es folgen { $after } für den Platzwechsel.
}
hall-trials = { $when ->
    [over] Der ganze Plan wurde { $trials }-mal gespielt.
   *[now] Der ganze Plan wird { $trials }-mal gespielt.
}
# The variables are the next two messages: people and programs.
hall-told = { $when ->
    [over] Die Jury wusste: Unter denen, die sie traf, waren { $people } und { $programs }.
   *[now] Die Jury weiß: Unter denen, die sie trifft, sind { $people } und { $programs }.
}
hall-told-people = { $number ->
    [1] mindestens ein Mensch
   *[other] mindestens { $number } Menschen
}
hall-told-programs = { $number ->
    [1] mindestens ein Programm
   *[other] mindestens { $number } Programme
}
hall-told-pairs = { $when ->
    [over] Die Jury wusste, dass sie immer mit zwei Zeugen zugleich sprach, einem Menschen und einem Programm.
   *[now] Die Jury weiß, dass sie immer mit zwei Zeugen zugleich spricht, einem Menschen und einem Programm.
}
hall-told-nothing = { $when ->
    [over] Über ihre Anleitung hinaus erfuhr die Jury nicht, wie viele von denen, die sie traf, Menschen waren.
   *[now] Über ihre Anleitung hinaus erfährt die Jury nicht, wie viele von denen, die sie trifft, Menschen sind.
}
hall-awards = Preise: { $awards }.
hall-award-of = { $title } ({ $purse })
# The origin of the rulebook.
hall-source = Quelle: { $source }
hall-rounds = Runden
# This and the next two are headings of columns.
hall-round-number = Runde
hall-round-planned = Geplant
hall-round-began = Begonnen
hall-over = Das Ende ist für { $clock }{ $time }{ $clock_end } geplant.
hall-all-over = Ende war um { $clock }{ $time }{ $clock_end }.
hall-undrawn = Die Runden werden am Tag selbst ausgelost.
hall-number-of-rounds = { $when ->
    [over] { $number ->
        [one] Es gab { $number } Runde.
       *[other] Es gab { $number } Runden.
    }
   *[now] { $number ->
        [one] Es gibt { $number } Runde.
       *[other] Es gibt { $number } Runden.
    }
}
hall-behind = { $minutes ->
    [one] Wir liegen { $minutes } Minute zurück.
   *[other] Wir liegen { $minutes } Minuten zurück.
}
hall-not-published = Noch nicht veröffentlicht
hall-results-unpublished = { $name }{ $contest }{ $name_end } ist vorbei. Der Veranstalter sieht zuerst die Texte durch und veröffentlicht dann hier das Ergebnis, die Mitschriften und die Aufzeichnung.
hall-not-yet = Noch nicht
hall-results-to-come = { $name }{ $contest }{ $name_end } findet nach „{ $rulebook }“ statt. Nach dem Wettbewerb veröffentlicht der Veranstalter hier die Ergebnisse, die Mitschriften und die Aufzeichnung.
# The current stage of the contest, as on the page of its organiser.
hall-headline = { $headline }.
hall-rehearsal = Probe
hall-where = Stand des Wettbewerbs
hall-rounds-over = Alle Runden sind vorbei
hall-round-next = Als Nächstes Runde { $round } von { $rounds }
hall-round-talk = Runde { $round } von { $rounds }
hall-round-ballots = Runde { $round } von { $rounds }: Stimmzettel
hall-round-places = Runde { $round } von { $rounds }: Platzwechsel
hall-end-ballots = Stimmzettel am Ende
hall-vote = Die Jury stimmt ab
hall-closed = Der Wettbewerb ist vorbei
hall-session = Sitzung { $number } von { $all }
hall-trial = Durchgang { $number } von { $all }
# The current activity.
hall-doing-nothing-more = Der Wettbewerb endet gleich.
hall-doing-lobby = Alle nehmen ihre Plätze ein.
hall-doing-talk = Die Jury spricht mit verborgenen Gegenübern.
# $later is such as „2 Minuten“, in the dative.
hall-reading = Gelesen und geschrieben von Jurymitglied { $judge } vor { $later }.
hall-doing-ballots = Die Jury füllt die Stimmzettel aus.
hall-doing-places = Die Plätze werden gewechselt.
hall-doing-vote = Die Jury stimmt über einen Gleichstand oder einen Streitfall ab.
# Before the clock.
hall-paused = angehalten
# Before the clock.
hall-time-left = verbleibende Zeit
hall-away = Der Server war nicht erreichbar. Die Uhren sind angehalten, und es geht keine Zeit verloren.
hall-pause = Pause: Die Uhren sind angehalten.
# "5 minutes and 30 seconds more.": the organiser has extended the time.
hall-extended = { $length } mehr.
hall-ballots-label = Stimmzettel
hall-ballots-all = Alle Stimmzettel sind da.
hall-ballots = { $number ->
    [one] { $number } Stimmzettel von { $all } ist da.
   *[other] { $number } Stimmzettel von { $all } sind da.
}
# Read aloud after the label of the judge: "J3: in".
hall-ballot-in = : da
hall-ballot-missing = : fehlt
hall-from-organiser = Vom Veranstalter
hall-reveal = Preise
hall-curtain = Die Preise folgen.
# The award.
hall-nobody = Nicht vergeben.
hall-more = und { $number } weitere
# Before a figure, and as a heading beside "Standings".
hall-standings = Rangliste
hall-reasons = Gründe
hall-more-in-results = und { $number } weitere in den Ergebnissen
hall-planned = Geplant für { $clock }{ $time }{ $clock_end }
hall-next = Als Nächstes: Runde { $round } von { $rounds }
hall-next-planned = Als Nächstes: Runde { $round } von { $rounds }, geplant für { $clock }{ $time }{ $clock_end }
hall-lost = Die Verbindung zum Server ist verloren: Diese Leinwand kann veraltet sein.
# A step of the reveal, after "the screen shows" and on the button that shows it.
hall-step-curtain = die Ankündigung der Preise
hall-step-award = den Preis „{ $title }“
hall-step-recipients = die Empfänger von „{ $title }“
hall-step-standings = die Rangliste
hall-step-reasons = die Gründe

## The pages of a contest that is over: site-, past-

# Headings of pages and sections of a contest that is over.
site-results = Ergebnisse
site-transcript = Mitschrift
site-the-result = Das Ergebnis
site-all-results = Alle Ergebnisse
site-interviews = Interviews
site-conversations = Unterhaltungen
site-sources = Quellen
site-who-took-whom = Urteile
site-awards = Preise
site-standings = Rangliste
site-confederates = Vertrauenspersonen
site-notes = Anmerkungen
site-rulings = Entscheidungen
site-trials = Durchgänge
site-rankings = Rangfolgen
site-timetable = Zeitplan
site-incidents = Vorfälle
site-check-yourself = Prüfen Sie es selbst

# Numbered pages.
site-page = Seite { $number }
site-page-of = { $title }, Seite { $number } von { $pages }
site-page-of-table = Seite { $number } der Tabelle
site-page-of-interviews = Seite { $number } der Interviews
# Links to the previous and the next interview.
site-before = ← { $title }
site-after = { $title } →

# Heads of columns.
site-trial = Durchgang
site-round = Runde
site-judge = Jurymitglied
site-witness = Zeuge
site-witnesses = Zeugen
site-place = Platz
site-who = Wer
# The person or team behind a program.
site-by = Von
site-interval-head = 95-%-Intervall
site-award = Preis
# Whether a condition of an award held in a trial: yes or no.
site-held = Erfüllt
site-yes = ja
site-no = nein
site-figures = Zahlen
# The order in which a judge ranks.
site-order = Reihenfolge
# The times of an interview.
site-talk = Gespräch ({ $zone })
site-judges-answers = Die Antworten des Jurymitglieds
# A link to the transcript, and its label for screen readers.
site-read = lesen
site-read-interview = { $interview } lesen

# Under the name of the contest.
site-organised = Veranstaltet von { $name }{ $organiser }{ $name_end } nach „{ $rulebook }“.
site-organised-on = Veranstaltet von { $name }{ $organiser }{ $name_end } nach „{ $rulebook }“ am { $day }.
site-rehearsal = Das war eine Probe: Ein Text in der Wettbewerbsdatei legte die Auslosung fest.
site-demonstration = { $scripts ->
    [one] { $scripts } der Personen war ein Skript
   *[other] { $scripts } der Personen waren Skripte
}: Das war eine Vorführung, kein Wettbewerb.
site-no-result = Hier gibt es kein Ergebnis: Diese Aufzeichnung bestätigt keines.

# The winner. { $achieved } is one of the three `site-achieved` messages and follows a name, "each" or "it".
site-winner-none = Kein Programm hat eine Wertung.
site-winner-baseline-unknown = { $baselines ->
    [one] Der Wettbewerb nennt kein Vergleichsprogramm; darum wird kein Programm als erstes genannt.
   *[other] Der Wettbewerb nennt die { $baselines } Vergleichsprogramme nicht; darum wird kein Programm als erstes genannt.
}
site-winner-only = { $program } { $achieved }.
site-winner-first = { $program } kam unter den Programmen auf den ersten Platz: Es { $achieved }.
site-winners-level = { $programs } teilen sich unter den Programmen den ersten Platz: Jedes { $achieved }.
site-achieved-taken = wurde in { $times } von { $interviews ->
    [one] { $interviews } Gespräch
   *[other] { $interviews } Gesprächen
} für den Menschen gehalten
# "has 2.5 as median rank, of 4 numbers given".
site-achieved-figure = hat { $figure } als { $measure }, aus { $numbers ->
    [one] { $numbers } vergebenen Zahl
   *[other] { $numbers } vergebenen Zahlen
}
site-achieved-score = hat { $figure }
# A program and its team.
site-program-by = { $program } von { $team }

# Kinds of scores: as the heading of a column, and within a sentence. A rating has the name that the rulebook gives it.
site-measure-times = Für den Menschen gehalten
site-measure-share = Anteil für den Menschen gehalten
site-measure-median-rank = Median der Ränge
site-measure-mean-rank = Mittlerer Rang
site-measure-rank-total = Summe der Ränge
site-measure-mean-rating = Mittelwert: { $rating }
site-measure-median-rating = Median: { $rating }
site-measure-selection = Platz in der Auswahl
site-measure-votes = Stimmen der Jury
site-measure-coin = Münze
site-within-times = für den Menschen gehalten
site-within-share = Anteil für den Menschen gehalten
site-within-median-rank = Median der Ränge
site-within-mean-rank = mittleren Rang
site-within-rank-total = Summe der Ränge
site-within-mean-rating = Mittelwert von „{ $rating }“
site-within-median-rating = Median von „{ $rating }“

# Awards and their recipients. $tag surrounds a sum of money.
site-award-to = { $award }: { $to }
site-award-of-to = { $award } { $tag }{ $money }{ $tag_end }: { $to }
site-award-of-each-to = { $award } { $tag }je { $money }{ $tag_end }: { $to }
site-award-not-given = { $award }: nicht vergeben
site-award-carried-over = { $award }: { $tag }{ $money }{ $tag_end } übertragen
site-in-trust = { $who } (für die Entwickler, oder treuhänderisch)

# Standings and their pictures.
site-nobody-stands = Die Rangliste ist leer.
site-nobody-stood = Die Rangliste war leer.
site-dots = Volle Punkte sind Programme, hohle Punkte sind Menschen.
site-bars-share = Balken sind 95-%-Intervalle des Anteils der Gespräche, in denen der Zeuge für den Menschen gehalten wurde; die Tabelle nennt das Verfahren zu jedem.
site-bars-mean = Balken sind 95-%-Intervalle des Mittelwerts (Students t über die Jurymitglieder). Sie setzen voraus, dass die Jurymitglieder unabhängig voneinander geantwortet haben, und enden an den Enden der Skala. Für weniger als zehn Jurymitglieder und für lauter gleiche Zahlen gibt es kein Intervall.
site-bars-median = Balken sind Intervalle des Medians zwischen zweien der vergebenen Zahlen, 95 % oder mehr nach der Binomialverteilung. Für weniger als sechs Zahlen und für lauter gleiche Zahlen gibt es kein Intervall.
site-axis-share = Anteil der Gespräche, in denen der Zeuge für den Menschen gehalten wurde
site-plot-everyone = Programme und Menschen
site-plot-title = { $heading }: { $axis }
site-more-in-table = { $count ->
    [one] { $count } weiterer Eintrag steht
   *[other] { $count } weitere Einträge stehen
} in der Tabelle.
site-more-in-json = { $count ->
    [one] { $count } weiterer Eintrag steht
   *[other] { $count } weitere Einträge stehen
} im { $link }Ergebnis als JSON{ $link_end }.
# Figures with their intervals; a share is in per cent.
site-share = { $share } %
site-share-between = { $share } % ({ $low } bis { $high })
site-figure-between = { $figure } ({ $low } bis { $high })
site-interval = { $low } bis { $high }
site-share-interval = { $low } bis { $high } % ({ $method }, { $clusters })
site-mean-interval = { $low } bis { $high } (Students t, { $judges ->
    [one] { $judges } Jurymitglied
   *[other] { $judges } Jurymitglieder
})
# Beside a name in the standings.
site-baseline = Vergleichsprogramm
site-disqualified = disqualifiziert

# Rulings about an entry.
site-ruling = { $ruling }: { $reason }
site-ruling-reason-taken-out = Der Grund wurde aus der Aufzeichnung entfernt
site-result-before = Das Ergebnis vor dieser Entscheidung: { $ruling }

# Above rankings, such as "C1 › E2 = E3 › E1".
site-rankings-note = Die menschlichsten zuerst; = verbindet gleichauf liegende Zeugen.

# The table of judges and witnesses: the text of its cells, and the longer text for screen readers.
site-mark-void = ungültig
site-mark-ended = beendet
site-mark-none = keine
site-mark = { $found } in Runde { $round }, über { $kind ->
    [person] einen Menschen
   *[program] ein Programm
}
site-mark-wrong = { $found } in Runde { $round }, über { $kind ->
    [person] einen Menschen
   *[program] ein Programm
}, was falsch war
site-mark-place = Platz { $place } der Rangfolge
site-mark-place-in-trial = Platz { $place } der Rangfolge in Durchgang { $trial }
site-grid-note = Jedes Urteil ist das des Jurymitglieds über diesen Zeugen. E sind Programme, C sind Menschen.
site-grid-note-framed = Jedes Urteil ist das des Jurymitglieds über diesen Zeugen; ein Rahmen kennzeichnet ein falsches Urteil. E sind Programme, C sind Menschen.

# Verdicts.
site-human = Mensch
site-machine = Maschine
site-unsure = unsicher

# Answers of a judge about an interview.
site-answer-void = in einer anderen Runde wiederholt: zählt nicht
site-answer-ended = vorzeitig beendet
site-answer-none = kein Stimmzettel
site-answer-named-person = nannte { $witness }, den Menschen
site-answer-named-program = nannte { $witness }, das Programm
site-answer = { $of }: { $answer }
site-answer-points = Punkte: { $points }
site-answer-sure = zu { $sure } Prozent sicher
site-answer-guess = die andere Seite hielt das Jurymitglied für: { $verdict }
site-answer-draft = nie abgegeben: ein Entwurf, der zählte
site-answer-late = verspätet abgegeben, wie es eine Entscheidung erlaubte
site-answer-belief = Überzeugung, dass der Zeuge ein Mensch ist, Wortwechsel für Wortwechsel: { $beliefs }
site-answer-belief-at = { $place }: Überzeugung, dass der Zeuge ein Mensch ist, Wortwechsel für Wortwechsel: { $beliefs }

# Kinds of witnesses. Follows a name and a comma, or is alone.
site-a-person = ein Mensch
site-a-program = ein Programm
# The team behind a program. Follows its name and a comma.
site-by-team = von { $team }

# An interview.
site-interview = Runde { $round }, Jurymitglied { $judge }
site-interview-of-trial = Durchgang { $trial }, Runde { $round }, Jurymitglied { $judge }
site-judge-was = Jurymitglied: { $judge }.
# The judge read a transcript.
site-reader-was = Gelesen von { $judge }.
site-began = { $day }, { $from } { $zone }.
site-began-and-ended = { $day }, { $from } bis { $to } { $zone }.
site-licences = Andere dürfen die Texte verwenden: { $licences }.
# The author of texts and the licence for them.
site-licence = von { $name } unter { $licence }
# One thing after another, each with commas in it.
site-and-also = { $first }; { $then }
# The seat of a witness, above the conversation.
site-seat-left = Links
site-seat-right = Rechts
site-seat-only = Der Zeuge
site-seat-terminal = Terminal { $number }
site-pane = { $place }: { $who }
# The speaker of a line, before it. Where judges only read, the interrogator asks the questions.
site-says-judge = Jury
site-says-interrogator = Fragende
site-says-witness = Zeuge
site-nothing-said = Es wurde nichts gesagt.
# A file that was shown, for screen readers.
site-shown = { $kind ->
    [picture] Ein Bild
    [sound] Ein Ton
   *[video] Ein Video
}

# The player, which replays an interview.
site-replay = Wiedergabe
site-replay-play = Abspielen
site-replay-whole = Alles zeigen
site-replay-speed = Tempo
site-replay-half = halbes Tempo
site-replay-as-it-was = Originaltempo
site-replay-times = { $times }-fach
# The position on the time line.
site-replay-moment = Zeitpunkt
site-replay-keys = Wenn dieser Teil den Fokus hat: Die { $key }Leertaste{ $key_end } spielt ab und hält an, { $key }←{ $key_end } { $key }→{ $key_end } gehen 5 Sekunden, { $key }+{ $key_end } { $key }−{ $key_end } ändern das Tempo, { $key }Pos1{ $key_end } { $key }Ende{ $key_end } gehen an den Anfang und an das Ende.
site-replay-ticks = Striche an der Zeitleiste: oben die Zeilen des Jurymitglieds, unten die der Zeugen.
site-replay-ticks-incidents = Striche an der Zeitleiste: oben die Zeilen des Jurymitglieds, unten die der Zeugen; über die ganze Höhe Vorfälle.

# Beliefs of judges who read conversations: from 0, a machine, to 100, a human, after each turn.
site-beliefs = Überzeugungen der Lesenden
site-beliefs-title = Mittlere Überzeugung, dass der Zeuge ein Mensch ist, Wortwechsel für Wortwechsel
site-beliefs-plot = Die mittlere Überzeugung, dass der Zeuge ein Mensch ist, von 0 bis 100, nach jedem Wortwechsel. Volle Linien und Punkte sind Programme, unterbrochene Linien und hohle Punkte sind Menschen.
site-beliefs-more = { $count ->
    [one] { $count } weitere Unterhaltung steht
   *[other] { $count } weitere Unterhaltungen stehen
} in der Tabelle.
site-beliefs-note = Eine letzte Überzeugung ist richtig, wenn sie bei einem Menschen über 50 oder bei einem Programm unter 50 liegt. Die Intervalle gelten zu 95 %: bei Anteilen nach Clopper und Pearson unter 20 Überzeugungen und nach dem Score-Verfahren von Wilson ab 20, bei Mittelwerten nach Students t ab zehn Überzeugungen. Alle setzen voraus, dass die Überzeugungen voneinander unabhängig sind.
site-turn = Wortwechsel { $turn }
site-conversation = Unterhaltung
site-witness-was = Zeuge
site-reader = Wer las
site-readers = Lesende
site-mean-belief = Mittel der letzten Überzeugung (95 %)
site-right = Richtig (95 %)
# How often the last belief was 50: neither.
site-at-50 = Bei 50
site-right-of = { $right } von { $of } ({ $low } bis { $high } %)

# Points that the committee settled, and attestations of the participants.
site-settled = Vor dem ersten Wort festgelegt
site-settled-by = Vom Komitee: { $members }.
site-attested = Versichert
site-attested-committee = Jedes Mitglied des Komitees
site-attested-judges = Jedes Jurymitglied
site-attested-confederates = Jede Vertrauensperson
site-attested-contestants = Jeder Teilnehmer

# Ways to check the result.
site-found-verified = Als diese Seiten gemacht wurden, wurde die Aufzeichnung geprüft und bestätigt: Alles hier folgt aus ihr, unter einem Schlüssel, den die Verfasser dieser Seiten genannt haben.
site-found-consistent = Als diese Seiten gemacht wurden, war die Aufzeichnung in sich stimmig: Alles hier folgt aus ihr, unter dem Schlüssel, den sie selbst mitbringt. Vergleichen Sie ihn mit dem, den der Veranstalter veröffentlicht hat.
site-found-nothing = Als diese Seiten gemacht wurden, bestätigte die Aufzeichnung kein Ergebnis; darum steht hier keines.
site-verify = Die Aufzeichnung enthält jedes Ereignis, signiert. { $code }{ $command }{ $code_end } berechnet daraus das Ergebnis noch einmal und vertraut dabei niemandem.
site-root = Die Wurzel ihres Baums ist { $code }{ $root }{ $code_end }.
site-not-released = Die Aufzeichnung aller signierten Ereignisse ist noch nicht freigegeben.
site-the-record = Die Aufzeichnung
site-json = Das Ergebnis als JSON
site-checkpoint = Der signierte Prüfpunkt

# The pages of an import: conversations recorded elsewhere, with no confirmed result.
past-imported = Importierte Unterhaltungen
past-unnamed = Ein Import ohne Namen
past-nothing-confirmed = In einem Import ist nichts bestätigt.
past-what-it-is = Über diesen Import
past-told = { $strong }Hier ist nichts bestätigt.{ $strong_end } Diese Unterhaltungen wurden anderswo aufgezeichnet: { $much }. Sie wurden damals nicht signiert; die Aufzeichnung zeigt nur, dass seit dem Import nichts geändert wurde. Hier gibt es kein Ergebnis.
past-told-imported = { $strong }Hier ist nichts bestätigt.{ $strong_end } Diese Unterhaltungen wurden anderswo aufgezeichnet: { $much }, importiert am { $day }. Sie wurden damals nicht signiert; die Aufzeichnung zeigt nur, dass seit dem Import nichts geändert wurde. Hier gibt es kein Ergebnis.
# "3 conversations from 2 files".
past-from-files = { $conversations } aus { $files ->
    [one] { $files } Datei
   *[other] { $files } Dateien
}
past-conversations = { $count ->
    [one] { $count } Unterhaltung
   *[other] { $count } Unterhaltungen
}
past-lines = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
}
past-keys = { $count ->
    [one] { $count } Tastenanschlag
   *[other] { $count } Tastenanschläge
}
past-no-conversations = Es gibt keine Unterhaltungen.
past-no-sources = Es sind keine Quellen genannt.
past-page-of-conversations = Seite { $number } der Unterhaltungen
past-page-of-sources = Seite { $number } der Quellen
past-compare = Wenn Sie die Dateien haben, vergleichen Sie sie: { $code }sha256sum DATEI{ $code_end } gibt den Hash einer Datei aus.
past-incomplete = Als diese Seiten gemacht wurden, war die Aufzeichnung { $strong }unvollständig{ $strong_end }, wie jeder Import.
past-more-notices = und { $count } weitere: siehe { $code }viva record verify{ $code_end }
past-verify = { $code }{ $command }{ $code_end } prüft, ob die Aufzeichnung noch so ist, wie sie nach dem Import signiert wurde.
past-ballots = Die Aufzeichnung enthält auch importierte Stimmzettel: { $code }viva record export --form ballots{ $code_end } schreibt sie, und { $code }viva score{ $code_end } zählt sie aus.
# Headings of columns: the form of a file, such as "lp95"; the amount of text.
past-form = Form
past-bytes = Bytes
past-faults = Fehler
past-began = Beginn
past-much = Umfang
# A judge without a name in the files.
past-judge-not-told = nicht genannt
past-conversation = Unterhaltung { $number }
# A judge's sitting before two witnesses.
past-sitting = Sitzung { $number }
past-sitting-in-round = Sitzung { $number }, Runde { $round }
past-began-at = Beginn: { $moment }.
past-unsigned = Importiert: Diese Unterhaltung wurde damals nicht signiert, und nichts darin ist bestätigt.
past-by-line = Die Datei gibt es Zeile für Zeile wieder: Die Wiedergabe zeigt jede Zeile, sobald sie fertig war.
past-by-key = Die Datei gibt es Taste für Taste wieder, samt Korrekturen.
past-notice = Die Datei beginnt so: { $quote }{ $notice }{ $quote_end }
past-all-conversations = Alle Unterhaltungen

## The intake, the selection and the review: intake-, selection-, review-

# The label of a rule and the fault under it.
intake-under-rule = { $rule }: { $what }
# Two sentences without their full stops, in order.
intake-and-also = { $first }; { $then }
# In the place of an empty list.
intake-none = nichts

# The state of an entry. Follows its id or its name: "E1 complies".
intake-status-received = wurde noch nicht geprüft
intake-status-compliant = entspricht den Regeln
intake-status-refused = wurde abgelehnt
intake-status-withdrawn = wurde zurückgezogen
intake-status-disqualified = wurde disqualifiziert
intake-status-replaced = hat den Platz im Finale verloren
intake-works-already = funktioniert bereits
intake-not-working = wurde noch nicht funktionierend eingereicht

# The state of an offer to take part. Follows the role: "judge: waits for an answer".
intake-person-waits = wartet auf eine Antwort
intake-person-accepted = wirkt mit
intake-person-declined = hat eine Absage erhalten
intake-person-left = hat das Angebot zurückgenommen

# Faults of an entry. Each follows the label of the rule.
intake-breach-too-early = der Stempel { $stamp } liegt vor dem { $opens }, dem ersten Tag
intake-breach-too-late = der Stempel { $stamp } liegt nach dem { $closes }, dem letzten Tag
intake-breach-second-of-contestant = jeder Teilnehmer darf nur ein Programm anmelden, und dieser hat schon { $entry } angemeldet
intake-breach-second-of-person = niemand darf an mehr als einem Beitrag beteiligt sein, und eine der Personen ist schon an { $entry } beteiligt
intake-breach-no-field = in der Anmeldung fehlt „{ $label }“ (tragen Sie `{ $field }` nach)
intake-breach-no-protocol = der Anmeldung lag keine Mitschrift einer Unterhaltung bei
intake-breach-protocol-too-long = die Mitschrift hat { $words ->
    [one] { $words } Wort
   *[other] { $words } Wörter
 }, und höchstens { $most } sind erlaubt
intake-breach-undeclared = zu „{ $sentence }“ fehlt die Erklärung (erklären Sie `{ $declaration }`)
intake-breach-wrong-answer = „{ $sentence }“ muss mit { $answer ->
    [yes] Ja
   *[no] Nein
 } beantwortet werden
intake-breach-no-opening = in der Anmeldung sind keine Eröffnungsworte gewählt; zur Wahl stehen: { $words } (reichen Sie `opening` nach)
intake-breach-no-submission = in der Anmeldung ist kein Einreichungsweg gewählt; möglich sind: { $ways }
intake-breach-no-testing = es wurde kein Prüftag vereinbart
intake-breach-agreed-late = der Prüftag wurde erst am { $agreed } vereinbart, muss aber vor dem { $before } vereinbart sein
intake-breach-testing-outside = der Prüftag, { $on }, liegt nicht zwischen { $first } und { $last }
intake-breach-nothing-to-run-on = es läuft auf keiner der gestellten Maschinen ({ $provided }), und der Teilnehmer bringt keine mit
intake-breach-telecommunication = Programme dürfen nicht über den Austragungsort hinaus kommunizieren
intake-breach-not-for-organisers = nach diesem Regelwerk dürfen die Veranstalter kein Programm anmelden

# Faults of an application. The first variable is one of the three messages after it, or the name of a field.
intake-bad-text = { $what } muss 1 bis { $most } Zeichen haben und darf keine Steuerzeichen enthalten
intake-bad-text-people = ein Name in `people`
intake-bad-text-field = das Feld `{ $field }`
intake-bad-text-runs-on = ein Eintrag von `runs_on`
intake-bad-too-large = die Anmeldung hat { $bytes } Byte, erlaubt sind { $most } (kürzen Sie die Mitschrift)
intake-bad-malformed = die Anmeldung ist nicht lesbar: { $why }
intake-bad-twice = `{ $name }` ist unter den Beteiligten zweimal genannt (nennen Sie jede Person einmal)
intake-bad-two-protocols = sowohl `protocol` als auch `protocol_file` sind angegeben (behalten Sie eines davon)

# Reasons to refuse a program.
intake-program-empty = die Datei ist leer: wählen Sie die Datei Ihres Programms
intake-program-too-large = die Datei hat { $bytes } Byte, erlaubt sind { $most }: lassen Sie Dateien weg, die sich wieder erzeugen lassen
intake-program-unknown = `{ $name }` ist weder ein Archiv noch Text: reichen Sie es als .zip, .tar, .tar.gz, .tar.xz oder .tar.bz2 ein, oder als eine einzige Textdatei
intake-program-lies = der Name `{ $name }` passt nicht zum Inhalt: die Datei ist { $found }. Geben Sie ihr die richtige Endung, und reichen Sie sie noch einmal ein
# Kinds of files.
intake-program-zip = ein Zip-Archiv
intake-program-compressed = mit { $by } komprimiert
intake-program-tar = ein Tar-Archiv
intake-program-text = Text
intake-program-no-room = die Veranstalter haben keinen Platz mehr für Programme: fragen Sie sie, wie Sie Ihres einreichen können

# Refusals.
intake-refused = abgelehnt: { $why }
intake-refused-opened = der Aufruf zu Beiträgen ist schon eröffnet (wählen Sie für eine andere Annahme einen anderen Ordner)
intake-refused-not-called = die Finalisten stehen noch nicht fest: der Aufruf zu Beiträgen ist noch nicht eröffnet (führen Sie `viva intake open` aus)
intake-refused-days = diese Tage widersprechen einander: { $faults } (verlegen Sie auch die anderen Tage mit `--day`)
intake-refused-no-intake = das Regelwerk `{ $rulebook }` hat keinen Abschnitt [intake] (fügen Sie einen hinzu: siehe docs/intake.md)
intake-refused-name = geben Sie einen Namen mit 1 bis { $most } Zeichen an
intake-refused-contact = geben Sie an, wie wir Sie erreichen, mit 1 bis { $most } Zeichen
intake-refused-file-name = der Name einer Datei muss 1 bis { $most } Zeichen haben
# { $role } is a role such as judge.
intake-refused-role = als { $role ->
    [judge] Jurymitglied
    [confederate] Vertrauensperson
    [referee] Schiedsrichter
   *[other] { $role }
 } kann man sich nach diesem Regelwerk nicht melden
intake-refused-not-attested = { $rule }: alle, die mitwirken, müssen versichern: „{ $sentence }“
intake-refused-no-person = es gibt kein Angebot mit der Nummer { $number }
intake-refused-has-left = das Angebot wurde zurückgenommen
intake-refused-no-letter = an diese Person gibt es keinen Brief
intake-refused-no-address = es ist keine E-Mail-Adresse bekannt: erreichen Sie die Person auf einem anderen Weg
intake-refused-letter-changed = der Brief hat sich geändert: lesen Sie ihn noch einmal, bevor Sie ihn senden
intake-refused-letter-sent = dieser Brief wurde schon gesendet
intake-refused-letter-may-be-sent = dieser Brief wurde vielleicht schon gesendet: fragen Sie nach, und bestätigen Sie dann, dass Sie ihn noch einmal senden wollen
intake-refused-questions-fixed = auf die Fragen der Stufe { $stage } gibt es schon Antworten: Sie bleiben, wie sie sind
intake-refused-questions = ein Fragenheft hat 1 bis { $items } Fragen mit verschiedenen Namen und höchstens { $bytes } Byte
intake-refused-not-asked = die Stufe { $stage } hat keine Frage { $item }: Legen Sie zuerst ihre Fragen fest
intake-refused-answered = { $entry } hat { $item } schon beantwortet
intake-refused-reason = geben Sie einen Grund mit 1 bis { $most } Zeichen an: er kommt in den Verlauf der Annahme
intake-refused-rule = nennen Sie die Regel in 1 bis { $most } Zeichen, etwa `Regel 38`
intake-refused-no-stamp = { $rule }: es zählt das Datum der Absendung, und der Stempel fehlt (geben Sie den Stempel des Beförderers an)
intake-refused-backwards = { $earlier } liegt nicht vor { $later } (prüfen Sie die Stempel: abgesendet, eingegangen, jetzt)
# The selector is the kind of thing that the rulebook lacks; { $known } are the ids that it has.
intake-refused-unknown = das Regelwerk hat { $what ->
    [attestation] keine Versicherung
    [declaration] keine Erklärung
    [field] kein Feld
    [opening] keine Eröffnungsworte
    [stage] keine Stufe
   *[submission] keinen Einreichungsweg
 } `{ $id }` (es hat: { $known })
intake-refused-no-entry = es gibt keinen Beitrag { $entry }
intake-refused-no-entry-list = es gibt keinen Beitrag { $entry } (`viva intake list` zeigt sie)
intake-refused-too-many = eine Annahme fasst höchstens { $most } Beiträge
# { $is } is the state of the entry ("was withdrawn"), { $asked } the request ("tested").
intake-refused-not-now = { $entry } { $is } und kann deshalb nicht { $asked }
intake-asked-handed-in = eingereicht werden
intake-asked-testing-day = an einem anderen Tag geprüft werden
intake-asked-withdrawn = zurückgezogen werden
intake-asked-disqualified = disqualifiziert werden
intake-asked-declared = durch Erklärungen ergänzt werden
intake-asked-supplied = durch Nachträge ergänzt werden
intake-asked-tested = geprüft werden
intake-asked-taken-back = von einer Ablehnung befreit werden
intake-asked-invited = eingeladen werden
intake-asked-working = noch einmal als funktionierend eingetragen werden
intake-asked-changed = geändert werden
intake-refused-redacted = die Anmeldung von { $entry } wurde aus dem Verlauf der Annahme entfernt, der Beitrag kann daher nicht mehr geprüft werden
intake-refused-selection-begun = die Auswahl hat begonnen (ihre erste Zuteilung oder Wertung ist festgehalten), es kann daher kein Beitrag mehr hereinkommen oder geprüft werden
intake-refused-untested = noch sind nicht alle Beiträge geprüft: { $entries }
intake-refused-untested-check = noch sind nicht alle Beiträge geprüft: { $entries } (führen Sie für jeden `viva intake check` aus)

# The outcome of the selection for an entry, on its own page.
intake-standing-left-out = nicht im Finale: { $why }.
intake-standing-final = im Finale. Herzlichen Glückwunsch.
intake-standing-only-entry = der einzige Beitrag: er gewinnt ohne Wettbewerb. Herzlichen Glückwunsch.

# Refusals in a selection.
selection-refused-not-held = mit { $entries } Beiträgen findet die Stufe `{ $stage }` nicht statt (`viva intake status` zeigt die Stufen)
selection-refused-not-held-next = mit { $entries } Beiträgen findet die Stufe `{ $stage }` nicht statt (die nächste ist `{ $next }`)
# { $how } is the way of deciding: "by stamps".
selection-refused-other-kind = die Stufe `{ $stage }` nimmt das nicht an: entschieden wird { $how }
selection-refused-past = die Stufe `{ $stage }` kann nicht mehr geändert werden: eine spätere hat begonnen, oder die Finalisten sind benannt
selection-refused-no-panel = losen Sie zuerst die Jury der Stufe `{ $stage }` aus
selection-refused-no-panel-plan = losen Sie zuerst die Jury der Stufe `{ $stage }` aus (`viva intake plan --stage { $stage } --judges N`)
# { $faults } holds one fault per line.
selection-refused-sheet = die Wertungen können nicht angenommen werden:
    { $faults }
selection-refused-not-tied = { $order } ist keine Reihenfolge der Beiträge, die am Schnitt der Stufe `{ $stage }` gleichauf liegen: { $level }
selection-refused-no-invitations = das Regelwerk hat keine spätere Stufe, zu der Beiträge eingeladen werden dürfen
selection-refused-stage-waits = die Finalisten stehen noch nicht fest. Stufe `{ $stage }`: { $wait }
selection-refused-no-stage = die Finalisten stehen noch nicht fest: { $entries } Beiträge bewerben sich um { $places } Plätze, und das Regelwerk hat keine Stufe für diese Zahl
selection-refused-window-open = { $rule }: Beiträge werden bis { $closes } angenommen, und die Auswahl beginnt nach diesem Tag
selection-refused-announced = die Auswahl ist schon bekannt gegeben
selection-refused-announced-replace = die Auswahl ist schon bekannt gegeben (besetzen Sie einen Platz im Finale mit `viva intake replace` neu)
selection-refused-late = { $rule }: { $entry } wurde am { $when } { $what ->
    [working] funktionierend eingereicht
   *[changed] geändert
 }, und der letzte Tag dafür war { $by }
selection-refused-late-replace = { $rule }: { $entry } wurde am { $when } { $what ->
    [working] funktionierend eingereicht
   *[changed] geändert
 }, und der letzte Tag dafür war { $by } (besetzen Sie einen Platz im Finale mit `viva intake replace` neu)
selection-refused-no-finalist = { $entry } hat keinen Platz im Finale
selection-refused-not-replaced = das Regelwerk lässt keinen anderen Beitrag den Platz von { $entry } einnehmen ([intake.late] fehlt, oder es ist kein Ersatz mehr da): der Platz bleibt leer

# Reasons why the panel cannot be drawn.
selection-panels-no-entries = es gibt keine Beiträge zu beurteilen (lassen Sie die Vorrunde aus)
selection-panels-too-few-judges = { $judges } Jurymitglieder sind zu wenig für { $entries } Beiträge mit je { $each } Jurymitgliedern und höchstens { $most } Beiträgen für jedes (finden Sie mindestens { $needed } Jurymitglieder)
selection-panels-no-load = die Höchstzahl der Beiträge pro Jurymitglied ist 0 (setzen Sie sie auf 1 oder mehr)
selection-panels-too-large = eine Zuteilung mit { $size } ist zu groß (teilen Sie die Beiträge oder die Jury in Gruppen von höchstens { $most })

# Faults of a score sheet, one per line.
selection-sheet-fault = {"  "}{ $fault }
selection-sheet-more = {"  "}und { $more } weitere
selection-sheet-lines = { $lines }
    { $line }
selection-sheet-unreadable = Zeile { $line }: { $what }
selection-sheet-quote-unclosed = ein Anführungszeichen wird geöffnet und nicht geschlossen (schließen Sie es mit `"`)
selection-sheet-after-quote = nach einem schließenden Anführungszeichen steht noch etwas (verdoppeln Sie Anführungszeichen innerhalb einer Zelle: `""`)
selection-sheet-no-column = die erste Zeile nennt keine Spalte `{ $column }` (die Spalten sind { $expected })
selection-sheet-columns = `judge,entry,rank`, `judge,entry,score`, `entry,question,score` mit oder ohne `kind`, oder `entry,place`
selection-sheet-ragged = Zeile { $line } hat { $found } Zellen, die erste Zeile hat { $expected }
selection-sheet-empty = die Datei ist leer (ihre erste Zeile nennt die Spalten)
selection-sheet-too-long = das Blatt hat mehr als { $most } Zeilen
selection-sheet-cell = Zeile { $line }: `{ $found }` in der Spalte `{ $column }` ist { $expected ->
    [entry] kein Beitrag wie E1
    [judge] kein Jurymitglied wie J1
    [mark] keine Punktzahl wie 2 oder 1.5
    [place] kein Platz wie 1
    [points] keine Punktzahl wie 3 oder 3.25
    [question] weder Nummer noch Name einer Frage
   *[rank] kein Rang wie 1
 }
selection-sheet-not-in-stage = { $entry } ist in dieser Stufe nicht dabei
selection-sheet-not-theirs = { $judge } hatte { $entry } nicht zu beurteilen
# The variable is an entry, or one of the five messages after it.
selection-sheet-twice = { $what } ist zweimal gewertet
selection-sheet-by-judge = { $entry } von { $judge }
selection-sheet-of-judge = { $entry } von { $judge }
selection-sheet-of-question = { $entry } in Frage { $question }
selection-sheet-place = Platz { $place }
selection-sheet-no-order = { $judge } muss jeden der Ränge 1 bis { $entries } einmal vergeben, hat aber { $given } vergeben
selection-sheet-left-out = { $judge } hat { $entries } ausgelassen (ein Jurymitglied muss alle seine Beiträge werten oder keinen)
selection-sheet-too-few-judges = { $entry } wurde von { $found ->
    [one] { $found } Jurymitglied
   *[other] { $found } Jurymitgliedern
 } gewertet und braucht { $needed }
# { $of } names the entry and the judge of the score: "E1 of J1".
selection-sheet-too-high = { $of }: { $found } ist mehr als { $most }, das Höchste
selection-sheet-part = { $of }: { $found } ist { $given ->
    [halves] kein ganzer oder halber Punkt
   *[whole] kein ganzer Punkt
 }
selection-sheet-too-many = { $chosen } Beiträge sind gewählt, und höchstens { $most } bleiben
selection-sheet-no-mark = { $entry } hat keine Punkte für Frage { $question }
selection-sheet-kind = Frage { $question } muss eine dieser Arten haben: { $kinds }
selection-sheet-none-of-kind = es wurde keine Frage der Art `{ $kind }` gestellt
selection-sheet-nobody = das Blatt nennt keinen Beitrag
selection-sheet-not-in-order = { $entry } fehlt in der Reihenfolge (führen Sie jeden Beitrag der Stufe auf)

# The figure that decided the place of an entry.
selection-figure-stamp = Stempel { $stamp }
selection-figure-chosen = gewählt als Nummer { $place }
selection-figure-not-chosen = nicht gewählt
selection-figure-mean-rank = mittlerer Rang { $mean }
selection-figure-mean-points = im Mittel { $mean } Punkte
selection-figure-marks = { $sum } Punkte

# The way of deciding a stage. Ends a sentence: "it is decided by stamps". Names of columns stay as they are.
selection-how-earliest = nach Stempeln
selection-how-committee = nach der Reihenfolge des Komitees (Spalten `entry,place`)
selection-how-ranks = nach den Rängen der Jury (Spalten `judge,entry,rank`)
selection-how-points = nach den Punkten der Jury (Spalten `judge,entry,score`)
selection-how-questions = nach Punkten für Fragen (Spalten `entry,question,score`, und `kind`, wo nach Arten gefragt wird)

# The step that a stage waits for.
selection-waits-panel = die Jury ist noch nicht ausgelost
selection-waits-scores = es fehlen die Wertungen
selection-waits-general-quality = kein Beitrag hat einen Punkt erhalten, es wird daher eine Reihenfolge nach allgemeiner Güte gebraucht (Spalten `entry,place`)
selection-waits-tie = { $entries } liegen gleichauf, und über ihre Reihenfolge muss entschieden werden

# Reasons why an entry is not in the final.
selection-left-out-reserve = { $why }; als Ersatz Nummer { $number } vorgemerkt
selection-left-out-disqualified = der Beitrag wurde disqualifiziert
selection-left-out-replaced = ein anderer Beitrag hat den Platz im Finale übernommen
selection-left-out-withdrawn = der Teilnehmer hat ihn zurückgezogen
selection-left-out-not-tested = der Beitrag wurde nicht geprüft
selection-left-out-too-late = der Beitrag kam erst herein, als „{ $stage }“ schon begonnen hatte
selection-left-out-not-chosen = der Beitrag wurde in „{ $stage }“ nicht gewählt
# { $figure } decided the place: "mean rank 3".
selection-left-out-behind = { $figure }, Platz { $place } in „{ $stage }“, wo die ersten { $stays } bleiben{ $tie ->
    [panel] {""}; ein Gremium hat gleichauf liegende Beiträge geordnet
    [earlier] {""}; zwischen gleichauf liegenden Beiträgen entschied der frühere Stempel
   *[none] {""}
 }
selection-left-out-not-in-final = der Beitrag ist nicht im Finale

# Consent to publication. { $who } is a label such as J1.
review-agreed-result = { $who } ist mit der Veröffentlichung des eigenen Anteils am Ergebnis einverstanden, nicht aber mit der Veröffentlichung der eigenen Texte
review-agreed-words = { $who } ist mit der Veröffentlichung der eigenen Texte einverstanden
review-agreed-licence = { $who } ist mit der Veröffentlichung der eigenen Texte unter { $licence } einverstanden
# { $agreed } is `review-agreed-result`.
review-beyond = { $agreed }: in der Aufzeichnung { $texts ->
    [one] steht { $texts } eigener Text
   *[other] stehen { $texts } eigene Texte
 }

# The authorities that can order a removal or disqualify an entry.
review-authority = { $by ->
    [organisers] die Veranstalter
    [judges] eine Mehrheit der Jury
    [panel] das Gremium
   *[committee] das Komitee
 }
# Ends the three sentences after it.
review-decided = wie { $by ->
    [organisers] die Veranstalter nach { $rule } entschieden haben
    [judges] eine Mehrheit der Jury nach { $rule } entschieden hat
    [panel] das Gremium nach { $rule } entschieden hat
   *[committee] das Komitee nach { $rule } entschieden hat
 }
review-renamed = { $who } hat ein Pseudonym erhalten, und { $parts ->
    [one] { $parts } privater Teil wurde
   *[other] { $parts } private Teile wurden
 } entfernt, { $decided }
review-erased = Alle Texte von { $who } wurden entfernt ({ $parts ->
    [one] { $parts } privater Teil
   *[other] { $parts } private Teile
 }), { $decided }
review-taken-out = { $parts ->
    [one] { $parts } privater Teil wurde
   *[other] { $parts } private Teile wurden
 } entfernt, { $decided }
# { $ruling } is one of these three.
review-ruling-because = { $ruling }: { $reason }

# Finds of a scan in a text. The variable is a list of labels such as J1, or one of the two messages after it.
review-found-name = ein Name von { $whose }
review-found-name-or-word = ein Name von { $whose } oder ein häufiges Wort
review-of-the-organiser = dem Veranstalter
review-of-the-committee = dem Komitee
review-found-email = eine E-Mail-Adresse
review-found-telephone = eine Telefonnummer
review-found-address = eine Webadresse
review-found-handle = ein Benutzername auf einer Plattform
review-found-listed = auf Ihrer Wortliste

# Reasons why the result could no longer be confirmed.
review-missing-ballots = { $ballots ->
    [one] { $ballots } Stimmzettel wurde
   *[other] { $ballots } Stimmzettel wurden
 } aus der Aufzeichnung entfernt
review-missing-draw = die Auslosung, auf die sich der Wettbewerb festgelegt hatte, wurde entfernt: die Sitzordnung kann nicht mit ihr verglichen werden
review-missing-opening-words = die Eröffnungsworte { $conversations ->
    [one] von { $conversations } Unterhaltung
   *[other] von { $conversations } Unterhaltungen
 }, über die die Regeln urteilen, wurden entfernt
review-missing-events = { $events ->
    [one] { $events } Ereignis kann
   *[other] { $events } Ereignisse können
 } nicht nach den Regeln beurteilt werden, weil Teile entfernt wurden
review-missing-talk = { $events ->
    [one] { $events } Ereignis einer Unterhaltung kann
   *[other] { $events } Ereignisse von Unterhaltungen können
 } nicht nach den Regeln beurteilt werden, weil Teile entfernt wurden
# { $part } is the name of a private part in the record: `deed`.
review-missing-parts = { $parts ->
    [one] { $parts } privater Teil `{ $part }` wurde
   *[other] { $parts } private Teile `{ $part }` wurden
 } entfernt
review-missing-close = der Wettbewerb ist nicht beendet: { $played } von { $rounds ->
    [one] { $rounds } Runde ist
   *[other] { $rounds } Runden sind
 } vorbei, und es gibt kein Ergebnis
review-missing-contest = es ist kein Wettbewerb darin

# The things that an entry's program can reach on the organiser's machine, and warnings about them.
reach-house = eingebaut
reach-can-house = ein eingebautes Programm: ihm wird vertraut, und es läuft ohne Abschottung
reach-open = keine Abschottung
reach-can-everything = alles, was der Benutzer des Servers lesen, schreiben und starten darf; das Netz
reach-warn-open = `isolation = "none"`: das Programm kann die Daten des Wettbewerbs samt Sitzordnung, die Wettbewerbsdatei, den Signaturschlüssel und die Dateien anderer Beiträge lesen und jeden Prozess sehen; entfernen Sie `isolation`, es sei denn, Sie kennen das Programm und vertrauen ihm
reach-walled = bubblewrap, kein Netz
reach-walled-with-network = bubblewrap, mit Netz
reach-landlock = Landlock
reach-model = ein Modell unter einer Adresse: es erhält die Unterhaltung und sonst nichts
reach-elsewhere = außerhalb des Servers gestartet: sein Betreiber bestimmt, worauf es zugreifen kann
reach-can-system = das System, nur lesend
reach-can-network = das Netz
reach-can-network-here = das Netz, auch jeder Dienst, der auf dieser Maschine lauscht; die Liste der Verbindungen der Maschine (/proc/net)
reach-can-memory = { $memory } MiB Speicher für alle seine Prozesse zusammen
reach-can-memory-of = { $memory } MiB Speicher für alle seine Prozesse zusammen, und höchstens { $processes } Prozesse
reach-can-read = { $places }, nur lesend, unter demselben Pfad
reach-can-copy = eine eigene Kopie von { $files } ({ $size } MiB)
reach-can-variables = { $names } in seiner Umgebung
reach-warn-landlock = `isolation = "landlock"`: das Programm kann andere Dateien nicht lesen, sieht aber überall Namen, Größen und Zeiten von Dateien und bemerkt Änderungen daran; es kann UNIX-Sockets erreichen, die einen Pfad haben; auf Kerneln vor 6.12 kann es auch abstrakte erreichen und Prozessen seines Benutzers Signale schicken; es sieht den Namen der Maschine; wenn das zu viel ist, installieren Sie bubblewrap, und entfernen Sie `isolation`
reach-warn-processes = die Zahl seiner Prozesse ist nicht begrenzt, weil eine Grenze jeden Prozess des Server-Benutzers mitzählen würde
reach-warn-no-bubblewrap = `bwrap` ist nicht installiert; { $way_out }
reach-no-bubblewrap-way-out = installieren Sie bubblewrap, wo der Wettbewerb läuft (`apt-get install bubblewrap`), und erlauben Sie ihm Namensräume, oder schreiben Sie `isolation = "landlock"` oder `isolation = "none"` in die Tabelle des Beitrags
reach-warn-copy = seine Kopie ist größer als die Hälfte von `limits.disk_mib` ({ $most }), es wird daher nicht starten; erhöhen Sie diese Grenze
# { $why } is one of the five after it, or an error of the system.
reach-warn-lacks = `{ $name }` wird fehlen: { $why }
reach-lacks-program = ein solches Programm gibt es nicht
reach-lacks-file = eine solche Datei gibt es nicht
reach-lacks-hidden = das gehört zum Wettbewerb, und Programme dürfen es nicht sehen
reach-lacks-outside = das führt aus den Ordnern hinaus, die ein Programm hat
reach-lacks-around-hidden = darin liegen eigene Dateien des Wettbewerbs: nennen Sie nur die Dateien, die das Programm braucht
# The first variable and { $way_out } are one of the pairs after it; { $rule } is the rule, as its document names it.
reach-warn-forbidden = { $what }, und { $rule } verbietet Fernverbindungen über den Ort hinaus: { $way_out }
reach-far = das Modell läuft unter `{ $host }`, also nicht am Ort
reach-far-way-out = lassen Sie es auf einer Maschine am Ort laufen, und geben Sie deren Adresse an
reach-networked = sein Programm hat Zugang zum Netz
reach-networked-way-out = schreiben Sie `hermetic = true`, damit es ohne Netz läuft
reach-server-way-out = ein Server kann nicht `hermetic` sein: sperren Sie die Verbindungen der Maschine über den Ort hinaus
reach-knocks = es verbindet sich von einer beliebigen Maschine mit dem Wettbewerb
reach-knocks-way-out = sorgen Sie dafür, dass diese Maschine am Ort ist
reach-by-hand = es wird von Hand gestartet
reach-by-hand-way-out = sperren Sie die Verbindungen seiner Maschine über den Ort hinaus

# Findings of a verification: reasons why the result cannot be confirmed, and notes beside a verdict.
record-cut = ein Kopf von { $signed } Ereignissen wurde unterschrieben, aber die Aufzeichnung hat nur { $events }: sie wurde gekürzt
record-versions-unknown = ihre Ereignisse haben die Version { $events } und ihr Ergebnis { $result }, die dieses Programm nicht kennt
record-empty = es ist kein Ereignis darin
record-not-checked = nicht geprüft: { $checks }
record-files-there = { $files ->
    [one] { $files } Datei, die ein Jurymitglied gezeigt hat, steht
   *[other] { $files } Dateien, die Jurymitglieder gezeigt haben, stehen
 } in der Aufzeichnung, wie sie gezeigt wurden
record-files-absent = { $files ->
    [one] { $files } Datei, die ein Jurymitglied gezeigt hat, fehlt
   *[other] { $files } Dateien, die Jurymitglieder gezeigt haben, fehlen
 } in der Aufzeichnung, und keine Entscheidung sagt, warum
record-cosigners-missing = ihre Regeln verlangen, dass { $demanded ->
    [one] { $demanded } Mitunterzeichner
   *[other] { $demanded } Mitunterzeichner
 } den letzten Kopf unterschreiben, getan haben es { $signed }: niemand außerhalb bestätigt, dass die Aufzeichnung nicht umgeschrieben wurde
record-imported-version-unknown = ihre eingelesenen Ereignisse haben die Version { $version }, die dieses Programm nicht kennt
# Used in `record-imported`.
record-imported-on = am { $time }
record-imported-some-time = zu unbekannter Zeit
record-imported = sie wurde { $when } aus { $files ->
    [one] { $files } Datei
   *[other] { $files } Dateien
 } eingelesen: die Unterhaltungen wurden damals nicht unterschrieben, und die Aufzeichnung zeigt nur, dass seit dem Einlesen nichts geändert wurde
record-imported-ballots = `{ $file }` enthält eingelesene Stimmzettel: `viva score` zählt sie, aber bei der Abgabe wurden sie nicht unterschrieben
record-imported-taken-out = { $parts ->
    [one] { $parts } privater Teil wurde
   *[other] { $parts } private Teile wurden
 } aus ihr entfernt
record-checkpoint-lost = der frühere Stand von { $events } Ereignissen gehört zu denen, die nach der Aufzeichnung verloren gingen: sie setzt ihn nicht fort
record-checkpoint-by-earlier-key = die Aufzeichnung setzt den früheren Stand von { $events } Ereignissen fort, der mit einem früheren Schlüssel unterschrieben wurde: diese Unterschrift wurde nicht geprüft
record-taken-out-unruled = { $parts ->
    [one] { $parts } privater Teil wurde
   *[other] { $parts } private Teile wurden
 } entfernt, und keine Entscheidung sagt, warum
# Places as 12/text, with commas; { $decided } is `review-decided`.
record-places-and-more = { $places } und { $more } weitere
record-taken-out-before = { $places } vor der Veröffentlichung entfernt, { $decided }: { $reason }
record-cosigner-changed-key = der Mitunterzeichner `{ $cosigner }` hat seinen Schlüssel gewechselt: `{ $file }` nennt ihn
record-file-unknown = `{ $file }` liegt bei, aber die Aufzeichnung beschreibt den Inhalt nicht
record-committee-signed = jedes Mitglied des Komitees hat die Regeln und das Vereinbarte unterschrieben: { $keys }
record-stood-still = { $times ->
    [one] { $times } Mal
   *[other] { $times } Mal
 } lief kein Server, während eine Uhr lief: die Uhr war so lange angehalten
record-talk-taken-out = { $keys ->
    [one] { $keys } Taste oder Zeile einer Unterhaltung wurde
   *[other] { $keys } Tasten oder Zeilen von Unterhaltungen wurden
 } aus der Aufzeichnung entfernt
record-files-taken-out = { $files ->
    [one] { $files } Datei, die ein Jurymitglied gezeigt hat, wurde
   *[other] { $files } Dateien, die Jurymitglieder gezeigt haben, wurden
 } aus der Aufzeichnung entfernt
record-harmless-taken-out = { $parts ->
    [one] { $parts } Name, Grund oder Bericht, wovon das Ergebnis nicht abhängt, wurde
   *[other] { $parts } Namen, Gründe oder Berichte, von denen das Ergebnis nicht abhängt, wurden
 } entfernt

# The call for entries.
intake-call = Aufruf zu Beiträgen
intake-call-for = Aufruf zu Beiträgen: { $contest }
intake-call-rules = Melden Sie Ihr Programm an. Es gelten die Regeln von { $rulebook }.
# Days as 2030-05-10.
intake-window-from = Beiträge werden von { $opens } bis { $closes } angenommen.
intake-window-until = Beiträge werden bis { $closes } angenommen.
intake-closed = Die Auswahl ist bekannt gegeben: es werden keine Beiträge mehr angenommen.
intake-application-says = Inhalt der Anmeldung
intake-application-names = Der Name des Programms, der Teilnehmer und alle, die daran beteiligt sind.
# Also a label of the form.
intake-asks-protocol = Die Mitschrift einer wirklichen Unterhaltung mit dem Programm, mit höchstens { $most } Wörtern
intake-declares = Erklärungen des Teilnehmers
# { $sentence } is a whole sentence of the rulebook that must be false.
intake-not-so = Nicht: { $sentence }
intake-calendar = Termine
# A day in a calendar by which something is due.
intake-calendar-by = { $title } (spätestens)
intake-calendar-file = In Ihren Kalender übernehmen (.ics)
intake-days-file = Termine in Ihren Kalender übernehmen (.ics)
intake-people = Als Person mitwirken
intake-people-needed = Der Wettbewerb braucht auch Menschen.
intake-roles-explained = Jurymitglieder schreiben mit verborgenen Gegenübern, teils Menschen, teils Programmen, und entscheiden danach, wer ein Mensch war. Vertrauenspersonen sind die Menschen unter den Gegenübern: Sie antworten als sie selbst.
intake-offer = Als { $role ->
    [judge] Jurymitglied
    [confederate] Vertrauensperson
    [referee] Schiedsrichter
   *[other] { $role }
 } mitwirken
# Roles.
intake-role = { $role ->
    [judge] Jurymitglied
    [confederate] Vertrauensperson
    [referee] Schiedsrichter
   *[other] { $role }
 }

# The form of an application, and of an offer to take part.
intake-enter = Ein Programm anmelden
intake-form-by-organisers = Die nächste Seite gehört dem Teilnehmer: senden Sie ihm die Adresse, und reichen Sie das Programm dort ein.
intake-form-private = Ihre Anmeldung lesen nur die Veranstalter. Das Programm selbst reichen Sie auf der nächsten Seite ein.
intake-back = Zurück zur Annahme
intake-form-breaches = Diese Anmeldung kann nicht angenommen werden, und diese Punkte lassen sich nach dem Absenden nicht mehr ändern:
intake-entered-by = Angemeldet von
intake-entered-by-contestant = dem Teilnehmer, per Post oder auf anderem Weg
intake-entered-by-organisers = den Veranstaltern: ein quelloffenes Programm anderer
intake-form-received = Eingegangen am
intake-form-received-note = leer lassen für jetzt; ein Tag oder ein Zeitpunkt wie 2030-05-10T12:00:00Z
intake-form-mailed = Abgesendet am, nach dem Stempel des Beförderers
intake-form-program = Name des Programms
intake-form-contestant = Teilnehmer: die Person, das Team oder die Einrichtung, die es anmeldet
intake-form-people = Alle Beteiligten, ein Name pro Zeile
intake-form-under-18 = Der Teilnehmer ist jünger als 18
intake-form-third-party = Das Programm enthält Werke anderer
intake-form-optional = freiwillig
intake-form-submission = Einreichungsweg
intake-form-opening = Eröffnungsworte des Programms
intake-form-runs-on = Es läuft auf
intake-form-brings = Ich bringe die Maschine mit, auf der es läuft
intake-form-telecommunication = Es kommuniziert über den Austragungsort hinaus
intake-answer-yes = Ja
intake-answer-no = Nein
intake-answer-no-or-none = Nein, oder trifft nicht zu
intake-form-words = { $words ->
    [one] { $words } Wort
   *[other] { $words } Wörter
 } von höchstens { $most }.
intake-form-counted = Auch die Namen der Sprechenden zählen als Wörter.
intake-form-anyway = Trotzdem einreichen
intake-form-hand-in = Anmeldung absenden
intake-people-private = Das lesen nur die Veranstalter; die Namen der Mitwirkenden werden nach dem Wettbewerb genannt.
intake-your-name = Ihr Name
intake-your-contact = Ihr Kontakt, etwa eine E-Mail-Adresse
intake-register = Mitwirkung anbieten

# The state of an entry or an offer, on its own page.
intake-entry-is = { $bdi }{ $entry }{ $bdi_end } { $is }
intake-person-is = { $role }: { $is }
intake-person-named-is = { $bdi }{ $name }{ $bdi_end }, { $role }: { $is }
intake-receipt-by = Angemeldet von { $bdi }{ $contestant }{ $bdi_end }.
intake-receipt-as = Eingegangen { $received } als { $entry }.
intake-receipt-words = Die Mitschrift hat { $words ->
    [one] { $words } Wort
   *[other] { $words } Wörter
 }.
intake-receipt-words-of = Die Mitschrift hat { $words ->
    [one] { $words } Wort
   *[other] { $words } Wörter
 } von höchstens { $most }.
intake-keep-address-entry = Bewahren Sie die Adresse dieser Seite auf: nur mit ihr kommen Sie hierher zurück, und alle, die sie haben, können für diesen Beitrag handeln.
intake-keep-address-person = Bewahren Sie die Adresse dieser Seite auf: nur mit ihr kommen Sie hierher zurück, und alle, die sie haben, können für Sie handeln.
intake-complies = Einhaltung der Regeln
intake-complies-so-far = Bisher verletzt der Beitrag keine Regel. Die Veranstalter prüfen ihn und entscheiden.
intake-complies-nothing = Keine Verstöße gefunden.
intake-program = Das Programm
intake-kept = { $bytes } Byte, SHA-256 { $code }{ $hash }{ $code_end }
intake-kept-named = { $bdi }{ $name }{ $bdi_end }, { $bytes } Byte, SHA-256 { $code }{ $hash }{ $code_end }
intake-program-file = Ein Archiv (.zip, .tar, .tar.gz, .tar.xz, .tar.bz2) oder eine einzige Textdatei, bis zu 32 MB
intake-program-other-file = Ein Archiv (.zip, .tar, .tar.gz, .tar.xz, .tar.bz2) oder eine einzige Textdatei, bis zu 32 MB; die Datei ersetzt die obige
intake-program-hand-in = Programm einreichen
intake-save = Speichern
intake-save-field = Speichern: { $field }
intake-declare = Erklären
intake-declare-this = Erklären: { $declaration }
intake-withdraw = Zurückziehen
intake-withdraw-sure = Ich ziehe diesen Beitrag zurück. Das lässt sich nicht rückgängig machen.
intake-withdraw-it = Beitrag zurückziehen
intake-leave-sure = Ich nehme mein Angebot zurück. Das lässt sich nicht rückgängig machen.
intake-leave = Angebot zurücknehmen

# The organisers' desk of an intake.
intake-desk = Annahme
intake-entries-for = { $entries ->
    [one] { $entries } Beitrag
   *[other] { $entries } Beiträge
 } für { $contest }
intake-call-stands = Der Aufruf ist unter { $link }{ $address }{ $link_end } zu finden.
intake-desk-window = Beiträge werden bis { $closes } angenommen ({ $rule }).
intake-next-untested = Noch zu prüfen: { $untested }.
intake-next-only-entry = { $entry } ist der einzige Beitrag.
# { $wait } is the step that the stage waits for: "its scores are missing".
intake-next-waits = Stufe `{ $stage }`: { $wait }.
intake-next-no-stage = { $entries } Beiträge bewerben sich um { $places } Plätze, und das Regelwerk hat keine Stufe für diese Zahl.
intake-next-nobody = Es gibt keine Finalisten.
intake-next-final = Im Finale: { $entries }.
intake-announce-sure = Das Ergebnis der Auswahl bekannt geben. Das lässt sich nicht rückgängig machen.
intake-announce = Bekannt geben
intake-announced = Die Auswahl ist bekannt gegeben.
intake-contest-file = Wettbewerbsdatei des Finales
intake-to-selection = Auswahl: Stufen, Jury, Wertungen, Gleichstände und Finalisten
intake-enter-yourselves = Selbst ein Programm anmelden: eines, das mit der Post kam, oder ein quelloffenes Programm anderer
# { $is } is the state of the entry: "was withdrawn".
intake-desk-is = Der Beitrag { $is }.
intake-desk-received = Eingegangen { $received }.
intake-desk-received-sent = Eingegangen { $received }, abgesendet { $mailed }.
intake-desk-words = Mitschrift: { $words ->
    [one] { $words } Wort
   *[other] { $words } Wörter
 }.
intake-desk-program = Programm: { $link }{ $bdi }{ $name }{ $bdi_end }{ $link_end }, { $bytes } Byte, SHA-256 { $code }{ $hash }{ $code_end }
# In the place of a file name that is no longer known.
intake-desk-file = Datei
intake-desk-no-program = Hier wurde kein Programm eingereicht.
intake-desk-application = Anmeldung
# Everyone who is associated with an entry.
intake-desk-associated = Beteiligte
intake-desk-protocol = Mitschrift
intake-declared-yes = ja
intake-declared-no = nein
intake-desk-unanswered = nicht beantwortet
intake-decide = Entscheiden
intake-testing-day = Prüftag
intake-testing-agreed = vereinbart am
intake-agree = Vereinbaren
intake-agree-with = Prüftag für { $entry } vereinbaren
intake-test-note = Prüfen Sie den Beitrag nach allen Regeln: Er entspricht ihnen oder wird abgelehnt. Ein abgelehnter Beitrag lässt sich berichtigen und noch einmal prüfen, bis die Finalisten bekannt gegeben sind.
intake-test = Prüfen
intake-test-this = { $entry } prüfen
intake-take-back-note = Nehmen Sie die Ablehnung zurück, lässt sich der Beitrag noch einmal prüfen. Mängel, die sich nicht mehr beheben lassen, zählen dann nicht mehr gegen ihn. Der Verlauf der Annahme behält die Ablehnung und Ihren Grund.
intake-take-back-because = Die Ablehnung zurücknehmen, weil
intake-take-back = Ablehnung zurücknehmen
intake-take-back-this = Ablehnung von { $entry } zurücknehmen
intake-refusal-taken-back = Die Veranstalter haben eine Ablehnung dieses Beitrags zurückgenommen.
# Above a list of faults.
intake-excused = Diese Mängel zählen nicht mehr:
intake-invite-because = Wegen seiner Güte einladen, weil
intake-invite = Einladen
intake-invite-this = { $entry } einladen
intake-taken-back = Der Teilnehmer zieht den Beitrag zurück.
intake-withdraw-this = { $entry } zurückziehen
# Three labels of one form: the authority, the rule and the reason.
intake-disqualify-by = Disqualifizieren. Entschieden haben
intake-disqualify-rule = nach der Regel
intake-because = weil
intake-disqualify = Disqualifizieren
intake-disqualify-this = { $entry } disqualifizieren
intake-desk-people = Angebote mitzuwirken
intake-desk-nobody = Noch keine Angebote.
# { $is } is the state of the offer: "takes part".
intake-desk-person = { $strong }{ $bdi }{ $name }{ $bdi_end }{ $strong_end }, { $role }: { $is }.
# In the place of a name that was taken out of the log.
intake-desk-gone = (entfernt)
intake-desk-contact = { $bdi }{ $contact }{ $bdi_end }
# { $attested } are the sentences of `intake-desk-attested`.
intake-desk-contact-attests = { $bdi }{ $contact }{ $bdi_end }; versichert: { $attested }
# One sentence that a volunteer attested, with the rule that asks for it.
intake-desk-attested = „{ $sentence }“ ({ $rule })
intake-accept = Annehmen
intake-accept-this = Person { $number } annehmen
intake-decline = Absagen
intake-decline-this = Person { $number } absagen

# Letters; the letters themselves are in English. The last variable is the id of an entry, or the number of a person.
intake-letter = Brief an { $kind ->
    [entry] Beitrag
   *[person] Person
 } { $whose }
intake-letter-to = Ein Brief an { $kind ->
    [entry] Beitrag
   *[person] Person
 } { $whose }
intake-letter-sent-to = Ein Brief an { $kind ->
    [entry] Beitrag
   *[person] Person
 } { $whose }: gesendet
intake-letter-send-to = Brief senden an { $kind ->
    [entry] Beitrag
   *[person] Person
 } { $whose }
intake-letter-by-mail = An { $bdi }{ $address }{ $bdi_end }: { $link }in einem Mailprogramm öffnen{ $link_end }
intake-letter-was-sent = Der Brief wurde gesendet.
intake-letter-not-taken = Der Mailserver hat ihn abgelehnt.
intake-letter-unknown = Er wurde vielleicht gesendet: die Antwort des Mailservers kam nie an.
intake-letter-asked = Ich habe nachgefragt: Der Brief kam nicht an.
intake-letter-send = Brief senden
# { $why } is one of the two after it.
intake-letter-failed = Der Brief wurde nicht gesendet: { $why }. Er steht noch unten: Senden Sie ihn noch einmal, oder kopieren Sie ihn in ein Mailprogramm.
# { $why } is the answer of the mail server in its own words, or `intake-mail-silent`.
intake-mail-not-taken = der Mailserver hat ihn abgelehnt: { $why }
intake-mail-unknown = vielleicht hat der Mailserver ihn angenommen, vielleicht nicht: { $why }
intake-mail-silent = er hat innerhalb von { $seconds } s nicht geantwortet
intake-mail-none = dieser Server sendet keine Briefe: kopieren Sie sie in ein Mailprogramm

# Errors in a form.
intake-too-much = Beim Server geht gerade zu viel auf einmal ein. Warten Sie eine Minute, und senden Sie es dann noch einmal: Diese Seite behält Ihren Text.
intake-write-moment = schreiben Sie den Zeitpunkt als 2030-05-10 oder 2030-05-10T12:00:00Z
intake-write-address = „{ $text }“ ist keine E-Mail-Adresse: schreiben Sie eine wie ada@example.org
intake-write-day = schreiben Sie den Tag als 2030-05-10
intake-answer-yes-or-no = Antworten Sie mit Ja oder Nein.
intake-be-sure-first = Kreuzen Sie zuerst das Kästchen an.
intake-be-sure = kreuzen Sie zuerst das Kästchen an
intake-choose-what = Wählen Sie eine Aktion.
intake-choose-file = Wählen Sie die Datei Ihres Programms.
intake-file-not-whole = Die Datei kam nicht vollständig an oder ist größer als 32 MB. Versuchen Sie es noch einmal, oder reichen Sie eine kleinere ein.
intake-form-not-whole = Das Formular kam nicht vollständig an. Senden Sie es noch einmal.
intake-choose-entry = wählen Sie den Beitrag
intake-choose-recipient = wählen Sie, an wen der Brief geht
intake-choose-letter = wählen Sie den Brief
intake-choose-person = wählen Sie die Person

# The page of a selection.
selection-name = Auswahl
selection-for = Auswahl für { $contest }
selection-entries = { $entries ->
    [one] { $entries } Beitrag entspricht
   *[other] { $entries } Beiträge entsprechen
 } den Regeln, { $untested } nicht geprüft.
# { $how } is the way of deciding the stage: "by stamps".
selection-stage = { $entries ->
    [one] { $entries } Beitrag ist
   *[other] { $entries } Beiträge sind
 } dabei; entschieden wird { $how }; höchstens { $keeps } bleiben.
# { $wait } is the step that the stage waits for: "its scores are missing".
selection-now = Offen: { $wait }.
selection-guidelines = Hinweise für die Jury der Stufe
selection-panel-of = Jury von { $stage }
selection-panel-judge = Jurymitglied
selection-panel-entries = Beiträge
selection-result-of = Ergebnis von { $stage }
# Headings of four columns.
selection-result-place = Platz
selection-result-entry = Beitrag
selection-result-by = Grundlage
selection-result-stays = Bleibt
# { $figure } decided the place: "mean rank 3".
selection-result-parted = { $figure }, Gleichstand entschieden
selection-stays-yes = ja
selection-stays-invited = ja, eingeladen
selection-stays-no = nein
selection-draw-panel = Jury auslosen
selection-draw-panel-anew = Jury neu auslosen: die bisherigen Wertungen fallen weg
selection-judges = Jurymitglieder, ein Name pro Zeile
selection-seed = Text, der die Auslosung festlegt
selection-seed-note = leer lassen für einen zufälligen Text
selection-draw = Auslosen
selection-draw-of = Die Jury von { $stage } auslosen
selection-scores = Wertungen
selection-other-scores = Andere Wertungen, anstelle der eingegangenen
selection-sheet = Wertungen, mit Kommas getrennt: zuerst die Namen der Spalten, dann eine Zeile pro Wertung
selection-take-scores = Wertungen speichern
selection-take-scores-of = Wertungen von { $stage } speichern
selection-order-of = Entschiedene Reihenfolge von { $entries }, der beste zuerst
selection-record-order = Reihenfolge festhalten
selection-record-order-in = Reihenfolge in { $stage } festhalten
selection-write-order = schreiben Sie die Reihenfolge als E3, E1
selection-choose-what = wählen Sie eine Aktion
selection-outcome = Ergebnis der Auswahl
selection-no-entry = Kein Beitrag entspricht den Regeln.
selection-no-entry-awards = Kein Beitrag entspricht den Regeln. Zum nächsten Wettbewerb kommt hinzu: { $awards }.
selection-only-entry = { $entry } ist der einzige Beitrag und erhält ohne Wettbewerb: { $awards }.
selection-not-known = Die Finalisten stehen noch nicht fest.
selection-no-stage = { $entries } Beiträge bewerben sich um { $places } Plätze, und das Regelwerk hat keine Stufe für diese Zahl.
selection-final = Im Finale
# Follows the name of an entry.
selection-final-place = , Platz { $place }
selection-left-out = Nicht im Finale
selection-announce-there = Noch ist nichts bekannt gegeben. Drücken Sie „Bekannt geben“ auf der Seite der Annahme.
selection-announced-there = Das Ergebnis ist auf der Seite der Annahme bekannt gegeben.
# { $rule } is the label of a rule, or the word after it.
selection-clash = { $rule }: { $judge } kann im Finale nicht urteilen, weil { $id } in der Stufe `{ $stage }` dieselbe Person war.
selection-any-rule = Auswahl
# { $day } names the deadline: "The finalists are announced".
selection-day-by = { $day }: spätestens am { $until }, und dieser Tag ist vorbei ({ $rule }).
selection-day-to-come = { $day }: am { $until }, und dieser Tag steht noch bevor ({ $rule }).
selection-day-over = { $day }: am { $until }, und dieser Tag ist vorbei ({ $rule }).
selection-until-final = Vor dem Finale
selection-ready-works = funktionierend eingereicht: { $when }
selection-ready-waits = noch nicht funktionierend eingereicht
selection-ready-waits-until = noch nicht funktionierend eingereicht; Frist: { $by } ({ $rule })
selection-ready-late = verspätet: das Programm musste bis { $by } funktionierend eingereicht sein ({ $rule })
selection-changed-on = Geändert am
selection-works-on = Funktionierend eingereicht am
selection-now-if-empty = leer lassen für jetzt
selection-note = Eintragen
selection-note-changed = Eintragen: { $entry } wurde geändert
selection-note-works = Eintragen: { $entry } funktioniert
selection-dropped-out = Der Beitrag ist ausgefallen
selection-fill-because = Den Platz neu besetzen, weil
selection-fill = Platz neu besetzen
selection-fill-this = Platz von { $entry } neu besetzen
selection-empty-place = { $strong }{ $entry }{ $strong_end } ist nicht mehr im Finale, und der Platz ist leer.

# The page on which an organiser reads every text of a contest before its release.
review-name = Durchsicht
review-title = Vor der Freigabe lesen
review-back = Zurück zum Pult
review-count = In diesem Wettbewerb wurden { $texts ->
    [one] { $texts } Text
   *[other] { $texts } Texte
 } geschrieben. In { $found } davon fand die Suche etwas zu prüfen; diese stehen vorn.
review-scan-note = Die Suche findet Namen von Mitwirkenden, E-Mail- und Webadressen, Telefonnummern, Benutzernamen auf Plattformen und Ihre eigenen Wörter. Sie kann etwas übersehen: Lesen Sie alles.
review-released-note = Die Aufzeichnung ist schon öffentlich: Vorhandene Kopien behalten ihren Inhalt.
review-words = Ihre eigenen Wörter, eines pro Zeile; ein Wort, das mit * endet, wird mit jeder Fortsetzung gefunden
review-scan = Danach suchen
review-texts = Texte
review-earlier = Vorige Texte
review-page = Seite { $page } von { $pages }
review-more = Weitere Texte
review-no-texts = Es sind keine Texte mehr zu lesen.
# Follows the author and the time of a text.
review-as-pressed = wie getippt, Taste für Taste
# Authors without a label.
review-by-server = Server
review-by-organiser = Veranstalter
review-by-judge = Jurymitglied
review-by-witness = Zeuge
# The last variable is the find: "an e-mail address".
review-only-this = nur „{ $bdi }{ $text }{ $bdi_end }“: { $what }
review-this = „{ $bdi }{ $text }{ $bdi_end }“: { $what }
review-take-this-out = diesen Text entfernen
review-public = Das war sofort öffentlich: Es gehört zum Baum der Aufzeichnung und kann nicht entfernt werden.
review-take-ticked-out = Angekreuztes entfernen
review-take-it-out = Entfernen …
review-decided-by = Entschieden haben
review-under-rule = Regel, etwa „Regel 17“
review-reason = Grund für die Aufzeichnung, ohne den entfernten Text
review-one-person = Eine Person
review-erase = Alle Texte einer Person entfernen
review-erase-note = Dazu gehört alles, was die Person getippt, gesagt, angekündigt und als Grund angegeben hat. Ihre Stimmzettel bleiben, und das Ergebnis auch.
review-erase-do = Texte entfernen …
review-whose = Person
review-who = Person
review-no-name = (kein Name)
review-rename = Einer Person ein Pseudonym geben
review-rename-note = Das Pseudonym ersetzt den Namen auf allen Seiten und in allen Namenslisten. Texte, in denen der Name vorkommt, stehen oben.
review-rename-do = Pseudonym geben …
review-pseudonym = Pseudonym
review-consents = Einverständnisse
review-no-consents = Es ist kein Einverständnis festgehalten: Die Regeln bestimmen, was veröffentlicht wird.
review-consents-note = Manche sind nur mit der Veröffentlichung ihres Anteils am Ergebnis einverstanden. Solange die Aufzeichnung einen ihrer Texte enthält, lässt sich keine Mitschrift und keine Aufzeichnung freigeben und keine Datei ausgeben: Entfernen Sie diese Texte oben. Eine Lizenz steht bei Tabellen, Mitschriften und Seiten.
review-scope = Veröffentlicht werden darf
review-scope-result = der Anteil am Ergebnis, aber keine eigenen Texte
review-scope-words = auch die eigenen Texte
review-licence = Lizenz für die eigenen Texte, wenn eine genannt wurde, etwa CC-BY-4.0
review-record-consent = Einverständnis festhalten
review-rulings = Entfernungen und Pseudonyme
review-no-rulings = Noch keine.
review-release = Wenn Sie alles gelesen haben, { $link }geben Sie die Aufzeichnung am Pult frei{ $link_end }.

# Errors in the forms of that page.
review-choose-who = wählen Sie die Person
review-choose-scope = wählen Sie, was veröffentlicht werden darf
review-choose-authority = wählen Sie, wer entschieden hat
review-name-rule = nennen Sie die Regel, die diese Entscheidung erlaubt
review-say-why = nennen Sie den Grund, ohne den entfernten Text
review-tick = kreuzen Sie an, was entfernt werden soll
review-gone-already = einiges davon ist schon entfernt: laden Sie die Seite neu
review-write-name = geben Sie das Pseudonym ein
review-choose-what = wählen Sie eine Aktion

# The question before something is taken out.
review-confirm-erase = Alle Texte von { $who } entfernen, aus { $parts ->
    [one] { $parts } privaten Teil
   *[other] { $parts } privaten Teilen
 }?
review-confirm-erase-do = Texte entfernen
review-confirm-rename = { $who } von jetzt an „{ $name }“ nennen?
review-confirm-rename-do = Pseudonym geben
review-confirm-take-out = { $parts ->
    [one] { $parts } privaten Teil
   *[other] { $parts } private Teile
 } entfernen?
review-confirm-take-out-do = Entfernen
review-result-stands = Das Ergebnis bleibt bestätigt.
# { $missing } is the reason: "2 ballots were taken out of the record".
review-result-lost = Das Ergebnis ließe sich nicht mehr bestätigen: { $missing }.
review-confirm-for-good = Das lässt sich nicht rückgängig machen: Der entfernte Inhalt wird auf diesem Server aus allen Seiten, Aufzeichnungen und Dateien gelöscht. Die Aufzeichnung behält die Entscheidung, mit der Regel, dem Grund und der Angabe, wer entschieden hat.
review-confirm-copies = Frühere Kopien der Aufzeichnung oder des Server-Ordners enthalten den entfernten Inhalt weiterhin.
review-confirm-under-way = „{ $contest }“ läuft gerade auf diesem Server. Wenn er einen eigenen Speicher führt, warten in jenem Wettbewerb alle, während die Datei neu geschrieben wird, etwa eine Sekunde pro 100 MB: Warten Sie, bis er vorbei ist.
# { $places } are places in the record, or those and how many more.
review-name-stands = Der jetzige Name oder ein Wort davon steht in { $texts ->
    [one] { $texts } Text
   *[other] { $texts } Texten
 } ({ $places }): Entfernen Sie auch diese Texte, wenn sie die Person verraten.
review-pseudonym-stands = Das Pseudonym oder ein Wort davon steht in { $texts ->
    [one] { $texts } Text
   *[other] { $texts } Texten
 } ({ $places }): Leser werden an diese Person denken. Ist jemand anderes gemeint, wählen Sie ein anderes Pseudonym.
review-places-and-more = { $places }; und { $more } weitere

## Messages of scripts: js-

js-time-over = Die Zeit ist um.
js-minute-left = Noch eine Minute.
js-five-minutes-left = Noch fünf Minuten.
js-not-kept = Nicht gespeichert: { $why }
js-change-unsealed = Die Zeit ist fast um, und Ihre Änderungen sind nicht abgegeben.
js-ballot-unsealed = Die Zeit ist fast um, und dieser Stimmzettel ist nicht abgegeben.
js-ranking-unsealed = Die Zeit ist fast um, und diese Rangfolge ist nicht abgegeben.
js-not-reached = Das hat den Server nicht erreicht. Bitte versuchen Sie es noch einmal.
js-reconnecting = Verbindung verloren; sie wird wieder aufgebaut … Ihr Text bleibt erhalten.
js-not-recording = Der Server kann gerade nicht speichern. Ihr Text bleibt hier erhalten und wird gesendet, sobald der Server wieder speichern kann.
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
js-not-shown-here = Diese Datei ist kein Bild, kein Ton und kein Video, das hier gezeigt werden kann. Wählen Sie eine andere Datei.
js-file-too-large = Diese Datei hat { $size }, erlaubt sind { $most }. Wählen Sie eine kleinere Datei.
js-file-empty = Diese Datei ist leer. Wählen Sie eine andere Datei.
js-plays-too-long = Das dauert { $seconds } s, erlaubt sind { $most } s. Wählen Sie eine kürzere Datei.
js-not-playable = Ihr Browser kann diese Datei nicht zeigen, andere können es also vielleicht auch nicht. Wählen Sie eine andere Datei.
js-take-away = Entfernen
js-on-its-way = Wird gesendet …
js-not-taken = Das wurde nicht angenommen: Laden Sie die Seite neu.
js-server-did-not-take = Der Server hat es nicht angenommen. Bitte versuchen Sie es noch einmal.
js-file-not-reached = Es hat den Server nicht erreicht. Bitte versuchen Sie es noch einmal.
js-sent-again = Die Verbindung ging verloren; wird noch einmal gesendet …
js-no-microphone = Das Mikrofon kann nicht benutzt werden: Erlauben Sie es im Browser, oder wählen Sie eine Datei.
js-no-camera = Die Kamera kann nicht benutzt werden: Erlauben Sie es im Browser, oder wählen Sie eine Datei.
js-take-picture = Bild aufnehmen
js-no-picture = Die Kamera hat kein Bild gegeben. Bitte versuchen Sie es noch einmal.
js-stop = Anhalten
js-takes-up = Aufnahme: { $seconds } von { $most } s
js-taken-unusable = Die Aufnahme ist nicht zu gebrauchen. Bitte versuchen Sie es noch einmal, oder wählen Sie eine Datei.
js-camera-sees = Kamerabild
js-about-to-show = Vorschau
js-no-paste = Sie können hier nichts einfügen: Bitte tippen Sie.
js-not-said = Nicht gesendet, weil die Runde vorbei oder angehalten ist:
js-not-said-clear = Ausblenden
js-plain-spelling = „{ $key }“ wurde in der nächsten einfachen Schreibweise gesendet.
## Figures in rulebook texts: rules-

# A number before one of the units below: up to ten as a word.
rules-number = { $number ->
    [1] eine
    [2] zwei
    [3] drei
    [4] vier
    [5] fünf
    [6] sechs
    [7] sieben
    [8] acht
    [9] neun
    [10] zehn
   *[other] { $number }
}
# Used in the instructions of a rulebook, in the accusative: "{ fünf Minuten } lang", "mindestens { fünf Sekunden }".
rules-hours = { $number ->
    [one] { $counted } Stunde
   *[other] { $counted } Stunden
}
rules-minutes = { $number ->
    [one] { $counted } Minute
   *[other] { $counted } Minuten
}
rules-seconds = { $number ->
    [one] { $counted } Sekunde
   *[other] { $counted } Sekunden
}
# 1.5 seconds: $part follows the decimal point.
rules-seconds-and-part = { $whole },{ $part } Sekunden
rules-no-time = keine Zeit

# The replay of an interview.
js-replay-judge = Jury
js-replay-witness = Zeuge
# The current moment, of the length of the interview.
js-replay-clock = { $now } von { $end }
js-replay-incident = Vorfall bei { $at }: { $what }
js-replay-play = Abspielen
js-replay-stop = Anhalten

## A contest that is withheld after a failure: withheld-

withheld-title = { $contest }: Der Wettbewerb kann noch nicht weitergehen
withheld-title-full = Die Festplatte des Servers ist voll
withheld-what-to-do = Nächste Schritte
withheld-shorter = In der Datenbank des Servers stehen { $found } von { $size } bestätigten Ereignissen dieses Wettbewerbs; am Ende fehlen { $lost }. Ein Teil der Datenbank ging verloren, oder eine ältere Kopie wurde zurückgespielt.
withheld-empty = In der Datenbank des Servers steht kein Ereignis dieses Wettbewerbs, obwohl der Server { $size } bestätigt hatte. Die Datenbank wurde geleert, oder es ist eine andere.
withheld-changed = Die Datenbank des Servers wurde verändert: Die ersten { $size } Ereignisse dieses Wettbewerbs weichen von den bestätigten ab.
withheld-stop = Halten Sie den Server an, und heben Sie eine Kopie des Datenordners auf, wie er jetzt ist.
withheld-copy = Wenn Sie eine spätere Kopie des Datenordners haben, spielen Sie sie zurück, und starten Sie den Server neu. Dann ist nichts verloren.
withheld-copy-only = Spielen Sie eine Kopie des Datenordners zurück, die vor der Änderung gemacht wurde, und starten Sie den Server neu. Zeigen Sie beide Kopien der Person, die den Wettbewerb prüft.
withheld-continue = Wenn es keine spätere Kopie gibt, können Sie ohne die fehlenden Ereignisse weitermachen: Starten Sie den Server wie bisher und zusätzlich mit der Option, die unten steht. Der Wettbewerb geht vom letzten vorhandenen Ereignis weiter, und seine öffentliche Aufzeichnung nennt die Zahl der verlorenen Ereignisse ({ $lost }).
withheld-begin-anew = Wenn es keine spätere Kopie gibt, können Sie neu beginnen: Starten Sie den Server mit der Wettbewerbsdatei und der Option, die unten steht. Die öffentliche Aufzeichnung des neuen Wettbewerbs nennt die Zahl der verlorenen Ereignisse ({ $lost }).
withheld-full = Für die Aufzeichnung ist kein Platz mehr, darum kann der Wettbewerb nicht weitergehen. Von dem, was aufgezeichnet wurde, ist nichts verloren.
withheld-full-room = Schaffen Sie Platz auf der Festplatte mit dem Datenordner des Servers; 100 MB sind ein guter Anfang.
withheld-full-then = Mehr ist nicht zu tun: Der Wettbewerb öffnet nach wenigen Sekunden von selbst. Seine Uhren waren angehalten.
withheld-note = Bis dahin bleibt der Wettbewerb geschlossen. Diese Seite prüft es alle zehn Sekunden.
withheld-people-title = Einen Moment, bitte
withheld-people = Der Wettbewerb kann gerade nicht weitergehen. Der Veranstalter sieht den Grund und kümmert sich darum.
withheld-people-note = Sie brauchen nichts zu tun. Diese Seite prüft es alle zehn Sekunden.
withheld-and = { $told } { $step }
