// @ts-check
// The form for showing a file: chosen, or taken with the camera or the microphone; previewed, then sent. A file that was not sent
// because the connection was lost is sent again under the same id, so that it is not shown twice.

import { sentence } from "./sentences.js";
import { hint } from "./speech.js";

/** The longer side of a photograph, in pixels: enough to read a page of a book. */
const PICTURE_PX = 1600;
/** Sounds are sent as WAV, which every witness can take: this many samples a second, fewer where they would be too large. */
const SAMPLES_HZ = [22_050, 16_000, 11_025, 8_000];
/** Recordings end a little before the longest permitted duration. */
const EARLIER_MS = 500;
/** The most times that a file is sent again, and the pause between. */
const TRIES = 5;
const AGAIN_MS = 2000;

/**
 * A form with the file to show.
 * @typedef {object} Chosen
 * @property {Blob} file
 * @property {string} id under which it is sent
 * @property {string} url for the preview
 */
/** @typedef {"picture" | "sound" | "video"} Kind */

/** @type {WeakMap<HTMLFormElement, Chosen>} */
const chosen = new WeakMap();
/**
 * The running device of a form, as the function that ends it.
 * @type {WeakMap<HTMLFormElement, () => void>}
 */
const running = new WeakMap();
/** @type {WeakSet<HTMLFormElement>} */
const busy = new WeakSet();
let made = 0;

/** @param {HTMLElement} main */
export function start(main) {
  prepare();
  document.addEventListener("viva:page", prepare);
  main.addEventListener("change", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.type !== "file" || !field.form?.matches("[data-show]")) return;
    const file = field.files?.[0];
    if (file) choose(field.form, file);
    else drop(field.form);
  });
  main.addEventListener("click", (event) => {
    const button = event.target instanceof HTMLButtonElement ? event.target : null;
    if (button?.dataset.take && button.form) take(button.form, /** @type {Kind} */ (button.dataset.take));
  });
  // Folding up the form turns the camera off.
  main.addEventListener("toggle", (event) => {
    const details = event.target;
    const form = details instanceof HTMLDetailsElement && !details.open ? details.querySelector("form") : null;
    if (form) running.get(form)?.();
  }, true);
  main.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-show]")) return;
    event.preventDefault();
    const what = chosen.get(form);
    if (what) send(form, what);
    else hint(form.id, sentence("js-no-file"));
  });

  /** Shows the buttons for devices that this browser supports. */
  function prepare() {
    const media = "mediaDevices" in navigator && navigator.mediaDevices;
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (main.querySelectorAll("[data-show]"))) {
      for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("[data-take]"))) {
        const records = button.dataset.take === "picture" || "MediaRecorder" in window;
        button.hidden = !media || !records;
      }
      // With a script the file may come from elsewhere than the field.
      const field = fileField(form);
      if (field) field.required = false;
    }
  }
}

/**
 * Takes a file, and shows a preview.
 * @param {HTMLFormElement} form
 * @param {Blob} file
 */
function choose(form, file) {
  running.get(form)?.();
  drop(form);
  const kind = kindOf(form, file);
  if (!kind) return refuse(form, sentence("js-not-shown-here"));
  const most = Number(form.dataset.bytes);
  if (file.size > most) return refuse(form, sentence("js-file-too-large", { size: size(file.size), most: size(most) }));
  if (file.size === 0) return refuse(form, sentence("js-file-empty"));
  const id = `${[...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}-${++made}`;
  const url = URL.createObjectURL(file);
  chosen.set(form, { file, id, url });
  hint(form.id, "");
  const preview = element(kind, url);
  if (!(preview instanceof HTMLImageElement)) {
    preview.addEventListener("loadedmetadata", () => {
      const longest = Number(form.dataset.seconds);
      if (Number.isFinite(preview.duration) && preview.duration > longest + 0.5) {
        hint(form.id, sentence("js-plays-too-long", { seconds: Math.ceil(preview.duration), most: longest }));
      }
    });
  }
  preview.addEventListener("error", () => hint(form.id, sentence("js-not-playable")));
  const away = document.createElement("button");
  away.type = "button";
  away.className = "quiet";
  away.textContent = sentence("js-take-away");
  away.addEventListener("click", () => {
    drop(form);
    fileField(form)?.focus();
  });
  place(form, preview, away);
}

/**
 * Removes the chosen file.
 * @param {HTMLFormElement} form
 */
function drop(form) {
  const what = chosen.get(form);
  if (what) URL.revokeObjectURL(what.url);
  chosen.delete(form);
  place(form);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} why
 */
function refuse(form, why) {
  clearField(form);
  hint(form.id, why);
}

/**
 * @param {HTMLFormElement} form
 * @param {Chosen} what
 */
async function send(form, what) {
  if (busy.has(form)) return;
  busy.add(form);
  const body = new FormData(form);
  body.delete("file");
  // Small fields first: the server knows them when the file arrives.
  body.append("id", what.id);
  body.append("file", what.file, "file");
  const button = form.querySelector("button:not([type])");
  if (button instanceof HTMLButtonElement) button.disabled = true;
  hint(form.id, sentence("js-on-its-way"));
  const why = await delivered(form, body);
  busy.delete(form);
  if (button instanceof HTMLButtonElement) button.disabled = false;
  if (why !== null) return hint(form.id, why);
  drop(form);
  clearField(form);
  const description = form.querySelector("[name=description]");
  if (description instanceof HTMLInputElement) description.value = "";
  hint(form.id, "");
  form.closest("details")?.removeAttribute("open");
  /** @type {HTMLElement | null} */ (form.closest(".pane")?.querySelector("[data-say] [name=text]"))?.focus({ preventScroll: true });
}

/**
 * Sends the file until there is an answer: null when it was shown, else the reason why not.
 * @param {HTMLFormElement} form
 * @param {FormData} body
 */
async function delivered(form, body) {
  for (let tries = 1; ; tries++) {
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(form.getAttribute("action") ?? "", { method: "POST", body, headers });
      if (answer.ok) return null;
      const is = answer.headers.get("content-type")?.startsWith("application/json");
      if (answer.status < 500) return is ? String((await answer.json()).why) : sentence("js-not-taken");
      if (tries === TRIES) return is ? String((await answer.json()).why) : sentence("js-server-did-not-take");
    } catch {
      if (tries === TRIES) return sentence("js-file-not-reached");
    }
    hint(form.id, sentence("js-sent-again"));
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/**
 * Takes a picture, a sound or a video with the devices of this machine.
 * @param {HTMLFormElement} form
 * @param {Kind} kind
 */
async function take(form, kind) {
  running.get(form)?.();
  drop(form);
  clearField(form);
  /** @type {MediaStream} */
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: kind !== "picture", video: kind !== "sound" });
  } catch {
    return hint(form.id, kind === "sound" ? sentence("js-no-microphone") : sentence("js-no-camera"));
  }
  if (kind === "picture") photograph(form, stream);
  else record(form, stream, kind);
}

/**
 * @param {HTMLFormElement} form
 * @param {MediaStream} stream
 */
async function photograph(form, stream) {
  const eye = viewfinder(stream);
  const shutter = document.createElement("button");
  shutter.type = "button";
  shutter.textContent = sentence("js-take-picture");
  const end = runs(form, stream);
  shutter.addEventListener("click", () => {
    const scale = Math.min(1, PICTURE_PX / Math.max(eye.videoWidth, eye.videoHeight, 1));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(eye.videoWidth * scale);
    canvas.height = Math.round(eye.videoHeight * scale);
    canvas.getContext("2d")?.drawImage(eye, 0, 0, canvas.width, canvas.height);
    end();
    canvas.toBlob((picture) => {
      if (picture) choose(form, picture);
      else hint(form.id, sentence("js-no-picture"));
    }, "image/jpeg", 0.9);
  });
  place(form, eye, shutter);
  shutter.focus();
}

/**
 * @param {HTMLFormElement} form
 * @param {MediaStream} stream
 * @param {"sound" | "video"} kind
 */
function record(form, stream, kind) {
  const seconds = Number(form.dataset.seconds);
  const bytes = Number(form.dataset.bytes);
  const types = kind === "sound" ? [] : ["video/webm;codecs=vp8,opus", "video/mp4"];
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  // The limits keep the longest recording small enough; no more than a telephone's picture needs.
  const rate = Math.min(1_500_000, Math.floor((bytes * 8 * 0.7) / seconds));
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: rate, audioBitsPerSecond: 64_000 });
  /** @type {Blob[]} */
  const parts = [];
  const stop = document.createElement("button");
  stop.type = "button";
  stop.textContent = sentence("js-stop");
  const time = document.createElement("p");
  time.className = "note";
  time.setAttribute("role", "timer");
  const began = performance.now();
  const show = () => {
    time.textContent = sentence("js-takes-up", { seconds: Math.floor((performance.now() - began) / 1000), most: seconds });
  };
  show();
  const ticks = setInterval(show, 250);
  const alarm = setTimeout(() => recorder.state === "recording" && recorder.stop(), seconds * 1000 - EARLIER_MS);
  let kept = true;
  const end = runs(form, stream, () => {
    clearInterval(ticks);
    clearTimeout(alarm);
    kept = false;
    if (recorder.state !== "inactive") recorder.stop();
  });
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.addEventListener("stop", async () => {
    if (!kept) return;
    end();
    const file = new Blob(parts, { type: recorder.mimeType });
    try {
      choose(form, kind === "sound" ? await wave(file, bytes) : file);
    } catch {
      hint(form.id, sentence("js-taken-unusable"));
    }
  });
  stop.addEventListener("click", () => recorder.state === "recording" && recorder.stop());
  recorder.start();
  place(form, ...(kind === "video" ? [viewfinder(stream)] : []), time, stop);
  stop.focus();
}

/**
 * Shows a device's running stream until it is ended.
 * @param {HTMLFormElement} form
 * @param {MediaStream} stream
 * @param {() => void} [more] ends something else with it
 */
function runs(form, stream, more) {
  const end = () => {
    if (running.get(form) !== end) return;
    running.delete(form);
    more?.();
    for (const track of stream.getTracks()) track.stop();
    place(form);
  };
  running.set(form, end);
  return end;
}

/** @param {MediaStream} stream */
function viewfinder(stream) {
  const eye = document.createElement("video");
  eye.muted = true;
  eye.playsInline = true;
  eye.autoplay = true;
  eye.setAttribute("aria-label", sentence("js-camera-sees"));
  eye.srcObject = stream;
  return eye;
}

/**
 * A recording as WAV with one channel, so that every witness can take it.
 * @param {Blob} recording
 * @param {number} most bytes
 */
async function wave(recording, most) {
  const context = new AudioContext();
  const heard = await context.decodeAudioData(await recording.arrayBuffer());
  await context.close();
  const fits = (/** @type {number} */ rate) => 44 + 2 * Math.ceil(heard.duration * rate) <= most;
  const rate = SAMPLES_HZ.find(fits) ?? SAMPLES_HZ[SAMPLES_HZ.length - 1];
  const offline = new OfflineAudioContext(1, Math.max(1, Math.ceil(heard.duration * rate)), rate);
  const source = offline.createBufferSource();
  source.buffer = heard;
  source.connect(offline.destination);
  source.start();
  const samples = (await offline.startRendering()).getChannelData(0);
  const file = new DataView(new ArrayBuffer(44 + 2 * samples.length));
  const text = (/** @type {number} */ at, /** @type {string} */ words) => {
    [...words].forEach((letter, n) => file.setUint8(at + n, letter.charCodeAt(0)));
  };
  text(0, "RIFF");
  file.setUint32(4, 36 + 2 * samples.length, true);
  text(8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, rate, true);
  file.setUint32(28, 2 * rate, true);
  file.setUint16(32, 2, true);
  file.setUint16(34, 16, true);
  text(36, "data");
  file.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, n) => file.setInt16(44 + 2 * n, Math.max(-1, Math.min(1, sample)) * 32_767, true));
  return new Blob([file.buffer], { type: "audio/wav" });
}

/**
 * The kind of a file, where this form permits it.
 * @param {HTMLFormElement} form
 * @param {Blob} file
 * @returns {Kind | null}
 */
function kindOf(form, file) {
  const kinds = { image: "picture", audio: "sound", video: "video" };
  const kind = /** @type {Record<string, string>} */ (kinds)[file.type.split("/")[0]];
  const shown = (form.dataset.show ?? "").split(" ");
  return shown.includes(kind) ? /** @type {Kind} */ (kind) : null;
}

/**
 * @param {Kind} kind
 * @param {string} url
 */
function element(kind, url) {
  const shown = document.createElement(kind === "picture" ? "img" : kind === "sound" ? "audio" : "video");
  if (shown instanceof HTMLImageElement) shown.alt = sentence("js-about-to-show");
  else {
    shown.controls = true;
    shown.setAttribute("aria-label", sentence("js-about-to-show"));
  }
  shown.src = url;
  return shown;
}

/**
 * @param {HTMLFormElement} form
 * @param {Element[]} parts
 */
function place(form, ...parts) {
  form.querySelector("[data-preview]")?.replaceChildren(...parts);
}

/** @param {HTMLFormElement} form */
function clearField(form) {
  const field = fileField(form);
  if (field) field.value = "";
}

/** @param {HTMLFormElement} form */
function fileField(form) {
  const field = form.querySelector("[type=file]");
  return field instanceof HTMLInputElement ? field : null;
}

/** @param {number} bytes */
function size(bytes) {
  return bytes >= 1 << 20 ? `${(bytes / (1 << 20)).toFixed(1)} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}
