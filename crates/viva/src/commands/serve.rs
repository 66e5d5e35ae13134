//! `viva serve`: the server on the day.

use std::{
    io::Read,
    net::{IpAddr, SocketAddr},
    os::unix::fs::DirBuilderExt,
    path::Path,
    sync::Arc,
    time::Duration,
};

use rulebook::counted;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use server::{
    App, Front, Settings,
    app::Added,
    applications::{self, Applications, Courier},
    control::{self, Asks, Control, Request},
    keyring::Keyring,
    look::{LOGO_MAX, Look, NoLogo},
    pages_folder::PagesFolder,
    proxies::Proxies,
    tls::Certificate,
    withheld,
};
use store::{Engine, Limits, OpenError, Store};
use tokio::net::TcpListener;

use crate::{
    cli::{ListenAt, ServeOptions},
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The request for a new link for the organiser of this contest.
fn link_of(contest: &str) -> Request {
    Request { contest: Some(contest.to_owned()), asks: Asks::Link, key: None }
}

pub(crate) fn run(options: ServeOptions) -> Result<Exit, Failure> {
    if let Some(contest) = &options.organiser_link
        && let Some(link) = control::ask::<String>(&options.data, &link_of(contest)).map_err(shell::failure)?
    {
        shell::talk(format_args!("the organiser of `{contest}` joins here, once:\n  {link}"));
        return Ok(Exit::Yes);
    }
    let mut submitted = Vec::new();
    for file in &options.files {
        submitted.push(crate::contest_file::playable(file)?);
    }
    let look = options.look.as_deref().map(look).transpose()?;
    let spoken = super::language::spoken(options.languages.as_deref(), &options.language)?;
    if options.url.is_none() && options.listen.is_everywhere() {
        shell::talk(format_args!(
            "join links cannot begin with http://{}: nobody reaches a server there\n\
             hint: say with --url how people reach this machine, such as --url http://192.168.1.10:{}",
            options.listen,
            options.listen.port()
        ));
        return Ok(Exit::Usage);
    }
    if let Some(url) = options.url.as_deref().filter(|url| is_elsewhere(url)) {
        shell::talk(format_args!(
            "look at --url: this machine has no address {}, and join cards that begin with {url} are dead unless something passes it on\n\
             hint: write the address of this machine (`ip address` or `hostname -I` prints it)",
            host_of(url)
        ));
    }
    if options.database.is_some() && options.address.is_none() && options.listen.is_everywhere() {
        shell::talk(format_args!(
            "other servers cannot reach this one at http://{}\n\
             hint: say with --address where they do, such as --address http://10.0.0.7:{}",
            options.listen,
            options.listen.port()
        ));
        return Ok(Exit::Usage);
    }
    let certificate = match (&options.certificate, &options.key) {
        (Some(chain), Some(key)) => match Certificate::read(chain, key) {
            Ok(certificate) => Some(certificate),
            Err(why) => {
                let _ = shell::report(&shell::failure(why));
                return Ok(Exit::Usage);
            }
        },
        _ => None,
    };
    if let (Some(_), Some(url)) = (&certificate, options.url.as_ref().filter(|url| url.starts_with("http://"))) {
        shell::talk(format_args!(
            "with a certificate nobody reaches the server at {url}\nhint: write --url https://{}",
            url.trim_start_matches("http://")
        ));
        return Ok(Exit::Usage);
    }
    let courier = match options.smtp.as_deref() {
        Some(smtp) => match courier(smtp, &options) {
            Ok(courier) => Some(courier),
            Err(why) => {
                let _ = shell::report(&why);
                return Ok(Exit::Usage);
            }
        },
        None => None,
    };
    let pages = options.pages.as_deref().map(PagesFolder::read).transpose();
    let pages = match pages {
        Ok(pages) => pages,
        Err(why) => {
            let _ = shell::report(&shell::failure(why));
            return Ok(Exit::Usage);
        }
    };
    hold_as_many_as_the_system_lets();
    runtime()?.block_on(async {
        let listener = listen(&options.listen, "--listen").await?;
        let figures = match options.metrics {
            Some(address) => Some(listen(&ListenAt::Address(address), "--metrics").await?),
            None => None,
        };
        let listens = listener.local_addr().map_err(shell::failure)?;
        let url = options.url.clone().unwrap_or_else(|| {
            let scheme = if certificate.is_some() { "https" } else { "http" };
            match &options.listen {
                ListenAt::Address(_) => format!("{scheme}://{listens}"),
                ListenAt::Name { host, .. } => format!("{scheme}://{host}:{}", listens.port()),
            }
        });
        let at = (&listener, listens, certificate.as_deref());
        let Parts { engine, address } = parts(&options, at).await?;
        let settings = Settings {
            data: options.data.clone(),
            public_url: url.clone(),
            address,
            pace: options.pace,
            continue_shorter: options.continue_shorter.clone(),
        };
        let app = App::start(settings, engine).await.map_err(shell::failure)?;
        app.set_spoken(spoken);
        if let Some(look) = look {
            app.set_look(look);
        }
        for contest in submitted {
            for warning in super::reach::warnings(&contest.file, &contest.folder) {
                shell::talk(format_args!("look at {warning}"));
            }
            let Added { id, organiser_link, changes } = app.add(contest).await.map_err(shell::failure)?;
            if !changes.is_empty() {
                shell::talk(format_args!("contest `{id}` goes on by the edited file:\n  {}", changes.join("\n  ")));
            }
            let is_taken_up = app.place(&id).is_some();
            if let Some(link) = organiser_link.filter(|_| is_taken_up) {
                shell::talk(format_args!("contest `{id}` is set up; its organiser joins here, once:\n  {link}"));
            }
        }
        for key in Keyring::read_by_others(&options.data).unwrap_or_default() {
            shell::talk(key_is_read(&key));
        }
        tell_of_withheld(&app).await;
        if let Some(folder) = &options.intake {
            let applications = Applications::open(folder).map_err(shell::failure)?;
            let applications = match courier {
                Some(courier) => applications.with_courier(courier),
                None => applications,
            };
            let link = app.take_applications(applications).await.map_err(shell::failure)?;
            shell::talk(format_args!("entries are called for at {url}/apply"));
            if let Some(link) = link {
                shell::talk(format_args!("the organiser of the intake joins here, once:\n  {link}"));
            }
        }
        if let Some(pages) = pages {
            tell_of(&pages, &url);
            app.serve_pages(pages);
        }
        // A certificate is valid for the server's public name, not for this machine's address.
        let base = if certificate.is_some() { url.clone() } else { super::scripts::on_this_machine(listens) };
        super::scripts::seat(&app, &base).await?;
        if let Some(contest) = options.organiser_link {
            let is_withheld = app.withheld().iter().any(|(id, _)| *id == contest);
            if app.place(&contest).is_none() && !is_withheld && !(contest == applications::ID && options.intake.is_some()) {
                shell::talk(format_args!(
                    "there is no contest `{contest}` in this folder\nhint: its id stands in the first column of `viva admin check DIR`"
                ));
                return Ok(Exit::Usage);
            }
            let link = app.invite(&contest, rulebook::Participant::Organiser).await.map_err(shell::failure)?;
            shell::talk(format_args!("the organiser of `{contest}` joins here, once:\n  {link}"));
        }
        if app.places().is_empty() && app.withheld().is_empty() && options.intake.is_none() {
            shell::talk(
                "hint: there is no contest yet; write a file with `viva contest new` and pass it to `viva serve`",
            );
        }
        if let Some(address) = figures.as_ref().and_then(|figures| figures.local_addr().ok()) {
            shell::talk(format_args!("figures for Prometheus at http://{address}/metrics"));
        }
        // Control opens before the line that says the server serves: its readers may send commands at once.
        let control = Some(Control::open(&app));
        shell::talk(format_args!(
            "serving {} at {url} (Ctrl-C to stop; run it again to go on)",
            counted(app.places().len(), "contest", "contests")
        ));
        if let Some(certificate) = &certificate {
            read_again_on_hangup(Arc::clone(certificate));
        }
        let front = Front { listener, certificate, control, proxies: Proxies::new(options.trusted_proxy) };
        server::serve(app, front, figures, interrupted()).await.map_err(shell::failure)?;
        shell::talk("stopped; everything that was recorded is safe");
        Ok(Exit::Yes)
    })
}

/// The host of an address that the command line took, without its port.
fn host_of(url: &str) -> &str {
    let authority = url.split_once("://").map_or(url, |(_, rest)| rest);
    match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, _)) => host,
        None => authority.split_once(':').map_or(authority, |(host, _)| host),
    }
}

/// True if the host is a numeric address that no interface of this machine has. Names are not asked: that takes a network.
fn is_elsewhere(url: &str) -> bool {
    let Ok(address) = host_of(url).parse::<IpAddr>() else { return false };
    let bound = std::net::UdpSocket::bind((address, 0));
    bound.is_err_and(|why| why.kind() == std::io::ErrorKind::AddrNotAvailable)
}

/// The remark about a key that others can read.
pub(super) fn key_is_read(key: &Path) -> String {
    format!(
        "the key `{}` can be read by others on this machine: whoever has it can sign in your name\nhint: chmod 600 it; where the file system \
         keeps no permissions (exFAT), mount it with umask=077",
        key.shown()
    )
}

/// Names the contests that are not taken up, each with the reason and a link to a page with instructions, before
/// anybody is admitted.
async fn tell_of_withheld(app: &App) {
    for (id, withheld) in app.withheld() {
        shell::talk(format_args!("contest `{id}` is not taken up, and nobody is let in: {}", withheld.reason));
        // A full store cannot make a link; an organiser with a session sees the reason on the page.
        if let Ok(Some(link)) = app.way_in(&id).await {
            shell::talk(format_args!("its organiser reads what to do here:\n  {link}"));
        }
    }
}

/// The look that is written in a file, with the logo beside it.
pub(super) fn look(file: &Path) -> Result<Look, Failure> {
    let text = shell::read_text(file)?;
    let written = rulebook::reader::read_look(&file.to_string_lossy(), &text)?;
    let logo = written.logo.as_ref().map(|name| file.with_file_name(name));
    let failed = |why: std::io::Error, logo: &Path| {
        miette::miette!(
            help = "put the picture beside the file that names it",
            "failed to read the logo `{}`: {why}",
            logo.shown()
        )
    };
    let bytes = match &logo {
        Some(logo) => Some(bytes_of(logo).map_err(|why| failed(why, logo))?),
        None => None,
    };
    let refused =
        |why: NoLogo| miette::miette!("`{}` cannot be the logo: {why}", logo.as_deref().unwrap_or(file).shown());
    Look::new(&written, bytes).map_err(refused)
}

/// The bytes of a picture, cut one byte above the limit, so that an oversized one is noticed.
fn bytes_of(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(LOGO_MAX + 1).unwrap_or(u64::MAX);
    std::fs::File::open(file)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The most file names printed.
const NAMES_MAX: usize = 10;

/// Lists the pages served from a folder, and the files left out.
fn tell_of(pages: &PagesFolder, url: &str) {
    let files = pages.count();
    let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    shell::talk(format_args!("served from the folder: {files}, with these pages"));
    for page in pages.pages().take(NAMES_MAX) {
        shell::talk(format_args!("  {}{page}", url.trim_end_matches('/')));
    }
    let more = pages.pages().count().saturating_sub(NAMES_MAX);
    if more > 0 {
        shell::talk(format_args!("  and {more} more"));
    }
    for out in pages.left_out().iter().take(NAMES_MAX) {
        shell::talk(format_args!("not served: {out}"));
    }
    let more = pages.left_out().len().saturating_sub(NAMES_MAX);
    if more > 0 {
        shell::talk(format_args!("not served: {more} more"));
    }
}

/// Raises the limit on open files to the maximum: by default a program gets 1024 descriptors, and each connection takes
/// one.
fn hold_as_many_as_the_system_lets() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // On failure the present limit bounds the connections.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

async fn listen(at: &ListenAt, option: &str) -> Result<TcpListener, Failure> {
    let listener = match at {
        ListenAt::Address(address) => TcpListener::bind(address).await,
        ListenAt::Name { host, port } => TcpListener::bind((host.as_str(), *port)).await,
    };
    listener.map_err(|why| {
        miette::miette!(help = format!("choose another address with {option}"), "failed to listen on {at}: {why}")
    })
}

/// Reads the certificate again on each SIGHUP, which renewal tools send.
fn read_again_on_hangup(certificate: Arc<Certificate>) {
    use tokio::signal::unix::{SignalKind, signal};
    // Without a handler the signal ends the program, as by default.
    let Ok(mut hangup) = signal(SignalKind::hangup()) else { return };
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            match certificate.read_again() {
                Ok(()) => shell::talk("the certificate was read again"),
                Err(why) => {
                    let _ = shell::report(&shell::failure(why));
                    shell::talk("the certificate stays that it was");
                }
            }
        }
    });
}

/// The server's storage, and its address for other servers.
struct Parts {
    engine: Engine,
    /// `None` without a cluster.
    address: Option<String>,
}

async fn parts(
    options: &ServeOptions,
    (listener, listens, certificate): (&TcpListener, SocketAddr, Option<&Certificate>),
) -> Result<Parts, Failure> {
    let Some(database) = &options.database else {
        let engine = embedded(options, listener, certificate).await?;
        return Ok(Parts { engine, address: None });
    };
    let failed = |why: std::io::Error| {
        let folder = options.data.shown();
        miette::miette!(help = "name a folder that you may make", "failed to make the data folder `{folder}`: {why}")
    };
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&options.data).map_err(failed)?;
    let password = options.password_file.as_deref().map(password_in).transpose()?;
    let bus = options.bus.as_deref().unwrap_or_default();
    let engine = cluster(database, password.as_deref(), bus).await?;
    let address = options.address.clone().unwrap_or_else(|| format!("http://{listens}"));
    Ok(Parts { engine, address: Some(address) })
}

/// The store in the data folder. While the disk is full, it tries to open the store every second, and shows visitors a
/// page that says so.
async fn embedded(
    options: &ServeOptions,
    listener: &TcpListener,
    certificate: Option<&Certificate>,
) -> Result<Engine, Failure> {
    let limits = Limits { max_bytes: options.max_mb.map(|mb| mb.saturating_mul(1_000_000)) };
    let mut is_told = false;
    loop {
        let why = match Engine::embedded(&options.data, limits) {
            Err(why @ OpenError::Full { .. }) => why,
            opened => return opened.map_err(shell::failure),
        };
        if !std::mem::replace(&mut is_told, true) {
            shell::talk(format_args!(
                "{why}\nwaiting for room; nothing that was recorded is lost, and the server goes on by itself"
            ));
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
            () = withheld::tell_that_the_disk_is_full(listener, certificate) => {}
        }
    }
}

/// The first line of a file: the password of a database or a mail server.
pub(super) fn password_in(file: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|why| miette::miette!("failed to read the password in `{}`: {why}", file.shown()))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// The courier that sends letters by SMTP.
#[cfg(feature = "mail")]
fn courier(smtp: &str, options: &ServeOptions) -> Result<Arc<dyn Courier>, Failure> {
    use server::mail::{MailServer, PATIENCE};
    let password = options.smtp_password_file.as_deref().map(password_in).transpose()?;
    let from = options.from.as_deref().unwrap_or_default();
    Ok(Arc::new(MailServer::new(smtp, password, from, PATIENCE).map_err(shell::failure)?))
}

#[cfg(not(feature = "mail"))]
fn courier(_smtp: &str, _options: &ServeOptions) -> Result<Arc<dyn Courier>, Failure> {
    Err(miette::miette!(
        help = "build it with `cargo build --release --features mail`, or leave --smtp out and paste the letters",
        "this viva was built without what sends letters"
    ))
}

/// The store of a cluster, opened without a server.
#[cfg(feature = "cluster")]
pub(super) async fn database(address: &str, password: Option<&str>) -> Result<Arc<dyn Store>, Failure> {
    Ok(Arc::new(store::PostgresStore::open(address, password).await.map_err(shell::failure)?))
}

#[cfg(not(feature = "cluster"))]
pub(super) async fn database(address: &str, password: Option<&str>) -> Result<Arc<dyn Store>, Failure> {
    cluster(address, password, "").await.map(|engine| engine.store)
}

#[cfg(feature = "cluster")]
async fn cluster(database: &str, password: Option<&str>, bus: &str) -> Result<Engine, Failure> {
    Engine::cluster(database, password, bus).await.map_err(shell::failure)
}

#[cfg(not(feature = "cluster"))]
#[expect(clippy::unused_async, reason = "as the one that is built with the feature")]
async fn cluster(_database: &str, _password: Option<&str>, _bus: &str) -> Result<Engine, Failure> {
    Err(miette::miette!(
        help = "build it with `cargo build --release --features cluster`, or leave --database out",
        "this viva was built without what a cluster of servers needs"
    ))
}

/// The runtime of a server.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(shell::failure)
}

/// Returns a future that is ready when the program is asked to stop, by Ctrl-C or SIGTERM; from this call on, neither
/// signal ends it by itself.
///
/// # Panics
/// Outside a Tokio runtime.
pub(crate) fn interrupted() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
    async move {
        match signals {
            [Ok(mut interrupt), Ok(mut terminate)] => tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            },
            // Without handlers the signals end the program, as by default.
            _ => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_another_machine_is_noticed_and_names_and_own_addresses_are_not() {
        // Addresses for documentation (RFC 5737, RFC 3849): no machine has them.
        for url in ["http://192.0.2.1:8080", "https://198.51.100.7", "http://[2001:db8::1]:8080"] {
            assert!(is_elsewhere(url), "{url}");
        }
        for url in ["http://127.0.0.1:8080", "http://localhost:8080", "https://contest.example.org"] {
            assert!(!is_elsewhere(url), "{url}");
        }
    }
}
