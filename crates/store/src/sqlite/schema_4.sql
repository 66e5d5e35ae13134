-- Format 4: leases, of which a timer is one, and the plan with which a contest is to be opened.

-- A lease that nobody holds keeps its number and its note. The note of a timer is its last heartbeat: two moments.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT,
    number INTEGER NOT NULL CHECK (number > 0),
    renewals INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

INSERT INTO leases (name, holder, number, note)
SELECT 'timer/' || contest, holder, 1, coalesce(reached || ' ' || wall, '') FROM timers;
DROP TABLE timers;

ALTER TABLE contests ADD COLUMN plan TEXT NOT NULL DEFAULT '';
