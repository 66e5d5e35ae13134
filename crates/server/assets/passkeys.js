// @ts-check
// Passkeys, which only a script can request from a device. Without scripts, or in a browser without passkeys, the buttons stay
// hidden.

import { sentence } from "./sentences.js";

/**
 * The interface of a browser with passkeys, which `lib.dom` of older compilers lacks.
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
 * Waits for the device's answer, and shows an error.
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
    // The browser's own message is for developers: the sensor was not touched, or there is no key.
    if (why) why.textContent = problem instanceof Refused ? problem.message : sentence("js-no-passkey");
    button.disabled = false;
  }
}

/** An answer that the server refuses, with its sentence. */
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
  // The device stores the owner with the key, so that a login needs no name.
  publicKey.authenticatorSelection = { ...publicKey.authenticatorSelection, residentKey: "required", requireResidentKey: true };
  const credential = await navigator.credentials.create({ publicKey: reader.parseCreationOptionsFromJSON(publicKey) });
  await post(at, { name: field.value, credential });
  return location.pathname;
}

/**
 * Logs in by a key of this device.
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
 * Sends JSON, and reads the JSON of the answer.
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
