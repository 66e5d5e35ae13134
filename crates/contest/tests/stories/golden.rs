//! Golden bundles: records in `tests/records` that every later program must read as the one that wrote them did.
//!
//! `tests/records/README.md` describes how to regenerate them with their expectations, and until when that is done.

mod contests;

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::Cursor,
    path::PathBuf,
    process::Command,
};

use archive::{
    attached::RESULT,
    publication::{self, Verification},
};
use contest::{
    Recorded, Room,
    contest::Contest,
    deletions::{Deletion, PartPlace},
    seed::SeedSource,
};
use record::{Bundle, Sealed, SigningKey, Trust};
use serde_json::{Value, json};

use crate::{attachments::files_of, record_page, story::Story};

/// The key of all golden bundles is public: its 32 secret bytes are all 0x07.
pub(crate) fn key() -> SigningKey {
    SigningKey::from_bytes("contest.example/2010", [7; 32]).unwrap()
}

/// A stored bundle: its name, and its bytes.
pub(crate) struct Golden {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
}

/// Every golden bundle, made by this program.
pub(crate) fn made() -> Vec<Golden> {
    let example = contests::example();
    let whole = published(&example);
    let shown = contests::shown();
    let without = |parts: &[&str]| redacted(&example, &whole, parts);
    [
        ("unfinished", published(&contests::unfinished())),
        ("names-redacted", without(&["roster", "reason"])),
        ("words-redacted", without(&["key", "text"])),
        ("ballot-redacted", without(&["answers"])),
        ("draw-redacted", without(&["secret"])),
        ("erased", published(&contests::erased())),
        ("rehearsal", published(&contests::rehearsal())),
        ("restored", published(&contests::restored())),
        ("late-ballot", published(&contests::late())),
        ("loebner-1995-changes", published(&contests::changes())),
        ("surrey-2003-held-back", published(&contests::held_back())),
        ("surrey-2003-refereed", published(&contests::refereed())),
        ("human-or-not-2023-both", published(&contests::both())),
        ("second-sight", published(&contests::read_again())),
        ("audio-visual-file-redacted", redacted(&shown, &published(&shown), &["file"])),
        ("audio-visual", published(&shown)),
        (EXAMPLE, whole),
    ]
    .map(|(name, bytes)| Golden { name, bytes })
    .into()
}

/// The bundle that `docs/record.md` shows.
pub(crate) const EXAMPLE: &str = "example";

/// The folder of the golden bundles.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/records")
}

/// The published record of a contest. The salt of event n is made from n, and so is public.
fn published(story: &Story) -> Vec<u8> {
    let salted = (1_u128..).zip(&story.record);
    let gone = &story.contest().gone;
    let sealed = salted.map(|(n, fact)| {
        let Sealed { leaf, opening } = contest::ledger::seal(fact, n.to_be_bytes()).unwrap();
        let position = u64::try_from(n).unwrap();
        Sealed { leaf, opening: contest::ledger::without(position, opening.as_deref(), gone).unwrap() }
    });
    let sealed: Vec<_> = sealed.collect();
    let open = |sealed: &Sealed| contest::ledger::open(&sealed.leaf, sealed.opening.as_deref()).unwrap();
    let left = Room::replay(&sealed.iter().map(open).collect::<Vec<_>>());
    let mut attachments = publication::attachments(left.contest().unwrap());
    attachments.extend(files_of(&left));
    let bundle = Bundle::new(sealed, attachments, &key()).unwrap();
    record::bundle::write(&bundle, &key()).unwrap()
}

/// The bundle without the private parts of these names.
fn redacted(story: &Story, whole: &[u8], parts: &[&str]) -> Vec<u8> {
    let of = |fact: &Recorded| fact.event.to_parts().private.into_keys().collect::<Vec<_>>();
    let all = (1..).zip(&story.record).flat_map(|(event, fact)| of(fact).into_iter().map(move |part| (event, part)));
    let all: Vec<(u64, String)> = all.filter(|(_, part)| parts.contains(&part.as_str())).collect();
    let places = all.into_iter().map(|(event, part)| PartPlace { event, part });
    let deletion = Deletion::new(rulebook::Authority::Organisers, "rule 17", "for the example", places).unwrap();
    publication::redact(Cursor::new(whole), Cursor::new(Vec::new()), &deletion, &key()).unwrap().into_inner()
}

fn verified(bytes: &[u8], trust: &Trust) -> Verification {
    publication::verify(Cursor::new(bytes), trust).unwrap()
}

/// The expected verification of a bundle: data alone, because sentences may be reworded at any time.
fn expectation(bytes: &[u8]) -> Value {
    let alone = verified(bytes, &Trust::default());
    let with_key = verified(bytes, &Trust { key: Some(key().verifier()), ..Trust::default() });
    json!({
        "verdict": alone.verdict(),
        "verdict_with_key": with_key.verdict(),
        "faults": alone.faults.len(),
        "missing": alone.missing.len(),
        "rehearsal": alone.audit.as_ref().and_then(|audit| audit.room.contest()).map(is_rehearsal),
        "origin": alone.report.origin,
        "events": alone.report.events,
        "redacted": alone.report.redacted,
        "root": alone.report.root.map(|root| root.to_string()),
        "key": alone.report.verifier.map(|key| key.to_string()),
        "sha256": record::Hash::of(&[bytes]).to_string(),
    })
}

fn is_rehearsal(contest: &Contest) -> bool {
    matches!(contest.seed, SeedSource::Rehearsal {})
}

/// The files stored for a bundle, by their names.
fn files(Golden { name, bytes }: &Golden) -> BTreeMap<String, Vec<u8>> {
    let result = verified(bytes, &Trust::default()).result;
    let result = result.map(|result| (format!("{name}.{RESULT}"), contest::json::to_json(&result)));
    [(format!("{name}.viva"), bytes.clone()), (format!("{name}.json"), contest::json::to_json(&expectation(bytes)))]
        .into_iter()
        .chain(result)
        .collect()
}

/// The stored files, by their names.
fn kept() -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder()).unwrap().map(Result::unwrap);
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    let of_bundles = named.filter(|(name, _)| name.ends_with(".viva") || name.ends_with(".json"));
    of_bundles.map(|(name, path)| (name, fs::read(path).unwrap())).collect()
}

/// For ever: every stored bundle is read as it was when it was written.
#[test]
fn every_golden_bundle_is_verified_as_it_was() {
    let kept = kept();
    let bundles: Vec<_> = kept.iter().filter_map(|(name, bytes)| Some((name.strip_suffix(".viva")?, bytes))).collect();
    assert!(!bundles.is_empty());
    for (name, bytes) in bundles {
        let expected: Value = serde_json::from_slice(&kept[&format!("{name}.json")]).unwrap();
        assert_eq!(expectation(bytes), expected, "{name}");
        let result = verified(bytes, &Trust::default()).result.map(|result| contest::json::to_json(&result));
        assert_eq!(result.as_ref(), kept.get(&format!("{name}.{RESULT}")), "{name}");
        let mut second = Command::new("python3");
        second.arg("-B").arg(folder().join("../../verifier")).arg("--json").arg(folder().join(format!("{name}.viva")));
        let output = second.arg("--key").arg(key().verifier().to_string()).output().expect("python3 is there");
        let said: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{name}: {why}: {output:?}"));
        assert_eq!(said[0]["verdict"], expected["verdict_with_key"], "{name}: {said}");
        let told = (!said[0]["result"].is_null()).then(|| said[0]["result"].clone());
        let result = result.map(|result| serde_json::from_slice::<Value>(&result).unwrap());
        assert_eq!(told, result, "{name}: the second verifier counts the same");
    }
}

/// Until the first release: the stored files equal those that this program makes.
#[test]
fn golden_bundles_are_those_that_this_program_makes() {
    let made: BTreeMap<String, Vec<u8>> = made().iter().flat_map(files).collect();
    if env::var_os("UPDATE").is_some() {
        kept().into_keys().for_each(|name| fs::remove_file(folder().join(name)).unwrap());
        made.iter().for_each(|(name, bytes)| fs::write(folder().join(name), bytes).unwrap());
    }
    let kept = kept();
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&kept), names(&made));
    let changed: Vec<_> = made.iter().filter(|(name, bytes)| kept[*name] != **bytes).map(|(name, _)| name).collect();
    assert!(changed.is_empty(), "{changed:?} would be written otherwise now: if that is meant, run with UPDATE=1");
}

#[test]
fn golden_bundles_have_every_type_of_event_and_its_actors_are_those_of_the_page() {
    let actors = record_page::actors();
    let mut met = BTreeSet::new();
    let (held_back, refereed) = (contests::held_back(), contests::refereed());
    let (both, restored, erased) = (contests::both(), contests::restored(), contests::erased());
    let (read_again, shown) = (contests::read_again(), contests::shown());
    let late = contests::late();
    let stories = [contests::changes(), held_back, refereed, both, restored, erased, read_again, shown, late];
    for fact in [contests::example(), contests::rehearsal()].iter().chain(&stories).flat_map(|story| &story.record) {
        let kind = fact.event.to_parts().kind;
        let actor = fact.actor.to_string();
        let numbered = actor.split_at(1).1.bytes().all(|b| b.is_ascii_digit());
        let actor = if numbered { format!("{}1", &actor[..1]) } else { actor };
        assert!(actors[&kind].contains(&actor), "`{kind}` by {actor}");
        met.insert(kind);
    }
    assert_eq!(met, actors.into_keys().collect());
}
