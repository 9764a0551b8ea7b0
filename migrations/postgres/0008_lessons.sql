-- Lessons that people have solved.
CREATE TABLE lessons (
    player BIGINT NOT NULL,
    lesson TEXT COLLATE "C" NOT NULL,           -- its name
    solved_at BIGINT NOT NULL,
    PRIMARY KEY (player, lesson)
);
