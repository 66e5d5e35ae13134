"""A real OpenAI-compatible server (llama.cpp's, from PyPI) over a model that this program makes: random weights, a few
kilobytes, so that nothing is downloaded. What it says makes no sense; how it says it is what clients must cope with.

    pip install xllamacpp gguf numpy
    python3 chat_server.py MODEL.gguf [KEY]

Prints the server's address when it answers, and ends when its standard input does."""

import sys

import gguf
import numpy
import xllamacpp

WORDS = "I you we the a an of and to is was in it that not my your have do what why good day book tea rain sea".split()
CONTEXT, WIDTH, HEADS, INNER = 16384, 64, 4, 96
BEGIN, END = 1, 2


def vocabulary():
    """Pieces of a SentencePiece vocabulary: controls, all bytes, letters, and words with the blank before them."""
    pieces = [("<unk>", gguf.TokenType.UNKNOWN), ("<s>", gguf.TokenType.CONTROL), ("</s>", gguf.TokenType.CONTROL)]
    pieces += [(f"<0x{byte:02X}>", gguf.TokenType.BYTE) for byte in range(256)]
    pieces += [(chr(code), gguf.TokenType.NORMAL) for code in range(33, 127)] + [("\u2581", gguf.TokenType.NORMAL)]
    return pieces + [("\u2581" + word, gguf.TokenType.NORMAL) for word in WORDS]


def make(path):
    pieces = vocabulary()
    draw = numpy.random.default_rng(1950)

    def weights(*shape):
        return (draw.standard_normal(shape) / numpy.sqrt(shape[-1])).astype(numpy.float32)

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(pieces))
    writer.add_tokenizer_model("llama")
    writer.add_token_list([piece.encode() for piece, _ in pieces])
    writer.add_token_scores([-float(place) for place in range(len(pieces))])
    writer.add_token_types([kind for _, kind in pieces])
    writer.add_bos_token_id(BEGIN)
    writer.add_eos_token_id(END)
    writer.add_chat_template("{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:")

    # Only words are likely: bytes and letters would be noise, and an answer that ends at once is none.
    output = numpy.zeros((len(pieces), WIDTH), dtype=numpy.float32)
    output[-len(WORDS):] = 4 * weights(len(WORDS), WIDTH)
    writer.add_tensor("token_embd.weight", weights(len(pieces), WIDTH))
    writer.add_tensor("output.weight", output)
    writer.add_tensor("output_norm.weight", numpy.full(WIDTH, 4, dtype=numpy.float32))
    for name in ("attn_norm", "ffn_norm"):
        writer.add_tensor(f"blk.0.{name}.weight", numpy.ones(WIDTH, dtype=numpy.float32))
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        writer.add_tensor(f"blk.0.{name}.weight", weights(WIDTH, WIDTH))
    writer.add_tensor("blk.0.ffn_gate.weight", weights(INNER, WIDTH))
    writer.add_tensor("blk.0.ffn_up.weight", weights(INNER, WIDTH))
    writer.add_tensor("blk.0.ffn_down.weight", weights(WIDTH, INNER))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def serve(path, key):
    settings = xllamacpp.CommonParams()
    settings.model.path = path
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.n_ctx = CONTEXT
    settings.n_parallel = 1
    settings.warmup = False
    if key:
        settings.api_keys = [key]
    else:
        # Random weights never come to an end; whoever asks without a key bounds nothing either.
        settings.n_predict = 12
    settings.cpuparams.n_threads = 1
    server = xllamacpp.Server(settings)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    make(sys.argv[1])
    serve(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
