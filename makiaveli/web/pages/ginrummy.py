"""The page of Gin Rummy: lay in a hand or two, see what they are worth, keep the score of a match.

The server keeps nothing. Everything travels in the form; each edit answers with the page's address, or with
the form alone where htmx asks.
"""

import random

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from makiaveli.solver import FACES, write_cards
from makiaveli.web.gin.hands import HAND_SIZE
from makiaveli.web.gin.notes import Note
from makiaveli.web.gin.page import page_of
from makiaveli.web.gin.state import Gin
from makiaveli.web.gin.words import note as say_note
from makiaveli.web.pages import PageRouter, sent_fields
from makiaveli.web.templating import link_to, render

router = PageRouter()

MOST_TEXT = 600
"""Characters of the hands and of the sheet in an address."""
EXAMPLES = {
    "A random hand": "random",
    "Eleven cards, and what to throw": "+4-6S2H5H6H3-6D2C/-",
    "Gin": "+7SHDC4-6HJ-KC/-",
    "Big gin": "+7SHDC4-6HJ-KC10C/-",
    "Two hands, one lays off": "+4-6H7SDCJ-KC3D/2HDC9-JS7H8HQDAC",
    "An undercut": "+A-3S9-QH4H3D2C/7SHD8-JC4SAD5C",
}
"""Hands to start from, as edits."""


@router.page("/ginrummy", name="ginrummy")
def ginrummy(request: Request) -> Response:
    """The page for an address. ``do`` is an edit that did not fit: it is not made, but the page says why."""
    query = dict(request.query_params)
    for name in ("p", "sheet"):
        if len(query.get(name, "")) > MOST_TEXT:
            raise HTTPException(414, f"{name} has {len(query[name])} characters, and at most {MOST_TEXT}.")
    gin, note = Gin.read(query)
    do, text = query.get("do", ""), query.get("text", "")
    if note is None and do:
        _, note = gin.do(_with_text(do, text))
        note = None if note.fits else note
    return _page(request, "page", gin, note, text)


@router.api_route("/ginrummy/edit", name="edit_gin", methods=["GET"], include_in_schema=False)
def edited(request: Request) -> Response:
    """The page: edits are posted, this address shows nothing of its own."""
    return RedirectResponse(f"{link_to(request, 'ginrummy')}?{request.url.query}", 303)


@router.post("/ginrummy/edit", include_in_schema=False)
async def change(request: Request) -> Response:
    """The page after these edits, one a line, each from where the one before it led."""
    form = await sent_fields(request)
    gin, note = Gin.read(form)
    do, text = form.get("do", ""), form.get("text", "")
    edits = do.splitlines()
    if (rules := form.get("by")) and rules != (form.get("rules") or "basic"):
        edits.insert(0, f"rules-{rules}")
    said, tried = [], ""
    for each in edits:
        edit = _with_text(each, text)
        gin, now = gin.do(edit)
        said.append(say_note(now, gin))
        if edit.startswith("+"):
            text = "" if now.fits else edit[1:]
        note, tried = now, each
    if "hx-request" in request.headers:
        return _page(request, "_gin", gin, note, text, " ".join(filter(None, said)))
    query = gin.query | {"log": gin.log}
    if text:
        query["text"] = text
    if note and not note.fits:
        query["do"] = tried
    return RedirectResponse(link_to(request, "ginrummy", query), 303)


def _with_text(do: str, text: str) -> str:
    """The edit in full: a lone ``+`` means the text field, and ``random`` any ten cards."""
    if do == "random":
        hand = random.SystemRandom().sample(FACES, HAND_SIZE)
        return f"+{write_cards(sorted(hand))}/-"
    if do == "+":
        # Enter in the field of a name keeps the name.
        return f"+{text}" if text.strip() else "keep"
    return do


def _page(
    request: Request, template: str, gin: Gin, note: Note | None, text: str = "", said: str = ""
) -> Response:
    address = link_to(request, "ginrummy", gin.query)
    page = page_of(gin, address, note, text, said, tuple(EXAMPLES.items()))
    return render(request, f"ginrummy/{template}.html", page)
