use contest::{
    ContestResult,
    contest::Contest,
    transcript::Transcript,
    view::{judge::JudgeScreen, witness::WitnessScreen},
};
use rulebook::*;
use schedule::Seating;
pub struct JudgePage<'a> {
    pub contest: &'a str,
    pub name: &'a str,
    pub who: JudgeId,
    pub screen: &'a JudgeScreen,
    pub latest: u64,
    pub now: Timestamp,
    pub pace: u32,
    pub rulebook: &'a Rulebook,
    pub notice: Option<&'a str>,
}
pub struct ConfederatePage<'a> {
    pub contest: &'a str,
    pub name: &'a str,
    pub who: ConfederateId,
    pub screen: &'a WitnessScreen,
    pub latest: u64,
    pub now: Timestamp,
    pub pace: u32,
    pub rulebook: &'a Rulebook,
    pub notice: Option<&'a str>,
}
pub struct PersonRow {
    pub who: Participant,
    pub name: String,
    pub scripted: bool,
    pub joined: bool,
    pub connected: bool,
    pub ready: bool,
    pub needed: bool,
}
pub struct EntryRow {
    pub who: EntryId,
    pub name: String,
    pub protocol: String,
    pub state: String,
    pub ready: bool,
}
pub struct OrganiserPage<'a> {
    pub id: &'a str,
    pub contest: &'a Contest,
    pub people: Vec<PersonRow>,
    pub entries: Vec<EntryRow>,
    pub ballots_missing: Vec<JudgeId>,
    pub latest: u64,
    pub now: Timestamp,
    pub pace: u32,
    pub notice: Option<&'a str>,
}
pub struct JoinLink {
    pub who: Participant,
    pub name: String,
    pub url: String,
    pub qr_svg: String,
}
pub struct LinksPage<'a> {
    pub contest: &'a str,
    pub name: &'a str,
    pub links: Vec<JoinLink>,
}
pub struct JoinPage<'a> {
    pub name: &'a str,
    pub who: Participant,
    pub token: &'a str,
}
pub struct MessagePage<'a> {
    pub title: &'a str,
    pub text: &'a str,
    pub mend: &'a str,
}
pub struct HomePage {
    pub contests: Vec<(String, String)>,
}
pub struct ResultsPage<'a> {
    pub id: &'a str,
    pub contest: &'a Contest,
    pub result: Option<&'a ContestResult>,
}
pub struct TranscriptPage<'a> {
    pub id: &'a str,
    pub contest: &'a Contest,
    pub seating: &'a Seating,
    pub left: &'a Transcript,
    pub right: &'a Transcript,
}
pub fn judge(_: &JudgePage<'_>) -> String {
    String::new()
}
pub fn confederate(_: &ConfederatePage<'_>) -> String {
    String::new()
}
pub fn organiser(_: &OrganiserPage<'_>) -> String {
    String::new()
}
pub fn links(_: &LinksPage<'_>) -> String {
    String::new()
}
pub fn join(_: &JoinPage<'_>) -> String {
    String::new()
}
pub fn message(_: &MessagePage<'_>) -> String {
    String::new()
}
pub fn home(_: &HomePage) -> String {
    String::new()
}
pub fn results(_: &ResultsPage<'_>) -> String {
    String::new()
}
pub fn transcript(_: &TranscriptPage<'_>) -> String {
    String::new()
}
