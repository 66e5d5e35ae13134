-- Format 10: tokens of programs and passkeys have tables of their own. Until here both were rows of `organisers`: a token
-- under a name such as `reading token 1`, with an invitation and a session; a passkey as `passkey 2 of organiser`, with
-- its key as JSON in the place of a password.

CREATE TABLE access_tokens (
    contest TEXT NOT NULL,
    number INTEGER NOT NULL,
    may TEXT NOT NULL,
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    -- Milliseconds since 1970; absent until a program has shown the token.
    seen INTEGER,
    PRIMARY KEY (contest, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
    contest TEXT NOT NULL,
    participant TEXT NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- Milliseconds since 1970.
    since INTEGER NOT NULL,
    public_key TEXT NOT NULL,
    PRIMARY KEY (contest, participant, number)
) STRICT, WITHOUT ROWID;

INSERT INTO access_tokens (contest, number, may, name, token_hash, seen)
SELECT organisers.contest,
    CAST(substr(organisers.participant, instr(organisers.participant, ' token ') + 7) AS INTEGER),
    iif(organisers.participant LIKE 'acting %', 'act', 'read'), name, session_hash, seen
FROM organisers JOIN sessions USING (contest, participant)
WHERE organisers.participant LIKE 'reading token %' OR organisers.participant LIKE 'acting token %';

INSERT INTO passkeys (contest, participant, number, name, since, public_key)
SELECT contest, substr(participant, instr(participant, ' of ') + 4), CAST(substr(participant, 9) AS INTEGER), name,
    json_extract(password, '$.since'), json_extract(password, '$.key')
FROM organisers
WHERE participant LIKE 'passkey % of %' AND json_valid(password);

DELETE FROM sessions WHERE participant LIKE 'reading token %' OR participant LIKE 'acting token %';
DELETE FROM invitations WHERE participant LIKE 'reading token %' OR participant LIKE 'acting token %';
DELETE FROM organisers
WHERE participant LIKE 'reading token %' OR participant LIKE 'acting token %' OR participant LIKE 'passkey % of %';
