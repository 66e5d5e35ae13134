-- Format 9: files that judges showed, by contest and SHA-256, without what tells who made them.

CREATE TABLE attachments (
    contest TEXT NOT NULL,
    hash BLOB NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (contest, hash)
) STRICT;
