// @ts-check
// The live connection: numbered updates come in, commands go out. A reconnecting page names its last number and gets the updates
// after it; unanswered commands are sent again under the same id, in the same order.

import * as clock from "./clock.js";
import { isPressing } from "./press.js";
import { Requests } from "./requests.js";
import { answerAt, apply, exchange, isOfConversation, placeOf, scrollToEnds } from "./screen.js";
import { sentence } from "./sentences.js";
import { speak } from "./speaker.js";

/** @typedef {import("./screen.js").Update} Update */
/** @typedef {Record<string, unknown>} Frame */
/**
 * Called once: with `null` when the command was done, with a sentence when it was refused; and with the frame of the answer.
 * @typedef {(why: string | null, answer?: Frame) => void} Settled
 */
/** @typedef {{ frame: Frame, settled?: Settled, sent: boolean, ever: boolean, since: number }} Asked `ever`: sent on some connection */
/**
 * @typedef {object} Live
 * @property {(frame: Frame, settled?: Settled) => void} send sends a command
 * @property {(frame: Frame, settled?: Settled) => void} resume sends a command again, under its id, for an earlier page of this
 * window
 * @property {(of: (frame: Frame) => boolean) => Frame[]} withdraw takes back commands that were never sent
 * @property {(before: number) => Frame[]} waiting the unanswered commands from before that moment of the window's clock, in order
 * @property {() => boolean} idle whether everything is answered
 * @property {(html: string, done: boolean, form: string, isLast: boolean) => void} adopt takes over the page that answers a form;
 * if another form was sent after it, the notice is the later one's
 */

const HEARTBEAT_MS = 15_000;
/** The server sends something every four seconds. */
const SILENCE_MS = 9_000;
const WATCH_MS = 500;
/** The delay before a page that could not change, because a button was being pressed, is requested again. */
const PRESSING_MS = 100;
const RECONNECT_MS = [500, 1000, 2000, 5000];
/** The number of WebSockets closed before the server's first frame, after which the page tries requests. */
const MUTE_MAX = 2;
/** The interval at which a page that talks by requests tries a WebSocket again. */
const RETRY_MS = 30_000;

/**
 * @param {HTMLElement} main
 * @returns {Live}
 */
export function start(main) {
  let last = Number(main.dataset.latest);
  let shown = last;
  let made = 0;
  let attempts = 0;
  let heard = 0;
  let ready = false;
  let fetching = false;
  let fetchAgain = false;
  /** WebSockets in a row without a frame from the server. */
  let mute = 0;
  /** @type {WebSocket | Requests | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /**
   * Keys, messages and turns that are not yet in the page taken over last.
   * @type {Update[]}
   */
  let since = [];
  /**
   * The unanswered commands, in order.
   * @type {Map<string, Asked>}
   */
  const waiting = new Map();
  const pacer = makePacer(main, () => pump());
  const client = [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  connect();
  scrollToEnds();
  setInterval(beat, HEARTBEAT_MS);
  setInterval(watch, WATCH_MS);
  addEventListener("online", () => socket ?? connect());

  function connect() {
    clearTimeout(retry);
    if (mute < MUTE_MAX) {
      mute++;
      serve(open());
    } else {
      // If requests do not reach the server either, it is away, and WebSockets have their turn again.
      mute = 0;
      serve(new Requests(main.dataset.live ?? "", () => last));
      retry = setTimeout(tryAgain, RETRY_MS);
    }
  }

  function open() {
    const address = new URL(main.dataset.live ?? "", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("after", String(last));
    return new WebSocket(address);
  }

  /** @param {WebSocket | Requests} opened */
  function serve(opened) {
    socket = opened;
    heard = performance.now();
    opened.onmessage = (/** @type {{ data: string }} */ event) => {
      if (socket !== opened) return;
      heard = performance.now();
      if (opened instanceof WebSocket) mute = 0;
      take(JSON.parse(event.data));
    };
    opened.onclose = (/** @type {CloseEvent | undefined} */ event) => {
      if (socket === opened) lost(event);
    };
  }

  /** Switches to a WebSocket if the server answers on one. */
  function tryAgain() {
    const tried = open();
    tried.onmessage = (event) => {
      const before = socket;
      clearTimeout(retry);
      stop();
      serve(tried);
      before?.close();
      mute = 0;
      take(JSON.parse(event.data));
    };
    tried.onclose = () => {
      if (socket instanceof Requests) retry = setTimeout(tryAgain, RETRY_MS);
    };
  }

  /** Marks the commands on their way for sending again. */
  function stop() {
    socket = null;
    ready = false;
    for (const asked of waiting.values()) asked.sent = false;
    pacer.restart();
  }

  /**
   * Handles a connection that is gone, or given up.
   * @param {CloseEvent} [event]
   */
  function lost(event) {
    clearTimeout(retry);
    stop();
    if (event?.code === 1008) return say(event.reason);
    say(sentence("js-reconnecting"));
    // A server that refuses this page gives the reason on the page itself.
    if (attempts === RECONNECT_MS.length) refresh();
    retry = setTimeout(connect, RECONNECT_MS[Math.min(attempts++, RECONNECT_MS.length - 1)]);
  }

  function watch() {
    if (!socket || performance.now() - heard < SILENCE_MS) return;
    // Closing a dead connection can take the browser a minute: the next one is made at once.
    const dead = socket;
    lost();
    dead.close();
  }

  function beat() {
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ do: "ping", sent: new Date().toISOString() }));
    // Silence makes no update: the organiser's page shows long waits only when it is requested again.
    if (main.classList.contains("organiser")) refresh();
  }

  /** @param {any} frame */
  function take(frame) {
    switch (frame.is) {
      case "hello":
        attempts = 0;
        ready = true;
        clock.set(frame.now, frame.pace);
        say("");
        pump();
        // Changes from another page of this seat arrive without an update.
        if (main.querySelector("form[data-draft]")) refresh();
        break;
      case "updates":
        update(frame.updates);
        break;
      case "recording":
        say(frame.works ? "" : sentence("js-not-recording"));
        break;
      case "done":
        settle(frame.id, null);
        break;
      case "kept":
        settle(frame.id, null, frame);
        break;
      case "refused":
        settle(frame.id, frame.why);
        break;
      case "pong":
      case "beat":
        clock.set(frame.now, Number(main.dataset.pace));
        break;
      case "presence":
      case "drafted":
        refresh();
        break;
      case "reload":
        location.reload();
    }
  }

  /** Sends the commands that were not sent on this connection, in order, as fast as keys may follow each other. */
  function pump() {
    for (const asked of waiting.values()) {
      if (!ready || socket?.readyState !== WebSocket.OPEN) return;
      if (asked.sent) continue;
      if (asked.frame.do === "press" && !pacer.take()) return;
      asked.sent = true;
      asked.ever = true;
      socket.send(JSON.stringify(asked.frame));
    }
  }

  /**
   * @param {string} id
   * @param {string | null} why
   * @param {Frame} [answer]
   */
  function settle(id, why, answer) {
    const asked = waiting.get(id);
    if (!asked) return;
    waiting.delete(id);
    if (asked.frame.do === "press") pacer.answered();
    asked.settled?.(why, answer);
    pump();
  }

  /** @param {Update[]} updates */
  function update(updates) {
    let changed = false;
    for (const update of updates) {
      if (update.n <= last) continue;
      last = update.n;
      if (!isOfConversation(update)) {
        changed = true;
        continue;
      }
      since.push(update);
      const place = placeOf(update);
      if (place) apply(place, update);
    }
    clock.show();
    if (changed) refresh();
  }

  /** Requests the present page and takes over its differences. */
  async function refresh() {
    if (fetching) {
      fetchAgain = true;
      return;
    }
    fetching = true;
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      if (answer.ok) takeOver(await answer.text(), "state");
      else if (answer.status < 500) location.reload();
    } catch {
      // The connection is gone; when it is back, its first updates request the page again.
      fetchAgain = false;
    }
    fetching = false;
    if (fetchAgain) {
      fetchAgain = false;
      refresh();
    }
  }

  /**
   * Takes over a page. Keys, messages and turns after its rendering are applied once more to the exchanged parts.
   * @param {string} html
   * @param {"all" | "state" | "answer"} wanted `state` when it answers no form of this page, and its notice is about none; `answer`
   * when the form was refused: its content stays, and only its faults are taken over
   * @param {string} [form] the id of the form that it answers
   */
  function takeOver(html, wanted, form) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const newer = /** @type {HTMLElement | null} */ (page.querySelector("main[data-live]"));
    if (!newer) return location.reload();
    const made = Number(newer.dataset.latest);
    // Two pages may overtake each other on the way; of the older one only its answer counts.
    if (made < shown && wanted === "state") return;
    if (wanted === "state" && isPressing()) {
      setTimeout(refresh, PRESSING_MS);
      return;
    }
    const parts = made < shown ? "answer" : wanted;
    const before = announced();
    const exchanged = exchange(main, newer, parts);
    if (wanted === "answer" && form) answerAt(form, newer);
    if (parts === "answer") return;
    shown = made;
    since = since.filter((update) => update.n > made);
    for (const update of since) {
      const place = placeOf(update);
      if (place && exchanged.has(place.id)) apply(place, update);
    }
    last = Math.max(last, made);
    clock.show();
    clock.call(page.title);
    const news = announced().filter((text) => !before.includes(text));
    if (news.length > 0) speak(news.join(" "));
    document.dispatchEvent(new CustomEvent("viva:page"));
  }

  /** @param {string} text */
  function say(text) {
    const link = document.getElementById("link");
    if (link && link.textContent !== text) link.textContent = text;
  }

  return {
    send(frame, settled) {
      const id = `${client}-${++made}`;
      waiting.set(id, { frame: { ...frame, id }, settled, sent: false, ever: false, since: performance.now() });
      pump();
    },
    resume(frame, settled) {
      waiting.set(String(frame.id), { frame, settled, sent: false, ever: true, since: -Infinity });
      pump();
    },
    withdraw(of) {
      const taken = [...waiting].filter(([, { ever, frame }]) => !ever && of(frame));
      for (const [id] of taken) waiting.delete(id);
      return taken.map(([, { frame }]) => frame);
    },
    waiting: (before) => [...waiting.values()].filter(({ since }) => since < before).map(({ frame }) => frame),
    idle: () => waiting.size === 0,
    adopt: (html, done, form, isLast) => takeOver(html, !done ? "answer" : isLast ? "all" : "state", form),
  };
}

/** The parts of a page that are read out when they are new: the stage of the contest, a pause, more time. */
function announced() {
  return [...document.querySelectorAll("[data-announced]")].map((part) => part.textContent ?? "");
}

/**
 * Holds back keys that the server would refuse as too fast for a person: a paste, or keys typed while the connection was gone. Half of
 * the rulebook's rate may be unanswered and half sent within a second, so that even a stretch that the network delivers at once is
 * within the rate.
 * @param {HTMLElement} main
 * @param {() => void} wake called when another key may go
 */
function makePacer(main, wake) {
  const most = Math.max(1, Math.floor(Number(main.dataset.keysPerSecond ?? 20) / 2));
  const second = 1000 / Math.min(1, Number(main.dataset.pace) / 1000);
  let unanswered = 0;
  /** @type {number[]} */
  let recent = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return {
    /** Whether a key may go now. */
    take() {
      const now = performance.now();
      recent = recent.filter((at) => now - at < second);
      if (unanswered >= most) return false;
      if (recent.length >= most) {
        clearTimeout(timer);
        timer = setTimeout(wake, second - (now - recent[0]) + 1);
        return false;
      }
      recent.push(now);
      unanswered++;
      return true;
    },
    /** Counts an answered key. */
    answered() {
      unanswered = Math.max(0, unanswered - 1);
    },
    /** Resets the unanswered keys when the connection is gone. */
    restart() {
      unanswered = 0;
    },
  };
}
