//! `viva record publish`: writes the pages of a closed contest, or of an imported past, into a folder.

use std::path::Path;

use archive::{
    attached,
    imported::Imported,
    publication::{self, Verdict, Verification},
};
use contest::{contest::Contest, result::Report};
use language::{Reader, Say};
use record::{Trust, VerifierKey};
use rulebook::counted;
use serde::Serialize;
use server::{look::Look, reader::Spoken};
use site::{
    Open, PageLocation, PagesSource, Site,
    past::{Past, Vouched},
};

use crate::{
    cli::PublishOptions,
    commands::language::spoken,
    destination::{Destination, Files, Folder},
    exit::Exit,
    shell::{self, Failure, Progress, ShownPath, Unit},
};

/// The pages written.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PagesWritten {
    /// The record.
    file: String,
    /// The folder.
    out: String,
    /// The number of pages.
    pages: u64,
    /// The verdict on the record, in words.
    verdict: String,
    /// True if the pages show a result.
    has_result: bool,
    /// The reasons why they show none, and other gaps.
    missing: Vec<String>,
}

pub(super) fn run(options: &PublishOptions) -> Result<Exit, Failure> {
    let key = options.key.as_ref().map(|text| text.trim().parse::<VerifierKey>()).transpose();
    let key = match key {
        Ok(key) => key,
        Err(why) => {
            shell::talk(format_args!("--key is no verifier key: {why}\nhint: copy the line of `verifier.key` whole"));
            return Ok(Exit::Usage);
        }
    };
    let reader = reader(options)?;
    let look = options.look.as_deref().map(crate::commands::serve::look).transpose()?;
    let file = &options.file;
    let trust = Trust { key, ..Trust::default() };
    if let Some(imported) = super::import::read_back(file)? {
        return publish_imported(options, &imported, &trust, reader, look.as_ref());
    }
    let (found, seen, facts) = super::read_noting(file, &trust, |_| {})?;
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest());
    let Some(contest) = contest.filter(|contest| is_publishable(&found, contest)) else {
        return Ok(refused(file, &found));
    };
    if super::is_beyond_consent(file, contest)? {
        return Ok(Exit::No);
    }
    let report = found.result.as_ref().and_then(|_| Report::of(contest));
    let open = Open { transcripts: true, record: true };
    let site = Site::new(contest, report.as_ref(), &seen, source(&found), PageLocation::Folder, open);
    let site = site.for_reader(reader).with_look(look.as_ref().and_then(Look::head));

    let folder = Folder::at(&options.out, options.overwrite)?;
    let mut pages = 0;
    let _interviews = Folder::at(&folder.path().join("interviews"), options.overwrite)?;
    let named: Vec<_> = site.pages().collect();
    let progress = Progress::of("writing pages", Unit::Things, named.len() as u64);
    let mut files = Files::default();
    for page in named {
        let html = site.html(page).expect("a page that is named can be read");
        files.write(Destination::file(&folder.path().join(page.file()), options.overwrite)?, html.as_bytes())?;
        pages += 1;
        progress.adds(1);
    }
    drop(progress);
    let json = report.as_ref().map(|report| rulebook::json::indented(report).expect("keys are strings") + "\n");
    json.iter().try_for_each(|json| files.write(folder.file("results.json")?, json.as_bytes()))?;
    if contest.rulebook.interview.attachments.is_some() {
        let shown = Folder::at(&folder.path().join(attached::SHOWN), options.overwrite)?;
        for file in facts.shown() {
            let (name, data) = file.map_err(|source| shell::unreadable(&options.file, source))?;
            files.write(shown.file(name)?, &data)?;
        }
    }
    put_beside(options, look.as_ref(), &folder, &mut files)?;
    files.keep()?;

    tell(options, pages, &found, report.is_some())?;
    let out = folder.path().shown();
    for why in &found.missing {
        shell::talk(format_args!("note: no result is told in them: {why}"));
    }
    shell::talk(format_args!("hint: open {out}/index.html"));
    Ok(if report.is_some() { Exit::Yes } else { Exit::Incomplete })
}

/// Writes the pages of an imported past: its conversations, with no claim of confirmation.
fn publish_imported(
    options: &PublishOptions,
    imported: &Imported,
    trust: &Trust,
    reader: Reader,
    look: Option<&Look>,
) -> Result<Exit, Failure> {
    let file = &options.file;
    let found = publication::verify(shell::open(file)?, trust).map_err(|source| shell::unreadable(file, source))?;
    if found.verdict() == Verdict::Broken {
        return Ok(refused(file, &found));
    }
    let vouched = Vouched {
        missing: found.missing.clone(),
        notices: found.notices.clone(),
        key: found.report.verifier.as_ref().map(ToString::to_string),
        root: found.report.root.map(|root| root.to_string()),
    };
    let past = Past::new(imported, vouched).for_reader(reader).with_look(look.and_then(Look::head));
    let folder = Folder::at(&options.out, options.overwrite)?;
    let _conversations = Folder::at(&folder.path().join("conversations"), options.overwrite)?;
    let mut pages = 0;
    let named: Vec<_> = past.pages().collect();
    let progress = Progress::of("writing pages", Unit::Things, named.len() as u64);
    let mut files = Files::default();
    for page in named {
        let html = past.html(&page).expect("a page that is named can be read");
        files.write(Destination::file(&folder.path().join(page.file()), options.overwrite)?, html.as_bytes())?;
        pages += 1;
        progress.adds(1);
    }
    drop(progress);
    put_beside(options, look, &folder, &mut files)?;
    files.keep()?;
    tell(options, pages, &found, false)?;
    let out = folder.path().shown();
    shell::talk("note: no result is told in them, because nothing of an imported past is confirmed");
    shell::talk(format_args!("hint: open {out}/index.html"));
    Ok(Exit::Incomplete)
}

/// The reader of the pages, in the chosen language.
fn reader(options: &PublishOptions) -> Result<Reader, Failure> {
    let Spoken { languages, otherwise } = spoken(options.languages.as_deref(), &options.language)?;
    let language = languages.get(&otherwise).expect("a language that is spoken").clone();
    Ok(Reader { language, languages })
}

/// Reports the pages written.
fn tell(options: &PublishOptions, pages: u64, found: &Verification, has_result: bool) -> Result<(), Failure> {
    let (out, verdict) = (options.out.shown(), super::verify::in_words(found));
    if options.json {
        let file = shell::name_of(&options.file);
        let missing = found.missing.iter().map(ToString::to_string).collect();
        let (out, verdict) = (out.to_string(), verdict.clone());
        shell::json(&PagesWritten { file, out, pages, verdict, has_result, missing })?;
    }
    shell::talk(format_args!("wrote {} to {out}; the record is {verdict}", counted(pages, "page", "pages")));
    Ok(())
}

/// Writes the files that pages load or offer for download.
fn put_beside(
    options: &PublishOptions,
    look: Option<&Look>,
    folder: &Folder,
    files: &mut Files,
) -> Result<(), Failure> {
    let file = &options.file;
    let assets = Folder::at(&folder.path().join("assets"), options.overwrite)?;
    for asset in site::assets::ALL {
        files.write(assets.file(asset.name)?, asset.text.as_bytes())?;
    }
    for (name, bytes) in look.into_iter().flat_map(Look::files) {
        files.write(assets.file(name)?, &bytes)?;
    }
    let mut record = folder.file("record.viva")?;
    std::io::copy(&mut shell::open(file)?, record.passing()).map_err(|source| shell::unreadable(file, source))?;
    files.take(record);
    Ok(())
}

/// Returns true if the contest is closed, opened and not broken.
fn is_publishable(found: &Verification, contest: &Contest) -> bool {
    found.verdict() != Verdict::Broken && contest.is_closed() && contest.opened_assignment
}

fn refused(file: &Path, found: &Verification) -> Exit {
    let (name, file, verdict) = (shell::name_of(file), file.shown(), super::verify::in_words(found));
    let why = super::verify::first_reason(found).map_or(String::new(), |why| format!("\n  {why}"));
    let hint = match found.verdict() {
        Verdict::Broken => "nothing is published of it",
        _ => "what was said goes out when the contest is closed",
    };
    shell::talk(format_args!(
        "{name}: {verdict}{why}\nhint: {hint}; `viva record verify {file}` says everything that was found"
    ));
    if found.verdict() == Verdict::Broken { Exit::No } else { Exit::Incomplete }
}

fn source(found: &Verification) -> PagesSource {
    let caveats = found.caveats.iter().map(Say::message);
    PagesSource::Record {
        verdict: found.verdict(),
        missing: found.missing.clone(),
        notices: caveats.chain(found.notices.iter().cloned()).collect(),
        key: found.report.verifier.as_ref().map(ToString::to_string),
        root: found.report.root.map(|root| root.to_string()),
    }
}
