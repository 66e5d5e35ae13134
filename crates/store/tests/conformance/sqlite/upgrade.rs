//! A folder of an older version is brought to today's format with everything in it.

use store::{Beat, Timer};

use super::open;
use crate::support::{MEDAL, append, event};

/// What version 3 kept that version 4 keeps elsewhere.
const OLD: &str = "
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
async fn timers_keep_their_heartbeats_and_contests_have_no_plan() {
    let folder = tempfile::tempdir().unwrap();
    append(&open(folder.path()), MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    rusqlite::Connection::open(folder.path().join("store.db")).unwrap().execute_batch(OLD).unwrap();

    let store = open(folder.path());
    for (contest, beat) in [(MEDAL, Some(Beat { reached: 5, wall: 12 })), ("wager", None)] {
        let Timer::Taken { last, .. } = store.take_timer(contest, "two", None).await.unwrap() else { panic!() };
        assert_eq!(last, beat, "{contest}");
    }
    assert_eq!(store.contests().await.unwrap()[0].plan, "");
    assert_eq!(append(&store, MEDAL, vec![event("control", 2, "closed")]).await.unwrap(), 2);
}
