-- Format 2 of a store: who holds each contest's timer and how far it had come, and every signed checkpoint.

-- Moments are milliseconds since 1970. A timer that nobody holds keeps its last heartbeat.
CREATE TABLE timers (
    contest TEXT NOT NULL PRIMARY KEY,
    holder TEXT,
    reached INTEGER,
    wall INTEGER
) STRICT, WITHOUT ROWID;

-- In the order in which they were signed: two notes of one size are both kept, since they may contradict each other.
CREATE TABLE signed (
    added INTEGER PRIMARY KEY,
    contest TEXT NOT NULL,
    size INTEGER NOT NULL,
    note TEXT NOT NULL,
    UNIQUE (contest, size, note)
) STRICT;

INSERT INTO signed (contest, size, note) SELECT contest, size, note FROM checkpoints ORDER BY contest, size;
DROP TABLE checkpoints;
ALTER TABLE signed RENAME TO checkpoints;
