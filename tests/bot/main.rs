//! The program as people use it, and the shape of the sources.

mod bench;
mod cli;
mod composer;
mod keeper;
mod limits;
mod local;
mod locales;
mod page;
mod play;
mod refusals;
mod rules;
mod tidy;
mod tiny;
