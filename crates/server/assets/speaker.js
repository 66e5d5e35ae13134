// @ts-check
// Announces to a screen reader the changes that others see at a glance: a new headline, the remaining time.

/**
 * Announces a text when the reader has finished its sentence.
 * @param {string} text
 */
export function speak(text) {
  const says = document.getElementById("says") ?? speaker();
  says.textContent = text;
}

function speaker() {
  const says = document.createElement("p");
  says.id = "says";
  says.className = "unseen";
  says.setAttribute("aria-live", "polite");
  document.body.append(says);
  return says;
}
