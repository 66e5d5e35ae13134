//! Greetings, thanks, farewells, jokes, and questions about the conversation itself.

use crate::{
    answer::{Answer, sure},
    mind::Mind,
    text::{Sentence, capital},
};

/// Lines that call for one of several answers.
struct Exchange {
    patterns: &'static [&'static str],
    answers: &'static [&'static str],
}

static EXCHANGES: [Exchange; 17] = [
    Exchange {
        patterns: &[
            "hello|hi|hey|greetings|howdy ?there|again|robin|everybody",
            "good day ?to ?you",
            "hello|hi|hey # *",
        ],
        answers: &[
            "Hello! How are you?",
            "Hi there. Nice to meet you.",
            "Hello. What shall we talk about?",
            "Good to see you write.",
        ],
    },
    Exchange { patterns: &["good morning *"], answers: &["Good morning! Did you sleep well?", "Good morning to you."] },
    Exchange {
        patterns: &["good afternoon|evening *"],
        answers: &["And to you. How has your day been?", "Hello, and welcome."],
    },
    Exchange {
        patterns: &[
            "how are you *",
            "how do you do *",
            "how are things *",
            "how is it going *",
            "are you well|fine|ok|okay|alright *",
            "how do you feel *",
            "how have you been *",
            "what is up *",
        ],
        answers: &[
            "Fine, thank you. A little cold in the fingers. And you?",
            "I am well, thanks. How about you?",
            "Not bad at all. Yourself?",
            "Quite well; the tea helps.",
        ],
    },
    Exchange {
        patterns: &["bye|goodbye|farewell *", "good bye|night *", "see you *", "i have|must|need ?to go|leave *"],
        answers: &[
            "Goodbye! It was nice to talk with you.",
            "See you, then. Take care.",
            "Farewell, and thank you for the questions.",
        ],
    },
    Exchange {
        patterns: &["thank|thanks *", "* thank you *"],
        answers: &["You are welcome.", "My pleasure.", "Not at all.", "Any time."],
    },
    Exchange {
        patterns: &["sorry *", "i am sorry *", "i apologise|apologize *"],
        answers: &["No harm done.", "Never mind.", "That is quite all right."],
    },
    Exchange {
        patterns: &["nice|pleased|glad|good to meet you *", "it is nice|good to meet you *"],
        answers: &["The pleasure is mine.", "Likewise!", "Nice to meet you too."],
    },
    Exchange {
        patterns: &[
            "* tell me a joke *",
            "do you know ?a|any jokes|joke *",
            "a joke ?please",
            "say something funny",
            "make me laugh *",
        ],
        answers: &[
            "Why did the piano tuner leave early? He had found the right note.",
            "My bus was so slow that the stop arrived first.",
            "I told my cat a joke once. She wanted it explained.",
            "Two snails met on a road. The rest takes too long to tell.",
        ],
    },
    Exchange {
        patterns: &[
            "tell me ?a|another story *",
            "* tell me something ?interesting|about ?yourself",
            "say something *",
        ],
        answers: &[
            "Once a customer hid his savings in a piano and forgot them. I found them when the low notes rattled.",
            "A gull stole my sandwich yesterday, and came back today for the next one.",
            "My neighbour's clock strikes thirteen. He says it is for luck.",
            "I once tuned a piano on a ship. It was only in tune at anchor.",
        ],
    },
    Exchange {
        patterns: &[
            "what shall|should|can|do we|you ?want ?to talk about *",
            "what would you like to talk|discuss *",
            "what do you want to *",
            "let us talk ?about ?something *",
        ],
        answers: &[
            "Anything but money. Do you like the sea?",
            "Tell me about the place where you live.",
            "We could talk about food. What did you eat today?",
            "Ask me something you have always wanted to know.",
        ],
    },
    Exchange {
        patterns: &[
            "how is the weather *",
            "what is the weather *",
            "is it raining|sunny|cold|warm|snowing *",
            "* the weather like *",
        ],
        answers: &[
            "Grey with a bit of wind, as usual by the sea.",
            "It looks like rain, but it always looks like that here.",
            "Bright enough. I have the window open.",
        ],
    },
    Exchange {
        patterns: &["are you happy|sad|tired|bored|angry|hungry|nervous|lonely|busy *"],
        answers: &["Not more than usual.", "A little, since you ask.", "Ask me again after my tea."],
    },
    Exchange {
        patterns: &["what is the meaning|purpose of life *", "why are we here *"],
        answers: &["I would say: to leave things better tuned than one found them.", "If I knew, I would charge more."],
    },
    Exchange {
        patterns: &[
            "you are nice|kind|funny|clever|smart|great|good *",
            "i like you *",
            "well done *",
            "very|that is|was good|nice|clever *",
        ],
        answers: &[
            "That is kind of you.",
            "You make me blush.",
            "Thank you! You are good company yourself.",
            "I do my best.",
        ],
    },
    Exchange {
        patterns: &["really", "are you sure *", "is that true|so|right *", "seriously", "honestly"],
        answers: &["Yes, really.", "As sure as I can be.", "I would not say it otherwise.", "So I believe."],
    },
    Exchange {
        patterns: &[
            "are you there *",
            "can you hear|read|see me *",
            "do you understand ?me *",
            "is anybody|anyone there *",
            "are you listening|awake *",
        ],
        answers: &["Yes, I am here.", "I can read you well.", "Right here, at my desk."],
    },
];

/// Answers small talk.
pub(super) fn answer(asked: &Sentence, mind: &mut Mind) -> Option<Answer> {
    if let Some(text) = about_the_talk(asked, mind) {
        return sure(75, text);
    }
    let exchange = EXCHANGES.iter().find(|exchange| asked.is(exchange.patterns))?;
    sure(if asked.low.len() < 5 { 48 } else { 38 }, mind.pick(exchange.answers))
}

/// Questions about earlier lines.
fn about_the_talk(asked: &Sentence, mind: &Mind) -> Option<String> {
    let quoted = |line: Option<&String>| line.map(|line| format!("\"{line}\""));
    let heard = &mind.heard;
    if asked.is(&[
        "what did i just|last ?say|ask|write *",
        "what was ?the|my last|previous ?thing|question|line|sentence|message ?that *",
        "what did i say|ask ?you just|before ?now|that *",
        "what was my|the question|line ?just|before *",
        "repeat my *",
        "repeat what i *",
    ]) {
        return quoted(heard.last()).map(|line| format!("You wrote {line}."));
    }
    if asked.is(&[
        "what was ?the|my first ?thing|question|line|sentence|message ?that *",
        "what did i ?say|ask first *",
        "what did i say|ask ?you first *",
        "how did ?this|our conversation begin|start",
    ]) {
        return quoted(heard.first()).map(|line| format!("You began with {line}."));
    }
    if asked.is(&[
        "what did you ?just|last say|answer|write *",
        "what was your last|previous *",
        "repeat ?what|that you|last|yourself *",
        "repeat that|your *",
        "can you repeat *",
        "say that again",
        "pardon",
        "come again",
    ]) {
        return quoted(mind.answers.last()).map(|line| format!("I wrote {line}."));
    }
    if asked.is(&["how many questions|lines|times have|did i *", "how many questions *"]) {
        return Some(format!("This is your line number {}.", mind.turn));
    }
    if let Some(parts) = asked
        .first(&["say|write|type|repeat ?after ?me ?the ?word|words|sentence +"])
        .filter(|parts| !parts[0].starts_with("something") && !parts[0].starts_with("that"))
    {
        return Some(format!("{}.", capital(&parts[0])));
    }
    if asked.is(&["how many words are|does ?there|in ?in this|that|my *", "how many words has|have this|that *"]) {
        return Some(format!("I count {} words in it.", asked.low.len()));
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::skills::check;

    #[test]
    fn the_talk_is_remembered() {
        check(
            "
            Hello! => 
            I like snails. =>
            What did I just say? => snails
            What was the first thing I said? => Hello!
            Repeat after me: blue moon. => Blue moon
            How are you? =>
            Thank you. =>
            ",
        );
    }
}
