-- A notice in the bucket of its channel.
INSERT INTO outbox (nonce, game, player, notice, made_at, attempts, next_try, bucket)
VALUES ('1-9t', 1, 1000001, '{"kind":"turn","board":2,"forced":0}', 1800000009000, 0, 1800000009000, 60);
