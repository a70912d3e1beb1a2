"""English sentences for what the solver says in codes and values, for the terminal and the pages."""

from collections.abc import Iterable, Sequence

from makiaveli.solver import (
    Card,
    Conflict,
    Meld,
    MeldKind,
    Need,
    Outs,
    Pile,
    Plan,
    Position,
    Status,
    Step,
    StepKind,
    Verdict,
    pretty_cards,
    why_not,
)

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(parts: Sequence[str]) -> str:
    """The parts as a sentence lists them: ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else ""


def number(count: int) -> str:
    """The number in words up to ten."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: float, noun: str) -> str:
    """The number with its noun: ``1 meld``, ``2 melds``."""
    return f"{count:g} {noun if count == 1 else noun + 's'}"


def cards_in_words(cards: Iterable[Card]) -> str:
    """Cards as a sentence lists them: ``7♠``, ``7♠ and 8♥``.

    >>> cards_in_words(Position.parse("7S8H9D").hand)
    '7♠, 8♥ and 9♦'
    """
    return listed([card.pretty for card in cards])


def headline(verdict: Verdict) -> str:
    """The verdict in one sentence or two.

    >>> from makiaveli.solver import solve
    >>> headline(solve(Position.parse("3S4S5S/7H7D7C/2S")))
    'Yes. All 3 cards go down.'
    """
    size = len(verdict.position.hand)
    if verdict.wins:
        all_of_them = {1: "The card goes", 2: "Both cards go"}.get(size, f"All {size} cards go")
        return f"Yes. {all_of_them} down."
    if verdict.status is Status.DRAW:
        none = {1: "This card cannot", 2: "Neither of these 2 can"}.get(size, f"None of these {size} can")
        return f"No. {none} go down."
    if verdict.status is Status.PARTIAL:
        return f"No. At most {verdict.at_least} of these {size}."
    goes = "goes" if verdict.at_least == 1 else "go"
    found = f"At least {verdict.at_least} of {size} {goes} down" if verdict.at_least else "No play was found"
    if verdict.wins is None:
        return f"Not settled. {found}."
    return f"No, not all {size}. {found}; more than {verdict.at_most} cannot."


def unsettled(limit: str) -> str:
    """What was not settled and why: ``limit`` says what ran out, such as ``2 seconds``."""
    return f"More was not ruled out in {limit}."


def facts(verdict: Verdict, made: Plan) -> list[tuple[str, str]]:
    """What the play does to the floor, each as a number and what it counts."""
    counts = (
        (len(made.untouched), "untouched"),
        (len(made.extended), "added to"),
        (len(made.opened), "taken apart"),
    )
    noun = "meld" if len(made.untouched) == 1 else "melds"
    words = [
        (str(count), f"{noun} {what}" if what == "untouched" else what) for count, what in counts if count
    ]
    return words if verdict.at_least else []


def duration(seconds: float) -> str:
    """The time as one reads it: ``3 ms``, ``1.4 s``."""
    if seconds < 0.001:
        return "under 1 ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def meld_name(cards: Sequence[Card]) -> str:
    """A meld or a pile as a sentence names it: ``the run 5♦–8♦``, ``7♥ 7♦ 7♣``, ``7♥``."""
    if why_not(cards) is None and Meld(tuple(cards)).kind is MeldKind.RUN:
        return f"the run {Meld(tuple(cards)).pretty}"
    return pile_name(cards)


def pile_name(cards: Sequence[Card]) -> str:
    """Cards that lie together, a sequence of four and more as a range: ``4♠–7♠``, ``7♦ 7♣``."""
    if len(cards) > 3 and why_not(cards) is None:
        return Meld(tuple(cards)).pretty
    return pretty_cards(cards)


def say_steps(position: Position, verdict: Verdict, steps: Iterable[Step]) -> list[str]:
    """The steps of a plan as sentences that can be carried out one after the other."""
    said = [
        _take_apart(step) if step.kind is StepKind.TAKE_APART else _build(position, step) for step in steps
    ]
    if said and verdict.wins:
        said[-1] += " The hand is empty."
    return said


def _take_apart(step: Step) -> str:
    whole = step.before[0].cards
    stays, *away = (pile.cards for pile in step.after)
    if whole[0].rank == whole[1].rank:
        return f"Take {cards_in_words(card for pile in away for card in pile)} out of {pretty_cards(whole)}."
    if len(away) == 1 and len(away[0]) == 1:
        if away[0][0] == whole[-1]:
            return f"Lift {away[0][0].pretty} off the end of {meld_name(whole)}."
        if away[0][0] == whole[0]:
            return f"Lift {away[0][0].pretty} off the start of {meld_name(whole)}."
    parts = sorted((stays, *away), key=lambda part: whole.index(part[0]))
    return f"Split {meld_name(whole)} into {listed([pile_name(part) for part in parts])}."


def _build(position: Position, step: Step) -> str:
    final = Meld(step.after[0].cards)
    piles, base = list(step.before), None
    if step.stays or (len(piles) == 1 and (step.hand or step.cross)):
        base = piles.pop(0)  # what lies there, or the one pile that was set aside for it
    arriving = [(pile.cards, _whence(position, pile)) for pile in piles]
    for cards, zone in ((step.cross, "cross"), (step.hand, "hand")):
        if cards:
            alone = not piles and not (step.cross and step.hand)
            names = cards_in_words(cards) if alone else pretty_cards(cards)
            arriving.append((cards, f"{names} from the {zone}"))
    what = listed([words for _, words in arriving])
    ending = "." if step.stays else f": a new {final.kind}."
    if base is None:
        return f"{'Lay' if len(arriving) == 1 else 'Put together'} {what}{ending}"
    onto = meld_name(base.cards) if base.whole else pile_name(base.cards)
    if final.kind is MeldKind.SET:
        return f"Add {what} to {onto}{ending}"
    lying = [final.cards.index(card) for card in base.cards]
    first, last = min(lying), max(lying)
    places = [final.cards.index(card) for cards, _ in arriving for card in cards]
    if all(place < first for place in places):
        return f"Put {what} before {onto}{ending}"
    if all(place > last for place in places):
        return f"Put {what} after {onto}{ending}"
    if all(place < first or place > last for place in places):
        return f"Put {what} either side of {onto}{ending}"
    return f"Add {what} to {onto}: {meld_name(final.cards)}."


def _whence(position: Position, pile: Pile) -> str:
    """A pile of the floor and the meld that it comes from."""
    if pile.whole or pile.meld is None:
        return meld_name(pile.cards)
    return f"{pile_name(pile.cards)} from {meld_name(Meld(position.floor[pile.meld]).cards)}"


def say_outs(found: Outs) -> str:
    """How many of the unseen cards would win, and the chance to draw one."""
    of_unseen = f"{found.winning} of {found.unseen} unseen cards"
    if found.open:
        return f"At least {of_unseen} win; {found.open} were not settled."
    if not found.winning:
        return "No single card would have done it."
    verb = "wins" if found.winning == 1 else "win"
    return f"{of_unseen} {verb}: a chance of {percent(found.chance)} on the next draw."


def percent(share: float) -> str:
    """A share of one as one reads it: ``7 %``, ``under 1 %``."""
    return "under 1 %" if 0 < share < 0.01 else f"{share * 100:.0f} %"


def say_without(found: Outs) -> str:
    """Which card of the hand stood in the way; empty if none did alone."""
    if not found.without:
        return ""
    cards = [card.pretty for card in found.without]
    either = cards[0] if len(cards) == 1 else f"{', '.join(cards[:-1])} or {cards[-1]}"
    return f"Without {either} the rest would have gone down."


def say_conflict(conflict: Conflict) -> str:
    """What is the matter with a group of hand cards."""
    if len(conflict.cards) == 1:
        return f"{conflict.cards[0].pretty} cannot go down in any play."
    return f"{cards_in_words(conflict.cards)} cannot go down together."


def say_reasons(position: Position, conflict: Conflict) -> list[str]:
    """Why, in sentences that can be checked at the table; what is closest to working comes first."""
    if len(conflict.cards) == 2:
        return ["Each of them can go down, but no play takes both."]
    if len(conflict.cards) > 2:
        return ["Any two of them can go down together, but no play takes all."]
    needs = sorted(conflict.needs, key=lambda need: len(need.missing))
    return [f"{pretty_cards(need.meld.cards)}: {_in_the_way(position, need)}" for need in needs]


def _in_the_way(position: Position, need: Need) -> str:
    if need.missing:
        return f"{cards_in_words(need.missing)} {'is' if len(need.missing) == 1 else 'are'} not here."
    if not need.held:
        return "the rest of the floor would not hold."
    lying = [meld_name(Meld(meld).cards) for meld in position.floor if set(meld) & set(need.held)]
    if len(need.held) == 1:
        return f"{need.held[0].pretty} cannot leave {' or '.join(lying)}."
    return f"{cards_in_words(need.held)} cannot leave {listed(lying)}."


def say_count(count: int, cap: int) -> str:
    """How many floors the play can end in."""
    if count == 1:
        return "There is one way to lay the floor."
    if count > cap:
        return f"There are more than {cap:,} ways to lay the floor.".replace(",", " ")
    return f"There are {count:,} ways to lay the floor.".replace(",", " ")
