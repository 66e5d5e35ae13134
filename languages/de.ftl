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
