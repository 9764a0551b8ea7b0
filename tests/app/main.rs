//! The fixture: challenges, games and what is told, on a real database with stepped time.
//!
//! One story a test, and its name is the sentence.

mod access;
mod challenges;
mod clock_set_back;
mod clocks;
mod composer;
mod crash;
mod database_files;
mod endings;
mod fixture;
mod follow;
mod games;
mod glicko2;
mod history;
mod imports;
mod lessons;
mod lobby;
mod plans;
mod privacy;
mod query_plans;
mod races;
mod random_plans;
mod random_use;
mod ratings;
mod reminders;
mod stats;
mod sweep;
mod time_conservation;
mod vacations;
