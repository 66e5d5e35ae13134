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
