//! The look of a page: on a desk and on a phone, light and dark, and the findings of axe-core (the checker of Deque
//! Systems for the Web Content Accessibility Guidelines). The pictures stay in `artifacts/`.

use std::{path::Path, str::FromStr};

use fantoccini::{Client, wd::WebDriverCompatibleCommand};
use reqwest::{Method, Url};
use serde_json::{Value, json};

use crate::browser::{fits, shoot};

/// The window sizes for every page.
const WINDOWS: [(&str, u32, u32); 2] = [("desk", 1280, 900), ("phone", 390, 844)];

/// A command of Chromium's `DevTools`.
#[derive(Debug)]
pub(crate) struct DevTools(pub(crate) &'static str, pub(crate) Value);

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "cmd": self.0, "params": self.1 }).to_string()))
    }
}

/// Checks a page in both windows, light and dark: nothing extends beyond it, and axe finds nothing. Its state is
/// unchanged.
pub(crate) async fn looked_at(client: &Client, name: &str) {
    looks(client, name, true).await;
}

/// The same, for a page without scripts. Scripts run during the check of axe-core, which then cannot see the parts for
/// pages without scripts.
pub(crate) async fn looked_at_without_scripts(client: &Client, name: &str) {
    looks(client, &format!("{name}-without-scripts"), false).await;
}

async fn looks(client: &Client, name: &str, scripts: bool) {
    let size = client.execute("return [innerWidth, innerHeight];", Vec::new()).await.unwrap();
    for (window, width, height) in WINDOWS {
        resize(client, &json!(width), &json!(height)).await;
        for scheme in ["light", "dark"] {
            // A colour still in transition from the last picture is not the page's own.
            let preferred = json!({ "features": [
                { "name": "prefers-color-scheme", "value": scheme },
                { "name": "prefers-reduced-motion", "value": "reduce" },
            ] });
            client.issue_cmd(DevTools("Emulation.setEmulatedMedia", preferred)).await.unwrap();
            let looked = format!("{name}-{window}-{scheme}");
            shoot(client, &looked).await;
            assert!(fits(client).await, "{looked}: something sticks out");
            runs_scripts(client, true).await;
            let found = violations(client).await;
            runs_scripts(client, scripts).await;
            assert!(found.is_empty(), "{looked}: {found:#?}");
        }
    }
    client.issue_cmd(DevTools("Emulation.setEmulatedMedia", json!({ "features": [] }))).await.unwrap();
    resize(client, &size[0], &size[1]).await;
}

/// Sets whether pages loaded from now on in this browser run their scripts.
pub(crate) async fn runs_scripts(client: &Client, runs: bool) {
    let disabled = json!({ "value": !runs });
    client.issue_cmd(DevTools("Emulation.setScriptExecutionDisabled", disabled)).await.unwrap();
}

pub(crate) async fn resize(client: &Client, width: &Value, height: &Value) {
    let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    client.issue_cmd(DevTools("Emulation.setDeviceMetricsOverride", metrics)).await.unwrap();
}

/// The findings of axe on the page, a sentence each.
pub(crate) async fn violations(client: &Client) -> Vec<String> {
    let axe = Path::new(&std::env::var_os("VIVA_TEST_NODE").unwrap()).join("node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(axe).expect("axe-core is installed: run `./test --peers`");
    let run = "const done = arguments[arguments.length - 1];
        const told = ({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`);
        axe.run({ resultTypes: ['violations'] }).then(({ violations }) => done(violations.flatMap(told)), (why) => done([String(why)]));";
    // It stays until the page is reloaded.
    if client.execute("return !window.axe", Vec::new()).await.unwrap() == json!(true) {
        client.execute(&axe, Vec::new()).await.unwrap();
    }
    serde_json::from_value(client.execute_async(run, Vec::new()).await.unwrap()).unwrap()
}
