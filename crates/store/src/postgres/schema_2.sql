-- Format 2: what all servers of a store agree on.

CREATE TABLE agreed (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
