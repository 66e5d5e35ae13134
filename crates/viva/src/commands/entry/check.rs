//! `viva entry check`: runs the suite of checks on one entry and prints the report.

use std::{
    fs::File,
    io::{self, BufWriter, IsTerminal, Write},
    time::Duration,
};

use entry::{
    Pace, Setup,
    check::{Check, Effort, ModelRequests, Observation, Plan, Progress, Report, Verdict, run as run_checks},
};
use serde::Serialize;

use super::{
    listen::{EntryListener, listen},
    showing, spec,
};
use crate::{
    cli::EntryCheckOptions,
    commands::serve::{interrupted, runtime},
    destination,
    exit::Exit,
    shell::{self, Failure},
};

/// The number of requests to a model above which a hint names the quick checks.
const MANY: u32 = 20;

/// The first line of a trace.
const TRACE_HEAD: &str = "# check\tseconds\twho\twhat";

pub(super) fn run(options: EntryCheckOptions) -> Result<Exit, Failure> {
    let named = match spec::named(&options.source) {
        Ok(named) => named,
        Err(none) => return none.told(),
    };
    let trace = options.trace.as_deref().map(|path| destination::as_it_goes(path, options.overwrite));
    let mut trace = trace.transpose()?.map(Trace::of);
    let chosen = options.listen.as_ref().map(ToString::to_string);
    let listens = named.listens.map(|host| chosen.unwrap_or(host));
    let listener = match listens.map(|host| listen(&host, &named.setup.registry)).transpose() {
        Ok(listener) => listener,
        Err(none) => return none.told(),
    };
    let checks = match (options.quick, options.only) {
        (true, _) => Check::QUICK.to_vec(),
        (false, only) if only.is_empty() => Check::ALL.to_vec(),
        (false, only) => only,
    };
    let plan = Plan {
        setup: Setup { pace: Pace::new(options.pace), ..named.setup },
        patience: Duration::from_secs(options.patience),
        checks,
        shows: showing::exhibits(),
    };
    shell::talk(foretold(&plan.effort(), options.quick));
    let mut bar = Bar::of(plan.checks.len());
    let ran = runtime()?.block_on(async {
        let stopped = interrupted();
        if !options.json {
            shell::data(format_args!("{}\n", named.name));
        }
        if let Some(Err(error)) = listener.map(EntryListener::attend) {
            return Err(shell::failure(error));
        }
        let suite = run_checks(&named.name, &plan, |progress| match progress {
            Progress::Begins(check) => bar.begins(check),
            Progress::Judged(verdict, observed) => {
                bar.ends();
                if !options.json {
                    shell::data(verdict);
                }
                trace.iter_mut().for_each(|trace| trace.write(verdict.check, observed));
            }
        });
        tokio::select! {
            report = suite => Ok(Some(report)),
            // The programs end with the runtime.
            () = stopped => Ok(None),
        }
    })?;
    let Some(report) = ran else {
        shell::talk("\nstopped before the end: what was not checked may pass or fail");
        return Ok(Exit::Interrupted);
    };
    if let Some(trace) = trace {
        trace.finish().map_err(shell::failure)?;
    }
    if options.json {
        shell::json(&EntryChecked { entry: &report.entry, passed: report.is_passed(), checks: &report.checks })?;
    } else {
        shell::data(format_args!("\n{}", summary(&report)));
    }
    Ok(if report.is_passed() { Exit::Yes } else { Exit::No })
}

/// The result of an entry's checks.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EntryChecked<'r> {
    /// The entry as the command line names it.
    entry: &'r str,
    /// True if all checks passed.
    passed: bool,
    /// The requested checks, in order.
    checks: &'r [Verdict],
}

/// The time and requests that the checks will take, before they begin.
fn foretold(effort: &Effort, is_quick: bool) -> String {
    let Effort { checks, least, answers, lines, model } = effort;
    let counted =
        |count: usize, one: &str, more: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {more}") };
    let checks = counted(*checks, "check", "checks");
    let lines = counted(usize::try_from(*lines).unwrap_or(usize::MAX), "line", "lines");
    let time = if least.as_secs() == 0 { "under a second".to_owned() } else { format!("about {} s", least.as_secs()) };
    let thinking = match answers {
        0 => String::new(),
        1 => ", and as long as it takes to answer once".to_owned(),
        answers => format!(", and as long as it takes to answer {answers} times"),
    };
    let told = format!("{checks}: {time}{thinking}; the judge says {lines}");
    let Some(ModelRequests { requests, prompt_tokens, completion_tokens, answer_tokens, cost_micro }) = model else {
        return told;
    };
    if *requests == 0 {
        return format!("{told}, so nothing is asked of the model");
    }
    let tokens = format!(
        "at most {requests} requests, with about {prompt_tokens} tokens in and {completion_tokens} out if an answer has {answer_tokens}"
    );
    let cost = match cost_micro {
        Some((0..10_000, currency)) => format!("at the prices of its table less than 0.01 {currency}"),
        Some((micro, currency)) => format!(
            "at the prices of its table about {}.{:02} {currency}",
            (micro + 5_000) / 1_000_000,
            (micro + 5_000) / 10_000 % 100
        ),
        None => "its table names no prices (`price_in`, `price_out`), so what that costs is not known".to_owned(),
    };
    let hint = if is_quick || *requests <= MANY { "" } else { "\nhint: --quick asks a dozen times" };
    format!("{told}\n{tokens}; {cost}{hint}")
}

/// The running check, on the last line of a terminal.
struct Bar {
    count: usize,
    done: usize,
    /// True if standard error is a terminal.
    shows: bool,
}

impl Bar {
    fn of(count: usize) -> Self {
        Self { count, done: 0, shows: io::stderr().is_terminal() }
    }

    fn begins(&mut self, check: Check) {
        if self.shows {
            shell::status_line(format_args!("{}/{} {check}: {} …", self.done + 1, self.count, check.title()));
        }
    }

    /// Clears the line.
    fn ends(&mut self) {
        self.done += 1;
        if self.shows {
            shell::status_line("");
        }
    }
}

fn summary(report: &Report) -> String {
    let failed: Vec<_> = report.failed().map(Check::name).collect();
    match failed.as_slice() {
        [] => format!("all {} checks passed", report.checks.len()),
        [one] => format!("1 of {} checks failed: {one}", report.checks.len()),
        several => format!("{} of {} checks failed: {}", several.len(), report.checks.len(), several.join(", ")),
    }
}

/// A file with every observation.
struct Trace {
    file: BufWriter<File>,
    /// The first error in writing it.
    failed: io::Result<()>,
}

impl Trace {
    fn of(file: File) -> Self {
        let mut file = BufWriter::new(file);
        let failed = writeln!(file, "{TRACE_HEAD}");
        Self { file, failed }
    }

    fn write(&mut self, check: Check, observed: &Observation) {
        for line in observed.trace() {
            if self.failed.is_ok() {
                self.failed = writeln!(self.file, "{check}\t{line}");
            }
        }
        if self.failed.is_ok() {
            self.failed = self.file.flush();
        }
    }

    fn finish(self) -> io::Result<()> {
        self.failed
    }
}
