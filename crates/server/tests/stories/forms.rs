//! A contest over HTTP as a browser without scripts plays it: links, forms and pages, with a program among the
//! witnesses.

use contest::contest::Phase;
use rulebook::{ConversationId, Participant, Side};

use crate::served::{Answer, Story};

/// One witness at a time, in messages: the people are away, the programs echo.
const ONE_WITNESS: &str = r#"
name = "Forms"
organiser = "Nobody"
isolation = "none"
rulebook = "two-party-2024"
[overrides.roles]
judges = 1
entries = 2
confederates = 1
"#;

/// The contest with this many judges, confederates and entries; each program echoes.
fn seated(rules: &str, judges: usize, confederates: usize, entries: usize) -> String {
    let people =
        |kind: &str, count| (1..=count).map(|n| format!("[[{kind}]]\nname = \"{kind} {n}\"\n")).collect::<String>();
    let entry = |n| {
        format!("[[entry]]\nname = \"Echo {n}\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n")
    };
    let echoes = (1..=entries).map(entry).collect::<String>();
    format!("{rules}{}{}{echoes}", people("judge", judges), people("confederate", confederates))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_without_scripts_writes_to_a_program_and_fills_in_the_form() {
    let mut story = Story::of(&seated(ONE_WITNESS, 1, 1, 2)).await;
    story.join_as("J1").await;
    let judge = "/forms/judge/1";
    let page = story.get(judge).await;
    assert!(page.contains("I am in place"));
    story.organiser_does("action=draw&anyway=true").await;

    // Rounds are opened until the judge meets a program, which echoes.
    let (mut round, mut conversation);
    loop {
        let phase = story.place.running.views().room().contest().unwrap().phase;
        let Phase::Lobby(next) = phase else { panic!("{phase:?}") };
        let seating = story.place.running.views().room().contest().unwrap().interviews_in(next).next().unwrap().clone();
        if let Some(entry) = seating.entry() {
            story
                .until("the program is ready", |views| {
                    views.room().contest().unwrap().ready.contains(&Participant::Entry(entry))
                })
                .await;
        }
        story.organiser_does("action=open-round&anyway=true").await;
        round = next;
        conversation = ConversationId { interview: seating.interview, seat: *seating.seats.keys().next().unwrap() };
        if seating.entry().is_some() {
            break;
        }
        story.organiser_does(&format!("action=end-phase&phase=talk&round={round}")).await;
        story.organiser_does(&format!("action=end-phase&phase=scoring&round={round}")).await;
    }

    let empty = story.post(&format!("{judge}/say"), &format!("round={round}&seat=only&text=+")).await;
    assert_eq!(empty.status, 409);
    assert!(empty.body.contains("write something first"), "{}", empty.body);
    let long = "x".repeat(301);
    let long = story.post(&format!("{judge}/say"), &format!("round={round}&seat=only&text={long}")).await;
    assert!(long.body.contains("at most 300 characters") && long.body.contains("xxx</textarea>"), "{}", long.body);
    story.does(&format!("{judge}/say"), &format!("round={round}&seat=only&text=Who+are+%3Cyou%3E%3F")).await;
    story
        .until("the program answers", |views| {
            let said = views.room().conversation(conversation).map(|c| c.transcript.lines.clone()).unwrap_or_default();
            said.iter().any(|line| line.side == Side::Witness && line.text == "Who are <you>?")
        })
        .await;
    assert_eq!(story.get(judge).await.matches("Who are &#60;you&#62;?").count(), 2, "what was said, and the echo");

    // The form: refused in a sentence with its content kept, then accepted, then changed.
    story.organiser_does(&format!("action=end-phase&phase=talk&round={round}")).await;
    let refused = |answer: &Answer, why: &str| {
        assert_eq!(answer.status, 409);
        assert!(answer.body.contains(why), "{why}: {}", answer.body);
    };
    let ballot = format!("{judge}/ballot");
    let form = format!("round={round}&verdict-only=machine&confidence=101&reason=it+%22echoed%22");
    let answer = story.post(&ballot, &form).await;
    // The fault is shown at its field, which has the focus, and once.
    refused(&answer, &format!("id=\"fault-confidence-{round}\">101 per cent is too sure: the most is 100</p>"));
    let at_field = format!("required autofocus aria-invalid=\"true\" aria-describedby=\"fault-confidence-{round}\"");
    let field = answer.body.split_once(&format!("id=\"confidence-{round}\"")).unwrap().1;
    assert!(field.split('>').next().unwrap().contains(&at_field), "{field}");
    assert!(answer.body.contains("it &#34;echoed&#34;</textarea>") && answer.body.contains("value=\"101\""));
    assert!(answer.body.contains("role=\"alert\">this was not submitted: one answer is missing or wrong"));
    assert_eq!(answer.body.matches("autofocus").count(), 1);
    assert!(!answer.body.contains("<section class=\"notice\" id=\"notice\" data-region role=\"alert\"><p>"));
    refused(
        &story.post(&ballot, &format!("round={round}&confidence=3")).await,
        "role=\"radiogroup\" aria-invalid=\"true\" aria-describedby=\"fault-verdict-only-",
    );
    refused(
        &story.post(&ballot, &format!("round={round}&confidence=3")).await,
        "say what your partner is: human or machine",
    );
    refused(&story.post(&ballot, &format!("round={round}&confidence=a+lot")).await, "`a lot` is not a whole number");
    refused(&story.post(&ballot, "verdict-only=human").await, "the form names no round or interview");
    refused(&story.post(&format!("{judge}/ranking"), "trial=1").await, "this rulebook asks for no such ballot");

    // An unsealed draft is kept by a button of its own, and shown with its faults in words.
    let draft = format!("{judge}/draft");
    story.does(&draft, &format!("round={round}&verdict-only=human&confidence=1,5&reason=so")).await;
    let page = story.get(judge).await;
    assert!(page.contains("value=\"1,5\"") && page.contains("so</textarea>"), "{page}");
    assert!(
        page.contains("Not submitted: your partner is a person, a reason of 2 characters. It is not complete"),
        "{page}"
    );
    assert!(story.desk().await.contains("J1 has an incomplete draft, which will be lost."));
    story.does(&draft, &format!("round={round}&verdict-only=human&confidence=15")).await;
    assert!(story.desk().await.contains("J1 has a complete draft, which will count."));
    story.does(&draft, &format!("round={round}&verdict-only=&confidence=&reason=")).await;
    assert!(story.get(judge).await.contains("Not submitted. Nothing is filled in yet."));
    for (sure, verdict) in [(90, "machine"), (60, "human")] {
        story.does(&ballot, &format!("round={round}&verdict-only={verdict}&confidence={sure}&reason=")).await;
        let page = story.get(judge).await;
        let what = if verdict == "human" { "a person" } else { "a program" };
        assert!(page.contains(&format!("Submitted: your partner is {what}, {sure} % sure.")), "{page}");
        assert!(page.contains(&format!("value=\"{sure}\"")), "{page}");
        assert!(page.contains(&format!("id=\"verdict-only-{verdict}-{round}\" required checked")), "{page}");
    }
    assert!(story.desk().await.contains("Every ballot is in."));

    // Sealed answers stay, whatever is changed afterwards; the page shows both.
    story.does(&draft, &format!("round={round}&verdict-only=machine&confidence=60")).await;
    let page = story.get(judge).await;
    assert!(page.contains("Submitted: your partner is a person, 60 % sure."), "{page}");
    assert!(
        page.contains("Not submitted: your partner is a program, 60 % sure. Your last submission counts"),
        "{page}"
    );
    story.organiser_does(&format!("action=end-phase&phase=scoring&round={round}")).await;
    let page = story.get(judge).await;
    let counted =
        format!("Your ballot of round {} counts as you submitted it: your partner is a person", round.number());
    assert!(page.contains(&counted), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_has_gone_for_good_is_planned_away_and_an_entry_is_disqualified() {
    let story = Story::of(&seated(ONE_WITNESS, 1, 1, 2)).await;
    let ruling = "action=disqualify&entry=E1&by=organisers&rule=rule+8&reason=";
    let refused = story.post(&format!("{}/do", story.organiser), ruling).await;
    assert!(refused.body.contains("give a reason of 1 to 500 characters"), "{}", refused.body);
    story.organiser_does(&format!("{ruling}it+telephoned")).await;
    let told = "E1 was disqualified, as the organisers decided under rule 8: it telephoned";
    assert!(story.desk().await.contains(told));
    let page = story.desk().await;
    assert!(page.contains("The draw is made without this person.") && !page.contains("id=\"open-round\""), "{page}");

    for form in [
        "action=draw&anyway=true",
        "action=open-round&anyway=true",
        "action=end-phase&phase=talk&round=R1",
        "action=end-phase&phase=scoring&round=R1",
    ] {
        story.organiser_does(form).await;
    }
    // The witness whom the judge was to meet in round 2 has left.
    let rest = || {
        let views = story.place.running.views();
        let contest = views.room().contest().unwrap();
        let seatings = contest.assignment().unwrap().0.clone().into_iter().skip(1);
        seatings.flat_map(|seating| seating.seats.into_values()).map(|witness| witness.to_string()).collect::<Vec<_>>()
    };
    let gone = rest()[0].clone();
    assert!(story.desk().await.contains("id=\"replan\""));
    story.organiser_does(&format!("action=replan&left={gone}&reason=fell+ill")).await;
    assert!(story.desk().await.contains(">gone</td>"));
    assert!(!rest().contains(&gone), "{:?}", rest());
    assert_eq!(rest().len(), 1, "the other one is still met");
}

/// A pair, a rating with a fraction for each, and a choice.
const RATED: &str = r#"
name = "Rated"
organiser = "Nobody"
rulebook = "loebner-2010"
[overrides.ballots]
interview = ["choice", { rating = { name = "wit", text = "How witty?", from = 0, to = 5, decimals = 1 } }]
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_complete_draft_with_a_comma_counts_at_the_close_and_both_are_told() {
    let mut story = Story::of(&seated(RATED, 4, 4, 4)).await;
    story.join_as("J1").await;
    story.join_as("J2").await;
    story.organiser_does("action=draw&anyway=true").await;
    story.organiser_does("action=open-round&anyway=true").await;
    story.organiser_does("action=end-phase&phase=talk&round=R1").await;
    let fields = |left| format!("round=R1&human=left&rating-wit-left={left}&rating-wit-right=3");
    story.does("/rated/judge/1/draft", &fields("0,5")).await;
    story.does("/rated/judge/2/draft", &fields("0,5,0")).await;
    let page = story.get("/rated/judge/1").await;
    let said =
        "Not submitted: the left one is the human, wit 0.5 (the left one), wit 3 (the right one). It is complete";
    assert!(page.contains(said), "{page}");
    let desk = story.desk().await;
    for sentence in [
        "J1 has a complete draft, which will count.",
        "J2 has an incomplete draft, which will be lost.",
        "J3, J4 have filled in nothing.",
    ] {
        assert!(desk.contains(sentence), "{sentence}: {desk}");
    }
    // "0.5" alone would also be found in the moments of the page: 12:00:00.512.
    assert!(!desk.contains("wit 0.5") && !desk.contains("0,5"), "who, and never what: {desk}");
    // A refusal shows every field with a fault, and leaves the draft alone.
    let answer =
        story.post("/rated/judge/1/ballot", "round=R1&human=left&rating-wit-left=50&rating-wit-right=0,05").await;
    assert_eq!(answer.status, 409);
    assert!(answer.body.contains("50 for the wit of the left one is not on the scale"), "{}", answer.body);
    assert!(answer.body.contains("0.05 for the wit of the right one is too fine"), "{}", answer.body);
    assert!(answer.body.contains("2 answers are missing or wrong"), "{}", answer.body);
    assert!(story.get("/rated/judge/1").await.contains(said));
    story.organiser_does("action=end-phase&phase=scoring&round=R1").await;
    let told = story.get("/rated/judge/1").await;
    assert!(told.contains("Your ballot of round 1 was not submitted. It was complete when the time was over, so it counts: the left one is the human, wit 0.5 (the left one), wit 3 (the right one)."), "{told}");
    let lost = story.get("/rated/judge/2").await;
    assert!(lost.contains("Your ballot of round 1 was not submitted, so it does not count."), "{lost}");
    assert!(story.place.running.shown().drafts.owned_by("J2".parse().unwrap()).is_empty(), "what is lost is deleted");
    let refused = story.post(&format!("{}/do", story.organiser), "action=extend&minutes=1,5&reason=x").await;
    assert!(refused.body.contains("write the minutes as a whole number, from 1 to 60"), "{}", refused.body);
}

/// Two judges, two programs and a person, one at a time; the judges decide between level entries.
const LEVEL: &str = r#"
name = "Level"
organiser = "Nobody"
isolation = "none"
rulebook = "surrey-2003"
[overrides.roles]
judges = 2
entries = 2
confederates = 1
told = { confederates = 1, entries = 1 }
limits.judges = { least = 2, most = 9 }
"#;

impl Story {
    fn phase(&self) -> Phase {
        self.place.running.views().room().contest().unwrap().phase
    }

    /// Plays every round without a message; then both judges rate everybody alike.
    async fn all_are_level(&mut self) {
        self.join_as("J1").await;
        self.join_as("J2").await;
        self.organiser_does("action=draw&anyway=true").await;
        while matches!(self.phase(), Phase::Lobby(_)) {
            self.organiser_does("action=open-round&anyway=true").await;
            let Phase::Talk(round, _) = self.phase() else { panic!("a round is open") };
            self.organiser_does(&format!("action=end-phase&phase=talk&round={round}")).await;
            self.organiser_does(&format!("action=end-phase&phase=scoring&round={round}")).await;
        }
        for judge in 1..=2 {
            let forms = {
                let views = self.place.running.views();
                views.judge(rulebook::JudgeId::new(judge)).unwrap().screen.stage.forms.clone()
            };
            for form in forms {
                let round = form.interview.round;
                let ratings = form.seats.iter().map(|seat| format!("&rating-humanness-{seat}=3")).collect::<String>();
                self.does(&format!("/level/judge/{judge}/ballot"), &format!("round={round}{ratings}")).await;
            }
        }
        self.organiser_does("action=end-phase&phase=end-ballots&trial=1").await;
    }

    /// The conversation in which this judge met this entry, among those on the page.
    fn met(&self, judge: u16, entry: u16) -> String {
        let views = self.place.running.views();
        let contest = views.room().contest().unwrap();
        let candidates = contest.candidates(Participant::Judge(rulebook::JudgeId::new(judge))).concat();
        let is = |id: &&ConversationId| {
            let witness = contest.seating(id.interview).unwrap().witness(id.seat);
            witness == Some(rulebook::Witness::Entry(rulebook::EntryId::new(entry)))
        };
        candidates.iter().find(is).unwrap().to_string()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_ballot_is_allowed_on_the_organiser_s_page_and_given_on_the_judge_s() {
    let mut story = Story::of(&seated(ONE_WITNESS, 1, 1, 2)).await;
    story.join_as("J1").await;
    story.organiser_does("action=draw&anyway=true").await;
    story.organiser_does("action=open-round&anyway=true").await;
    assert!(!story.desk().await.contains("id=\"late-ballot\""), "nothing is lost yet");
    story.organiser_does("action=end-phase&phase=talk&round=R1").await;
    story.organiser_does("action=end-phase&phase=scoring&round=R1").await;
    let desk = story.desk().await;
    assert!(
        desk.contains("No ballot, and its time is over: J1") && desk.contains("/organiser/people#late-ballot\""),
        "{desk}"
    );
    assert!(desk.contains("<option value=\"J1 ballot-R1\">J1: the ballot about round 1</option>"), "{desk}");
    let ballot = "round=R1&verdict-only=human&confidence=80&reason=so";
    assert_eq!(story.post("/forms/judge/1/ballot", ballot).await.status, 409);
    let allow = "action=allow-late&late=J1+ballot-R1&by=organisers&rule=rule+12&reason=a+cable";
    let nameless = story.post(&format!("{}/do", story.organiser), &allow.replace("J1+ballot-R1", "J1")).await;
    assert!(nameless.body.contains("choose a ballot"), "{}", nameless.body);
    story.organiser_does(allow).await;
    let page = story.get("/forms/judge/1").await;
    assert!(page.contains("allow you to submit this ballot late") && page.contains("id=\"ballot-R1\""), "{page}");
    let incomplete = story.post("/forms/judge/1/ballot", "round=R1&confidence=3").await;
    assert!(incomplete.body.contains("say what your partner is"), "{}", incomplete.body);
    story.does("/forms/judge/1/ballot", ballot).await;
    let page = story.get("/forms/judge/1").await;
    assert!(!page.contains("id=\"ballot-R1\""), "{page}");
    let desk = story.desk().await;
    assert!(!desk.contains("its time is over: J1"), "{desk}");
    assert!(desk.contains("Late ballot allowed: the ballot of J1 about round 1"), "{desk}");
}

#[tokio::test(flavor = "multi_thread")]
async fn judges_vote_on_their_pages_and_the_winner_is_disqualified_after_the_close() {
    let mut story = Story::of(&seated(LEVEL, 2, 1, 2)).await;
    story.all_are_level().await;
    let page = story.get("/level/judge/1").await;
    assert!(page.contains("Which of these was more human?") && page.contains("I cannot choose"), "{page}");
    assert!(!page.contains("Echo") && !page.contains("E1"), "nobody is named: {page}");
    let nothing = story.post("/level/judge/1/vote", "vote=1").await;
    assert_eq!(nothing.status, 409);
    assert!(nothing.body.contains("choose one, or say that you cannot choose"), "{}", nothing.body);
    let (own, others) = (story.met(1, 2), story.met(2, 2));
    let stranger = story.post("/level/judge/1/vote", &format!("vote=1&preferred={others}")).await;
    assert!(stranger.body.contains("choose one from the list"), "{}", stranger.body);
    story.does("/level/judge/1/vote", "vote=1&preferred=none").await;
    assert!(story.get("/level/judge/1").await.contains("You voted: I cannot choose."));
    story.does("/level/judge/1/vote", &format!("vote=1&preferred={own}")).await;
    let page = story.get("/level/judge/1").await;
    assert!(page.contains("You voted for: Terminal") && page.contains("Change vote"), "{page}");
    let desk = story.desk().await;
    assert!(desk.contains("The judges vote between E1, E2. Missing: J2.") && desk.contains("Close the vote"), "{desk}");
    assert!(!desk.contains(&own), "the organiser sees who has voted, not for whom");
    story.does("/level/judge/2/vote", &format!("vote=1&preferred={others}")).await;
    story.until("it is closed", |views| views.room().contest().unwrap().is_closed()).await;

    let results = story.get("/level/results").await;
    assert!(results.contains("<dt>Second place: E1 Echo 1</dt>") && !results.contains("id=\"rulings\""), "{results}");
    let earlier = story.get("/level/checkpoint").await;
    let ruling = "action=disqualify&entry=E2&by=judges&rule=rule+59&reason=it+telephoned";
    let no_rule = story.post(&format!("{}/do", story.organiser), &ruling.replace("rule+59", "+")).await;
    assert!(no_rule.body.contains("name the rule in 1 to 60 characters"), "{}", no_rule.body);
    let nobody = story.post(&format!("{}/do", story.organiser), &ruling.replace("&by=judges", "")).await;
    assert!(nobody.body.contains("choose the authority that decided"), "{}", nobody.body);
    story.organiser_does(ruling).await;
    let results = story.get("/level/results").await;
    let told = "E2 was disqualified after the close, as a majority of the judges decided under rule 59: it telephoned";
    assert!(results.contains(told) && results.contains("The result before E2 was disqualified"), "{results}");
    assert!(story.desk().await.contains("Reverse a disqualification"));
    let signed = story.get("/level/checkpoint").await;
    let size = |head: &str| head.lines().nth(1).unwrap().parse::<u64>().unwrap();
    assert_eq!(size(&signed), size(&earlier) + 1, "the head is signed again");
    story.organiser_does(&ruling.replace("disqualify", "reinstate")).await;
    assert!(story.get("/level/results").await.contains("E2 was reinstated after the close"));
}

/// Without scripts the server asks before an act that cannot be undone; the script asks by itself and leaves `ask` out.
#[tokio::test(flavor = "multi_thread")]
async fn an_act_that_cannot_be_undone_is_confirmed_on_a_page_of_its_own() {
    let story = Story::of(&seated(ONE_WITNESS, 1, 1, 2)).await;
    let desk = story.get(&story.organiser).await;
    assert!(desk.contains("data-confirm") && desk.contains("name=\"ask\" value=\"true\""), "{desk}");
    let address = format!("{}/do", story.organiser);
    let question = story.post(&address, "ask=true&form=7&page=desk&action=draw&anyway=true").await;
    assert_eq!(question.status, 200);
    for part in [
        "<h1>Draw the schedule?</h1>",
        "This cannot be undone.",
        "name=\"action\" value=\"draw\"",
        "name=\"anyway\" value=\"true\"",
        "name=\"form\" value=\"7\"",
        "<button id=\"confirm\">Draw the schedule</button>",
    ] {
        assert!(question.body.contains(part), "{part}: {}", question.body);
    }
    assert!(!question.body.contains("name=\"ask\""), "the second time it is done: {}", question.body);
    assert!(!story.place.running.views().room().contest().unwrap().is_drawn());

    story.organiser_does("action=draw&anyway=true").await;
    // An act that is easily undone asks nothing; the answer leads back to the page of the form.
    let paused = story.post(&address, "ask=true&page=people&action=pause").await;
    assert_eq!(paused.status, 303);
    assert!(paused.headers.contains("location: /forms/organiser/people"), "{}", paused.headers);
    // A field that is missing is named before anything is asked.
    let nobody = story.post(&address, "ask=true&page=people&action=replace&name=Ida&reason=ill").await;
    assert!(nobody.status == 409 && nobody.body.contains("choose the person to replace"), "{}", nobody.body);
    let replace = story.post(&address, "ask=true&page=people&action=replace&who=J1&name=Ida&reason=ill").await;
    let back = "<a href=\"/forms/organiser/people\">";
    assert!(replace.body.contains("They are logged out.") && replace.body.contains(back), "{}", replace.body);
}
