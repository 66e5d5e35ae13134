# The messages of Vivavoce in English: the source of every other language.
#
# A sentence has an id, and values in braces that the page fills in. A value with an end ({ $link } … { $link_end }) surrounds the
# words that are the link. docs/languages.md says how to write a language of your own.

## The language

# The language's own name.
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
# The link that skips the head of the page.
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
# Read out before each line: the conversation it belongs to.
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
# The person who asks in a conversation that judges only read.
seat-interrogator = Interrogator
# The owner of a page.
seat-whose =
    { $role ->
        [organiser] Organiser
        [participant] Participant { $number }
        [judge] Judge { $number }
        [confederate] Confederate { $number }
        [entry] Entry { $number }
       *[referee] Referee { $number }
    }

# The headline of every page: the current phase of the contest.

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
# The title of the browser's tab.
talk-tab = { $headline } · { $whose } · { $contest }
talk-where = Phase of the contest
talk-left = time left
talk-clock-paused = paused
# The organiser may add words of their own, which follow.
talk-paused-by-organiser = Paused by the organiser: the clocks are stopped. No time is lost.
talk-away = The server was unavailable or could not save. The clocks are stopped, and no time is lost. The contest goes on when the organiser resumes it.
# A script puts a time such as 0:20 in the place of the words between $time and $time_end.
talk-away-goes-on = The server was unavailable or could not save. The clocks are stopped, and no time is lost. The contest goes on by itself in { $time }a moment{ $time_end }.
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
talk-other-window-told = This page is also open in another window. Write there, or continue here.
talk-continue-here = Continue here
talk-from-organiser = From the organiser
talk-unscripted = Scripts are off, so this page does not update itself. Load it again to see news. The forms work, one line at a time.
talk-calendar = Calendar
# Days such as 2003-06-30.
talk-day-by = by { $day }
talk-day-on = on { $day }
talk-days = from { $from } to { $to }

# Contributions to a draw.

# In words that follow "your part of".
talk-draw = the draw of the schedule
talk-coin = the toss of a coin between entries that are level
talk-contribute = Your part of { $matter }: any text that cannot be guessed
talk-contribute-do = Add text
talk-contributed-in-rehearsal = Your page added { $code }{ $value }{ $code_end }. This is a rehearsal with a fixed draw, so your text does not change it.
talk-contributed = Your page added { $code }{ $value }{ $code_end } to { $matter }. You may write it down: after the contest, the record shows it as event { $event }, and anybody can recompute the draw.
talk-contributed-closed = Your part of { $matter } was { $code }{ $value }{ $code_end }, event { $event } in { $link }the record{ $link_end } of the contest. { $code }viva record verify{ $code_end } computes the draw again from it.

# Places, and the rules of talking.

talk-before-you-begin = Before you begin
talk-you-answer = You answer in this round
talk-you-answer-told = In this round you answer. Your partner asks the questions, to find out whether you are a person or a program.
talk-over = This interview is over
talk-rest = You rest in this round
talk-wait-for-next = Please wait for the next one.
talk-when-not-resting = For the rounds in which you are not resting
talk-in-place = You are in place. The organiser opens the round once everyone is.
talk-leave-place = I have to leave my place
talk-take-my-place = I am in place
talk-instructions = Instructions
talk-thanks = Thank you
talk-closed-results = The contest is closed. { $link }See the results{ $link_end }.
# The least numbers of people and programs among a judge's witnesses.
talk-told =
    Of those you meet, at least { $people ->
        [1] one is a person
       *[other] { $people } are people
    }, and at least { $programs ->
        [1] one a program
       *[other] { $programs } are programs
    }.
# The label of the field for messages to a witness.
talk-to =
    { $seat ->
        [left] To the left one
        [right] To the right one
        [only] To your partner
       *[terminal] To terminal { $number }
    }
talk-answer = Your answer
talk-begin-with = Begin with exactly these words:
talk-begin-with-one = Begin with one of these, word for word:
talk-use = Use these words
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
talk-keys-ascii = Every key is sent as you press it. Accented letters and typographic signs are sent in their nearest plain spelling. Characters without one cannot be typed here.
talk-keys-unicode = Every key is sent as you press it. You may use any letter or sign.
talk-lines = A line is sent when you end it. An empty line ends your turn.
talk-messages = Each message is sent as a whole.
talk-read = After each turn, say how sure you are. You cannot change that answer afterwards, and the next turn appears.
talk-no-paste = Pasting is off here: please type.
# The keys of a keyboard and their effects, one after the other. $key and $key_end enclose the label of the key.
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
# The alternative text of a picture; the label of a sound or a video.
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
talk-what-it-is = Description
talk-what-it-is-for = One line, for people who cannot see or hear the file. You may leave it empty.
talk-show-it = Show it

# A referee and a confederate.

talk-from-referee = From the referee
talk-muted = A referee has muted you in this interview. Your messages are not accepted until you may speak again. The judge does not know.
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
# After a line that a referee has struck.
talk-struck = struck: the judge does not see it
talk-referee-strikes = A referee has struck “{ $said }”, so the judge does not see it: { $words }
talk-late = utterances that came after the moment drawn for them, and began at once: { $people } of people, { $programs } of programs
talk-late-share = { $late } of { $utterances } ({ $percent } %)
talk-late-none = { $late } of { $utterances }

# The page of a confederate.

talk-the-judge = The judge
talk-with-judge = Your conversation with the judge
talk-over-by-verdict = The other side has ended this interview. Please wait for the next round.
talk-over-for-confederate = The organiser has ended this interview. Please wait for the next round.
talk-wait-for-end = Thank you. Please wait for the end of the contest.
talk-round-over = The round is over
talk-wait-for-round = Please wait for the next round.
talk-judges-fill-in = The judges fill in their ballots. Please wait.
talk-judges-decide = Some entries are level, and the judges decide between them. You have nothing to do. Please wait.

# Messages of a page's live connection.

# At most 123 bytes.
talk-too-many-pages = too many pages of this seat are open: close one of them
# At most 123 bytes.
talk-link-replaced = this link was replaced by a new one: ask the organiser for it
talk-no-key = no such key: write one character, Return, BackSpace or Tab
talk-not-understood = this was not understood: { $why }

# The page of a judge.

judge-early = Give your verdict now
judge-early-told = Submit your verdict as soon as you are sure: that ends this interview. Otherwise, you give it when the time is over.
judge-late = The organisers allow you to submit this ballot late. It counts once you submit it.
judge-early-given = You have given your verdict, and this interview is over. You may change the verdict until the time for ballots is over.
judge-over-told = The organiser has ended this interview. It needs no ballot. Please wait for the next round.
judge-wait = Please wait.
judge-receipts = Receipts of your ballots
judge-the-conversation = The conversation
judge-turn = After turn { $turn }
# The meaning of an end of the slider, in the rulebook's words.
judge-lowest = 0: { $meaning }
judge-highest = 100: { $meaning }
judge-next = Next
judge-read-to-end = You have read this whole conversation. Please wait until the other judges have too.
# $beliefs are numbers.
judge-believed = You said so far: { $beliefs }
judge-talk-over = The talk is over
judge-paused = The contest is paused. Please wait until it goes on.
judge-nothing-now = There is nothing to fill in now. Please wait for the next round.
judge-nothing = There is nothing to fill in for you.
judge-interviews = Your interviews
judge-interviews-told = Read each interview again and answer its questions. Your answers are saved as you go.
judge-contents-sealed = { $link }{ $interview }{ $link_end }: { $done }submitted{ $done_end }
judge-contents-unsealed = { $link }{ $interview }{ $link_end }: { $open }not submitted{ $open_end }
judge-how-human = How human was everyone?
judge-rank-most = 1 is the most human.
judge-rank-least = 1 is the least human.
judge-rank-level = You may give equals the same number.
judge-rank-different = Give everyone a different number.
judge-rank-how = Choose numbers, press ↑ and ↓, or drag by the handle. The list is in the order of the numbers.
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
judge-vote-change = Change vote
judge-read-again = Read it again
judge-read-again-of = Read it again: { $name }
judge-vote-asked = The time for ballots is over, and some entries are level. The rules let the judges decide. Which of these was more human?
judge-matter-asked = The time for ballots is over. The rules let the judges decide a dispute. The organiser asks: “{ $question }”
judge-matter-yes = Yes
judge-matter-no = No
judge-matter-none = I cannot say
judge-vote-none = I cannot choose
# An entry that a judge met several times: "The left one of round 2, and the right one of round 5".
judge-vote-also = { $first }, and { $then }
judge-voted = You voted: { $choice }.
judge-voted-for = You voted for: { $choice }.
judge-vote-of-others = Some entries are level, and you have met none of them, so you have no vote. Please wait.
judge-no-choice = choose one, or say that you cannot choose

# Receipts.

judge-receipts-title = Receipts, { $contest }
judge-receipts-none = No receipts yet. After the contest you get one for each ballot; before that, a receipt would reveal the programs.
judge-receipts-told = Each file proves that the record of this contest holds your ballot exactly as you submitted it. Keep it private: it shows your answers. When the record is published, compare the two:
judge-receipts-command = With a command
judge-receipts-back = Back to your page
judge-receipt-ballot = Ballot of round { $round }
judge-receipt-ranking = Ranking at the end, trial { $trial }

# Ballots. $form is ballot, ranking or notes.

form-seal =
    { $form ->
        [ranking] Submit ranking
       *[ballot] Submit ballot
    }
form-change =
    { $form ->
        [ranking] Change ranking
       *[ballot] Change ballot
    }
form-keep = Save draft and submit later
form-late =
    { $form ->
        [ranking] The time is nearly over, and this ranking is not submitted.
       *[ballot] The time is nearly over, and this ballot is not submitted.
    }
form-late-changed = The time is nearly over, and your changes are not submitted.
form-notes = Your own notes
form-notes-told = Only you see them. They are saved as you write, and deleted when the contest is closed.
form-notes-keep = Save notes
form-earlier = Your earlier answers
form-sealed = Submitted. It stays secret until the contest ends.
form-sealed-as = Submitted: { $answers }. It stays secret until the contest ends.
form-not-sealed = Not submitted.
form-not-sealed-as = Not submitted: { $answers }.
form-until-again = Your last submission counts until you submit again.
form-empty = Nothing is filled in yet.
form-lapses = A draft does not count: submit it.
form-complete = It is complete: even if you do not submit it, it counts when the time is over.
form-incomplete = It is not complete: if you do not submit it, none of it counts.

# The questions of a form. $who is seat-label or seat-heading.

form-choice-asked = Which of the two is the human?
form-choice-note = You must choose one of them.
form-verdict-asked = Is { $who } a person or a program?
form-person = A person
form-program = A program
form-cannot-tell = I cannot tell
form-split-asked = Share out { $total } points between the two
form-split-note = Give whole points, and more to the more human one: at least { $winner }.
form-split-once = Use each split only once, in either direction.
# Points that were shared out: "60 to 40".
form-split = { $first } to { $then }
form-used = { $strong }{ $split } in round { $round }{ $strong_end }
form-used-already = Used already: { $splits }.
form-sure-asked = How sure are you?
form-sure-note = A whole number from 0, a mere guess, to 100, quite certain.
form-per-cent = Per cent
form-why-asked = Why?
form-why-note = Optional.
form-why = Your reason, at most { $characters } characters
form-scale-whole = A whole number from { $from } to { $to }.
form-scale =
    { $places ->
        [1] A number from { $from } to { $to }; one decimal place is allowed, after a point or a comma.
       *[other] A number from { $from } to { $to }; up to { $places } decimal places are allowed, after a point or a comma.
    }
# A step of a scale with its meaning, in the rulebook's words.
form-step = { $number }: { $meaning }
# A question of the rulebook about a seat.
form-asked-of = { $who }: { $question }

# A summary of the answers, separated by commas.

form-said-human = { $who } is the human
form-said-person = { $who } is a person
form-said-program = { $who } is a program
form-said-unsure = you cannot tell what { $who } is
# $name is the rulebook's name for the rating.
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
# A rank and its witness.
form-said-rank = { $rank } { $who }

# The outcome of a closed form.

form-closed-sealed =
    { $form ->
        [ballot] Your ballot of round { $round } counts as you submitted it.
        [ranking] Your ranking counts as you submitted it.
       *[notes] Your notes count as you submitted them.
    }
form-closed-sealed-as =
    { $form ->
        [ballot] Your ballot of round { $round } counts as you submitted it: { $answers }.
        [ranking] Your ranking counts as you submitted it: { $answers }.
       *[notes] Your notes count as you submitted them: { $answers }.
    }
form-closed-draft =
    { $form ->
        [ballot] Your ballot of round { $round } was not submitted. It was complete when the time was over, so it counts.
        [ranking] Your ranking was not submitted. It was complete when the time was over, so it counts.
       *[notes] Your notes were not submitted. They were complete when the time was over, so they count.
    }
form-closed-draft-as =
    { $form ->
        [ballot] Your ballot of round { $round } was not submitted. It was complete when the time was over, so it counts: { $answers }.
        [ranking] Your ranking was not submitted. It was complete when the time was over, so it counts: { $answers }.
       *[notes] Your notes were not submitted. They were complete when the time was over, so they count: { $answers }.
    }
form-closed-not-given =
    { $form ->
        [ballot] Your ballot of round { $round } was not submitted, so it does not count.
        [ranking] Your ranking was not submitted, so it does not count.
       *[notes] Your notes were not submitted, so they do not count.
    }

# Faults of a form, at its field. $who is a seat or a conversation, or several of them.

form-wrong-fields =
    { $count ->
        [1] this was not submitted: one answer is missing or wrong; correct the marked field
       *[other] this was not submitted: { $count } answers are missing or wrong; correct the marked fields
    }
form-about-nothing = the form names no round or interview: load the page again
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
form-ranked-twice = { $who } is in your order twice: give everyone one place
form-not-ranked = { $who } is missing from your order: give everyone you met a place
form-level = { $who } are level: put one before the other
form-empty-place = place { $place } of your order is empty: fill it or leave it out
form-field-twice = `{ $field }` was sent twice: load the page again and give one answer
form-field-unknown = the form has an unknown field `{ $field }`: load the page again
form-no-seat = `{ $found }` is no seat: load the page again
form-no-such-verdict = `{ $found }` is no verdict: choose one from the form
form-no-number = `{ $found }` is not a number such as 3 or 3.25: write digits with one point or one comma at most
form-ambiguous = `{ $found }` can be read in two ways: write fewer digits after the point or comma, or leave it out
form-no-whole-number = `{ $found }` is not a whole number: write one without a sign or a fraction
form-no-rank = `{ $found }` is no rank: write one from 1 to { $most }
form-rank-twice = rank { $rank } is given twice: give everyone a rank of their own
form-unknown = `{ $found }` is no form: write ballot-R1, ranking-1 or notes-R1
# The forms of a participant: within a sentence, and with the name of the person who fills it in.
form-ballot-of-round = the ballot about round { $round }
form-ranking-of-trial = the ranking of trial { $trial }
form-notes-of-round = the notes about round { $round }
form-of-judge = the ballot of { $judge } about round { $round }
form-of-witness = the ballot of the witness of { $interview }
form-of-trial = the ranking of { $judge } of trial { $trial }

## Organisers and referees: organiser-, referee-, access-, course-

# The authority of a ruling, after "decided by".
organiser-authority-organisers = the organisers
organiser-authority-judges = a majority of the judges
organiser-authority-panel = the panel
organiser-authority-committee = the committee

# Parts of a contest that everybody may read.
organiser-part-result = the result
organiser-part-transcripts = the transcripts
organiser-part-record = the record

# The days of the calendar, each before its description.
course-day-opens = Entries are taken from this day on
course-day-closes = Entries are taken until this day
# $way is the rulebook's name for a way to submit a program.
course-day-testing = Days of testing: { $way }
course-day-testing-agreed = A day of testing must be agreed on before this day: { $way }
course-day-working = Entries of the final work by this day
course-day-changes = Entries of the final may be changed until this day

# The events in the timeline of the organiser's page: a full stop follows each, then the reason.
course-opened = The contest was set up
course-revised = The contest file was edited
course-drawn = The schedule was drawn
course-stood-still = No server ran: the clocks have been stopped since { $since }
course-restored = An older copy of the store came back: { $lost } signed events are lost
course-round-opened = Round { $round } was opened
course-talk-ended = The talk of round { $round } ended
course-talk-ended-early = The talk of round { $round } ended, before its time
course-round-closed = Round { $round } was closed
course-round-closed-early = Round { $round } was closed, before its time
course-paused = The clocks were stopped
course-pause-explained = Reason for the pause
course-resumed = The clocks were started again
# A length of time: 2:05.
course-resumed-after = The clocks were started again after { $length }
course-extended = The deadline was extended by { $length }
# $to: everybody, judges, confederates, referees, or a label such as J3.
course-announced = Message to { $to ->
        [everybody] everybody
        [judges] judges
        [confederates] confederates
        [referees] referees
       *[other] { $to }
    }
course-aborted = Interview { $interview } was ended before its time
course-replaced = { $name } took the place of { $who }
course-replaced-by-somebody = Another person took the place of { $who }
course-left = Left for good: { $who }
course-came-late = { $who } came late and takes part
course-came-late-named = { $who }, { $name }, came late and takes part
course-took-place = { $who } took the place of { $left }
course-took-place-named = { $who }, { $name }, took the place of { $left }
course-again = Round { $round } is to be played again
course-released = Everybody may read { $parts }, as { $by } decided under { $rule }
course-late-ballot = Late ballot allowed: { $form }, decided by { $by } under { $rule }
course-incident = { $entry } in { $interview }: { $detail }
course-incident-removed = An incident with an entry; its details were redacted
course-questions-asked = The questions at the end of trial { $trial } were asked
course-trial-closed = Trial { $trial } was closed
course-matter-put = Matter of dispute { $matter } was put to the judges
course-matter-vote-called = Vote { $vote } was opened, on matter of dispute { $matter }
course-matter-coin-called = A coin toss was called, to decide matter of dispute { $matter }
course-vote-called = Vote { $vote } was opened, between { $entries }
course-vote-closed = Vote { $vote } was closed
course-coin-called = A coin toss was called, between { $entries }
course-coin-tossed = Coin { $coin } was tossed
course-closed = The contest was closed

# A referee's actions. $by is a label such as F1, or organiser.
referee-did = { $by }: { $deed }
referee-did-in-words = { $by }: { $deed } – { $words }
referee-did-something = { $by } stepped in
referee-warned = { $confederate } was warned
referee-limited = { $confederate } was limited: { $limit }
referee-lifted = the limit of { $confederate } was lifted
referee-muted = the confederate in { $conversation } was muted
referee-unmuted = the confederate in { $conversation } may speak again
referee-held = messages of the confederate in { $conversation } were held back
referee-let-go = the messages held back in { $conversation } were released
referee-struck = utterance { $number } of { $conversation } was struck
referee-flagged = { $conversation } was flagged at its event { $number }
referee-noted = a note to the organiser

# The attention list of the organiser: each item, then its next step. $who: labels with names, with commas between them.
course-and-more = { $who }, and { $count } more
course-page-closed = No page is open: { $who }.
course-page-closed-mend = Ask them to open the server's address again in the same browser. If they cannot, pause, or replace the person.
course-unanswered = { $who } has not answered { $judges } for { $length }.
course-unanswered-by-program-mend = Check its state on the page of entries. Restart the program, or use a reserve between rounds.
course-unanswered-by-person-mend = Check that they are well. Say nothing within a judge's hearing.
course-silent = Silent for three minutes or more: { $who }.
course-silent-mend = Ask whether their page works. Never ask about the conversation.
course-ballots-due = Ballots are missing, and less than a minute is left: { $who }.
course-ballots-due-mend = Extend the deadline, or remind them.
course-ballots-lost = No ballot, and its time is over: { $who }
course-ballots-lost-mend = allow it late, if a ruling permits
course-not-joined = Not joined: { $who }.
course-not-joined-mend = Give them their cards.
course-away = Joined, and no page is open: { $who }.
course-away-mend = Ask them to open the server's address again in the same browser.
course-not-in-place = Page open, and not in place: { $who }.
# “I am in place” is a button on the page of judges and confederates.
course-not-in-place-mend = Ask them to press “I am in place”.
course-not-ready = Not ready: { $who }.
course-not-ready-mend = Check its state on the page of entries, mend it, then restart the program.
course-newcomer = New in their place, and not joined: { $who }.
course-newcomer-mend = Show their card and hand it over.
course-stopped = Stopped and not started again: { $who }.
course-stopped-mend = Restart the program, or use a reserve between rounds.
course-refereed = { $count ->
    [one] A referee wrote a note or flagged a moment.
   *[other] Referees wrote { $count } notes or flags.
}
course-refereed-mend = Read it, and decide whether to step in.
course-clocks-stopped = Paused: the clocks are stopped.
course-clocks-stopped-mend = Go on as soon as everybody can.
course-to-draw = Everybody has joined.
course-to-draw-mend = Draw the schedule.
course-to-open = Everybody is in place for round { $round }.
course-to-open-mend = Open the round.
course-to-release = The contest is closed, and its result is not released.
course-to-release-mend = Reveal the awards, review the texts, then release the result.
course-behind = The day is { $minutes } minutes behind its timetable.
course-behind-mend = Announce the new end, or shorten a break.

# Cosigners sign heads of the record beside the server, and notice a different history.
course-cosigner-disagrees = A cosigner has seen a different history of this record: { $names }.
course-cosigner-disagrees-mend = Stop the contest. Copy the data folder unchanged, and compare both heads with the cosigner's before you go on.
course-cosigners-missing =
    { $demanded ->
        [one] The rules demand that { $demanded } cosigner sign the last head, and { $signed } did. Missing: { $names }.
       *[other] The rules demand that { $demanded } cosigners sign the last head, and { $signed } did. Missing: { $names }.
    }
course-cosigners-missing-mend = The contest is closed all the same. Keep this server running and ask them to run `viva cosign` again: no verifier confirms the result until enough have signed.
course-cosigner-away = A cosigner has not looked for a minute: { $names }.
course-cosigner-away-mend = The contest goes on, and the cosigner signs the rest when it is back. Ask whether `viva cosign` runs there.
course-witness-refuses = The witness { $name } does not sign: { $why }
course-witness-refuses-mend = The contest goes on, and the server asks it again. Check its `witness` and `key` in the contest file, and that its operator has the key of this record (`/CONTEST/verifier.key`).

# The checks before a round: a word, the finding, and the next step.
course-good = OK
course-amiss = Problem
course-unknown = Unknown
course-check-connected = { $here } of { $needed } people have their page open.
course-check-connected-mend = Ask the others to open the server's address in the browser in which they joined. Their names are above.
course-check-programs = { $ready } of { $needed } programs were started and answered.
course-check-programs-mend = Check the state of each on the page of entries, mend it, and restart the program.
course-check-disk = { $megabytes } MB are left for the record.
course-check-disk-mend = Free space on the server's disk before the round begins.
course-check-disk-unknown = The server cannot see how much space is left for the record.
course-check-disk-unknown-mend = The store is on another machine: check its disk there.
# A head is the signed hash of the record at a moment.
course-check-unsigned = No head of the record is signed yet. The record has { $events } events.
course-check-signed = The record was signed { $length } ago; { $events } events came after.
course-check-signed-mend = Find the cause in the server's log and mend it first: until a head is signed, changes of the record can't be proved.
course-check-copied = The server cannot see whether the data has a backup.
course-check-copied-mend = Backups are not automatic: copy the data folder to another disk before the day and in every break.
# A length of time, before "ago".
course-ago-moment = less than a minute
course-ago-minute = a minute
course-ago-minutes = { $minutes } minutes
course-ago-hours = { $hours } hours

course-records-nothing = The server can record nothing: the disk is full, or its database does not answer. Free space on the disk with the data folder. Recorded events are safe. The clocks are stopped, and typed text waits until the server can record it.
course-disk-short = Only { $megabytes } MB are left for the record on the server's disk. Please have space freed soon.
course-disk-ending = The server's disk is nearly full: { $megabytes } MB are left for the record. Free space now, or typed text will not be saved. You can pause the contest meanwhile.

# Reasons for refusing an organiser's request.
course-no-such-entry = choose an entry of this contest
course-no-reserve = choose a reserve that stands by
course-no-part = `{ $part }` is no part of the record: a part is written like `12/text`
course-no-private-part = the record has no private part `{ $part }`: `viva record review` and the page for reading before the release name those that there are
course-no-texts = the record holds no text of { $who } to redact
course-beyond-consent = { $beyond }: redact them before the release
course-read-already = the texts of { $who } are public already: redact all of them first
course-record-unread = the record could not be read: check the server's log
course-reveal-too-early = awards are revealed when the contest is closed
course-no-such-step = step { $shown } of { $last } is shown: show { $next }, or one that was shown before
course-server-failed = the server could not do it just now: try again in a moment
course-key-used = this key was used for another act: give each its own
course-still-logged-in = it was done, but the person before may still be logged in: end that session under Who may come in

# Missing fields of a form on the organiser's page.
organiser-say-who-decided = choose the authority that decided
organiser-choose-entry = choose the entry
organiser-say-phase = say which phase is to end
organiser-write-minutes = write the minutes as a whole number, from 1 to 60
organiser-choose-reader = choose the recipients
organiser-choose-interview = choose the interview to end
organiser-choose-left = choose the person who left
organiser-choose-place = choose the person to replace
organiser-say-role = say whether a judge or a confederate has come
organiser-choose-broken = choose the entry that broke
organiser-choose-round = choose the round
organiser-choose-parts = choose the parts to release
organiser-choose-step = choose the step to show

organiser-rehearsal = This is a rehearsal: the text in the contest file fixes the draw, and anyone who knows it knows all seats. The record and its checks state this.
organiser-tabs = Pages of the organiser
organiser-desk = Desk
organiser-after = After the day
organiser-needs-you = Needs attention
organiser-needs-nothing = All clear
# The question before an act that cannot be undone; $what is the label of the button.
organiser-sure = { $what }?
# Labels of fields that appear in many forms.
organiser-reason = Reason, for the record
organiser-told = Message to everybody (optional)
organiser-told-note = Judges and confederates read this at once. Do not reveal who is a person or a program.
organiser-entry = Entry
organiser-decided-by = Decided by
organiser-rule = Under which rule, such as “rule { $number }”
organiser-round = Control of the round
organiser-draw = Draw the schedule
organiser-draw-sure = Draw the schedule now? This cannot be undone.
organiser-draw-note = The draw decides meetings and seats. It combines a committed secret of the server with a text from everybody who joins. Afterwards, programs start and handouts can be printed.
organiser-draw-anyway = even if someone has not joined
organiser-joined-all = Everybody has joined, and is in the draw.
organiser-joined-not = Not yet in the draw: { $who }.
organiser-in-place-for = { $ready } of { $needed } are in place for round { $round }.
organiser-open-round = Open round { $round }
organiser-open-anyway = even if someone is missing
organiser-gate-well = No problem found
organiser-gate-amiss = Some checks found a problem
organiser-after-later = The release opens when the contest is closed.
# The next act after the close, as a button.
organiser-next-reveal = Reveal the awards
organiser-next-release = Review and release
organiser-closed = The contest is closed.
# Three links after it.
organiser-closed-results = Results
organiser-closed-record = the record
organiser-closed-review = review the texts
organiser-released-all = Everybody may read the result, the transcripts and the record.
organiser-released-none = Only you may read them yet.
organiser-released = Everybody may read { $parts }.
organiser-release-note = Read the texts first. { $code }viva record redact{ $code_end } removes private texts from the record.
organiser-release = Release
organiser-release-overtakes = The reveal is at step { $step } of { $last }: a release shows everything at once.
organiser-release-sure = Release it? This cannot be undone.
organiser-release-parts = Parts to release
organiser-release-two = the result and the transcripts
organiser-release-three = the result, the transcripts and the record
organiser-end-talk = End the talk now
organiser-end-round = Close the round now
organiser-end-trial = Close the trial now
organiser-end-contest = Close the contest now
organiser-end-vote = Close the vote now
organiser-vote-between = The judges vote between { $entries }.
organiser-vote-missing = Missing: { $who }.
organiser-ballots-in = Every ballot is in.
organiser-ballots-missing = Ballots missing from { $who }.
# The fate of ballots that are filled in and not submitted. $count is the number of people in $who.
organiser-draft-counts =
    { $count ->
        [one] { $who } has a complete draft, which will count.
       *[other] { $who } have complete drafts, which will count.
    }
organiser-draft-incomplete =
    { $count ->
        [one] { $who } has an incomplete draft, which will be lost.
       *[other] { $who } have incomplete drafts, which will be lost.
    }
organiser-draft-lapses =
    { $count ->
        [one] { $who } has a draft, which will be lost: only submitted ballots count here.
       *[other] { $who } have drafts, which will be lost: only submitted ballots count here.
    }
organiser-draft-empty =
    { $count ->
        [one] { $who } has filled in nothing.
       *[other] { $who } have filled in nothing.
    }
organiser-why = Reason for the pause
organiser-why-button = Record the reason
organiser-resume = Go on
organiser-resume-note = Start the clocks again when everybody is back in place.
organiser-wait = Wait longer
organiser-wait-button = Stop the countdown
organiser-pause-now = Pause everything now
organiser-pause-now-note = You can add the reason afterwards.
organiser-more = Extend, pause with a reason
organiser-pause = Pause with a reason
organiser-pause-button = Pause
organiser-extend = Extend the deadline
organiser-extend-minutes = Minutes
organiser-extend-button = Extend
organiser-abort = End one interview
organiser-abort-sure = End this interview?
organiser-abort-interview = Interview
organiser-abort-button = End interview
# A judge with the witnesses of an interview: "J1 with E1 at terminal 3 and C2".
organiser-judge-with = { $judge } with { $witnesses }
organiser-at-terminal = { $witness } at terminal { $terminal }
organiser-and = { $first } and { $then }
organiser-end-or-replay = End or replay
organiser-matter = Put a dispute to the judges
organiser-matter-words = A question with the answer yes or no
organiser-matter-note = The judges answer it when every ballot is in. More than half of them decide; otherwise a coin does, if the rules have one. You act on the answer. Never write who is a program or a person.
organiser-matter-button = Ask the judges
organiser-vote-matter = The judges vote on matter of dispute { $matter }.
access-did-put-matter = put a matter of dispute to the judges
organiser-tell = Send a message
# A person by title and name: "Judge 2, Ada".
organiser-called = { $title }, { $name }
organiser-tell-to = Recipients
organiser-tell-everybody = everybody
organiser-tell-judges = every judge
organiser-tell-confederates = every confederate
organiser-tell-referees = every referee
organiser-tell-words = Message
organiser-tell-note = The message appears on their pages at once, stays until the next round opens, and goes into the record. Programs do not get it. Never write who is a program or a person.
organiser-tell-button = Send message
organiser-out = Replace or add a person
organiser-leave = Remove a person
organiser-leave-sure = Plan the rest of the contest without them? This cannot be undone.
organiser-leave-note = The remaining rounds are planned again without this person. Past rounds stay.
organiser-leave-note-before-draw = The draw is made without this person.
organiser-leave-who = Person
organiser-leave-button = Remove person
organiser-leave-later = You can remove a person between two rounds.
organiser-replace = Replace a person
organiser-replace-sure = Replace this person? They are logged out.
organiser-replace-note = The label stays, with its messages and answers. Show the new person's card afterwards.
organiser-replace-who = Person to replace
organiser-replace-name = Name of the new person
organiser-replace-button = Replace person
organiser-admit = Add a person
organiser-admit-sure = Plan the rest of the contest with them? This cannot be undone.
organiser-admit-note = The new person takes part from the next round, if the rules have room. The remaining rounds are planned again.
organiser-admit-as = Role
organiser-admit-judge = judge
organiser-admit-confederate = confederate
organiser-admit-button = Add person
organiser-take-over = Use a reserve program
organiser-take-over-sure = Replace this program with the reserve? This cannot be undone.
organiser-take-over-note = The reserve takes all seats of the program from the next round. Past rounds stay.
organiser-take-over-which = Program to replace
organiser-take-over-reserve = Reserve
organiser-take-over-button = Use reserve
organiser-again = Replay a round
organiser-again-sure = Replay this round? Its conversations and ballots will not count.
organiser-again-note = It comes next, with the same people in the same seats. The first playing stays in the record but does not count.
organiser-again-round = Round
organiser-again-button = Replay round
# $ruling is the heading of the form.
organiser-ruling-sure = { $ruling }? Everybody can read it in the record.
organiser-disqualify = Disqualify an entry
organiser-disqualify-note = The entry keeps talking in its seats, so judges notice nothing. It gets no place and no award.
organiser-disqualify-note-after-close = It loses its place and its awards; those behind it move up.
organiser-reinstate = Reverse a disqualification
organiser-reinstate-note = It gets its place again.
organiser-late-ballot = Allow a late ballot
organiser-late-ballot-note = The judge can fill in the form until the contest is closed. The ruling and the late ballot go into the record.
organiser-late-ballot-which = Ballot
organiser-choose-late = choose a ballot
organiser-rule-on-result = Rule on the result
organiser-rule-on-result-note = After the close, only rulings change the contest. Each ruling counts the result again; earlier results stay readable.
organiser-public = Public pages
organiser-public-programme = The programme
organiser-public-screen = { $screen }Big screen{ $screen_end } ({ $light }light{ $light_end } · { $dark }dark{ $dark_end })
organiser-public-note = Announcements and pause messages appear on the big screen too.
organiser-reveal = The reveal
# $shows names the awards on the big screen.
organiser-reveal-shows = Step { $step } of { $last }: the screen shows { $shows }.
organiser-reveal-sure = The audience sees it on the big screen at once.
organiser-reveal-next = Show { $next }
organiser-reveal-done = Everything is revealed.
organiser-reveal-back = Go back a step
organiser-reveal-note = Anyone with the address of the big screen sees it. The results page stays closed until you release it.
organiser-reveal-note-released = Anyone with the address of the big screen sees it. You have released the result: everybody can read the results page.
organiser-own-part = Your part of the draw
organiser-handouts = Handouts
organiser-handouts-begin = The first round begins at
organiser-handouts-button = Save pages to print
organiser-handouts-none = There are handouts from the draw until the last round begins.
organiser-handouts-note = One page for each person, with times and places. The first page is yours and names all seats.
organiser-incidents = Incidents
organiser-incidents-none = None.
organiser-rulings = Rulings
organiser-ruling-for = { $ruling }: { $reason }
organiser-reason-removed = the reason was redacted
organiser-referees = Referees
organiser-timetable = Timetable
organiser-in-time = The day is on time.
organiser-behind-a-minute = The day is a minute behind.
organiser-behind = The day is { $minutes } minutes behind.
organiser-expected = Expected end: { $time }{ $clock }{ $time_end }, without further delay.
organiser-timetable-round = Round
organiser-timetable-planned = Planned
organiser-timetable-began = Began
organiser-timeline = Timeline
organiser-timeline-note = All events so far with their reasons, newest first, in { $zone }. The record has the details.
organiser-timeline-label = Events so far
organiser-timeline-told = Message: { $words }
organiser-people = People
organiser-who = Who
organiser-name = Name
organiser-link = Invitation
organiser-link-used = Joined
organiser-link-open = Card not used
organiser-page = Page
organiser-page-here = here
organiser-page-away = away
organiser-in-place = In place
organiser-in-place-ready = ready
organiser-in-place-gone = gone
organiser-in-place-watches = watches
organiser-in-place-rests = rests
organiser-ballot = Ballot
organiser-ballot-sealed = submitted
organiser-ballot-missing = missing
organiser-script = script
organiser-cards = Join cards
organiser-cards-whose = Cards to show
organiser-cards-not-joined = of everyone who has not joined
organiser-cards-of = of { $who }, { $name }
organiser-cards-button = Show cards
organiser-access = Who may come in: sessions, organisers, password
organiser-entries = Entries
organiser-entries-protocol = Protocol
organiser-entries-program = Program
organiser-entries-kept-apart = Sandbox
organiser-entries-on-record = On record
organiser-entries-used = Used
organiser-entries-disqualified = disqualified
organiser-entries-changed = changed
# The state of a program; other words are kinds of incidents, as in the record.
organiser-state-none = not started
organiser-state-starting = starting
organiser-state-ready = ready
organiser-state-full = has reached the limit of a conversation
# So many of its links are in this state.
organiser-state-of-many = { $state } ({ $count })
organiser-files-and-settings = { $files }, { $settings }
organiser-files =
    { $count ->
        [one] { $count } file
       *[other] { $count } files
    }
organiser-settings =
    { $count ->
        [one] { $count } setting
       *[other] { $count } settings
    }
# A program's use of a language model: requests, and tokens in and out.
organiser-spent = { $requests }, { $prompt } + { $completion } tokens
organiser-spent-and-cost = { $requests }, { $prompt } + { $completion } tokens, { $cost }
organiser-requests =
    { $count ->
        [one] { $count } request
       *[other] { $count } requests
    }
organiser-restart = Restart a program
organiser-restart-sure = Restart the program? It loses the conversation so far.
organiser-restart-button = Restart the program
organiser-interviews-now = Interviews of this round
organiser-interviews-next = Interviews of the next round
organiser-interviews = Interviews
organiser-interviews-judge = Judge
organiser-interviews-with = Witnesses
organiser-interviews-state = State
# The state of an interview on the board.
organiser-interview-waiting = waiting
organiser-interview-ready = ready
organiser-interview-not-begun = not begun
organiser-interview-talking = talking
organiser-interview-paused = paused
organiser-interview-away = page closed
organiser-interview-stopped = stopped
organiser-interview-ballot-missing = ballot missing
organiser-interview-submitted = submitted
organiser-interview-over = over
organiser-interviews-incidents = Incidents
organiser-first-words = first words { $which }
organiser-interviews-ended = ended
# Lines of the judge and the witness, and the time since the last sign of each: 2:05, or a dash.
organiser-talk = { $asked }/{ $answered }, { $last } ago
organiser-talk-read =
    { $count ->
        [one] { $read } of { $count } turn judged
       *[other] { $read } of { $count } turns judged
    }
# A witness's first words: those that the rules give, or others.
organiser-first-words-well = as the rules say
organiser-first-words-others = others
organiser-timing = Timing
organiser-timing-so-far = So far { $late }.
organiser-timing-note = These utterances show the witness's own timing, which may distinguish people from programs. Only you see this before the contest is over.

# The page of a referee.
referee-what-you-do = Your task
referee-reads-all = During a round, you read the conversations here as they are typed. You may warn a confederate, limit their messages, or mute them in an interview. You may flag a moment for the organiser and write to the organiser.
referee-reads-confederates = During a round, you read the conversations of confederates here as they are typed. You may warn a confederate, limit their messages, or mute them in an interview. You may flag a moment for the organiser and write to the organiser.
referee-may-hold = Confederates' messages reach the judge after a delay. Until then you may hold or strike them.
referee-unseen = Judges do not learn of your actions. All of them go into the record. You do not see ballots.
# A conversation, by labels.
referee-conversation = { $witness } with { $judge }
referee-conversation-at = { $witness } with { $judge }, terminal { $terminal }
referee-ended = ended by the organiser
referee-is-muted = muted
referee-is-held = held back
referee-waiting = Not shown to the judge yet
referee-strike-why = Reason, for the confederate and the record
referee-strike = Strike it
referee-release = Release held messages
referee-hold = Hold back messages
referee-unmute = Unmute
referee-mute = Mute
referee-mute-button = Mute in this interview
referee-told = Message to the confederate
referee-flag = Flag this moment
referee-flag-what = Note, for the organiser and the auditors of the record
referee-flag-button = Flag moment
referee-confederates = Confederates
# $limit is the confederate's limit.
referee-limit-of = { $confederate }: { $limit }
referee-lift = Lift the limit of { $confederate }
referee-warn = Warn
referee-warn-note = Only the confederate sees it, at once.
referee-whom = Confederate
referee-warning = The warning
referee-limit = Limit
referee-limit-note = The limit holds in every interview and replaces any earlier one, until you lift it. Leave a field empty for no limit.
referee-limit-characters = Characters a message, at most
referee-limit-seconds = Seconds between messages, at least
referee-to-organiser = To the organiser
referee-note = A note, for the organiser and the record
referee-note-button = Send note
referee-thanks = Thank you
referee-closed = The contest is closed. { $link }See the results{ $link_end }.
referee-done = Actions so far
referee-done-nothing = None.

# The link back, on the page that asks before an act that cannot be undone.
access-leave = Cancel

# Cards with join links, to print or to show.
access-cards = Join cards
access-cards-note = Print this page, or show it. Each card lets one person in, once. You may show the cards again at any time; a card stays the same until you replace it.
access-back = Back to the desk
access-cards-lost = Cards that cannot be shown again
access-cards-lost-note = An earlier version or another key made these cards. They still work.
access-cards-replace-lost = Replace the card …
access-cards-none = Everyone has joined.
access-card-qr = QR code of the join link of { $who }
access-card-how = Scan the code, or open { $address }{ $host }{ $address_end } and type
# A line to write on: the name of the network and its password.
access-card-wifi = Wi-Fi and password:
access-card-link = Open this card here
access-card-replace = Replace this card …

# Who may come in: sessions, organisers, tokens of programs, passwords and passkeys.
access-title = Who may come in
access-you-are = You are { $name }.
access-organiser = organiser
access-organiser-number = organiser { $number }
access-token-of = The token of { $name }
access-token-note = It is shown only once, and lets anyone in who has it. Keep it like a password. The program sends it as the header { $code }Authorization: Bearer …{ $code_end }.
access-sessions = Sessions
access-sessions-note = Times are { $zone }. After the end of a session, its person needs a new card or a password.
access-who = Who
access-name = Name
access-since = Since
access-seen = Last seen
access-what-can-be-done = Actions
access-own-session = you, here
access-end = End …
access-end-session = End this session of { $who }
access-organisers = Organisers
access-organisers-note = All organisers have the same rights here. The record knows one organiser; the list below names the person behind each act.
access-card = Card
access-card-used = Joined
access-card-open = Card not used
access-card-of = Card of { $name }
access-password = Password
access-password-set = set
access-password-none = none
access-remove = Remove …
access-remove-organiser = Remove { $name }
access-add = Add an organiser
access-add-button = Make card
access-tokens = Programs with access
access-tokens-note = A wall display or a script that opens rounds needs a token of its own. The token reads the organiser's data, or acts as well. { $link }The OpenAPI description{ $link_end } lists the requests.
access-token-may = Rights
access-token-reads = read
access-token-acts = read and act
access-end-token = End the token of { $name }
access-token-name = Name of the program
access-token-it-may = Rights
access-token-make = Make token
access-own-password = Your password
access-own-password-set = You have one. A new password replaces it and ends your sessions in other browsers.
access-own-password-none = With a password you log in from any browser, without a card, at { $link }{ $address }{ $link_end }.
access-new-password = New password, of at least { $least } characters
access-set-password = Set password
access-passkeys = Passkeys
access-passkeys-note = With a passkey you log in as you unlock your device, without a password, at { $link }{ $address }{ $link_end }.
access-passkey-whose = Owner
access-remove-passkey = Remove the passkey { $name }
access-passkey-name = Name of a new passkey on this device
access-passkey-add = Add passkey
access-passkey-no-script = Adding a passkey needs scripts: turn them on in this browser.
access-deeds = Acts of the organisers
access-deeds-none = None yet.

# An organiser's acts, after the name: "Ada paused".
access-did-draw = drew the schedule
access-did-open-round = opened a round
# Rounds by label: R2.
access-did-end-talk = ended the talk of { $round }
access-did-close-round = closed { $round }
access-did-close-trial = closed trial { $trial }
access-did-close-vote = closed vote { $vote }
access-did-pause = paused
access-did-resume = let the clock go on
access-did-extend = extended the deadline by { $length } minutes
# $to: everybody, judges, confederates, referees, or a label such as J3.
access-did-announce = sent { $to ->
        [everybody] everybody
        [judges] judges
        [confederates] confederates
        [referees] referees
       *[other] { $to }
    } a message
access-did-abort = ended { $interview }
access-did-replan = planned the remaining rounds again
access-did-replace = replaced the person in the place of { $who }
access-did-disqualify = disqualified { $entry }
access-did-reinstate = reinstated { $entry }
access-did-allow-late = allowed { $who } to submit { $form } late
access-did-release = released { $parts }
access-did-take-out =
    { $count ->
        [one] redacted { $count } private part
       *[other] redacted { $count } private parts
    }
access-did-erase = redacted every text of { $who }
access-did-rename = gave { $who } a pseudonym
access-did-record-consent = recorded the consent of { $who }
access-did-reveal = showed step { $step } of the reveal
access-did-step-in = acted as a referee
access-did-restart = restarted { $entry }
access-did-replace-card = replaced the card of { $who }, { $name }
access-did-end-session = ended a session of { $who }, { $name }
access-did-add-organiser = added { $name } as an organiser
access-did-remove-organiser = removed { $name } from the organisers
access-did-make-token = made a token for { $name }
access-did-end-token = ended the token of { $name }
access-did-set-password = set a password
access-did-set-password-of = set the password of { $name }
access-did-add-passkey = added the passkey { $name }
access-did-remove-passkey = removed the passkey { $name }
access-did-log-in = logged in by password
access-did-log-in-by-passkey = logged in by the passkey { $name }

# The questions before access is withdrawn.
access-end-session-sure = End this session of { $who }, { $name }?
access-end-session-own = It is your session in this browser.
access-end-session-closes = Its page closes within 15 seconds.
access-end-session-back-organiser = They can log in again with their password or a new card.
access-end-session-back = They can come back only with a new card from the desk.
access-end-session-stays = Their messages and ballots stay.
access-end-session-button = End session
access-remove-organiser-sure = Remove { $name } from the organisers?
access-remove-organiser-ends = Their card, password and sessions end.
access-remove-organiser-stays = Their acts stay.
access-remove-button = Remove
access-end-token-sure = End the token of { $name }?
access-end-token-ends = The program loses its access. Its acts stay.
access-end-token-button = End token
access-remove-passkey-sure = Remove the passkey { $name }?
access-remove-passkey-ends = This passkey no longer logs anyone in. Open sessions stay: you can end them above.

# Errors of that page.
access-bad-name = Write a name of 1 to 100 characters.
access-organiser-known = An organiser of this name exists: check the card in the table.
access-organisers-too-many = The contest has the most organisers possible: remove one first.
access-organiser-stays = You cannot remove yourself or the organiser of the contest file.
access-password-length = A password has { $least } to { $most } characters.
access-password-name = The password must not contain the name of its owner: choose another.
access-no-organiser = This contest has no organiser of this name. Choose one of: { $names }.
access-not-saved = It could not be saved: { $why }
access-token-bad-name = the name of a token has 1 to { $most } characters
access-token-known = there is a token of this name: remove it first, or choose another name
access-tokens-too-many = there are { $most } tokens, the most possible: remove one first
access-passkey-bad-name = Give the passkey a name of 1 to { $most } characters.
access-passkeys-too-many = You have { $most } passkeys, the most possible: remove one first.
access-too-often = Too many asked just now. Wait a minute, then try again.
access-passkey-too-late = This took too long, or was sent twice. Try again.
access-passkey-unknown = This passkey belongs to no organiser of this contest: log in another way.
# $why is the message of the device or its library, in English.
access-passkey-refused = The passkey was not accepted ({ $why }). Try again, or log in with your password.
access-passkey-not-kept = The passkey could not be saved. Try again.
access-server-failed = The server could not do it just now. Try again in a moment.

# The page where an organiser logs in.
access-login = Log in
access-login-heading = Log in as an organiser
access-login-name = Your name in this contest
access-login-passkey = Log in with a passkey
access-login-note = Use the name from the button “Join as …”. Judges and confederates join with their cards. Without a password, ask the administrator of the server for a new link.
access-login-front = Front page
access-login-too-many = There were too many wrong passwords. Wait a minute, then try again.
access-login-wrong = Name and password do not match. Write the name as on the button “Join as …”.

## Refusals, ways in, printed cards and handouts: refused-, way-, card-, handout-

refused-not-yours = this is not yours to do
refused-opened-already = the contest is open already
refused-not-opened = the contest is not open yet: wait for the organiser
refused-cannot-draw = the contest cannot be drawn: { $why }
refused-not-all-joined = not everyone has joined: { $missing } missing; wait, or draw anyway
refused-not-drawn = the schedule is not drawn yet: draw it first
refused-drawn-already = the schedule is drawn already
refused-too-late-to-contribute = the draw is made: it takes no more contributions
refused-contributed-already = you have contributed already: your text stays
refused-not-first = others have contributed already: organiser and committee come first, so that they cannot choose last
refused-bad-contribution = contribute one line of 1 to { $most } characters
refused-closed = the contest is closed: only rulings about its result are recorded now
refused-not-all-ready = not everyone is ready: { $missing } missing; wait, or open the round anyway
refused-no-round = no round is open: wait until the organiser opens it
refused-round-over = round { $round } is over: this came too late and was not recorded
refused-talk-over = time to talk is over: this came too late and was not recorded
refused-round-running = a round is still running: close it first
refused-moved-on = the contest has moved on meanwhile: load the page again
refused-overtaken = a later key was recorded before this one: type it again
refused-paused = the contest is paused: wait until it goes on, then send it again
refused-not-paused = the contest is not paused
refused-stood-otherwise = the contest's clocks were not stopped as this says
refused-nothing-lost = no events were lost as this says
refused-interview-ended = this interview has been ended by the organiser: no ballot is asked for it
refused-verdict-given = this interview is over: the verdict has been given
refused-resting = you have no interview in this round: please wait for the next one
refused-judge-begins = the judge begins: please wait for the first words
refused-opening-first = begin with the words that the rules give you, to the letter: { $words }
refused-too-fast = too fast: at most { $most } keys a second are carried; send it again more slowly
refused-too-long = too long: this conversation has reached its { $most } keys
refused-ballot-not-open = the ballot opens when time to talk is over
refused-end-ballots-not-open = the questions at the end open after the last round
refused-not-your-turn = it is not your turn: wait for the answer
refused-wrong-medium = this contest does not carry that: { $why }
refused-nothing-said = write something first
refused-too-many-characters = too long: at most { $most } characters are carried at a time; shorten it and send it again
refused-too-many-said = { $unit ->
    [lines] this conversation has reached its { $most } lines
   *[messages] this conversation has reached its { $most } messages
}
refused-nothing-shown = under this rulebook no files are shown: write words
refused-kind-not-shown = under this rulebook a judge shows { $kinds }, and nothing else
refused-no-attachment = this is no picture, sound or video: choose another file
refused-too-many-bytes = this file is too large: at most { $most } KiB are shown
refused-too-many-pixels = this is too large: at most { $most } million pixels are shown
refused-plays-too-long = this plays too long: at most { $most } s are shown
refused-too-many-shown = { $most ->
    [one] this conversation has reached its { $most } file
   *[other] this conversation has reached its { $most } files
}
refused-no-more-shown = this contest has reached its { $most } files: nothing more is shown
refused-bad-description = describe it in one line of 1 to { $most } characters, or not at all
refused-has-begun = the first round has been opened: the contest file can no longer be changed
refused-draw-stands = the schedule is drawn already, so this can no longer be changed: { $what }
refused-not-the-others = the named people are not the ones who changed
refused-nobody-there = name a judge, a confederate or a referee who is there
refused-bad-name = give a name of 1 to { $most } characters
refused-cannot-replan = the rest cannot be planned again: { $why }
refused-out-already = this entry is disqualified already
refused-not-out = this entry is not disqualified
refused-form-open = this form is still open: it needs no ruling
refused-given-already = answers were given on this form in time
refused-late-after-vote = a vote or a coin has decided between level entries: a late ballot could change the tie
refused-bad-rule = name the rule in 1 to { $most } characters, such as `rule 59`: it goes into the record
refused-not-over = the contest is not over: release it when it is closed
refused-nothing-to-release = choose what to release: the result, the transcripts, or the record
refused-released-already = everybody can read that already
refused-nobody = no participant has that label, such as J1, C2, E3 or F1
refused-licence-of-nothing = a licence covers written text: name none if the consent covers the result alone
refused-bad-licence = name the licence on one line of 1 to { $most } characters, such as CC-BY-4.0
refused-nothing-to-delete = name the parts to take out
refused-too-much-to-delete = one ruling takes out at most { $most } parts: make more of them
refused-never-deleted = ballots, rankings, votes and draws stay: without them no result can be confirmed
refused-deleted-already = some of that was taken out already: load the page again
refused-no-such-part = there is no such part: load the page again
refused-names-gone = the names of this contest were taken out: they cannot be changed any more
refused-name-like = “{ $name }” is the name “{ $other }” of { $of }: capitals, spaces and the form of letters make no other name; choose another
refused-name-taken = another person has this name: choose another name
refused-not-everybody = list every name, and no other
refused-no-referees = the rulebook of this contest has no referees
refused-not-watched = name a confederate who is there, or a conversation that you may read
refused-bad-limit = a limit is 1 to 4000 characters a message, one message each 1 to 600 seconds, or both
refused-not-limited = this confederate has no limit
refused-muted-already = this confederate is muted already
refused-not-muted = this confederate is not muted
refused-shown-at-once = under this rulebook a witness's message reaches the judge at once: it can't be held or struck
refused-held-already = this confederate's messages are held already
refused-not-held = this confederate's messages are not held
refused-shown-already = the judge has been shown this already: it can't be struck any more
refused-nothing-waits = no such utterance waits to be shown: load the page again
refused-no-such-moment = this conversation has not reached that moment
refused-muted = a referee has muted you in this interview: wait until you may speak again
refused-limited-to = a referee has limited you to { $most } characters a message: shorten it and send it again
refused-limited-pace = a referee has limited you to one message each { $seconds } s: wait a moment and send it again
refused-no-disputes = under these rules no judges decide disputes: decide it yourself and record the consequence
refused-too-many-matters = a contest has at most { $most } matters of dispute
refused-no-vote = no vote is open
refused-vote-over = this vote is over: yours came too late and was not recorded
refused-not-a-candidate = choose one from the list
refused-cannot-start = the contest cannot start: { $why }
refused-nobody-reads-transcripts = under this rulebook judges do not read transcripts
refused-loaded-already = this witness has its conversation already
refused-no-such-source = the contest names no such source
refused-not-turns = this is no conversation in turns, as many as are shown at most
refused-shown-stands = the conversations were loaded when the contest was set up: set up another contest to show others
refused-not-loaded = not every conversation is loaded: { $missing } missing
refused-believed-already = you have answered for this turn: the answer is final, and the next turn appears
refused-not-shown-yet = this turn is not shown yet: answer for the one before it first
refused-bad-belief = give a whole number from 0 to 100
refused-no-such-ballot = this rulebook asks for no such ballot
refused-drafts-lapse = under this rulebook a draft does not count
refused-sealed-already = a ballot was submitted: it counts until you submit another
refused-draft-too-long = this is too long for the form and was not saved: shorten it
refused-not-interviewed = this interview is not yours: choose one of your own
refused-no-such-interview = this round has no such interview: choose a running one
refused-bad-extension = an extension is between one second and { $minutes } minutes: choose another length
refused-bad-reason = give a reason of 1 to { $most } characters: it goes into the record
refused-bad-words = a message has 1 to { $most } characters on one or more lines: write less, or nothing
refused-bad-announcement = write 1 to { $most } characters, on one or more lines
refused-nobody-reads = this message has no readers: choose a participant who has not left
refused-line-begun = a line is being typed key by key: end it with Return, or take it back, before you hand over a whole one
refused-too-much-waiting = too much at once: at most { $most } keys wait to be typed; say the rest later
refused-not-as-paced = the pacing queue shows something else next, or at another moment
refused-not-due = its time has not come
# A choice of several, within a sentence.
refused-either = { $first } or { $then }
# Part of refused-kind-not-shown.
refused-kind = { $kind ->
    [picture] a picture
    [sound] a sound
   *[video] a video
}
# Part of refused-opening-first.
refused-words = “{ $words }”
# Parts of refused-wrong-medium.
refused-carries-no-control = a control character is in it
refused-carries-one-line = one line at a time
refused-carries-nothing = the conversations are finished, and judges only read them
refused-carries-keys = it carries single keys
refused-carries-finished = it carries finished texts unchanged
refused-carries-no-keys = it carries finished texts, not single keys
refused-carries-ascii = only letters, digits, signs, Return, BackSpace and Tab are carried
refused-carries-unicode = control characters are not carried
# Parts of refused-cannot-replan.
refused-replan-who-joins = name the new person and their label
refused-replan-one-thing = name one change only
refused-replan-no-round = no round is left
refused-replan-not-played = { $round } was not played
refused-replan-again-already = { $round } is played again already
refused-replan-both = everybody is both judge and confederate: add the person as a judge
refused-replan-next-label = the next label is number { $number }
refused-replan-room = { $role ->
    [judges] the rulebook has room for { $most } judges
    [confederates] the rulebook has room for { $most } confederates
   *[entries] the rulebook has room for { $most } entries
}
refused-replan-opening-words = the opening words are none of the rulebook's
refused-replan-person = a person joins as judge or confederate, a program as an entry
refused-replan-nobody-meets = no interviews would be left
refused-replan-who-leaves = name a participant who has not left before
# Parts of refused-cannot-start.
refused-start-plan =
    the plan cannot be played
    { $faults }
refused-start-bounds = its rulebook is beyond what a rulebook may hold, at `{ $place }` (write a value that `viva rulebook check` accepts)
refused-start-roster = its rules are for { $numbers }, and { $named } are named
refused-start-roster-of = { $judges } judges, { $confederates } confederates and { $entries } entries
refused-start-told = judges are promised at least { $told_confederates } confederates and { $told_entries } entries, but there are { $confederates } and { $entries }
refused-start-trials = `trials.combine` was not chosen: write `any`, `majority` or `all`
refused-start-settled = the committee has not settled everything: complete `[committee.settled]` and `[committee.attested]` ({ $missing })
refused-start-no-referees = the rulebook has no referees: take them out, or set their rights under `[overrides.referees]`
refused-start-most-referees = a contest has { $most } referees at most
refused-start-referees-named = there are { $count } referees, but { $named } are named
refused-start-members = the committee has { $members } members, but { $named } are named: name each in `members` under `[committee]`
refused-start-no-source = judges read transcripts, and there is no source of any: name each under `[[source]]`
refused-start-source-unread = judges talk with witnesses, and read no source: take `[[source]]` out
refused-start-most-sources = a contest has { $most } sources at most
refused-start-source-twice = a source is named twice
refused-start-no-cosigner = `{ $named }` is no key of a cosigner: { $why }
refused-start-not-for-cosigning = `{ $named }` is no key of a cosigner: copy the line that `viva cosign --key FILE` prints
refused-start-cosigner-twice = the cosigner `{ $name }` is named twice
refused-start-most-cosigners = a contest has { $most } cosigners at most
refused-start-few-cosigners = { $demanded ->
    [one] the rules demand { $demanded } cosigner, and the contest names { $named }: name each under `[[cosigner]]`, or set `cosigners` under `[overrides.record]`
   *[other] the rules demand { $demanded } cosigners, and the contest names { $named }: name each under `[[cosigner]]`, or set `cosigners` under `[overrides.record]`
}
refused-start-no-member = `{ $named }` is no key of a committee's member: { $why }
refused-start-key-for-heads = `{ $named }` is a key for heads: copy the lines that `viva contest sign` prints
refused-start-signed-twice = `{ $name }` has signed twice
refused-start-signature = the signature of `{ $name }` is not of these rules and settings: have it signed again with `viva contest sign`
refused-start-not-all-signed = { $members ->
    [one] the committee has { $members } member, and { $signed } signed: either all of them sign, or none
   *[other] the committee has { $members } members, and { $signed } signed: either all of them sign, or none
}
# Parts of refused-draw-stands, one or more.
refused-change-numbers = the numbers of judges, confederates and entries
refused-change-schedule = the schedule
refused-change-layout = the number of witnesses in an interview
refused-change-trials = the number of trials
refused-change-plan = the plan
refused-change-sources = the sources
refused-change-shown = the shown length of a transcript
# Part of refused-wrong-medium.
refused-medium-no-keyboard = one of the characters is on no keyboard that is allowed here, so nothing was sent: leave it out or spell it
refused-not-saved = this was not saved yet, because the server has no room or cannot reach its disk: try again soon
refused-not-taken-out = the ruling counts and pages follow it, but the store could not delete the parts yet: the server tries again every second. Free space on the disk, and check the server's log
refused-stopping = the server is stopping: your page will reconnect
refused-kept-elsewhere = another server has taken this contest over: your page will reconnect
# Error pages: title, reason and next step.
way-not-found = Nothing here
way-not-found-why = There is no page at this address.
way-not-found-mend = Check the address, or begin at the front page.
way-not-joined = You have not joined here
way-not-joined-why = This browser has no access to this page. You may have joined in another browser or with another link.
way-not-joined-mend = Open your join link for this contest, or ask the organiser for a new one.
way-unknown-link = This link is not known
way-unknown-link-why = It does not belong to this server, or a newer link has replaced it.
way-unknown-link-mend = Check that you copied the whole link, or ask the organiser for a new one.
way-used-link = This link has been used
way-used-link-why = A join link works once, to protect your place.
way-used-link-mend = If you used it, go on in the same browser. Otherwise ask the organiser for a new link.
way-not-yet = Not before the end
way-not-yet-why = Results, transcripts and the record open when the contest is closed.
way-not-yet-mend = Come back when the judges have finished.
way-failed = That did not work
way-failed-why = The server could not do it just now. Recorded events are safe.
way-failed-mend = Try again in a moment.
way-too-long = That was too long
way-too-long-why = Your input is longer than this page allows. Nothing was saved.
way-too-long-mend = Go back, shorten it, and send it again.
way-not-understood = This was not understood
way-not-understood-why = A field is missing or has the wrong kind of value. Nothing was saved.
way-not-understood-mend = Go back, load the page again, and fill it in once more.
way-login = Log in as an organiser
way-front-page = Front page
way-foreign = this came from a page of another site: open the contest's own page
way-taking-over = another server is taking this contest over: this page tries again by itself
way-code = Join with a code
# The title of a browser tab, like each that ends in -tab.
way-code-tab = Join with a code · Vivavoce
way-code-field = The four words on your card
way-code-go = Go on
way-code-note = Capitals, spaces and hyphens do not matter.
way-code-none = This is not a code. A code has four words of four letters, such as bado-kemi-tura-lofi; check your card again.
way-code-too-often = There were too many wrong codes. Wait a minute, then try again.
way-code-unknown = No card has this code, or a newer card has replaced it. Check each letter, or ask the organiser.
way-join-tab = Join · { $contest }
# { $whose } is a person's role in the contest, such as Judge 1.
way-joining = You are joining as { $whose }, { $called }{ $name }{ $called_end }
way-join-not-you = If you are not { $called }{ $name }{ $called_end }, this is another person’s card: leave this page and ask the organiser for yours.
# Part of way-join-others, once for each person.
way-join-other = { $called }{ $name }{ $called_end }
way-join-others = { $count ->
    [one] In this browser { $others } has joined already. Everybody should have a computer of their own.
   *[other] In this browser { $others } have joined already. Everybody should have a computer of their own.
}
way-join-once = This link works once, and only in this browser. Use the same browser for the whole contest.
way-join-recorded = Everything you type is recorded and may be published after the contest.
way-join-contribution = Your part of the draw
way-join-contribution-note = The schedule is drawn by lot, from a text of each person who joins, so that no one controls the draw. Your text was made at random; you may write another.
way-join-as = Join as { $called }{ $name }{ $called_end }
way-intake-organiser = Organiser
way-intake-organiser-name = the organiser of the intake
# A person, such as: Judge 2, Ann.
way-seat = { $title }, { $name }
way-here-already = You are here already
way-go-on-as = Go on as { $seat }
way-home = Turing tests
way-no-contest = There is no contest here yet.
# A link to the programme of a contest; the unseen part is for screen readers.
way-programme = programme{ $unseen } of { $name }{ $unseen_end }
way-call = Call for entries: { $name }
way-by-card = Judges, confederates and organisers join with the link or the code on their card.
card-nobody = choose a judge, a confederate, a referee or an organiser of this contest
card-none-yet = this person has no card yet
# Before a card is replaced: the question, its consequences, and the confirmation.
card-replace = Replace the card of { $whose }, { $name }?
card-replace-unused = The card is not used yet. Printed copies of it stop working.
card-replace-put-out = Its person has been logged out already.
card-replace-own = This is your own card: you are logged out at once, in every browser.
card-replace-own-back = You come back with the new card, shown next and nowhere else, or with your password.
card-replace-here = { $name } has joined with it and is here now.
card-replace-here-out = Their page closes within 15 seconds. They can come back only with the new card.
card-replace-joined = { $name } has joined with it.
card-replace-joined-out = They can return to their seat only with the new card.
card-replace-stays = Their messages and ballots stay.
card-replace-yes = Replace the card
refused-file-cut-off = the file did not arrive in full: send it again, or a smaller one
refused-no-file = choose a file to show
refused-file-without-place = the form names no conversation for the file: load the page again
refused-file-busy = another file of yours is on its way: wait until it is shown, then send this one
refused-files-full = this contest has no room for more files: write words
# Parts of refused-file-broken.
refused-broken-chunk-sum = the check sum of a chunk is wrong
refused-broken-no-header = it does not begin with its header
refused-broken-two-headers = it has two headers
refused-broken-unknown-chunk = a required chunk is of an unknown kind
refused-broken-no-picture = there is no picture in it
refused-broken-one-picture = it has no picture, or two
refused-broken-head-size = its head is not of 10 bytes
refused-broken-measures = its head and its picture have other measures
refused-broken-picture-head = its picture has no head
refused-broken-no-picture-no-sound = there is no picture and no sound in it
refused-broken-short-part = a part is shorter than its own head
refused-broken-other-file = its samples are in another file
refused-broken-quicktime = its sound is described as QuickTime does, not as MP4
refused-broken-channels = its channels, bits and bytes do not agree, or it has more than two channels
refused-broken-sample-rate = it has fewer than 4,000 or more than 192,000 samples a second
refused-broken-no-samples = it does not give the format of its samples, or has none
refused-broken-part-twice = it has a part twice
refused-broken-marker-misplaced = a marker is in a wrong place
refused-broken-short-segment = a segment is shorter than its length
refused-broken-two-frames = it has two frames
refused-broken-scan-first = a scan comes before its frame
refused-broken-marker-missing = a marker is missing
refused-broken-picture-cut-off = the picture is cut off
refused-broken-unknown-block = a block of no known kind
refused-broken-screen = its picture is larger than its screen
refused-broken-no-segment = its segment is missing
refused-broken-matroska = it is Matroska, but no WebM
refused-broken-header-kind = its header does not give its kind
refused-broken-no-length = a part without a length, where one is needed
refused-broken-long-number = a number is longer than one may be
refused-broken-track-kind = a track does not give its kind
refused-broken-track-codec = a track does not give its codec
refused-broken-number-bytes = a number has more than eight bytes
refused-broken-duration = a length in time that is no number
refused-broken-track-number = two tracks have one number
refused-broken-clock = its clock has no parts of a second
refused-broken-fragment = a fragment belongs to no track
refused-broken-no-frame = a frame of sound is missing
refused-broken-no-sound = there is no sound in it
refused-broken-no-size = it has no width or no height
refused-broken-ends = the file ends in the middle of a part
refused-file-empty = the file is empty
refused-file-bytes = the file has { $bytes } bytes, and { $most } may be sent (make it smaller or shorter)
refused-file-pixels = { $width } x { $height } are more pixels than the { $most } that may be sent (make it smaller)
# Times with their unit, such as 1.5 s.
refused-file-long = it plays for { $time }, longer than the { $most } that may be sent (make it shorter)
refused-file-unknown = the file is no picture, sound or video that can be sent (send PNG, JPEG, GIF, WebP, WAV, MP3, MP4 or WebM)
refused-file-broken = the { $format } file cannot be read at byte { $at }: { $what } (save it again, or send it in another format)
refused-file-moving = the { $format } file moves (send a still picture, or a video as MP4 or WebM)
refused-file-codec = the { $format } file is packed with `{ $codec }`, which many browsers cannot play (send it with { $instead })
refused-file-track = the { $format } file has a track of `{ $track }`, which may say where it was taken (save it without, as picture and sound alone)
# Parts of refused-file-codec.
refused-instead-mp4 = H.264, VP9 or AV1, and AAC or Opus
refused-instead-webm = VP8, VP9 or AV1, and Opus
refused-instead-wav = uncompressed samples
refused-instead-jpeg = baseline or progressive coding
refused-codec-again = packed or encrypted once more
# Reasons why a rulebook and its numbers have no plan. Text in backquotes is code.
refused-design-nobody = a plan needs at least one judge, one entry and one confederate (raise the numbers in `roles`)
refused-design-unequal = a Graeco-Latin plan needs as many entries and confederates as judges, not { $judges } judges, { $entries } entries and { $confederates } confederates (make the numbers in `roles` equal)
refused-design-impossible = no plan lets { $order } judges meet each of { $order } entries and { $order } confederates once in { $order } rounds with every entry beside every confederate (it is proved for 2 and 6 and no other number: set all of `roles` to { $fewer } or { $more })
refused-design-too-large = { $role ->
    [judges] a plan for { $order } judges is too large (lower the numbers in `roles` to { $most } or fewer)
    [entries] a plan for { $order } entries is too large (lower the numbers in `roles` to { $most } or fewer)
   *[confederates] a plan for { $order } confederates is too large (lower the numbers in `roles` to { $most } or fewer)
}
refused-design-too-many = a plan of { $interviews } interviews is too large (lower the numbers in `roles` until they are { $most })
refused-design-not-for-sessions = sessions share out judges, and the design `{ $design }` does not let them (take `schedule.sessions` out)
refused-design-sessions-and-trials = sessions are for one playing of the plan (take `trials` or `schedule.sessions` out)
refused-design-confederates = { $count } sessions of { $each } confederates have no place for all { $confederates } (raise `schedule.sessions.confederates`, or lower `roles.confederates`)
refused-design-idle = in a session of { $judges } judges, { $entries } entries and { $confederates } confederates, a person has no interview (lower `schedule.sessions.confederates`)
refused-design-waiting = in a session of { $judges } judges, { $entries } entries and { $confederates } confederates somebody waits between two interviews (lower `schedule.sessions.judges`, or raise `schedule.sessions.confederates`)
refused-design-layout = the design `{ $design }` is not for the layout `{ $layout }` (choose another `schedule.design` or `interview.layout`)
refused-design-terminals = terminals are for one witness at a time, not for pairs (set `schedule.seats` to "drawn")
refused-design-matrix-small = the matrix names no confederate for { $judge } and { $entry } (add it to `schedule.design.matrix`)
refused-design-matrix-stranger = the matrix names { $confederate }, but there are only { $count } confederates (raise `roles.confederates`)
refused-design-not-same-people = where everyone takes turns, judges and confederates are the same people, at least two, not { $judges } judges and { $confederates } confederates (make the numbers equal, and set `roles.people` to "both")
refused-design-meet-themselves = the design `{ $design }` lets every judge meet every confederate, and so themselves (set `roles.people` to "apart", or `schedule.design` to `take-turns`)
refused-infeasible = no plan meets all conditions: { $clashes }
# Several parts of refused-infeasible.
refused-clash-several = { $first }; { $then }
# Parts of refused-infeasible.
refused-clash-nobody = a plan needs at least one judge, one entry and one confederate
refused-clash-too-large = { $interviews } interviews in { $rounds } rounds or more are too many to search (ask for fewer of a role)
refused-clash-no-places = no interview may take place at any time (allow at least 1 in parallel)
refused-clash-stranger = { $who } is named, but the contest has only { $count } in that role
refused-clash-matrix-size = the matrix has { $rows } rows and { $columns } columns, for { $judges } judges and { $entries } entries (write a row per judge and a column per entry)
refused-clash-matrix-forbidden = the matrix has { $judge } meet { $entry } beside { $confederate }, but { $judge } and { $witness } must not meet
refused-clash-no-confederate = { $who } must meet entries, but not any confederate
refused-clash-fixed = in the fixed interviews, { $breach }
refused-clash-shares = the confederates cannot be shared out evenly around the forbidden meetings and the fixed interviews
refused-clash-rounds = there is time for { $most } rounds, but { $needed } are needed: { $reason }
refused-clash-not-found = a plan of { $most } rounds was not found, though it is not proved that there is none (allow more rounds, or more steps)
# Parts of refused-clash-rounds.
refused-bound-busy = { $who } has { $interviews } interviews
refused-bound-busy-away = { $who } has { $interviews } interviews, and is away in { $away } rounds
refused-bound-width = at most { $widest } of the { $interviews } interviews fit into one round
refused-bound-fixed = an interview is fixed in R{ $round }
refused-bound-searched = a search of all plans found none of { $rounds } rounds
# Parts of refused-clash-fixed.
refused-breach-forbidden = { $judge } meets { $witness } in { $round }, though they must not meet
refused-breach-absent = { $who } is planned for { $round }, but is away
refused-breach-unkept = { $judge } does not meet { $entry } and { $confederate } in { $round }, though that is fixed
refused-breach-parallel = { $round } has { $interviews } interviews, and there are places for { $most }
refused-breach-rounds = the plan takes { $rounds } rounds, and there is time for { $most }
# Reasons why the rest of a plan cannot be drawn again.
refused-redraw-not-played = { $round } is said to have been played, but the plan has only { $rounds } rounds (name a round of the plan)
refused-redraw-stranger = { $who } is said to have left, but is not in the contest (name a judge, an entry or a confederate)
refused-redraw-trial = the rest of trial { $trial } needs { $needed } more rounds, and { $rounds } are left of it (end the contest after a trial)
refused-redraw-fixed-join = { $parts ->
    [sessions] no one can join where the rounds belong to sessions of a fixed size (replace the person, or end the interview)
   *[trials] no one can join where the rounds belong to trials of a fixed size (replace the person, or end the interview)
}
refused-redraw-fixed-again = { $parts ->
    [sessions] a round cannot be played again where the rounds belong to sessions of a fixed size (replace the person, or end the interview)
   *[trials] a round cannot be played again where the rounds belong to trials of a fixed size (replace the person, or end the interview)
}
refused-redraw-too-large = the { $interviews } remaining interviews are too many to draw again (keep the plan, and skip those who left)
refused-given-plan =
    the plan that was given cannot be played
    { $faults }
refused-no-time-of-day = `{ $text }` is no time of day (write it as 09:30)
# The printed pages with times and places for each person. These are heads of columns.
handout-round = Round
handout-talk = Talk
handout-ballots-until = Ballots until
handout-places-until = Changing places until
handout-partners = Your partners
handout-place = Your place
handout-interviews = Interviews
# The head of the page of one person: Judge J1.
handout-title = { $role ->
    [judge] Judge { $id }
    [both] Judge and confederate { $id }
    [confederate] Confederate { $id }
   *[entry] Entry { $id }
}
handout-title-organiser = Organiser
handout-title-called = { $title }: { $name }
handout-note-pair = In each round you talk with two partners at the same time, a person and a program.
handout-note-one = In each round you talk with one partner, a person or a program.
handout-note-confederate = In each round that is not free, one judge talks with you.
handout-note-entry = In each round that is not free, this program must be ready.
handout-note-organiser = This page names everybody's seat. Keep it from judges and confederates.
handout-room = Notes
# After the note of a page.
handout-times = Times are { $zone }.
handout-no-session = You are in none of the sessions.
handout-own-session = Your session is { $session }.
handout-own-sessions = Your sessions are { $sessions }.
# Part of handout-own-session and handout-own-sessions.
handout-session = { $number } of { $count }, from { $from } to { $to }
# Several sessions, or several interviews, one after the other.
handout-several = { $first }; { $then }
handout-free = Free
handout-free-judge = Free: wait where the judges wait
handout-free-confederate = Free: wait where the confederates wait
handout-nobody-meets = No interviews
handout-you-answer = you answer
handout-conversations = { $count } conversations at the same time
handout-round-of-trial = { $round } (trial { $trial })
handout-round-of-session = { $round } (session { $session })
handout-time = { $from } to { $to }
# A time on the second day of a contest or a later one: 00:30 (day 2).
handout-time-of-day = { $time } (day { $day })
handout-end-ballots = Ballots about everyone
# A partner's seat, on a judge's page; with the partner's label on the organiser's.
handout-seat-left = left
handout-seat-right = right
handout-seat-terminal = terminal { $number }
handout-seat-only = one partner
# The place of a witness.
handout-place-terminal = Terminal { $number }
handout-place-usual = Your usual place
# Part of handout-interview: C1 left.
handout-seated = { $witness } { $seat }
handout-interview = { $judge }: { $witnesses }
# Faults of a plan; each names people and rounds by their labels, such as J1 and R2.
refused-plan-unknown-none = { $who } is planned, but the contest has no one in that role
refused-plan-unknown = { $who } is planned, but the contest has only { $count } in that role
refused-plan-empty-round = { $round } has no interviews, though rounds follow it
refused-plan-crowded = { $who } is in { $times } interviews of { $round }
refused-plan-crowded-most = { $who } is in { $times } interviews of { $round }, and can be in { $most } at the same time
refused-plan-meets-nobody = { $judge } meets nobody in { $round }
refused-plan-meets-both = { $judge } meets { $entry } and { $confederate } in { $round }, and should meet one at a time
refused-plan-without-confederate = { $judge } meets { $entry } without a confederate in { $round }
refused-plan-without-entry = { $judge } meets { $confederate } without an entry in { $round }
refused-plan-repeated = { $who } meets { $whom } { $times }
refused-plan-missed = { $who } never meets { $whom }
# { $times } is refused-plan-times, { $share } one of refused-plan-share.
refused-plan-uneven = { $who } meets { $whom } { $times }, though { $share } would be even
refused-plan-matrix = { $judge } meets { $entry } beside { $confederate } in { $round }, and the matrix says otherwise
# These two stand in refused-plan-matrix.
refused-plan-no-entry = no entry
refused-plan-no-confederate = nobody
refused-plan-both-roles = { $who } is the same person as { $other }, and is planned twice for { $round }
refused-plan-rounds = the plan takes { $rounds } rounds, and the design has { $asked }
refused-plan-thin = { $round } has { $interviews } interviews, and the numbers allow { $most }
refused-plan-turns = { $turn ->
    [asks] { $who } asks { $times }, though { $share } would be even
    [answers] { $who } answers { $times }, though { $share } would be even
   *[meets] { $who } meets entries { $times }, though { $share } would be even
}
refused-plan-often = { $who } and { $whom } meet { $times }, in either role, though { $most } would be even
refused-plan-trials = { $rounds } rounds cannot be shared out among { $trials } trials
refused-plan-no-session = { $who } is in no session
refused-plan-session-share = { $times ->
    [one] { $who } is in { $times } session, though { $share } would be even
   *[other] { $who } is in { $times } sessions, though { $share } would be even
}
refused-plan-session-judges = there are { $found } judges, and a session has { $most } at most
refused-plan-session-confederates = there are { $found } confederates, and a session has { $most }
refused-plan-waits = { $judge } waits between { $after } and { $until }, and the interviews of a judge follow one another
refused-plan-in-session = in session { $session }, { $what }
refused-plan-in-trial = in trial { $trial }, { $what }
refused-plan-times = { $times ->
    [0] not once
    [1] once
    [2] twice
   *[other] { $times } times
}
refused-plan-share-or = { $least } or { $most }
refused-plan-share-to = { $least } to { $most }
# The place of a fault in a plan, and the fault.
refused-fault-line = line { $line }: { $fault }
refused-fault-lines = lines { $lines }: { $fault }
refused-fault-rounds = { $rounds }: { $fault }
refused-fault-column = column { $column }: { $fault }
refused-fault-mend = { $what } ({ $mend })
refused-fault-next =
    { $first }
    { $then }
refused-fault-more = and { $more } more (mend these first)
refused-fault-empty = the plan has no interviews
# Messages with ids that begin with refused-mend follow a fault, in parentheses.
refused-mend-empty = write a line for each interview, such as `1,J1,E1,C1`
refused-fault-too-long = { $interviews } interviews are too many
refused-mend-too-long = a plan has { $most } at most
refused-fault-too-late = no plan has { $rounds } rounds
refused-mend-too-late = number the rounds through from 1
refused-fault-unordered = the interviews are not in their order
refused-mend-unordered = put them in the order of rounds, then judges
refused-fault-label = { $who } cannot bear the label { $label }
refused-mend-label = give each at most one label of their role that the contest has, and no label twice
refused-fault-again = the same interview is in the plan more than once
refused-mend-again = keep one of these lines
refused-mend-unknown-one = write { $only }, or list more in the contest file
refused-mend-unknown = write { $first } to { $last }, or list more in the contest file
refused-mend-empty-round = number the rounds through
refused-mend-crowded-most = move some of these interviews to other rounds
refused-mend-crowded = move all of these interviews but one to other rounds
refused-mend-pair = name an entry and a confederate
refused-mend-one = name one witness, and leave the other cell blank
refused-mend-repeated = let the two meet in one of these interviews only
refused-mend-missed = add an interview in which the two meet
refused-mend-uneven = exchange partners between interviews until it is even
refused-mend-matrix-none = name an entry of the matrix
refused-mend-matrix = seat { $named } there, as the rulebook's matrix says
refused-mend-both-roles = move one of the two interviews to another round
refused-mend-rounds = plan { $asked }, or set another number in `schedule.design`
refused-mend-thin = add interviews in that round
refused-mend-turns = exchange people between interviews until it is even
refused-mend-trials = give every trial as many rounds
refused-mend-no-session = plan interviews in a session for them
refused-mend-session-share = exchange confederates between sessions until it is even
refused-mend-session-size = move people to another session
refused-mend-waits = move one of these interviews, so that they follow one another

## Results in words, the hall and the programme: result-, award-, hall-

# A result gives its reasons in clauses: without a capital, separated by semicolons. E1 is an entry, C2 a confederate, J3 a
# judge: labels and figures are the same in every language.

# Two clauses in order.
result-clauses = { $first }; { $then }
# Follows "by" and "of".
result-judges = { $number ->
    [0] no judge
    [one] { $number } judge
   *[other] { $number } judges
}
# Follows "in comparison with".
result-confederates = { $number ->
    [0] no confederate
    [one] { $number } confederate
   *[other] { $number } confederates
}
# Follows "about" or a colon.
result-interviews = { $number ->
    [0] no interview
    [one] { $number } interview
   *[other] { $number } interviews
}
# This and the next three follow a colon.
result-witnesses = { $number ->
    [0] no witness
    [one] { $number } witness
   *[other] { $number } witnesses
}
result-answers = { $number ->
    [0] no answer
    [one] { $number } answer
   *[other] { $number } answers
}
result-ranks = { $number ->
    [0] no rank
    [one] { $number } rank
   *[other] { $number } ranks
}
result-votes = { $number ->
    [0] no vote
    [one] { $number } vote
   *[other] { $number } votes
}
# "3 judges (J1, J2, J4)".
result-named = { $counted } ({ $names })
# An answer about a witness in an interview, by its label.
result-answer-about = { $witness } in { $interview }
# The rank of a witness by a judge.
result-rank-by = { $witness } by { $judge }
# The vote of a judge.
result-vote-for = { $judge } for { $entry }
# The number of votes for an entry.
result-votes-for = { $votes } for { $entry }
# In the place of a figure.
result-no-figure = none
# In the place of the figures of entries or confederates.
result-nobody = none
# "3 of 4 interviews, 75.0 % (...)"; follows "in" or a colon.
result-share = { $part } of { $whole }, { $percent } % (95 % interval { $low } to { $high } %, by { $method } over { $clusters })
result-share-alone = { $part } of { $whole }, { $percent } %
# The method of an interval, after "by".
result-by-exact = Clopper-Pearson
result-by-wilson = Wilson
result-by-clusters = Wilson with clusters
# The judges and witnesses behind an interval, after "over".
result-clusters = { $judges } and { $witnesses }
result-over-judges = { $number ->
    [one] { $number } judge
   *[other] { $number } judges
}
result-over-witnesses = { $number ->
    [one] { $number } witness
   *[other] { $number } witnesses
}
result-share-none = none of { $whole }
# This and the next three follow "of".
result-share-interviews = { $number ->
    [one] { $number } interview
   *[other] { $number } interviews
}
result-share-verdicts = { $number ->
    [one] { $number } verdict
   *[other] { $number } verdicts
}
result-share-people = { $number } about people
result-share-programs = { $number } about programs
# The subject of a missing ballot.
result-missing = { $judge } about { $what }
result-missing-in-trial = { $judge } in trial { $trial } about { $what }
# An entry that sat beside a confederate; this and the next two follow "about".
result-missing-pair = { $entry } with { $confederate }
result-missing-somebody = a witness
result-missing-answer = { $about } (`{ $question }`)
result-missing-ranking = the ranking
result-more-judges = { $number ->
    [one] { $number } more judge
   *[other] { $number } more judges
}
# Measures by which witnesses are compared. In English they follow "a", "the" and "their"; in German they bring their article
# and begin a clause.
result-measure-times = number of times it was taken for the human
result-measure-share = share of interviews in which it was taken for the human
result-measure-median-rank = median rank
result-measure-mean-rank = mean rank
result-measure-rank-total = rank total
result-measure-mean-by-points = mean of ranks by points
result-measure-mean-rating = mean rating for { $rated }
result-measure-median-rating = median rating for { $rated }
# Before one of the next three notes, if there are several trials.
result-in-trial = in trial { $trial }, { $note }
result-silent = no ballot was given by { $judges }
result-missing-ballots = no ballot was given about { $interviews }
result-missing-rankings = no ranking was given by { $judges }
result-no-ballots = no ballot was given
result-not-in-contest = not counted, because they are not in this contest: { $witnesses }
result-no-such-trial = not counted, because the contest has { $trials }: { $ballots } of trial { $trial }
result-trials = { $number ->
    [one] { $number } trial
   *[other] { $number } trials
}
result-ballots = { $number ->
    [one] { $number } ballot
   *[other] { $number } ballots
}
result-not-there = not counted, because the witness was not there: { $answers }
result-never-met = not counted, because the judge never met the witness: { $ranks }; the others close up
result-ballots-differ = not counted, because more than one ballot was given and they differ: { $interviews }
result-rankings-differ = not counted, because more than one ranking was given and they differ: those of { $judges }
result-ballots-repeated = counted once, though the same ballot was given more than once: { $interviews }
result-rankings-repeated = counted once, though the same ranking was given more than once: that of { $judges }
result-not-asked = not counted, because the rulebook does not ask for them: { $what ->
    [choices] choices
    [points] points
    [rankings] rankings
    [ratings] ratings of another name
   *[verdicts] verdicts
}
result-mean-for-total = not as many judges shared out points to each of { $witnesses }, so the mean of ranks by points is compared instead of the rank total
result-majority = { $all ->
    [one] a majority of the { $all } judge decided between { $between }: { $judges } for { $entry }
   *[other] a majority of the { $all } judges decided between { $between }: { $judges } for { $entry }
}
result-no-majority = { $all ->
    [one] { $between } are level, and none of them has the votes of more than half of the { $all } judge: { $each }
   *[other] { $between } are level, and none of them has the votes of more than half of the { $all } judges: { $each }
}
result-vote-open = { $between } are level, and no judge has voted between them
result-votes-unused = not counted, because there is nothing for them to decide: { $votes }
# The stream names the random numbers of the coin, which follow from the seed: with both, anyone can repeat the toss.
result-coin = a coin decided between { $between }: the draws named "{ $stream }" under the seed { $seed } shuffle these names to { $order }
result-coin-sealed = { $between } are level, and no coin is tossed while the seed of the contest is sealed
result-disqualified = { $entry } was disqualified and is left out; those behind it move up
result-disqualified-for = { $entry } was disqualified ({ $why }) and is left out; those behind it move up
# In the place of a reason that was taken out of the record.
result-reason-redacted = the reason was redacted
result-accuracy = right were { $all }: { $people }, and { $programs }
result-baseline = { $entry } is a baseline, which shows whether judges can tell, and receives no award: it was taken for the human in { $own }; the other entries in { $entries }; the confederates in { $confederates }
result-baseline-score = { $entry } is a baseline, which shows whether judges can tell, and receives no award; { $measure }: { $own } for { $entry }; the other entries: { $entries }; the confederates: { $confederates }
result-other-currency = { $carried } of earlier contests for "{ $title }" cannot be added to a purse in { $currency } and stays where it is
# The reason why an award is not given, then the use of its money.
award-so = { $why }: { $so }
# Begins with "award-open-source".
award-in-trust = { $programs }: this goes to its developers, or is held in trust for them
# Begins with "award-open-source".
award-not-to-open-source = { $programs }, and this does not go to such a program
award-open-source = { $number ->
    [one] { $programs } is an open-source program that the organisers entered
   *[other] { $programs } are open-source programs that the organisers entered
}
award-no-entry = there was no entry
award-no-entry-left = { $number ->
    [one] no entry is left: { $entries } was disqualified
   *[other] no entry is left: { $entries } were disqualified
}
award-next-purse = { $money } is added to the next contest's purse, which makes it { $purse }
award-trials-undecided = it is not decided in how many of the { $trials } trials the conditions must hold, and that makes a difference: set `combine` under `[trials]` to any, majority or all
award-ballots-missing = it could depend on ballots that are missing: { $missing }
award-baseline-unknown = { $baselines ->
    [one] the contest does not name the baseline entry, which receives no award: name it
   *[other] the contest does not name the { $baselines } baseline entries, which receive no award: name them
} with `baseline = true` in the contest file, before the first round, or to `viva score` with `--baseline` or `yes` in a column `baseline`
award-nobody-in-place = { $entries ->
    [one] place { $place } is empty: the final had { $entries } entry
   *[other] place { $place } is empty: the final had { $entries } entries
}
award-nobody-left-in-place = { $entries ->
    [one] place { $place } is empty: { $entries } entry remains
   *[other] place { $place } is empty: { $entries } entries remain
}
award-place-without-score = { $number ->
    [one] { $witnesses } in place { $place } has no score: no ballot gives one
   *[other] { $witnesses } in place { $place } have no score: no ballot gives one
}
award-undecided = undecided: { $between } are level in place { $place }, until { $who ->
    [judges] a vote of the judges
    [coin] a coin
   *[both] a vote of the judges or a coin
} decides
award-no-confederate-scored = no ballot gives a confederate a score
award-no-contest = { $entry } is the only entry: no contest is held, and this is for the entries of a contest
award-only-entry = { $entry } is the only entry and receives this without a contest
award-every-entry = { $entries ->
    [one] given to every entry in the final, which had { $entries } entry
   *[other] given to every entry in the final, which had { $entries } entries
}
# The measure is one of "result-measure-...", here and below.
award-has = { $witness } has a { $measure } of { $score }
award-has-no = { $witness } has no { $measure }
award-not-judged = { $witness } was judged in no interview
award-taken-by = { $witness } was taken for the human by { $judges }
award-taken-in = { $witness } was taken for the human in { $times } interviews by { $judges }
# Continues a list after "E1 was taken for the human by 3 judges".
award-taken-by-too = { $witness } by { $judges }
award-taken-in-too = { $witness } in { $times } interviews by { $judges }
award-taken-share = { $witness } was taken for the human in { $share }
# A clause about a witness, then the comparison with the others.
award-the-most = { $told }, the most
award-the-lowest = { $told }, the lowest
award-the-highest = { $told }, the highest
award-behind = { $told }, behind { $above }
award-level = { $told }, level with { $others }
award-behind-and-level = { $told }, behind { $above } and level with { $others }
award-measure-decides = the { $measure } decides: { $figures }
award-figure-for = { $score } for { $witness }
# The figures are a list of "award-figure-for".
award-selection-decides = the selection decides: place { $figures }
award-judges-decided = the judges decided for { $best }
award-coin-decided = the coin decided: { $places }
award-place-for = place { $place } for { $witness }
award-share-two = { $who } share places { $first } and { $last }: { $scores }
award-share = { $who } share places { $first } to { $last }: { $scores }
award-same = their { $measure } is the same, { $score }
award-all-without = they have no { $measure }
award-none-taken = none of them was taken for the human
award-purses = the purses of these places, { $pool }, make { $pooled } for each
award-purses-by-this = { $purses }, { $each } of it by this award
award-purses-undivided = { $purses }, and { $undivided } cannot be divided
award-more-fall-short = { $number ->
    [one] { $number } more falls short
   *[other] { $number } more fall short
}
award-in-one-trial = { $conditions }, in one trial at least
award-in-most-trials = { $conditions }, in more than half of the trials
award-in-every-trial = { $conditions }, in every trial
award-trials = { $witness } meets this in { $held } of { $trials } trials ({ $each })
award-trial-held = in trial { $trial } yes, { $found }
award-trial-missed = in trial { $trial } no, { $found }
# Conditions of an award.
award-needs-score = a score of at least { $least } is needed
award-needs-fooled = { $judges } and { $confederates } are needed
award-judges = { $number ->
    [one] { $number } judge
   *[other] { $number } judges
}
award-different-confederates = { $number ->
    [one] { $number } different confederate
   *[other] { $number } different confederates
}
award-needs-no-confederate-above = no confederate may stand above
award-needs-confederate-above = a confederate must stand above
award-needs-median-as-good = a median rank as good as that of all confederates together is needed
award-needs-median-below = a median rank below that of all confederates together is needed
award-needs-verdicts = { $judges ->
    [one] { $judges } judge with this verdict is needed
   *[other] { $judges } judges with this verdict are needed
}
award-needs-rank = { $confederates ->
    [one] a median rank as good as that of { $confederates } confederate is needed
   *[other] a median rank as good as that of { $confederates } confederates is needed
}
award-needs-share = at least { $least } % is needed
award-allows-share = at most { $most } % is allowed
# Findings about a witness.
award-score = the score of { $witness } is { $score }
award-no-score = { $witness } has no score
award-taken-by-nobody = { $witness } was taken for the human by no judge
award-taken-beside = { $witness } was taken for the human by { $judges } in comparison with { $confederates }
award-confederates-without = no confederate has a { $measure }, and { $witness } has { $own }
# { $best } is the best of the confederates.
award-confederate-above = { $best } stands above { $witness }: the { $measure } is { $theirs } for { $best } and { $own } for { $witness }
award-no-confederate-above = no confederate stands above { $witness }: the { $measure } is { $own } for { $witness } and { $theirs } for { $best }, the best of them
award-no-confederate-beyond = no confederate stands above { $witness }: the { $measure } of { $best }, the best of them, is the same, { $own }
award-medians = the median rank of { $witness } is { $own }, that of all confederates together { $theirs }
# A confederate with its median rank, in a list.
award-figure-of = { $witness } ({ $score })
award-median-alone = the median rank of { $witness } is { $own }, and there is no confederate
award-median-as-good = the median rank of { $witness } is { $own }, as good as that of { $met }
award-median-worse = the median rank of { $witness } is { $own }, not as good as that of { $missed }
award-median-between = the median rank of { $witness } is { $own }, as good as that of { $met }, not as that of { $missed }
award-verdicts = { $witness } was given the verdict "human" by { $judges }
award-identified = judges were right about { $witness } in { $share }
# Decisions on a dispute or an entry, with the authority and the rule.
result-matter = Dispute { $matter }: { $yes ->
    [one] one judge said yes
   *[other] { $yes } judges said yes
}, { $no ->
    [one] one said no
   *[other] { $no } said no
}; { $answer ->
    [yes] { $by ->
        [coin] the coin decided: yes
       *[judges] the majority decided: yes
    }
    [no] { $by ->
        [coin] the coin decided: no
       *[judges] the majority decided: no
    }
   *[none] undecided
}
result-ruled-out = { $entry } was disqualified, as { $by ->
    [organisers] the organisers
    [judges] a majority of the judges
    [panel] the panel
   *[committee] the committee
} decided under { $rule }
result-ruled-out-late = { $entry } was disqualified after the close, as { $by ->
    [organisers] the organisers
    [judges] a majority of the judges
    [panel] the panel
   *[committee] the committee
} decided under { $rule }
result-reinstated = { $entry } was reinstated, as { $by ->
    [organisers] the organisers
    [judges] a majority of the judges
    [panel] the panel
   *[committee] the committee
} decided under { $rule }
result-reinstated-late = { $entry } was reinstated after the close, as { $by ->
    [organisers] the organisers
    [judges] a majority of the judges
    [panel] the panel
   *[committee] the committee
} decided under { $rule }
# A form that was not submitted in time and counts as a draft, and a form that was given late. $form names its owner.
result-draft = not submitted, and counted as filled in when the time was over: { $form }
result-late-form = given after its time, as a ruling allowed: { $form }
# Caveats of a result.
result-caveat-rehearsal = a rehearsal: a text of the organiser fixed the draw, and it was known before anyone joined
result-caveat-scripts = { $people } of the people were scripts: this was a demonstration, not a contest
result-caveat-pace = the contest's clock ran { $times } times as fast as real time
# "In it" is in the record.
result-caveat-no-pace = the record does not say how fast the contest's clock ran
# "It" is the record.
result-caveat-restored = events { $first } to { $last } of the record, which had been signed (root { $root }), are lost: the organiser decided to continue from an older copy of the store, signed from there by { $key }
# The programme page: subject and time of the contest.
hall-programme = Programme
hall-results = Results
hall-screen = Big screen
hall-organised = Organised by { $name }{ $organiser }{ $name_end } under “{ $rulebook }”.
# The day is written 2026-11-25, the time 14:05 UTC.
hall-begins = It begins on { $day } at { $clock }{ $time }{ $clock_end }.
hall-began = It began on { $day } at { $clock }{ $time }{ $clock_end }.
hall-rules = Rules
# $when is "before" the first round, "over" after the close, and otherwise "now"; also in the messages below.
hall-judges = { $when ->
    [before] { $number ->
        [one] { $number } judge will talk with hidden partners.
       *[other] { $number } judges will talk with hidden partners.
    }
    [over] { $number ->
        [one] { $number } judge talked with hidden partners.
       *[other] { $number } judges talked with hidden partners.
    }
   *[now] { $number ->
        [one] { $number } judge talks with hidden partners.
       *[other] { $number } judges talk with hidden partners.
    }
}
hall-people = { $when ->
    [over] { $number ->
        [one] { $number } person took part, as a judge in some rounds and as a witness in others.
       *[other] { $number } people took part, each as a judge in some rounds and as a witness in others.
    }
   *[now] { $number ->
        [one] { $number } person takes part, as a judge in some rounds and as a witness in others.
       *[other] { $number } people take part, each as a judge in some rounds and as a witness in others.
    }
}
hall-round = { $when ->
    [over] In each round judges talked for { $talk }.
   *[now] In each round judges talk for { $talk }.
}
hall-round-and-ballots = { $when ->
    [over] In each round judges talked for { $talk }, and { $after } followed for ballots.
   *[now] In each round judges talk for { $talk }, and { $after } follow for ballots.
}
hall-round-and-places = { $when ->
    [over] In each round judges talked for { $talk }, and { $after } followed for changing places.
   *[now] In each round judges talk for { $talk }, and { $after } follow for changing places.
}
hall-trials = { $when ->
    [over] The whole schedule was played { $trials } times.
   *[now] The whole schedule is played { $trials } times.
}
# The variables are the next two messages: people and programs.
hall-told = { $when ->
    [over] Judges knew: of those they met, at least { $people }, and at least { $programs }.
   *[now] Judges know: of those they meet, at least { $people }, and at least { $programs }.
}
hall-told-people = { $number ->
    [1] one is a person
   *[other] { $number } are people
}
hall-told-programs = { $number ->
    [1] one a program
   *[other] { $number } are programs
}
hall-told-pairs = { $when ->
    [over] Judges knew that they always talked with two witnesses at a time, one person and one program.
   *[now] Judges know that they always talk with two witnesses at a time, one person and one program.
}
hall-told-nothing = { $when ->
    [over] Apart from their instructions, judges were given no information on how many of those they met were people.
   *[now] Apart from their instructions, judges are given no information on how many of those they meet are people.
}
hall-awards = Awards: { $awards }.
hall-award-of = { $title } ({ $purse })
# The origin of the rulebook.
hall-source = Source: { $source }
hall-rounds = Rounds
# This and the next two are headings of columns.
hall-round-number = Round
hall-round-planned = Planned
hall-round-began = Began
hall-over = The planned end is at { $clock }{ $time }{ $clock_end }.
hall-all-over = It ended at { $clock }{ $time }{ $clock_end }.
hall-undrawn = The schedule of the rounds is drawn on the day.
hall-number-of-rounds = { $when ->
    [over] { $number ->
        [one] There was { $number } round.
       *[other] There were { $number } rounds.
    }
   *[now] { $number ->
        [one] There is { $number } round.
       *[other] There are { $number } rounds.
    }
}
hall-behind = { $minutes ->
    [one] We are { $minutes } minute behind.
   *[other] We are { $minutes } minutes behind.
}
hall-not-published = Not published yet
hall-results-unpublished = { $name }{ $contest }{ $name_end } is over. Its organiser reviews the texts first, then publishes the result, the transcripts and the record here.
hall-not-yet = Not yet
hall-results-to-come = { $name }{ $contest }{ $name_end } is held under “{ $rulebook }”. After the contest, its organiser publishes the results, transcripts and record here.
# The current stage of the contest, as on the page of its organiser.
hall-headline = { $headline }.
hall-rehearsal = Rehearsal
hall-where = Stage of the contest
hall-rounds-over = All rounds are over
hall-round-next = Round { $round } of { $rounds } is next
hall-round-talk = Round { $round } of { $rounds }
hall-round-ballots = Round { $round } of { $rounds }: ballots
hall-round-places = Round { $round } of { $rounds }: changing places
hall-end-ballots = Ballots at the end
hall-vote = The judges vote
hall-closed = The contest is over
hall-session = Session { $number } of { $all }
hall-trial = Trial { $number } of { $all }
# The current activity.
hall-doing-nothing-more = The contest is about to end.
hall-doing-lobby = Everyone is taking their place.
hall-doing-talk = The judges talk with hidden partners.
# $later is such as "2 minutes".
hall-reading = Read and written by Judge { $judge } { $later } ago.
hall-doing-ballots = The judges fill in their ballots.
hall-doing-places = People change places.
hall-doing-vote = The judges vote on a tie or a dispute.
# Before the clock.
hall-paused = paused
# Before the clock.
hall-time-left = time left
hall-away = The server was unavailable. The clocks are stopped, and no time is lost.
hall-pause = Paused: the clocks are stopped.
# "5 minutes and 30 seconds more.": the organiser has extended the time.
hall-extended = { $length } more.
hall-ballots-label = Ballots
hall-ballots-all = Every ballot is in.
hall-ballots = { $number ->
    [one] { $number } ballot of { $all } is in.
   *[other] { $number } ballots of { $all } are in.
}
# Read aloud after the label of the judge: "J3: in".
hall-ballot-in = : in
hall-ballot-missing = : missing
hall-from-organiser = From the organiser
hall-reveal = Awards
hall-curtain = The awards follow.
# The award.
hall-nobody = Not given.
hall-more = and { $number } more
# Before a figure, and as a heading beside "Standings".
hall-standings = Standings
hall-reasons = Reasons
hall-more-in-results = and { $number } more in the results
hall-planned = Planned for { $clock }{ $time }{ $clock_end }
hall-next = Next: round { $round } of { $rounds }
hall-next-planned = Next: round { $round } of { $rounds }, planned for { $clock }{ $time }{ $clock_end }
hall-lost = Connection to the server lost: this screen may be out of date.
# A step of the reveal, after "the screen shows" and on the button that shows it.
hall-step-curtain = the announcement of the awards
hall-step-award = the award “{ $title }”
hall-step-recipients = the recipients of “{ $title }”
hall-step-standings = the standings
hall-step-reasons = the reasons

## The pages of a contest that is over: site-, past-

# Headings of pages and sections of a contest that is over.
site-results = Results
site-transcript = Transcript
site-the-result = The result
site-all-results = All results
site-interviews = Interviews
site-conversations = Conversations
site-sources = Sources
site-who-took-whom = Verdicts
site-awards = Awards
site-standings = Standings
site-confederates = Confederates
site-notes = Notes
site-rulings = Rulings
site-trials = Trials
site-rankings = Rankings
site-timetable = Timetable
site-incidents = Incidents
site-check-yourself = Check it yourself

# Numbered pages.
site-page = Page { $number }
site-page-of = { $title }, page { $number } of { $pages }
site-page-of-table = Page { $number } of the table
site-page-of-interviews = Page { $number } of the interviews
# Links to the previous and the next interview.
site-before = ← { $title }
site-after = { $title } →

# Heads of columns.
site-trial = Trial
site-round = Round
site-judge = Judge
site-witness = Witness
site-witnesses = Witnesses
site-place = Place
site-who = Who
# The person or team behind a program.
site-by = By
site-interval-head = 95 % interval
site-award = Award
# Whether a condition of an award held in a trial: yes or no.
site-held = Held
site-yes = yes
site-no = no
site-figures = Figures
# The order in which a judge ranks.
site-order = Order
# The times of an interview.
site-talk = Talk ({ $zone })
site-judges-answers = The judge’s answers
# A link to the transcript, and its label for screen readers.
site-read = read
site-read-interview = Read { $interview }

# Under the name of the contest.
site-organised = Organised by { $name }{ $organiser }{ $name_end } under “{ $rulebook }”.
site-organised-on = Organised by { $name }{ $organiser }{ $name_end } under “{ $rulebook }” on { $day }.
site-rehearsal = This was a rehearsal: a seed text in the contest file fixed the draw.
site-demonstration = { $scripts } of the people were scripts: this was a demonstration, not a contest.
site-no-result = There is no result here: this record does not confirm one.

# The winner. { $achieved } is one of the three `site-achieved` messages and follows a name, "each" or "it".
site-winner-none = No program has a score.
site-winner-baseline-unknown = { $baselines ->
    [one] The contest does not name the baseline program, so no program is named first.
   *[other] The contest does not name the { $baselines } baseline programs, so no program is named first.
}
site-winner-only = { $program } { $achieved }.
site-winner-first = { $program } came first among the programs: it { $achieved }.
site-winners-level = { $programs } share first place among the programs: each { $achieved }.
site-achieved-taken = was taken for the human in { $times } of { $interviews ->
    [one] { $interviews } interview
   *[other] { $interviews } interviews
}
# "has 2.5 as median rank, of 4 numbers given".
site-achieved-figure = has { $figure } as { $measure }, of { $numbers ->
    [one] { $numbers } number given
   *[other] { $numbers } numbers given
}
site-achieved-score = has { $figure }
# A program and its team.
site-program-by = { $program } by { $team }

# Kinds of scores: as the heading of a column, and within a sentence. A rating has the name that the rulebook gives it.
site-measure-times = Taken for the human
site-measure-share = Share taken for the human
site-measure-median-rank = Median rank
site-measure-mean-rank = Mean rank
site-measure-rank-total = Total of ranks
site-measure-mean-rating = Mean { $rating }
site-measure-median-rating = Median { $rating }
site-measure-selection = Place in the selection
site-measure-votes = Judges’ votes
site-measure-coin = Coin
site-within-times = taken for the human
site-within-share = share taken for the human
site-within-median-rank = median rank
site-within-mean-rank = mean rank
site-within-rank-total = total of ranks
site-within-mean-rating = mean { $rating }
site-within-median-rating = median { $rating }

# Awards and their recipients. $tag surrounds a sum of money.
site-award-to = { $award }: { $to }
site-award-of-to = { $award } { $tag }{ $money }{ $tag_end }: { $to }
site-award-of-each-to = { $award } { $tag }{ $money } each{ $tag_end }: { $to }
site-award-not-given = { $award }: not given
site-award-carried-over = { $award }: { $tag }{ $money }{ $tag_end } carried over
site-in-trust = { $who } (for its developers, or in trust)

# Standings and their pictures.
site-nobody-stands = The standings are empty.
site-nobody-stood = The standings were empty.
site-dots = Filled dots are programs, hollow dots are people.
site-bars-share = Bars are 95 % intervals of the share of interviews in which the witness was taken for the human; the table names the method of each.
site-bars-mean = Bars are 95 % intervals of the mean (Student’s t over the judges). They assume that judges answered independently, and they end at the ends of the scale. There is no interval for fewer than ten judges or for equal numbers.
site-bars-median = Bars are intervals of the median between two of the given numbers, 95 % or more by the binomial distribution. There is no interval for fewer than six numbers or for equal numbers.
site-axis-share = Share of interviews in which the witness was taken for the human
site-plot-everyone = Programs and people
site-plot-title = { $heading }: { $axis }
site-more-in-table = { $count } more are in the table.
site-more-in-json = { $count } more are in { $link }the result as JSON{ $link_end }.
# Figures with their intervals; a share is in per cent.
site-share = { $share } %
site-share-between = { $share } % ({ $low } to { $high })
site-figure-between = { $figure } ({ $low } to { $high })
site-interval = { $low } to { $high }
site-share-interval = { $low } to { $high } % ({ $method }, { $clusters })
site-mean-interval = { $low } to { $high } (Student’s t, { $judges ->
    [one] { $judges } judge
   *[other] { $judges } judges
})
# Beside a name in the standings.
site-baseline = baseline
site-disqualified = disqualified

# Rulings about an entry.
site-ruling = { $ruling }: { $reason }
site-ruling-reason-taken-out = the reason was taken out of the record
site-result-before = The result before { $ruling }

# Above rankings, such as "C1 › E2 = E3 › E1".
site-rankings-note = Most human first; = joins level witnesses.

# The table of judges and witnesses: the text of its cells, and the longer text for screen readers.
site-mark-void = void
site-mark-ended = ended
site-mark-none = none
site-mark = { $found } in round { $round }, of { $kind ->
    [person] a person
   *[program] a program
}
site-mark-wrong = { $found } in round { $round }, of { $kind ->
    [person] a person
   *[program] a program
}, which was wrong
site-mark-place = place { $place } of the ranking
site-mark-place-in-trial = place { $place } of the ranking in trial { $trial }
site-grid-note = Each verdict is the judge’s on that witness. E are programs, C are people.
site-grid-note-framed = Each verdict is the judge’s on that witness; a frame marks a wrong verdict. E are programs, C are people.

# Verdicts.
site-human = human
site-machine = machine
site-unsure = unsure

# Answers of a judge about an interview.
site-answer-void = replayed in another round: does not count
site-answer-ended = ended early
site-answer-none = no ballot
site-answer-named-person = named { $witness }, the person
site-answer-named-program = named { $witness }, the program
site-answer = { $of }: { $answer }
site-answer-points = points: { $points }
site-answer-sure = { $sure } per cent sure
site-answer-guess = the other side took the judge for: { $verdict }
site-answer-draft = never submitted: a draft that counted
site-answer-late = given late, as a ruling allowed
site-answer-belief = belief that the witness is human, turn by turn: { $beliefs }
site-answer-belief-at = { $place }: belief that the witness is human, turn by turn: { $beliefs }

# Kinds of witnesses. Follows a name and a comma, or is alone.
site-a-person = a person
site-a-program = a program
# The team behind a program. Follows its name and a comma.
site-by-team = by { $team }

# An interview.
site-interview = Round { $round }, judge { $judge }
site-interview-of-trial = Trial { $trial }, round { $round }, judge { $judge }
site-judge-was = Judge: { $judge }.
# The judge read a transcript.
site-reader-was = Read by { $judge }.
site-began = { $day }, { $from } { $zone }.
site-began-and-ended = { $day }, { $from } to { $to } { $zone }.
site-licences = Others may use the texts: { $licences }.
# The author of texts and the licence for them.
site-licence = of { $name } under { $licence }
# One thing after another, each with commas in it.
site-and-also = { $first }; { $then }
# The seat of a witness, above the conversation.
site-seat-left = Left
site-seat-right = Right
site-seat-only = The witness
site-seat-terminal = Terminal { $number }
site-pane = { $place }: { $who }
# The speaker of a line, before it. Where judges only read, the interrogator asks the questions.
site-says-judge = Judge
site-says-interrogator = Interrogator
site-says-witness = Witness
site-nothing-said = Nothing was said.
# A file that was shown, for screen readers.
site-shown = A { $kind ->
    [picture] picture
    [sound] sound
   *[video] video
}

# The player, which replays an interview.
site-replay = Replay
site-replay-play = Play
site-replay-whole = Show everything
site-replay-speed = Speed
site-replay-half = half speed
site-replay-as-it-was = original speed
site-replay-times = { $times } times
# The position on the time line.
site-replay-moment = Moment
site-replay-keys = With this part in focus: { $key }Space{ $key_end } plays and stops, { $key }←{ $key_end } { $key }→{ $key_end } go 5 seconds, { $key }+{ $key_end } { $key }−{ $key_end } change the speed, { $key }Home{ $key_end } { $key }End{ $key_end } go to the start and the end.
site-replay-ticks = Ticks on the time line: above, the judge’s lines; below, the witnesses’.
site-replay-ticks-incidents = Ticks on the time line: above, the judge’s lines; below, the witnesses’; full height, incidents.

# Beliefs of judges who read conversations: from 0, a machine, to 100, a human, after each turn.
site-beliefs = Beliefs of the readers
site-beliefs-title = Mean belief that the witness is human, turn by turn
site-beliefs-plot = The mean belief that the witness is human, from 0 to 100, after each turn. Full lines and dots are programs; broken lines and hollow dots are people.
site-beliefs-more = { $count } more conversations are in the table.
site-beliefs-note = A last belief is right if it is above 50 for a person or below 50 for a program. Intervals are 95 %: of shares, by Clopper and Pearson below 20 beliefs and by Wilson’s score method from 20; of means, by Student’s t from ten beliefs. All assume that beliefs are independent of one another.
site-turn = turn { $turn }
site-conversation = Conversation
site-witness-was = Witness
site-reader = Reader
site-readers = Readers
site-mean-belief = Mean last belief (95 %)
site-right = Right (95 %)
# How often the last belief was 50: neither.
site-at-50 = At 50
site-right-of = { $right } of { $of } ({ $low } to { $high } %)

# Points that the committee settled, and attestations of the participants.
site-settled = Settled before the first word
site-settled-by = By the committee: { $members }.
site-attested = Attested
site-attested-committee = Every member of the committee
site-attested-judges = Every judge
site-attested-confederates = Every confederate
site-attested-contestants = Every contestant

# Ways to check the result.
site-found-verified = When these pages were made, the record was verified: everything here follows from it, under a key named by the author of these pages.
site-found-consistent = When these pages were made, the record was consistent: everything here follows from it, under the key that it brings along. Compare that key with the one that the organiser published.
site-found-nothing = When these pages were made, the record confirmed no result, so none is shown here.
site-verify = The record holds every event, signed. { $code }{ $command }{ $code_end } computes the result from it again, without trusting anyone.
site-root = The root of its tree is { $code }{ $root }{ $code_end }.
site-not-released = The record of all signed events has not been released.
site-the-record = The record
site-json = The result as JSON
site-checkpoint = The signed checkpoint

# The pages of an import: conversations recorded elsewhere, with no confirmed result.
past-imported = Imported conversations
past-unnamed = An import without a name
past-nothing-confirmed = Nothing in an import is confirmed.
past-what-it-is = About this import
past-told = { $strong }Nothing here is confirmed.{ $strong_end } These conversations were recorded elsewhere: { $much }. They were not signed at the time; the record shows only that nothing has changed since the import. There is no result here.
past-told-imported = { $strong }Nothing here is confirmed.{ $strong_end } These conversations were recorded elsewhere: { $much }, imported on { $day }. They were not signed at the time; the record shows only that nothing has changed since the import. There is no result here.
# "3 conversations from 2 files".
past-from-files = { $conversations } from { $files ->
    [one] { $files } file
   *[other] { $files } files
}
past-conversations = { $count ->
    [one] { $count } conversation
   *[other] { $count } conversations
}
past-lines = { $count ->
    [one] { $count } line
   *[other] { $count } lines
}
past-keys = { $count ->
    [one] { $count } key
   *[other] { $count } keys
}
past-no-conversations = There are no conversations.
past-no-sources = No sources are named.
past-page-of-conversations = Page { $number } of the conversations
past-page-of-sources = Page { $number } of the sources
past-compare = If you have the files, compare them: { $code }sha256sum FILE{ $code_end } prints the hash of one.
past-incomplete = When these pages were made, the record was { $strong }incomplete{ $strong_end }, as every import is.
past-more-notices = and { $count } more: see { $code }viva record verify{ $code_end }
past-verify = { $code }{ $command }{ $code_end } checks that the record has not changed since it was signed after the import.
past-ballots = The record also holds imported ballots: { $code }viva record export --form ballots{ $code_end } writes them, and { $code }viva score{ $code_end } counts them.
# Headings of columns: the form of a file, such as "lp95"; the amount of text.
past-form = Form
past-bytes = Bytes
past-faults = Faults
past-began = Began
past-much = Amount
# A judge without a name in the files.
past-judge-not-told = not named
past-conversation = Conversation { $number }
# A judge's sitting before two witnesses.
past-sitting = Sitting { $number }
past-sitting-in-round = Sitting { $number }, round { $round }
past-began-at = Began { $moment }.
past-unsigned = Imported: this conversation was not signed at the time, and nothing in it is confirmed.
past-by-line = The file gives it line by line: a replay shows each line when it was finished.
past-by-key = The file gives it key by key, including corrections.
past-notice = The file begins: { $quote }{ $notice }{ $quote_end }
past-all-conversations = All conversations

## The intake, the selection and the review: intake-, selection-, review-

# The label of a rule and the fault under it.
intake-under-rule = { $rule }: { $what }
# Two sentences without their full stops, in order.
intake-and-also = { $first }; { $then }
# In the place of an empty list.
intake-none = none

# The state of an entry. Follows its id or its name: "E1 complies".
intake-status-received = has not been tested
intake-status-compliant = complies
intake-status-refused = was refused
intake-status-withdrawn = was withdrawn
intake-status-disqualified = was disqualified
intake-status-replaced = lost its place in the final
intake-works-already = works already
intake-not-working = has not been handed in working

# The state of an offer to take part. Follows the role: "judge: waits for an answer".
intake-person-waits = waits for an answer
intake-person-accepted = takes part
intake-person-declined = was declined
intake-person-left = has left

# Faults of an entry. Each follows the label of the rule.
intake-breach-too-early = its stamp { $stamp } is earlier than { $opens }, the first day
intake-breach-too-late = its stamp { $stamp } is later than { $closes }, the last day
intake-breach-second-of-contestant = a contestant may enter one program, and this one has already entered { $entry }
intake-breach-second-of-person = a person may be associated with one entry only, and a person of this entry is also with { $entry }
intake-breach-no-field = the application leaves out "{ $label }" (supply `{ $field }`)
intake-breach-no-protocol = no protocol of an interaction came with the application
intake-breach-protocol-too-long = its protocol has { $words } words, and at most { $most } are allowed
intake-breach-undeclared = "{ $sentence }" is not answered (declare `{ $declaration }`)
intake-breach-wrong-answer = "{ $sentence }" must be answered with { $answer ->
    [yes] yes
   *[no] no
 }
intake-breach-no-opening = the application chooses no opening words; the choices are: { $words } (supply `opening`)
intake-breach-no-submission = the application chooses no way to hand in the program; the ways are: { $ways }
intake-breach-no-testing = no testing day was agreed
intake-breach-agreed-late = the testing day was agreed on { $agreed }, but this must be done before { $before }
intake-breach-testing-outside = the testing day, { $on }, is not between { $first } and { $last }
intake-breach-nothing-to-run-on = it runs on none of the machines provided ({ $provided }), and its contestant brings none
intake-breach-telecommunication = programs may not communicate beyond the contest site
intake-breach-not-for-organisers = under this rulebook the organisers may not enter a program

# Faults of an application. The first variable is one of the three messages after it, or the name of a field.
intake-bad-text = { $what } must have 1 to { $most } characters and no control characters
intake-bad-text-people = a name in `people`
intake-bad-text-field = field `{ $field }`
intake-bad-text-runs-on = an item of `runs_on`
intake-bad-too-large = the application has { $bytes } bytes, and the limit is { $most } (shorten its protocol)
intake-bad-malformed = the application cannot be read: { $why }
intake-bad-twice = `{ $name }` is named twice among the people (name everyone once)
intake-bad-two-protocols = both `protocol` and `protocol_file` are given (keep one of them)

# Reasons to refuse a program.
intake-program-empty = the file is empty: choose the file of your program
intake-program-too-large = the file has { $bytes } bytes, and the limit is { $most }: leave out files that can be built again
intake-program-unknown = `{ $name }` is neither an archive nor text: hand it in as .zip, .tar, .tar.gz, .tar.xz or .tar.bz2, or as one text file
intake-program-lies = the name `{ $name }` does not match the content: the file is { $found }. Give it the right extension and hand it in again
# Kinds of files.
intake-program-zip = a zip archive
intake-program-compressed = compressed by { $by }
intake-program-tar = a tar archive
intake-program-text = text
intake-program-no-room = the organisers have no more room for programs: ask them how to hand yours in

# Refusals.
intake-refused = refused: { $why }
intake-refused-opened = the call for entries is already open (choose another folder for another intake)
intake-refused-not-called = the finalists are not known yet: the call for entries is not open (run `viva intake open`)
intake-refused-days = these days contradict each other: { $faults } (move the other days with `--day` too)
intake-refused-no-intake = the rulebook `{ $rulebook }` has no section [intake] (add one: see docs/intake.md)
intake-refused-name = give a name of 1 to { $most } characters
intake-refused-contact = give an address or number where you can be reached, of 1 to { $most } characters
intake-refused-file-name = the name of a file must have 1 to { $most } characters
# { $role } is a role such as judge.
intake-refused-role = the rulebook has no role { $role } to register for
intake-refused-not-attested = { $rule }: everyone who takes part must attest: "{ $sentence }"
intake-refused-no-person = there is no offer with the number { $number }
intake-refused-has-left = they have withdrawn their offer
intake-refused-no-letter = there is no letter to this person
intake-refused-no-address = they gave no e-mail address: reach them in another way
intake-refused-letter-changed = the letter has changed: read it again before you send it
intake-refused-letter-sent = this letter has already been sent
intake-refused-letter-may-be-sent = this letter may already have been sent: ask the recipient, then confirm that you want to send it again
intake-refused-questions-fixed = the questions of stage { $stage } have answers already: they stay as they are
intake-refused-questions = a suite has 1 to { $items } questions with different names, and at most { $bytes } bytes
intake-refused-not-asked = stage { $stage } has no question { $item }: fix its questions first
intake-refused-answered = { $entry } has answered { $item } already
intake-refused-reason = give a reason of 1 to { $most } characters: it goes into the log
intake-refused-rule = name the rule in 1 to { $most } characters, such as `rule 38`
intake-refused-no-stamp = { $rule }: the date of mailing counts, and the stamp is missing (give the carrier's stamp)
intake-refused-backwards = { $earlier } is not earlier than { $later } (check the stamps: sent, received, now)
# The selector is the kind of thing that the rulebook lacks; { $known } are the ids that it has.
intake-refused-unknown = the rulebook has no { $what ->
    [attestation] attestation
    [declaration] declaration
    [field] field
    [opening] opening words
    [stage] stage
   *[submission] way of handing in
 } `{ $id }` (it has: { $known })
intake-refused-no-entry = there is no entry { $entry }
intake-refused-no-entry-list = there is no entry { $entry } (`viva intake list` shows them)
intake-refused-too-many = an intake holds at most { $most } entries
# { $is } is the state of the entry ("was withdrawn"), { $asked } the request ("tested").
intake-refused-not-now = { $entry } { $is }, so it cannot be { $asked }
intake-asked-handed-in = handed in
intake-asked-testing-day = tested on another day
intake-asked-withdrawn = withdrawn
intake-asked-disqualified = disqualified
intake-asked-declared = given further declarations
intake-asked-supplied = given further fields
intake-asked-tested = tested
intake-asked-taken-back = freed of a refusal
intake-asked-invited = invited
intake-asked-working = noted as working again
intake-asked-changed = changed
intake-refused-redacted = the application of { $entry } was taken out of the log, so the entry can no longer be tested
intake-refused-selection-begun = the selection has begun (its first panel or scores are recorded), so no entry can come in or be tested
intake-refused-untested = not every entry has been tested: { $entries }
intake-refused-untested-check = not every entry has been tested: { $entries } (run `viva intake check` on each)

# The outcome of the selection for an entry, on its own page.
intake-standing-left-out = not in the final: { $why }.
intake-standing-final = in the final. Congratulations.
intake-standing-only-entry = the only entry: it wins without a contest. Congratulations.

# Refusals in a selection.
selection-refused-not-held = with { $entries } entries, stage `{ $stage }` is not held (`viva intake status` shows the stages)
selection-refused-not-held-next = with { $entries } entries, stage `{ $stage }` is not held (the next stage is `{ $next }`)
# { $how } is the way of deciding: "by stamps".
selection-refused-other-kind = stage `{ $stage }` does not take these: it is decided { $how }
selection-refused-past = stage `{ $stage }` can no longer change: a later stage has begun, or the finalists are named
selection-refused-no-panel = draw the panel of stage `{ $stage }` first
selection-refused-no-panel-plan = draw the panel of stage `{ $stage }` first (`viva intake plan --stage { $stage } --judges N`)
# { $faults } holds one fault per line.
selection-refused-sheet = the scores cannot be taken:
    { $faults }
selection-refused-not-tied = { $order } is not an order of the entries that are level at the cut of stage `{ $stage }`: { $level }
selection-refused-no-invitations = the rulebook has no later stage to which entries may be invited
selection-refused-stage-waits = the finalists are not known yet: in stage `{ $stage }`, { $wait }
selection-refused-no-stage = the finalists are not known yet: { $entries } entries compete for { $places } places, and the rulebook has no stage for that number
selection-refused-window-open = { $rule }: entries are accepted until { $closes }, and the selection begins after that day
selection-refused-announced = the selection is announced already
selection-refused-announced-replace = the selection is announced already (fill a place in the final with `viva intake replace`)
selection-refused-late = { $rule }: { $entry } { $what ->
    [working] came in working
   *[changed] was changed
 } on { $when }, and the last day for it was { $by }
selection-refused-late-replace = { $rule }: { $entry } { $what ->
    [working] came in working
   *[changed] was changed
 } on { $when }, and the last day for it was { $by } (fill a place in the final with `viva intake replace`)
selection-refused-no-finalist = { $entry } has no place in the final
selection-refused-not-replaced = the rulebook does not let another entry take the place of { $entry } ([intake.late] is absent, or no reserve is left): the place stays empty

# Reasons why the panel cannot be drawn.
selection-panels-no-entries = there are no entries to judge (skip the preliminary round)
selection-panels-too-few-judges = { $judges } judges are too few for { $entries } entries by { $each } judges each, at most { $most } entries a judge (find at least { $needed } judges)
selection-panels-no-load = the most entries per judge is 0 (raise it to 1 or more)
selection-panels-too-large = panels of { $size } are too large (divide the entries or the judges into groups of { $most } or fewer)

# Faults of a score sheet, one per line.
selection-sheet-fault = {"  "}{ $fault }
selection-sheet-more = {"  "}and { $more } more
selection-sheet-lines = { $lines }
    { $line }
selection-sheet-unreadable = line { $line }: { $what }
selection-sheet-quote-unclosed = a quote is opened and not closed (close it with `"`)
selection-sheet-after-quote = something stands after a closing quote (double the quotes inside a cell: `""`)
selection-sheet-no-column = the first line names no column `{ $column }` (the columns are { $expected })
selection-sheet-columns = `judge,entry,rank`, `judge,entry,score`, `entry,question,score` with or without `kind`, or `entry,place`
selection-sheet-ragged = line { $line } has { $found } cells, and the first line has { $expected }
selection-sheet-empty = the file is empty (its first line names the columns)
selection-sheet-too-long = the sheet has more than { $most } lines
selection-sheet-cell = line { $line }: `{ $found }` in column `{ $column }` is not { $expected ->
    [entry] an entry such as E1
    [judge] a judge such as J1
    [mark] a mark such as 2 or 1.5
    [place] a place such as 1
    [points] points such as 3 or 3.25
    [question] the number or name of a question
   *[rank] a rank such as 1
 }
selection-sheet-not-in-stage = { $entry } does not take part in this stage
selection-sheet-not-theirs = { $judge } was not given { $entry } to judge
# The variable is an entry, or one of the five messages after it.
selection-sheet-twice = { $what } is scored twice
selection-sheet-by-judge = { $entry } by { $judge }
selection-sheet-of-judge = { $entry } of { $judge }
selection-sheet-of-question = { $entry } in question { $question }
selection-sheet-place = place { $place }
selection-sheet-no-order = { $judge } must give each of the ranks 1 to { $entries } once, but gave { $given }
selection-sheet-left-out = { $judge } left out { $entries } (a judge must score all of their entries or none)
selection-sheet-too-few-judges = { $entry } was scored by { $found } judges and needs { $needed }
# { $of } names the entry and the judge of the score: "E1 of J1".
selection-sheet-too-high = { $of }: { $found } is above { $most }, the highest possible
selection-sheet-part = { $of }: { $found } is not a { $given ->
    [halves] whole or half mark
   *[whole] whole mark
 }
selection-sheet-too-many = { $chosen } entries are chosen, but at most { $most } can stay
selection-sheet-no-mark = { $entry } has no mark for question { $question }
selection-sheet-kind = question { $question } must have one of these kinds: { $kinds }
selection-sheet-none-of-kind = no question of the kind `{ $kind }` was asked
selection-sheet-nobody = the sheet names no entry
selection-sheet-not-in-order = { $entry } is missing from the order (list every entry of the stage)

# The figure that decided the place of an entry.
selection-figure-stamp = stamp { $stamp }
selection-figure-chosen = chosen as number { $place }
selection-figure-not-chosen = not chosen
selection-figure-mean-rank = mean rank { $mean }
selection-figure-mean-points = mean of { $mean } points
selection-figure-marks = { $sum } marks

# The way of deciding a stage. Ends a sentence: "it is decided by stamps". Names of columns stay as they are.
selection-how-earliest = by stamps
selection-how-committee = by the committee's order (columns `entry,place`)
selection-how-ranks = by judges' ranks (columns `judge,entry,rank`)
selection-how-points = by judges' points (columns `judge,entry,score`)
selection-how-questions = by marks for questions (columns `entry,question,score`, and `kind` where kinds are asked)

# The step that a stage waits for.
selection-waits-panel = its panel has not been drawn
selection-waits-scores = its scores are missing
selection-waits-general-quality = no entry earned a mark, so an order by general quality is needed (columns `entry,place`)
selection-waits-tie = { $entries } are level, and their order is undecided

# Reasons why an entry is not in the final.
selection-left-out-reserve = { $why }; held in reserve as number { $number }
selection-left-out-disqualified = it was disqualified
selection-left-out-replaced = another entry took its place in the final
selection-left-out-withdrawn = its contestant withdrew it
selection-left-out-not-tested = it has not been tested
selection-left-out-too-late = it came in after "{ $stage }" had begun
selection-left-out-not-chosen = it was not chosen in "{ $stage }"
# { $figure } decided the place: "mean rank 3".
selection-left-out-behind = { $figure }, place { $place } in "{ $stage }", where the first { $stays } stay{ $tie ->
    [panel] , and a panel put level entries in order
    [earlier] , and the earlier stamp decided between level entries
   *[none] {""}
 }
selection-left-out-not-in-final = it is not in the final

# Consent to publication. { $who } is a label such as J1.
review-agreed-result = { $who } agreed to the publication of their part in the result, but not of their texts
review-agreed-words = { $who } agreed to the publication of their texts
review-agreed-licence = { $who } agreed to the publication of their texts under { $licence }
# { $agreed } is `review-agreed-result`.
review-beyond = { $agreed }: { $texts ->
    [one] { $texts } of their texts is
   *[other] { $texts } of their texts are
 } in the record

# The authorities that can order a removal or disqualify an entry.
review-authority = { $by ->
    [organisers] the organisers
    [judges] a majority of the judges
    [panel] the panel
   *[committee] the committee
 }
# Ends the three sentences after it.
review-decided = as { $by ->
    [organisers] the organisers
    [judges] a majority of the judges
    [panel] the panel
   *[committee] the committee
 } decided under { $rule }
review-renamed = { $who } was given a pseudonym, and { $parts ->
    [one] { $parts } private part
   *[other] { $parts } private parts
 } taken out, { $decided }
review-erased = Every text of { $who } was taken out ({ $parts ->
    [one] { $parts } private part
   *[other] { $parts } private parts
 }), { $decided }
review-taken-out = { $parts ->
    [one] { $parts } private part
   *[other] { $parts } private parts
 } taken out, { $decided }
# { $ruling } is one of these three.
review-ruling-because = { $ruling }: { $reason }

# Finds of a scan in a text. The variable is a list of labels such as J1, or one of the two messages after it.
review-found-name = a name of { $whose }
review-found-name-or-word = a name of { $whose }, or a common word
review-of-the-organiser = the organiser
review-of-the-committee = the committee
review-found-email = an e-mail address
review-found-telephone = a telephone number
review-found-address = a web address
review-found-handle = a user name on a platform
review-found-listed = on your word list

# Reasons why the result could no longer be confirmed.
review-missing-ballots = { $ballots ->
    [one] { $ballots } ballot was
   *[other] { $ballots } ballots were
 } taken out of the record
review-missing-draw = the draw that the contest committed to was taken out: the seating cannot be compared with it
review-missing-opening-words = the opening words of { $conversations ->
    [one] { $conversations } conversation
   *[other] { $conversations } conversations
 }, which the rules judge, were taken out
review-missing-events = { $events ->
    [one] { $events } event
   *[other] { $events } events
 } cannot be judged by the rules, because parts were taken out
review-missing-talk = { $events ->
    [one] { $events } event of talk
   *[other] { $events } events of talk
 } cannot be judged by the rules, because parts were taken out
# { $part } is the name of a private part in the record: `deed`.
review-missing-parts = { $parts ->
    [one] { $parts } private part `{ $part }` was
   *[other] { $parts } private parts `{ $part }` were
 } taken out
review-missing-close = the contest is not closed: { $played } of { $rounds ->
    [one] { $rounds } round is
   *[other] { $rounds } rounds are
 } over, and there is no result
review-missing-contest = there is no contest in it

# The things that an entry's program can reach on the organiser's machine, and warnings about them.
reach-house = built in
reach-can-house = a built-in program: it is trusted and runs without a sandbox
reach-open = no sandbox
reach-can-everything = everything that the server's user may read, write and start; the network
reach-warn-open = `isolation = "none"`: the program can read the contest's data (including the seating), the contest file, the signing key and other entries' files, and can see every process; remove `isolation` unless you know and trust the program
reach-walled = bubblewrap, no network
reach-walled-with-network = bubblewrap, the network
reach-landlock = Landlock
reach-model = a model at an address: it receives the conversation and nothing else
reach-elsewhere = started outside the server: its operator decides its access
reach-can-system = the system, read-only
reach-can-network = the network
reach-can-network-here = the network, including every service that listens on this machine; the list of the machine's connections (/proc/net)
reach-can-memory = { $memory } MiB of memory for all its processes together
reach-can-memory-of = { $memory } MiB of memory for all its processes together, and at most { $processes } processes
reach-can-read = { $places }, read-only, at the same path
reach-can-copy = its own copy of { $files } ({ $size } MiB)
reach-can-variables = { $names } in its environment
reach-warn-landlock = `isolation = "landlock"`: the program cannot read other files, but it sees the names, sizes and times of files everywhere and notices changes to them; it can reach UNIX sockets that have a path; on kernels before 6.12 it can also reach abstract sockets and send signals to processes of its user; it sees the machine's host name; if that is too much, install bubblewrap and remove `isolation`
reach-warn-processes = the number of its processes is not limited, because a limit would count every process of the server's user
reach-warn-no-bubblewrap = `bwrap` is not installed; { $way_out }
reach-no-bubblewrap-way-out = install bubblewrap where the contest runs (`apt-get install bubblewrap`) and allow it namespaces, or write `isolation = "landlock"` or `isolation = "none"` into the entry's table
reach-warn-copy = its copy is larger than half of its `limits.disk_mib` ({ $most }), so it will not start; raise that limit
# { $why } is one of the five after it, or an error of the system.
reach-warn-lacks = `{ $name }` will be missing: { $why }
reach-lacks-program = there is no such program
reach-lacks-file = there is no such file
reach-lacks-hidden = it belongs to the contest, and programs may not see it
reach-lacks-outside = it leads out of the folders that a program has
reach-lacks-around-hidden = the contest's own files are in it: name only the files that the program needs
# The first variable and { $way_out } are one of the pairs after it; { $rule } is the rule, as its document names it.
reach-warn-forbidden = { $what }, and { $rule } forbids telecommunication beyond the site: { $way_out }
reach-far = the model runs at `{ $host }`, which is not on the site
reach-far-way-out = run it on a machine on the site, and give that machine's address
reach-networked = its program has network access
reach-networked-way-out = write `hermetic = true`, so that it runs without a network
reach-server-way-out = a server cannot be `hermetic`: block the machine's connections beyond the site
reach-knocks = it connects to the contest from any machine
reach-knocks-way-out = make sure that this is a machine on the site
reach-by-hand = it is started by hand
reach-by-hand-way-out = block its machine's connections beyond the site

# Findings of a verification: reasons why the result cannot be confirmed, and notes beside a verdict.
record-cut = a head of { $signed } events was signed, but the record has only { $events }: it was cut
record-versions-unknown = its events have version { $events } and its result { $result }, which this program does not know
record-empty = there is no event in it
record-not-checked = not checked: { $checks }
record-files-there = { $files ->
    [one] { $files } file that a judge showed is
   *[other] { $files } files that judges showed are
 } in the record, as shown
record-files-absent = { $files ->
    [one] { $files } file that a judge showed is
   *[other] { $files } files that judges showed are
 } not in the record, and no ruling says why
record-cosigners-missing = its rules demand that { $demanded ->
    [one] { $demanded } cosigner
   *[other] { $demanded } cosigners
 } sign the last head, and { $signed } did: no outsider confirms that the record was not rewritten
record-imported-version-unknown = its imported events have version { $version }, which this program does not know
# Used in `record-imported`.
record-imported-on = on { $time }
record-imported-some-time = at an unknown time
record-imported = it was imported { $when } from { $files ->
    [one] { $files } file
   *[other] { $files } files
 }: the conversations were not signed at the time, and the record shows only that nothing has changed since the import
record-imported-ballots = `{ $file }` holds imported ballots: `viva score` counts them, but they were not signed when they were cast
record-imported-taken-out = { $parts ->
    [one] { $parts } private part was
   *[other] { $parts } private parts were
 } taken out of it
record-checkpoint-lost = the earlier checkpoint of { $events } events is among the events that the record reports as lost: the record does not extend it
record-checkpoint-by-earlier-key = the record extends the earlier checkpoint of { $events } events, which was signed with an earlier key: that signature was not checked
record-taken-out-unruled = { $parts ->
    [one] { $parts } private part was
   *[other] { $parts } private parts were
 } taken out, and no ruling says why
# Places as 12/text, with commas; { $decided } is `review-decided`.
record-places-and-more = { $places } and { $more } more
record-taken-out-before = { $places } taken out before publication, { $decided }: { $reason }
record-cosigner-changed-key = the cosigner `{ $cosigner }` changed its key: `{ $file }` names it
record-file-unknown = `{ $file }` is attached, but the record does not describe its content
record-committee-signed = every member of the committee signed the rules and the settled points: { $keys }
record-stood-still = { $times ->
    [one] { $times } time
   *[other] { $times } times
 } no server ran while a clock was running: the clock was stopped for that time
record-talk-taken-out = { $keys ->
    [one] { $keys } key or line of talk was
   *[other] { $keys } keys or lines of talk were
 } taken out of the record
record-files-taken-out = { $files ->
    [one] { $files } file that a judge showed was
   *[other] { $files } files that judges showed were
 } taken out of the record
record-harmless-taken-out = { $parts ->
    [one] { $parts } name, reason or report, which the result does not depend on, was
   *[other] { $parts } names, reasons or reports, which the result does not depend on, were
 } taken out

# The call for entries.
intake-call = Call for entries
intake-call-for = Call for entries: { $contest }
intake-call-rules = Enter your program. The rules are those of { $rulebook }.
# Days as 2030-05-10.
intake-window-from = Entries are accepted from { $opens } until { $closes }.
intake-window-until = Entries are accepted until { $closes }.
intake-closed = The selection is announced: no more entries are accepted.
intake-application-says = Contents of an application
intake-application-names = The name of the program, its contestant, and everyone associated with it.
# Also a label of the form.
intake-asks-protocol = The protocol of a real conversation with the program, at most { $most } words
intake-declares = Declarations of the contestant
# { $sentence } is a whole sentence of the rulebook that must be false.
intake-not-so = Not: { $sentence }
intake-calendar = Calendar
# A day in a calendar by which something is due.
intake-calendar-by = { $title } (at the latest)
intake-calendar-file = Add to your calendar (.ics)
intake-days-file = Add the days to your calendar (.ics)
intake-people = Take part as a person
intake-people-needed = The contest also needs people.
intake-roles-explained = Judges chat with hidden partners, some of them people and some programs, and then decide which were people. Confederates are the people among the partners: they answer as themselves.
intake-offer = Offer to be a { $role ->
    [judge] judge
    [confederate] confederate
    [referee] referee
   *[other] { $role }
 }
# Roles.
intake-role = { $role ->
    [judge] judge
    [confederate] confederate
    [referee] referee
   *[other] { $role }
 }

# The form of an application, and of an offer to take part.
intake-enter = Enter a program
intake-form-by-organisers = The next page belongs to the contestant: send them its address, and hand in the program there.
intake-form-private = Only the organisers read your application. You hand in the program itself on the next page.
intake-back = Back to the intake
intake-form-breaches = This application cannot be accepted, and you cannot correct these points after handing it in:
intake-entered-by = Entered by
intake-entered-by-contestant = Its contestant, by post or in another way
intake-entered-by-organisers = The organisers: an open-source program by others
intake-form-received = Received on
intake-form-received-note = leave empty for now; a day, or a time such as 2030-05-10T12:00:00Z
intake-form-mailed = Sent on, by the carrier's stamp
intake-form-program = Name of the program
intake-form-contestant = Contestant: the person, team or organisation that enters it
intake-form-people = Everyone associated with it, one name per line
intake-form-under-18 = The contestant is younger than 18
intake-form-third-party = The program contains work by others
intake-form-optional = optional
intake-form-submission = Way of handing in the program
intake-form-opening = Opening words of the program
intake-form-runs-on = It runs on
intake-form-brings = I bring the machine that it runs on
intake-form-telecommunication = It communicates beyond the contest site
intake-answer-yes = Yes
intake-answer-no = No
intake-answer-no-or-none = No, or does not apply
intake-form-words = { $words } of { $most } words.
intake-form-counted = Names of speakers count as words too.
intake-form-anyway = Hand in anyway
intake-form-hand-in = Hand in the application
intake-people-private = Only the organisers read this; participants are named after the contest.
intake-your-name = Your name
intake-your-contact = Your contact, such as an e-mail address
intake-register = Offer to take part

# The state of an entry or an offer, on its own page.
intake-entry-is = { $bdi }{ $entry }{ $bdi_end } { $is }
intake-person-is = { $role }: { $is }
intake-person-named-is = { $bdi }{ $name }{ $bdi_end }, { $role }: { $is }
intake-receipt-by = Entered by { $bdi }{ $contestant }{ $bdi_end }.
intake-receipt-as = Received { $received } as { $entry }.
intake-receipt-words = Its protocol has { $words } words.
intake-receipt-words-of = Its protocol has { $words } of at most { $most } words.
intake-keep-address-entry = Keep the address of this page: it is your only way back, and anyone who has it can act for this entry.
intake-keep-address-person = Keep the address of this page: it is your only way back, and anyone who has it can act for you.
intake-complies = Compliance with the rules
intake-complies-so-far = So far it breaks no rule. The organisers test it and decide.
intake-complies-nothing = No faults found.
intake-program = The program
intake-kept = { $bytes } bytes, SHA-256 { $code }{ $hash }{ $code_end }
intake-kept-named = { $bdi }{ $name }{ $bdi_end }, { $bytes } bytes, SHA-256 { $code }{ $hash }{ $code_end }
intake-program-file = An archive (.zip, .tar, .tar.gz, .tar.xz, .tar.bz2) or one text file, of up to 32 MB
intake-program-other-file = An archive (.zip, .tar, .tar.gz, .tar.xz, .tar.bz2) or one text file, of up to 32 MB; it replaces the one above
intake-program-hand-in = Hand in the program
intake-save = Save
intake-save-field = Save: { $field }
intake-declare = Declare
intake-declare-this = Declare: { $declaration }
intake-withdraw = Withdraw
intake-withdraw-sure = I withdraw this entry. This cannot be undone.
intake-withdraw-it = Withdraw the entry
intake-leave-sure = I withdraw my offer to take part. This cannot be undone.
intake-leave = Withdraw the offer

# The organisers' desk of an intake.
intake-desk = Intake
intake-entries-for = { $entries ->
    [one] { $entries } entry
   *[other] { $entries } entries
 } for { $contest }
intake-call-stands = The call for entries is at { $link }{ $address }{ $link_end }.
intake-desk-window = Entries are accepted until { $closes } ({ $rule }).
intake-next-untested = Still to test: { $untested }.
intake-next-only-entry = { $entry } is the only entry.
# { $wait } is the step that the stage waits for: "its scores are missing".
intake-next-waits = Stage `{ $stage }`: { $wait }.
intake-next-no-stage = { $entries } entries compete for { $places } places, and the rulebook has no stage for that number.
intake-next-nobody = There are no finalists.
intake-next-final = In the final: { $entries }.
intake-announce-sure = Announce the outcome of the selection. This cannot be undone.
intake-announce = Announce
intake-announced = The selection is announced.
intake-contest-file = Contest file of the final
intake-to-selection = Selection: stages, panels, scores, ties and finalists
intake-enter-yourselves = Enter a program yourselves: one that came by post, or an open-source program by others
# { $is } is the state of the entry: "was withdrawn".
intake-desk-is = It { $is }.
intake-desk-received = Received { $received }.
intake-desk-received-sent = Received { $received }, sent { $mailed }.
intake-desk-words = Protocol: { $words } words.
intake-desk-program = Program: { $link }{ $bdi }{ $name }{ $bdi_end }{ $link_end }, { $bytes } bytes, SHA-256 { $code }{ $hash }{ $code_end }
# In the place of a file name that is no longer known.
intake-desk-file = file
intake-desk-no-program = No program has been handed in here.
intake-desk-application = Application
# Everyone who is associated with an entry.
intake-desk-associated = People
intake-desk-protocol = Protocol
intake-declared-yes = yes
intake-declared-no = no
intake-desk-unanswered = not answered
intake-decide = Decide
intake-testing-day = Testing day
intake-testing-agreed = agreed on the day
intake-agree = Agree
intake-agree-with = Agree with { $entry }
intake-test-note = Test the entry against every rule: it complies or is refused. A refused entry can be corrected and tested again until the finalists are announced.
intake-test = Test
intake-test-this = Test { $entry }
intake-take-back-note = Once the refusal is taken back, the entry can be tested again. Faults that cannot be corrected any more then no longer count against it. The log keeps the refusal and your reason.
intake-take-back-because = Take back the refusal, because
intake-take-back = Take back the refusal
intake-take-back-this = Take back the refusal of { $entry }
intake-refusal-taken-back = The organisers took back a refusal of this entry.
# Above a list of faults.
intake-excused = These faults no longer count:
intake-invite-because = Invite it on merit, because
intake-invite = Invite
intake-invite-this = Invite { $entry }
intake-taken-back = The contestant withdraws the entry.
intake-withdraw-this = Withdraw { $entry }
# Three labels of one form: the authority, the rule and the reason.
intake-disqualify-by = Disqualify it, as decided by
intake-disqualify-rule = under the rule
intake-because = because
intake-disqualify = Disqualify
intake-disqualify-this = Disqualify { $entry }
intake-desk-people = People who offered to take part
intake-desk-nobody = No offers yet.
# { $is } is the state of the offer: "takes part".
intake-desk-person = { $strong }{ $bdi }{ $name }{ $bdi_end }{ $strong_end }, { $role }: { $is }.
# In the place of a name that was taken out of the log.
intake-desk-gone = (taken out)
intake-desk-contact = { $bdi }{ $contact }{ $bdi_end }
# { $attested } are the sentences of `intake-desk-attested`.
intake-desk-contact-attests = { $bdi }{ $contact }{ $bdi_end }; attests: { $attested }
# One sentence that a volunteer attested, with the rule that asks for it.
intake-desk-attested = "{ $sentence }" ({ $rule })
intake-accept = Accept
intake-accept-this = Accept { $number }
intake-decline = Decline
intake-decline-this = Decline { $number }

# Letters; the letters themselves are in English. The last variable is the id of an entry, or the number of a person.
intake-letter = Letter to { $kind ->
    [entry] entry
   *[person] person
 } { $whose }
intake-letter-to = A letter to { $kind ->
    [entry] entry
   *[person] person
 } { $whose }
intake-letter-sent-to = A letter to { $kind ->
    [entry] entry
   *[person] person
 } { $whose }: sent
intake-letter-send-to = Send the letter to { $kind ->
    [entry] entry
   *[person] person
 } { $whose }
intake-letter-by-mail = To { $bdi }{ $address }{ $bdi_end }: { $link }open it in a mail program{ $link_end }
intake-letter-was-sent = The letter was sent.
intake-letter-not-taken = The mail server refused it.
intake-letter-unknown = It may have been sent: the mail server's answer never arrived.
intake-letter-asked = I have asked the recipient: the letter did not arrive.
intake-letter-send = Send the letter
# { $why } is one of the two after it.
intake-letter-failed = The letter was not sent: { $why }. It is still below: send it again, or copy it into a mail program.
# { $why } is the answer of the mail server in its own words, or `intake-mail-silent`.
intake-mail-not-taken = the mail server refused it: { $why }
intake-mail-unknown = the mail server may or may not have accepted it: { $why }
intake-mail-silent = it did not answer within { $seconds } s
intake-mail-none = this server sends no letters: copy them into a mail program

# Errors in a form.
intake-too-much = The server is receiving too much at the moment. Wait a minute, then send it again: this page keeps your text.
intake-write-moment = write the time as 2030-05-10 or 2030-05-10T12:00:00Z
intake-write-address = “{ $text }” is not an e-mail address: write one such as ada@example.org
intake-write-day = write the day as 2030-05-10
intake-answer-yes-or-no = Answer yes or no.
intake-be-sure-first = Tick the box to confirm first.
intake-be-sure = tick the box to confirm first
intake-choose-what = Choose an action.
intake-choose-file = Choose the file of your program.
intake-file-not-whole = The file did not arrive complete, or is larger than 32 MB. Try again, or hand in a smaller file.
intake-form-not-whole = The form did not arrive complete. Send it again.
intake-choose-entry = choose the entry
intake-choose-recipient = choose the recipient of the letter
intake-choose-letter = choose the letter
intake-choose-person = choose the person

# The page of a selection.
selection-name = Selection
selection-for = Selection for { $contest }
selection-entries = { $entries ->
    [one] { $entries } entry complies
   *[other] { $entries } entries comply
 }, { $untested } not tested.
# { $how } is the way of deciding the stage: "by stamps".
selection-stage = { $entries } entries compete, decided { $how }; at most { $keeps } stay.
# { $wait } is the step that the stage waits for: "its scores are missing".
selection-now = Waiting: { $wait }.
selection-guidelines = Guidelines for its judges
selection-panel-of = Panel of { $stage }
selection-panel-judge = Judge
selection-panel-entries = Entries
selection-result-of = Outcome of { $stage }
# Headings of four columns.
selection-result-place = Place
selection-result-entry = Entry
selection-result-by = Based on
selection-result-stays = Stays
# { $figure } decided the place: "mean rank 3".
selection-result-parted = { $figure }, tie decided
selection-stays-yes = yes
selection-stays-invited = yes, invited
selection-stays-no = no
selection-draw-panel = Draw the panel
selection-draw-panel-anew = Draw the panel again: the scores so far are dropped
selection-judges = Judges, one name per line
selection-seed = Seed text of the draw
selection-seed-note = leave empty for a random seed
selection-draw = Draw
selection-draw-of = Draw the panel of { $stage }
selection-scores = Scores
selection-other-scores = Other scores, to replace those received
selection-sheet = Score sheet as comma-separated values: the column names first, then one line per score
selection-take-scores = Save the scores
selection-take-scores-of = Save the scores of { $stage }
selection-order-of = The order of { $entries }, as decided, best first
selection-record-order = Record the order
selection-record-order-in = Record the order in { $stage }
selection-write-order = write the order as E3, E1
selection-choose-what = choose an action
selection-outcome = Outcome
selection-no-entry = No entry complies.
selection-no-entry-awards = No entry complies. Added to the next contest: { $awards }.
selection-only-entry = { $entry } is the only entry and receives, without a contest: { $awards }.
selection-not-known = The finalists are not known yet.
selection-no-stage = { $entries } entries compete for { $places } places, and the rulebook has no stage for that number.
selection-final = In the final
# Follows the name of an entry.
selection-final-place = , place { $place }
selection-left-out = Left out
selection-announce-there = Nothing has been announced yet. Press “Announce” on the intake page.
selection-announced-there = The outcome is announced on the intake page.
# { $rule } is the label of a rule, or the word after it.
selection-clash = { $rule }: { $judge } cannot judge the final, because they judged in stage `{ $stage }` as { $id }.
selection-any-rule = selection
# { $day } names the deadline: "The finalists are announced".
selection-day-by = { $day }: due by { $until }, which has passed ({ $rule }).
selection-day-to-come = { $day }: on { $until }, which is still to come ({ $rule }).
selection-day-over = { $day }: on { $until }, which has passed ({ $rule }).
selection-until-final = Before the final
selection-ready-works = handed in working: { $when }
selection-ready-waits = not yet handed in working
selection-ready-waits-until = not yet handed in working; deadline { $by } ({ $rule })
selection-ready-late = it is late: it had to be handed in working by { $by } ({ $rule })
selection-changed-on = Changed on
selection-works-on = Handed in working on
selection-now-if-empty = leave empty for now
selection-note = Record
selection-note-changed = Record: { $entry } was changed
selection-note-works = Record: { $entry } works
selection-dropped-out = It has dropped out
selection-fill-because = Fill its place, because
selection-fill = Fill the place
selection-fill-this = Fill the place of { $entry }
selection-empty-place = { $strong }{ $entry }{ $strong_end } has left the final, and its place is empty.

# The page on which an organiser reads every text of a contest before its release.
review-name = Review
review-title = Read before you release
review-back = Back to the desk
review-count = This contest has { $texts } texts. The scan found something to check in { $found }; these come first.
review-scan-note = A scan looks for names of participants, e-mail and web addresses, telephone numbers, user names on platforms, and your own words. It can miss things: read everything.
review-released-note = The record is already public: existing copies keep their content.
review-words = Your own words, one per line; a word that ends in * matches every continuation
review-scan = Search for them
review-texts = Texts
review-earlier = Earlier texts
review-page = Page { $page } of { $pages }
review-more = More texts
review-no-texts = No texts are left to read.
# Follows the author and the time of a text.
review-as-pressed = as typed, key by key
# Authors without a label.
review-by-server = server
review-by-organiser = organiser
review-by-judge = judge
review-by-witness = witness
# The last variable is the find: "an e-mail address".
review-only-this = only “{ $bdi }{ $text }{ $bdi_end }”: { $what }
review-this = “{ $bdi }{ $text }{ $bdi_end }”: { $what }
review-take-this-out = remove this text
review-public = This was public at once: it is part of the record's tree and cannot be removed.
review-take-ticked-out = Remove the ticked items
review-take-it-out = Remove …
review-decided-by = Decided by
review-under-rule = Rule, such as “rule 17”
review-reason = Reason for the record, without the removed text
review-one-person = One person
review-erase = Remove all texts of one person
review-erase-note = This covers everything they typed, said, announced and gave as a reason. Their ballots stay, and so does the result.
review-erase-do = Remove their texts …
review-whose = Person
review-who = Person
review-no-name = (no name)
review-rename = Give a person a pseudonym
review-rename-note = The pseudonym replaces the name on every page and in every list of names. Texts that mention the name are listed above.
review-rename-do = Give the pseudonym …
review-pseudonym = Pseudonym
review-consents = Consents
review-no-consents = No consents are recorded: the rules decide on publication.
review-consents-note = Some people consent only to the publication of their part in the result. While the record holds a text of theirs, no transcript or record can be released and no file exported: remove these texts above. A licence is shown with tables, transcripts and pages.
review-scope = Consent to publish
review-scope-result = their part in the result, but none of their texts
review-scope-words = their texts as well
review-licence = Licence for their texts, if they named one, such as CC-BY-4.0
review-record-consent = Record the consent
review-rulings = Removals and pseudonyms
review-no-rulings = None yet.
review-release = After reading everything, { $link }release the record at the desk{ $link_end }.

# Errors in the forms of that page.
review-choose-who = choose the person
review-choose-scope = choose the scope of the consent
review-choose-authority = choose the authority that decided
review-name-rule = name the rule that allows this decision
review-say-why = give a reason, without the removed text
review-tick = tick the items to remove
review-gone-already = some of these items have already been removed: reload the page
review-write-name = enter the pseudonym
review-choose-what = choose an action

# The question before something is taken out.
review-confirm-erase = Remove all texts of { $who }, in { $parts ->
    [one] { $parts } private part
   *[other] { $parts } private parts
 }?
review-confirm-erase-do = Remove their texts
review-confirm-rename = Use “{ $name }” for { $who } from now on?
review-confirm-rename-do = Give the pseudonym
review-confirm-take-out = Remove { $parts ->
    [one] { $parts } private part
   *[other] { $parts } private parts
 }?
review-confirm-take-out-do = Remove
review-result-stands = The result is still confirmed.
# { $missing } is the reason: "2 ballots were taken out of the record".
review-result-lost = The result could no longer be confirmed: { $missing }.
review-confirm-for-good = This cannot be undone: the removed content is deleted from every page, record and file on this server. The record keeps the ruling, with the authority, the rule and the reason.
review-confirm-copies = Earlier copies of the record or of the server's folder still hold the removed content.
review-confirm-under-way = “{ $contest }” is under way on this server. If the server keeps its own store, everyone in that contest waits while the file is rewritten, about one second per 100 MB: wait until that contest is over.
# { $places } are places in the record, or those and how many more.
review-name-stands = The current name, or a word of it, appears in { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
 } ({ $places }): remove these texts too if they reveal the person.
review-pseudonym-stands = The pseudonym, or a word of it, appears in { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
 } ({ $places }): readers will think of this person. If another person is meant, choose another pseudonym.
review-places-and-more = { $places }; and { $more } more

## Messages of scripts: js-

js-time-over = The time is over.
js-minute-left = One minute left.
js-five-minutes-left = Five minutes left.
js-not-kept = Not saved: { $why }
js-change-unsealed = The time is nearly over, and your changes are not submitted.
js-ballot-unsealed = The time is nearly over, and this ballot is not submitted.
js-ranking-unsealed = The time is nearly over, and this ranking is not submitted.
js-not-reached = That did not reach the server. Please try again.
js-reconnecting = Connection lost; reconnecting … Your text is kept.
js-not-recording = The server cannot save at the moment. Your text is kept here and sent as soon as the server can save again.
js-no-passkey = No passkey came from the device. Try again, or sign in with your password.
js-passkey-name = Give the passkey a name first.
js-not-accepted = The server did not accept it. Reload the page.
js-no-place = { $name }: no place
js-place-of = { $name }: place { $place } of { $places }
js-place-twice = Place { $place } is given twice: choose another.
js-nothing-written = Write something first.
js-characters = { $count } of { $most } characters
js-a-picture = A picture
js-a-sound = A sound
js-a-video = A video
js-no-file = Choose a file first.
js-not-shown-here = This file is not a picture, sound or video that can be shown here. Choose another file.
js-file-too-large = This file has { $size }; at most { $most } are allowed. Choose a smaller file.
js-file-empty = This file is empty. Choose another file.
js-plays-too-long = This lasts { $seconds } s; at most { $most } s are allowed. Choose a shorter file.
js-not-playable = Your browser cannot show this file, so other browsers may not show it either. Choose another file.
js-take-away = Remove
js-on-its-way = Sending …
js-not-taken = This was not accepted: reload the page.
js-server-did-not-take = The server did not accept it. Please try again.
js-file-not-reached = It did not reach the server. Please try again.
js-sent-again = The connection was lost; sending again …
js-no-microphone = The microphone cannot be used: allow it in your browser, or choose a file.
js-no-camera = The camera cannot be used: allow it in your browser, or choose a file.
js-take-picture = Take the picture
js-no-picture = The camera has no picture. Please try again.
js-stop = Stop
js-takes-up = Recording: { $seconds } of { $most } s
js-taken-unusable = The recording cannot be used. Please try again, or choose a file.
js-camera-sees = Camera view
js-about-to-show = Preview
js-no-paste = You cannot paste here: please type.
js-not-said = Not sent, because the round is over or paused:
js-not-said-clear = Dismiss
js-plain-spelling = “{ $key }” was sent in its nearest plain spelling.
## Figures in rulebook texts: rules-

# A number before one of the units below: up to ten as a word.
rules-number = { $number ->
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
   *[other] { $number }
}
# Used in the instructions of a rulebook: "you talk for { five minutes }", "replies take at least { five seconds }".
rules-hours = { $number ->
    [one] { $counted } hour
   *[other] { $counted } hours
}
rules-minutes = { $number ->
    [one] { $counted } minute
   *[other] { $counted } minutes
}
rules-seconds = { $number ->
    [one] { $counted } second
   *[other] { $counted } seconds
}
# 1.5 seconds: $part follows the decimal point.
rules-seconds-and-part = { $whole }.{ $part } seconds
rules-no-time = no time

# The replay of an interview.
js-replay-judge = Judge
js-replay-witness = Witness
# The current moment, of the length of the interview.
js-replay-clock = { $now } of { $end }
js-replay-incident = Incident at { $at }: { $what }
js-replay-play = Play
js-replay-stop = Stop

## A contest that is withheld after a failure: withheld-

withheld-title = { $contest }: the contest cannot continue yet
withheld-title-full = The disk of the server is full
withheld-what-to-do = Next steps
withheld-shorter = The server's database holds { $found } of the { $size } confirmed events of this contest; { $lost } are missing at the end. A part of the database was lost, or an older copy was restored.
withheld-empty = The server's database holds no events of this contest, although the server had confirmed { $size }. The database was emptied, or it is another database.
withheld-changed = The server's database was changed: the first { $size } events of this contest differ from the confirmed ones.
withheld-stop = Stop the server, and keep a copy of its data folder as it is now.
withheld-copy = If you have a later copy of the data folder, restore it and start the server again. Nothing is lost then.
withheld-copy-only = Restore a copy of the data folder that was made before the change, and start the server again. Show both copies to the auditor of the contest.
withheld-continue = If there is no later copy, you can continue without the missing events: start the server as before, with the option below added. The contest continues from the last event that is left, and its public record states the number of lost events ({ $lost }).
withheld-begin-anew = If there is no later copy, you can start the contest over: start the server with the contest file and the option below. The public record of the new contest states the number of lost events ({ $lost }).
withheld-full = There is no room for the record, so the contest cannot continue. Nothing that was recorded is lost.
withheld-full-room = Make room on the disk with the data folder of the server; 100 MB is a good start.
withheld-full-then = There is nothing more to do: the contest opens by itself within seconds. Its clocks were stopped.
withheld-note = Until then, the contest stays closed. This page checks again every ten seconds.
withheld-people-title = One moment, please
withheld-people = The contest cannot continue at the moment. Its organiser sees the reason and is working on it.
withheld-people-note = You do not need to do anything. This page checks again every ten seconds.
withheld-and = { $told } { $step }
