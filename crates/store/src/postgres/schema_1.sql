-- Format 1 of a store in PostgreSQL. Positions and numbers count from 1. A later format is a later file: this one no
-- longer changes. Texts are ordered by their bytes, as in the embedded engine.

CREATE TABLE contests (
    added BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    file TEXT NOT NULL,
    rulebook TEXT NOT NULL,
    folder TEXT NOT NULL,
    plan TEXT NOT NULL
);

-- Whoever appends says at which position: two who want the same cannot both have it.
CREATE TABLE events (
    contest TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL CHECK (position > 0),
    stream TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL CHECK (number > 0),
    leaf BYTEA NOT NULL,
    private BYTEA,
    PRIMARY KEY (contest, position)
);

CREATE UNIQUE INDEX events_by_stream ON events (contest, stream, number);

-- What the tree is made of stays. Only what a leaf commits to may ever be taken away.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an event is never changed or deleted';
END
$$;

CREATE TRIGGER events_stay BEFORE DELETE OR TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER events_keep_their_words BEFORE UPDATE OF contest, position, stream, number, leaf ON events
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Hashes are SHA-256. A participant has one invitation at a time.
CREATE TABLE invitations (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    contest TEXT NOT NULL,
    participant TEXT NOT NULL,
    used BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (contest, participant)
);

-- A session stands while the invitation it was opened with does.
CREATE TABLE sessions (
    session_hash BYTEA NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL
);

CREATE INDEX sessions_by_token ON sessions (token_hash);

-- In the order in which they were signed.
CREATE TABLE checkpoints (
    added BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest TEXT NOT NULL,
    size BIGINT NOT NULL,
    note TEXT NOT NULL
);

CREATE INDEX checkpoints_by_contest ON checkpoints (contest, added);

CREATE TABLE drafts (
    contest TEXT NOT NULL,
    participant TEXT COLLATE "C" NOT NULL,
    form TEXT COLLATE "C" NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (contest, participant, form)
);

-- A lease that nobody holds keeps its number and its note.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT,
    number BIGINT NOT NULL CHECK (number > 0),
    renewals BIGINT NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT ''
);
