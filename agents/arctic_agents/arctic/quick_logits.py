"""The policy's logits of ARCTIC's network `cards` without torch, whose calls take far longer for few decisions.

Products are numpy's; all between them is done by kernels in one pass over the numbers.
"""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.card_layers import gather, join
from arctic_agents.arctic.summary import Summary
from arctic_agents.networks.network import NONE, Network, QuickLogits
from arctic_agents.networks.suggestions import read_suggested
from arctic_env.games.arctic import material
from arctic_env.kernels.jit import Bytes, Ints, njit

Numbers = NDArray[np.float32]
Weights = dict[str, Numbers]

_OF_KNOWN = ("of_context", "gate", "other_head")


def make_quick_logits(network: Network, reader: Summary) -> QuickLogits:
    """Return a function that does what `CardsNetwork.logits` does with the weights as they are now."""
    weights = {name: weight.detach().cpu().numpy() for name, weight in network.named_parameters()}
    for kind in ("weight", "bias"):  # one product for the three layers that read the same
        weights[f"of_known.{kind}"] = np.concatenate([weights[f"{name}.{kind}"] for name in _OF_KNOWN])
    matrices = {name: np.ascontiguousarray(weight.T) for name, weight in weights.items() if "weight" in name}
    biases = weights["actor.own"] + weights["actor.each.bias"]
    return partial(quick_logits, reader, weights | matrices | {"actor.each.biases": biases})


def quick_logits(reader: Summary, weights: Weights, observations: Bytes, rows: Ints, actions: Ints) -> Numbers:
    """Return the logits of legal actions, float32[k].

    Args:
        reader: The network's reader.
        weights: Its weights by name, matrices transposed, with `of_known` for the layers of _OF_KNOWN.
        observations: int8[n, O].
        rows: int64[k], the decision of each legal action.
        actions: int64[k], the legal actions in order.
    """
    table, rest = reader.read_own(observations)
    listed = np.empty((3, len(actions)), np.int64)
    count = _list_shared(actions, reader.shared, rows, listed)
    which, of_rows, of_actions = listed[0, :count], listed[1, :count], listed[2, :count]
    animals = table @ weights["actor.each.weight"]
    read = np.empty((len(rest), material.N_ANIMALS * animals.shape[1] + rest.shape[1]), np.float32)
    _read(animals, weights["actor.each.biases"], rest, read)
    made = _layer(_layer(read, weights, "actor.all"), weights, "knowledge.0")
    known = made @ weights["of_known.weight"]
    own = np.empty((count, 2 * animals.shape[1] + reader.features), np.float32)
    features = reader.features_of(observations, of_rows, of_actions)
    gather(read, features, of_rows, reader.main_of[of_actions], reader.companion_of[of_actions], own)
    about = own @ weights["of_action.weight"]
    join(about, weights["of_action.bias"], known, weights["of_known.bias"], of_rows, about)
    hidden = _layer(about, weights, "judge.1.0")
    logits = np.zeros(len(rows), np.float32)
    logits[which] = (hidden @ weights["judge.1.2.weight"])[:, 0] + weights["judge.1.2.bias"]
    outputs = slice(2 * about.shape[1], None)
    suggested = read_suggested(observations) if reader.suggestion else np.full(len(rest), NONE, np.int16)
    _add_outputs(
        known[:, outputs], weights["of_known.bias"][outputs], rows, actions, reader.place_of, suggested, logits
    )
    return logits


def _layer(numbers: Numbers, weights: Weights, name: str) -> Numbers:
    out: Numbers = numbers @ weights[f"{name}.weight"]
    _activate(out, weights[f"{name}.bias"])
    return out


@njit
def _list_shared(actions: Ints, shared: NDArray[np.bool_], rows: Ints, out: Ints) -> int:
    """List the actions that the shared head scores: places, rows and actions, int64[3, k]; return how many."""
    n = 0
    for k in range(len(actions)):
        if shared[actions[k]]:
            out[0, n], out[1, n], out[2, n] = k, rows[k], actions[k]
            n += 1
    return n


@njit
def _add_outputs(
    outputs: Numbers,
    bias: Numbers,
    rows: Ints,
    actions: Ints,
    places: Ints,
    suggested: NDArray[np.int16],
    logits: Numbers,
) -> None:
    """Add the outputs of actions that have one of their own, float32[n, outputs] before their bias.

    The last one belongs to the suggested action of each decision, int16[n].
    """
    last = len(bias) - 1
    for k in range(len(actions)):
        if actions[k] == suggested[rows[k]]:
            logits[k] += outputs[rows[k], last] + bias[last]
        place = places[actions[k]]
        if place != NONE:
            logits[k] += outputs[rows[k], place] + bias[place]


@njit
def _activate(numbers: Numbers, bias: Numbers) -> None:
    """Add the bias, and set to 0 what is below, in place."""
    for i in range(len(numbers)):
        row = numbers[i]
        for k in range(len(bias)):
            row[k] = max(row[k] + bias[k], np.float32(0.0))


@njit
def _read(animals: Numbers, biases: Numbers, rest: Numbers, out: Numbers) -> None:
    """Write what is made of each animal, and then the numbers that belong to none.

    Args:
        animals: float32[n * animals, made], products of weights and numbers.
        biases: float32[animals, made].
        rest: float32[n, rest], those numbers.
        out: float32[n, animals * made + rest], written.
    """
    size = biases.shape[1]
    for i in range(len(rest)):
        row = out[i]
        for animal in range(len(biases)):
            product, bias = animals[i * len(biases) + animal], biases[animal]
            for k in range(size):
                row[animal * size + k] = max(product[k] + bias[k], np.float32(0.0))
        row[len(biases) * size :] = rest[i]
