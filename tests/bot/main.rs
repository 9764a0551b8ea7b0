//! The program as people use it, and the shape of the sources.

mod cli;
mod composer;
mod keeper;
mod limits;
mod locales;
mod tidy;
