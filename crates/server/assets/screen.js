// @ts-check
// The conversation on the screen: the same markup as the server's partial (templates/parts.html), key by key or message by message;
// and the exchange of the changed parts of a page.

import { isUnsettled } from "./drafts.js";
import { follows, grew, toEnd } from "./panes.js";
import { sentence } from "./sentences.js";

/** @typedef {{ hash: string, kind: string, pixels?: { width: number, height: number }, description?: string }} Attachment */
/** @typedef {{ n: number, kind: string, attachment?: Attachment, round?: string, seat?: string, side?: string, key?: string, text?: string, holder?: string, ends?: string, conversation?: string, of?: number }} Update */

/** Kinds of updates that concern one conversation, and change nothing else on the page. */
const OF_CONVERSATIONS = ["key", "said", "turn", "attached"];

/**
 * Whether an update concerns one conversation only.
 * @param {Update} update
 */
export function isOfConversation({ kind }) {
  return OF_CONVERSATIONS.includes(kind);
}

/**
 * The part of the page for an update about a conversation, if it exists: its log, or for a turn its form.
 * @param {Update} update
 */
export function placeOf(update) {
  // A referee reads many conversations.
  if (update.conversation) return document.getElementById(`log-${update.conversation}`);
  const seat = update.seat ?? "judge";
  const form = document.getElementById(`say-${seat}`);
  if (form && form.dataset.round !== update.round) return null;
  return update.kind === "turn" ? form : document.getElementById(`log-${seat}`);
}

/**
 * Applies an update about a conversation to its part of the page.
 * @param {HTMLElement} place
 * @param {Update} update
 */
export function apply(place, update) {
  // A flag marks the present moment of the conversation.
  const moment = update.conversation && document.querySelector(`[data-moment="${CSS.escape(update.conversation)}"]`);
  if (moment instanceof HTMLInputElement) moment.value = String(update.of);
  if (update.kind === "turn") applyTurn(place, update);
  else applySpeech(place, update);
}

/**
 * Applies a key or a message to a pane.
 * @param {HTMLElement} log
 * @param {Update} update
 */
function applySpeech(log, { kind, side = "", key = "", text = "", attachment }) {
  const typing = log.querySelector(`[data-typing="${side}"]`);
  const lines = log.querySelector(".lines");
  if (!typing || !lines) return;
  if (attachment) {
    lines.append(line(log, side, shown(log, attachment)));
  } else if (kind === "said") {
    lines.append(line(log, side, words(text)));
  } else if (key === "Return") {
    lines.append(line(log, side, words(typing.textContent ?? "")));
    typing.textContent = "";
  } else if (key === "BackSpace") {
    typing.textContent = [...(typing.textContent ?? "")].slice(0, -1).join("");
  } else {
    typing.textContent += key === "Tab" ? "\t" : key;
  }
  grew(log);
}

/**
 * A finished line.
 * @param {HTMLElement} log
 * @param {string} side
 * @param {HTMLElement} said
 */
function line(log, side, said) {
  const item = document.createElement("li");
  item.className = `line ${side}`;
  const who = document.createElement("span");
  who.className = "who";
  // Listeners to the lines do not see the place of the pane.
  if (log.dataset.place) {
    const place = document.createElement("span");
    place.className = "unseen";
    place.textContent = `${log.dataset.place}: `;
    who.append(place);
  }
  who.append(log.dataset[side] ?? "");
  item.append(who, " ", said);
  return item;
}

/** @param {string} text */
function words(text) {
  const said = document.createElement("span");
  said.className = "said";
  said.dir = "auto";
  said.translate = false;
  said.textContent = text;
  return said;
}

/**
 * The text in place of a file without a description.
 * @param {string} kind
 */
function instead(kind) {
  switch (kind) {
    case "picture":
      return sentence("js-a-picture");
    case "sound":
      return sentence("js-a-sound");
    default:
      return sentence("js-a-video");
  }
}

/**
 * A file that was shown.
 * @param {HTMLElement} log
 * @param {Attachment} attachment
 */
function shown(log, { hash, kind, pixels, description }) {
  const said = document.createElement("span");
  said.className = "said shown";
  said.dataset.shown = hash;
  const address = `${log.dataset.files}/${hash}`;
  const file = document.createElement(kind === "picture" ? "img" : kind === "sound" ? "audio" : "video");
  if (file instanceof HTMLImageElement) {
    const link = document.createElement("a");
    link.href = address;
    link.target = "_blank";
    file.alt = description ?? instead(kind);
    // A picture that has loaded may be taller than the room that was kept for it.
    file.addEventListener("load", () => follows(log) && toEnd(log));
    link.append(file);
    said.append(link);
  } else {
    file.controls = true;
    file.preload = "metadata";
    file.setAttribute("aria-label", description ?? instead(kind));
    if (file instanceof HTMLVideoElement) file.playsInline = true;
    said.append(file);
  }
  if (pixels && !(file instanceof HTMLAudioElement)) {
    file.width = pixels.width;
    file.height = pixels.height;
  }
  file.src = address;
  if (description) {
    const caption = document.createElement("span");
    caption.className = "caption";
    caption.dir = "auto";
    caption.translate = false;
    caption.textContent = description;
    said.append(caption);
  }
  return said;
}

/**
 * Takes over the turn of a conversation and its end; the clock shows it.
 * @param {HTMLElement} form the one that speaks in it
 * @param {Update} update
 */
function applyTurn(form, { holder = "", ends = "" }) {
  const turn = /** @type {HTMLElement | null} */ (form.querySelector("[data-turn]"));
  if (!turn) return;
  turn.dataset.holder = holder;
  turn.dataset.until = ends;
}

/** Scrolls every pane to its end, as after loading a page. */
export function scrollToEnds() {
  for (const log of document.querySelectorAll("[data-log]")) toEnd(log);
}

/**
 * Takes over the differing parts of a newer page, and returns the ids of the exchanged ones. Fields that are being filled in keep
 * their text and their place.
 *
 * The notice belongs to the last command: a page that answers none (`state`) leaves it alone, and of a page that is older than the
 * one on the screen (`answer`) nothing else is taken.
 * @param {HTMLElement} main
 * @param {HTMLElement} newer
 * @param {"all" | "state" | "answer"} parts
 * @returns {Set<string>}
 */
export function exchange(main, newer, parts) {
  /** @type {Set<string>} */
  const exchanged = new Set();
  const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const caret = focused && "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : null;
  const wanted = (/** @type {Element} */ region) => parts === "all" || (region.id === "notice") === (parts === "answer");
  exchangeRegions(main, newer, exchanged, wanted);
  if (focused?.id && document.activeElement !== focused) {
    const again = document.getElementById(focused.id);
    again?.focus({ preventScroll: true });
    const holds = again instanceof HTMLTextAreaElement || (again instanceof HTMLInputElement && again.type === "text");
    if (holds && caret) again.setSelectionRange(caret[0], caret[1]);
  }
  return exchanged;
}

/**
 * Takes over the faults of a refused form from a newer page, and moves to the first field with one.
 * @param {string} id
 * @param {HTMLElement} newer
 */
export function answerAt(id, newer) {
  const [mine, fresh] = [document.getElementById(id), newer.querySelector(`form#${CSS.escape(id)}[data-draft]`)];
  if (!mine || !fresh) return;
  const answered = swap(mine, fresh, new Set());
  const wrong = answered.querySelector("[aria-invalid]");
  const field = wrong?.matches("fieldset") ? wrong.querySelector("input") : wrong;
  if (field instanceof HTMLElement) field.focus();
  // The next input replaces the wrong content.
  if (field instanceof HTMLInputElement && field.type === "text") field.select();
}

/**
 * Exchanges the regions right inside an element. The regions of a page's main part come and go; if deeper ones do, the region
 * around them is exchanged as a whole.
 * @param {Element} old
 * @param {Element} newer
 * @param {Set<string>} exchanged
 * @param {(region: Element) => boolean} [wanted]
 */
function exchangeRegions(old, newer, exchanged, wanted = () => true) {
  const known = new Map(regionsIn(old).map((region) => [region.id, region]));
  /** @type {Element | null} */
  let before = null;
  for (const region of regionsIn(newer)) {
    let mine = known.get(region.id) ?? null;
    known.delete(region.id);
    if (wanted(region)) {
      if (!mine) {
        mine = document.importNode(region, true);
        if (before) before.after(mine);
        else old.prepend(mine);
        exchanged.add(region.id);
      } else if (markup(mine) !== markup(region)) {
        if (isSameDesk(mine, region)) exchangeRegions(mine, region, exchanged);
        else mine = swap(mine, region, exchanged);
      }
    }
    before = mine ?? before;
  }
  for (const gone of known.values()) if (wanted(gone)) gone.remove();
}

/**
 * The outermost regions inside an element.
 * @param {Element} root
 */
function regionsIn(root) {
  const around = root.closest("[data-region]");
  return [...root.querySelectorAll("[data-region]")].filter((region) => region.parentElement?.closest("[data-region]") === around);
}

/**
 * Whether two versions of a region differ only in the regions inside it.
 * @param {Element} old
 * @param {Element} newer
 */
function isSameDesk(old, newer) {
  const ids = (/** @type {Element} */ root) => regionsIn(root).map((region) => region.id).join();
  const key = old.getAttribute("data-key");
  return key !== null && key === newer.getAttribute("data-key") && ids(old) === ids(newer);
}

/** The elements that scripts write to. */
const OWN = "[data-time], [data-hint], [data-count], [data-whose], [data-remains], [data-warning], [data-pending]";

/**
 * The HTML of a region without the changes by scripts and readers.
 * @param {Element} region
 */
function markup(region) {
  const copy = /** @type {Element} */ (region.cloneNode(true));
  for (const own of copy.querySelectorAll(OWN)) own.textContent = "";
  for (const form of [copy, ...copy.querySelectorAll("[inert]")]) form.removeAttribute("inert");
  for (const clock of copy.querySelectorAll("[data-ends]")) clock.classList.remove("short");
  for (const details of copy.querySelectorAll("details")) details.removeAttribute("open");
  return copy.outerHTML;
}

/**
 * @param {Element} old
 * @param {Element} newer
 * @param {Set<string>} exchanged
 */
function swap(old, newer, exchanged) {
  const fresh = document.importNode(newer, true);
  keepFields(old, fresh);
  for (const details of old.querySelectorAll("details[open][id]")) counterpart(details, fresh)?.setAttribute("open", "");
  const read = [...logsOf(old)].filter((log) => !follows(log)).map((log) => /** @type {const} */ ([log.id, log.scrollTop]));
  old.replaceWith(fresh);
  const places = new Map(read);
  for (const log of logsOf(fresh)) log.scrollTop = places.get(log.id) ?? log.scrollHeight;
  exchanged.add(fresh.id);
  for (const inner of fresh.querySelectorAll("[data-region]")) exchanged.add(inner.id);
  return fresh;
}

/**
 * Carries over unsent input.
 * @param {Element} old
 * @param {Element} fresh
 */
function keepFields(old, fresh) {
  for (const field of old.querySelectorAll("input[id], select[id], textarea[id]")) {
    const other = counterpart(field, fresh);
    // Unconfirmed input is newer than any page of the server.
    const isOwn = isUnsettled(field.closest("form")?.id ?? "", field.getAttribute("name") ?? "");
    if (field instanceof HTMLInputElement && other instanceof HTMLInputElement) {
      if (isOwn || field.checked !== field.defaultChecked) other.checked = field.checked;
      if (isOwn || field.value !== field.defaultValue) other.value = field.value;
    } else if (field instanceof HTMLTextAreaElement && other instanceof HTMLTextAreaElement) {
      if (isOwn || field.value !== field.defaultValue) other.value = field.value;
    } else if (field instanceof HTMLSelectElement && other instanceof HTMLSelectElement) {
      const first = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
      const chosen = [...other.options].find((option) => option.value === field.value);
      if (chosen && (isOwn || field.value !== first?.value)) chosen.selected = true;
    }
  }
}

/**
 * The element of the same id.
 * @param {Element} element
 * @param {Element} root
 */
function counterpart(element, root) {
  return root.querySelector(`#${CSS.escape(element.id)}`);
}

/** @param {Element} root */
function logsOf(root) {
  return root.matches("[data-log]") ? [root] : root.querySelectorAll("[data-log]");
}
