# /// script
# dependencies = ["fonttools[woff]"]
# ///
"""Draw static/fonts/makiaveli-suits.woff2, our own drawing of the four suits.

``uv run docs/make_suits.py``. The outlined signs (U+2661, U+2662, U+2664, U+2667) get the same filled shapes,
so that a suit looks the same however it was typed.
"""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.svgLib.path import parse_path

WIDTH = 820
ARC = 0.5523
"""How far a control point lies along the tangent so that a cubic curve follows a quarter of a circle."""


def circle(x: int, y: int, radius: int) -> str:
    """The outline of a circle."""
    k = radius * ARC
    return (
        f"M{x} {y + radius} C{x - k} {y + radius} {x - radius} {y + k} {x - radius} {y} "
        f"C{x - radius} {y - k} {x - k} {y - radius} {x} {y - radius} "
        f"C{x + k} {y - radius} {x + radius} {y - k} {x + radius} {y} "
        f"C{x + radius} {y + k} {x + k} {y + radius} {x} {y + radius} Z "
    )


SHAPES = {
    "spade": (
        "M410 745 C345 625 60 480 60 270 C60 160 140 90 232 90 C300 90 352 122 384 172 "
        "C376 92 338 22 272 -20 L548 -20 C482 22 444 92 436 172 C468 122 520 90 588 90 "
        "C680 90 760 160 760 270 C760 480 475 625 410 745 Z"
    ),
    "heart": (
        "M410 -25 C345 110 55 260 55 490 C55 625 145 705 245 705 C322 705 384 660 410 588 "
        "C436 660 498 705 575 705 C675 705 765 625 765 490 C765 260 475 110 410 -25 Z"
    ),
    "diamond": (
        "M410 760 C330 610 230 460 100 360 C230 260 330 110 410 -40 C490 110 590 260 720 360 "
        "C590 460 490 610 410 760 Z"
    ),
    "club": circle(410, 545, 176)
    + circle(224, 268, 176)
    + circle(596, 268, 176)
    + circle(410, 355, 95)
    + "M275 -20 L545 -20 C478 30 440 110 432 250 L410 420 L388 250 C380 110 342 30 275 -20 Z",
}
SIGNS = {"spade": "♠♤", "heart": "♥♡", "diamond": "♦♢", "club": "♣♧"}


def glyph(shape: str) -> object:
    """The shape as a glyph."""
    pen = T2CharStringPen(WIDTH, None)
    parse_path(shape, pen)
    return pen.getCharString()


def main(target: Path) -> None:
    """Write the font."""
    glyphs = {".notdef": glyph("")} | {name: glyph(shape) for name, shape in SHAPES.items()}
    font = FontBuilder(1000, isTTF=False)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({ord(sign): name for name, signs in SIGNS.items() for sign in signs})
    font.setupCFF("MakiaveliSuits-Regular", {"FullName": "Makiaveli Suits"}, glyphs, {})
    font.setupHorizontalMetrics(dict.fromkeys(glyphs, (WIDTH, 0)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Makiaveli Suits", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.font.flavor = "woff2"
    font.save(target)


if __name__ == "__main__":
    main(Path(__file__).parents[1] / "static" / "fonts" / "makiaveli-suits.woff2")
