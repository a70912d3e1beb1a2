/* Back and forth through a game: the same links and buttons, without leaving the page. */

import htmx from "../vendor/htmx-4.0.1.esm.min.js";

const byId = id => document.getElementById(id);
let busy = false;

async function go(target) {
  if (busy || target.ariaDisabled === "true") return;
  busy = true;
  const swap = {target: "#replay", select: "#replay", swap: "outerMorph"};
  if (target.href) await htmx.ajax("GET", target.href, swap);
  else await htmx.ajax("POST", target.form.action, {...swap, source: target.form, values: {turn: target.value}});
  busy = false;
  const address = byId("replay").dataset.address;
  if (address) history.replaceState(null, "", address);
  byId(target.id)?.focus({preventScroll: true});
}

document.addEventListener("click", event => {
  const target = event.target.closest("#replay nav a, #replay nav button");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(target);
});

document.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("textarea")) return;
  const name = {ArrowLeft: "go-back", ArrowRight: "go-next", Home: "go-first", End: "go-last"}[event.key];
  if (!name) return;
  event.preventDefault();
  go(byId(name));
});
