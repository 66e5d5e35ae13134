// @ts-check
// The live connection: numbered updates come in, commands go out. Whoever was cut off says the last number and is told
// what followed; what was sent and not answered is sent again under the same id.

import * as clock from "./clock.js";
import { exchange, logOf, press, scrollToEnds } from "./screen.js";

/** @typedef {import("./screen.js").Update} Update */
/** @typedef {Record<string, unknown>} Frame */
/** @typedef {{ send: (frame: Frame, refused?: (why: string) => void) => void, idle: () => boolean, adopt: (html: string) => void }} Live */

const HEARTBEAT_MS = 15_000;
const SILENCE_MS = 40_000;
const RECONNECT_MS = [250, 500, 1000, 2000, 5000];

/**
 * @param {HTMLElement} main
 * @returns {Live}
 */
export function start(main) {
  let last = Number(main.dataset.latest);
  let made = 0;
  let attempts = 0;
  let heard = 0;
  let ready = false;
  let fetching = false;
  let fetchAgain = false;
  /** @type {WebSocket | null} */
  let socket = null;
  /** Key updates since a page was asked for. @type {Update[]} */
  let since = [];
  /** What was not answered, in order. @type {Map<string, { frame: Frame, refused?: (why: string) => void }>} */
  const waiting = new Map();
  const client = [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  connect();
  scrollToEnds();
  setInterval(beat, HEARTBEAT_MS);
  addEventListener("online", () => socket ?? connect());

  function connect() {
    const address = new URL(main.dataset.live ?? "", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("after", String(last));
    const opened = new WebSocket(address);
    socket = opened;
    opened.onmessage = (event) => {
      heard = performance.now();
      take(JSON.parse(event.data));
    };
    opened.onclose = (event) => {
      if (socket !== opened) return;
      socket = null;
      ready = false;
      if (event.code === 1008) return say(event.reason);
      say("Connection lost. What you type is kept; reconnecting …");
      setTimeout(connect, RECONNECT_MS[Math.min(attempts++, RECONNECT_MS.length - 1)]);
    };
  }

  function beat() {
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (performance.now() - heard > SILENCE_MS) return socket.close();
    socket.send(JSON.stringify({ do: "ping", sent: new Date().toISOString() }));
  }

  /** @param {any} frame */
  function take(frame) {
    switch (frame.is) {
      case "hello":
        attempts = 0;
        ready = true;
        clock.set(frame.now, frame.pace);
        say("");
        for (const { frame } of waiting.values()) socket?.send(JSON.stringify(frame));
        break;
      case "updates":
        update(frame.updates);
        break;
      case "done":
        waiting.delete(frame.id);
        break;
      case "refused": {
        const asked = waiting.get(frame.id);
        waiting.delete(frame.id);
        asked?.refused?.(frame.why);
        break;
      }
      case "pong":
        clock.set(frame.now, Number(main.dataset.pace));
        break;
      case "presence":
        refresh();
        break;
      case "reload":
        location.reload();
    }
  }

  /** @param {Update[]} updates */
  function update(updates) {
    let changed = false;
    for (const update of updates) {
      if (update.n <= last) continue;
      last = update.n;
      if (update.kind !== "key") {
        changed = true;
        continue;
      }
      const log = logOf(update);
      if (log) press(log, update);
      if (fetching) since.push(update);
    }
    if (changed) refresh();
  }

  /** Asks for the page as it is now and takes over what differs. */
  async function refresh() {
    if (fetching) {
      fetchAgain = true;
      return;
    }
    fetching = true;
    since = [];
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      if (answer.ok) takeOver(await answer.text(), false);
      else if (answer.status < 500) location.reload();
    } catch {
      // The connection is gone; when it is back, its first updates ask again.
      fetchAgain = false;
    }
    fetching = false;
    if (fetchAgain) {
      fetchAgain = false;
      refresh();
    }
  }

  /**
   * Takes over a page. Keys that came after it was made are applied once more to what was exchanged. What somebody was
   * told about their own request stays until their next one.
   * @param {string} html
   * @param {boolean} answers whether the page answers a request
   */
  function takeOver(html, answers) {
    const newer = /** @type {HTMLElement | null} */ (new DOMParser().parseFromString(html, "text/html").querySelector("main[data-live]"));
    if (!newer) return location.reload();
    const [told, tells] = [main.querySelector("#notice"), newer.querySelector("#notice")];
    if (!answers && told && tells) tells.innerHTML = told.innerHTML;
    const exchanged = exchange(main, newer);
    const made = Number(newer.dataset.latest);
    for (const update of since) {
      const log = update.n > made ? logOf(update) : null;
      if (log && exchanged.has(log.id)) press(log, update);
    }
    last = Math.max(last, made);
    clock.show();
    scrollToEnds();
    document.dispatchEvent(new CustomEvent("viva:page"));
  }

  /** @param {string} text */
  function say(text) {
    const link = document.getElementById("link");
    if (link) link.textContent = text;
  }

  return {
    send(frame, refused) {
      const id = `${client}-${++made}`;
      const full = { ...frame, id };
      waiting.set(id, { frame: full, refused });
      if (ready && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(full));
    },
    idle: () => waiting.size === 0,
    adopt: (html) => takeOver(html, true),
  };
}
