//! Every way by which cells come in and go out besides scenes: what people paste, tables, JSON, hex.
//!
//! One format a file. Sees layers and their records, never an operation, a file system or a command line.

pub mod hex;
pub mod json;
mod limits;
pub mod output;
mod shown;
pub mod snippet;
pub mod table;
