//! What the program promises, held against the engine. Runs where `TILEWRIGHT_GODOT` is the path of a Godot binary, 4.3
//! or later; elsewhere each test says that it is skipped.

mod common;

#[path = "engine/build.rs"]
mod build;
#[path = "engine/check.rs"]
mod check;
#[path = "engine/claims.rs"]
mod claims;
#[path = "engine/migrate.rs"]
mod migrate;
#[path = "engine/moves.rs"]
mod moves;
#[path = "engine/mutants.rs"]
mod mutants;
#[path = "engine/operations.rs"]
mod operations;
#[path = "engine/picture.rs"]
mod picture;
#[path = "engine/recode.rs"]
mod recode;
#[path = "engine/samples.rs"]
mod samples;
