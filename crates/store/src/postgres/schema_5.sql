-- Format 5: files that judges showed, by contest and SHA-256, without what tells who made them.

CREATE TABLE attachments (
    contest TEXT NOT NULL,
    hash BYTEA NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (contest, hash)
);
