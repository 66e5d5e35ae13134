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

## Lists within a sentence: "a and b"; "a, b and c"

list-part = { $first }, { $then }
list-last = { $first } and { $then }

## Every page

# The label of the buttons with which another language is chosen.
language-choose = Other languages
# The link that jumps over the head of the page.
skip = Skip to the page

## Judges and confederates: judge-, form-, seat-, talk-

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
