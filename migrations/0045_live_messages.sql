-- Messages that are kept up to date: the table of a ladder. One for each subject.
CREATE TABLE live_messages (
    kind TEXT NOT NULL,
    subject BIGINT NOT NULL,                -- of this kind: the server of a ladder
    server BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    message BIGINT,                         -- none until it is posted
    old_channel BIGINT,                     -- a previous message, which is to be deleted
    old_message BIGINT,
    is_wanted BOOLEAN NOT NULL,
    posts BIGINT NOT NULL,                  -- how often it was to be posted anew
    shown_at BIGINT,
    changes BIGINT NOT NULL,
    due_at BIGINT,
    PRIMARY KEY (kind, subject)
) WITHOUT ROWID;

CREATE INDEX live_messages_due ON live_messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX live_messages_server ON live_messages (server);
