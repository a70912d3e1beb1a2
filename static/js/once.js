// A form with data-once is sent once, however often its button is pressed. Its button says so if that takes long.

const SAID_AFTER = 300;

for (const form of document.querySelectorAll("form[data-once]")) {
  const button = form.querySelector("[type=submit]");
  const label = button.querySelector("b");
  const said = label.textContent;
  let sent = false;
  let timer;

  form.addEventListener("submit", event => {
    if (sent) return event.preventDefault();
    sent = true;
    button.setAttribute("aria-disabled", "true");
    timer = setTimeout(() => { label.textContent = form.dataset.once; }, SAID_AFTER);
  });

  // Whoever comes back may send it again: the browser may have kept the page as it was left.
  addEventListener("pageshow", () => {
    sent = false;
    clearTimeout(timer);
    button.removeAttribute("aria-disabled");
    label.textContent = said;
  });
}
