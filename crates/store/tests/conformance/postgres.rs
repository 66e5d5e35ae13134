//! Promises of the cluster engine alone: log-in, database formats, and broken connections.

use std::{error::Error, sync::Arc};

use store::{
    AccessTokenRow, AppendError, Batch, Engine, InvitationRow, OpenError, PasskeyRow, PostgresStore, SessionRow, Store,
    StoreError,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

use crate::{
    servers::{self, Nats, PASSWORD, sql, try_sql},
    support::{MEDAL, append, event, leaves},
};

async fn refused(address: &str) -> OpenError {
    match PostgresStore::open(address, None).await {
        Ok(_) => panic!("it was opened"),
        Err(error) => error,
    }
}

fn told(error: &dyn Error) -> String {
    let mut said = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        said += ": ";
        said += &cause.to_string();
        source = cause.source();
    }
    said
}

#[tokio::test]
async fn a_wrong_password_is_refused_and_never_repeated() {
    let address = servers::database().replace(PASSWORD, "guess");
    let error = refused(&address).await;
    assert!(matches!(error, OpenError::WrongPassword { .. }), "{error}");
    let told = told(&error);
    assert!(told.contains("does not let this user in (check user and password in its address)"), "{told}");
    assert!(told.contains("at 127.0.0.1"), "{told}");
    assert!(told.contains("password authentication failed for user \"viva\""), "{told}");
    assert!(!told.contains("guess"), "{told}");
}

#[tokio::test]
async fn a_password_comes_beside_the_address_where_it_must_not_stand_in_it() {
    let address = servers::database();
    let without = address.replace(&format!(":{PASSWORD}"), "");
    assert_ne!(address, without);
    PostgresStore::open(&without, Some(PASSWORD)).await.unwrap();
    let error = PostgresStore::open(&without, None).await.map(drop).unwrap_err();
    assert!(matches!(error, OpenError::Unavailable { .. }) && told(&error).contains("password"), "{}", told(&error));
}

#[tokio::test]
async fn an_address_that_is_none_is_refused_and_never_repeated() {
    for address in ["postgres://viva:secret@127.0.0.1:many/db", "mysql://viva:secret@here"] {
        let error = refused(address).await;
        assert!(matches!(error, OpenError::Address { .. }), "{error}");
        assert!(!told(&error).contains("secret"), "{}", told(&error));
    }
}

#[tokio::test]
async fn a_database_that_is_not_there_is_named() {
    let error = refused(&format!("{}_no_more", servers::database())).await;
    let OpenError::Unavailable { place, .. } = &error else { panic!("{error}") };
    assert!(place.ends_with("_no_more` at 127.0.0.1"), "{place}");
    assert!(told(&error).contains("does not exist"), "{}", told(&error));

    // No server listens on a port that was just released.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = refused(&format!("postgres://viva:secret@127.0.0.1:{port}/db")).await;
    assert!(matches!(error, OpenError::Unavailable { .. }), "{error}");
    assert!(told(&error).contains("Connection refused"), "{}", told(&error));
}

#[tokio::test(start_paused = true)]
async fn a_database_that_accepts_and_says_nothing_is_given_up() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("postgres://viva:secret@{}/db", silent.local_addr().unwrap());
    let error = refused(&address).await;
    assert!(matches!(error, OpenError::Unavailable { .. }), "{error}");
    assert!(told(&error).contains("no answer came in time"), "{}", told(&error));
}

#[tokio::test]
async fn an_engine_of_a_cluster_is_a_database_and_a_bus() {
    let (address, bus) = (servers::database(), Nats::start());
    let one = Engine::cluster(&address, None, &bus.address()).await.unwrap();
    let other = Engine::cluster(&address, None, &bus.address()).await.unwrap();
    let mut news = other.bus.subscribe(MEDAL);
    let position = append(&one.store, MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    while !news.has_changed().unwrap() {
        // A bus that is not connected yet is no failure of the append.
        let _ = one.bus.publish(MEDAL, position);
        tokio::task::yield_now().await;
    }
    assert_eq!(*news.borrow_and_update(), position);
    assert_eq!(leaves(&other.store, MEDAL).await, ["opened"]);
}

#[tokio::test]
async fn a_database_of_a_later_version_is_left_alone() {
    let address = servers::database();
    drop(PostgresStore::open(&address, None).await.unwrap());
    sql(&address, "INSERT INTO store_format VALUES (99)");
    let error = refused(&address).await;
    assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("has format 99, and this program knows formats up to"), "{error}");
}

/// Turns a database of today's format into one of format 2.
const OLD: &str = "
    DROP TABLE access_tokens, passkeys, attachments, notes, deeds, organisers;
    ALTER TABLE sessions DROP COLUMN since, DROP COLUMN seen;
    ALTER TABLE invitations DROP COLUMN issue;
    INSERT INTO invitations (token_hash, contest, participant, used) VALUES (decode(repeat('01', 32), 'hex'), 'medal', 'J1', TRUE);
    INSERT INTO sessions (session_hash, token_hash)
        VALUES (decode(repeat('02', 32), 'hex'), decode(repeat('01', 32), 'hex'));
    UPDATE store_format SET format = 2";

#[tokio::test]
async fn whoever_had_joined_before_an_upgrade_has_joined_after_it() {
    let address = servers::database();
    drop(PostgresStore::open(&address, None).await.unwrap());
    sql(&address, OLD);
    let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&address, None).await.unwrap());
    let session = SessionRow { session_hash: [2; 32], since: None, seen: None };
    let (participant, issue) = ("J1".to_owned(), String::new());
    let joined = InvitationRow { participant, token_hash: [1; 32], issue, used: true, sessions: vec![session] };
    assert_eq!(store.invitations(MEDAL).await.unwrap(), [joined]);
    assert_eq!(store.organisers(MEDAL).await.unwrap(), []);
    sql(&address, "INSERT INTO store_format SELECT 1 / (max(format) = 6)::int FROM store_format");
}

/// A token and a passkey among the organisers, as format 5 kept them.
const TOKENS_AMONG_ORGANISERS: &str = r#"
    DROP TABLE access_tokens, passkeys;
    INSERT INTO organisers VALUES
        ('medal', 'organiser', 'Olga', 'a hash'),
        ('medal', 'acting token 13', 'Script', ''),
        ('medal', 'passkey 2 of organiser 3', 'Laptop', '{"since":78,"key":{"cred":{"counter":5}}}');
    INSERT INTO invitations (token_hash, contest, participant, used) VALUES
        (decode(repeat('01', 32), 'hex'), 'medal', 'organiser', TRUE),
        (decode(repeat('02', 32), 'hex'), 'medal', 'acting token 13', FALSE);
    INSERT INTO sessions (session_hash, token_hash, seen) VALUES
        (decode(repeat('03', 32), 'hex'), decode(repeat('01', 32), 'hex'), NULL),
        (decode(repeat('04', 32), 'hex'), decode(repeat('02', 32), 'hex'), 9);
    UPDATE store_format SET format = 5"#;

#[tokio::test]
async fn tokens_and_passkeys_leave_the_table_of_organisers() {
    let address = servers::database();
    drop(PostgresStore::open(&address, None).await.unwrap());
    sql(&address, TOKENS_AMONG_ORGANISERS);
    let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&address, None).await.unwrap());
    assert_eq!(store.organisers(MEDAL).await.unwrap().len(), 1);
    let (may, name) = ("act".to_owned(), "Script".to_owned());
    let token = AccessTokenRow { number: 13, may, name, token_hash: [4; 32], seen: Some(9) };
    assert_eq!(store.access_tokens(MEDAL).await.unwrap(), [token]);
    let (participant, name) = ("organiser 3".to_owned(), "Laptop".to_owned());
    let public_key = r#"{"cred":{"counter":5}}"#.to_owned();
    let passkey = PasskeyRow { participant, number: 2, name, since: 78, public_key };
    assert_eq!(store.passkeys(MEDAL).await.unwrap(), [passkey]);
    let invited = store.invitations(MEDAL).await.unwrap();
    assert_eq!((invited.len(), invited[0].sessions.len()), (1, 1), "the organiser's card and session stay");
}

#[tokio::test]
async fn a_database_of_something_else_is_left_alone() {
    let address = servers::database();
    sql(&address, "CREATE TABLE events (id INTEGER); INSERT INTO events VALUES (7)");
    let error = refused(&address).await;
    assert!(matches!(error, OpenError::Older { found: 0, .. }), "{error}");
    let told = told(&error);
    assert!(told.contains("use a database of its own"), "{told}");
    assert!(told.contains("\"events\" already exists"), "{told}");
    let (there, said) = try_sql(&address, "SELECT * FROM contests");
    assert!(!there && said.contains("does not exist"), "nothing was changed: {said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_start_at_the_same_time_make_the_tables_once() {
    let address = servers::database();
    let starts: Vec<_> = (0..4)
        .map(|_| {
            tokio::spawn({
                let address = address.clone();
                async move { PostgresStore::open(&address, None).await.map(drop) }
            })
        })
        .collect();
    for start in starts {
        start.await.unwrap().unwrap();
    }
    sql(&address, "INSERT INTO store_format SELECT 1 / (count(*) = 1)::int FROM store_format");
}

#[tokio::test]
async fn no_event_is_ever_changed_or_deleted() {
    let address = servers::database();
    let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&address, None).await.unwrap());
    append(&store, MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    for statement in ["DELETE FROM events", "TRUNCATE events", "UPDATE events SET leaf = ''"] {
        let (done, said) = try_sql(&address, statement);
        assert!(!done && said.contains("never changed or deleted"), "{statement}: {said}");
    }
    assert_eq!(leaves(&store, MEDAL).await, ["opened"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_waits_for_the_disk_whatever_the_server_is_set_to() {
    let address = servers::database();
    let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&address, None).await.unwrap());
    // The servers of these tests acknowledge before the disk has the commit, unless a session says otherwise.
    sql(
        &address,
        "CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF current_setting('synchronous_commit') <> 'on' THEN RAISE 'acknowledged too early'; END IF;
             RETURN NULL;
         END $$;
         CREATE TRIGGER look AFTER INSERT ON events EXECUTE FUNCTION look()",
    );
    assert_eq!(append(&store, MEDAL, vec![event("control", 1, "opened")]).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_breaks_is_made_again() {
    let address = servers::database();
    let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&address, None).await.unwrap());
    let mut stored = append(&store, MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    for _broken in 0..3 {
        let name = address.rsplit('/').next().unwrap();
        let others = format!(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
             WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        );
        sql(&address, &others);
        let batch = Batch::from(vec![event("control", stored + 1, "goes on")]);
        // An interrupted append has an unknown result, and is sent again.
        let position = loop {
            match store.append(MEDAL, batch.clone()).await {
                Ok(position) => break position,
                Err(AppendError::Unavailable(_)) => {}
                Err(error) => panic!("{}", told(&error)),
            }
        };
        assert_eq!(position, stored + 1);
        stored = position;
        loop {
            match store.read(MEDAL, 0, 100).await {
                Ok(events) => break assert_eq!(events.len() as u64, stored),
                Err(StoreError::Unavailable(_)) => {}
                Err(error) => panic!("{}", told(&error)),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_gets_no_answer_learns_whether_its_events_were_stored() {
    let address = servers::database();
    let road = Road::to(&address).await;
    let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&road.address, None).await.unwrap());
    let mut stored = append(&store, MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    for lost in [Lost::Answers, Lost::Questions] {
        let batch = Batch::from(vec![event("control", stored + 1, "goes on")]);
        road.loses.send_replace(Some(lost));
        let error = store.append(MEDAL, batch.clone()).await.unwrap_err();
        assert!(matches!(error, AppendError::Unavailable(_)), "{}", told(&error));
        assert!(error.to_string().contains("append the same events again"), "{error}");
        road.loses.send_replace(None);
        let reached = leaves(&store, MEDAL).await.len() as u64;
        assert_eq!(reached, if lost == Lost::Answers { stored + 1 } else { stored });

        stored += 1;
        assert_eq!(store.append(MEDAL, batch.clone()).await.unwrap(), stored);
        append(&store, MEDAL, vec![event("control", stored + 1, "and on")]).await.unwrap();
        assert_eq!(store.append(MEDAL, batch).await.unwrap(), stored, "once, whatever comes after it");
        stored += 1;
    }
    assert_eq!(leaves(&store, MEDAL).await, ["opened", "goes on", "and on", "goes on", "and on"]);
}

/// A proxy to the database that can lose data.
struct Road {
    address: String,
    loses: watch::Sender<Option<Lost>>,
}

/// The lost direction; the connection breaks too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lost {
    Questions,
    Answers,
}

impl Road {
    async fn to(database: &str) -> Self {
        let (before, after) = database.split_once("127.0.0.1:").unwrap();
        let (port, name) = after.split_once('/').unwrap();
        let server: u16 = port.parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("{before}{}/{name}", listener.local_addr().unwrap());
        let loses = watch::Sender::new(None);
        let lost = loses.subscribe();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(("127.0.0.1", server)).await.unwrap();
                let ((questions, to_client), (answers, to_server)) = (client.into_split(), server.into_split());
                let lost = lost.clone();
                tokio::spawn(async move {
                    // When one side ends, so does the other.
                    tokio::select! {
                        () = carry(questions, to_server, lost.clone(), Lost::Questions) => {}
                        () = carry(answers, to_client, lost, Lost::Answers) => {}
                    }
                });
            }
        });
        Self { address, loses }
    }
}

async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, loses: watch::Receiver<Option<Lost>>, what: Lost) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if *loses.borrow() == Some(what) || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
