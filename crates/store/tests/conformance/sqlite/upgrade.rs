//! A folder of an older version is brought to today's format with everything in it.

use store::{AppendError, Beat, Timer};

use super::open;
use crate::support::{MEDAL, append, event};

/// What version 3 kept that later ones keep elsewhere.
const OLD: &str = "
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
async fn timers_keep_their_heartbeats_contests_have_no_plan_and_streams_go_on() {
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
    let again = append(&store, MEDAL, vec![event("talk", 2, "c")]).await.unwrap_err();
    assert!(matches!(again, AppendError::Conflict { found: 2, .. }), "{again}");
    let after = vec![event("talk", 3, "c"), event("control", 2, "closed")];
    assert_eq!(append(&store, MEDAL, after).await.unwrap(), 5);
}
