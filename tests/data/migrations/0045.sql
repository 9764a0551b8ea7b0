-- The message with the table of a ladder.
INSERT INTO live_messages (kind, subject, server, channel, message, is_wanted, posts, shown_at, changes, due_at)
VALUES ('ladder', 50, 50, 60, 70, true, 1, 1700000000000, 3, 1800000000000);
