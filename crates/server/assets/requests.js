// @ts-check
// The live connection where no WebSocket gets through: the same frames, in the bodies of requests. Its interface is that of a
// WebSocket.

/** The most frames of one request. */
const FRAMES_MAX = 100;
/** The pause between an answer and the next request: a proxy is no place for a hundred requests a second. */
const REST_MS = 100;

export class Requests {
  readyState = WebSocket.CONNECTING;
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null;
  /** @type {(() => void) | null} */
  onclose = null;
  /** @type {string[]} */
  #outbox = [];
  #sending = false;
  #recording = true;
  #address;
  #after;

  /**
   * @param {string} address of the live connection
   * @param {() => number} after the number of the last update that the page has
   */
  constructor(address, after) {
    this.#address = address;
    this.#after = after;
    this.#listen();
  }

  /** @param {string} frame */
  send(frame) {
    this.#outbox.push(frame);
    if (!this.#sending) this.#pass();
  }

  close() {
    this.readyState = WebSocket.CLOSED;
  }

  /** Requests news for as long as it is open. */
  async #listen() {
    for (let begins = true; this.readyState !== WebSocket.CLOSED; begins = false) {
      if (!(await this.#ask("", begins))) return this.#lost();
      await new Promise((next) => setTimeout(next, REST_MS));
    }
  }

  /** Sends the waiting frames, one request after the other: frames keep their order. */
  async #pass() {
    this.#sending = true;
    // Frames of one moment travel together.
    await null;
    while (this.#outbox.length > 0) {
      const frames = this.#outbox.splice(0, FRAMES_MAX);
      if (!(await this.#ask(`[${frames.join(",")}]`, false))) this.#lost();
      if (this.readyState === WebSocket.CLOSED) return;
    }
    this.#sending = false;
  }

  /**
   * Sends frames and hands on the answer; false when there was none.
   * @param {string} body
   * @param {boolean} begins
   */
  async #ask(body, begins) {
    const address = new URL(this.#address, location.href);
    address.searchParams.set("after", String(this.#after()));
    if (begins) address.searchParams.set("begins", "true");
    if (!this.#recording) address.searchParams.set("full", "true");
    try {
      const answer = await fetch(address, { method: "POST", body, cache: "no-store" });
      if (!answer.ok) return false;
      for (const frame of await answer.json()) {
        if (this.readyState === WebSocket.CLOSED) return true;
        this.readyState = WebSocket.OPEN;
        if (frame.is === "recording") this.#recording = frame.works;
        this.onmessage?.({ data: JSON.stringify(frame) });
      }
      return true;
    } catch {
      return false;
    }
  }

  #lost() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.close();
    this.onclose?.();
  }
}
