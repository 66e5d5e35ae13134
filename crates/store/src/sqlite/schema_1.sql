-- Format 1 of a store. Positions and numbers count from 1. A later format is a later file: this one no longer changes.

CREATE TABLE contests (
    added INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    file TEXT NOT NULL,
    rulebook TEXT NOT NULL,
    folder TEXT NOT NULL
) STRICT;

-- Clustered by position, so that a contest is read back in one sweep.
CREATE TABLE events (
    contest TEXT NOT NULL,
    position INTEGER NOT NULL CHECK (position > 0),
    stream TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    leaf BLOB NOT NULL,
    private BLOB,
    PRIMARY KEY (contest, position)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_by_stream ON events (contest, stream, number);

-- What the tree is made of stays. Only what a leaf commits to may ever be taken away.
CREATE TRIGGER events_stay BEFORE DELETE ON events
BEGIN
    SELECT raise(ABORT, 'an event is never deleted');
END;

CREATE TRIGGER events_keep_their_words BEFORE UPDATE OF contest, position, stream, number, leaf ON events
BEGIN
    SELECT raise(ABORT, 'an event is never changed');
END;

-- Hashes are SHA-256. A participant has one invitation at a time.
CREATE TABLE invitations (
    token_hash BLOB NOT NULL PRIMARY KEY,
    contest TEXT NOT NULL,
    participant TEXT NOT NULL,
    used INTEGER NOT NULL DEFAULT 0,
    UNIQUE (contest, participant)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    session_hash BLOB NOT NULL PRIMARY KEY,
    contest TEXT NOT NULL,
    participant TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_participant ON sessions (contest, participant);

CREATE TABLE checkpoints (
    contest TEXT NOT NULL,
    size INTEGER NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (contest, size)
) STRICT, WITHOUT ROWID;
