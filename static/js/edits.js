/* A form of edits with a pad of faces: pressing, typing and keys. */

import { line } from "./line.js";

const TYPING = 800;

const form = () => document.querySelector("form[data-address]");
const byId = id => document.getElementById(id);

export const { edit, send } = line({
  form,
  // Solve leaves the page: what comes before it must be here for the way back.
  alone: token => token === "solve",
  slow(sent) {
    if (sent.includes("solve")) form().querySelector("#solve b").textContent = "Solving";
  },
  settled: settle,
  lost() {
    const words = "No connection. Your cards are safe; trying again.";
    for (const place of form().querySelectorAll(".say")) place.textContent = words;
    byId("said").textContent = words;
  },
});

/* ---------------------------------------------------------------- After an answer */

// The log is no part of the address, so it is kept with the entry of the history.
function keep() {
  history.replaceState({log: form().elements.log.value}, "", form().dataset.address);
}

let focus = null;
document.addEventListener("htmx:before:swap", () => { focus = where(); });

function settle() {
  keep();
  rove();
  const field = byId("text");
  if (!field.value) field.value = field.getAttribute("value");
  if (form().querySelector("#target[autofocus]")) byId("target").focus();
  else if (focus && !form().contains(document.activeElement)) restore(focus);
}

// A card that was taken back leaves its focus to the card that is now at its place.
function where() {
  const at = document.activeElement?.closest("button");
  if (!form().contains(at)) return null;
  const group = at.closest(".strip, .own, .cross, .pile, .seg") ?? form();
  const buttons = [...group.querySelectorAll("button")];
  return {id: at.id, group: group.id || group.className.split(" ")[0], index: buttons.indexOf(at)};
}

function restore({id, group, index}) {
  const there = byId(group) ?? form().querySelector(`.${CSS.escape(group)}`);
  const buttons = [...(there?.querySelectorAll("button") ?? [])].filter(each => each.offsetParent);
  const next = byId(id) ?? buttons[Math.min(index, buttons.length - 1)] ?? byId("target");
  next.focus({preventScroll: true});
}

/* ---------------------------------------------------------------- Pressing */

document.addEventListener("submit", event => {
  if (event.target !== form()) return;
  event.preventDefault();
  event.submitter?.closest("[popover]")?.hidePopover();
  const token = event.submitter?.value ?? "+";
  if (token === "+") return type();
  if (token === "solve" && byId("text").value.trim()) type();
  edit(token);
});

function type() {
  const field = byId("text");
  edit("+" + field.value);
  field.value = "";
}

/* ---------------------------------------------------------------- Keys */

// The grid is one stop of the tab key; arrows go on from there.
const faces = () => [...byId("pad").querySelectorAll(".key[value]:not(.act)")];

function rove(current = document.activeElement) {
  const keys = faces();
  const at = keys.includes(current) ? current : keys.find(key => key.id === rove.last) ?? keys[0];
  rove.last = at.id;
  for (const key of keys) key.tabIndex = key === at ? 0 : -1;
}

document.addEventListener("focusin", event => {
  if (event.target.closest("#pad")) rove(event.target);
});

const STEPS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

// The nearest face in that direction, as the grid is laid out now.
function step(from, [right, down]) {
  const box = from.getBoundingClientRect();
  const next = faces()
    .map(key => ({key, x: key.getBoundingClientRect().x - box.x, y: key.getBoundingClientRect().y - box.y}))
    .filter(({x, y}) => right ? Math.abs(y) < 1 && x * right > 1 : Math.abs(x) < 1 && y * down > 1)
    .sort((a, b) => Math.abs(a.x) + Math.abs(a.y) - Math.abs(b.x) - Math.abs(b.y))[0];
  next?.key.focus();
}

let typed = "";
let timer = 0;
let shortcuts = {};
let alone = () => null;

function show(text) {
  typed = text;
  byId("typed").textContent = text;
  clearTimeout(timer);
  if (text) timer = setTimeout(() => {
    const token = alone(typed);
    if (token) edit(token);
    show("");
  }, TYPING);
}

document.addEventListener("keydown", event => {
  const at = event.target;
  if (at.closest("input, textarea, select, [popover]") || event.altKey) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z") return;
    event.preventDefault();
    edit(event.shiftKey ? "redo" : "undo");
  } else if (STEPS[event.key] && at.matches("#pad .key")) {
    event.preventDefault();
    step(at, STEPS[event.key]);
  } else if (["delete", "backspace"].includes(key) && form().contains(at) && at.value) {
    const face = at.value.replace("-", "");
    if (at.matches(".take, .key:not(.act)")) edit("-" + face);
  } else if (typed && /^[shdc♠♥♦♣]$/.test(key)) {
    edit(typed + key);
    show("");
  } else if (/^[atjqk0-9]$/.test(key)) {
    show(typed === "1" && key === "0" ? "10" : key);
  } else if (shortcuts[key]) {
    edit(shortcuts[key]);
  } else if (key === "?") {
    byId("help")?.togglePopover();
  }
});

/* ---------------------------------------------------------------- Beginning */

/* Letters that make an edit, and what a rank that no suit follows is, if anything. */
export function begin(letters, rankAlone = alone) {
  shortcuts = letters;
  alone = rankAlone;
  // The log of a page that is loaded again; the server checks that it belongs to the position.
  const log = history.state?.log;
  if (log && log !== form().elements.log.value) {
    form().elements.log.value = log;
    send();
  } else if (new URLSearchParams(location.search).has("log")) {
    keep();
  }
  rove();
}
