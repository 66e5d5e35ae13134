//! Cosigners and strangers: the worth of a public signature, the number of keys, the rate of strangers' questions.

use std::time::{SystemTime, UNIX_EPOCH};

use contest::Command;
use record::{
    Checkpoint, Hash, SigningKey,
    cosigner::{NewKey, claimed},
    note,
};
use rulebook::Participant;

use crate::served::Story;

/// The most keys of a cosigner, one after the other.
const KEYS_MAX: u8 = 16;

/// The most questions from strangers at one address within a minute.
const STRANGE_MAX: usize = 30;

fn society(key: u8) -> SigningKey {
    SigningKey::from_bytes("society.example", [key; 32]).unwrap()
}

/// A contest that names this cosigner, and is drawn: there is a public head.
async fn drawn() -> Story {
    let contest = format!(
        "id = \"story\"\nname = \"A story\"\norganiser = \"Nobody\"\nisolation = \"none\"\nrulebook = \"two-party-2024\"\n\
         [[judge]]\nname = \"Ann\"\n[[confederate]]\nname = \"Bob\"\n[[entry]]\nname = \"Echo\"\ncontestant = \"Nobody\"\n\
         protocol = \"stdio\"\ncommand = [\"cat\"]\n[[entry]]\nname = \"Reverb\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n\
         [[cosigner]]\nkey = \"{}\"\n\
         [overrides.roles]\njudges = 1\nconfederates = 1\nentries = 2\n",
        society(1).cosigner()
    );
    let story = Story::of(&contest).await;
    story.place.running.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    story
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

fn question(head: &Checkpoint, key: &SigningKey, time: u64) -> String {
    let text = head.text();
    format!("{text}\n{}", key.cosign(&text, time).unwrap())
}

async fn asks(story: &Story, question: &str) -> (u16, String) {
    let answer = story.bare_request("POST", "/story/cosign", "Content-Type: text/plain\r\n", question).await;
    (answer.status, answer.body)
}

/// The public head, with its signatures.
async fn public(story: &Story) -> String {
    loop {
        let answer = story.request("GET", "/story/checkpoint", "").await;
        if answer.status == 200 {
            return answer.body;
        }
        tokio::task::yield_now().await;
    }
}

fn size_in(answer: &str) -> u64 {
    claimed(answer.split_once("\n\n").unwrap().1).unwrap().size
}

/// The growth of the record tells programs from people: a judge who copies the signatures beside the public head must
/// not learn it.
#[tokio::test(flavor = "multi_thread")]
async fn a_signature_that_everybody_may_see_shows_nobody_a_head_of_the_moment() {
    let story = drawn().await;
    let head = claimed(&public(&story).await).unwrap();
    story.place.running.ask(Participant::Organiser, Command::OpenRound { anyway: true }).await.unwrap();
    let time = now();
    // The cosigner hands in its signature: from now on it is public beside the head, so the cosigner must ask again.
    let (status, told) = asks(&story, &question(&head, &society(1), time)).await;
    assert!(status == 425 && told.contains("ask again in a second, signed anew"), "{status}: {told}");
    let copied = public(&story).await;
    assert_eq!(note::signed(&copied, &society(1).cosigner()).unwrap().time, Some(time));
    let (text, lines) = note::split(&copied).unwrap();
    let own: String =
        lines.lines().filter(|line| line.contains("society.example")).map(|line| format!("{line}\n")).collect();
    for copy in [copied.clone(), format!("{text}\n{own}")] {
        assert_eq!(asks(&story, &copy).await.0, 425, "{copy}");
    }
    // Its signature of a second later is not public.
    let (status, told) = asks(&story, &question(&head, &society(1), time + 1)).await;
    assert_eq!(status, 200, "{told}");
    assert!(size_in(&told) > head.size, "{told}");
    assert_eq!(
        note::signed(&public(&story).await, &society(1).cosigner()).unwrap().time,
        Some(time),
        "the first stays"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cosigner_has_sixteen_keys_and_not_one_more() {
    let story = drawn().await;
    for key in 1..KEYS_MAX {
        let (status, told) = asks(&story, &NewKey::note(&society(key), &society(key + 1)).unwrap()).await;
        assert_eq!(status, 204, "key {}: {told}", key + 1);
    }
    let (status, told) = asks(&story, &NewKey::note(&society(KEYS_MAX), &society(KEYS_MAX + 1)).unwrap()).await;
    assert!(status == 409 && told.contains("16 keys at most"), "{status}: {told}");
    let head = Checkpoint { origin: story.place.running.key().name().to_owned(), size: 0, root: Hash::of(&[]) };
    assert_eq!(asks(&story, &question(&head, &society(KEYS_MAX), now())).await.0, 200, "the last one is let in");
    assert_eq!(asks(&story, &question(&head, &society(KEYS_MAX - 1), now())).await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_ask_thirty_times_a_minute_and_cosigners_as_often_as_they_like() {
    let story = drawn().await;
    public(&story).await;
    let head = Checkpoint { origin: story.place.running.key().name().to_owned(), size: 0, root: Hash::of(&[]) };
    for _ in 0..2 * STRANGE_MAX {
        assert_eq!(asks(&story, &question(&head, &society(1), now())).await.0, 200);
    }
    for n in 0..STRANGE_MAX {
        let stranger = SigningKey::from_bytes("stranger.example", [9; 32]).unwrap();
        let (body, status) =
            if n % 2 == 0 { ("junk".to_owned(), 400) } else { (question(&head, &stranger, now()), 403) };
        assert_eq!(asks(&story, &body).await.0, status, "question {}", n + 1);
    }
    let (status, told) = asks(&story, "junk").await;
    assert!(status == 429 && told.contains("wait a minute"), "{status}: {told}");
}
