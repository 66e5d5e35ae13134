// @ts-check
// Passkeys: what only a script can ask a device. Without scripts, or where the browser has no passkeys, the buttons stay hidden.

import { sentence } from "./sentences.js";

/**
 * What a browser that knows passkeys offers, as `lib.dom` of older compilers does not have it.
 * @typedef {{
 *   parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions,
 *   parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions,
 * }} Reader
 */

/** Shows the buttons, where the browser has passkeys. */
export function start() {
  const reader = /** @type {Reader | undefined} */ (/** @type {any} */ (window).PublicKeyCredential);
  if (!reader?.parseCreationOptionsFromJSON || !reader.parseRequestOptionsFromJSON) return;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-passkey]"))) {
    const button = part.querySelector("button");
    if (!button) continue;
    part.hidden = false;
    button.addEventListener("click", () => asks(button, part.dataset.passkey === "new" ? add(part, reader) : login(part, reader)));
  }
}

/**
 * Waits for what the device says, and tells what went wrong.
 * @param {HTMLButtonElement} button
 * @param {Promise<string>} asking the address to go on at
 */
async function asks(button, asking) {
  button.disabled = true;
  const why = button.closest("[data-passkey]")?.querySelector("[role=alert]");
  try {
    if (why) why.textContent = "";
    location.assign(await asking);
  } catch (problem) {
    // What the browser says itself is for developers: nobody touched the sensor, or there is no key.
    if (why) why.textContent = problem instanceof Refused ? problem.message : sentence("js-no-passkey");
    button.disabled = false;
  }
}

/** What the server does not accept, in a sentence. */
class Refused extends Error {}

/**
 * Makes a new key on this device.
 * @param {HTMLElement} part
 * @param {Reader} reader
 */
async function add(part, reader) {
  const field = /** @type {HTMLInputElement} */ (part.querySelector("input"));
  if (!field.reportValidity()) throw new Refused(sentence("js-passkey-name"));
  const at = part.dataset.at ?? "";
  const { publicKey } = await post(`${at}/begin`, {});
  // The device has to know whose the key is: nobody names themselves when they log in.
  publicKey.authenticatorSelection = { ...publicKey.authenticatorSelection, residentKey: "required", requireResidentKey: true };
  const credential = await navigator.credentials.create({ publicKey: reader.parseCreationOptionsFromJSON(publicKey) });
  await post(at, { name: field.value, credential });
  return location.pathname;
}

/**
 * Comes in by a key of this device.
 * @param {HTMLElement} part
 * @param {Reader} reader
 */
async function login(part, reader) {
  const at = part.dataset.at ?? "";
  const { question, publicKey } = await post(`${at}/begin`, {});
  const credential = await navigator.credentials.get({ publicKey: reader.parseRequestOptionsFromJSON(publicKey) });
  const { to } = await post(at, { question, credential });
  return to;
}

/**
 * Sends JSON, and reads the JSON that comes back.
 * @param {string} address
 * @param {object} body
 * @returns {Promise<any>}
 */
async function post(address, body) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(address, options);
  if (answer.status === 204) return {};
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(told.error ?? sentence("js-not-accepted"));
  return told;
}
