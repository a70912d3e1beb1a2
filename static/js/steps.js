// Steps through a play. All frames stand in the page; each thing says in which of them it is seen. Cards travel
// from where they lay to where they lie, unless the visitor wants no motion.

const TRAVEL = {duration: 320, easing: "cubic-bezier(.2, .7, .2, 1)"};
const READING = 2200;
const MARGIN = 8;

const stage = document.querySelector(".stage");
const stepper = document.querySelector(".stepper");
const list = document.querySelector(".steps");
const timed = [...stage.querySelectorAll("[data-first], [data-last]")];
const told = [...stepper.querySelectorAll("[data-step]")];
const steps = [...list.children];
const last = steps.length;
const [back, next, play] = ["back", "next", "play"].map(name => stepper.querySelector(`[data-go=${name}]`));
const said = stepper.querySelector("[role=status]");
const still = matchMedia("(prefers-reduced-motion: reduce)");

let at = last;
let timer = 0;

function seen(each) {
  const {first = 0, last: until = last} = each.dataset;
  return Number(first) <= at && at <= Number(until);
}

// The cards that are seen, by name, each with the place where it is drawn now.
function cards() {
  const found = new Map();
  for (const card of stage.querySelectorAll("[data-card]")) {
    if (!card.closest(".off")) found.set(card.dataset.card, {card, box: card.getBoundingClientRect()});
  }
  return found;
}

function show(frame) {
  const before = cards();
  for (const {card} of before.values()) for (const moving of card.getAnimations()) moving.cancel();
  at = frame;
  for (const each of timed) {
    each.classList.toggle("off", !seen(each));
    each.classList.toggle("now", at > 0 && each.dataset.first === String(at));
  }
  for (const each of told) each.classList.toggle("off", each.dataset.step !== String(at));
  steps.forEach((each, index) => {
    if (index + 1 === at) each.setAttribute("aria-current", "step");
    else each.removeAttribute("aria-current");
  });
  label();
  said.textContent = told.find(each => !each.classList.contains("off")).textContent;
  const step = steps[Math.max(at - 1, 0)];
  list.scrollTop = step.offsetTop - (list.clientHeight - step.offsetHeight) / 2;
  if (!still.matches) travel(before);
  follow();
}

function travel(before) {
  for (const [key, {card, box}] of cards()) {
    const from = before.get(key).box;
    const [x, y] = [from.left - box.left, from.top - box.top];
    if (x || y) card.animate({translate: [`${x}px ${y}px`, "0 0"], zIndex: [2, 2]}, TRAVEL);
  }
}

// Scrolls just so far that what has changed is seen whole, or its upper part if there is no room for all.
function follow() {
  const boxes = [...stage.querySelectorAll(".tray.now")].map(each => each.getBoundingClientRect());
  if (!boxes.length) return;
  const top = Math.min(...boxes.map(box => box.top)) - MARGIN;
  const bottom = Math.max(...boxes.map(box => box.bottom)) + MARGIN;
  const bar = getComputedStyle(stepper).position === "sticky" ? stepper.getBoundingClientRect().top : innerHeight;
  const below = Math.min(bottom - Math.min(bar, innerHeight), top);
  if (top < 0 || below > 0) scrollBy({top: top < 0 ? top : below, behavior: still.matches ? "instant" : "smooth"});
}

function label() {
  back.setAttribute("aria-disabled", at === 0);
  choose(next, at === last);
  choose(play, timer !== 0);
}

// Which of its two labels a button wears.
function choose(button, second) {
  const [one, other] = button.querySelector(".both").children;
  one.classList.toggle("off", second);
  other.classList.toggle("off", !second);
}

function start() {
  show(0);
  // Whoever starts wants to see all of it: once, the table comes to the top of the window.
  const ends = [stage, list].map(each => each.getBoundingClientRect().bottom);
  if (Math.max(...ends) > innerHeight) {
    stage.closest(".panel").scrollIntoView({behavior: still.matches ? "instant" : "smooth"});
  }
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  label();
}

function tick() {
  timer = at + 1 < last ? setTimeout(tick, READING) : 0;
  show(at + 1);
}

back.addEventListener("click", () => {
  pause();
  if (at > 0) show(at - 1);
});
next.addEventListener("click", () => {
  pause();
  if (at < last) show(at + 1);
  else start();
});
play.addEventListener("click", () => {
  if (timer) return pause();
  if (at < last) return tick();
  timer = setTimeout(tick, READING);
  start();
});

label();

// A list that scrolls can be reached by keyboard.
new ResizeObserver(() => {
  if (list.scrollHeight > list.clientHeight) list.tabIndex = 0;
  else list.removeAttribute("tabindex");
}).observe(list);
