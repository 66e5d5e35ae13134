//! A folder of an older version is upgraded to today's format with all its content.

use store::{AppendError, Beat, InvitationRow, SessionRow, Timer};

use super::open;
use crate::support::{MEDAL, append, event};

/// Turns a database of today's format into one of format 3.
const OLD: &str = "
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
