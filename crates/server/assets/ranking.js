// @ts-check
// A ranking gives everyone a place of their own, but where the rulebook lets people be level: says at the field when a
// place is given twice.

/** @param {HTMLElement} main */
export function start(main) {
  main.addEventListener("change", (event) => {
    const form = event.target instanceof HTMLSelectElement ? event.target.form : null;
    if (form?.matches("[data-ranking]:not([data-level])")) check(form);
  });
}

/** @param {HTMLFormElement} form */
function check(form) {
  const places = [...form.querySelectorAll("select")];
  for (const place of places) {
    const twice = place.value !== "" && places.some((other) => other !== place && other.value === place.value);
    place.setCustomValidity(twice ? `Place ${place.value} is given twice: choose another.` : "");
    place.classList.toggle("twice", twice);
  }
}
