//! The requests of a client, and their handling.

use std::sync::Arc;

use entry::socketio::In;
use rulebook::Participant;
use tracing::warn;

use super::{
    admission::{Admitted, NotAdmitted},
    client_messages::{Course, Credentials, ReceivedMessage, SocketRequest, Understood, View, refused, wrong_secret},
    line::{ClientSocket, Organiser, SocketRole, Then},
    organiser_panel,
    person::Person,
    program::Program,
    webcast::Spectator,
};
use crate::{acts, hosted_contest::HostedContest};

/// The most wrong secrets of one socket; then it is closed.
const WRONG_MAX: u32 = 8;

/// The answer to a request that belongs to another role.
const NOT_YOURS: &str = "this is not yours to do";

impl ClientSocket {
    /// Handles a client's request.
    pub(super) async fn heed(&mut self, heard: ReceivedMessage) -> Then {
        match heard {
            Ok(Understood::Participant(credentials, asked)) => {
                if let Err(then) = self.admit(&credentials).await {
                    return then;
                }
                match (asked, &mut self.part) {
                    (Ok(asked), _) => self.act(asked).await,
                    (Err(why), SocketRole::Program(program)) => {
                        program.says(In::Malformed(why.to_string()));
                        Then::Stay
                    }
                    (Err(why), _) => self.say(refused(&why.to_string())),
                }
            }
            Ok(Understood::Nobody) => self.turn_away(),
            Ok(Understood::Spectator(view)) => self.show(&view),
            Err(why) => {
                if let SocketRole::Program(program) = &mut self.part {
                    program.says(In::Malformed(why.to_string()));
                }
                self.say(refused(&why.to_string()))
            }
        }
    }

    /// Lets the socket speak for the owner of these credentials from now on, if there is one.
    async fn admit(&mut self, credentials: &Credentials) -> Result<(), Then> {
        let known = match &self.part {
            SocketRole::Nobody => None,
            SocketRole::Person(person) => Some(&person.credentials),
            SocketRole::Organiser(organiser) => Some(&organiser.credentials),
            SocketRole::Program(program) => Some(&program.credentials),
        };
        if known.is_some_and(|known| known.are(credentials)) {
            return Ok(());
        }
        let admitted = match self.admission.admit(self.contest.as_deref(), credentials).await {
            Ok(admitted) => admitted,
            Err(NotAdmitted::WrongSecret) => return Err(self.turn_away()),
            Err(NotAdmitted::Failed(why)) => {
                warn!(%why, "a secret could not be looked up: {why}");
                return Err(self.say(refused(&NotAdmitted::Failed(why).to_string())));
            }
        };
        self.give_up();
        let crowded = "too many pages of this seat are open: close one of them";
        self.part = match admitted {
            Admitted::Program(visit) => SocketRole::Program(Box::new(Program::of(credentials.clone(), visit))),
            Admitted::Organiser(place, session) => {
                let Some(connected) = place.connect(Participant::Organiser) else {
                    return Err(self.say(refused(crowded)));
                };
                let (credentials, sign_outs) = (credentials.clone(), place.sign_outs());
                SocketRole::Organiser(Organiser {
                    place,
                    credentials,
                    session,
                    sign_outs,
                    refused: None,
                    _connected: connected,
                })
            }
            Admitted::Person(place, who, session) => {
                let Some(connected) = place.connect(who) else { return Err(self.say(refused(crowded))) };
                let claim = self.admission.claims.take(place.running.id(), who);
                let person = Person::sit((place, who, session), credentials.clone(), (connected, claim));
                self.be_ready(&person);
                SocketRole::Person(Box::new(person))
            }
        };
        Ok(())
    }

    /// Handles a request of the participant for whom the socket speaks.
    async fn act(&mut self, asked: SocketRequest) -> Then {
        match &mut self.part {
            SocketRole::Nobody => self.turn_away(),
            SocketRole::Person(person) => {
                let done = match asked {
                    SocketRequest::Register => {
                        person.welcome().into_iter().for_each(|out| self.out.push(out));
                        Ok(())
                    }
                    SocketRequest::RoundInformation => {
                        self.out.push(person.round_information());
                        Ok(())
                    }
                    SocketRequest::Recap => {
                        self.out.push(person.recap());
                        Ok(())
                    }
                    SocketRequest::Contributions => {
                        self.out.push(person.contributions());
                        Ok(())
                    }
                    SocketRequest::Contribute { value } => {
                        person.contribute(value).map(|command| self.jobs.act(&person.place, person.who, command))
                    }
                    SocketRequest::Message { content, to } => {
                        let said = person.say(&content, &to);
                        said.and_then(|parts| Ok(self.jobs.say(&person.place, person.who, parts)?))
                    }
                    SocketRequest::Score { robot } => {
                        person.score(&robot).map(|command| self.jobs.act(&person.place, person.who, command))
                    }
                    SocketRequest::FinalScore => {
                        Err("a ranking names everyone met, and finalScore only numbers: use your page".to_owned())
                    }
                    SocketRequest::Course(_) | SocketRequest::StatusUpdate => Err(NOT_YOURS.to_owned()),
                };
                done.map_or_else(|why| self.say(refused(&why)), |()| Then::Stay)
            }
            SocketRole::Organiser(organiser) => {
                let place = Arc::clone(&organiser.place);
                match asked {
                    SocketRequest::Register => Then::Stay,
                    SocketRequest::StatusUpdate => {
                        let update = organiser_panel::status_update(&place, organiser.refused.as_deref());
                        update.into_iter().for_each(|out| self.out.push(out));
                        Then::Stay
                    }
                    SocketRequest::Course(course) => {
                        organiser.refused = None;
                        self.steer(&place, course).await
                    }
                    SocketRequest::RoundInformation
                    | SocketRequest::Recap
                    | SocketRequest::Contribute { .. }
                    | SocketRequest::Contributions
                    | SocketRequest::Message { .. }
                    | SocketRequest::Score { .. }
                    | SocketRequest::FinalScore => self.say(refused(NOT_YOURS)),
                }
            }
            SocketRole::Program(program) => {
                match asked {
                    // The visit began with the admission.
                    SocketRequest::Register => return Then::Stay,
                    SocketRequest::RoundInformation => program.says(In::RoundInformation),
                    SocketRequest::Recap => program.says(In::Recap),
                    SocketRequest::Message { content, to } => program.says(In::Message { content, to }),
                    SocketRequest::Contribute { .. }
                    | SocketRequest::Contributions
                    | SocketRequest::Score { .. }
                    | SocketRequest::FinalScore
                    | SocketRequest::Course(_)
                    | SocketRequest::StatusUpdate => {
                        return self.say(refused(NOT_YOURS));
                    }
                }
                Then::Stay
            }
        }
    }

    /// Does the act of a button on the control panel.
    async fn steer(&mut self, place: &Arc<HostedContest>, course: Course) -> Then {
        let SocketRole::Organiser(Organiser { session, .. }) = &self.part else { return Then::Stay };
        let (app, actor) = match self.admission.organiser(place, session).await {
            Ok(Some(organiser)) => organiser,
            Ok(None) => return self.turn_away(),
            Err(why) => return self.refuse(&NotAdmitted::Failed(why).to_string()),
        };
        let meant = {
            let views = place.running.views();
            match views.room().contest() {
                Some(contest) => organiser_panel::act(contest, course, |key| actor.has_done(place, key)),
                None => Err("the contest has not been opened yet"),
            }
        };
        match meant {
            Ok(None) => Then::Stay,
            Ok(Some((act, key))) => match acts::perform(&app, place, &actor, Some(&key), act).await {
                Ok(()) => Then::Stay,
                Err(why) => self.refuse(&why.to_string()),
            },
            Err(why) => self.refuse(why),
        }
    }

    /// Switches a spectator to another interview.
    fn show(&mut self, view: &View) -> Then {
        self.spectator = None;
        let place = self.admission.contest(view.contest.as_deref().or(self.contest.as_deref()));
        let Some(place) = place else {
            return self.say(refused("name the contest to watch: connect to `/socket.io/?contest=ID`"));
        };
        let Ok(seat) = Arc::clone(&self.admission.spectators).try_acquire_owned() else {
            return self.say(refused("too many are watching: try again later"));
        };
        match Spectator::of(place, view, seat) {
            Ok((spectator, told)) => {
                self.spectator = Some(spectator);
                told.into_iter().for_each(|out| self.out.push(out));
                Then::Stay
            }
            Err(why) => self.say(refused(&why)),
        }
    }

    /// Makes a registered person ready: this protocol has no other sign of readiness.
    fn be_ready(&mut self, person: &Person) {
        if person.is_awaited() {
            self.jobs.ready(&person.place, person.who);
        }
    }

    /// Answers a wrong secret, and closes the socket after too many.
    fn turn_away(&mut self) -> Then {
        self.wrong += 1;
        self.out.push(wrong_secret());
        if self.wrong < WRONG_MAX {
            return Then::Stay;
        }
        let _ = self.out.flush(&self.socket);
        Then::Leave
    }
}
