//! Scripts play people: all of them in a demonstration, those that the contest file says in a contest that is served.

use std::net::{Ipv4Addr, SocketAddr};

use rulebook::{Participant, Rulebook, Seed};
use server::App;
use simulate::people::Person;

use crate::shell::{self, Failure};

/// The mind that plays this part; `None` for a part that no person has. The seed fixes all it does.
pub(super) fn mind(who: Participant, rulebook: &Rulebook, seed: &str) -> Option<Person> {
    let seed = Seed::from_contributions(["people", seed]);
    match who {
        Participant::Judge(id) => Some(Person::judge(id, rulebook, seed)),
        Participant::Confederate(id) => Some(Person::confederate(id, rulebook, seed)),
        Participant::Organiser | Participant::Entry(_) | Participant::Referee(_) => None,
    }
}

/// Where a server that listens there is reached on the machine it runs on.
pub(super) fn on_this_machine(listens: SocketAddr) -> String {
    let ip = if listens.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { listens.ip() };
    format!("http://{}", SocketAddr::new(ip, listens.port()))
}

/// Seats a script in front of the server for every part that the contests say is played by one, until somebody else takes
/// the part or the contest is closed. The scripts reach the server at this address.
pub(super) async fn seat(app: &App, base: &str) -> Result<(), Failure> {
    for place in app.places() {
        let id = place.hall.id().to_owned();
        let parts = {
            let views = place.hall.views();
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
