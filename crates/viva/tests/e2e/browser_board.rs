//! The organiser's page with twenty judges, twenty confederates and twenty programs, on a desk and on a phone: all that
//! needs attention is in sight at once. Screenshots stay in `artifacts/`.

use fantoccini::{
    Client, Locator,
    actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction},
};
use serde_json::json;

use crate::{
    browser::{Driver, click, fits, sees, shoot, turns_to},
    looks::looked_at,
    support::{Guest, Server},
};

/// The number of people in each role.
const EACH: usize = 20;

/// Twenty judges, twenty confederates and twenty programs that cannot be started.
fn crowd() -> String {
    let people =
        |role: &str| (1..=EACH).map(|n| format!("[[{role}]]\nname = \"{role} number {n}\"\n")).collect::<String>();
    let entry = |n| {
        format!(
            "[[entry]]\nname = \"Program {n}\"\ncontestant = \"Somebody\"\nprotocol = \"stdio\"\ncommand = [\"./gone\"]\n"
        )
    };
    let entries = (1..=EACH).map(entry).collect::<String>();
    let head = "name = \"Crowd\"\nid = \"story\"\norganiser = \"Nobody\"\nrulebook = \"loebner-2010\"\n";
    let roles = format!("[overrides.roles]\njudges = {EACH}\nconfederates = {EACH}\nentries = {EACH}\n");
    format!("{head}{}{}{entries}{roles}", people("judge"), people("confederate"))
}

/// Returns true if the attention list begins above the fold.
async fn begins_above_the_fold(screen: &Client) -> bool {
    let script =
        "scrollTo(0, 0); return document.querySelector('#problems li').getBoundingClientRect().bottom < innerHeight;";
    screen.execute(script, Vec::new()).await.unwrap().as_bool().unwrap()
}

/// The parts of the desk that are not whole on the screen before anything is scrolled, and its filled buttons.
const ON_ONE_SCREEN: &str = "scrollTo(0, 0);
    const parts = ['#stage h1', '#problems', '#course', '#interviews tbody tr:last-child', '#interviews tbody tr:first-child'];
    const below = parts.filter((part) => {
        const { top, bottom, height } = document.querySelector(part).getBoundingClientRect();
        return top < 0 || height === 0 || bottom > innerHeight;
    });
    const cut = [...document.querySelectorAll('#interviews .now, #interviews .age')].filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline');
    const filled = [...document.querySelectorAll('main button, main .button')]
        .filter((button) => button.checkVisibility() && !button.classList.contains('quiet'));
    return [below, cut.length, filled.map((button) => button.id), document.querySelectorAll('#interviews tbody tr').length];";

/// The organiser's page in a window of this size.
async fn board(driver: &Driver, organiser: &Guest, (width, height): (u32, u32), dark: bool) -> Client {
    let screen = driver.browser(width, height, dark).await;
    shows_board(&screen, organiser).await;
    screen
}

/// Opens the organiser's page in this browser.
async fn shows_board(screen: &Client, organiser: &Guest) {
    screen.goto(&organiser.url).await.unwrap();
    let session = format!("{}; path=/", organiser.cookie);
    screen.execute("document.cookie = arguments[0];", vec![session.into()]).await.unwrap();
    screen.goto(&format!("{}{}", organiser.url, organiser.page)).await.unwrap();
    sees(screen, "//section[@id='problems']").await;
}

#[tokio::test]
async fn of_sixty_who_take_part_those_who_need_the_organiser_stand_first() {
    let (driver, folder) = (Driver::start(), tempfile::tempdir().unwrap());
    let server = Server::with_contest(folder.path(), &crowd(), &[]);
    let organiser = server.organiser().await;
    let desk = board(&driver, &organiser, (1280, 900), false).await;
    sees(&desk, "//section[@id='problems']//li[contains(.,'Not joined: J1 judge number 1, J2 judge number 2')]").await;
    assert!(fits(&desk).await && begins_above_the_fold(&desk).await);

    // One judge joins and opens no page; the others do not come.
    let (_, card) = organiser.post("links", &[("who", "J1")]).await;
    let token = &card[card.find("/join/").unwrap()..][..38];
    server.join(&format!("{}{token}", server.url)).await;
    organiser.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    let lobby = [
        "Joined, and no page is open: J1 judge number 1.",
        "Ask them to open the server",
        "Stopped and not started again: E",
        "Restart the program, or use a reserve between rounds",
    ];
    for words in lobby {
        sees(&desk, &format!("//section[@id='problems']//li[contains(.,'{words}')]")).await;
    }
    looked_at(&desk, "board-lobby-60").await;
    let one_screen = driver.browser(1280, 800, false).await;
    shows_board(&one_screen, &organiser).await;
    let seen = one_screen.execute(ON_ONE_SCREEN, Vec::new()).await.unwrap();
    assert_eq!(seen, json!([[], 0, ["open-round"], EACH]), "before a round");

    organiser.post("do", &[("action", "open-round"), ("anyway", "true")]).await;
    sees(&desk, "//section[@id='problems']//li[1][contains(.,'No page is open: J')]").await;
    sees(&desk, "//section[@id='interviews']//td[contains(@class,'amiss')][.='stopped']").await;
    sees(&one_screen, "//h1[.='Round 1 of 20: talk']").await;
    let seen = one_screen.execute(ON_ONE_SCREEN, Vec::new()).await.unwrap();
    shoot(&one_screen, "board-talk-60-one-screen").await;
    assert_eq!(seen, json!([[], 0, [], EACH]), "during a round the clock acts, and no button is filled");
    one_screen.close().await.unwrap();
    assert!(fits(&desk).await && begins_above_the_fold(&desk).await);
    looked_at(&desk, "board-talk-60").await;

    // Each sentence links to the page and place of its remedy.
    click(&desk, "#problems li:first-child a").await;
    let at = desk.execute("return location.pathname + location.hash", Vec::new()).await.unwrap();
    assert_eq!(at, json!("/story/organiser/people#out"));
    looked_at(&desk, "people-60").await;
    turns_to(&desk, "Entries").await;
    looked_at(&desk, "entries-60").await;

    let phone = board(&driver, &organiser, (390, 844), true).await;
    sees(&phone, "//section[@id='problems']//li[1][contains(.,'No page is open: J')]").await;
    assert!(fits(&phone).await && begins_above_the_fold(&phone).await);
    shoot(&phone, "board-talk-60-phone-dark").await;
    for screen in [desk, phone] {
        screen.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_page_waits_for_whoever_presses_something_on_it() {
    let (driver, folder) = (Driver::start(), tempfile::tempdir().unwrap());
    let server = Server::with_contest(folder.path(), &crowd(), &[]);
    let organiser = server.organiser().await;
    let desk = board(&driver, &organiser, (1280, 900), false).await;
    desk.execute(
        "window.taken = 0;
        const text = Response.prototype.text;
        Response.prototype.text = async function () {
            const page = await text.call(this);
            setTimeout(() => { taken += 1; });
            return page;
        };",
        Vec::new(),
    )
    .await
    .unwrap();

    // The draw redraws the page while a moving button is held down; the press still counts as a click.
    let summary = desk.find(Locator::Css("#more summary")).await.unwrap();
    let at = |action| MouseActions::new("mouse".to_owned()).then(action);
    let over = PointerAction::MoveToElement { element: summary, duration: None, x: 0., y: 0. };
    desk.perform_actions(at(over).then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })).await.unwrap();
    let before = desk.execute("return taken", Vec::new()).await.unwrap().as_u64().unwrap();
    organiser.post("do", &[("action", "draw"), ("anyway", "true")]).await;
    loop {
        let now = desk.execute("return taken", Vec::new()).await.unwrap().as_u64().unwrap();
        if now > before + 1 {
            break;
        }
    }
    desk.perform_actions(at(PointerAction::Up { button: MOUSE_BUTTON_LEFT })).await.unwrap();
    sees(&desk, "//section[@id='problems']//li[contains(.,'Stopped and not started again: E')]").await;
    desk.find(Locator::Css("#more[open]")).await.unwrap();
}
