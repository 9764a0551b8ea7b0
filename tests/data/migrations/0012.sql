-- A notice that is to be the response to the interaction that caused it, and may have arrived; one that
-- follows a response; and a database that has its own name.
INSERT INTO outbox (nonce, game, player, notice, made_at, attempts, next_try, interaction, response, token)
VALUES ('3-0s', 3, 1000001, '{"kind":"started"}', 1800000009000, 1, 1800000011000, 171, 'first', 'token'),
    ('5-0s', 5, 1000002, '{"kind":"started"}', 1800000009000, 1, 1800000011000, 172, 'follow-up', NULL);
UPDATE database_id SET value = '00112233445566778899aabbccddeeff';
