-- What is to be told is divided among the processes by where it goes: all notices for one destination are in
-- the same bucket, from 0 to 63. That is the channel of the game, or the player if there is none.
ALTER TABLE outbox ADD COLUMN bucket BIGINT NOT NULL DEFAULT 0;
UPDATE outbox SET bucket = COALESCE(
    (SELECT channel FROM challenges WHERE challenges.id = outbox.game), player, game);
UPDATE outbox SET bucket = (bucket + (bucket >> 22)) & 63;
