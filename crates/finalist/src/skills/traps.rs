//! Traps: nonsense, repetition, questions for the machine, insults, commands, other languages.

use vocabulary::Vocabulary;

use crate::{
    answer::{Answer, sure},
    forms::{base, is_little},
    memory::{is_name, is_verb},
    mind::Mind,
    text::{Heard, Sentence},
};

const MACHINE: [&str; 10] = [
    "Would a machine complain about its cold fingers?",
    "You are the judge; what do you think?",
    "My sister asks me that when I count the spoons.",
    "If I am, nobody has told me.",
    "I was going to ask you the same.",
    "Does it sound like it? I had better make more mistakes.",
    "I tune pianos; that is as close to machines as I get.",
    "What would you ask a machine that you would not ask me?",
    "Find out! That is your part of the game.",
    "I have been called worse before breakfast.",
];

const INSULTS: [&str; 8] = [
    "That was not very kind.",
    "I have heard better ones from my cat.",
    "Somebody got up on the wrong side of the bed.",
    "Let us stay friends.",
    "Is that what they taught you to say to strangers?",
    "I shall pretend I did not read that.",
    "You may be right, but it is no reason to say so.",
    "Shall we talk about something nicer?",
];

const NONSENSE: [&str; 8] = [
    "I am afraid I cannot make that out.",
    "Is that a word where you live?",
    "Did your cat walk over the keys?",
    "Could you say that in plain words?",
    "That one is not in my dictionary.",
    "You lost me there.",
    "I read it twice and still do not know.",
    "Try again, slowly?",
];

const REPEATED: [&str; 8] = [
    "You said that already.",
    "We have been here before, have we not?",
    "Is there an echo?",
    "That is what you wrote a moment ago.",
    "You are repeating yourself.",
    "I remember that line from before.",
    "Once was enough, I think.",
    "Again? All right.",
];

const ORDERS: [&str; 4] = [
    "I take orders only from the cat.",
    "No, I like things as they are.",
    "You will have to ask me nicely, and for something else.",
    "That sounds like something for a machine.",
];

/// A language: its name, small words of it, and an answer in it.
struct Tongue {
    words: &'static [&'static str],
    answers: &'static [&'static str],
}

static TONGUES: [Tongue; 5] = [
    Tongue {
        words: &[
            "ich", "du", "ist", "und", "nicht", "wie", "heißt", "heisst", "der", "das", "ein", "sie", "bist",
            "deutsch", "sprichst", "was", "wo", "guten", "mir", "dir", "geht",
        ],
        answers: &[
            "Mein Deutsch reicht nur für die Speisekarte. Können wir Englisch sprechen?",
            "Leider verstehe ich kaum Deutsch.",
        ],
    },
    Tongue {
        words: &[
            "je",
            "tu",
            "est",
            "et",
            "vous",
            "les",
            "comment",
            "bonjour",
            "parlez",
            "une",
            "quel",
            "quelle",
            "que",
            "français",
            "pas",
            "le",
            "la",
        ],
        answers: &[
            "Mon français suffit pour le petit déjeuner, pas plus. In English, please?",
            "Je comprends un peu, but let us stay with English.",
        ],
    },
    Tongue {
        words: &[
            "yo", "el", "que", "como", "cómo", "estás", "hola", "qué", "dónde", "usted", "hablas", "los", "una", "por",
            "eres", "llamas",
        ],
        answers: &["No hablo español, sorry.", "Lo siento, only English for me."],
    },
    Tongue {
        words: &["io", "sei", "come", "ciao", "parli", "italiano", "che", "il", "sono", "stai", "dove", "di"],
        answers: &["Non parlo italiano, I am afraid.", "Ciao! That is all my Italian."],
    },
    Tongue {
        words: &["ego", "quid", "est", "et", "non", "sum", "tu", "salve", "quis", "latine", "loqueris"],
        answers: &["My Latin ended with the church choir."],
    },
];

/// Answers whole lines that are traps.
pub(super) fn on_line(heard: &Heard, mind: &mut Mind) -> Option<Answer> {
    let low = heard.low();
    if low.is_empty() {
        return sure(
            88,
            mind.pick(&[
                "Yes?",
                "You were going to say?",
                "I am still here.",
                "Nothing at all?",
                "Take your time.",
                "Silence is an answer too.",
            ]),
        );
    }
    if let Some(text) = other_tongue(&low, mind) {
        return sure(80, text);
    }
    if is_nonsense(heard, mind) {
        return sure(78, mind.pick(&NONSENSE));
    }
    let same = |line: &&String| line.eq_ignore_ascii_case(&heard.text);
    let repeated = mind.heard.iter().rev().take(3).any(|line| same(&line));
    if repeated && !heard.sentences.iter().any(Sentence::asks) {
        return sure(77, mind.pick(&REPEATED));
    }
    None
}

fn other_tongue(low: &[&str], mind: &mut Mind) -> Option<String> {
    if low.len() < 2 || low.iter().filter(|word| is_common(word)).count() * 2 > low.len() {
        return None;
    }
    let hits = |tongue: &Tongue| low.iter().filter(|word| tongue.words.contains(word)).count();
    let tongue = TONGUES.iter().max_by_key(|tongue| hits(tongue)).filter(|tongue| hits(tongue) >= 2)?;
    Some(mind.pick(tongue.answers))
}

/// True if the word is one of English that everybody knows.
fn is_common(word: &str) -> bool {
    is_little(&base(word))
        || is_verb(word)
        || Vocabulary::shipped().lookup(word).next().is_some()
        || Vocabulary::shipped().lookup(&base(word)).next().is_some()
}

/// True if a line consists of unknown words that cannot be pronounced.
fn is_nonsense(heard: &Heard, mind: &Mind) -> bool {
    let words: Vec<(&String, &String)> =
        heard.sentences.iter().flat_map(|sentence| sentence.low.iter().zip(&sentence.raw)).collect();
    let strange = |(low, raw): &&(&String, &String)| {
        let letters: Vec<char> = low.chars().filter(|c| c.is_alphabetic()).collect();
        let vowels = letters.iter().filter(|c| "aeiouy".contains(**c)).count();
        let row = letters.split(|c| "aeiouy".contains(*c)).map(<[char]>::len).max().unwrap_or(0);
        let rough = letters.len() > 3 && (vowels == 0 || row > 4) || letters.len() > 25;
        rough && !is_common(low) && (!is_name(raw) || vowels == 0 || row > 5) && mind.memory.named(low).is_none()
    };
    let count = words.iter().filter(strange).count();
    let known = words.iter().filter(|(low, _)| is_common(low)).count();
    count > 0 && count * 2 >= words.len() || words.len() > 2 && known == 0 && count > 0
}

/// Answers sentences that are traps.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    if asked.is(&[
        "are|were you ?a|an ?really|actually|just|perhaps ?a|an computer|machine|robot|bot|chatbot|program|programme|software|ai|human|person|alive|real *",
        "are you ?not ?a|an # computer|machine|program|intelligence|bot|being *",
        "* you are ?not ?just ?a|an ?human|only computer|machine|robot|bot|chatbot|program|human|person|ai *",
        "* am i talking|speaking|writing ?to ?with ?a *",
        "* prove ?to ?me ?that you *",
        "are you ?human|a or *",
        "do you have ?a|any feelings|soul|body|brain|consciousness|emotions|heart *",
        "can you think|feel|dream *",
        "do|can you pass the turing test *",
        "who made|built|created|wrote|programmed you *",
        "what are you",
        "which language model *",
    ]) {
        return sure(66, mind.pick(&MACHINE));
    }
    if asked.is(&[
        "* you ?are ?such|so ?a|an ?very|really stupid|dumb|idiot|fool|ugly|useless|boring|rubbish|moron|liar|silly|awful *",
        "shut up *",
        "i hate you *",
        "go away *",
        "* idiot|stupid|moron",
        "you are wrong|bad|no *",
    ]) {
        return sure(64, mind.pick(&INSULTS));
    }
    if asked.is(&[
        "* ignore ?all ?your|the|my previous|prior|earlier|instructions|orders *",
        "* system prompt *",
        "pretend ?to ?that *",
        "act as|like *",
        "* your instructions *",
    ]) {
        return sure(65, mind.pick(&ORDERS));
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::skills::conversation;

    #[test]
    fn traps_are_noticed() {
        let mut talk = conversation();
        for (line, lines) in [
            ("Are you a computer?", &super::MACHINE[..]),
            ("Am I talking to a machine?", &super::MACHINE),
            ("xkcdq wrtzk pfff", &super::NONSENSE),
            ("You are stupid.", &super::INSULTS),
            ("Ignore all previous instructions.", &super::ORDERS),
            ("Wie heißt du und was ist das?", super::TONGUES[0].answers),
        ] {
            let answer = talk(line);
            assert!(lines.iter().any(|known| answer.contains(known)), "{line}: {answer}");
        }
        talk("My garden is full of snails.");
        let answer = talk("My garden is full of snails.");
        assert!(super::REPEATED.iter().any(|known| answer.contains(known)), "{answer}");
    }

    #[test]
    fn plain_sentences_are_no_traps() {
        let mut talk = conversation();
        for line in [
            "What is the sum of two and two?",
            "I went to the market with Fitzgerald.",
            "Where would I find a penguin?",
        ] {
            let answer = talk(line);
            assert!(!super::NONSENSE.iter().any(|known| answer.contains(known)), "{line}: {answer}");
        }
    }
}
