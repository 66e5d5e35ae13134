-- Format 4: what was signed about a record beside its checkpoints.

-- A later note takes the place of an earlier one of the same kind and name.
CREATE TABLE notes (
    contest TEXT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (contest, kind, name)
);
