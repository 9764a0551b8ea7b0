-- An erasure whose traces may still be in the write-ahead log.
INSERT INTO erasures (id, count) VALUES (1, 1);
