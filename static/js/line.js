/* Edits of a form, sent in the background, one line of them.

   Every edit is one short token, and the server alone knows what it means. Edits wait in a line until the server has
   answered them. All that wait go out together, from the state of the answer before; so nothing is lost or overtaken
   on a slow line. (hx-sync would send each edit with the state of the moment in which it was queued, and drop it when
   the line fails.) htmx sends, and morphs the answer into the page. */

import htmx from "../vendor/htmx-4.0.1.esm.min.js";

const RETRY = 2000;
const SLOW = 300;

/* form() is the form, which the answer replaces. alone(token): it goes by itself, since it leaves the page or takes a
   turn. Then what happens: before(tokens) they go out, slow(tokens) the answer is not there yet, settled(tokens) it is
   in the page, lost() there is no connection and the tokens go out again. */
export function line({form, alone, before = () => {}, slow = () => {}, settled, lost}) {
  const waiting = [];
  let busy = false;
  let answered = false;
  let leaving = false;

  async function send() {
    if (busy) return;
    busy = true;
    const end = waiting.findIndex(alone);
    const sent = waiting.slice(0, end < 0 ? undefined : end || 1);
    before(sent);
    const timer = setTimeout(slow, SLOW, sent);
    answered = false;
    await htmx.ajax("POST", form().action, {
      source: form(), target: `#${form().id}`, swap: "outerMorph", values: {do: sent.join("\n")},
    });
    clearTimeout(timer);
    if (leaving) return;
    busy = false;
    if (answered) {
      waiting.splice(0, sent.length);
      settled(sent);
      if (waiting.length) send();
    } else {
      lost();
      setTimeout(send, RETRY);
    }
  }

  // Only a good answer is swapped in. Anything else counts as a line that fails.
  document.addEventListener("htmx:before:response", event => {
    const {raw} = event.detail.ctx.response;
    answered = raw.ok;
    leaving = raw.headers.has("HX-Redirect");
    if (raw.ok) return;
    event.preventDefault();
    // What is refused once is refused again: the page itself, loaded anew, says why.
    if (raw.status >= 400 && raw.status < 500 && raw.status !== 429) {
      leaving = true;
      location.reload();
    }
  });

  // Back from there, the page may be shown as it was left.
  window.addEventListener("pageshow", event => {
    if (!event.persisted || !leaving) return;
    busy = leaving = false;
    waiting.length = 0;
    send();
  });

  return {
    send,
    edit(token) {
      waiting.push(token);
      send();
    },
    waits: token => waiting.includes(token),
  };
}
