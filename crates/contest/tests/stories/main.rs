//! The course of contests, as small stories. One helper, [`story::Story`], knows the API.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod announcements;
mod attachments;
mod audience;
mod blindness;
mod both;
mod bounds;
mod changes;
mod clocks;
mod coins;
mod committee;
mod consents;
mod cosigners;
mod course;
mod deletions;
mod drafts;
mod draws;
mod early;
mod forms;
mod golden;
mod late_ballots;
mod layouts;
mod matters;
mod on_the_day;
mod openings;
mod plans;
mod problems;
mod record_of;
mod record_page;
mod referees;
mod reference;
mod releases;
mod result_page;
mod reviews;
mod rulings;
mod second_sight;
mod sequencer;
mod shipped_rules;
mod speech;
mod story;
mod timeline;
mod transcripts;
mod trials;
mod votes;
