//! A judge's page; where every person is both judge and confederate, also that of the person who answers.
//!
//! It is made from the judge's view and nothing else, so that it cannot reveal more: in a contest in which both sides
//! guess, the same messages and clock give the same bytes on both sides.

use std::collections::BTreeMap;

use askama::Template;
use attachment::FileKind;
use contest::{
    FormId,
    fields::{self, Fields},
    labels::{self, choice_by},
    transcript::{SILENT, Transcript},
    view::{
        judge::JudgeScreen,
        stage::{Form, StagePhase},
    },
};
use language::{Element, Message, Say};
use rulebook::{
    ConversationId, RoundNumber, Seat, Side,
    schema::{BallotRules, BeliefRules, Drafts, RankFrom, RankingRules},
};
use tally::form;

use super::{
    Attempt, Desk, FormState,
    ballot::{Again, BallotForm, FaultText, Input, first_words},
    desk::{Show, Speech},
    form_state::WARNING,
    seats,
};

/// The id of the ranking's form on the page.
const RANKING: &str = "ranking";

/// The id of the form to vote on the page.
pub const VOTE: &str = "vote";

/// A participant's text within a sentence: its script may run in the other direction.
const SAID: Element = Element::tag("<span class=\"said\" translate=\"no\" dir=\"auto\">", "</span>");

/// A judge's page.
#[derive(Template)]
#[template(path = "judge.html")]
pub struct JudgePage<'a> {
    /// The part that all pages share.
    pub desk: Desk<'a>,
    /// The judge's view.
    pub screen: &'a JudgeScreen,
    /// The judge's unsealed drafts.
    pub drafts: BTreeMap<FormId, Fields>,
}

/// A conversation on the screen, with its field for messages.
struct Pane<'a> {
    id: String,
    heading: Message,
    /// The name of the conversation for those who do not see its place.
    label: Message,
    speaker: Message,
    /// Its place, before every message that is read out; empty where there is no other.
    place: Message,
    transcript: &'a Transcript,
    /// The witness's first message, in a sentence; absent where there is none.
    first: Option<Message>,
    /// The field for messages; none where the judge reads transcripts.
    speech: Option<Speech<'a>>,
    /// The form for showing a file; none where only words travel.
    show: Option<Show>,
    /// The question after the turn that was shown last; none where judges talk.
    belief: Option<BeliefForm<'a>>,
}

/// The question to a judge after a turn of a transcript.
struct BeliefForm<'a> {
    seat: Seat,
    /// The turn in question, from 1; `None` when the judge has read everything.
    turn: Option<u16>,
    rules: &'a BeliefRules,
    /// The position of the slider: the judge's last answer.
    value: u8,
    /// The earlier answers, in the order of turns, in a sentence; absent where there are none.
    before: Option<Message>,
}

/// The form for a vote between level entries.
struct VoteSheet<'a> {
    number: u16,
    /// The question.
    asked: Message,
    /// The answers to a question, with their values; none between entries.
    answers: Vec<(&'static str, Message, bool)>,
    /// The label of abstaining.
    no_choice: Message,
    candidates: Vec<Candidate<'a>>,
    /// True when the judge has abstained.
    none: bool,
    /// The judge's vote, in a sentence; absent before.
    voted: Option<Message>,
    /// The reason for the refusal of the last try.
    refused: Option<&'a str>,
}

/// An entry in the vote, as the judge met it.
struct Candidate<'a> {
    /// One of the conversations with it.
    id: ConversationId,
    name: Message,
    checked: bool,
    again: Vec<Again<'a>>,
}

/// A conversation to be ranked.
struct Met<'a> {
    id: ConversationId,
    name: Message,
    /// Its rank so far, from 1.
    rank: String,
    fault: Option<FaultText>,
    /// True where the page sets the focus.
    focus: bool,
    /// The judge's answers about the interview, in a sentence, where no form of this page shows them.
    answered: Option<Message>,
    /// The judge's notes about it, in a sentence, as above.
    notes: Option<Message>,
    again: Option<Again<'a>>,
}

impl JudgePage<'_> {
    /// True when a round is over, so that there may be receipts of ballots.
    fn may_have_receipts(&self) -> bool {
        self.desk.stage.round.is_none_or(|round| round.number() > 1)
    }

    /// The conversations of this round, every seat in the same way.
    fn panes(&self) -> Vec<Pane<'_>> {
        let panes = self.desk.stage.seats.iter().map(|&seat| {
            let (place, number) = choice_by(seat);
            let transcript = self.desk.stage.round.map_or(&SILENT, |round| self.in_round(round, seat));
            let turn = self.desk.stage.round.and_then(|round| self.screen.turns.get(&(round, seat)));
            Pane {
                id: format!("log-{seat}"),
                heading: if self.is_read() && seat == Seat::Only {
                    say!("judge-the-conversation")
                } else {
                    seats::heading(seat)
                },
                label: seats::conversation(seat),
                speaker: self.speaker(seat),
                place: seats::place(seat),
                transcript,
                first: first_words(transcript),
                speech: (!self.is_read()).then(|| {
                    let label = say!("talk-to", seat = place, number = number);
                    self.desk.speech(Some(seat), label, transcript, turn)
                }),
                show: self.desk.show(seat),
                belief: self.belief(seat),
            }
        });
        panes.collect()
    }

    /// True when the judge reads transcripts.
    fn is_read(&self) -> bool {
        self.desk.rulebook.interview.is_read()
    }

    /// The name of the answering side.
    fn speaker(&self, seat: Seat) -> Message {
        if self.is_read() { say!("seat-witness") } else { seats::speaker(seat) }
    }

    /// The name of the asking side.
    fn asker(&self) -> Message {
        if self.is_read() { say!("seat-interrogator") } else { say!("seat-you") }
    }

    /// The question about the turn that was shown last at this seat.
    fn belief(&self, seat: Seat) -> Option<BeliefForm<'_>> {
        let rules = self.desk.rulebook.ballots.belief.as_ref().filter(|_| self.is_read())?;
        let reading = self.screen.reading.get(&(self.desk.stage.round?, seat))?;
        let value = reading.beliefs.last().copied().unwrap_or(50);
        let before = labels::joined(reading.beliefs.iter().map(|belief| Message::verbatim(belief.to_string())));
        let before = (!before.is_empty()).then(|| say!("judge-believed", beliefs = before));
        Some(BeliefForm { seat, turn: reading.asks(), rules, value, before })
    }

    fn in_round(&self, round: RoundNumber, seat: Seat) -> &Transcript {
        self.screen.conversations.get(&(round, seat)).unwrap_or(&SILENT)
    }

    /// The forms of this phase. Those at the end come with their conversations.
    fn forms(&self) -> Vec<BallotForm<'_>> {
        let at_end = self.desk.stage.phase == StagePhase::EndBallots;
        self.sheets(&self.desk.stage.forms, at_end, &self.desk.rulebook.ballots)
    }

    /// The forms that a ruling allows late, with their conversations. Their drafts never count.
    fn late(&self) -> Vec<BallotForm<'_>> {
        let rules = BallotRules { drafts: Drafts::Lapse, ..self.desk.rulebook.ballots.clone() };
        let mut late = self.sheets(&self.desk.stage.late, true, &rules);
        late.iter_mut().for_each(|form| form.earlier.clear());
        late
    }

    fn sheets<'a>(&'a self, forms: &'a [Form], with_talk: bool, rules: &BallotRules) -> Vec<BallotForm<'a>> {
        let forms = forms.iter().map(|form| {
            let round = form.interview.round;
            let recorded = self.screen.ballots.get(&round);
            let id = FormId::Ballot(round);
            let (attempt, draft) = (self.attempt(&id.to_string()), self.drafts.get(&id));
            let filled = match (attempt, draft) {
                (Some(attempt), _) => attempt.fields.clone(),
                (None, Some(draft)) => draft.clone(),
                (None, None) => recorded.map(fields::of_answers).unwrap_or_default(),
            };
            let title = match form.seats[..] {
                [seat] if with_talk => seats::among_others(round.number(), seat),
                _ if with_talk => say!("judge-round", round = round.number()),
                _ => say!("judge-your-ballot"),
            };
            let state = FormState::of_ballot(rules, &form.seats, recorded, draft);
            let used = self.used_splits(round);
            let mut sheet =
                BallotForm::of(&self.desk.rulebook.ballots.interview, form, title, &filled, state, (attempt, &used));
            sheet.earlier = self.earlier(round);
            if with_talk {
                let again =
                    form.seats.iter().map(|seat| self.again(ConversationId { interview: form.interview, seat: *seat }));
                sheet.again = again.collect();
            }
            sheet
        });
        forms.collect()
    }

    /// The judge's splits of points in other interviews than that of this round, sealed or not: where the rules ask for
    /// a different split each time, these are used up.
    fn used_splits(&self, round: RoundNumber) -> Vec<Message> {
        // Another trial begins anew. The open forms are of this one.
        let of_trial = |other: &RoundNumber| {
            self.desk.rulebook.trial_count() == 1
                || self.desk.stage.open_forms().any(|form| form.interview.round == *other)
        };
        let open = self.desk.stage.open_forms().filter_map(|form| {
            let draft = self.drafts.get(&FormId::Ballot(form.interview.round))?;
            let reading = fields::read(&self.desk.rulebook.ballots.interview, &form.seats, draft);
            (reading.answers.split.len() == form.seats.len()).then_some((form.interview.round, reading.answers.split))
        });
        let sealed = self.screen.ballots.iter().map(|(round, answers)| (*round, answers.split.clone()));
        // A draft replaces the sealed answers of its form.
        let splits: BTreeMap<_, _> = sealed.chain(open).collect();
        let others =
            splits.into_iter().filter(|(other, split)| *other != round && of_trial(other) && !split.is_empty());
        others
            .map(|(round, split)| {
                let mut points: Vec<_> = split.into_values().collect();
                points.sort_unstable_by(|a, b| b.cmp(a));
                let split = form::split_in_words(&points);
                say!("form-used", strong = Element::STRONG, split = split, round = round.number())
            })
            .collect()
    }

    /// The judge's answers about other interviews, whose forms are no longer open.
    fn earlier(&self, round: RoundNumber) -> Vec<Message> {
        let is_open = |round: &RoundNumber| self.desk.stage.open_forms().any(|form| form.interview.round == *round);
        let earlier = self.screen.ballots.iter().filter(|(other, _)| **other != round && !is_open(other));
        let said = |(round, answers): (&RoundNumber, _)| {
            say!("judge-round-answered", round = round.number(), answers = labels::said(answers))
        };
        earlier.map(said).collect()
    }

    /// The judge's private notes about the interview of this round; a refused text is shown again.
    fn notes(&self, round: &RoundNumber) -> String {
        let id = FormId::Notes(*round);
        let attempt = self.attempt(&id.to_string()).map(|attempt| &attempt.fields);
        let fields = attempt.or(self.drafts.get(&id)).into_iter().flatten();
        let mut notes = fields.filter(|(name, _)| name == fields::NOTES).map(|(_, text)| text.clone());
        notes.next_back().unwrap_or_default()
    }

    /// The judge's answers about the interview of a conversation, in a sentence, where no form of this page shows them.
    fn answered(&self, id: ConversationId) -> Option<Message> {
        let shows = self.desk.stage.open_forms().any(|form| form.interview == id.interview);
        let answers = self.screen.ballots.get(&id.interview.round).filter(|_| !shows)?;
        Some(say!("judge-you-answered", answers = labels::said(answers)))
    }

    fn again(&self, id: ConversationId) -> Again<'_> {
        Again {
            id: id.to_string(),
            name: seats::among_others(id.interview.round.number(), id.seat),
            asker: self.asker(),
            speaker: self.speaker(id.seat),
            transcript: self.in_round(id.interview.round, id.seat),
        }
    }

    /// All witnesses to be ranked, with the conversations where no form of this page shows them.
    fn met(&self) -> Vec<Met<'_>> {
        let recorded = self.screen.rankings.get(&self.desk.stage.ranked_trial());
        let recorded = recorded.map(|order| fields::of_order(order, self.rank_from())).unwrap_or_default();
        let attempt = self.attempt(RANKING);
        let draft = self.drafts.get(&FormId::Ranking(self.desk.stage.ranked_trial()));
        let ranks = attempt.map(|attempt| &attempt.fields).or(draft).unwrap_or(&recorded);
        let shows = |id: &ConversationId| self.desk.stage.open_forms().all(|form| form.interview != id.interview);
        let met = self.desk.stage.to_rank.iter().map(|id| {
            let field = fields::rank(*id);
            let fault = attempt.and_then(|attempt| attempt.faults.iter().find(|fault| fault.field == field));
            let first = attempt.and_then(|attempt| attempt.faults.first());
            let notes = if shows(id) { self.notes(&id.interview.round) } else { String::new() };
            Met {
                id: *id,
                name: seats::among_others(id.interview.round.number(), id.seat),
                rank: ranks.iter().find(|(name, _)| *name == field).map_or_else(String::new, |(_, rank)| rank.clone()),
                fault: fault.map(|fault| FaultText { id: format!("fault-{field}"), text: fault.fault.message() }),
                focus: first.is_some_and(|first| first.field == field),
                answered: self.answered(*id),
                notes: (!notes.is_empty()).then(|| say!("judge-your-notes", said = SAID, notes = notes)),
                again: shows(id).then(|| self.again(*id)),
            }
        });
        // Ranked witnesses in order of rank, then the others in the order met.
        let mut met: Vec<_> = met.collect();
        met.sort_by_key(|met| met.rank.parse::<usize>().unwrap_or(usize::MAX));
        met
    }

    /// The open vote for this judge.
    fn vote(&self) -> Option<VoteSheet<'_>> {
        let form = self.desk.stage.vote.as_ref()?;
        let voted = self.screen.votes.get(&form.vote);
        let preferred = voted.and_then(|voted| voted.preferred);
        let candidates = form.candidates.iter().filter_map(|met| {
            let id = *met.first()?;
            let checked = preferred.is_some_and(|preferred| met.contains(&preferred));
            let again = met.iter().map(|id| self.again(*id)).collect();
            Some(Candidate { id, name: labels::candidate(met), checked, again })
        });
        Some(VoteSheet {
            number: form.vote,
            asked: form.question.as_deref().map_or_else(labels::vote_asked, labels::matter_asked),
            answers: match form.question {
                Some(_) => [("yes", true), ("no", false)]
                    .map(|(value, agrees)| {
                        let checked = voted.is_some_and(|voted| voted.agrees == Some(agrees));
                        (value, labels::agreed(Some(agrees)), checked)
                    })
                    .into(),
                None => Vec::new(),
            },
            no_choice: form.question.as_ref().map_or_else(labels::no_preference, |_| labels::agreed(None)),
            candidates: candidates.collect(),
            none: voted.is_some_and(|voted| voted.preferred.is_none() && voted.agrees.is_none()),
            voted: voted.map(|voted| match form.question {
                Some(_) => labels::answered(voted.agrees),
                None => labels::voted(&form.candidates, voted.preferred),
            }),
            refused: self.attempt(VOTE).and_then(|attempt| attempt.why.as_deref()),
        })
    }

    /// The sealed and unsealed parts of the ranking.
    fn ranking_state(&self) -> FormState {
        let trial = self.desk.stage.ranked_trial();
        let rules = self.ranking_rules();
        let (recorded, draft) = (self.screen.rankings.get(&trial), self.drafts.get(&FormId::Ranking(trial)));
        FormState::of_ranking(self.desk.rulebook.ballots.drafts, rules, &self.desk.stage.to_rank, recorded, draft)
    }

    /// The reason why the ranking was just refused.
    fn ranking_refused(&self) -> Option<&str> {
        self.attempt(RANKING)?.why.as_deref()
    }

    /// The form of this id on the page, if it was just refused.
    fn attempt(&self, id: &str) -> Option<&Attempt> {
        self.desk.attempt.filter(|attempt| attempt.form == id)
    }

    /// The seconds before the deadline at which an unsealed form is warned about.
    fn warning_s(&self) -> u64 {
        WARNING.as_secs()
    }

    /// True when the time for a form is nearly over, for pages without a script.
    fn is_late(&self) -> bool {
        let left = self.desk.stage.ends.map(|ends| ends.since(self.desk.stage.paused.unwrap_or(self.desk.now)));
        left.is_some_and(|left| left <= WARNING)
    }

    /// The outcomes of this judge's forms that were closed last, a sentence each.
    fn closed(&self) -> Vec<Message> {
        let said = |form: FormId| match form {
            FormId::Ballot(round) => self.screen.ballots.get(&round).map(labels::said),
            FormId::Ranking(trial) => {
                self.screen.rankings.get(&trial).map(|order| labels::said_of_order(order, self.rank_from()))
            }
            FormId::Notes(_) => None,
        };
        let closed = self.desk.stage.closed.iter();
        let nothing = Message::verbatim("");
        closed.map(|closed| labels::closed(*closed, said(closed.form).as_ref().unwrap_or(&nothing))).collect()
    }

    fn ranking_rules(&self) -> RankingRules {
        let none = RankingRules::of(RankFrom::MostHuman, false);
        self.desk.rulebook.ballots.ranking.unwrap_or(none)
    }

    fn rank_from(&self) -> RankFrom {
        self.ranking_rules().from
    }

    /// The instructions for the ranking.
    fn rank_note(&self) -> Message {
        let first = match self.rank_from() {
            RankFrom::MostHuman => say!("judge-rank-most"),
            RankFrom::LeastHuman => say!("judge-rank-least"),
        };
        let level = if self.may_be_level() { say!("judge-rank-level") } else { say!("judge-rank-different") };
        Message::sentences([first, level])
    }

    fn may_be_level(&self) -> bool {
        self.ranking_rules().equals
    }
}
