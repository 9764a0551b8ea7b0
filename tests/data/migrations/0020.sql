-- A process that was connected, and a reply token.
INSERT INTO leases (name, owner, epoch, until) VALUES ('gateway', 'abc', 3, 1700000000000);
INSERT INTO reply_tokens (game, token, interaction, player, is_guest, channel, parent, until)
VALUES (1, 'token', 99, 1, FALSE, 10, 10, 1700000000000);
