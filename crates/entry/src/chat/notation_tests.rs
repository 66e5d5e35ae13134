//! Notations as models print them, and the text that a judge should read.

use proptest::prelude::*;

use super::*;

#[test]
fn thoughts_are_not_said() {
    for (text, said) in [
        ("<think>Am I?</think>Yes.", "Yes."),
        ("A<THINK>\u{e9}\n</Think>B", "AB"),
        ("so I am\n</think>\nYes.", "Yes."),
        ("Yes.<think>and then", "Yes."),
        ("<think>a</think>b</think>c", "c"),
        ("<thinking>a</thinking>b<think></think>", "b"),
        ("\u{130}<think>x</think>", "\u{130}"),
        ("[THINK]Am I?[/THINK]Yes.", "Yes."),
        ("<reasoning>\nAm I?\n</reasoning>\nYes.", "Yes."),
        ("<reasoning>Am I", ""),
        ("Am I?</thought>Yes.", "Yes."),
        ("<seed:think>Am I?</seed:think>Yes.<seed:eos>", "Yes."),
        ("◁think▷Am I?◁/think▷Yes.", "Yes."),
        ("<|channel>thought\nAm I?<channel|>Yes.<turn|>", "Yes."),
        ("<unused94>thought\nAm I?<unused95>Yes.", "Yes."),
        ("<|START_THINKING|>Am I?<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>", "Yes."),
        ("<think>Am I?</think><answer>Yes.</answer>", "Yes."),
        ("<|begin_of_box|>Yes.<|end_of_box|>", "Yes."),
    ] {
        assert_eq!(Spoken::of(text), Spoken { words: said.to_owned(), ..Spoken::default() }, "{text}");
    }
}

#[test]
fn of_channels_the_final_one_is_said() {
    for (text, said) in [
        ("<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>", "Yes."),
        ("Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.", "Yes."),
        ("<|channel|>final <|constrain|>text<|message|>Yes.", "Yes."),
        ("<|channel|>analysis<|message|>Hm. And so", ""),
        ("Yes.<|end|><|start|>assistant<|channel|>analysis<|message|>Hm.", "Yes."),
        ("analysisWe greet.assistantfinalYes.", "Yes."),
        ("analysisWe greet, and", ""),
        ("analysis of this is hard.", "analysis of this is hard."),
    ] {
        assert_eq!(Spoken::of(text).words, said, "{text}");
    }
}

#[test]
fn marks_of_turns_are_left_out() {
    for text in [
        "Yes.<|im_end|>",
        "Yes.<|im_end|>\n<|endoftext|>",
        "<|im_start|>assistant\nYes.<|im_end|>",
        "<|start_header_id|>assistant<|end_header_id|>\n\nYes.<|eot_id|>",
        "<start_of_turn>model\nYes.<end_of_turn>\n<eos>",
        "<|assistant|>\nYes.</s>",
        "[/INST] Yes.</s>",
        "<s>Yes.</s>",
        "<｜Assistant｜>Yes.<｜end▁of▁sentence｜>",
        "Assistant: Yes.",
        "### Response:\nYes.",
        "assistant\n\nYes.",
        "<|im_end|>\n<|im_start|>assistant\nYes.",
    ] {
        assert_eq!(Spoken::of(text), Spoken { words: "Yes.".to_owned(), ..Spoken::default() }, "{text}");
    }
}

#[test]
fn a_turn_of_somebody_else_is_cut_and_reported() {
    for (text, mark) in [
        ("Yes.<|im_end|>\n<|im_start|>user\nWhy?", "<|im_end|>"),
        ("Yes.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nWhy?", "<|eot_id|>"),
        ("Yes.\n<start_of_turn>user\nWhy?", "<start_of_turn>"),
        ("Yes. [INST] Why? [/INST] So.", "[INST]"),
        ("Yes.\nUser: Why?\nAssistant: So.", "User:"),
        ("Yes.\n\nHuman: Why?", "Human:"),
        ("Yes.\n### Instruction:\nWhy?", "### Instruction:"),
        ("Yes.assistant\n\nHow can I help?", "assistant"),
        ("Yes.</s>Why?", "</s>"),
    ] {
        let expected = Spoken { words: "Yes.".to_owned(), went_on: Some(mark.to_owned()), ..Spoken::default() };
        assert_eq!(Spoken::of(text), expected, "{text}");
    }
}

#[test]
fn a_call_of_a_tool_is_cut() {
    for text in [
        "Yes.<tool_call>{\"name\":\"clock\"}</tool_call>",
        "Yes.[TOOL_CALLS][{\"name\":\"clock\"}]",
        "Yes.<|python_tag|>clock.call()<|eom_id|>",
    ] {
        assert_eq!(Spoken::of(text), Spoken { words: "Yes.".to_owned(), wants_tool: true, ..Spoken::default() });
    }
}

#[test]
fn what_may_be_words_is_said_and_reported() {
    for (text, mark) in [
        ("Yes.<|strange_token|>", "<|strange_token|>"),
        ("Yes.\nJudge: Why?", "Judge:"),
        ("I wrote <reasoning> once.", "<reasoning>"),
        ("Yes <strange|>", "<strange|>"),
    ] {
        let expected = Spoken { words: text.to_owned(), doubtful: Some(mark.to_owned()), ..Spoken::default() };
        assert_eq!(Spoken::of(text), expected, "{text}");
    }
}

#[test]
fn words_are_left_as_they_are() {
    for text in [
        "I think <this> is fine.",
        "a < b and b > c, so <3 and <- or ->",
        "He said: \"assistant: come here\", and I went.",
        "My assistant: a kind soul.",
        "[think] about it, [INSTANT] coffee",
        "<s>old</s> new",
        "<b>bold</b> and </div>",
        "List:\nUser: a person\nAssistant",
        "user",
        "I'm an assistant\nin a shop",
        "a <| b |> c",
        "x|>y <|> z",
        "::: ### ###",
    ] {
        let spoken = Spoken::of(text);
        assert_eq!(spoken, Spoken { words: text.to_owned(), ..Spoken::default() }, "{text}");
    }
}

proptest! {
    #[test]
    fn no_certain_mark_is_left(
        text in "(<think>|</think>|<thinking>|</THINKING>|\\[THINK\\]|<\\|im_end\\|>|<\\|im_start\\|>|<\\|channel\\|>|final|a|\u{e9}|<|\n){0,30}"
    ) {
        let said = Spoken::of(&text).words.to_ascii_lowercase();
        for mark in ["<think>", "</think>", "<thinking>", "</thinking>", "[think]", "<|im_end|>", "<|im_start|>", "<|channel|>"] {
            prop_assert!(!said.contains(mark), "{mark}: {said}");
        }
    }

    #[test]
    fn any_text_is_read(text in ".{0,80}") {
        let _ = Spoken::of(&text);
    }
}
