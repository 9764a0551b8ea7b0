//! The desk: challenges, games and what is told, on a real database with stepped time.
//!
//! One story a test, and its name is the sentence.

mod ahead;
mod challenges;
mod composing;
mod crash;
mod data;
mod desk;
mod files;
mod finish;
mod games;
mod lessons;
mod plans;
mod races;
mod random_plans;
mod random_use;
mod time;
