-- How strong players are in each game, as rated games tell. Figures are kept as they were worked out,
-- to the last bit: `hexpost check` works them out again.

-- A player's rating as the last rated game left it: follows from `rated_games`.
CREATE TABLE ratings (
    player BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,                     -- the name of the game
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,                  -- how many rated games
    at BIGINT NOT NULL,                     -- when the last of them ended
    settled_until BIGINT NOT NULL,          -- from then on the rating is provisional, without another game
    PRIMARY KEY (player, kind)
);

CREATE INDEX ratings_order ON ratings (kind, rating DESC, player, settled_until);

-- What each rated game changed, one row for each player, in the order in which the games ended. Of
-- someone who asked to be forgotten the figures stay, without the number: the other's follow from them.
CREATE SEQUENCE rated_game_places;

CREATE TABLE rated_games (
    place BIGINT NOT NULL,                  -- 1 is the first rated game of all
    side BIGINT NOT NULL,
    game BIGINT NOT NULL REFERENCES games (id),
    kind TEXT COLLATE "C" NOT NULL,
    server BIGINT,
    player BIGINT,
    rating_before DOUBLE PRECISION NOT NULL,    -- when the game ended: the deviation has grown until then
    deviation_before DOUBLE PRECISION NOT NULL,
    volatility_before DOUBLE PRECISION NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,                  -- the player's first rated game of this kind is 1
    at BIGINT NOT NULL,
    settled_until BIGINT NOT NULL,
    PRIMARY KEY (place, side)
);

CREATE UNIQUE INDEX rated_games_game ON rated_games (game, side);
CREATE UNIQUE INDEX rated_games_player ON rated_games (player, kind, games) WHERE player IS NOT NULL;
CREATE INDEX rated_games_server ON rated_games (server, kind, player)
    WHERE server IS NOT NULL AND player IS NOT NULL;

-- Counting results: of one player, and of one against another. Only an end touches these.
CREATE INDEX games_results_first ON games (first, game, second, winner, how, finished_at)
    WHERE finished_at IS NOT NULL;
CREATE INDEX games_results_second ON games (second, game, first, winner, how, finished_at)
    WHERE finished_at IS NOT NULL;
