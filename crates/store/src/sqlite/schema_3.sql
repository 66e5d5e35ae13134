-- Format 3: what people have filled in and not sealed.

CREATE TABLE drafts (
    contest TEXT NOT NULL,
    participant TEXT NOT NULL,
    form TEXT NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (contest, participant, form)
) STRICT, WITHOUT ROWID;
