"""The kernel cache: never stale, never in the way, and silent when it is warm.

Each test runs processes of its own on a small package `toy` whose kernel takes a number from a helper, which
takes it from a table. `toy.main` prints what the kernel gave and how often numba found it in the cache. Most tests
begin with what one first process has left, in a copy.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arctic_env.kernels import cache
from arctic_env.kernels.cache import compiling_since
from tests.conftest import ROOT, FreshPython
from tests.kernels.forking import forking

KERNELS = """
from arctic_env.kernels.jit import njit
from toy.helper import add

@njit
def kernel(values):
    for i in range(values.size):
        values[i] = add(values[i])

@njit
def last(values, i):
    return values[i]
"""
HELPER = """
import tomllib
from pathlib import Path
from arctic_env.kernels.jit import njit

STEP = tomllib.loads(Path(__file__).with_name("table.toml").read_text())["step"]

@njit
def add(value):
    return value + STEP
"""
MAIN = """
import json, sys
import numpy as np
from toy.kernels import kernel

values = np.zeros(2, sys.argv[1] if sys.argv[1:] else "i8")
kernel(values)
stats = getattr(kernel, "stats", None)
hits = sum(stats.cache_hits.values()) if stats else None
compiles = "numba.np.arraymath" in sys.modules  # one of the modules that numba compiles with
print(json.dumps({"value": float(values[0]), "hits": hits, "folder": stats and stats.cache_path, "compiles": compiles}))
"""

Toy = Callable[..., dict]


def write_package(folder: Path) -> Path:
    package = folder / "toy"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "kernels.py").write_text(KERNELS)
    (package / "helper.py").write_text(HELPER)
    (package / "table.toml").write_text("step = 1")
    (package / "main.py").write_text(MAIN)
    return package


def places_of(package: Path) -> dict[str, str]:
    """Environment variables: where Python finds the package, and where its kernels are kept."""
    paths = os.pathsep.join([str(package.parent), str(ROOT)])
    return {"PYTHONPATH": paths, "ARCTIC_CACHE_DIR": str(package.parent / "kept"), "ARCTIC_QUIET": ""}


def run_toy(fresh_python: FreshPython, *arguments: str, **environment: str | Path) -> dict:
    done = fresh_python("-m", "toy.main", *arguments, **environment)
    return json.loads(done.stdout) | {"said": done.stderr}


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory, fresh_python: FreshPython) -> Iterator[FreshPython]:
    """Runs Python in processes that start quickly, where there are forks."""
    if not hasattr(os, "fork"):
        yield fresh_python
        return
    with forking(fresh_python, tmp_path_factory.mktemp("said")) as forked:
        yield forked


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return write_package(tmp_path)


@pytest.fixture
def places(package: Path) -> dict[str, str]:
    return places_of(package)


@pytest.fixture
def toy(places: dict[str, str], python: FreshPython) -> Toy:
    """Runs toy.main in a new process; gives its figures and what it wrote to stderr."""
    return lambda *arguments, **environment: run_toy(python, *arguments, **(places | environment))


@pytest.fixture(scope="session")
def elsewhere(tmp_path_factory: pytest.TempPathFactory, fresh_python: FreshPython) -> dict:
    """What a first process gave on a package of its own."""
    return run_toy(fresh_python, **places_of(write_package(tmp_path_factory.mktemp("first"))))


@pytest.fixture
def cold(elsewhere: dict, places: dict[str, str]) -> dict:
    """The same as if this test's package had been the first process's: its kernels are here as well."""
    folder = Path(elsewhere["folder"])
    kept = Path(shutil.copytree(folder.parents[1], places["ARCTIC_CACHE_DIR"]))
    return elsewhere | {"folder": str(kept / folder.relative_to(folder.parents[1]))}


def files_of(result: dict, suffix: str) -> list[Path]:
    return sorted(Path(result["folder"]).glob(f"kernels.kernel-*{suffix}"))


def test_a_second_process_finds_the_kernels_and_says_nothing(
    cold: dict, places: dict[str, str], fresh_python: FreshPython
) -> None:
    warm = run_toy(fresh_python, **places)
    assert (cold["hits"], warm["hits"]) == (0, 1)
    assert (cold["compiles"], warm["compiles"]) == (True, False)  # which takes a third of a second to import
    assert warm["said"] == ""


def test_a_cold_cache_is_announced_in_one_line(elsewhere: dict) -> None:
    said = elsewhere["said"]
    assert said.count("\n") == 1
    assert "compiling kernels, about 20 s for a whole game and up to as long for an agent, less for some" in said
    assert f"kept in {Path(elsewhere['folder']).parents[1]}\n" in said


def test_who_waits_for_kernels_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.monotonic()
    assert not compiling_since(began)
    cache._announce("kept in a test")
    assert compiling_since(began).startswith("kernels are compiled, only this once")
    assert not compiling_since(time.monotonic())
    monkeypatch.setattr(cache, "kernel_folder", lambda: None)
    assert "each time" in compiling_since(began)


def test_quiet_silences_the_announcement(toy: Toy) -> None:
    assert toy(ARCTIC_QUIET="1")["said"] == ""


CHANGES = [("table.toml", "1", "5"), ("helper.py", "+ STEP", "+ 5"), ("kernels.py", "add(values[i])", "5")]


def test_a_change_of_a_table_a_helper_or_the_kernel_is_seen(toy: Toy, cold: dict, package: Path) -> None:
    assert cold["value"] == 1
    for file, old, new in CHANGES:
        source = (package / file).read_text()
        (package / file).write_text(source.replace(old, new))
        assert toy()["value"] == 5, file
        (package / file).write_text(source)
    back = toy()
    assert (back["value"], back["hits"]) == (1, 1)


def test_modules_that_are_reloaded_leave_no_stale_kernels(
    places: dict[str, str], toy: Toy, python: FreshPython
) -> None:
    script = """
import importlib, pathlib, numpy as np
from toy import helper, kernels
values = np.zeros(1, "i8")
kernels.kernel(values)
table = pathlib.Path(helper.__file__).with_name("table.toml")
table.write_text("step = 5")
importlib.reload(helper)
importlib.reload(kernels)
kernels.kernel(values)
table.write_text("step = 1")
print(values[0])
"""
    assert python("-c", script, **places).stdout == "6\n"
    assert (toy()["value"], toy()["hits"]) == (1, 1)


def test_a_script_sees_changes_of_modules_beside_it(package: Path, fresh_python: FreshPython) -> None:
    for file in ("kernels.py", "helper.py", "main.py"):
        source = (package / file).read_text().replace("from toy.", "from ")
        (package.parent / file).write_text(source)
    (package.parent / "table.toml").write_text("step = 1")

    def run() -> dict:
        done = fresh_python(package.parent / "main.py", ARCTIC_CACHE_DIR=package.parent / "kept")
        return json.loads(done.stdout)

    assert [run()["hits"], run()["hits"]] == [0, 1]
    (package.parent / "table.toml").write_text("step = 5")
    assert run()["value"] == 5


def test_without_jit_the_functions_are_plain_python(toy: Toy) -> None:
    result = toy(NUMBA_DISABLE_JIT="1")
    assert (result["value"], result["folder"], result["said"]) == (1, None, "")


def test_without_optimisation_kernels_run_and_are_not_kept(toy: Toy) -> None:
    result = toy(NUMBA_OPT="0")
    assert (result["value"], result["folder"]) == (1, None)
    assert "cannot be kept" in result["said"]


def test_bounds_are_checked_although_kernels_without_checks_are_kept(
    places: dict[str, str], python: FreshPython
) -> None:
    script = "import numpy as np; from toy.kernels import last; last(np.zeros(1), 1)"
    python("-c", script, **places)
    checked = python("-c", script, check=False, NUMBA_BOUNDSCHECK="1", **places)
    assert "IndexError" in checked.stderr


def test_numbas_own_cache_folder_is_honoured(toy: Toy, tmp_path: Path) -> None:
    folder = toy(ARCTIC_CACHE_DIR="", NUMBA_CACHE_DIR=tmp_path / "numba")["folder"]
    assert Path(folder).is_relative_to(tmp_path / "numba" / "arctic-env")


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"ARCTIC_CACHE_DIR": "kept"}, "here/kept"),
        ({"ARCTIC_CACHE_DIR": "~/kept"}, "home/kept"),
        ({"NUMBA_CACHE_DIR": "numba"}, "here/numba/arctic-env"),
        ({"XDG_CACHE_HOME": "xdg"}, "home/.cache/arctic-env"),
        ({"LOCALAPPDATA": "local"}, "home/.cache/arctic-env"),
    ],
    ids=str,
)
def test_kernels_stay_where_they_are_when_the_process_moves(
    variables: dict[str, str], folder: str, tmp_path: Path, python: FreshPython
) -> None:
    script = """
import json, os
from arctic_env.kernels import cache
os.chdir("elsewhere")
print(json.dumps({"folder": str(cache.kernel_folder()), "passed on": dict(os.environ)}))
"""
    (tmp_path / "here" / "elsewhere").mkdir(parents=True)
    (tmp_path / "home").mkdir()
    nothing = {"ARCTIC_CACHE_DIR": "", "NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": "", "LOCALAPPDATA": ""}
    done = python("-c", script, cwd=tmp_path / "here", **(nothing | {"HOME": str(tmp_path / "home")} | variables))
    told = json.loads(done.stdout)
    itself = Path(told["folder"]).parent
    assert itself == tmp_path / folder
    script = "from arctic_env.kernels import cache; print(cache.kernel_folder())"
    child = Path(python("-c", script, cwd=tmp_path / "here" / "elsewhere", **told["passed on"]).stdout).parent
    assert child == itself or "NUMBA_CACHE_DIR" in variables  # which is numba's to keep


def test_other_users_of_numba_keep_their_cache(
    places: dict[str, str], package: Path, fresh_python: FreshPython
) -> None:
    (package / "other.py").write_text("import numba\n@numba.njit(cache=True)\ndef one():\n    return 1\n")
    script = "from toy.kernels import kernel; from toy.other import one; print(one.stats.cache_path)"
    done = fresh_python("-c", script, **places, NUMBA_CACHE_DIR="")  # whatever it is for these tests
    assert done.stdout.strip() == str(package / "__pycache__")


def test_a_home_that_cannot_be_written_leaves_a_private_temporary_folder(toy: Toy, tmp_path: Path) -> None:
    (tmp_path / "home").touch()  # a file, in which not even root can make a folder
    (tmp_path / "temporary").mkdir()
    homeless = {"ARCTIC_CACHE_DIR": "", "NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": "", "LOCALAPPDATA": ""}
    homeless |= {"HOME": tmp_path / "home", "TMPDIR": tmp_path / "temporary"}
    cold, warm = toy(**homeless), toy(**homeless)
    assert Path(cold["folder"]).is_relative_to(tmp_path / "temporary")
    assert warm["hits"] == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps temporary folders by user")
def test_a_temporary_folder_that_others_can_write_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = tmp_path / f"arctic-env-{os.getuid()}"
    assert cache._private_temporary() == folder
    folder.chmod(0o777)
    assert cache._private_temporary() is None


def test_with_no_place_at_all_kernels_still_run(places: dict[str, str], python: FreshPython) -> None:
    script = """
from arctic_env.kernels import cache
cache._bases = lambda: []
cache.kernel_folder.cache_clear()
import toy.main
"""
    done = python("-c", script, **places)
    assert json.loads(done.stdout)["value"] == 1
    assert "cannot be kept" in done.stderr


def test_a_function_without_a_source_file_is_kept_too(places: dict[str, str], python: FreshPython) -> None:
    script = """
from arctic_env.kernels.jit import njit
f = njit(lambda x: x)
print(f(1), sum(f.stats.cache_hits.values()))
"""
    runs = [python("-c", script, **places).stdout.split() for _ in range(2)]
    assert runs == [["1", "0"], ["1", "1"]]


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_damaged_cache_is_mended(toy: Toy, cold: dict, suffix: str) -> None:
    files = files_of(cold, suffix)
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[:40])
    damaged, mended = toy(), toy()
    assert (damaged["value"], damaged["hits"]) == (1, 0)
    assert (mended["value"], mended["hits"]) == (1, 1)


def test_a_folder_that_refuses_files_does_not_stop_a_game(toy: Toy, cold: dict) -> None:
    folder = Path(cold["folder"])
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    folder.touch()
    assert toy()["value"] == 1


def test_processes_that_save_other_signatures_at_once_do_not_mix_them_up(toy: Toy, cold: dict) -> None:
    for index in files_of(cold, ".nbi"):
        index.unlink()  # as if the second process had read the index before the first one wrote it
    toy("f8")
    assert len(files_of(cold, ".nbc")) == 2
    assert [toy("f8")["hits"], toy("i8")["hits"], toy("i8")["hits"]] == [1, 0, 1]


def test_processes_that_start_cold_together_agree(toy: Toy, places: dict[str, str], fresh_python: FreshPython) -> None:
    with ThreadPoolExecutor(2) as both:
        values = [result["value"] for result in both.map(lambda _: run_toy(fresh_python, **places), range(2))]
    assert values == [1, 1]
    warm = toy()
    assert (warm["value"], warm["hits"]) == (1, 1)


LINK = """
import importlib.util, pathlib, sys
from arctic_env.kernels.jit import njit
from toy import helper

@njit
def one(x):
    return helper.add(x)

@njit
def two(x):
    return x + 2

def link(name, step):
    spec = importlib.util.spec_from_file_location(name, pathlib.Path(__file__).with_name("loop.py"))
    module = importlib.util.module_from_spec(spec)
    module.step = step
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module.loop

loops = [link("arctic_env.kernels.one", one), link("arctic_env.kernels.two", two)]
print(*[loop(0) for loop in loops], *[sum(loop.stats.cache_hits.values()) for loop in loops])
"""
LOOP = """
from arctic_env.kernels.jit import njit

@njit
def loop(x):
    return step(x)
"""


def test_one_file_linked_to_two_games_with_the_same_state_stays_two(
    places: dict[str, str], package: Path, python: FreshPython
) -> None:
    (package / "loop.py").write_text(LOOP)
    (package / "link.py").write_text(LINK)

    def run() -> list[str]:
        return python("-m", "toy.link", **places).stdout.split()

    assert [run(), run()] == [["1", "2", "0", "0"], ["1", "2", "1", "1"]]
    (package / "table.toml").write_text("step = 5")
    assert run() == ["5", "2", "0", "1"]


def test_a_module_that_numba_could_not_find_again_is_refused(python: FreshPython) -> None:
    script = """
from arctic_env.kernels.jit import njit
exec("@njit\\ndef one():\\n    return 1", {"__name__": "nowhere", "njit": njit})
"""
    done = python("-c", script, check=False)
    assert "ImportError: put the module nowhere into sys.modules" in done.stderr


@pytest.fixture
def old_kernels(tmp_path: Path) -> list[Path]:
    """Six kernels of 10 bytes each, the last used one first, none of them used lately."""
    folder = tmp_path / "kernels-0" / "toy"
    folder.mkdir(parents=True)
    files = [folder / f"kernel-{age}.nbc" for age in range(6)]
    for age, file in enumerate(files):
        file.write_bytes(bytes(10))
        use(file, ago=10 * cache.GRACE + age)
    return files


def use(file: Path, ago: float) -> None:
    os.utime(file, (time.time() - ago, time.time() - ago))


def test_the_kernels_unused_for_longest_go_and_all_strangers_stay(
    tmp_path: Path, old_kernels: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = tmp_path / "kernels-0" / "toy" / "notes.txt"
    stranger.write_bytes(bytes(1000))
    use(stranger, ago=100 * cache.GRACE)
    monkeypatch.setattr(cache, "KEPT", 30)
    cache.tidy(tmp_path)
    assert {*stranger.parent.iterdir()} == {stranger, *old_kernels[:3]}


def test_kernels_in_use_stay_even_when_they_are_too_many(
    tmp_path: Path, old_kernels: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.mark_used(old_kernels[0].parent, "kernel-5")
    monkeypatch.setattr(cache, "KEPT", 0)
    cache.tidy(tmp_path)
    assert [*old_kernels[0].parent.iterdir()] == [old_kernels[5]]


def test_a_kernel_from_the_cache_counts_as_used(toy: Toy, cold: dict) -> None:
    files = files_of(cold, ".nb?")
    assert files
    for file in files:
        use(file, ago=10 * cache.GRACE)
    toy()
    assert all(file.stat().st_mtime > time.time() - cache.GRACE for file in files)


def test_kernels_release_the_gil_and_keep_their_names() -> None:
    from arctic_env.kernels.random import below

    assert below.__name__ == "below"
    if hasattr(below, "targetoptions"):
        assert below.targetoptions["nogil"]
    assert below.__doc__


def test_a_kernel_is_compiled_once_for_all_numbers_that_its_callers_name(tmp_path: Path, python: FreshPython) -> None:
    script = """
from arctic_env.kernels.jit import njit

@njit
def scaled(x, factor=1, less=False):
    return x // factor if less else x * factor

@njit
def total(x):
    return scaled(x) + scaled(x, 2) + scaled(x, factor=x) + scaled(x, 3, True) + scaled(x, 3, x > 7)

print(total(6), len(total.signatures), len(scaled.callee.signatures))
"""
    done = python("-c", script, ARCTIC_CACHE_DIR=tmp_path / "kept")
    assert done.stdout == "74 1 3\n"


def test_records_serve_compiled_and_plain(fresh_python: FreshPython, tmp_path: Path) -> None:
    (tmp_path / "records.py").write_text(
        """
import numpy as np
from arctic_env.kernels.jit import njit

@njit
def move(states):
    for i in range(states.size):
        state = states[i]
        state.seat = state.hand[1] + 1

states = np.zeros(2, np.dtype((np.record, [("seat", "i1"), ("hand", "i1", (3,))])))
states["hand"][:, 1] = 4
move(states)
print(states["seat"].tolist())
"""
    )
    kept = tmp_path / "kept"
    compiled = fresh_python(tmp_path / "records.py", ARCTIC_CACHE_DIR=kept).stdout
    plain = fresh_python(tmp_path / "records.py", NUMBA_DISABLE_JIT="1", ARCTIC_CACHE_DIR=kept).stdout
    assert compiled == plain == "[5, 5]\n"
