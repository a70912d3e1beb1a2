/* The table of a running game: the same form as without scripts, sent in the background. What lies where, and what a
   tap means, the server alone knows. */

import { line } from "./line.js";

const PAUSE = 600;
const CALM = 240;
const MOST_TRAVEL = 12;
const AWAY = 2000;
const TURNS = ["play", "draw", "pass", "draw!", "pass!", "next", "rest"];

const form = () => document.getElementById("game");
const byId = id => document.getElementById(id);
const still = matchMedia("(prefers-reduced-motion: reduce)");

const { edit, send, waits } = line({
  form,
  alone: token => TURNS.includes(token),
  settled: settle,
  lost() { byId("say").textContent = "No connection. Your arrangement is safe; trying again."; },
});

/* ---------------------------------------------------------------- Pressing */

document.addEventListener("submit", event => {
  if (event.target !== form()) return;
  event.preventDefault();
  press(event.submitter);
});

function press(button) {
  const token = button.value;
  if (form().hasAttribute("data-waits") && !["sort", "fold", "unfold"].includes(token)) return hurry();
  // What cannot be pressed stays where it is; Play alone tells why.
  if (button.ariaDisabled === "true" && token !== "play") return;
  if (TURNS.includes(token) && TURNS.some(waits)) return;
  // A card of the hand is picked or let go whatever else is picked, so it need not wait for the answer.
  if (button.closest(".hand") && button.matches(".card:not(.two)")) {
    button.ariaPressed = String(button.classList.toggle("picked"));
  }
  edit(token);
}

// A second click on what puts cards down is meant for the first.
document.addEventListener("click", event => {
  if (event.detail > 1 && event.target.closest("[value=new], [value=hand], [value=cross]")) event.preventDefault();
});

// The tray round the cards is as good a place as the cards.
document.addEventListener("click", event => {
  const meld = event.target.closest(".floor .meld");
  if (meld && !event.target.closest("button, a") && form().elements.picked.value) meld.querySelector("button").click();
});

// Shift and click picks the cards between as well.
let last = null;
document.addEventListener("click", event => {
  const card = event.target.closest(".hand .card");
  if (!card) return;
  const row = [...card.closest("ol").querySelectorAll(".card")];
  const from = row.findIndex(each => each.id === last);
  if (event.shiftKey && from >= 0) {
    const to = row.indexOf(card);
    for (const each of row.slice(Math.min(from, to), Math.max(from, to) + 1)) {
      if (each !== card && !each.matches(".picked")) press(each);
    }
  }
  last = card.id;
}, true);

/* ---------------------------------------------------------------- The turns of the others */

let pause = 0;

function watch() {
  clearTimeout(pause);
  if (form()?.hasAttribute("data-waits")) pause = setTimeout(() => TURNS.some(waits) || edit("next"), PAUSE);
}

// Any press skips the pauses.
function hurry() {
  clearTimeout(pause);
  if (!waits("rest")) edit("rest");
}

// Whoever comes back sees the table as it lies now.
let away = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) away = performance.now();
  else if (performance.now() - away > AWAY) edit("");
});
window.addEventListener("pageshow", event => { if (event.persisted) edit(""); });

/* ---------------------------------------------------------------- After an answer */

let before = null;

document.addEventListener("htmx:before:swap", () => {
  if (!form()) return;
  const focused = document.activeElement;
  before = {
    boxes: new Map([...form().querySelectorAll(".card[id], .floor .meld[id], .slot")].map(each => [each.id, box(each)])),
    focus: form().contains(focused) ? focused.id : null,
    group: focused?.closest?.("#hand, #floor")?.id,
    bare: byId("new-melds").hidden,
  };
});

document.addEventListener("htmx:after:swap", () => {
  if (!before || !form()) return;
  const then = before;
  before = null;
  reopen();
  spread();
  rove();
  refocus(then);
  if (then.bare && !byId("new-melds").hidden) rise();
  travel(then.boxes);
});

function settle() {
  if (!form()) return;
  history.replaceState(null, "", form().dataset.address);
  watch();
}

const box = each => each.getBoundingClientRect();

// What lies elsewhere now travels there from where it lay.
function travel(boxes) {
  if (still.matches) return;
  const moved = [];
  for (const each of form().querySelectorAll(".card[id], .floor .meld[id], .slot")) {
    const [from, to] = [boxes.get(each.id), box(each)];
    // A card in a pile that travels goes with it.
    const pile = each.matches(".card") ? each.closest(".floor .meld[id]") : null;
    const [start, end] = pile && boxes.has(pile.id) ? [boxes.get(pile.id), box(pile)] : [{x: 0, y: 0}, {x: 0, y: 0}];
    if (!from) continue;
    const [x, y] = [from.x - to.x - start.x + end.x, from.y - to.y - start.y + end.y];
    if (Math.hypot(x, y) > 3) moved.push({each, x, y, far: Math.hypot(x, y)});
  }
  moved.sort((a, b) => b.far - a.far);
  for (const {each, x, y} of moved.slice(0, MOST_TRAVEL)) {
    each.animate([{translate: `${x}px ${y}px`, zIndex: 6}, {translate: "none", zIndex: 6}],
      {duration: CALM, easing: "cubic-bezier(.2,.7,.2,1)"});
  }
}

// The first card laid in a turn brings "This turn" into view, once.
function rise() {
  const [floor, melds] = [byId("floor"), byId("new-melds")];
  const inView = box(melds).top >= box(floor).top && box(melds).bottom <= box(floor).bottom;
  if (!inView) {
    floor.scrollTo({top: floor.scrollTop + box(melds).top - box(floor).top - 12});
  }
}

// An opened meld that would leave the table at the right opens to the left.
function spread() {
  const floor = box(byId("floor"));
  for (const meld of form().querySelectorAll(".floor .meld.open")) {
    const cards = meld.querySelectorAll("li");
    const step = innerWidth < 1000 ? 14 : 10;
    meld.classList.toggle("leftward", box(meld).right + (cards.length - 1) * step > floor.right - 8);
  }
}

function refocus({focus, group}) {
  if (!focus || document.activeElement?.id === focus) return;
  const next = byId(focus) ?? byId(focus.replace(/^c-/, "p-"));
  if (next?.matches(":not([aria-hidden])") && next.offsetParent) return next.focus({preventScroll: true});
  (byId(group)?.querySelector(".card[tabindex='0']") ?? byId("floor")).focus({preventScroll: true});
}

/* ---------------------------------------------------------------- A large hand under a finger */

let under = null;

// Which place of the hand is opened: its row and its number there.
function reopen() {
  for (const each of document.querySelectorAll(".hand .near, .hand .under")) each.classList.remove("near", "under");
  const spot = under && byId(under.row)?.children[under.at];
  if (!spot) return;
  for (const each of [spot.previousElementSibling, spot, spot.nextElementSibling]) each?.classList.add("near");
  if (under.sliding) spot.classList.add("under");
}

function spotAt(x, y) {
  const spot = document.elementFromPoint(x, y)?.closest(".hand.fan li");
  return spot?.querySelector(".card") ? spot : null;
}

const placeOf = spot => ({row: spot.parentElement.id, at: [...spot.parentElement.children].indexOf(spot)});

document.addEventListener("pointerdown", event => {
  const spot = event.pointerType === "mouse" ? null : event.target.closest(".hand.fan li");
  if (!spot) return;
  const start = placeOf(spot);
  under = {...start, start: spot, sliding: false};
  reopen();
  event.target.releasePointerCapture?.(event.pointerId);
});

document.addEventListener("pointermove", event => {
  if (!under?.start || event.pointerType === "mouse") return;
  const spot = spotAt(event.clientX, event.clientY);
  if (!spot) {
    // Above the hand nothing is picked.
    if (event.clientY < box(byId("hand")).top) leave();
    return;
  }
  const place = placeOf(spot);
  if (place.row === under.row && place.at === under.at) return;
  under = {...under, ...place, sliding: true};
  reopen();
  byId("say").replaceChildren(big(spot), " Let go to pick it, or slide on.");
});

document.addEventListener("pointerup", event => {
  if (!under?.start) return;
  const spot = under.sliding && spotAt(event.clientX, event.clientY);
  const {row, at} = under;
  under = {row, at};
  reopen();
  if (spot) press(spot.querySelector(".card"));
});

document.addEventListener("pointercancel", leave);

function leave() {
  if (!under?.start) return;
  under = null;
  reopen();
  edit("");
}

function big(spot) {
  const name = document.createElement("b");
  name.className = "under-name";
  name.textContent = [".r", ".s"].map(part => spot.querySelector(part).textContent).join("");
  return name;
}

/* ---------------------------------------------------------------- Keys */

// The hand and the floor are one stop of the tab key each; arrows go on from there.
const stops = {};

function rove(current = document.activeElement) {
  for (const id of ["floor", "hand"]) {
    const cards = [...byId(id).querySelectorAll("button.card")];
    if (cards.includes(current)) stops[id] = current.id;
    const at = cards.find(card => card.id === stops[id]) ?? cards[0];
    for (const card of cards) card.tabIndex = card === at ? 0 : -1;
  }
}

document.addEventListener("focusin", event => {
  if (event.target.matches(".play button.card")) rove(event.target);
});

const STEPS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

// Left and right in the order of reading, up and down to the nearest card there.
function step(from, [right, down]) {
  const cards = [...from.closest("#hand, #floor").querySelectorAll("button.card")].filter(card => card.offsetParent);
  if (right) return cards[cards.indexOf(from) + right]?.focus();
  const here = box(from);
  const next = cards
    .map(card => ({card, x: box(card).x - here.x, y: box(card).y - here.y}))
    .filter(({y}) => y * down > 20)
    .sort((a, b) => Math.abs(a.y) - Math.abs(b.y) || Math.abs(a.x) - Math.abs(b.x))[0];
  next?.card.focus();
}

const KEYS = {n: "do-new", escape: "do-drop", p: "do-play", d: "do-wait", h: "do-hint", s: "do-sort", r: "do-reset"};

document.addEventListener("keydown", event => {
  if (event.altKey || event.target.closest("[popover]")) return;
  // A key that is held down presses once; only going from card to card goes on.
  if (event.repeat && !STEPS[event.key] && event.key !== "Tab") return event.preventDefault();
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z") return;
    event.preventDefault();
    press(byId(event.shiftKey ? "do-redo" : "do-undo"));
  } else if (STEPS[event.key] && event.target.matches(".play button.card")) {
    event.preventDefault();
    step(event.target, STEPS[event.key]);
  } else if (key === "?") {
    byId("help").togglePopover();
  } else if (KEYS[key] && !document.querySelector(":popover-open")) {
    const button = byId(KEYS[key]) ?? (key === "escape" ? byId("do-stay") : null);
    if (button) press(button);
  }
});

/* ---------------------------------------------------------------- Beginning */

rove();
spread();
watch();
