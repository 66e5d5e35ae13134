//! Stories of intakes under the shipped rulebooks, each with one desk that carries out commands.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod bounds;
mod compliance;
mod contest_file;
mod desk;
mod history;
mod letters;
mod people;
mod published;
mod registering;
mod rules;
mod screening;
mod sections;
mod selection;
