// Copies the address of each link with data-copy. Where that cannot be done the link leads to its address,
// from where it can be copied by hand.

const SHOWN_FOR = 4000;

async function copy(event) {
  const link = event.currentTarget;
  if (!navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    location.assign(link.href);
    return;
  }
  const said = document.getElementById(link.dataset.copy);
  link.classList.add("copied");
  said.textContent = "Link copied";
  clearTimeout(link.timer);
  link.timer = setTimeout(() => {
    link.classList.remove("copied");
    said.textContent = "";
  }, SHOWN_FOR);
}

for (const link of document.querySelectorAll("a[data-copy]")) link.addEventListener("click", copy);
