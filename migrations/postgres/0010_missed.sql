-- What someone could not be told is looked up on the next visit.
CREATE INDEX outbox_missed ON outbox (player) WHERE failure IS NOT NULL;
