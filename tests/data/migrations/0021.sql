-- A process that has ended.
INSERT INTO processes (id, version, is_working, until, slowed_until)
VALUES ('a former process', 21, true, 1800000009000, 0);
