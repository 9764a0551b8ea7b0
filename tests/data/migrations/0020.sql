-- A lease that has run out, and the token of a reply.
INSERT INTO leases (name, owner, epoch, until) VALUES ('gateway', 'a former process', 3, 1800000009000);
INSERT INTO reply_tokens (game, token, interaction, player, is_guest, channel, parent, until)
VALUES (3, 'token', 171, 1000001, true, 60, 60, 1800000009000);
