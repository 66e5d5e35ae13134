//! Letters that `viva serve` sends to applicants: over TLS, with a password, only to a server that the system trusts.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use reqwest::StatusCode;

use crate::{
    desk::Desk,
    support::{Guest, Server, http, viva},
    tls::{Authority, Killed},
};

#[tokio::test(flavor = "multi_thread")]
async fn letters_go_over_tls_with_a_password_and_to_nobody_whom_the_system_does_not_trust() {
    let (authority, desk) = (Authority::new(), Desk::new());
    let python = format!("{}/bin/python3", std::env::var("VIVA_TEST_PYTHON").unwrap());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/tests/peers/mail.py");
    let mut mailbox = Command::new(python)
        .arg(script)
        .args([authority.path("certificate.pem"), authority.path("key.pem")])
        .args(["contest@example.org", "a secret of sixteen"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(mailbox.stdout.take().unwrap()).lines();
    let _mailbox = Killed(mailbox);
    let port = said.next().expect("run `./test --peers`").unwrap();

    desk.viva("intake open --rulebook loebner-2010 --name 'A new contest' --day closes=2099-12-31 --day final-four-announced=2100-01-10 --day contest=2100-02-01 --data intake")
        .ends(0);
    desk.lay("password", "a secret of sixteen\n");
    let smtp = format!("smtp://contest%40example.org@127.0.0.1:{port}");
    let (intake, password) = (desk.path("intake"), desk.path("password"));
    let options = [
        "--intake",
        intake.to_str().unwrap(),
        "--smtp",
        &smtp,
        "--smtp-password-file",
        password.to_str().unwrap(),
        "--from",
        "contest@example.org",
    ];
    // The first server does not know the authority. The second continues from the first one's log, and knows it.
    let data = desk.path("data");
    let server = Server::launch(viva(), &data, &options);
    let secret = "0123456789abcdef0123456789abcdef";
    let offer = [("secret", secret), ("name", "Ann"), ("contact", "ann@example.org")];
    let offer: Vec<_> = offer.map(|(name, value)| format!("{name}={value}")).into();
    let offered = http()
        .post(format!("{}/apply/people/judge", server.url))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(offer.join("&"));
    assert_eq!(offered.send().await.unwrap().status(), StatusCode::SEE_OTHER);
    let organiser = server.organiser().await;
    let (status, told) = send(&organiser).await;
    assert_eq!(status, StatusCode::BAD_GATEWAY, "{told}");
    assert!(told.contains("certificate") && !told.contains("a secret of sixteen"), "{told}");
    drop(server);

    let server = Server::launch(authority.trusted_by(viva()), &data, &options);
    let organiser = Guest { url: server.url.clone(), ..organiser };
    let (status, told) = send(&organiser).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{told}");
    let letter: serde_json::Value = serde_json::from_str(&said.next().unwrap().unwrap()).unwrap();
    assert_eq!((&letter["tls"], &letter["to"][0]), (&true.into(), &"ann@example.org".into()), "{letter}");
}

/// Sends the only letter there is.
async fn send(organiser: &Guest) -> (StatusCode, String) {
    let (_, desk) = organiser.get("/apply/organiser").await;
    let letter = desk.split_once("name=\"letter\" value=\"").expect(&desk).1.split('"').next().unwrap();
    let form = [("action", "post"), ("person", "1"), ("letter", letter)];
    let organiser = Guest { page: "/apply".to_owned(), ..organiser.clone() };
    organiser.post("organiser", &form).await
}

#[test]
fn a_mail_server_that_cannot_be_used_is_named_before_anything_is_served() {
    let desk = Desk::new();
    desk.viva("intake open --rulebook loebner-2010 --name 'A new contest' --data intake").ends(0);
    desk.lay("password", "a secret of sixteen\n");
    let serve = |more: &str| desk.viva(&format!("serve --data data --intake intake {more}"));
    serve("--smtp smtp://localhost").ends(2).says("--from");
    serve("--from a@example.org").ends(2).says("--smtp");
    for (more, told) in [
        ("--smtp mail.example.org --from a@example.org", "is no mail server"),
        ("--smtp smtp://a:secret@mail.example.org --from a@example.org", "put it into a file"),
        ("--smtp smtp://a@mail.example.org --from a@example.org", "who sends and their password"),
        (
            "--smtp smtp://a@mail.example.org --smtp-password-file nowhere --from a@example.org",
            "failed to read the password",
        ),
        ("--smtp smtp://localhost --from nobody", "is no address to send from"),
    ] {
        serve(more).ends(2).says(told);
    }
    assert!(!desk.path("data").exists(), "nothing was made");
}
