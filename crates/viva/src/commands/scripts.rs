//! Scripts that play people: everyone in a demonstration, and the scripted people of a served contest.

use std::net::{Ipv4Addr, SocketAddr};

use rulebook::{Participant, Rulebook, Seed};
use server::App;
use simulate::people::Person;

use crate::shell::{self, Failure};

/// The scripted person for this part; `None` for a part that no script plays. The seed fixes everything it does.
pub(super) fn mind(who: Participant, rulebook: &Rulebook, seed: &str) -> Option<Person> {
    let seed = Seed::from_contributions(["people", seed]);
    match who {
        Participant::Judge(id) => Some(Person::judge(id, rulebook, seed)),
        Participant::Confederate(id) => Some(Person::confederate(id, rulebook, seed)),
        Participant::Organiser | Participant::Entry(_) | Participant::Referee(_) => None,
    }
}

/// The URL at which this machine reaches a server that listens at this address.
pub(super) fn on_this_machine(listens: SocketAddr) -> String {
    let ip = if listens.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { listens.ip() };
    format!("http://{}", SocketAddr::new(ip, listens.port()))
}

/// Starts a script for every scripted part of the contests, until a person takes the part or the contest is closed.
/// `base` is the server's address for the scripts.
pub(super) async fn seat(app: &App, base: &str) -> Result<(), Failure> {
    for place in app.places() {
        let id = place.running.id().to_owned();
        let parts = {
            let views = place.running.views();
            let contest = views.room().contest().filter(|contest| !contest.is_closed());
            contest.map(|contest| (contest.scripted.clone(), contest.rulebook.clone()))
        };
        let Some((scripted, rulebook)) = parts else { continue };
        for who in scripted {
            let Some(person) = mind(who, &rulebook, &format!("{id} {who}")) else { continue };
            let link = app.invite(&id, who).await.map_err(shell::failure)?;
            let (base, id) = (base.to_owned(), id.clone());
            tokio::spawn(async move {
                if let Err(why) = live::attend(&base, &link, person).await {
                    shell::talk(format_args!("the script of {who} in `{id}` plays no longer: {why}"));
                }
            });
        }
    }
    Ok(())
}
