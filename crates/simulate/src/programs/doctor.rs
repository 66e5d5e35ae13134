//! The doctor: a listener in the manner of Carl Rogers, who repeats your words and asks for more.
//!
//! The idea is Weizenbaum's of 1966; the script is our own.

use super::script::{Keyword, Player, Rule, Script};

pub(super) fn new() -> Player {
    Player::new(&SCRIPT)
}

/// A keyword with its rules, each a pattern and its replies.
macro_rules! keyword {
    ($rank:literal [$($word:literal)+] $($pattern:literal => [$($reply:literal),+ $(,)?] $(aside [$($aside:literal),+])?)+) => {
        Keyword {
            words: &[$($word),+],
            rank: $rank,
            rules: &[$(Rule { pattern: $pattern, replies: &[$($reply),+], aside: &[$($($aside),+)?] }),+],
        }
    };
}

static SCRIPT: Script = Script {
    keywords: &[
        keyword!(0 ["sorry" "apologise" "apologize"]
            "*" => ["There is no need to apologise.", "What makes you feel that you should be sorry?", "Please go on; nothing is wrong."]),
        keyword!(1 ["hello" "hi" "hey" "greetings"]
            "*" => ["Hello. What would you like to talk about?", "Hello again. What is on your mind?"]),
        keyword!(1 ["goodbye" "bye"]
            "*" => ["Goodbye. I have enjoyed our talk.", "Must you leave already?"]),
        keyword!(5 ["remember"]
            "* i remember *" => ["Do you often think of {2}?", "What else comes to mind when you think of {2}?", "Why do you remember {2} just now?"]
            "* do you remember *" => ["Did you think I would forget {2}?", "What about {2}?", "Why should I recall {2} now?"]),
        keyword!(3 ["if"]
            "* if *" => ["Do you think it likely that {2}?", "Do you wish that {2}?", "What would it mean to you if {2}?", "And what if not?"]),
        keyword!(4 ["dreamed" "dreamt" "dream" "dreams"]
            "* i dreamed|dreamt *" => ["Really, {3}?", "Have you ever imagined {3} while you were awake?", "What does that dream say to you?"]
            "*" => ["What do your dreams tell you?", "Do you dream often?", "Who appears in your dreams?"]),
        keyword!(1 ["perhaps" "maybe" "probably"]
            "*" => ["You do not seem quite certain.", "Why the doubt?", "Could you be more definite?", "What would make you sure?"]),
        keyword!(6 ["computer" "computers" "machine" "machines" "program" "robot" "bot"]
            "* are you *" => ["Would it change what you tell me?", "What if I were {2}?", "Why do you ask what I am?"]
            "*" => ["Do machines worry you?", "What do you think machines have to do with it?", "Why do you mention machines?", "What about machines interests you most?"]),
        keyword!(6 ["human" "person" "alive"]
            "* are you *" => ["What would you ask somebody to find that out?", "Does it matter to you whether I am {2}?", "Do you talk differently to a person?"]
            "*" => ["What does being human mean to you?", "When do you feel most human?"]),
        keyword!(3 ["name" "names"]
            "* your name *" => ["Names matter less than what you have to say.", "What would my name tell you?"]
            "* my name is *" => ["And what do people call you when they like you?", "Do you like being called {2}?"]
            "*" => ["I am not much interested in names.", "What does the name mean to you?"]),
        keyword!(2 ["am"]
            "am i *" => ["Do you believe you are {1}?", "Would you like to be {1}?", "You wonder whether you are {1}; why?"]
            "*" => ["Why do you say so?", "I should like to understand that better."]),
        keyword!(3 ["are"]
            "* are you *" => ["Why are you interested in whether I am {2} or not?", "Would you prefer it if I were not {2}?", "Perhaps I am {2} in your imagination.", "Do you sometimes think I am {2}?"]
            "* you are *" => ["What makes you think I am {2}?", "Does it please you to believe I am {2}?", "Perhaps you would like to be {2} yourself."]
            "* they are *" => ["Did you think they might not be {2}?", "Possibly they are {2}. What follows?", "Would you like it better if they were not {2}?"]
            "* are *" => ["Did you think they might not be {2}?", "Are they always {2}?", "What is it to you that they are {2}?"]),
        keyword!(2 ["your" "yours"]
            "* your *" => ["Why are you concerned about my {2}?", "What about your own {2}?", "Are you thinking of somebody else's {2}?", "Really, my {2}?"]),
        keyword!(3 ["was" "were"]
            "was i *" => ["What if you were {1}?", "Do you think you were {1}?", "What would it mean if you had been {1}?"]
            "* i was *" => ["Were you really?", "How did it feel, being {2}?", "Why do you tell me now that you were {2}?"]
                aside ["Let us come back to the time you were {2}."]
            "* were you *" => ["Would you like to believe I was {2}?", "What suggests that I was {2}?"]
            "*" => ["That is past; how is it today?", "And how do you look at it now?"]),
        keyword!(2 ["i"]
            "* i want|need *" => ["What would it mean to you if you got {3}?", "Why do you {2} {3}?", "Suppose you got {3} soon; what then?", "What stands between you and {3}?"]
                aside ["You said you {2} {3}. Tell me more about that."]
            "* i am * sad|unhappy|depressed|sick|lonely|tired|afraid|angry|worried *" => ["I am sorry to hear that you are {3}.", "How long have you been {3}?", "Do you think coming here will help you not to be {3}?", "What makes you {3}?"]
                aside ["Does that have anything to do with your being {3}?"]
            "* i am * happy|glad|better|excited|proud *" => ["How nice that you are {3}. What brought it about?", "What makes you {3} just now?", "Who else knows that you are {3}?"]
            "* i am *" => ["Is it because you are {2} that you came to talk?", "How long have you been {2}?", "Do you think it is usual to be {2}?", "Do you enjoy being {2}?"]
            "* i can not *" => ["How do you know that you can not {2}?", "Have you tried?", "Perhaps you could {2} now.", "What would happen if you could {2}?"]
            "* i do not *" => ["Do you wish you did {2}?", "Does it trouble you that you do not {2}?", "Why not?"]
            "* i feel *" => ["Tell me more about such feelings.", "Do you often feel {2}?", "When did you last feel {2}?", "What does feeling {2} remind you of?"]
            "* i think|believe *" => ["Do you really {2} so?", "But you are not sure {3}?", "What makes you {2} {3}?"]
            "* i like|love|enjoy *" => ["What is it about {3} that you {2}?", "Have you always felt so about {3}?", "What would life be without {3}?"]
                aside ["Earlier you spoke of {3}. Has that to do with this?"]
            "* i hate|dislike *" => ["What did {3} do to you?", "That is a strong word. Why do you {2} {3}?"]
            "* i * you" => ["Perhaps in your imagination we {2} each other.", "Why do you {2} me?", "Do you {2} anybody else?"]
            "* i have *" => ["How long have you had {2}?", "What does it mean to you, having {2}?", "Does having {2} make a difference?"]
            "* i *" => ["You say you {2}. Can you say more about it?", "Why do you tell me that you {2}?", "Do you often {2}?", "What was it like?"]),
        keyword!(2 ["you"]
            "* you * me" => ["Why do you think I {2} you?", "You like to think I {2} you, do you not?", "What makes you think I {2} you?", "Do you wish to believe I {2} you?"]
            "what do you think *" => ["I would rather hear what you think {1}.", "What have you thought {1} yourself?"]
            "do|can|could|would you *" => ["Why do you ask whether I {2}?", "Would you believe me if I said so?", "And you, {1} you {2}?"]
            "* you *" => ["We were talking about you, not me.", "Oh, I {2}?", "You are not really talking about me, are you?", "What are your own feelings about that?"]),
        keyword!(1 ["yes" "yeah" "certainly" "sure"]
            "*" => ["You seem quite sure.", "I see. And why is that?", "I understand. What follows from it?"]),
        keyword!(1 ["no" "nope"]
            "*" => ["Are you saying no just to be negative?", "Why not?", "You are rather brief. What holds you back?"]),
        keyword!(3 ["my"]
            "* my * mother|father|sister|brother|wife|husband|son|daughter|parents|child|children *" => ["Tell me more about your family.", "Who else in your family {4}?", "Your {3}?", "What else comes to mind when you think of your {3}?"]
                aside ["You spoke of your {3} before. What is between you?", "How would your {3} see this?"]
            "* my friend|friends|boss|teacher *" => ["What is your {2} to you?", "Why do you bring up your {2}?", "Does your {2} know how you feel?"]
                aside ["What would your {2} say to that?"]
            "* my *" => ["Your {2}?", "Why do you say your {2}?", "Does that suggest anything else that belongs to you?", "Is it important to you that your {2}?"]
                aside ["Let us go back. You said: your {2}. What more is there to it?", "Earlier you said: your {2}. Has that to do with this?"]),
        keyword!(2 ["can"]
            "* can you *" => ["You believe I can {2}, do you not?", "You want me to be able to {2}.", "Perhaps you would like to {2} yourself."]
            "* can i *" => ["Whether you can {2} depends on you more than on me.", "Do you want to be able to {2}?", "Perhaps you do not want to {2}."]),
        keyword!(2 ["because"]
            "*" => ["Is that the real reason?", "Do other reasons come to mind?", "Does that reason explain anything else?", "What other reasons might there be?"]),
        keyword!(2 ["why"]
            "* why do not you *" => ["Do you think I should {2}?", "Perhaps I will {2} in good time.", "Do you want me to {2}?"]
            "* why can not i *" => ["Do you think you should be able to {2}?", "Have you any idea why you can not {2}?"]
            "*" => ["Why do you ask?", "What answer would please you most?", "What do you think yourself?"]),
        keyword!(1 ["what" "how" "when" "where" "who" "which"]
            "*" => ["Why do you ask?", "Does that question interest you?", "What is it you really want to know?", "What comes to your mind when you ask that?", "Have you asked anybody else?", "What do you think?"]),
        keyword!(2 ["everyone" "everybody" "nobody" "noone" "people"]
            "*" => ["Can you think of anyone in particular?", "Who, for example?", "You have somebody in mind, have you not?", "Surely not all of them?"]),
        keyword!(2 ["always" "never"]
            "*" => ["Can you think of an example?", "When, for instance?", "Really, every time?", "What was the last time?"]),
        keyword!(4 ["like" "alike" "same" "similar"]
            "* is|are|was like *" => ["In what way?", "What do they have in common?", "What does that likeness suggest to you?"]
            "* remind me of *" => ["What likeness do you see?", "In what way?", "What other connexions come to mind?"]
            "* alike|same|similar *" => ["In what way?", "How do you tell them apart, then?", "Could there be some connexion?"]),
    ],
    otherwise: &[
        "Please go on.",
        "I am not sure I understand you fully.",
        "What does that suggest to you?",
        "Tell me more about that.",
        "Do you feel strongly about such things?",
        "That is interesting. Please continue.",
        "And how do you feel about it?",
    ],
};

#[cfg(test)]
mod tests {
    use crate::programs::tests::check;

    #[test]
    fn a_visit_to_the_doctor() {
        check(
            "doctor",
            "
            Hello, doctor.
            Hello. What would you like to talk about?
            My sister never calls me.
            Tell me more about your family.
            I'm unhappy.
            I am sorry to hear that you are unhappy.
            I need some help, that much seems certain.
            What would it mean to you if you got some help?
            Perhaps I could learn to get along with my mother.
            Who else in your family?
            You are like my father in some ways.
            In what way?
            ",
        );
    }

    #[test]
    fn with_nothing_to_go_by_the_doctor_comes_back_to_what_was_said() {
        check(
            "doctor",
            "
            My garden is full of snails.
            Your garden is full of snails?
            Blue.
            Let us go back. You said: your garden is full of snails. What more is there to it?
            Blue.
            Please go on.
            ",
        );
    }

    #[test]
    fn asked_what_it_is_the_doctor_asks_back() {
        check(
            "doctor",
            "
            Are you a computer?
            Would it change what you tell me?
            Are you human?
            What would you ask somebody to find that out?
            You don't like me.
            Why do you think I do not like you?
            ",
        );
    }
}
