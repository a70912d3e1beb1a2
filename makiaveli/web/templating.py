"""Templates: the Jinja environment, and one way to render a page."""

import re
from urllib.parse import quote, urlencode

from fastapi import FastAPI
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from makiaveli.solver import Suit
from makiaveli.web import words
from makiaveli.web.assets import TEMPLATES, Assets

_LETTER = {suit.sign: suit.letter for suit in Suit}
_CARD = f"(?:10|[2-9AJQK])[{''.join(_LETTER)}]"
_GREEK = re.compile("([\u0370-\u03ff\u1f00-\u1fff]+)")
_CARDS_IN_TEXT = re.compile(f"{_CARD}(?:–{_CARD})?")


def suited(text: str) -> Markup:
    """The sentence with every card in it, such as 7♥, in its suit's colour; a range stays on one line.

    >>> suited("6♥ is missing")
    Markup('<span class="f H">6♥</span> is missing')
    """
    marked, at = Markup(), 0
    for match in _CARDS_IN_TEXT.finditer(text):
        # Adding a plain string to markup escapes it.
        marked += text[at : match.start()]
        cards = Markup("–").join(
            Markup('<span class="f {}">{}</span>').format(_LETTER[card[-1]], card)
            for card in match[0].split("–")
        )
        marked += Markup('<span class="nb">{}</span>').format(cards) if "–" in match[0] else cards
        at = match.end()
    return marked + text[at:]


def greek(text: str) -> Markup:
    """The text with its Greek words marked as such, so that they are read aloud as Greek.

    >>> greek("Nikos, Γιαγιά")
    Markup('Nikos, <span lang="el">Γιαγιά</span>')
    """
    parts = _GREEK.split(text)
    marked = Markup('<span lang="el">{}</span>')
    return Markup("").join(marked.format(part) if at % 2 else part for at, part in enumerate(parts))


def create_templates(app: FastAPI, assets: Assets) -> Jinja2Templates:
    """The templates of this application.

    In every template: ``link(name, query, **path)`` and ``asset(path)`` make addresses, ``suited`` colours
    the cards of a sentence, ``greek`` marks Greek words, ``spoken`` names a card in words. Any name that a
    template is not given is an error.
    """

    def link(name: str, query: dict[str, str] | None = None, **path: str) -> str:
        return _address(str(app.url_path_for(name, **path)), query)

    def asset(path: str) -> str:
        # The lookup makes a mistyped name fail where it is written, not in the visitor's browser.
        if assets.lookup_path(path)[1] is None:
            raise LookupError(f"there is no static file {path!r}")
        return str(app.url_path_for("static", version=assets.version, path=path))

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(link=link, asset=asset)
    environment.filters.update(suited=suited, greek=greek, spoken=words.card_name)
    return Jinja2Templates(env=environment)


def link_to(request: Request, name: str, query: dict[str, str] | None = None, **path: str) -> str:
    """The address of the page with this name, as templates make it too."""
    return _address(str(request.app.url_path_for(name, **path)), query)


def _address(path: str, query: dict[str, str] | None) -> str:
    return f"{path}?{urlencode(query, safe='/', quote_via=quote)}" if query else path


def render(
    request: Request, template: str, page: object, *, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """The page. ``page``, one frozen dataclass for each template, is all that the template is given."""
    templates: Jinja2Templates = request.app.state.templates
    return templates.TemplateResponse(request, template, {"page": page}, status_code=status, headers=headers)
