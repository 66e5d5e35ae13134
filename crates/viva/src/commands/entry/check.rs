//! `viva entry check`: the suite on one entry, and its report.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    time::Duration,
};

use entry::{
    Pace, Setup,
    check::{Check, Observation, Plan, Report, Verdict, run as run_checks},
};
use serde::Serialize;

use super::{
    listen::{Doorstep, listen},
    spec,
};
use crate::{
    cli::EntryCheckOptions,
    commands::serve::{interrupted, runtime},
    destination,
    exit::Exit,
    shell::{self, Failure},
};

/// How a trace begins.
const TRACE_HEAD: &str = "# check\tseconds\twho\twhat";

pub(super) fn run(options: EntryCheckOptions) -> Result<Exit, Failure> {
    let named = match spec::named(&options.source) {
        Ok(named) => named,
        Err(none) => return none.told(),
    };
    let trace = options.trace.as_deref().map(|path| destination::as_it_goes(path, options.overwrite));
    let mut trace = trace.transpose()?.map(Trace::of);
    let doorstep = match named.listens.map(|host| listen(&host, &named.setup.door)).transpose() {
        Ok(doorstep) => doorstep,
        Err(none) => return none.told(),
    };
    let checks = if options.only.is_empty() { Check::ALL.to_vec() } else { options.only };
    let plan = Plan {
        setup: Setup { pace: Pace::new(options.pace), ..named.setup },
        patience: Duration::from_secs(options.patience),
        checks,
    };
    let ran = runtime()?.block_on(async {
        let stopped = interrupted();
        if !options.json {
            shell::data(format_args!("{}\n", named.name));
        }
        if let Some(Err(error)) = doorstep.map(Doorstep::attend) {
            return Err(shell::failure(error));
        }
        let suite = run_checks(&named.name, &plan, |verdict, observed| {
            if !options.json {
                shell::data(verdict);
            }
            trace.iter_mut().for_each(|trace| trace.write(verdict.check, observed));
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

/// What came of the checks of an entry.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EntryChecked<'r> {
    /// What was checked, as the command line names it.
    entry: &'r str,
    /// Whether all passed.
    passed: bool,
    /// The checks that were asked for, in order.
    checks: &'r [Verdict],
}

fn summary(report: &Report) -> String {
    let failed: Vec<_> = report.failed().map(Check::name).collect();
    match failed.as_slice() {
        [] => format!("all {} checks passed", report.checks.len()),
        [one] => format!("1 of {} checks failed: {one}", report.checks.len()),
        several => format!("{} of {} checks failed: {}", several.len(), report.checks.len(), several.join(", ")),
    }
}

/// A file that takes everything that is seen.
struct Trace {
    file: BufWriter<File>,
    /// The first thing that went wrong with it.
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
