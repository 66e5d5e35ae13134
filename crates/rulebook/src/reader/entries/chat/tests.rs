//! Tables of models: their meanings, and the faults of wrong ones.

use std::{collections::BTreeSet, time::Duration};

use attachment::FileKind;

use super::check;
use crate::{
    Decimal,
    contest_file::{Chat, Instructions, InstructionsRole, KeySource, Price, Protocol},
    reader::read_entries,
};

fn read(keys: &str) -> Result<Chat, String> {
    let table = format!("[[entry]]\nname = \"Model\"\ncontestant = \"A\"\nprotocol = \"chat\"\n{keys}\n");
    match read_entries("model.toml", &table) {
        Ok(mut entries) => match entries.remove(0).protocol {
            Protocol::Chat(chat) => Ok(chat),
            other => panic!("another protocol: {other:?}"),
        },
        Err(faults) => Err(format!("{faults}: {faults:?}")),
    }
}

const LEAST: &str = "url = \"http://127.0.0.1:8080/v1/\"\nmodel = \"tiny\"\n";

#[test]
fn an_address_and_a_model_are_enough() {
    let chat = read(LEAST).unwrap();
    let expected = Chat {
        url: "http://127.0.0.1:8080/v1".to_owned(),
        model: "tiny".to_owned(),
        instructions: None,
        instructions_role: InstructionsRole::System,
        start: None,
        key: None,
        stream: true,
        temperature: None,
        max_tokens: None,
        stop: vec![],
        extra: None,
        history: 40,
        patience: Duration::from_secs(60),
        retries: 3,
        takes: BTreeSet::new(),
        price: None,
    };
    assert_eq!(chat, expected);
}

#[test]
fn a_model_may_be_as_hot_as_two() {
    let hottest = read(&format!("{LEAST}temperature = 2")).unwrap();
    assert_eq!(hottest.temperature, Some(Decimal::whole(2)));
}

#[test]
fn every_key_is_read() {
    let chat = read(
        "url = \"https://models.example/v1\"\nmodel = \"a/b:c\"\ninstructions_file = \"persona.txt\"\nstart = \"Begin.\"\nkey_env = \"MODEL_KEY\"\n\
         stream = false\ntemperature = 0.7\nmax_tokens = 200\nstop = [\"\\n\\n\", \"Judge:\"]\nextra = '{\"top_p\": 0.9}'\n\
         history = 6\npatience = \"20s\"\nretries = 0\ntakes = [\"picture\", \"sound\"]\nprice_in = 0.15\nprice_out = \"2\"\ncurrency = \"EUR\"",
    )
    .unwrap();
    let decimal = |text: &str| text.parse::<Decimal>().unwrap();
    assert_eq!(chat.instructions, Some(Instructions::File("persona.txt".into())));
    assert_eq!(chat.start.as_deref(), Some("Begin."));
    assert_eq!(chat.key, Some(KeySource::Variable("MODEL_KEY".to_owned())));
    assert_eq!((chat.temperature, chat.max_tokens, chat.history), (Some(decimal("0.7")), Some(200), 6));
    assert_eq!(chat.stop, ["\n\n", "Judge:"]);
    let price = Price { input: decimal("0.15"), output: decimal("2"), currency: "EUR".to_owned() };
    assert_eq!(chat.price, Some(price));
    assert_eq!(chat.takes, BTreeSet::from([FileKind::Picture, FileKind::Sound]));
    assert_eq!((chat.stream, chat.patience, chat.retries), (false, Duration::from_secs(20), 0));
}

#[test]
fn a_table_that_cannot_work_says_why() {
    for (title, keys, told) in [
        ("a fact that there is not", "instructions = 'You are {{ name }}.'", "`name` is no fact of the contest"),
        ("a template that is not closed", "instructions = '{{ talk'", "line 1"),
        ("instructions twice", "instructions = 'a'\ninstructions_file = 'b'", "say the same thing twice"),
        ("a key twice", "key_file = 'a'\nkey_env = 'B'", "say the same thing twice"),
        ("a variable that is none", "key_env = 'sk-secret'", "is no name of an environment variable"),
        ("too hot", "temperature = 2.001", "no number from 0 to 2"),
        ("colder than nothing", "temperature = -0.1", "no number from 0 to 2"),
        ("no number", "temperature = nan", "no number from 0 to 2"),
        ("a list for a number", "temperature = [1]", "a number such as 0.7"),
        ("no tokens", "max_tokens = 0", "outside 1 to"),
        ("too many ends", "stop = ['a', 'b', 'c', 'd', 'e']", "more than 4"),
        ("no JSON", "extra = 'top_p'", "is no JSON object"),
        ("a list for members", "extra = '[]'", "is no JSON object"),
        ("a member of ours", "extra = '{\"model\": \"other\"}'", "holds `model`"),
        ("impatient", "patience = '10ms'", "outside 1s to 10m"),
        ("stubborn", "retries = 11", "outside 0 to 10"),
        ("prices without a currency", "price_in = 1", "lacks `currency`"),
        ("a currency without prices", "currency = 'USD'", "no price"),
        ("a currency in small letters", "price_in = 1\ncurrency = 'usd'", "no currency"),
        ("a currency of four letters", "price_in = 1\ncurrency = 'EURO'", "no currency"),
        ("a currency in words", "price_in = 1\ncurrency = 'dollar'", "no currency"),
        ("a program", "command = ['a']", "belongs to"),
    ] {
        let faults = read(&format!("{LEAST}{keys}")).unwrap_err();
        assert!(faults.contains(told), "{title}: {faults}");
        assert!(!faults.lines().next().unwrap_or_default().contains("sk-secret"), "{title}: {faults}");
    }
}

#[test]
fn a_key_does_not_leave_this_machine_without_tls() {
    let with = |url: &str| read(&format!("url = \"{url}\"\nmodel = \"m\"\nkey_file = \"key\""));
    for url in ["https://models.example/v1", "http://localhost:1/v1", "http://127.0.0.2/v1", "http://[::1]:80/v1"] {
        assert!(with(url).is_ok(), "{url}");
    }
    for url in
        ["http://models.example/v1", "http://10.0.0.1/v1", "http://localhost.example/v1", "http://[2001:db8::1]/"]
    {
        assert!(with(url).unwrap_err().contains("in the clear"), "{url}");
    }
    assert!(read("url = \"http://10.0.0.1/v1\"\nmodel = \"m\"").is_ok());
}

#[test]
fn an_address_names_a_host_and_nothing_secret() {
    for good in ["http://localhost", "https://api.example/v1/", "http://[::1]:9000/a", "http://host:1/openai/v1"] {
        assert_eq!(check(good), Ok(()), "{good}");
    }
    for (wrong, label) in [
        ("localhost:9000", "not an HTTP address"),
        ("ws://localhost", "not an HTTP address"),
        ("http://", "names no host"),
        ("http://:80", "names no host"),
        ("http://[::1/v1", "names no host"),
        ("http://host:0", "names no port"),
        ("http://host:x", "names no port"),
        ("https://key@host", "names a user"),
        ("https://host/v1?key=1", "goes on behind its path"),
        ("https://host/#v1", "goes on behind its path"),
        ("https://host/v1/chat/completions/", "goes on too far"),
        ("https://h\u{f6}st/v1", "holds a character that no address has"),
    ] {
        assert_eq!(check(wrong).unwrap_err().0, label, "{wrong}");
    }
}
