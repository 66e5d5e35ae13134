//! A referee's page and its forms without a script.

use std::time::Duration;

use axum::{
    Form,
    response::{Html, Response},
};
use contest::{
    Command, Refusal,
    referee::{Deed, SpeechLimit},
};
use rulebook::{ConfederateId, ConversationId, Participant};
use serde::Deserialize;

pub(super) use super::seated::{by_requests, live};
use super::{answer::Wrong, seated::Seated};
use crate::{
    acts::{self, NotActed},
    once::{Key, Mark},
    pages::{self, Attempt},
    running_contest,
};

/// The page.
pub(super) async fn page(seated: Seated) -> Result<Html<String>, Wrong> {
    let page = render(&seated, None, None)?;
    seated.place.reads(seated.who);
    Ok(Html(page))
}

/// A referee's form. A field that the form lacks is empty.
#[derive(Deserialize)]
pub(super) struct DeedForm {
    /// The act: the name of a [`Deed`].
    does: String,
    /// The page's number for its forms.
    #[serde(default)]
    form: String,
    #[serde(default)]
    confederate: Option<ConfederateId>,
    #[serde(default)]
    conversation: Option<ConversationId>,
    /// The number of an utterance.
    #[serde(default)]
    of: Option<u64>,
    /// The number of a moment.
    #[serde(default)]
    at: Option<u64>,
    #[serde(default)]
    characters: String,
    #[serde(default)]
    seconds: String,
    #[serde(default)]
    words: String,
}

/// Does the act of the form.
pub(super) async fn act(seated: Seated, Form(asked): Form<DeedForm>) -> Result<Response, Wrong> {
    let outcome = match deed(&asked) {
        Ok(deed) => {
            let (words, whose) = (Some(asked.words.clone()), seated.who.to_string());
            let key = if asked.form.is_empty() { None } else { Key::of_form(&asked.form, &(&deed, &words)) };
            let mark = Mark::new(&whose, key.as_ref(), &(&deed, &words), None);
            match seated.place.running.submit_act(seated.who, Command::Referee { deed, words }, mark, false).await {
                Ok(answer) => acts::answered(answer).await,
                Err(why) => Err(why.into()),
            }
        }
        Err(refusal) => Err(running_contest::NotDone::from(refusal).into()),
    };
    let attempt = attempt(asked);
    seated.answer::<NotActed>(outcome, |why| render(&seated, Some(why), Some(&attempt)))
}

/// The act of a form; a refusal where it does not name the person or conversation.
fn deed(asked: &DeedForm) -> Result<Deed, Refusal> {
    let confederate = || asked.confederate.ok_or(Refusal::NotWatched);
    let conversation = || asked.conversation.ok_or(Refusal::NotWatched);
    Ok(match asked.does.as_str() {
        "warn" => Deed::Warn { confederate: confederate()? },
        "limit" => Deed::Limit { confederate: confederate()?, limit: limit(asked)? },
        "lift" => Deed::Lift { confederate: confederate()? },
        "mute" => Deed::Mute { conversation: conversation()? },
        "unmute" => Deed::Unmute { conversation: conversation()? },
        "hold" => Deed::Hold { conversation: conversation()? },
        "release" => Deed::Release { conversation: conversation()? },
        "strike" => Deed::Strike { conversation: conversation()?, of: asked.of.ok_or(Refusal::NothingWaits)? },
        "flag" => Deed::Flag { conversation: conversation()?, at: asked.at.ok_or(Refusal::NoSuchMoment)? },
        "note" => Deed::Note {},
        _ => return Err(Refusal::NotYours),
    })
}

fn limit(asked: &DeedForm) -> Result<SpeechLimit, Refusal> {
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Refusal::BadLimit),
    };
    let apart = number(&asked.seconds)?.map(|seconds: u32| Duration::from_secs(seconds.into()));
    Ok(SpeechLimit { characters: number(&asked.characters)?, apart })
}

/// The form with its content, to be shown again after a refusal.
fn attempt(asked: DeedForm) -> Attempt {
    let of = match (asked.conversation, asked.confederate) {
        (Some(conversation), _) => format!("-{conversation}"),
        (None, Some(confederate)) => format!("-{confederate}"),
        (None, None) => String::new(),
    };
    let fields = [("words", asked.words), ("characters", asked.characters), ("seconds", asked.seconds)];
    Attempt {
        form: format!("{}{of}", asked.does),
        fields: fields.map(|(name, text)| (name.to_owned(), text)).into(),
        faults: Vec::new(),
        why: None,
    }
}

fn render(seated: &Seated, notice: Option<&str>, attempt: Option<&Attempt>) -> Result<String, Wrong> {
    let views = seated.place.running.views();
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let feed = views.referees().filter(|_| contest.is_referee(seated.who)).ok_or(Wrong::NotFound)?;
    let desk = seated.desk(contest, feed.screen.stage.clone(), feed.latest(), (notice, attempt));
    let is_there = |who: &Participant| !contest.left.contains(who);
    let confederates = contest.cast().into_iter().filter(is_there).filter_map(|who| match who {
        Participant::Confederate(id) => Some(id),
        Participant::Organiser | Participant::Judge(_) | Participant::Entry(_) | Participant::Referee(_) => None,
    });
    let confederates = confederates.collect();
    Ok(pages::html(&pages::RefereePage { desk, screen: &feed.screen, confederates }))
}
