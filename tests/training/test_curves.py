"""Learning curves from journals: what is read from them, and that it becomes a picture."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from matplotlib import rc_context

from arctic_env.arena.analysis.summary import ENDINGS
from arctic_env.cli import main
from arctic_training.curves import draw_curves, read_curves
from arctic_training.run_folder import JOURNAL, TrainingError
from tests.names import FOLDERS

PNG = b"\x89PNG"


def measured(margin: float | None, interval: list[float | None], **more: Any) -> dict[str, Any]:
    return {
        "opponent": "greedy",
        "deals": 2,
        "ahead": 0.25,
        "tied": 0.5,
        "margin": margin,
        "interval": interval,
        **more,
    }


def write(folder: Path, *lines: dict[str, Any]) -> Path:
    folder.mkdir()
    (folder / JOURNAL).write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write(
        tmp_path / "mine",
        {"steps": 10, "entropy": 1.5},
        {"steps": 20, "entropy": 1.25, "evaluation": [measured(3.0, [1.0, 5.0])]},
        {"steps": 30, "entropy": 1.0, "evaluation": [measured(4.0, [3.0, 5.0])]},
    )


@pytest.fixture
def further(tmp_path: Path) -> Path:
    return write(
        tmp_path / "further",
        {"steps": 10, "entropy": 1.0, "evaluation": [measured(1.0, [0.0, 2.0])]},
        {"steps": 30, "entropy": 0.5, "evaluation": [measured(2.0, [None, None])]},
    )


def test_a_run_has_a_curve_for_each_opponent(run: Path) -> None:
    read = read_curves(run, "mine")
    (margin,) = read["margin"].items()
    assert margin[0] == "mine against greedy"
    assert margin[1] == [(20, 3.0, 1.0, 5.0), (30, 4.0, 3.0, 5.0)]
    assert [value for _, value, *_ in read["ahead"]["mine against greedy"]] == [0.5, 0.5]
    assert [value for _, value, *_ in read["entropy"]["mine"]] == [1.5, 1.25, 1.0]


def test_an_evaluation_of_one_deal_has_no_interval(further: Path) -> None:
    assert [low for _, _, low, _ in read_curves(further, "further")["margin"]["further against greedy"]] == [0.0, 2.0]


def test_journals_from_before_ties_were_written_are_read(tmp_path: Path) -> None:
    evaluation = measured(2.0, [1.0, 3.0])
    del evaluation["tied"]
    run = write(tmp_path / "old", {"steps": 10, "evaluation": [evaluation]})
    assert read_curves(run, "old")["ahead"]["old against greedy"][0][1] == 0.25


def test_runs_share_a_picture(run: Path, further: Path, tmp_path: Path) -> None:
    out = tmp_path / "curves.png"
    assert main(["curves", str(run), str(further), "--out", str(out)]) == 0
    both = out.read_bytes()
    assert both.startswith(PNG)
    assert draw_curves([run, further]) == both
    assert draw_curves([run]) != both


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_picture_is_of_any_kind_that_a_tournament_draws(run: Path, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"curves{ending.upper()}"
    assert main(["curves", str(run), "--out", str(out)]) == 0
    begins = {".png": PNG, ".svg": b"<?xml", ".pdf": b"%PDF"}
    assert out.read_bytes().startswith(begins[ending])


def test_another_ending_is_refused_as_by_a_tournament(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["curves", str(run), "--out", str(run / "a.jpg")]) == 2
    refused = f"cannot draw {run / 'a.jpg'}: the ending must be one of .png, .svg, .pdf"
    assert refused in capsys.readouterr().err
    assert not (run / "a.jpg").exists()


def drawn_texts(*runs: Path) -> list[str]:
    """The texts in the picture of runs."""
    with rc_context({"svg.fonttype": "none"}):  # else letters are drawn as curves
        root = ElementTree.fromstring(draw_curves(runs, ".svg"))
    return ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_any_name_of_a_run_or_an_agent_stands_in_the_legend(tmp_path: Path) -> None:
    def named(name: str) -> Path:
        line = {"steps": 20, "entropy": 1.25, "evaluation": [measured(3.0, [1.0, 5.0], opponent=name)]}
        return write(tmp_path / name, line)

    texts = drawn_texts(*map(named, FOLDERS))
    assert [name for name in FOLDERS if not {name, f"{name} against {name}"} <= set(texts)] == []


def test_runs_of_one_name_are_told_apart_and_a_run_given_twice_is_one(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = [run]
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        runs.append(write(tmp_path / folder / "quick", {"steps": 20, "entropy": 1.25}))
    monkeypatch.chdir(tmp_path / "one")
    texts = drawn_texts(*runs, Path("quick"))
    assert [text for text in texts if "mine" in text or "quick" in text] == [
        "mine against greedy",
        "mine against greedy",
        "mine",
        "one/quick",
        "two/quick",
    ]


def test_what_is_no_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["curves", str(tmp_path), "--out", str(tmp_path / "curves.png")]) == 2
    assert "there is no journal.jsonl: it is no run of arctic train" in capsys.readouterr().err
    assert not (tmp_path / "curves.png").exists()
    other = write(tmp_path / "other", {"steps": 1, "evaluation": [{"opponent": "greedy"}]})
    with pytest.raises(TrainingError, match=r"journal\.jsonl: an evaluation lacks interval$"):
        read_curves(other, "other")


def test_the_picture_goes_where_the_help_says_and_replaces_what_is_there(
    run: Path, further: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["curves", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "one that is there is replaced; default: curves.png in the folder of the last RUN" in told
    monkeypatch.chdir(tmp_path)
    (run / "curves.png").write_text("an earlier one")
    assert main(["curves", "mine"]) == 0
    assert capsys.readouterr().out == "drawn into mine/curves.png\n"
    alone = (run / "curves.png").read_bytes()
    assert alone.startswith(PNG)
    (further / "curves.png").mkdir()
    assert main(["curves", "mine", "further"]) == 2
    assert "cannot write further/curves.png: Is a directory" in capsys.readouterr().err
    (further / "curves.png").rmdir()
    assert main(["curves", "mine", "further"]) == 0
    assert (further / "curves.png").read_bytes().startswith(PNG)
    assert (run / "curves.png").read_bytes() == alone
    assert not (tmp_path / "curves.png").exists()
