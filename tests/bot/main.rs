//! The program as people use it, and the shape of the sources.

mod cli;
mod keeper;
mod limits;
mod tidy;
