"""The toy game with one fault each, and the finding that it has to lead to.

The kernels are plain Python that calls the toy's, so these games are for processes with the JIT off.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arctic_env.model.events import Event, Narration
from arctic_env.model.game import Game
from arctic_env.model.rules import Parameter
from tests.conformance.toy import hidden, language, rules
from tests.conformance.toy.game import GAME as HONEST
from tests.conformance.toy.state import ACTIONS, DRAW, KEEP, MAX_CARDS, NO_CARD, SHOW, observation_table

GAME = replace(
    HONEST, parameters={"deck": Parameter(("short",), "How many cards are played with.")}
)  # one deck will do to show a fault


@dataclass(frozen=True)
class Broken:
    """A game with a fault.

    Attributes:
        game: the game.
        rule: the rule that it breaks.
        words: how what is found begins.
    """

    game: Game
    rule: str
    words: str


BROKEN: dict[str, Broken] = {}


def fault(rule: str, words: str) -> Callable[[Callable[[], Game]], None]:
    """Add the game that a function makes, under the name of the function."""

    def add(make: Callable[[], Game]) -> None:
        BROKEN[make.__name__] = Broken(replace(make(), name=make.__name__), rule, words)

    return add


def with_kernels(**kernels: Any) -> Game:
    return replace(GAME, kernels=replace(GAME.kernels, **kernels))


def with_words(**words: Any) -> Game:
    return replace(GAME, language=replace(GAME.language, **words))


# ------------------------------------------------------------------------------------------ hidden information


def encode_next_hand(states: Any, i: int, seat: int, out: Any) -> None:
    """An observation that shows the card of the next seat, be it known or not."""
    hidden.encode(states, i, seat, out)
    s = states[i]
    card = s.hand[(seat + 1) % s.players]
    if card != NO_CARD:
        out[3 * MAX_CARDS + int(card)] = 1


@fault("hidden", "the observation depends on what the seat cannot know")
def the_hidden_card_stands_in_the_observation() -> Game:
    def view(states: Any, i: int, seat: int, out: Any, j: int) -> None:
        hidden.view(states, i, seat, out, j)
        out[j].hand[:] = states[i].hand

    return with_kernels(view=view, encode=encode_next_hand)


@fault("hidden", "the observation made from the full state differs")
def the_observation_is_not_made_from_the_view() -> Game:
    return with_kernels(encode=encode_next_hand)


@fault("masks", "the mask of a seat's view differs from the mask of the position")
def the_mask_tells_who_is_ahead() -> Game:
    def legal(states: Any, i: int, mask: Any) -> None:
        rules.legal(states, i, mask)
        s = states[i]
        if mask[SHOW] and s.hand[(s.seat + 1) % s.players] > s.hand[s.seat]:
            mask[SHOW] = 0

    return with_kernels(legal=legal)


@fault("law", "a world has another view; it differs in deck")
def a_view_has_the_deck() -> Game:
    def view(states: Any, i: int, seat: int, out: Any, j: int) -> None:
        hidden.view(states, i, seat, out, j)
        out[j].deck[:] = states[i].deck

    return with_kernels(view=view)


@fault("hidden", "the view document depends on what the seat cannot know")
def a_view_document_tells_what_others_draw() -> Game:
    def view(states: Any, i: int, seat: int, out: Any, j: int) -> None:
        hidden.view(states, i, seat, out, j)
        out[j].drawn = states[i].drawn

    return with_kernels(view=view)


@fault("law", "a world has another view; it differs in hand")
def a_world_forgets_what_was_shown() -> Game:
    def determinize(views: Any, j: int, seat: int, seed: int, out: Any, i: int) -> None:
        covered = views.copy()
        covered["shown"][j] = 0
        hidden.determinize(covered, j, seat, seed, out, i)
        out[i].shown[:] = views[j].shown

    return with_kernels(determinize=determinize)


@fault("law", "a seed determinizes a view in two ways")
def worlds_follow_from_global_chance() -> Game:
    def determinize(views: Any, j: int, seat: int, seed: int, out: Any, i: int) -> None:
        hidden.determinize(views, j, seat, np.random.randint(1000), out, i)

    return with_kernels(determinize=determinize)


# ------------------------------------------------------------------------------------------ rules


@fault("deals", "a seed deals two games")
def deals_follow_from_global_chance() -> Game:
    def deal(states: Any, i: int, seed: int, players: int, options: Any) -> None:
        rules.deal(states, i, np.random.randint(1000), players, options)

    return with_kernels(deal=deal)


@fault("deals", "all seeds deal the same game")
def a_seed_is_accepted_and_never_used() -> Game:
    def deal(states: Any, i: int, seed: int, players: int, options: Any) -> None:
        rules.deal(states, i, 1, players, options)

    return with_kernels(deal=deal)


@fault("moves", "an action played twice leads to two positions")
def actions_follow_from_global_chance() -> Game:
    def apply(states: Any, i: int, action: int) -> None:
        if action == DRAW:
            np.random.shuffle(states[i].deck[: states[i].deck_size])
        rules.apply(states, i, action)

    return with_kernels(apply=apply)


@fault("masks", "actions are legal after the end")
def actions_stay_legal_after_the_end() -> Game:
    def legal(states: Any, i: int, mask: Any) -> None:
        rules.legal(states, i, mask)
        mask[KEEP] |= states[i].drawn == NO_CARD

    return with_kernels(legal=legal)


@fault("masks", "a seat has to decide and may do nothing")
def a_live_seat_has_no_choice() -> Game:
    def legal(states: Any, i: int, mask: Any) -> None:
        rules.legal(states, i, mask)
        mask[:] *= states[i].turns < 2

    return with_kernels(legal=legal)


@fault("masks", "the mask is not int8[actions] of 0 and 1")
def a_mask_counts() -> Game:
    def legal(states: Any, i: int, mask: Any) -> None:
        rules.legal(states, i, mask)
        mask[DRAW] *= 2

    return with_kernels(legal=legal)


@fault("ends", "the game does not end within")
def a_game_that_never_ends() -> Game:
    def apply(states: Any, i: int, action: int) -> None:
        s = states[i]
        s.seat = (s.seat + 1) % s.players

    def legal(states: Any, i: int, mask: Any) -> None:
        mask[:] = 0
        mask[KEEP] = 1

    return with_kernels(apply=apply, legal=legal)


@fault("scores", "a seat of lower rank has more points")
def the_wrong_seat_wins() -> Game:
    def ranks(states: Any, i: int, out: Any) -> None:
        rules.ranks(states, i, out)
        players = int(states[i].players)
        out[:players] = out[:players][::-1].copy()

    return with_kernels(ranks=ranks)


@fault("scores", "ranks are not 0 to players - 1, best first")
def nobody_is_first() -> Game:
    def ranks(states: Any, i: int, out: Any) -> None:
        rules.ranks(states, i, out)
        out[: states[i].players] += 1

    return with_kernels(ranks=ranks)


@fault("scores", "partners have different scores or ranks")
def partners_are_ranked_apart() -> Game:
    def teams(states: Any, i: int, out: Any) -> None:
        out[:] = 0
        out[2:] = 1

    return with_kernels(teams=teams)


@fault("scores", "scores() and totals() differ")
def the_score_document_is_wrong() -> Game:
    return with_words(scores=lambda state: [{"total": 0}] * int(state.players))


# ------------------------------------------------------------------------------------------ buffers and loops


@fault("buffers", "`legal` changes the state that it reads")
def looking_at_the_mask_changes_the_game() -> Game:
    def legal(states: Any, i: int, mask: Any) -> None:
        rules.legal(states, i, mask)
        states[i].heap[-1] = 1

    return with_kernels(legal=legal)


@fault("buffers", "`encode` leaves old things in its output")
def an_observation_keeps_old_values() -> Game:
    def encode(views: Any, i: int, seat: int, out: Any) -> None:
        last = out[-1]
        hidden.encode(views, i, seat, out)
        out[-1] = last

    return with_kernels(encode=encode)


@fault("buffers", "`progress` leaves old things in its output")
def progress_is_added_to_what_stood_there() -> Game:
    def progress(states: Any, i: int, out: Any) -> None:
        out += 1

    return with_kernels(progress=progress)


@fault("loops", "loops (legal, seats) differ from single positions")
def a_kernel_that_looks_at_the_first_game_only() -> Game:
    def legal(states: Any, i: int, mask: Any) -> None:
        rules.legal(states, 0, mask)

    return with_kernels(legal=legal)


# ------------------------------------------------------------------------------------------ tables and texts


@fault("observations", "values outside of the bounds of cards")
def an_observation_is_out_of_bounds() -> Game:
    def encode(views: Any, i: int, seat: int, out: Any) -> None:
        hidden.encode(views, i, seat, out)
        out[-1] = 100

    return with_kernels(encode=encode)


@fault("tables", "two legal actions have the same words")
def two_actions_have_the_same_words() -> Game:
    return replace(GAME, narration=Narration(action_words=lambda seen, action: "do something"))


@fault("tables", "the data of an event turn are no plain JSON")
def an_event_is_no_json() -> Game:
    return replace(
        GAME, narration=Narration(events=lambda before, action, after: [Event("turn", 0, "", {"by": (0, 1)})])
    )


@fault("tables", "two legal actions have one text")
def two_actions_have_one_text() -> Game:
    def action_text(state: Any, action: int) -> str:
        return "draw" if action == KEEP else language.action_text(state, action)

    return with_words(action_text=action_text)


@fault("tables", "legal() gives other actions or another order than the mask")
def texts_lead_to_other_actions() -> Game:
    return with_words(action_id=lambda text: (language.action_id(text) + 1) % ACTIONS.size)


@fault("tables", "observation part `deck` is laid out wrong")
def a_part_has_no_room() -> Game:
    def table(players: int) -> Any:
        made = observation_table(players)
        made.parts = tuple(replace(part, offset=0) if part.name == "deck" else part for part in made.parts)
        return made

    return replace(GAME, observation=table)


@fault("documents", "the document of a position gives another position")
def a_document_forgets_what_was_drawn() -> Game:
    def position_document(state: Any) -> dict[str, Any]:
        return {**language.position_document(state), "drawn": None}

    return with_words(position_document=position_document)
