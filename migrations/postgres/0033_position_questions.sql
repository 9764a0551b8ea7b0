-- What people have asked the computer about positions of their analysis boards.
CREATE TABLE position_questions (
    id BIGINT NOT NULL PRIMARY KEY,     -- the interaction that asked first
    player BIGINT NOT NULL,
    code TEXT COLLATE "C" NOT NULL,                 -- the position
    found TEXT,                         -- JSON; NULL: not yet
    asked_at BIGINT NOT NULL,
    UNIQUE (player, code)
);

CREATE INDEX position_questions_asked ON position_questions (asked_at);
