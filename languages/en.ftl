# What Vivavoce says to people, in English: the source of every other language.
#
# A sentence has an id, and values in braces that the page fills in. A value with an end ({ $link } … { $link_end }) surrounds the
# words that are the link. docs/languages.md says how to write a language of your own.

## The language

# What the language calls itself.
language-name = English
# BCP 47.
language-tag = en
# ltr or rtl: which way it is written.
language-direction = ltr

## Lists within a sentence: "a and b"; "a, b and c"; "a, b or c"

list-part = { $first }, { $then }
list-last = { $first } and { $then }
list-or = { $first } or { $then }

## Every page

# The label of the buttons with which another language is chosen.
language-choose = Other languages
# The link that jumps over the head of the page.
skip = Skip to the page

## Judges and confederates: judge-, form-, seat-, talk-

# Seats. $seat is left or right (a pair of witnesses), only (a single partner) or terminal, with its $number.

# Within a sentence, as its subject.
seat-label =
    { $seat ->
        [left] the left one
        [right] the right one
        [only] your partner
       *[terminal] terminal { $number }
    }
# The same at its beginning, and as a heading.
seat-heading =
    { $seat ->
        [left] The left one
        [right] The right one
        [only] Your partner
       *[terminal] Terminal { $number }
    }
seat-of-round =
    { $seat ->
        [left] the left one of round { $round }
        [right] the right one of round { $round }
        [only] your partner of round { $round }
       *[terminal] terminal { $number } (round { $round })
    }
seat-of-round-heading =
    { $seat ->
        [left] The left one of round { $round }
        [right] The right one of round { $round }
        [only] Your partner of round { $round }
       *[terminal] Terminal { $number } (round { $round })
    }
# A conversation in a list.
seat-in-round =
    { $seat ->
        [left] Round { $round }, left
        [right] Round { $round }, right
        [only] Round { $round }
       *[terminal] Round { $round }, terminal { $number }
    }
seat-conversation =
    { $seat ->
        [left] Conversation with the left witness
        [right] Conversation with the right witness
        [only] Conversation with your partner
       *[terminal] Conversation with terminal { $number }
    }
# Read out before each line, so that a listener knows which conversation it is of.
seat-place =
    { $seat ->
        [left] Left
        [right] Right
       *[terminal] Terminal { $number }
    }
# Who speaks, before a line.
seat-you = You
seat-judge = Judge
seat-witness = Witness
seat-partner = Partner
# Who asked in a conversation that is read, not held.
seat-interrogator = Interrogator
# Whose page it is.
seat-whose =
    { $role ->
        [organiser] Organiser
        [participant] Participant { $number }
        [judge] Judge { $number }
        [confederate] Confederate { $number }
        [entry] Entry { $number }
       *[referee] Referee { $number }
    }

# Where the contest is: the headline of every page.

talk-session = Session { $number } of { $of }.
talk-trial = Trial { $number }.
talk-all-over = All rounds are over
talk-before-round = Before round { $round } of { $rounds }
talk-take-place = Take your place for round { $round } of { $rounds }
talk-paused-round = Round { $round } of { $rounds }: paused
talk-round = Round { $round } of { $rounds }: talk
# $what is form-after-talk or talk-changing-places.
talk-after = Round { $round } of { $rounds }: { $what }
form-after-talk = ballots
talk-changing-places = changing places
talk-end-ballots = Ballots at the end
talk-end-ballots-of-trial = Ballots at the end of trial { $trial }
talk-judges-vote = The judges vote
talk-closed = The contest is closed
# What the browser calls the page.
talk-tab = { $headline } · { $whose } · { $contest }
talk-where = Where the contest is
talk-left = time left
talk-clock-paused = paused
# The organiser may add words of their own, which follow.
talk-paused-by-organiser = The organiser has paused the contest. The clock stands still, so nobody loses any time.
talk-away = The server was away, or could save nothing, and the clock has stood still since: nobody has lost any time. It goes on when the organiser says so.
# A script puts a time such as 0:20 in the place of the words between $time and $time_end.
talk-away-goes-on = The server was away, or could save nothing, and the clock has stood still since: nobody has lost any time. It goes on by itself in { $time }a moment{ $time_end }.
talk-extended = The organiser has added { $time }.
talk-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
talk-seconds =
    { $count ->
        [one] { $count } second
       *[other] { $count } seconds
    }
talk-other-window = Another window
talk-other-window-told = You are here in another window as well: write there, or continue here.
talk-continue-here = Continue here
talk-from-organiser = From the organiser
talk-unscripted = Without scripts this page stays as it is: load it again to see what has happened. Its forms work, a line at a time.
talk-calendar = Calendar
# Days such as 2003-06-30.
talk-day-by = by { $day }
talk-day-on = on { $day }
talk-days = from { $from } to { $to }

# Contributions to a draw.

# In words that follow "your part of".
talk-draw = the draw of who meets whom
talk-coin = the toss of a coin between entries that are level
talk-contribute = Your part of { $matter }: any text, which nobody can foresee
talk-contribute-do = Add it
talk-contributed-in-rehearsal = Your page added { $code }{ $value }{ $code_end }. This is a rehearsal: its draw is fixed beforehand, and nothing that is added changes it.
talk-contributed = Your page added { $code }{ $value }{ $code_end } to { $matter }. Note it down if you wish: at the end the record shows it as event { $event } of stream { $code }contest{ $code_end }, and anybody can compute the draw again.
talk-contributed-closed = Your part of { $matter } was { $code }{ $value }{ $code_end }: event { $event } of stream { $code }contest{ $code_end } in { $link }the record{ $link_end }. { $code }viva record verify{ $code_end } computes the draw again from it.

# Places, and how one speaks.

talk-before-you-begin = Before you begin
talk-you-answer = You answer in this round
talk-you-answer-told = You answer in this round: your partner asks, and wants to know what you are.
talk-over = This interview is over
talk-rest = You rest in this round
talk-wait-for-next = Please wait for the next one.
talk-when-not-resting = For the rounds in which you are not resting
talk-in-place = You are in place. The round begins when everyone is.
talk-leave-place = I have to leave my place
talk-take-my-place = I am in place
talk-instructions = Instructions
talk-thanks = Thank you
talk-closed-results = The contest is closed. { $link }See the results{ $link_end }.
# What judges are told of those they meet.
talk-told =
    Of those you meet, at least { $people ->
        [1] one is a person
       *[other] { $people } are people
    }, and at least { $programs ->
        [1] one a program
       *[other] { $programs } are programs
    }.
# The label of the field in which one writes to a witness.
talk-to =
    { $seat ->
        [left] To the left one
        [right] To the right one
        [only] To your partner
       *[terminal] To terminal { $number }
    }
talk-answer = Your answer
talk-begin-with = Begin with these words, to the letter:
talk-begin-with-one = Begin with one of these, to the letter:
talk-use = Use it
talk-my-turn = It is your turn.
talk-their-turn = It is the other's turn.
talk-any-turn = Either of you may begin.
talk-pending = Not sent yet
talk-send = Send
talk-most-characters = At most { $count } characters.
talk-most-characters-line = At most { $count } characters a line.
talk-nothing-said = Nothing was said.
talk-first-words = First words: { $quote }{ $words }{ $quote_end }
talk-below = New words below
talk-judge-begins = The judge begins; please wait for the first words.
talk-you-begin = You begin.
talk-keys-ascii = Every key is sent as you press it. Letters with accents and typographic signs are carried in their nearest plain spelling; characters that have none cannot be typed here.
talk-keys-unicode = Every key is sent as you press it, whatever its letter or sign.
talk-lines = A line is sent when you end it; an empty line ends your turn.
talk-messages = A message is sent when it is finished.
talk-read = After each turn, say how sure you are; what you said stands, and the next turn appears.
talk-no-paste = Nothing can be pasted here: please type.
# What the keys of a keyboard do, one after the other; the words between $key and $key_end are what stands on the key.
talk-key-ends-line = { $key }Enter{ $key_end } ends a line
talk-key-sends-line = { $key }Enter{ $key_end } sends the line
talk-key-slides = { $key }← →{ $key_end } move the slider
talk-key-goes-on = { $key }Enter{ $key_end } goes on
talk-key-sends = { $key }Enter{ $key_end } sends
talk-key-new-line = { $key }Shift + Enter{ $key_end } begins a new line
talk-key-changes-sides = { $key }Ctrl + Enter{ $key_end } changes sides
talk-keys-also = { $first }; { $then }
talk-keys = { $keys }.

# Files that are shown.

talk-picture = a picture
talk-sound = a sound
talk-video = a video
# In the place of a picture that cannot be seen; the label of a sound or a video.
talk-a-picture = A picture
talk-a-sound = A sound
talk-a-video = A video
# $what is one or several of talk-picture, talk-sound and talk-video.
talk-show = Show { $what }
talk-file-for =
    { $seat ->
        [left] A file for the left one
        [right] A file for the right one
        [only] A file for your partner
       *[terminal] A file for terminal { $number }
    }
# $formats are names such as PNG, $size is such as 4 MiB.
talk-file-bounds = { $formats }; at most { $size }. At most { $most } in one conversation.
talk-file-bounds-long = { $formats }; at most { $size } and { $seconds } s. At most { $most } in one conversation.
talk-camera = Use the camera
talk-microphone = Use the microphone
talk-film = Film something
talk-what-it-is = What it is
talk-what-it-is-for = In one line, for whoever cannot see or hear it. It may stay empty.
talk-show-it = Show it

# A referee and a confederate.

talk-from-referee = From the referee
talk-muted = A referee has muted you in this interview. Nothing that you write is taken until you may speak again. The judge is told nothing.
# $limit is one of talk-limit-both, talk-limit-characters and talk-limit-apart.
talk-limited = A referee limits you to { $limit }.
talk-limit-both =
    at most { $characters ->
        [one] { $characters } character
       *[other] { $characters } characters
    } a message, and one message each { $seconds } s
talk-limit-characters =
    at most { $characters ->
        [one] { $characters } character
       *[other] { $characters } characters
    } a message
talk-limit-apart = one message each { $seconds } s
talk-limit-none = no limit
talk-referee-warns = A referee warns you: { $words }
talk-referee-limits = A referee limits you to { $limit }: { $words }
talk-referee-lifts = A referee has lifted your limit.
talk-referee-mutes = A referee has muted you in this interview: { $words }
talk-referee-unmutes = A referee lets you speak again.
talk-referee-strikes = A referee has struck “{ $said }”; the judge is not shown it: { $words }
talk-late = utterances that came after the moment drawn for them, and began at once: { $people } of people, { $programs } of programs
talk-late-share = { $late } of { $utterances } ({ $percent } %)
talk-late-none = { $late } of { $utterances }

# The page of a confederate.

talk-the-judge = The judge
talk-with-judge = Your conversation with the judge
talk-over-for-confederate = The organiser has ended it. Please wait for the next round.
talk-wait-for-end = Thank you. Please wait for the end of the contest.
talk-round-over = The round is over
talk-wait-for-round = Please wait for the next round.
talk-judges-fill-in = The judges fill in their ballots. Please wait.
talk-judges-decide = Some entries are level, and the judges are asked to decide. There is nothing for you to do. Please wait.

# What the live connection of a page says.

# At most 123 bytes.
talk-too-many-pages = too many pages of this seat are open: close one of them
# At most 123 bytes.
talk-link-replaced = this link was replaced by a new one: ask the organiser for it
talk-no-key = no such key: write one character, Return, BackSpace or Tab
talk-not-understood = this was not understood: { $why }

# The page of a judge.

judge-over-told = The organiser has ended it. No ballot is asked for it. Please wait for the next round.
judge-wait = Please wait.
judge-receipts = Receipts of your ballots
judge-the-conversation = The conversation
judge-turn = After turn { $turn }
# What an end of the slider means, in the rulebook's words.
judge-lowest = 0: { $meaning }
judge-highest = 100: { $meaning }
judge-next = Next
judge-read-to-end = You have read this conversation to the end. Please wait until everybody has.
# $beliefs are numbers.
judge-believed = You said so far: { $beliefs }
judge-talk-over = The talk is over
judge-paused = The contest is paused. Please wait until it goes on.
judge-nothing-now = There is nothing to fill in now. Please wait for the next round.
judge-nothing = There is nothing to fill in for you.
judge-interviews = Your interviews
judge-interviews-told = Read them again, and answer about each. What you fill in is kept as you go.
judge-contents-sealed = { $link }{ $interview }{ $link_end }: { $done }sealed{ $done_end }
judge-contents-unsealed = { $link }{ $interview }{ $link_end }: { $open }not sealed{ $open_end }
judge-how-human = How human was everyone?
judge-rank-most = 1 is the most human.
judge-rank-least = 1 is the least human.
judge-rank-level = Those you find equal may have the same number.
judge-rank-different = Give everyone a different number.
judge-rank-how = Choose numbers, press ↑ and ↓, or drag by the handle: whoever has a number stands in its place.
# Labels of buttons. $who is an interview, such as "Round 2, left".
judge-rank-up = { $who }: up
judge-rank-down = { $who }: down
judge-your-notes = Your notes: { $said }{ $notes }{ $said_end }
judge-you-answered = You answered: { $answers }.
judge-round = Round { $round }
judge-round-answered = Round { $round }: { $answers }.
judge-your-ballot = Your ballot
judge-your-vote = Your vote
judge-vote = Vote
judge-vote-change = Change my vote
judge-vote-asked = All ballots are in, and some entries are level. The rules let the judges decide. Which of these was more human?
judge-vote-none = I cannot choose
# An entry that a judge met several times: "The left one of round 2, and the right one of round 5".
judge-vote-also = { $first }, and { $then }
judge-voted = You voted: { $choice }.
judge-voted-for = You voted for: { $choice }.
judge-vote-of-others = Some entries are level, and you have met none of them. Please wait.
judge-no-choice = choose one, or say that you cannot choose

# Receipts.

judge-receipts-title = Receipts, { $contest }
judge-receipts-none = There is none yet. You have one of each ballot when its round is over.
judge-receipts-told = Each file proves that your ballot is in the record of this contest, as you sealed it. Keep it for yourself: it tells how you voted. When the record is published, compare the two:
judge-receipts-command = A command
judge-receipts-back = Back to your page
judge-receipt-ballot = Ballot of round { $round }
judge-receipt-ranking = Ranking at the end, trial { $trial }

# Ballots. $form is ballot, ranking or notes.

form-seal =
    { $form ->
        [ranking] Seal my ranking
       *[ballot] Seal my ballot
    }
form-change =
    { $form ->
        [ranking] Change my ranking
       *[ballot] Change my ballot
    }
form-keep = Keep it and seal it later
form-late =
    { $form ->
        [ranking] The time is nearly over, and this ranking is not sealed.
       *[ballot] The time is nearly over, and this ballot is not sealed.
    }
form-late-changed = The time is nearly over, and what you have changed is not sealed.
form-notes = Your own notes
form-notes-told = Only you see them. They are kept as you write, and deleted when the contest is closed.
form-notes-keep = Keep my notes
form-earlier = What you answered before
form-sealed = Sealed. Nobody sees it before the end.
form-sealed-as = Sealed: { $answers }. Nobody sees it before the end.
form-not-sealed = Not sealed.
form-not-sealed-as = Not sealed: { $answers }.
form-until-again = What you sealed counts until you seal again.
form-empty = Nothing is filled in yet.
form-lapses = Only what you seal counts.
form-complete = It is complete: if you seal nothing, it counts when the time is over.
form-incomplete = It is not complete: if you seal nothing, none of it counts.

# What is asked. $who is seat-label or seat-heading.

form-choice-asked = Which of the two is the human?
form-choice-note = One of them must be named.
form-verdict-asked = Is { $who } a person or a program?
form-person = A person
form-program = A program
form-cannot-tell = I cannot tell
form-split-asked = Share out { $total } points between the two
form-split-note = Whole points, more for the more human one: one of the two gets at least { $winner }.
form-split-once = Use no split twice; whichever of the two has more, it is the same split.
# Points that were shared out: "60 to 40".
form-split = { $first } to { $then }
form-used = { $strong }{ $split } in round { $round }{ $strong_end }
form-used-already = Used already: { $splits }.
form-sure-asked = How sure are you?
form-sure-note = A whole number from 0, a mere guess, to 100, quite certain.
form-per-cent = Per cent
form-why-asked = Why?
form-why-note = You may leave this out.
form-why = Your reason, at most { $characters } characters
form-scale-whole = A whole number from { $from } to { $to }.
form-scale =
    { $places ->
        [1] A number from { $from } to { $to }; one decimal place is allowed, after a point or a comma.
       *[other] A number from { $from } to { $to }; up to { $places } decimal places are allowed, after a point or a comma.
    }
# A step of a scale with what it means, in the rulebook's words.
form-step = { $number }: { $meaning }
# A question of the rulebook about a seat.
form-asked-of = { $who }: { $question }

# What was answered, in words that follow each other with commas.

form-said-human = { $who } is the human
form-said-person = { $who } is a person
form-said-program = { $who } is a program
form-said-unsure = you cannot tell what { $who } is
# $name is the rulebook's name of what is rated.
form-said-rating = { $name } { $number }
form-said-rating-of = { $name } { $number } ({ $who })
form-said-points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
form-said-points-of =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    } ({ $who })
form-said-sure = { $sure } % sure
form-said-reason =
    { $characters ->
        [one] a reason of { $characters } character
       *[other] a reason of { $characters } characters
    }
# A rank and whose it is.
form-said-rank = { $rank } { $who }

# What became of a form that is closed.

form-closed-sealed =
    { $form ->
        [ballot] Your ballot of round { $round } counts as you sealed it.
        [ranking] Your ranking counts as you sealed it.
       *[notes] Your notes counts as you sealed it.
    }
form-closed-sealed-as =
    { $form ->
        [ballot] Your ballot of round { $round } counts as you sealed it: { $answers }.
        [ranking] Your ranking counts as you sealed it: { $answers }.
       *[notes] Your notes counts as you sealed it: { $answers }.
    }
form-closed-draft =
    { $form ->
        [ballot] Your ballot of round { $round } was not sealed; it was complete when its time was over, and counts.
        [ranking] Your ranking was not sealed; it was complete when its time was over, and counts.
       *[notes] Your notes was not sealed; it was complete when its time was over, and counts.
    }
form-closed-draft-as =
    { $form ->
        [ballot] Your ballot of round { $round } was not sealed; it was complete when its time was over, and counts: { $answers }.
        [ranking] Your ranking was not sealed; it was complete when its time was over, and counts: { $answers }.
       *[notes] Your notes was not sealed; it was complete when its time was over, and counts: { $answers }.
    }
form-closed-not-given =
    { $form ->
        [ballot] Your ballot of round { $round } was not given: nothing of it counts.
        [ranking] Your ranking was not given: nothing of it counts.
       *[notes] Your notes was not given: nothing of it counts.
    }

# What is wrong with a form, at its field. $who is a seat or a conversation, or several of them.

form-wrong-fields =
    { $count ->
        [1] this was not sealed: one answer is missing or wrong, as is said at it
       *[other] this was not sealed: { $count } answers are missing or wrong, as is said at them
    }
form-about-nothing = the form does not say what it is about: load the page again
form-no-choice = say which of the two is the human: { $among }
form-stranger = { $who } is not in this interview: answer about { $among }
form-no-verdict = say what { $who } is: human or machine
form-no-verdict-of-three = say what { $who } is: human, machine or unsure
form-unsure = unsure is no answer here: say whether { $who } is human or machine
form-no-rating = rate { $name } for { $who }: a number from { $from } to { $to }
form-off-scale = { $found } for the { $name } of { $who } is not on the scale: give a number from { $from } to { $to }
form-too-fine =
    { $found } for the { $name } of { $who } is too fine: give { $places ->
        [0] a whole number
        [1] at most 1 decimal place
       *[other] at most { $places } decimal places
    }
form-no-points = give points to { $who } as well: { $total } are to be shared out, and 0 is a number
form-wrong-total = the points add up to { $found }: share out exactly { $total }
form-no-winner = neither has more than { $found } points: one of the two must have at least { $winner }
form-split-again = you have shared out { $split } before (whichever of the two had more): choose numbers you have not used yet
form-no-confidence = say how sure you are, in per cent from 0 to 100
form-too-sure = { $found } per cent is too sure: the most is 100
form-no-reason = give your reason, in at most { $characters } characters
form-long-reason = your reason has { $found } characters: shorten it to { $most }
form-not-asked =
    this form does not ask for { $what ->
        [choice] a choice
        [verdict] a verdict
        [points] points
        [confidence] a confidence
       *[reason] a reason
    }: leave it out
form-rating-not-asked = this form does not ask for a rating of { $name }: leave it out
form-never-met = you have not met { $who }: leave { $who } out of your order
form-ranked-twice = { $who } stands in your order twice: give everyone one place
form-not-ranked = { $who } is missing from your order: give everyone you met a place
form-level = { $who } are level: put one before the other
form-empty-place = place { $place } of your order is empty: put somebody there or leave it out
form-field-twice = `{ $field }` was sent twice: give one answer, and load the page again if it shows only one
form-field-unknown = the form has a field `{ $field }` that is not known: load the page again
form-no-seat = `{ $found }` is no seat: load the page again
form-no-such-verdict = `{ $found }` is no verdict: choose one of those on the form
form-no-number = `{ $found }` is not a number such as 3 or 3.25: write digits with one point or one comma at most
form-ambiguous = `{ $found }` can be read in two ways: write fewer digits after the point or comma, or leave it out
form-no-whole-number = `{ $found }` is not a whole number: write one without a sign or a fraction
form-no-rank = `{ $found }` is no rank: write one from 1 to { $most }
form-rank-twice = rank { $rank } is given twice: give everyone a rank of their own
form-unknown = `{ $found }` is no form: write ballot-R1, ranking-1 or notes-R1

## Organisers and referees: organiser-, referee-, access-, course-

## Refusals, ways in, printed cards and handouts: refused-, way-, card-, handout-

## Results in words, the hall and the programme: result-, award-, hall-

## The pages of a contest that is over: site-, past-

## The intake, the selection and the review: intake-, selection-, review-

## What scripts say: js-

js-time-over = Time is over.
js-minute-left = One minute left.
js-five-minutes-left = Five minutes left.
js-not-kept = This is not kept: { $why }
js-change-unsealed = The time is nearly over, and what you have changed is not sealed.
js-ballot-unsealed = The time is nearly over, and this ballot is not sealed.
js-ranking-unsealed = The time is nearly over, and this ranking is not sealed.
js-not-reached = That did not reach the server. Please try again.
js-reconnecting = Connection lost. What you type is kept; reconnecting …
js-not-recording = The server cannot save at this moment. What you type is kept here, and sent as soon as it can.
js-no-passkey = The device gave no passkey. Try again, or come in by your password.
js-passkey-name = Give the passkey a name first.
js-not-accepted = The server did not accept it. Load the page again.
js-no-place = { $name }: no place
js-place-of = { $name }: place { $place } of { $places }
js-place-twice = Place { $place } is given twice: choose another.
js-nothing-written = Write something first.
js-characters = { $count } of { $most } characters
js-a-picture = A picture
js-a-sound = A sound
js-a-video = A video
js-no-file = Choose a file first.
js-not-shown-here = This is no picture, sound or video that can be shown here.
js-file-too-large = This file has { $size }, and at most { $most } are shown.
js-file-empty = This file is empty.
js-plays-too-long = This plays for { $seconds } s, and at most { $most } s are shown.
js-not-playable = Your browser cannot show this file, so others may not either.
js-take-away = Take it away
js-on-its-way = It is on its way …
js-not-taken = This was not taken: load the page again.
js-server-did-not-take = The server did not take it. Please try again.
js-file-not-reached = It did not reach the server. Please try again.
js-sent-again = The connection was lost; it is sent again …
js-no-microphone = The microphone cannot be used: allow it in your browser, or choose a file.
js-no-camera = The camera cannot be used: allow it in your browser, or choose a file.
js-take-picture = Take the picture
js-camera-gave-nothing = The camera gave no picture. Please try again.
js-stop = Stop
js-takes-up = Recording: { $seconds } of { $most } s
js-taken-unusable = What was recorded cannot be used. Please try again, or choose a file.
js-camera-sees = What the camera sees
js-about-to-show = What you are about to show
js-no-paste = Nothing can be pasted here: please type it.
js-plain-spelling = “{ $key }” was carried in its nearest plain spelling.
