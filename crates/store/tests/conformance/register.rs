//! Contests, join links and checkpoints.

use store::{
    AccessTokenRow, ContestRow, DEEDS_MAX, DeedRow, DraftRow, InvitationRow, NoteRow, OrganiserRow, PasskeyRow,
    Redeemed, SessionRow, StoreError,
};

use crate::{place::Place, support::MEDAL};

stories! {
    contests_are_kept_in_the_order_they_came,
    a_contest_is_added_once,
    a_contest_file_that_was_edited_takes_the_place_of_the_one_before,
    servers_agree_on_what_the_first_of_them_said,
    a_join_link_works_once,
    of_two_people_with_the_same_link_one_comes_in,
    a_new_link_ends_the_old_one_and_its_session,
    a_made_up_link_is_unknown,
    a_link_keeps_what_is_needed_to_make_it_again,
    a_link_that_is_taken_back_lets_nobody_in_and_ends_its_sessions,
    one_session_of_several_ends_and_the_others_stand,
    it_is_known_since_when_a_session_stands_and_when_it_was_seen,
    an_organiser_is_kept_changed_and_forgotten,
    passkeys_are_kept_changed_and_forgotten_with_their_organiser,
    a_token_of_a_program_is_kept_seen_and_forgotten,
    what_organisers_did_is_told_from_the_latest,
    of_what_organisers_did_the_last_is_kept,
    whoever_has_joined_has_joined_in_another_store_too,
    every_checkpoint_is_kept_and_the_latest_is_the_one_that_was_signed_last,
    of_what_was_signed_about_a_record_the_last_of_each_name_is_kept,
    a_draft_is_kept_changed_and_forgotten,
    a_file_is_kept_once_beside_its_contest_until_it_is_taken_away,
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

async fn a_contest_file_that_was_edited_takes_the_place_of_the_one_before(place: Place) {
    let store = place.open().await;
    for id in ["wager", MEDAL] {
        store.add_contest(row(id)).await.unwrap();
    }
    let text = |of: &str| format!("another {of}");
    let edited = ContestRow {
        file: text("file"),
        rulebook: text("rulebook"),
        folder: text("folder"),
        plan: text("plan"),
        ..row("wager")
    };
    store.update_contest(edited.clone()).await.unwrap();
    let error = store.update_contest(row("nowhere")).await.unwrap_err();
    assert!(matches!(&error, StoreError::NoContest { id } if id == "nowhere"), "{error}");
    drop(store);
    assert_eq!(place.open().await.contests().await.unwrap(), [edited, row(MEDAL)], "in the order they came");
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
    store.invite(MEDAL, "J1", TOKEN, "").await.unwrap();
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
    store.invite(MEDAL, "J1", TOKEN, "").await.unwrap();
    let (one, other) = tokio::join!(store.redeem(TOKEN, SESSION), store.redeem(TOKEN, OTHER_SESSION));
    let mut outcomes = [one.unwrap(), other.unwrap()];
    outcomes.sort_by_key(|outcome| *outcome == Redeemed::UsedAlready);
    assert_eq!(outcomes, [judge_joined(), Redeemed::UsedAlready]);
}

async fn a_new_link_ends_the_old_one_and_its_session(place: Place) {
    let store = place.open().await;
    store.invite(MEDAL, "J1", TOKEN, "").await.unwrap();
    store.invite(MEDAL, "J2", [3; 32], "").await.unwrap();
    store.redeem(TOKEN, SESSION).await.unwrap();
    store.redeem([3; 32], [13; 32]).await.unwrap();

    store.invite(MEDAL, "J1", NEW_TOKEN, "").await.unwrap();
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

fn session(session_hash: [u8; 32], since: Option<i64>, seen: Option<i64>) -> SessionRow {
    SessionRow { session_hash, since, seen }
}

async fn a_link_keeps_what_is_needed_to_make_it_again(place: Place) {
    let store = place.open().await;
    store.invite(MEDAL, "J1", TOKEN, "first").await.unwrap();
    let issue = async |store: &dyn store::Store| store.invitations(MEDAL).await.unwrap()[0].issue.clone();
    assert_eq!(issue(&*store).await, "first");
    store.invite(MEDAL, "J1", NEW_TOKEN, "second").await.unwrap();
    drop(store);
    assert_eq!(issue(&*place.open().await).await, "second");
}

async fn a_link_that_is_taken_back_lets_nobody_in_and_ends_its_sessions(place: Place) {
    let store = place.open().await;
    store.invite(MEDAL, "J1", TOKEN, "").await.unwrap();
    store.invite(MEDAL, "J2", [3; 32], "").await.unwrap();
    store.redeem([3; 32], [13; 32]).await.unwrap();
    store.redeem(TOKEN, SESSION).await.unwrap();
    store.uninvite(MEDAL, "J1").await.unwrap();
    assert_eq!(store.session(SESSION).await.unwrap(), None);
    assert_eq!(store.redeem(TOKEN, OTHER_SESSION).await.unwrap(), Redeemed::Unknown);
    assert!(!store.has_joined(MEDAL, "J1").await.unwrap());
    assert!(store.session([13; 32]).await.unwrap().is_some(), "the other judge stays");
    store.uninvite(MEDAL, "J9").await.unwrap();
}

async fn one_session_of_several_ends_and_the_others_stand(place: Place) {
    let store = place.open().await;
    assert!(!store.open_session(MEDAL, "J1", SESSION).await.unwrap(), "nobody was invited");
    assert_eq!(store.session(SESSION).await.unwrap(), None);
    store.invite(MEDAL, "J1", TOKEN, "").await.unwrap();
    store.redeem(TOKEN, SESSION).await.unwrap();
    assert!(store.open_session(MEDAL, "J1", OTHER_SESSION).await.unwrap());
    let judge = Some((MEDAL.to_owned(), "J1".to_owned()));
    assert_eq!(store.session(OTHER_SESSION).await.unwrap(), judge);

    store.end_session("wager", SESSION).await.unwrap();
    assert_eq!(store.session(SESSION).await.unwrap(), judge, "it is no session of that contest");
    store.end_session(MEDAL, SESSION).await.unwrap();
    assert_eq!(store.session(SESSION).await.unwrap(), None);
    assert_eq!(store.session(OTHER_SESSION).await.unwrap(), judge);
    assert_eq!(store.redeem(TOKEN, SESSION).await.unwrap(), Redeemed::UsedAlready, "the link stays spent");
    assert!(store.has_joined(MEDAL, "J1").await.unwrap());
    store.end_session(MEDAL, OTHER_SESSION).await.unwrap();
    assert!(!store.has_joined(MEDAL, "J1").await.unwrap());
}

async fn it_is_known_since_when_a_session_stands_and_when_it_was_seen(place: Place) {
    let store = place.open().await;
    store.invite(MEDAL, "J1", TOKEN, "").await.unwrap();
    store.redeem(TOKEN, SESSION).await.unwrap();
    let sessions = async || store.invitations(MEDAL).await.unwrap().remove(0).sessions;
    assert_eq!(sessions().await, [session(SESSION, None, None)]);
    for at in [1000, 2000] {
        store.see_session(SESSION, at).await.unwrap();
    }
    assert_eq!(sessions().await, [session(SESSION, Some(1000), Some(2000))]);
    store.see_session(OTHER_SESSION, 3000).await.unwrap();
    assert_eq!(store.session(OTHER_SESSION).await.unwrap(), None, "to be seen opens nothing");
}

async fn an_organiser_is_kept_changed_and_forgotten(place: Place) {
    let organiser = |participant: &str, name: &str, password: &str| {
        let [participant, name, password] = [participant, name, password].map(str::to_owned);
        OrganiserRow { participant, name, password }
    };
    let store = place.open().await;
    for (participant, name, password) in [
        ("organiser 3", "Third", ""),
        ("organiser", "First", ""),
        ("organiser", "First", "hash"),
        ("organiser 2", "Second", ""),
    ] {
        store.keep_organiser(MEDAL, organiser(participant, name, password)).await.unwrap();
    }
    store.keep_organiser("wager", organiser("organiser", "Somebody else", "")).await.unwrap();
    store.invite(MEDAL, "organiser 2", TOKEN, "").await.unwrap();
    store.redeem(TOKEN, SESSION).await.unwrap();
    store.forget_organiser(MEDAL, "organiser 2").await.unwrap();
    assert_eq!(store.session(SESSION).await.unwrap(), None, "who is no organiser any more is out");
    drop(store);
    let kept = place.open().await.organisers(MEDAL).await.unwrap();
    assert_eq!(kept, [organiser("organiser", "First", "hash"), organiser("organiser 3", "Third", "")]);
}

async fn passkeys_are_kept_changed_and_forgotten_with_their_organiser(place: Place) {
    let passkey = |participant: &str, number, public_key: &str| {
        let [participant, public_key] = [participant, public_key].map(str::to_owned);
        PasskeyRow { participant, number, name: "Phone".to_owned(), since: 1, public_key }
    };
    let store = place.open().await;
    for (participant, number, key) in [
        ("organiser 2", 1, "other"),
        ("organiser", 2, "second"),
        ("organiser", 1, "first"),
        ("organiser", 1, "counted"),
        ("organiser", 3, "third"),
    ] {
        store.keep_passkey(MEDAL, passkey(participant, number, key)).await.unwrap();
    }
    store.keep_passkey("wager", passkey("organiser 2", 1, "elsewhere")).await.unwrap();
    store.forget_passkey(MEDAL, "organiser", 3).await.unwrap();
    store.forget_passkey(MEDAL, "organiser", 4).await.unwrap();
    store.forget_organiser(MEDAL, "organiser 2").await.unwrap();
    drop(store);
    let store = place.open().await;
    let kept = [passkey("organiser", 1, "counted"), passkey("organiser", 2, "second")];
    assert_eq!(store.passkeys(MEDAL).await.unwrap(), kept);
    assert_eq!(store.passkeys("wager").await.unwrap(), [passkey("organiser 2", 1, "elsewhere")]);
}

async fn a_token_of_a_program_is_kept_seen_and_forgotten(place: Place) {
    let token = |number, may: &str, seen| {
        let (may, name) = (may.to_owned(), "Board".to_owned());
        AccessTokenRow { number, may, name, token_hash: [u8::try_from(number).unwrap(); 32], seen }
    };
    let store = place.open().await;
    for (number, may) in [(20, "act"), (2, "read"), (3, "read"), (2, "act")] {
        store.keep_access_token(MEDAL, token(number, may, None)).await.unwrap();
    }
    store.see_access_token(MEDAL, 20, 1000).await.unwrap();
    store.see_access_token(MEDAL, 7, 1000).await.unwrap();
    store.forget_access_token(MEDAL, 3).await.unwrap();
    drop(store);
    let kept = place.open().await.access_tokens(MEDAL).await.unwrap();
    assert_eq!(kept, [token(2, "act", None), token(20, "act", Some(1000))]);
    assert_eq!(place.open().await.access_tokens("wager").await.unwrap(), []);
}

async fn what_organisers_did_is_told_from_the_latest(place: Place) {
    let deed = |at, what: &str| DeedRow { at, who: "First".to_owned(), what: what.to_owned() };
    let store = place.open().await;
    for (contest, deed) in [
        (MEDAL, deed(1, "paused")),
        ("wager", deed(2, "went on")),
        (MEDAL, deed(3, "went on")),
        (MEDAL, deed(2, "drew")),
    ] {
        store.note_deed(contest, deed).await.unwrap();
    }
    drop(store);
    let store = place.open().await;
    assert_eq!(store.deeds(MEDAL, 2).await.unwrap(), [deed(2, "drew"), deed(3, "went on")]);
    assert_eq!(store.deeds(MEDAL, 9).await.unwrap().len(), 3);
}

async fn of_what_organisers_did_the_last_is_kept(place: Place) {
    let deed = |at| DeedRow { at, who: "First".to_owned(), what: "paused".to_owned() };
    let store = place.open().await;
    store.note_deed("wager", deed(0)).await.unwrap();
    for at in 1..=i64::from(DEEDS_MAX) {
        store.note_deed(MEDAL, deed(at)).await.unwrap();
    }
    let told = |deeds: &[DeedRow]| (deeds.len(), deeds[0].at, deeds[deeds.len() - 1].at);
    let most = DEEDS_MAX as usize;
    assert_eq!(told(&store.deeds(MEDAL, DEEDS_MAX + 1).await.unwrap()), (most, 1000, 1));
    store.note_deed(MEDAL, deed(1001)).await.unwrap();
    assert_eq!(told(&store.deeds(MEDAL, DEEDS_MAX + 1).await.unwrap()), (most, 1001, 2));
    assert_eq!(store.deeds("wager", DEEDS_MAX).await.unwrap(), [deed(0)]);
}

async fn whoever_has_joined_has_joined_in_another_store_too(place: Place) {
    let store = place.open().await;
    store.invite(MEDAL, "J2", [3; 32], "issue of J2").await.unwrap();
    store.invite(MEDAL, "J1", TOKEN, "issue of J1").await.unwrap();
    store.redeem(TOKEN, SESSION).await.unwrap();
    store.open_session(MEDAL, "J1", [13; 32]).await.unwrap();
    store.see_session(SESSION, 5).await.unwrap();
    let invitation = |participant: &str, token_hash, used, sessions| InvitationRow {
        participant: participant.to_owned(),
        token_hash,
        issue: format!("issue of {participant}"),
        used,
        sessions,
    };
    let sessions = vec![session(SESSION, Some(5), Some(5)), session([13; 32], None, None)];
    let invitations = [invitation("J1", TOKEN, true, sessions), invitation("J2", [3; 32], false, vec![])];
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

async fn of_what_was_signed_about_a_record_the_last_of_each_name_is_kept(place: Place) {
    let store = place.open().await;
    let note = |kind: &str, name: &str, note: &str| {
        let [kind, name, note] = [kind, name, note].map(str::to_owned);
        NoteRow { kind, name, note }
    };
    for (kind, name, text) in
        [("b", "2", "first"), ("a", "2", "another kind"), ("b", "1", "another name"), ("b", "2", "last")]
    {
        store.keep_note(MEDAL, note(kind, name, text)).await.unwrap();
    }
    store.keep_note("another", note("a", "1", "of another contest")).await.unwrap();
    drop(store);
    let store = place.open().await;
    let kept = [note("a", "2", "another kind"), note("b", "1", "another name"), note("b", "2", "last")];
    assert_eq!(store.notes(MEDAL).await.unwrap(), kept);
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

async fn a_file_is_kept_once_beside_its_contest_until_it_is_taken_away(place: Place) {
    let store = place.open().await;
    let (one, other) = ([1; 32], [2; 32]);
    let drawing = vec![0x89; 300_000];
    store.put_attachment(MEDAL, other, b"tone".to_vec()).await.unwrap();
    store.put_attachment(MEDAL, one, drawing.clone()).await.unwrap();
    store.put_attachment(MEDAL, one, drawing.clone()).await.unwrap();
    store.put_attachment("wager", one, drawing.clone()).await.unwrap();
    drop(store);
    let store = place.open().await;
    assert_eq!(store.attachment(MEDAL, one).await.unwrap(), Some(drawing.clone()));
    assert_eq!(store.attachment(MEDAL, [3; 32]).await.unwrap(), None);
    assert_eq!(store.attachments(MEDAL).await.unwrap(), [(one, 300_000), (other, 4)]);
    assert_eq!(store.attachments("nobody").await.unwrap(), []);

    store.remove_attachments(MEDAL, vec![one, [3; 32]]).await.unwrap();
    store.remove_attachments(MEDAL, vec![one]).await.unwrap();
    store.remove_attachments(MEDAL, Vec::new()).await.unwrap();
    assert_eq!(store.attachment(MEDAL, one).await.unwrap(), None);
    assert_eq!(store.attachments(MEDAL).await.unwrap(), [(other, 4)]);
    assert_eq!(store.attachment("wager", one).await.unwrap(), Some(drawing), "the file of another contest stays");
}
