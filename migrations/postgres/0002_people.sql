-- What players and servers prefer, and what players have begun.

CREATE TABLE players (
    id BIGINT NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL
);

CREATE TABLE servers (
    id BIGINT NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL
);

-- `player` wants no challenges from `blocked`.
CREATE TABLE blocks (
    player BIGINT NOT NULL,
    blocked BIGINT NOT NULL,
    PRIMARY KEY (player, blocked)
);

CREATE INDEX blocks_blocked ON blocks (blocked);

-- A player's turn in the making, for the position after event `board`.
CREATE TABLE drafts (
    game BIGINT NOT NULL REFERENCES games (id),
    player BIGINT NOT NULL,
    board BIGINT NOT NULL,
    steps TEXT NOT NULL,
    touched BIGINT NOT NULL,      -- so many steps can't be changed any more
    at BIGINT NOT NULL,
    PRIMARY KEY (game, player)
);

CREATE INDEX drafts_player ON drafts (player);

CREATE TABLE mutes (
    player BIGINT NOT NULL,
    game BIGINT NOT NULL REFERENCES games (id),
    PRIMARY KEY (game, player)
);

CREATE INDEX mutes_player ON mutes (player);
