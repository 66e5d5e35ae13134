//! Contests, join links and checkpoints.

use store::{ContestRow, DraftRow, InvitationRow, Redeemed, StoreError};

use crate::{place::Place, support::MEDAL};

stories! {
    contests_are_kept_in_the_order_they_came,
    a_contest_is_added_once,
    servers_agree_on_what_the_first_of_them_said,
    a_join_link_works_once,
    of_two_people_with_the_same_link_one_comes_in,
    a_new_link_ends_the_old_one_and_its_session,
    a_made_up_link_is_unknown,
    whoever_has_joined_has_joined_in_another_store_too,
    every_checkpoint_is_kept_and_the_latest_is_the_one_that_was_signed_last,
    a_draft_is_kept_changed_and_forgotten,
}

const TOKEN: [u8; 32] = [1; 32];
const NEW_TOKEN: [u8; 32] = [2; 32];
const SESSION: [u8; 32] = [11; 32];
const OTHER_SESSION: [u8; 32] = [12; 32];

fn row(id: &str) -> ContestRow {
    let text = |what: &str| format!("{what} of {id}");
    ContestRow {
        id: id.to_owned(),
        file: text("file"),
        rulebook: text("rulebook"),
        folder: text("folder"),
        plan: text("plan"),
    }
}

fn judge_joined() -> Redeemed {
    Redeemed::Joined { contest: MEDAL.to_owned(), participant: "J1".to_owned() }
}

async fn contests_are_kept_in_the_order_they_came(place: Place) {
    let store = place.open().await;
    for id in ["wager", MEDAL] {
        store.add_contest(row(id)).await.unwrap();
    }
    drop(store);
    assert_eq!(place.open().await.contests().await.unwrap(), [row("wager"), row(MEDAL)]);
}

async fn a_contest_is_added_once(place: Place) {
    let store = place.open().await;
    store.add_contest(row(MEDAL)).await.unwrap();
    let again = ContestRow { file: "another file".to_owned(), ..row(MEDAL) };
    let error = store.add_contest(again).await.unwrap_err();
    assert!(matches!(&error, StoreError::ContestExists { id } if id == MEDAL), "{error}");
    assert_eq!(store.contests().await.unwrap(), [row(MEDAL)]);
}

async fn servers_agree_on_what_the_first_of_them_said(place: Place) {
    let [one, other] = place.open_twice().await;
    let (said, answered) = tokio::join!(one.agree("key", "of one"), other.agree("key", "of the other"));
    let (said, answered) = (said.unwrap(), answered.unwrap());
    assert_eq!(said, answered);
    assert!(["of one", "of the other"].contains(&said.as_str()), "{said}");
    assert_eq!(other.agree("another", "its own").await.unwrap(), "its own");
    drop((one, other));
    assert_eq!(place.open().await.agree("key", "of a third").await.unwrap(), said);
}

async fn a_join_link_works_once(place: Place) {
    let store = place.open().await;
    store.invite(MEDAL, "J1", TOKEN).await.unwrap();
    let (contest, participant) = (MEDAL.to_owned(), "J1".to_owned());
    assert_eq!(
        store.look_up_invitation(TOKEN).await.unwrap(),
        Some((contest.clone(), participant.clone(), false)),
        "looking does not spend it"
    );
    assert!(!store.has_joined(MEDAL, "J1").await.unwrap());
    assert_eq!(store.redeem(TOKEN, SESSION).await.unwrap(), judge_joined());
    assert!(store.has_joined(MEDAL, "J1").await.unwrap());
    assert!(!store.has_joined(MEDAL, "J2").await.unwrap());
    assert_eq!(store.redeem(TOKEN, OTHER_SESSION).await.unwrap(), Redeemed::UsedAlready);
    assert_eq!(store.session(SESSION).await.unwrap(), Some((contest.clone(), participant.clone())));
    assert_eq!(store.session(OTHER_SESSION).await.unwrap(), None);
    assert_eq!(store.look_up_invitation(TOKEN).await.unwrap(), Some((contest, participant, true)));
}

async fn of_two_people_with_the_same_link_one_comes_in(place: Place) {
    let store = place.open().await;
    store.invite(MEDAL, "J1", TOKEN).await.unwrap();
    let (one, other) = tokio::join!(store.redeem(TOKEN, SESSION), store.redeem(TOKEN, OTHER_SESSION));
    let mut outcomes = [one.unwrap(), other.unwrap()];
    outcomes.sort_by_key(|outcome| *outcome == Redeemed::UsedAlready);
    assert_eq!(outcomes, [judge_joined(), Redeemed::UsedAlready]);
}

async fn a_new_link_ends_the_old_one_and_its_session(place: Place) {
    let store = place.open().await;
    store.invite(MEDAL, "J1", TOKEN).await.unwrap();
    store.invite(MEDAL, "J2", [3; 32]).await.unwrap();
    store.redeem(TOKEN, SESSION).await.unwrap();
    store.redeem([3; 32], [13; 32]).await.unwrap();

    store.invite(MEDAL, "J1", NEW_TOKEN).await.unwrap();
    assert_eq!(store.redeem(TOKEN, OTHER_SESSION).await.unwrap(), Redeemed::Unknown);
    assert_eq!(store.session(SESSION).await.unwrap(), None);
    assert_eq!(store.redeem(NEW_TOKEN, OTHER_SESSION).await.unwrap(), judge_joined());
    assert!(store.session([13; 32]).await.unwrap().is_some(), "the other judge stays");
}

async fn a_made_up_link_is_unknown(place: Place) {
    let store = place.open().await;
    assert_eq!(store.look_up_invitation(TOKEN).await.unwrap(), None);
    assert_eq!(store.redeem(TOKEN, SESSION).await.unwrap(), Redeemed::Unknown);
    assert_eq!(store.session(SESSION).await.unwrap(), None);
}

async fn whoever_has_joined_has_joined_in_another_store_too(place: Place) {
    let store = place.open().await;
    store.invite(MEDAL, "J2", [3; 32]).await.unwrap();
    store.invite(MEDAL, "J1", TOKEN).await.unwrap();
    store.redeem(TOKEN, SESSION).await.unwrap();
    let invitation = |participant: &str, token_hash, used, sessions| InvitationRow {
        participant: participant.to_owned(),
        token_hash,
        used,
        sessions,
    };
    let invitations = [invitation("J1", TOKEN, true, vec![SESSION]), invitation("J2", [3; 32], false, vec![])];
    assert_eq!(store.invitations(MEDAL).await.unwrap(), invitations);
    assert_eq!(store.invitations("wager").await.unwrap(), []);

    let other = place.another();
    let other = other.open().await;
    for invitation in invitations.clone() {
        other.take_over_invitation(MEDAL, invitation).await.unwrap();
    }
    assert_eq!(other.invitations(MEDAL).await.unwrap(), invitations);
    assert_eq!(other.session(SESSION).await.unwrap(), Some((MEDAL.to_owned(), "J1".to_owned())));
    assert_eq!(other.redeem(TOKEN, OTHER_SESSION).await.unwrap(), Redeemed::UsedAlready);
    assert!(other.take_over_invitation(MEDAL, invitations[0].clone()).await.is_err(), "once");
}

async fn every_checkpoint_is_kept_and_the_latest_is_the_one_that_was_signed_last(place: Place) {
    let store = place.open().await;
    assert_eq!(store.latest_checkpoint(MEDAL).await.unwrap(), None);
    let signed = [(7, "seven"), (12, "twelve"), (12, "another twelve"), (9, "nine, after a backup came back")];
    for (size, note) in signed.into_iter().chain([(7, "seven")]) {
        store.put_checkpoint(MEDAL, size, note).await.unwrap();
    }
    drop(store);
    let store = place.open().await;
    assert_eq!(store.checkpoints(MEDAL).await.unwrap(), signed.map(|(size, note)| (size, note.to_owned())));
    assert_eq!(store.latest_checkpoint(MEDAL).await.unwrap(), Some((9, "nine, after a backup came back".to_owned())));
}

async fn a_draft_is_kept_changed_and_forgotten(place: Place) {
    let store = place.open().await;
    let row = |participant: &str, form: &str, fields: &str| {
        let [participant, form, fields] = [participant, form, fields].map(str::to_owned);
        DraftRow { participant, form, fields }
    };
    for (who, form, fields) in [
        ("J2", "ballot-R1", Some("two")),
        ("J1", "ranking-1", Some("order")),
        ("J1", "ballot-R1", Some("first")),
        ("J1", "ballot-R1", Some("second")),
        ("J2", "ballot-R1", None),
        ("J9", "ballot-R1", None),
    ] {
        store.keep_draft(MEDAL, who, form, fields).await.unwrap();
    }
    store.keep_draft("wager", "J1", "ballot-R1", Some("another contest")).await.unwrap();
    drop(store);
    let kept = place.open().await.drafts(MEDAL).await.unwrap();
    assert_eq!(kept, [row("J1", "ballot-R1", "second"), row("J1", "ranking-1", "order")]);
}
