//! Finds entries that could communicate with the outside world, if the rules forbid it.
//!
//! It judges the table only and makes no connections: a name is on the site if it cannot be anywhere else, an address
//! if no router of the internet forwards it.

use std::net::{Ipv4Addr, Ipv6Addr};

use language::Message;
use rulebook::{
    contest_file::{EntrySpec, Lpp, Protocol},
    schema::Equipment,
};
use url::{Host, Url};

/// The violations to repair, with the rule, before this entry plays under rules that forbid telecommunication; empty
/// under other rules, and without violations.
pub(super) fn faults(entry: &EntrySpec, equipment: Option<&Equipment>, is_of_the_house: bool) -> Vec<Message> {
    let Some(Equipment { rule, telecommunication: false, .. }) = equipment else { return Vec::new() };
    let mut found = Vec::new();
    let mut forbid = |what: Message, way_out: Message| {
        found.push(say!("reach-warn-forbidden", what = what, rule = rule, way_out = way_out));
    };
    for url in addresses(&entry.protocol) {
        if let Some(host) = beyond_the_site(url) {
            forbid(say!("reach-far", host = host), say!("reach-far-way-out"));
        }
    }
    match &entry.protocol {
        _ if is_of_the_house || entry.hermetic => {}
        Protocol::Stdio { .. } | Protocol::Lp95(_) | Protocol::Lpp(Lpp::Started(_)) => {
            forbid(say!("reach-networked"), say!("reach-networked-way-out"));
        }
        Protocol::Socketio(_) if entry.server.is_none() => {
            forbid(say!("reach-knocks"), say!("reach-knocks-way-out"));
        }
        Protocol::Lpp(Lpp::ByHand(_)) => {
            forbid(say!("reach-by-hand"), say!("reach-by-hand-way-out"));
        }
        Protocol::Chat(_) | Protocol::Web(_) | Protocol::WebSocket { .. } | Protocol::Socketio(_) => {
            if !entry.command().is_empty() {
                forbid(say!("reach-networked"), say!("reach-server-way-out"));
            }
        }
    }
    found
}

/// The addresses that the contest connects to.
fn addresses(protocol: &Protocol) -> Vec<&str> {
    match protocol {
        Protocol::Chat(chat) => vec![&chat.url],
        Protocol::WebSocket { url, .. } => vec![url],
        // Other hosts are never contacted.
        Protocol::Web(web) => vec![&web.url],
        Protocol::Stdio { .. } | Protocol::Lp95(_) | Protocol::Lpp(_) | Protocol::Socketio(_) => Vec::new(),
    }
}

/// The host of this address, unless it is certainly on the site.
fn beyond_the_site(url: &str) -> Option<String> {
    let url = Url::parse(&url.replace("{port}", "1")).ok()?;
    let host = url.host()?;
    let is_here = match host {
        Host::Ipv4(address) => is_local_v4(address),
        Host::Ipv6(address) => is_local_v6(address),
        Host::Domain(name) => is_local_name(name),
    };
    (!is_here).then(|| host.to_string())
}

fn is_local_v4(address: Ipv4Addr) -> bool {
    address.is_loopback() || address.is_private() || address.is_link_local()
}

fn is_local_v6(address: Ipv6Addr) -> bool {
    let v4 = address.to_ipv4_mapped().is_some_and(is_local_v4);
    address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local() || v4
}

/// True for a name of one word, or under a domain reserved for local networks (RFC 6761, 6762, 8375, and `internal`).
fn is_local_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let of_the_site = ["localhost", "local", "home.arpa", "internal"];
    let is_under = |domain: &str| name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    !name.contains('.') || of_the_site.into_iter().any(is_under)
}

#[cfg(test)]
mod tests {
    use rulebook::{reader, shipped};

    use super::*;

    /// The violations of the first entry with this table, under a shipped rulebook.
    fn found(rulebook: &str, table: &str) -> Vec<String> {
        let people = |kind: &str| (1..=4).map(|n| format!("[[{kind}]]\nname = \"{kind} {n}\"\n")).collect::<String>();
        let entry = |n: u16| {
            let table = table.replace("NUMBER", &n.to_string());
            format!("[[entry]]\nname = \"Program {n}\"\ncontestant = \"Team {n}\"\n{table}\n")
        };
        let entries = (1..=4).map(entry).collect::<String>();
        let head = "name = \"A story\"\nid = \"story\"\norganiser = \"Nobody\"\nrulebook = \"loebner-2010\"\n";
        let text = format!("{head}{}{}{entries}", people("judge"), people("confederate"));
        let file = reader::read_contest_file("story.toml", &text, &|_| Err("none".to_owned())).unwrap();
        let equipment = shipped::rulebook(rulebook).unwrap().intake.and_then(|intake| intake.equipment);
        faults(&file.entries[0], equipment.as_ref(), false).iter().map(ToString::to_string).collect()
    }

    const STDIO: &str = "protocol = \"stdio\"\ncommand = [\"bot\"]";

    #[test]
    fn where_telecommunication_is_forbidden_a_program_with_a_network_is_named_with_the_rule_and_the_way_out() {
        let told = "its program has network access, and rule 8 forbids telecommunication beyond the site: write \
                    `hermetic = true`, so that it runs without a network";
        assert_eq!(found("loebner-1995", STDIO), [told]);
        assert_eq!(found("surrey-2003", STDIO), [told.replace("rule 8", "rule 20")]);
        assert_eq!(found("loebner-1995", &format!("{STDIO}\nhermetic = true")), [""; 0]);
        assert_eq!(found("two-party-2024", STDIO), [""; 0], "these rules say nothing of it");
    }

    #[test]
    fn an_address_off_the_site_is_named_and_one_on_it_is_not() {
        let at = |url: &str| found("surrey-2003", &format!("protocol = \"websocket\"\nurl = \"{url}\""));
        for url in [
            "ws://127.0.0.1:9/x",
            "ws://localhost:9",
            "ws://192.168.1.20:9",
            "ws://10.0.0.3/",
            "ws://172.31.0.1/",
            "ws://[::1]:9",
            "ws://[fd00::7]/",
            "ws://[fe80::1]/",
            "ws://bot/",
            "ws://bot.local:9/",
            "ws://bot.home.arpa/",
            "ws://169.254.9.9/",
        ] {
            assert_eq!(at(url), [""; 0], "{url}");
        }
        for host in ["bot.example.org", "8.8.8.8", "172.32.0.1", "192.169.0.1", "[2001:db8::1]", "notlocal.notlocal"] {
            let told = format!(
                "the model runs at `{host}`, which is not on the site, and rule 20 forbids telecommunication beyond \
                 the site: run it on a machine on the site, and give that machine's address"
            );
            assert_eq!(at(&format!("ws://{host}:9/")), [told], "{host}");
        }
    }

    #[test]
    fn what_the_table_cannot_tell_is_for_the_organiser_to_see_to() {
        let by_hand = found("surrey-2003", "protocol = \"lpp\"\ndirectory = \"talk\"");
        assert!(by_hand[0].contains("started by hand"), "{by_hand:?}");
        let knocks = found("surrey-2003", "protocol = \"socketio\"\nid = \"aiNUMBER\"\nsecret_file = \"s\"");
        assert!(knocks[0].contains("from any machine"), "{knocks:?}");
    }
}
