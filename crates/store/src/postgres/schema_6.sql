-- Format 6: tokens of programs and passkeys have tables of their own. Until here both were rows of `organisers`: a token
-- under a name such as `reading token 1`, with an invitation and a session; a passkey as `passkey 2 of organiser`, with
-- its key as JSON in the place of a password.

CREATE TABLE access_tokens (
    contest TEXT NOT NULL,
    number INTEGER NOT NULL,
    may TEXT NOT NULL,
    name TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    -- Milliseconds since 1970; absent until a program has shown the token.
    seen BIGINT,
    PRIMARY KEY (contest, number)
);

CREATE TABLE passkeys (
    contest TEXT NOT NULL,
    participant TEXT COLLATE "C" NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- Milliseconds since 1970.
    since BIGINT NOT NULL,
    public_key TEXT NOT NULL,
    PRIMARY KEY (contest, participant, number)
);

INSERT INTO access_tokens (contest, number, may, name, token_hash, seen)
SELECT organisers.contest, split_part(organisers.participant, ' ', 3)::integer,
    CASE WHEN organisers.participant LIKE 'acting %' THEN 'act' ELSE 'read' END, organisers.name, session_hash, seen
FROM organisers
JOIN invitations ON invitations.contest = organisers.contest AND invitations.participant = organisers.participant
JOIN sessions ON sessions.token_hash = invitations.token_hash
WHERE organisers.participant ~ '^(reading|acting) token [0-9]+$';

INSERT INTO passkeys (contest, participant, number, name, since, public_key)
SELECT contest, substring(participant FROM '^passkey [0-9]+ of (.*)$'), split_part(participant, ' ', 2)::integer, name,
    (password::json ->> 'since')::bigint, password::json ->> 'key'
FROM organisers
WHERE participant ~ '^passkey [0-9]+ of ';

DELETE FROM sessions USING invitations
WHERE sessions.token_hash = invitations.token_hash AND participant ~ '^(reading|acting) token [0-9]+$';
DELETE FROM invitations WHERE participant ~ '^(reading|acting) token [0-9]+$';
DELETE FROM organisers WHERE participant ~ '^((reading|acting) token [0-9]+$|passkey [0-9]+ of )';
