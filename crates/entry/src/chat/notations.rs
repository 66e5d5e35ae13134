//! The table of models' inner notations: marks exchanged between a model and its server, which reach an answer if the
//! server does not know the model's template. Each row gives its source.
//!
//! A source is a model card, a chat template or a page of documentation. To support a new notation, add a row.

/// A pair of marks, and the kind of content between them.
pub(super) struct Span {
    pub(super) opens: &'static str,
    pub(super) closes: &'static str,
    pub(super) holds: Holds,
    /// True if one mark alone is enough to cut: an opener up to the end, a closer from the beginning. Otherwise an
    /// opener needs its closer, unless the answer begins with it.
    pub(super) alone: bool,
}

/// The content between two marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// The model's reasoning, which is never typed.
    Thoughts,
    /// A tool call. No tools exist in an interview.
    Call,
}

const fn thoughts(opens: &'static str, closes: &'static str, alone: bool) -> Span {
    Span { opens, closes, holds: Holds::Thoughts, alone }
}

const fn call(opens: &'static str, closes: &'static str) -> Span {
    Span { opens, closes, holds: Holds::Call, alone: true }
}

/// Spans to cut. Marks in angle brackets match in any letter case, all others exactly.
pub(super) const SPANS: &[Span] = &[
    // DeepSeek-R1, Qwen3, QwQ, GLM-4.5: chat templates.
    thoughts("<think>", "</think>", true),
    // Prompts of Anthropic's documentation, "Chain of thought", and models tuned on them.
    thoughts("<thinking>", "</thinking>", true),
    // Gemini and tunes of it; EXAONE Deep: chat template.
    thoughts("<thought>", "</thought>", false),
    // DeepHermes 3, Reka Flash 3: model cards.
    thoughts("<reasoning>", "</reasoning>", false),
    // Reflection 70B: model card.
    thoughts("<reflection>", "</reflection>", false),
    // Magistral: Mistral's documentation, "Reasoning".
    thoughts("[THINK]", "[/THINK]", true),
    // Seed-OSS: chat template.
    thoughts("<seed:think>", "</seed:think>", true),
    // Kimi-VL-Thinking: model card.
    thoughts("◁think▷", "◁/think▷", true),
    // Command A Reasoning: Cohere's documentation, "Reasoning".
    thoughts("<|START_THINKING|>", "<|END_THINKING|>", true),
    // Sky-T1, OpenThinker: system prompt of the model cards.
    thoughts("<|begin_of_thought|>", "<|end_of_thought|>", true),
    // Apertus: chat template.
    thoughts("<|inner_prefix|>", "<|inner_suffix|>", true),
    // Gemma 4: chat template.
    thoughts("<|channel>", "<channel|>", true),
    // MedGemma 1.5: model card.
    thoughts("<unused94>", "<unused95>", true),
    // Hermes 2 Pro, Qwen 2.5 and 3: chat templates.
    call("<tool_call>", "</tool_call>"),
    // Mistral: documentation, "Function calling", tokeniser v3.
    call("[TOOL_CALLS]", "[/TOOL_CALLS]"),
    // Command R7B and Command A: chat templates.
    call("<|START_ACTION|>", "<|END_ACTION|>"),
    // Gemma 4: chat template.
    call("<|tool_call>", "<tool_call|>"),
    // Kimi K2: model card, "Tool use".
    call("<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"),
    // DeepSeek V3: chat template.
    call("<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"),
    // Llama 3.1: Meta's documentation, "Prompt formats"; the call goes on to the end of the message.
    call("<|python_tag|>", "<|eom_id|>"),
];

/// Heads of the model's own turn, and wrappers of its text: the marks are cut, the text is kept. A longer mark precedes
/// its own prefixes.
pub(super) const OWN_TURN: &[&str] = &[
    // ChatML: Qwen, Yi, Hermes, SmolLM: chat templates.
    "<|im_start|>assistant",
    // Llama 3 and 4: Meta's documentation, "Prompt formats".
    "<|begin_of_text|>",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|header_start|>assistant<|header_end|>",
    // Gemma: documentation, "Formatting"; Gemma 4: chat template.
    "<bos>",
    "<start_of_turn>model",
    "<|turn>model",
    // gpt-oss: OpenAI's "Harmony response format"; also without its special tokens.
    "<|start|>assistant",
    // Granite 3: chat template.
    "<|start_of_role|>assistant<|end_of_role|>",
    // Kimi K2: chat template.
    "<|im_assistant|>assistant<|im_middle|>",
    // Phi-3, Zephyr, GLM-4, Falcon 3: chat templates.
    "<|assistant|>",
    "[gMASK]<sop>",
    // Command R: chat template.
    "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>",
    "<|START_RESPONSE|>",
    "<|START_TEXT|>",
    // DeepSeek: chat template.
    "<｜begin▁of▁sentence｜>",
    "<｜Assistant｜>",
    // Seed-OSS: chat template.
    "<seed:bos>assistant",
    // Llama 2 and Mistral: Meta's and Mistral's documentation of their prompts.
    "[/INST]",
    "<s>",
    // GLM-4.5V: model card; Sky-T1: system prompt.
    "<|begin_of_box|>",
    "<|begin_of_solution|>",
    // DeepSeek-R1-Zero: the prompt of its paper, table 1.
    "<answer>",
    // Vicuna, Alpaca: FastChat, `conversation.py`.
    "### Assistant:",
    "### Response:",
    "ASSISTANT:",
    "Assistant:",
];

/// Marks that end the model's turn. Text after them is not part of the answer.
pub(super) const ENDS: &[Mark] = &[
    // ChatML: chat templates of Qwen, Yi, Hermes, SmolLM, Kimi.
    anywhere("<|im_end|>"),
    // GPT-2 and its kin: tokenisers.
    anywhere("<|endoftext|>"),
    // Llama 3 and 4: Meta's documentation, "Prompt formats".
    anywhere("<|eot_id|>"),
    anywhere("<|eom_id|>"),
    anywhere("<|eot|>"),
    anywhere("<|end_of_text|>"),
    // Gemma: documentation, "Formatting"; Gemma 4: chat template.
    anywhere("<end_of_turn>"),
    anywhere("<turn|>"),
    at_end("<eos>"),
    // gpt-oss: OpenAI's "Harmony response format"; Phi-3: chat template.
    anywhere("<|end|>"),
    anywhere("<|return|>"),
    anywhere("<|call|>"),
    // OpenChat: model card.
    anywhere("<|end_of_turn|>"),
    // DeepSeek Coder; DeepSeek: chat templates.
    anywhere("<|EOT|>"),
    anywhere("<｜end▁of▁sentence｜>"),
    // Command R: chat template.
    anywhere("<|END_OF_TURN_TOKEN|>"),
    anywhere("<|END_RESPONSE|>"),
    anywhere("<|END_TEXT|>"),
    // EXAONE: chat template.
    anywhere("[|endofturn|]"),
    // Seed-OSS: chat template.
    anywhere("<seed:eos>"),
    // GLM-4.5V: model card; Sky-T1: system prompt; DeepSeek-R1-Zero: paper, table 1.
    anywhere("<|end_of_box|>"),
    anywhere("<|end_of_solution|>"),
    at_end("</answer>"),
    // Llama 2, Mistral: tokenisers. In HTML it ends struck-out text.
    Mark { text: "</s>", stands: Stands::Unopened("<s>") },
];

/// Marks at which another speaker's turn begins.
pub(super) const OTHER_TURN: &[Mark] = &[
    // Heads of turns, as above; a head of the model's own turn after its text begins a second answer.
    anywhere("<|im_start|>"),
    anywhere("<|im_user|>"),
    anywhere("<|im_system|>"),
    anywhere("<|im_assistant|>"),
    anywhere("<|start_header_id|>"),
    anywhere("<|header_start|>"),
    anywhere("<start_of_turn>"),
    anywhere("<|turn>"),
    anywhere("<|start|>"),
    anywhere("<|start_of_role|>"),
    anywhere("<|user|>"),
    anywhere("<|system|>"),
    anywhere("<|assistant|>"),
    anywhere("<|observation|>"),
    anywhere("<|START_OF_TURN_TOKEN|>"),
    anywhere("<|USER_TOKEN|>"),
    anywhere("<｜User｜>"),
    anywhere("<｜Assistant｜>"),
    anywhere("<seed:bos>"),
    anywhere("[|user|]"),
    anywhere("[INST]"),
    anywhere("[/INST]"),
    anywhere("<<SYS>>"),
    // Alpaca, Vicuna, Koala: FastChat, `conversation.py`.
    at_line("### Human:"),
    at_line("### User:"),
    at_line("### Instruction:"),
    at_line("### Assistant:"),
    at_line("USER:"),
    at_line("User:"),
    // Anthropic's documentation of text completions.
    at_line("Human:"),
    // Llama 3 and ChatML without their special tokens: the role is left, glued to the sentence before.
    Mark { text: "assistant\n", stands: Stands::Glued },
    Mark { text: "user\n", stands: Stands::Glued },
];

/// Beginnings of a line that are either another speaker's turn or plain text. They are typed and reported.
pub(super) const DOUBTFUL_LINES: &[&str] =
    &["Judge:", "JUDGE:", "Interviewer:", "Question:", "System:", "AI:", "Assistant:", "Bot:"];

/// A mark, and the position at which it counts as notation.
pub(super) struct Mark {
    pub(super) text: &'static str,
    pub(super) stands: Stands,
}

/// The position at which a mark is notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    /// Anywhere.
    Anywhere,
    /// At the beginning of a line, unless it is the first or a colon precedes it.
    Line,
    /// At the end of the answer.
    End,
    /// Anywhere, unless this mark occurs before it.
    Unopened(&'static str),
    /// Directly after the end of a sentence, without a space.
    Glued,
}

const fn anywhere(text: &'static str) -> Mark {
    Mark { text, stands: Stands::Anywhere }
}

const fn at_line(text: &'static str) -> Mark {
    Mark { text, stands: Stands::Line }
}

const fn at_end(text: &'static str) -> Mark {
    Mark { text, stands: Stands::End }
}
