//! No public byte depends on the length of a conversation, which would tell programs from people: the same contest is
//! played with the two kinds of witness exchanged, and all public bytes are compared.

use std::{collections::BTreeMap, time::Duration};

use contest::{
    Command,
    command::{Ending, Press, To},
};
use rulebook::{ConversationId, InterviewId, JudgeId, Participant, RoundNumber, Seat, key::keys_of};

use crate::served::Story;

const PATIENCE: Duration = Duration::from_secs(60);

/// Seeds under which the left witness is a person, and others under which it is a program.
const SEEDS: std::ops::Range<u8> = 0..6;

/// All public addresses, and some that only a judge may read.
const PUBLIC: [&str; 9] = [
    "/",
    "/story/checkpoint",
    "/story/programme",
    "/story/screen",
    "/story/screen.json",
    "/story/results",
    "/story/results.json",
    "/story/record.viva",
    "/story/transcripts/R1-J1",
];
const OF_JUDGE: [&str; 4] =
    ["/story/judge/1", "/story/judge/1/rules.json", "/story/judge/1/receipts", "/story/judge/1/receipts/R1-J1"];

fn contest(seed: u8) -> String {
    format!(
        "id = \"story\"\nname = \"A story\"\norganiser = \"Nobody\"\nisolation = \"none\"\nrulebook = \"loebner-2010\"\nseed = \"{seed}\"\n\
         rehearsal = true\n[[judge]]\nname = \"Ann\"\n[[confederate]]\nname = \"Bob\"\n\
         [[entry]]\nname = \"Echo\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n\
         [overrides]\nawards = []\n[overrides.roles]\njudges = 1\nconfederates = 1\nentries = 1\n[overrides.schedule]\ndesign = \"fewest-rounds\"\n\
         [overrides.interview]\ndelivery = \"whole-lines\"\n"
    )
}

/// Types a line, as fast as the rules permit.
async fn types(story: &Story, who: Participant, seat: Option<Seat>, line: &str) {
    let to = To { round: RoundNumber::new(1), seat, interview: None };
    for (n, key) in keys_of(line).enumerate() {
        let press = Press { id: format!("{who}-{n}").try_into().unwrap(), to, keys: vec![key], sent: None };
        story.place.running.ask(who, Command::Press(press)).await.unwrap();
    }
}

/// An answer without moments, and without values that are drawn for each page.
fn without_moments(answer: &str) -> String {
    let is_of_moment = |word: &&str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        !(word.contains(':') && digits >= 3) && digits < 8
    };
    answer.split([' ', '"', '<', '>', '\n', '\r']).filter(is_of_moment).collect::<Vec<_>>().join(" ")
}

/// The public answers after the first round, in which the judge has talked with the left witness only; and whether that
/// was a program.
async fn played(seed: u8) -> (bool, BTreeMap<&'static str, (u16, String)>) {
    let mut story = Story::of(&contest(seed)).await;
    story.join_as("J1").await;
    let organiser = Participant::Organiser;
    story.place.running.ask(organiser, Command::Draw { anyway: true }).await.unwrap();
    story.place.running.ask(organiser, Command::OpenRound { anyway: true }).await.unwrap();
    let judge = JudgeId::new(1);
    let talk = ConversationId { interview: InterviewId { round: RoundNumber::new(1), judge }, seat: Seat::Left };
    let left = story.place.running.views().room().contest().unwrap().listener(talk).unwrap();
    types(&story, Participant::Judge(judge), Some(Seat::Left), "Is anybody there?\n").await;
    let is_program = matches!(left, Participant::Entry(_));
    if !is_program {
        types(&story, left, None, "Is anybody there?\n").await;
    }
    let is_answered = |views: &contest::Views| {
        let updates = serde_json::to_string(views.judge(judge).unwrap().after(0)).unwrap();
        updates.contains(r#""side":"witness","text":"#)
    };
    story.until("the left one has answered", is_answered).await;
    let round = RoundNumber::new(1);
    for ending in [Ending::Talk { round }, Ending::Scoring { round }] {
        story.place.running.ask(organiser, Command::EndPhase(ending)).await.unwrap();
    }
    // The head of the round is signed a moment after it.
    let size = story.place.running.size();
    let signed = async {
        while story.store.latest_checkpoint("story").await.unwrap().is_none_or(|(signed, _)| signed < size) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, signed).await.expect("the head of the round");
    let mut told = BTreeMap::new();
    for address in PUBLIC {
        let answer = story.bare_request("GET", address, "", "").await;
        told.insert(address, (answer.status, without_moments(&answer.body)));
    }
    for address in OF_JUDGE {
        let answer = story.request("GET", address, "").await;
        told.insert(address, (answer.status, without_moments(&answer.body)));
    }
    (is_program, told)
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_counts_what_is_public_learns_nothing_of_who_is_a_program() {
    let mut kinds = [0, 0];
    let mut first: Option<BTreeMap<&'static str, (u16, String)>> = None;
    for seed in SEEDS {
        let (is_program, told) = played(seed).await;
        kinds[usize::from(is_program)] += 1;
        let (status, head) = &told["/story/checkpoint"];
        assert!(*status == 200 && head.contains("vivavoce/story"), "the draw is public: {head}");
        assert_eq!(told["/story/judge/1/receipts/R1-J1"].0, 409);
        let size =
            |told: &BTreeMap<_, (u16, String)>| told["/story/checkpoint"].1.split(' ').nth(1).map(ToOwned::to_owned);
        let known = first.get_or_insert_with(|| told.clone());
        assert_eq!(size(known), size(&told), "the size of the public head");
        for (address, told) in told.iter().filter(|(address, _)| **address != "/story/checkpoint") {
            assert_eq!(&known[address], told, "{address}, seed {seed}");
        }
    }
    assert!(!kinds.contains(&0), "both kinds sat left: {kinds:?}");
}
