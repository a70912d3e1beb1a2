/* Back and forth through a game: the same links and buttons, without leaving the page.

   Presses wait in a line, and each goes from where the one before it led, so that quick ones all count. */

import htmx from "../vendor/htmx-4.0.1.esm.min.js";

const waiting = [];
let busy = false;
let answered = false;

const byId = id => document.getElementById(id);

// Only a good answer is swapped in. After anything else the page stays as it is, and can be pressed again.
document.addEventListener("htmx:before:response", event => {
  answered = event.detail.ctx.response.raw.ok;
  if (!answered) event.preventDefault();
});

async function go(id) {
  waiting.push(id);
  if (busy) return;
  busy = true;
  while (waiting.length) {
    const target = byId(waiting.shift());
    if (target.ariaDisabled === "true") continue;
    const swap = {target: "#replay", select: "#replay", swap: "outerMorph"};
    answered = false;
    if (target.href) await htmx.ajax("GET", target.href, swap);
    else await htmx.ajax("POST", target.form.action, {...swap, source: target.form, values: {turn: target.value}});
    if (answered) {
      const {address} = byId("replay").dataset;
      if (address) history.replaceState(null, "", address);
    } else {
      waiting.length = 0;
      byId("replay").querySelector(".deed").textContent = "No connection. Press again in a moment.";
    }
  }
  busy = false;
}

document.addEventListener("click", event => {
  const target = event.target.closest("#replay nav :is(a, button)");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(target.id);
});

document.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("textarea")) return;
  const id = {ArrowLeft: "go-back", ArrowRight: "go-next"}[event.key];
  if (!id || !byId(id)) return;
  event.preventDefault();
  go(id);
});
