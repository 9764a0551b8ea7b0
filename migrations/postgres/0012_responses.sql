-- What tells this database from every other, made once. Copies keep it. Discord remembers a bot's nonces
-- for some minutes: those of a new database must not repeat those of the one before.
CREATE TABLE database_id (
    id BIGINT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

INSERT INTO database_id (id, value) VALUES (1, replace(CAST(gen_random_uuid() AS TEXT), '-', ''));

-- Where the bot is only a guest, a notice is the response to the interaction that caused it. It is noted
-- here before it is sent, so that it is never sent twice.
ALTER TABLE outbox ADD COLUMN interaction BIGINT;   -- the cause, if it was a person
ALTER TABLE outbox ADD COLUMN response TEXT;        -- 'first', 'follow-up', 'public' or 'failed'
ALTER TABLE outbox ADD COLUMN token TEXT;           -- with which Discord tells whether 'first' arrived
-- What an interaction has caused and is still to be told.
CREATE INDEX outbox_interaction ON outbox (interaction)
    WHERE interaction IS NOT NULL AND next_try IS NOT NULL;
