import random
import re
from dataclasses import replace

import pytest

from makiaveli.bots import bot_named
from makiaveli.errors import GameNotFoundError, StaleTurnError
from makiaveli.game import MACHIAVELLI, Draw, Record, apply, deal, outcome, view
from makiaveli.store import ABANDONED_AFTER, Seat, Status, Store


def draws(state, count):
    """Legal turns from this state on."""
    return [Draw((state.turn + step) % len(state.hands)) for step in range(count)]


def test_a_new_game_is_found_as_it_was_dealt(store, start, game):
    assert store.load(game.info.id) == game
    assert game.record == Record.of(start, ["Άννα", "Bot", "Eva"])
    assert game.record.states() == (start,)
    assert game.info.seats == (Seat("Άννα", player="anna"), Seat("Bot", bot="beginner"), Seat("Eva"))
    assert (game.info.status, game.info.ply, game.info.version) == (Status.RUNNING, 0, 1)
    assert game.info.created == game.info.touched == 1000.0


def test_ids_are_short_and_never_the_same(store, start):
    ids = {store.create(start, [Seat("a"), Seat("b"), Seat("c")]).info.id for _ in range(20)}
    assert len(ids) == 20
    assert all(re.fullmatch("[a-z2-9]{14}", game_id) for game_id in ids)


def test_the_italian_game_is_kept_too(store):
    start = deal(MACHIAVELLI, random.Random(1), 2)
    game = store.create(start, [Seat("a"), Seat("b")])
    assert store.load(game.info.id).record.states() == (start,)


def test_a_whole_game_is_kept_turn_by_turn(store, game, clock):
    state, rng, choose = game.record.states()[0], random.Random(1), bot_named("beginner")
    states = [state]
    while outcome(state) is None:
        clock.now += 1
        turn = choose(view(state, state.turn), rng)
        after = apply(state, turn)
        version = store.save(game.info.id, state.ply, [turn], finished=outcome(after) is not None)
        assert version == after.ply + 1 == store.version(game.info.id)
        state = after
        states.append(state)
    kept = store.load(game.info.id)
    assert kept.record.states() == tuple(states)
    assert kept.info == replace(
        game.info, status=Status.FINISHED, ply=state.ply, version=state.ply + 1, touched=1000.0 + state.ply
    )


def test_several_turns_are_kept_together(store, game, start):
    assert store.save(game.info.id, 0, draws(start, 3)) == 2
    assert store.load(game.info.id).record.turns == tuple(draws(start, 3))
    assert store.load(game.info.id).info.ply == 3


@pytest.mark.parametrize("expected", [-1, 0, 1, 3, 99])
def test_a_turn_for_another_ply_is_stale_and_changes_nothing(store, game, start, expected):
    store.save(game.info.id, 0, draws(start, 2))
    before = store.load(game.info.id)
    with pytest.raises(StaleTurnError, match=f"is at ply 2, not at {expected}"):
        store.save(game.info.id, expected, draws(start, 1))
    assert store.load(game.info.id) == before


def test_a_turn_sent_twice_is_taken_once(store, game, start):
    store.save(game.info.id, 0, draws(start, 1))
    with pytest.raises(StaleTurnError):
        store.save(game.info.id, 0, draws(start, 1))
    assert store.load(game.info.id).info.ply == 1


def test_nothing_is_added_after_the_end(store, game, start):
    store.save(game.info.id, 0, draws(start, 1), finished=True)
    with pytest.raises(StaleTurnError, match="is over"):
        store.save(game.info.id, 1, draws(start, 2)[1:])
    assert store.load(game.info.id).info.status is Status.FINISHED


def test_turns_are_kept_all_or_none(store, game, start):
    class Broken:
        def __str__(self):
            raise RuntimeError("no text")

    with pytest.raises(RuntimeError, match="no text"):
        store.save(game.info.id, 0, [*draws(start, 1), Broken()])
    assert store.load(game.info.id) == game


def test_saving_nothing_is_a_mistake(store, game):
    with pytest.raises(ValueError, match="no turn to save"):
        store.save(game.info.id, 0, [])


@pytest.mark.parametrize(
    "game_id",
    ["", "abcdefghjkmnpq", "' OR 1=1 --", "x" * 10_000, "\x00", "\ud800", "ΑΒΓ", "abcdefghjkmnpq\n"],
    ids=range(8),
)
def test_an_unknown_game_is_not_found(store, game, start, game_id):
    for ask in (store.load, store.version, lambda it: store.save(it, 0, draws(start, 1))):
        with pytest.raises(GameNotFoundError, match="There is no game") as error:
            ask(game_id)
        assert len(str(error.value)) < 200


def test_a_game_outlives_the_store_that_kept_it(url, clock, store, game, start):
    store.save(game.info.id, 0, draws(start, 2))
    before = store.load(game.info.id)
    store.close()
    again = Store(url, clock)
    assert again.load(game.info.id) == before
    again.close()


def test_a_game_that_nobody_touched_is_abandoned_but_kept(store, game, start, clock):
    clock.now += ABANDONED_AFTER
    assert store.abandon_idle() == 0
    clock.now += 1
    assert store.abandon_idle() == 1
    assert store.abandon_idle() == 0
    kept = store.load(game.info.id)
    assert kept.info == replace(game.info, status=Status.ABANDONED, version=2)
    assert kept.record == game.record
    # Whoever comes back after all goes on.
    store.save(game.info.id, 0, draws(start, 1))
    assert store.load(game.info.id).info.status is Status.RUNNING
    assert store.abandon_idle() == 0


def test_a_finished_game_is_never_abandoned(store, game, start, clock):
    store.save(game.info.id, 0, draws(start, 1), finished=True)
    clock.now += 10 * ABANDONED_AFTER
    assert store.abandon_idle() == 0
    assert store.load(game.info.id).info.status is Status.FINISHED


def test_a_player_finds_the_own_games_again(store, game, start, clock):
    clock.now += 1
    second = store.create(
        start, [Seat("a", player="eva"), Seat("b", player="anna"), Seat("c", player="anna")]
    )
    assert store.games_of("anna") == (second.info, game.info)
    assert store.games_of("eva") == (second.info,)
    assert store.games_of("nobody") == store.games_of("") == ()
    clock.now += 1
    store.save(game.info.id, 0, draws(start, 1))
    assert [info.id for info in store.games_of("anna")] == [game.info.id, second.info.id]


def test_names_are_kept_as_records_write_them(store, start):
    game = store.create(start, [Seat("  Any\nname\x00 "), Seat("x" * 200), Seat("\ud800")])
    assert [seat.name for seat in game.info.seats] == ["Any name", "x" * 200, ""]
    assert Record.parse(str(store.load(game.info.id).record)) == game.record


def test_every_seat_needs_a_player(store, start):
    with pytest.raises(ValueError, match="2 players for 3 seats"):
        store.create(start, [Seat("a"), Seat("b")])


def test_a_game_is_kept_from_its_deal_on(store, start):
    with pytest.raises(ValueError, match="not at ply 1"):
        store.create(apply(start, draws(start, 1)[0]), [Seat("a"), Seat("b"), Seat("c")])
