# Was Vivavoce den Menschen sagt, auf Deutsch. Kennungen und Werte sind die von en.ftl; docs/languages.md sagt, wie man eine
# eigene Sprache schreibt. Wir sagen „Sie“.

## The language

# What the language calls itself.
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
# The link that jumps over the head of the page.
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
# Read out before each line, so that a listener knows which conversation it is of.
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
# Who asked in a conversation that is read, not held.
seat-interrogator = Fragender
# Whose page it is.
seat-whose =
    { $role ->
        [organiser] Veranstalter
        [participant] Person { $number }
        [judge] Jurymitglied { $number }
        [confederate] Vertrauensperson { $number }
        [entry] Beitrag { $number }
       *[referee] Schiedsrichter { $number }
    }

# Where the contest is: the headline of every page.

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
# What the browser calls the page.
talk-tab = { $headline } · { $whose } · { $contest }
talk-where = Wo der Wettbewerb steht
talk-left = verbleibend
talk-clock-paused = angehalten
# The organiser may add words of their own, which follow.
talk-paused-by-organiser = Der Veranstalter hat eine Pause eingelegt. Die Uhr steht still; niemand verliert Zeit.
talk-away = Der Server war nicht erreichbar oder konnte nichts speichern, und seither steht die Uhr still: Niemand hat Zeit verloren. Es geht weiter, sobald der Veranstalter es sagt.
# A script puts a time such as 0:20 in the place of the words between $time and $time_end.
talk-away-goes-on = Der Server war nicht erreichbar oder konnte nichts speichern, und seither steht die Uhr still: Niemand hat Zeit verloren. Es geht von selbst weiter, und zwar in { $time }einem Augenblick{ $time_end }.
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
talk-other-window-told = Sie sind auch in einem anderen Fenster hier: Schreiben Sie dort, oder machen Sie hier weiter.
talk-continue-here = Hier weitermachen
talk-from-organiser = Vom Veranstalter
talk-unscripted = Ohne Skripte bleibt diese Seite, wie sie ist: Laden Sie sie neu, um zu sehen, was geschehen ist. Ihre Formulare funktionieren, eine Zeile nach der anderen.
talk-calendar = Termine
# Days such as 2003-06-30.
talk-day-by = bis { $day }
talk-day-on = am { $day }
talk-days = von { $from } bis { $to }

# Contributions to a draw.

# In words that follow "your part of". Im Akkusativ.
talk-draw = die Auslosung, wer wem begegnet
talk-coin = den Münzwurf zwischen gleichauf liegenden Beiträgen
talk-contribute = Ihr Anteil für { $matter }: ein beliebiger Text, den niemand vorhersehen kann
talk-contribute-do = Hinzufügen
talk-contributed-in-rehearsal = Ihre Seite hat { $code }{ $value }{ $code_end } hinzugefügt. Dies ist eine Probe: Ihre Auslosung steht von vornherein fest, und nichts, was hinzugefügt wird, ändert sie.
talk-contributed = Ihre Seite hat { $code }{ $value }{ $code_end } für { $matter } hinzugefügt. Notieren Sie es, wenn Sie möchten: Am Ende zeigt die Aufzeichnung es als Ereignis { $event } des Stroms { $code }contest{ $code_end }, und jeder kann die Ziehung nachrechnen.
talk-contributed-closed = Ihr Anteil für { $matter } war { $code }{ $value }{ $code_end }: Ereignis { $event } des Stroms { $code }contest{ $code_end } in { $link }der Aufzeichnung{ $link_end }. { $code }viva record verify{ $code_end } rechnet die Ziehung daraus nach.

# Places, and how one speaks.

talk-before-you-begin = Bevor Sie beginnen
talk-you-answer = In dieser Runde antworten Sie
talk-you-answer-told = In dieser Runde antworten Sie: Ihr Gegenüber fragt und möchte wissen, was Sie sind.
talk-over = Dieses Interview ist vorbei
talk-rest = In dieser Runde haben Sie Pause
talk-wait-for-next = Bitte warten Sie auf die nächste.
talk-when-not-resting = Für die Runden, in denen Sie keine Pause haben
talk-in-place = Sie sind auf Ihrem Platz. Die Runde beginnt, sobald alle es sind.
talk-leave-place = Ich muss meinen Platz verlassen
talk-take-my-place = Ich bin auf meinem Platz
talk-instructions = Anleitung
talk-thanks = Vielen Dank
talk-closed-results = Der Wettbewerb ist beendet. { $link }Zu den Ergebnissen{ $link_end }.
# What judges are told of those they meet.
talk-told =
    Von denen, die Ihnen begegnen, { $people ->
        [1] ist mindestens eines ein Mensch
       *[other] sind mindestens { $people } Menschen
    } und { $programs ->
        [1] mindestens eines ein Programm
       *[other] mindestens { $programs } Programme
    }.
# The label of the field in which one writes to a witness.
talk-to =
    { $seat ->
        [left] An den linken Zeugen
        [right] An den rechten Zeugen
        [only] An Ihr Gegenüber
       *[terminal] An Terminal { $number }
    }
talk-answer = Ihre Antwort
talk-begin-with = Beginnen Sie wörtlich mit:
talk-begin-with-one = Beginnen Sie wörtlich mit einem davon:
talk-use = Verwenden
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
talk-keys-ascii = Jeder Tastenanschlag wird sofort gesendet. Buchstaben mit Akzenten und typografische Zeichen werden in der nächstliegenden einfachen Schreibweise übertragen; Zeichen, die keine haben, lassen sich hier nicht tippen.
talk-keys-unicode = Jeder Tastenanschlag wird sofort gesendet, gleich welcher Buchstabe oder welches Zeichen.
talk-lines = Eine Zeile wird gesendet, wenn Sie sie beenden; eine leere Zeile beendet Ihren Zug.
talk-messages = Eine Nachricht wird gesendet, wenn sie fertig ist.
talk-read = Sagen Sie nach jedem Zug, wie sicher Sie sind; was Sie gesagt haben, bleibt stehen, und der nächste Zug erscheint.
talk-no-paste = Hier lässt sich nichts einfügen: Bitte tippen Sie.
# What the keys of a keyboard do, one after the other; the words between $key and $key_end are what stands on the key.
talk-key-ends-line = { $key }Enter{ $key_end } beendet eine Zeile
talk-key-sends-line = { $key }Enter{ $key_end } sendet die Zeile
talk-key-slides = { $key }← →{ $key_end } bewegen den Regler
talk-key-goes-on = { $key }Enter{ $key_end } geht weiter
talk-key-sends = { $key }Enter{ $key_end } sendet
talk-key-new-line = { $key }Umschalt + Enter{ $key_end } beginnt eine neue Zeile
talk-key-changes-sides = { $key }Strg + Enter{ $key_end } wechselt die Seite
talk-keys-also = { $first }; { $then }
talk-keys = { $keys }.

# Files that are shown.

talk-picture = Bild
talk-sound = Ton
talk-video = Video
# In the place of a picture that cannot be seen; the label of a sound or a video.
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
talk-what-it-is = Was es ist
talk-what-it-is-for = In einer Zeile, für alle, die es nicht sehen oder hören können. Das Feld darf leer bleiben.
talk-show-it = Zeigen

# A referee and a confederate.

talk-from-referee = Vom Schiedsrichter
talk-muted = Ein Schiedsrichter hat Sie in diesem Interview stumm geschaltet. Nichts, was Sie schreiben, wird angenommen, bis Sie wieder sprechen dürfen. Das Jurymitglied erfährt davon nichts.
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
talk-referee-strikes = Ein Schiedsrichter hat „{ $said }“ gestrichen; das Jurymitglied bekommt es nicht zu sehen: { $words }
talk-late = Äußerungen, die nach dem für sie ausgelosten Zeitpunkt kamen und sofort begannen: { $people } von Menschen, { $programs } von Programmen
talk-late-share = { $late } von { $utterances } ({ $percent } %)
talk-late-none = { $late } von { $utterances }

# The page of a confederate.

talk-the-judge = Das Jurymitglied
talk-with-judge = Ihre Unterhaltung mit dem Jurymitglied
talk-over-for-confederate = Der Veranstalter hat es beendet. Bitte warten Sie auf die nächste Runde.
talk-wait-for-end = Vielen Dank. Bitte warten Sie auf das Ende des Wettbewerbs.
talk-round-over = Die Runde ist vorbei
talk-wait-for-round = Bitte warten Sie auf die nächste Runde.
talk-judges-fill-in = Die Jury füllt ihre Stimmzettel aus. Bitte warten Sie.
talk-judges-decide = Einige Beiträge liegen gleichauf, und die Jury soll entscheiden. Für Sie gibt es nichts zu tun. Bitte warten Sie.

# What the live connection of a page says.

# At most 123 bytes.
talk-too-many-pages = zu viele Seiten dieses Platzes sind geöffnet: schließen Sie eine davon
# At most 123 bytes.
talk-link-replaced = dieser Zugangslink wurde durch einen neuen ersetzt: fragen Sie den Veranstalter danach
talk-no-key = diese Taste gibt es nicht: senden Sie ein Zeichen, Return, BackSpace oder Tab
talk-not-understood = das wurde nicht verstanden: { $why }

# The page of a judge.

judge-over-told = Der Veranstalter hat es beendet. Ein Stimmzettel dazu wird nicht verlangt. Bitte warten Sie auf die nächste Runde.
judge-wait = Bitte warten Sie.
judge-receipts = Quittungen für Ihre Stimmzettel
judge-the-conversation = Die Unterhaltung
judge-turn = Nach Zug { $turn }
# What an end of the slider means, in the rulebook's words.
judge-lowest = 0: { $meaning }
judge-highest = 100: { $meaning }
judge-next = Weiter
judge-read-to-end = Sie haben diese Unterhaltung zu Ende gelesen. Bitte warten Sie, bis alle so weit sind.
# $beliefs are numbers.
judge-believed = Bisher haben Sie gesagt: { $beliefs }
judge-talk-over = Das Gespräch ist vorbei
judge-paused = Der Wettbewerb macht Pause. Bitte warten Sie, bis er weitergeht.
judge-nothing-now = Im Moment gibt es nichts auszufüllen. Bitte warten Sie auf die nächste Runde.
judge-nothing = Für Sie gibt es nichts auszufüllen.
judge-interviews = Ihre Interviews
judge-interviews-told = Lesen Sie sie noch einmal, und beantworten Sie zu jedem die Fragen. Was Sie ausfüllen, wird laufend gespeichert.
judge-contents-sealed = { $link }{ $interview }{ $link_end }: { $done }versiegelt{ $done_end }
judge-contents-unsealed = { $link }{ $interview }{ $link_end }: { $open }nicht versiegelt{ $open_end }
judge-how-human = Wie menschlich waren alle?
judge-rank-most = 1 ist am menschlichsten.
judge-rank-least = 1 ist am wenigsten menschlich.
judge-rank-level = Wen Sie gleich finden, dem dürfen Sie dieselbe Zahl geben.
judge-rank-different = Geben Sie allen verschiedene Zahlen.
judge-rank-how = Wählen Sie Zahlen, drücken Sie ↑ und ↓, oder ziehen Sie am Griff: Wer eine Zahl hat, steht an deren Stelle.
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
judge-vote-change = Meine Stimme ändern
judge-vote-asked = Alle Stimmzettel liegen vor, und einige Beiträge liegen gleichauf. Nach den Regeln entscheidet die Jury. Wer von diesen war menschlicher?
judge-vote-none = Ich kann mich nicht entscheiden
# An entry that a judge met several times: "The left one of round 2, and the right one of round 5".
judge-vote-also = { $first }, und { $then }
judge-voted = Ihre Stimme: { $choice }.
judge-voted-for = Sie haben gestimmt für: { $choice }.
judge-vote-of-others = Einige Beiträge liegen gleichauf, und Sie sind keinem davon begegnet. Bitte warten Sie.
judge-no-choice = wählen Sie einen, oder sagen Sie, dass Sie sich nicht entscheiden können

# Receipts.

judge-receipts-title = Quittungen, { $contest }
judge-receipts-none = Es gibt noch keine. Sie erhalten eine für jeden Stimmzettel, sobald dessen Runde vorbei ist.
judge-receipts-told = Jede Datei beweist, dass Ihr Stimmzettel so, wie Sie ihn versiegelt haben, in der Aufzeichnung dieses Wettbewerbs steht. Behalten Sie sie für sich: Sie verrät, wie Sie geurteilt haben. Wenn die Aufzeichnung veröffentlicht ist, vergleichen Sie beide:
judge-receipts-command = Ein Befehl
judge-receipts-back = Zurück zu Ihrer Seite
judge-receipt-ballot = Stimmzettel zu Runde { $round }
judge-receipt-ranking = Rangfolge zum Schluss, Durchgang { $trial }

# Ballots. $form is ballot, ranking or notes.

form-seal =
    { $form ->
        [ranking] Meine Rangfolge versiegeln
       *[ballot] Meinen Stimmzettel versiegeln
    }
form-change =
    { $form ->
        [ranking] Meine Rangfolge ändern
       *[ballot] Meinen Stimmzettel ändern
    }
form-keep = Speichern und später versiegeln
form-late =
    { $form ->
        [ranking] Die Zeit ist fast um, und diese Rangfolge ist nicht versiegelt.
       *[ballot] Die Zeit ist fast um, und dieser Stimmzettel ist nicht versiegelt.
    }
form-late-changed = Die Zeit ist fast um, und was Sie geändert haben, ist nicht versiegelt.
form-notes = Ihre eigenen Notizen
form-notes-told = Nur Sie sehen sie. Sie werden beim Schreiben gespeichert und gelöscht, wenn der Wettbewerb beendet ist.
form-notes-keep = Meine Notizen speichern
form-earlier = Was Sie zuvor geantwortet haben
form-sealed = Versiegelt. Vor dem Ende sieht es niemand.
form-sealed-as = Versiegelt: { $answers }. Vor dem Ende sieht es niemand.
form-not-sealed = Nicht versiegelt.
form-not-sealed-as = Nicht versiegelt: { $answers }.
form-until-again = Was Sie versiegelt haben, zählt, bis Sie erneut versiegeln.
form-empty = Noch ist nichts ausgefüllt.
form-lapses = Nur was Sie versiegeln, zählt.
form-complete = Es ist vollständig: Wenn Sie nichts versiegeln, zählt es, sobald die Zeit um ist.
form-incomplete = Es ist nicht vollständig: Wenn Sie nichts versiegeln, zählt nichts davon.

# What is asked. $who is seat-label or seat-heading.

form-choice-asked = Wer von beiden ist der Mensch?
form-choice-note = Einer von beiden muss genannt werden.
form-verdict-asked = Ist { $who } ein Mensch oder ein Programm?
form-person = Ein Mensch
form-program = Ein Programm
form-cannot-tell = Ich kann es nicht sagen
form-split-asked = Verteilen Sie { $total } Punkte auf die beiden
form-split-note = Ganze Punkte, mehr für den menschlicheren: Einer von beiden bekommt mindestens { $winner }.
form-split-once = Verteilen Sie kein zweites Mal ebenso; gleich, wer von beiden mehr hat, es ist dieselbe Verteilung.
# Points that were shared out: "60 to 40".
form-split = { $first } zu { $then }
form-used = { $strong }{ $split } in Runde { $round }{ $strong_end }
form-used-already = Schon verwendet: { $splits }.
form-sure-asked = Wie sicher sind Sie?
form-sure-note = Eine ganze Zahl von 0, bloß geraten, bis 100, ganz sicher.
form-per-cent = Prozent
form-why-asked = Warum?
form-why-note = Sie können dies weglassen.
form-why = Ihre Begründung, höchstens { $characters } Zeichen
form-scale-whole = Eine ganze Zahl von { $from } bis { $to }.
form-scale =
    { $places ->
        [1] Eine Zahl von { $from } bis { $to }; eine Nachkommastelle ist erlaubt, nach einem Punkt oder einem Komma.
       *[other] Eine Zahl von { $from } bis { $to }; bis zu { $places } Nachkommastellen sind erlaubt, nach einem Punkt oder einem Komma.
    }
# A step of a scale with what it means, in the rulebook's words.
form-step = { $number }: { $meaning }
# A question of the rulebook about a seat.
form-asked-of = { $who }: { $question }

# What was answered, in words that follow each other with commas.

form-said-human = { $who } ist der Mensch
form-said-person = { $who } ist ein Mensch
form-said-program = { $who } ist ein Programm
form-said-unsure = Sie können nicht sagen, was { $who } ist
# $name is the rulebook's name of what is rated.
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
# A rank and whose it is.
form-said-rank = { $rank } { $who }

# What became of a form that is closed.

form-closed-sealed =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } zählt, wie Sie ihn versiegelt haben.
        [ranking] Ihre Rangfolge zählt, wie Sie sie versiegelt haben.
       *[notes] Ihre Notizen zählen, wie Sie sie versiegelt haben.
    }
form-closed-sealed-as =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } zählt, wie Sie ihn versiegelt haben: { $answers }.
        [ranking] Ihre Rangfolge zählt, wie Sie sie versiegelt haben: { $answers }.
       *[notes] Ihre Notizen zählen, wie Sie sie versiegelt haben: { $answers }.
    }
form-closed-draft =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } war nicht versiegelt; er war vollständig, als seine Zeit um war, und zählt.
        [ranking] Ihre Rangfolge war nicht versiegelt; sie war vollständig, als ihre Zeit um war, und zählt.
       *[notes] Ihre Notizen waren nicht versiegelt; sie waren vollständig, als ihre Zeit um war, und zählen.
    }
form-closed-draft-as =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } war nicht versiegelt; er war vollständig, als seine Zeit um war, und zählt: { $answers }.
        [ranking] Ihre Rangfolge war nicht versiegelt; sie war vollständig, als ihre Zeit um war, und zählt: { $answers }.
       *[notes] Ihre Notizen waren nicht versiegelt; sie waren vollständig, als ihre Zeit um war, und zählen: { $answers }.
    }
form-closed-not-given =
    { $form ->
        [ballot] Ihr Stimmzettel zu Runde { $round } wurde nicht abgegeben: Nichts davon zählt.
        [ranking] Ihre Rangfolge wurde nicht abgegeben: Nichts davon zählt.
       *[notes] Ihre Notizen wurden nicht abgegeben: Nichts davon zählt.
    }

# What is wrong with a form, at its field. $who is a seat or a conversation, or several of them.

form-wrong-fields =
    { $count ->
        [1] das wurde nicht versiegelt: eine Antwort fehlt oder ist falsch, wie bei ihr steht
       *[other] das wurde nicht versiegelt: { $count } Antworten fehlen oder sind falsch, wie bei ihnen steht
    }
form-about-nothing = das Formular sagt nicht, worum es geht: laden Sie die Seite neu
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
form-no-winner = keiner hat mehr als { $found } von den Punkten: einer von beiden muss mindestens { $winner } haben
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
form-empty-place = Rang { $place } Ihrer Rangfolge ist leer: setzen Sie jemanden darauf, oder lassen Sie ihn weg
form-field-twice = „{ $field }“ wurde zweimal gesendet: geben Sie eine Antwort, und laden Sie die Seite neu, falls sie nur eine zeigt
form-field-unknown = das Formular hat ein unbekanntes Feld „{ $field }“: laden Sie die Seite neu
form-no-seat = „{ $found }“ ist kein Platz: laden Sie die Seite neu
form-no-such-verdict = „{ $found }“ ist kein Urteil: wählen Sie eines von denen auf dem Formular
form-no-number = „{ $found }“ ist keine Zahl wie 3 oder 3,25: schreiben Sie Ziffern mit höchstens einem Punkt oder einem Komma
form-ambiguous = „{ $found }“ lässt sich auf zweierlei Weise lesen: schreiben Sie weniger Ziffern nach dem Punkt oder Komma, oder lassen Sie es weg
form-no-whole-number = „{ $found }“ ist keine ganze Zahl: schreiben Sie eine ohne Vorzeichen und ohne Nachkommastellen
form-no-rank = „{ $found }“ ist kein Rang: schreiben Sie einen von 1 bis { $most }
form-rank-twice = Rang { $rank } ist zweimal vergeben: geben Sie allen einen eigenen Rang
form-unknown = „{ $found }“ ist kein Formular: schreiben Sie ballot-R1, ranking-1 oder notes-R1

## Organisers and referees: organiser-, referee-, access-, course-

## Refusals, ways in, printed cards and handouts: refused-, way-, card-, handout-

refused-not-yours = das ist nicht Ihre Aufgabe
refused-opened-already = der Wettbewerb ist bereits eröffnet
refused-not-opened = der Wettbewerb ist noch nicht eröffnet: warten Sie auf den Veranstalter
refused-cannot-draw = der Wettbewerb kann nicht ausgelost werden: { $why }
refused-not-all-joined = es sind noch nicht alle da (es fehlt: { $missing }); warten Sie, oder losen Sie trotzdem aus
refused-not-drawn = es ist noch nicht ausgelost, wer auf wen trifft: losen Sie zuerst aus
refused-drawn-already = es ist bereits ausgelost, wer auf wen trifft
refused-too-late-to-contribute = die Auslosung ist geschehen: zu ihr kommt nichts mehr hinzu
refused-contributed-already = Sie haben schon beigetragen: was Sie gaben, bleibt
refused-not-first = andere haben schon beigetragen: Veranstalter und Komitee kommen zuerst, damit sie nicht als Letzte wählen können
refused-bad-contribution = tragen Sie eine Zeile von 1 bis { $most } Zeichen bei
refused-closed = der Wettbewerb ist beendet: jetzt werden nur noch Entscheidungen über sein Ergebnis aufgezeichnet
refused-not-all-ready = es sind noch nicht alle bereit (es fehlt: { $missing }); warten Sie, oder eröffnen Sie die Runde trotzdem
refused-no-round = keine Runde läuft: warten Sie, bis der Veranstalter sie eröffnet
refused-round-over = Runde { $round } ist vorbei: das kam zu spät und wurde nicht aufgezeichnet
refused-talk-over = die Gesprächszeit ist vorbei: das kam zu spät und wurde nicht aufgezeichnet
refused-round-running = eine Runde läuft noch: schließen Sie sie zuerst
refused-moved-on = der Wettbewerb ist inzwischen weiter: schauen Sie noch einmal
refused-overtaken = eine spätere Taste wurde vor dieser aufgezeichnet: tippen Sie sie noch einmal
refused-paused = der Wettbewerb pausiert: warten Sie, bis er weitergeht, und senden Sie es dann noch einmal
refused-not-paused = der Wettbewerb pausiert nicht
refused-stood-otherwise = die Uhren des Wettbewerbs standen nicht so still, wie es hier steht
refused-nothing-lost = es gingen keine Ereignisse so verloren, wie es hier steht
refused-interview-ended = der Veranstalter hat dieses Interview beendet: dafür wird kein Stimmzettel verlangt
refused-resting = Sie sind in dieser Runde nicht dabei: bitte ruhen Sie sich aus
refused-judge-begins = das Jurymitglied beginnt: bitte warten Sie auf die ersten Worte
refused-opening-first = beginnen Sie buchstabengetreu mit den Worten, die die Regeln Ihnen geben: { $words }
refused-too-fast = zu schnell: höchstens { $most } Tasten in der Sekunde werden übertragen; senden Sie es langsamer noch einmal
refused-too-long = zu lang: diese Unterhaltung hat ihre { $most } Tastenanschläge erreicht
refused-ballot-not-open = der Stimmzettel öffnet sich, wenn die Gesprächszeit vorbei ist
refused-end-ballots-not-open = was am Ende gefragt wird, öffnet sich nach der letzten Runde
refused-not-your-turn = Sie sind nicht an der Reihe: warten Sie auf die Antwort
refused-wrong-medium = dieser Wettbewerb überträgt das nicht: { $why }
refused-nothing-said = schreiben Sie zuerst etwas
refused-too-many-characters = zu lang: höchstens { $most } Zeichen werden auf einmal übertragen; kürzen Sie es und senden Sie es noch einmal
refused-too-many-said = { $unit ->
    [lines] diese Unterhaltung hat ihre { $most } Zeilen erreicht
   *[messages] diese Unterhaltung hat ihre { $most } Nachrichten erreicht
}
refused-nothing-shown = unter diesem Regelwerk wird nichts gezeigt: schreiben Sie
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
refused-has-begun = die erste Runde ist eröffnet: was in der Wettbewerbsdatei steht, lässt sich nicht mehr ändern
refused-draw-stands = es ist bereits ausgelost, wer auf wen trifft; das lässt sich darum nicht mehr ändern: { $what }
refused-not-the-others = das nennt andere als die, die sich geändert haben
refused-nobody-there = nennen Sie ein Jurymitglied, eine Vertrauensperson oder einen Schiedsrichter, die da sind
refused-bad-name = geben Sie einen Namen von 1 bis { $most } Zeichen an
refused-cannot-replan = der Rest kann nicht neu geplant werden: { $why }
refused-out-already = dieser Beitrag ist bereits disqualifiziert
refused-not-out = dieser Beitrag ist nicht disqualifiziert
refused-bad-rule = nennen Sie die Regel in 1 bis { $most } Zeichen, etwa `Regel 59`: sie kommt in die Aufzeichnung
refused-not-over = der Wettbewerb ist nicht vorbei: geben Sie es frei, wenn er beendet ist
refused-nothing-to-release = wählen Sie, was freigegeben wird: das Ergebnis, die Mitschriften oder die Aufzeichnung
refused-released-already = das dürfen bereits alle lesen
refused-nobody = niemand, der mitwirkt, hat diese Bezeichnung, wie J1, C2, E3 oder F1
refused-licence-of-nothing = eine Lizenz ist für das, was jemand schrieb: wer nur in den eigenen Anteil am Ergebnis einwilligt, nennt keine
refused-bad-licence = nennen Sie die Lizenz auf einer Zeile von 1 bis { $most } Zeichen, etwa CC-BY-4.0
refused-nothing-to-delete = nennen Sie, was herausgenommen werden soll
refused-too-much-to-delete = eine Entscheidung nimmt höchstens { $most } Teile heraus: treffen Sie mehrere
refused-never-deleted = Stimmzettel, Rangfolgen, Abstimmungen und Auslosungen bleiben: ohne sie lässt sich kein Ergebnis bestätigen
refused-deleted-already = einiges davon wurde schon herausgenommen: laden Sie die Seite neu
refused-no-such-part = diesen Teil gibt es nicht: laden Sie die Seite neu
refused-names-gone = die Namen dieses Wettbewerbs wurden herausgenommen: niemand kann einen anderen bekommen
refused-name-taken = jemand anderes heißt so: wählen Sie einen anderen Namen
refused-not-everybody = jeder Name muss dort stehen, und kein anderer
refused-no-referees = das Regelwerk dieses Wettbewerbs hat keine Schiedsrichter
refused-not-watched = nennen Sie eine Vertrauensperson, die da ist, oder eine Unterhaltung, die Sie lesen dürfen
refused-bad-limit = eine Beschränkung sind 1 bis 4000 Zeichen je Nachricht, eine Nachricht alle 1 bis 600 Sekunden, oder beides
refused-not-limited = diese Vertrauensperson ist nicht beschränkt
refused-muted-already = diese Vertrauensperson ist bereits stummgeschaltet
refused-not-muted = diese Vertrauensperson ist nicht stummgeschaltet
refused-shown-at-once = unter diesem Regelwerk sieht ein Jurymitglied sofort, was ein Zeuge sagt: es lässt sich weder anhalten noch streichen
refused-held-already = was diese Vertrauensperson sagt, wird bereits angehalten
refused-not-held = was diese Vertrauensperson sagt, wird nicht angehalten
refused-shown-already = das Jurymitglied hat das schon gesehen: es lässt sich nicht mehr streichen
refused-nothing-waits = keine solche Äußerung wartet darauf, gezeigt zu werden: schauen Sie noch einmal
refused-no-such-moment = so weit ist diese Unterhaltung nicht gekommen
refused-muted = ein Schiedsrichter hat Sie in diesem Interview stummgeschaltet: warten Sie, bis Sie wieder sprechen dürfen
refused-limited-to = ein Schiedsrichter hat Sie auf { $most } Zeichen je Nachricht beschränkt: kürzen Sie sie und senden Sie sie noch einmal
refused-limited-pace = ein Schiedsrichter hat Sie auf eine Nachricht alle { $seconds } s beschränkt: warten Sie einen Augenblick und senden Sie sie noch einmal
refused-no-vote = es läuft keine Abstimmung
refused-vote-over = diese Abstimmung ist vorbei: Ihre Stimme kam zu spät und wurde nicht aufgezeichnet
refused-not-a-candidate = wählen Sie jemanden von denen, nach denen Sie gefragt werden
refused-cannot-start = der Wettbewerb kann nicht beginnen: { $why }
refused-nobody-reads-transcripts = unter diesem Regelwerk liest niemand Mitschriften
refused-loaded-already = dieser Zeuge hat seine Unterhaltung bereits
refused-no-such-source = der Wettbewerb nennt keine solche Quelle
refused-not-turns = das ist keine Unterhaltung aus Redebeiträgen, oder sie hat mehr, als höchstens gezeigt werden
refused-shown-stands = die Unterhaltungen, die gezeigt werden, wurden geladen, als der Wettbewerb eingerichtet wurde: richten Sie einen anderen ein, um andere zu zeigen
refused-not-loaded = nicht jede Unterhaltung ist geladen (es fehlt: { $missing })
refused-believed-already = Sie haben gesagt, was Sie von diesem Redebeitrag halten: es gilt, und der nächste wird gezeigt
refused-not-shown-yet = dieser Redebeitrag wurde noch nicht gezeigt: sagen Sie zuerst, was Sie von dem davor halten
refused-bad-belief = sagen Sie mit einer ganzen Zahl von 0 bis 100, wie sicher Sie sind
refused-no-such-ballot = dieses Regelwerk verlangt keinen solchen Stimmzettel
refused-drafts-lapse = unter diesem Regelwerk zählt nur, was versiegelt wurde
refused-sealed-already = ein Stimmzettel wurde versiegelt: er gilt, bis ein anderer versiegelt wird
refused-draft-too-long = das ist mehr, als ein Formular fasst, und wurde nicht behalten: laden Sie die Seite neu
refused-not-interviewed = dieses Interview haben Sie nicht geführt: wählen Sie eines von Ihren
refused-no-such-interview = diese Runde hat kein solches Interview: wählen Sie eines von denen, die laufen
refused-bad-extension = eine Verlängerung dauert zwischen einer Sekunde und { $minutes } Minuten
refused-bad-reason = geben Sie einen Grund von 1 bis { $most } Zeichen an: er kommt in die Aufzeichnung
refused-bad-words = was den Leuten gesagt wird, hat 1 bis { $most } Zeichen auf einer oder mehr Zeilen: schreiben Sie weniger, oder nichts
refused-bad-announcement = schreiben Sie 1 bis { $most } Zeichen, auf einer oder mehr Zeilen
refused-nobody-reads = das würde niemand lesen: wählen Sie jemanden, der mitwirkt und nicht gegangen ist
refused-line-begun = eine Zeile wird gerade Taste für Taste getippt: beenden Sie sie mit der Eingabetaste, oder nehmen Sie sie zurück, bevor Sie eine ganze übergeben
refused-too-much-waiting = zu viel auf einmal: höchstens { $most } Tasten warten darauf, getippt zu werden; sagen Sie den Rest später
refused-not-as-paced = die Warteschlange zeigt als Nächstes etwas anderes, oder zu einem anderen Zeitpunkt
refused-not-due = dafür ist es noch nicht so weit
# Several from which one is chosen, within a sentence.
refused-either = { $first } oder { $then }
# Stands in refused-kind-not-shown.
refused-kind = { $kind ->
    [picture] ein Bild
    [sound] einen Ton
   *[video] ein Video
}
# Stands in refused-opening-first.
refused-words = „{ $words }“
# These stand in refused-wrong-medium.
refused-carries-no-control = es enthält ein Steuerzeichen
refused-carries-one-line = eine Zeile auf einmal
refused-carries-nothing = was gesagt wurde, wird gelesen, und niemand spricht
refused-carries-keys = er überträgt einzelne Tasten
refused-carries-finished = er überträgt so, wie es ist, was fertig geschrieben ist
refused-carries-no-keys = er überträgt, was fertig geschrieben ist, nicht einzelne Tasten
refused-carries-ascii = nur Buchstaben, Ziffern, Zeichen, die Eingabetaste, die Rücktaste und der Tabulator werden übertragen
refused-carries-unicode = Steuerzeichen werden nicht übertragen
# These stand in refused-cannot-replan.
refused-replan-who-joins = sagen Sie, wer hinzukommt, und unter welcher Bezeichnung
refused-replan-one-thing = nennen Sie genau eine Sache, die sich ändert
refused-replan-no-round = es ist keine Runde übrig
refused-replan-not-played = { $round } wurde nicht gespielt
refused-replan-again-already = { $round } wird bereits noch einmal gespielt
refused-replan-both = alle sind sowohl Jurymitglied als auch Vertrauensperson: lassen Sie die Person als Jurymitglied hinzukommen
refused-replan-next-label = die nächste Bezeichnung hat die Nummer { $number }
refused-replan-room = { $role ->
    [judges] das Regelwerk hat Platz für { $most } Jurymitglieder
    [confederates] das Regelwerk hat Platz für { $most } Vertrauenspersonen
   *[entries] das Regelwerk hat Platz für { $most } Beiträge
}
refused-replan-opening-words = die Anfangsworte sind keine des Regelwerks
refused-replan-person = ein Mensch kommt als Jurymitglied oder Vertrauensperson hinzu, ein Programm als Beitrag
refused-replan-nobody-meets = niemand träfe mehr auf irgendjemanden
refused-replan-who-leaves = nennen Sie jemanden, der mitwirkt und noch nicht gegangen ist
# These stand in refused-cannot-start.
refused-start-plan =
    der Plan kann nicht gespielt werden
    { $faults }
refused-start-told = der Jury werden mindestens { $told_confederates } Vertrauenspersonen und { $told_entries } Beiträge angekündigt, es sind aber { $confederates } und { $entries }
refused-start-trials = `trials.combine` wurde nicht gewählt: schreiben Sie `any`, `majority` oder `all`
refused-start-settled = das Komitee hat nicht alles festgelegt: schreiben Sie unter `[committee.settled]` und `[committee.attested]`, was fehlt ({ $missing })
refused-start-no-referees = das Regelwerk hat keine Schiedsrichter: nehmen Sie sie heraus, oder sagen Sie unter `[overrides.referees]`, was sie lesen
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
refused-start-signature = die Unterschrift von `{ $name }` gilt nicht für diese Regeln und was festgelegt wurde: lassen Sie mit `viva contest sign` noch einmal unterschreiben
refused-start-not-all-signed = { $members ->
    [one] das Komitee hat { $members } Mitglied, und { $signed } haben unterschrieben: entweder alle tun es, oder niemand
   *[other] das Komitee hat { $members } Mitglieder, und { $signed } haben unterschrieben: entweder alle tun es, oder niemand
}
# These stand in refused-draw-stands, one or more of them.
refused-change-numbers = die Zahlen der Jurymitglieder, Vertrauenspersonen und Beiträge
refused-change-schedule = der Spielplan
refused-change-layout = wie viele Zeugen ein Interview hat
refused-change-trials = die Zahl der Durchgänge
refused-change-plan = der Plan
refused-change-sources = die Quellen
refused-change-shown = wie viel von einer Mitschrift gezeigt wird
# Stands in refused-wrong-medium.
refused-medium-no-keyboard = ein Zeichen darin gibt es auf keiner Tastatur, die hier zugelassen ist; es wurde nichts gesendet, lassen Sie es also weg oder umschreiben Sie es
refused-not-saved = das wurde nicht gespeichert, weil der Server keinen Platz hat oder seine Platte nicht erreicht: es ist nichts verloren, versuchen Sie es bald noch einmal
refused-not-taken-out = es ist entschieden, und alle lesen es so, aber der Speicher konnte noch nicht löschen, was herausgenommen wird: es wird jede Sekunde noch einmal versucht; sorgen Sie für Platz auf der Platte, und sehen Sie in das Protokoll des Servers
refused-stopping = der Server hält an: Ihre Seite verbindet sich neu
refused-kept-elsewhere = ein anderer Server hat diesen Wettbewerb übernommen: Ihre Seite verbindet sich neu

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
