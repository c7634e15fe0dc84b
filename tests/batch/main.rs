//! Which files, their config, running over them, and writing them safely; through the public faces.

mod config;
mod discover;
#[cfg(target_os = "linux")]
mod disk;
mod run;
mod tree;
mod write;
