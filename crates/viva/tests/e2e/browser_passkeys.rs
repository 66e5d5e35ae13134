//! Organisers who log in with a passkey, over TLS, in a real browser with a virtual authenticator.

use std::{process::Command, str::FromStr};

use fantoccini::{Client, wd::WebDriverCompatibleCommand};
use reqwest::{Method, Url};
use serde_json::{Value, json};

use crate::{
    browser::{Driver, click, join, sees, types},
    looks::looked_at,
    support::{Server, contest_file, house_entries},
    tls::Authority,
};

/// A device that stores keys and verifies its owner.
#[derive(Debug)]
struct Device;

impl WebDriverCompatibleCommand for Device {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!("session/{}/webauthn/authenticator", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let device = json!({
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": true, "hasUserVerification": true,
            "isUserConsenting": true, "isUserVerified": true,
        });
        (Method::POST, Some(device.to_string()))
    }
}

/// Makes Chromium accept this certificate: passkeys need a page with a valid one.
fn trusts(authority: &Authority) -> String {
    let hash = "openssl x509 -in certificate.pem -pubkey -noout | openssl pkey -pubin -outform der \
                | openssl dgst -sha256 -binary | openssl base64";
    let output = Command::new("sh").args(["-c", hash]).current_dir(authority.path("")).output().unwrap();
    format!("--ignore-certificate-errors-spki-list={}", String::from_utf8(output.stdout).unwrap().trim())
}

#[tokio::test]
async fn an_organiser_adds_a_passkey_comes_back_by_it_once_for_each_question_and_takes_it_away() {
    let (driver, authority) = (Driver::start(), Authority::new());
    let folder = tempfile::tempdir().unwrap();
    let [certificate, key] =
        ["certificate.pem", "key.pem"].map(|name| authority.path(name).to_str().unwrap().to_owned());
    let options = ["--listen", "localhost:0", "--certificate", &certificate, "--key", &key];
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &options);
    let organiser = driver.browser_with(1280, 900, false, &[trusts(&authority)]).await;
    organiser.issue_cmd(Device).await.unwrap();
    join(&organiser, server.organiser_link.as_ref().unwrap()).await;
    let access = format!("{}/story/organiser/access", server.url);
    organiser.goto(&access).await.unwrap();
    types(&organiser, "#passkey-name", "My laptop").await;
    click(&organiser, "#add-passkey").await;
    sees(&organiser, "//section[@id='passkeys']//th[.='My laptop']").await;
    looked_at(&organiser, "access-passkeys").await;

    // Again: this device has its key already.
    types(&organiser, "#passkey-name", "The same").await;
    click(&organiser, "#add-passkey").await;
    sees(&organiser, "//section[@id='passkeys']//*[@role='alert'][contains(., 'No passkey came from the device')]")
        .await;

    // The cookies are gone; the key is not.
    organiser.delete_all_cookies().await.unwrap();
    let login = format!("{}/story/login", server.url);
    organiser.goto(&login).await.unwrap();
    looked_at(&organiser, "login-passkey").await;
    click(&organiser, "#passkey button").await;
    sees(&organiser, "//main[@data-live]").await;
    organiser.goto(&access).await.unwrap();
    sees(&organiser, "//section[@id='deeds'][contains(., 'logged in by the passkey My laptop')]").await;

    // Each challenge is answered once, and by its own answer.
    organiser.delete_all_cookies().await.unwrap();
    organiser.goto(&login).await.unwrap();
    assert_eq!(answers(&organiser).await, json!([200, 409, 403, 409]));

    // A removed passkey admits nobody.
    organiser.goto(&access).await.unwrap();
    click(&organiser, "button[aria-label='Remove the passkey My laptop']").await;
    sees(&organiser, "//h1[contains(., 'Remove the passkey My laptop?')]").await;
    click(&organiser, "#confirm").await;
    sees(&organiser, "//section[@id='deeds'][contains(., 'removed the passkey My laptop')]").await;
    organiser.delete_all_cookies().await.unwrap();
    organiser.goto(&login).await.unwrap();
    click(&organiser, "#passkey button").await;
    sees(&organiser, "//div[@id='passkey']//*[@role='alert'][contains(., 'belongs to no organiser of this contest')]")
        .await;
    organiser.goto(&access).await.unwrap();
    sees(&organiser, "//h1[.='You have not joined here']").await;
}

/// The server's replies to an answer, to the same again, to the same for another challenge, and to one without a
/// challenge.
async fn answers(client: &Client) -> Value {
    let script = "const done = arguments[arguments.length - 1];
        const post = (at, body) => fetch(at, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
        const ask = async () => (await post('/story/login/passkey/begin', {})).json();
        const answer = async (question, credential) => (await post('/story/login/passkey', { question, credential })).status;
        (async () => {
            const { question, publicKey } = await ask();
            const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
            const other = (await ask()).question;
            done([await answer(question, credential), await answer(question, credential), await answer(other, credential),
                await answer('0'.repeat(32), credential)]);
        })().catch((why) => done(String(why)));";
    client.execute_async(script, Vec::new()).await.unwrap()
}
