//! Tests of the use cases in `src/app`: challenges, games and notifications, on a real database
//! with a clock that the test sets.
//!
//! Each test tells one story; its name is the sentence it proves.

mod access;
mod challenges;
mod clock_set_back;
mod clocks;
mod club_puzzles;
mod composer;
mod computer;
mod crash;
mod database_files;
mod endings;
mod fixture;
mod follow;
mod game_analysis;
mod games;
mod glicko2;
mod history;
mod imports;
mod ladder;
mod leases;
mod lessons;
mod lobby;
mod on_postgres;
mod plans;
mod postgres;
mod previous_version;
mod privacy;
mod processes;
mod puzzles;
mod query_plans;
mod races;
mod races_between_processes;
mod random_plans;
mod random_use;
mod ratings;
mod reminders;
mod stats;
mod sweep;
mod test_database;
mod time_conservation;
mod tournaments;
mod vacations;
