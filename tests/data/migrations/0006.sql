-- Open play in the sixth schema: a standing challenge, a lobby, a follower, a server that is gone.
INSERT INTO challenges (
    id, server, channel, challenger, game, variant, seat, is_rated, secret, state, made_at, expires_at,
    standing
) VALUES (
    60, 50, 60, 1000001, 'tzaar', 'fixed', 'random', false,
    '00000000000000000000000000000000', 'open', 1800000006000, 1900000000000, 60
);
INSERT INTO standing (id, player, challenge, most, is_open) VALUES (60, 1000001, 60, 3, true);
INSERT INTO lobbies (server, channel, message, is_wanted, made_at, shown_at, changes)
VALUES (50, 60, 70, true, 1800000006000, 1800000007000, 1);
INSERT INTO follows (game, player, is_told) VALUES (1, 1000003, true);
INSERT INTO servers (id, settings, gone_at) VALUES (51, '{}', 1800000008000);
