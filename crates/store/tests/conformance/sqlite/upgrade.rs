//! A folder of an older version is upgraded to today's format with all its content.

use store::{AccessTokenRow, AppendError, Beat, InvitationRow, OrganiserRow, PasskeyRow, SessionRow, Timer};

use super::open;
use crate::support::{MEDAL, append, event};

/// Turns a database of today's format into one of format 3.
const OLD: &str = "
    DROP TABLE access_tokens;
    DROP TABLE passkeys;
    DROP TABLE attachments;
    DROP TABLE notes;
    DROP TABLE deeds;
    DROP TABLE organisers;
    ALTER TABLE sessions DROP COLUMN since;
    ALTER TABLE sessions DROP COLUMN seen;
    ALTER TABLE invitations DROP COLUMN issue;
    INSERT INTO invitations (token_hash, contest, participant, used) VALUES (zeroblob(32), 'medal', 'J1', 1);
    INSERT INTO sessions (session_hash, contest, participant) VALUES (zeroblob(32), 'medal', 'J1');
    DROP TABLE streams;
    CREATE UNIQUE INDEX events_by_stream ON events (contest, stream, number);
    DROP TABLE agreed;
    ALTER TABLE contests DROP COLUMN plan;
    DROP TABLE leases;
    CREATE TABLE timers (contest TEXT NOT NULL PRIMARY KEY, holder TEXT, reached INTEGER, wall INTEGER)
        STRICT, WITHOUT ROWID;
    INSERT INTO timers VALUES ('medal', 'one', 5, 12), ('wager', 'one', NULL, NULL);
    INSERT INTO contests (id, file, rulebook, folder) VALUES ('medal', 'a file', '', '/');
    PRAGMA user_version = 3;
";

#[tokio::test]
async fn timers_keep_their_heartbeats_contests_have_no_plan_sessions_stand_and_streams_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let before = vec![event("control", 1, "opened"), event("talk", 1, "a"), event("talk", 2, "b")];
    append(&open(folder.path()), MEDAL, before).await.unwrap();
    rusqlite::Connection::open(folder.path().join("store.db")).unwrap().execute_batch(OLD).unwrap();

    let store = open(folder.path());
    for (contest, beat) in [(MEDAL, Some(Beat { reached: 5, wall: 12 })), ("wager", None)] {
        let Timer::Taken { last, .. } = store.take_timer(contest, "two", None).await.unwrap() else { panic!() };
        assert_eq!(last, beat, "{contest}");
    }
    assert_eq!(store.contests().await.unwrap()[0].plan, "");
    let session = SessionRow { session_hash: [0; 32], since: None, seen: None };
    let (participant, issue) = ("J1".to_owned(), String::new());
    let joined = InvitationRow { participant, token_hash: [0; 32], issue, used: true, sessions: vec![session] };
    assert_eq!(store.invitations(MEDAL).await.unwrap(), [joined]);
    assert_eq!(store.organisers(MEDAL).await.unwrap(), []);
    let again = append(&store, MEDAL, vec![event("talk", 2, "c")]).await.unwrap_err();
    assert!(matches!(again, AppendError::Conflict { found: 2, .. }), "{again}");
    let after = vec![event("talk", 3, "c"), event("control", 2, "closed")];
    assert_eq!(append(&store, MEDAL, after).await.unwrap(), 5);
}

/// The rows of a token and a passkey in format 9, and everything that later formats added.
const TOKENS_AMONG_ORGANISERS: &str = r#"
    DROP TABLE access_tokens;
    DROP TABLE passkeys;
    INSERT INTO organisers VALUES
        ('medal', 'organiser', 'Olga', 'a hash'),
        ('medal', 'reading token 2', 'Board', ''),
        ('medal', 'acting token 13', 'Script', ''),
        ('medal', 'passkey 1 of organiser', 'Phone', '{"since":77,"key":{"cred":{"counter":5}}}'),
        ('medal', 'passkey 2 of organiser 3', 'Laptop', '{"since":78,"key":{}}');
    INSERT INTO invitations (token_hash, contest, participant, used) VALUES
        (zeroblob(32), 'medal', 'organiser', 1),
        (x'01', 'medal', 'reading token 2', 0),
        (x'02', 'medal', 'acting token 13', 0);
    INSERT INTO sessions (session_hash, contest, participant, since, seen) VALUES
        (zeroblob(32), 'medal', 'organiser', NULL, NULL),
        (unhex(hex(zeroblob(31)) || '0B'), 'medal', 'reading token 2', 1, 9),
        (unhex(hex(zeroblob(31)) || '0C'), 'medal', 'acting token 13', NULL, NULL);
    PRAGMA user_version = 9;
"#;

#[tokio::test]
async fn tokens_and_passkeys_leave_the_table_of_organisers() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let database = rusqlite::Connection::open(folder.path().join("store.db")).unwrap();
    database.execute_batch(TOKENS_AMONG_ORGANISERS).unwrap();
    drop(database);

    let store = open(folder.path());
    let names = |rows: Vec<OrganiserRow>| rows.into_iter().map(|row| row.name).collect::<Vec<_>>();
    assert_eq!(names(store.organisers(MEDAL).await.unwrap()), ["Olga"]);
    let token = |number, may: &str, name: &str, last, seen| {
        let mut token_hash = [0; 32];
        token_hash[31] = last;
        AccessTokenRow { number, may: may.to_owned(), name: name.to_owned(), token_hash, seen }
    };
    let tokens = [token(2, "read", "Board", 11, Some(9)), token(13, "act", "Script", 12, None)];
    assert_eq!(store.access_tokens(MEDAL).await.unwrap(), tokens);
    let passkey = |participant: &str, number, name: &str, since, public_key: &str| {
        let [participant, name, public_key] = [participant, name, public_key].map(str::to_owned);
        PasskeyRow { participant, number, name, since, public_key }
    };
    let passkeys = [
        passkey("organiser", 1, "Phone", 77, r#"{"cred":{"counter":5}}"#),
        passkey("organiser 3", 2, "Laptop", 78, "{}"),
    ];
    assert_eq!(store.passkeys(MEDAL).await.unwrap(), passkeys);
    let invited = store.invitations(MEDAL).await.unwrap();
    assert_eq!(invited.len(), 1, "the organiser's card and session stay: {invited:?}");
    assert_eq!(invited[0].sessions.len(), 1);
}
