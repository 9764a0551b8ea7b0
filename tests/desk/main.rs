//! The desk: challenges, games and what is told, on a real database with stepped time.
//!
//! One story a test, and its name is the sentence.

mod access;
mod ahead;
mod challenges;
mod clocks;
mod composing;
mod crash;
mod data;
mod desk;
mod files;
mod finish;
mod following;
mod games;
mod glicko;
mod history;
mod imports;
mod lessons;
mod open_play;
mod plans;
mod races;
mod random_plans;
mod random_use;
mod ratings;
mod reminders;
mod standing;
mod time;
mod time_kept;
mod vacations;
