-- Format 3: cards that can be shown again, who has which session since when, several organisers, and what they did.

-- What a server needs beside its own secret to make the token again; empty where an earlier format kept none.
ALTER TABLE invitations ADD COLUMN issue TEXT NOT NULL DEFAULT '';

-- Moments are milliseconds since 1970; absent until the session is seen.
ALTER TABLE sessions ADD COLUMN since BIGINT, ADD COLUMN seen BIGINT;

-- Whoever may act as the organiser. The password is a slow hash with its salt and cost; empty where there is none.
CREATE TABLE organisers (
    contest TEXT NOT NULL,
    participant TEXT COLLATE "C" NOT NULL,
    name TEXT NOT NULL,
    password TEXT NOT NULL,
    PRIMARY KEY (contest, participant)
);

CREATE TABLE deeds (
    added BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest TEXT NOT NULL,
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL
);

CREATE INDEX deeds_by_contest ON deeds (contest, added);
