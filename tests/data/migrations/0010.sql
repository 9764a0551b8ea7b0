-- What one player could not be told, and what the other is still to be told.
INSERT INTO outbox (nonce, game, player, notice, made_at, attempts, next_try, done_at, failure)
VALUES ('1-1t', 1, 1000001, '{"kind":"turn","board":2,"forced":0}', 1800000009000, 1, NULL, 1800000009500, 'no direct message');
INSERT INTO outbox (nonce, game, player, notice, made_at, attempts, next_try)
VALUES ('2-0s', 2, 1000001, '{"kind":"started"}', 1800000009000, 1, 1800000011000);
