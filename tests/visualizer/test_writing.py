"""Files are written as a good Unix program does it: all or nothing, through links, with their mode, never an input."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.lesson_files import BOARD, lesson, names
from kit.user_folder import CONFIG
from main import ROOT, main
from scenarios.writing import OutputError, written
from visualizer.recording.export import record
from visualizer.window.settings import Settings, Shown, load_settings, save_settings

Out = pytest.CaptureFixture[str]
unix = pytest.mark.skipif(os.name == "nt", reason="needs the files of Unix")


def write(path: Path, text: str = "new") -> None:
    with written(path) as file:
        file.write(text)


def refused(path: Path, *inputs: Path) -> str:
    """Why it cannot be written; said before the block begins."""
    with pytest.raises(OutputError) as caught, written(path, inputs=inputs):
        pytest.fail("the work has begun")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


class Failed(Exception):  # noqa: N818 - nothing is wrong
    """What goes wrong in the middle."""


def fail(path: Path) -> None:
    with suppress(Failed), written(path) as file:
        file.write("half")
        raise Failed


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")), binary=st.booleans(),
       old=st.none() | st.binary(), ends=st.booleans(), linked=st.booleans())
def test_there_is_either_all_of_it_or_what_there_was(
    tmp_path: Path, text: str, binary: bool, old: bytes | None, ends: bool, linked: bool
) -> None:
    """Also of a file with two names, which has to stay the same file."""
    path, other = tmp_path / "x", tmp_path / "y"
    if old is not None:
        path.write_bytes(old)
        if linked:
            os.link(path, other)
    with suppress(Failed), written(path, "wb" if binary else "w") as file:
        file.write(text.encode() if binary else text)
        if not ends:
            raise Failed
    wanted = text.encode() if ends else old
    assert (path.read_bytes() if path.exists() else None) == wanted
    if other.exists():
        assert other.read_bytes() == wanted
    assert set(names(tmp_path)) == {path.name for path in (path, other) if path.exists()}
    for left in (path, other):
        left.unlink(missing_ok=True)


@unix
def test_links_are_written_through(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    real, link, chain = tmp_path / "far" / "real", tmp_path / "link", tmp_path / "chain"
    link.symlink_to(Path("far") / "real")
    chain.symlink_to(link)
    for text in ("where there was nothing", "where there was something"):
        write(chain, text)
        assert real.read_text() == text
        assert (link.is_symlink(), chain.is_symlink(), real.is_symlink()) == (True, True, False)
    fail(chain)
    assert real.read_text() == "where there was something"
    assert names(tmp_path / "far") == ["real"]


@unix
def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "lost").symlink_to(Path("no") / "such")
    assert "circle: cannot be written (" in refused(tmp_path / "circle")
    assert "there is no folder" in refused(tmp_path / "lost")
    assert names(tmp_path) == ["circle", "lost"]


@unix
@pytest.mark.parametrize("bits", [0o600, 0o644, 0o664, 0o666, 0o755, 0o200])
def test_the_mode_stays(tmp_path: Path, bits: int) -> None:
    path = tmp_path / "x"
    path.touch()
    path.chmod(bits)
    write(path)
    assert mode(path) == bits
    if bits & 0o400:
        assert path.read_text() == "new"


@unix
def test_a_new_file_has_the_mode_that_any_new_file_has(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    write(tmp_path / "x")
    assert mode(tmp_path / "x") == mode(tmp_path / "other")


@unix
@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give files away")
def test_the_owner_stays(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.touch(0o640)
    os.chown(path, 1234, 5678)
    write(path)
    assert (path.stat().st_uid, path.stat().st_gid, mode(path)) == (1234, 5678, 0o640)


@unix
@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can become somebody else")
def test_a_file_in_a_folder_of_somebody_else_is_filled_anew(tmp_path: Path) -> None:
    """Nothing can be renamed there."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    mine = folder / "mine"
    mine.write_text("old, and longer than what comes")
    os.chown(mine, 65534, 65534)
    inode = mine.stat().st_ino
    for above in (folder, *folder.parents[:4]):  # a worker of xdist has one more
        if above.owner() == folder.owner() and above.name.startswith(("theirs", "test_", "popen", "pytest")):
            above.chmod(0o755)
    child = os.fork()
    if child == 0:
        code = 1
        with suppress(BaseException):
            os.setgid(65534)
            os.setuid(65534)
            fail(mine)
            untouched = mine.read_text() == "old, and longer than what comes"
            write(mine)
            code = 0 if untouched else 2
        os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert (mine.read_text(), mine.stat().st_ino, names(folder)) == ("new", inode, ["mine"])


def test_what_is_read_only_is_refused_for_root_too(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "x.svg"
    path.write_text("old")
    path.chmod(0o444)
    assert "is read-only; name another file" in refused(path)
    source = str(lesson(tmp_path, BOARD))
    for arguments in (["run", source, "--events", str(path)], ["record", source, "-o", str(path)]):
        assert main(arguments) == 2
        assert capsys.readouterr().err == f"{path}: is read-only; name another file\n"
    assert path.read_text() == "old"
    path.chmod(0o644)


@unix
def test_what_is_read_is_not_overwritten_by_whatever_name(tmp_path: Path, capsys: Out) -> None:
    """The lesson, and the file that its puzzle is in."""
    source = lesson(tmp_path, "title: A formula\nalgorithm: dpll\npuzzle: {kind: cnf, file: f.svg}\n")
    formula = lesson(tmp_path, "p cnf 1 1\n1 0\n", "f.svg")
    (tmp_path / "soft").symlink_to("lesson.yaml")
    os.link(source, tmp_path / "hard")
    before = {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}
    for name in ("lesson.yaml", "f.svg", "soft", "hard", "./lesson.yaml"):
        assert main(["run", str(source), "--events", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err == f"{tmp_path / name}: is what is read here; name another file\n"
    assert main(["record", str(source), "-o", str(formula)]) == 2
    assert "is what is read here" in capsys.readouterr().err
    assert before == {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}


@unix
def test_a_pipe_and_a_device_are_written_to_as_they_are(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "x.svg"
    os.mkfifo(pipe)
    link.symlink_to("pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    record(lesson(tmp_path, BOARD), link)
    reader.join(20)
    assert read[0].startswith("<svg")
    assert read[0].rstrip().endswith("</svg>")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    write(Path("/dev/null"))
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line(tmp_path: Path, capsys: Out) -> None:
    source = str(lesson(tmp_path, BOARD))
    (tmp_path / "x.svg").symlink_to("/dev/full")
    for arguments, name in ((["run", source, "--events", "/dev/full"], "/dev/full"),
                            (["record", source, "-o", str(tmp_path / "x.svg")], str(tmp_path / "x.svg"))):
        assert main(arguments) == 2
        assert capsys.readouterr().err == f"{name}: cannot be written (No space left on device); name another file\n"
    assert (tmp_path / "x.svg").is_symlink()


@unix
@pytest.mark.parametrize("output", ["pipe", "file"])
def test_events_on_standard_output_come_before_the_summary(tmp_path: Path, output: str) -> None:
    command = [sys.executable, str(ROOT / "main.py"), "run", str(lesson(tmp_path, BOARD)), "--events", "/dev/stdout"]
    if output == "pipe":
        text = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    else:
        with (tmp_path / "out").open("wb") as file:
            subprocess.run(command, stdout=file, check=True)
        text = (tmp_path / "out").read_text(encoding="utf-8")
    lines = text.splitlines()
    assert [line.startswith("{") for line in lines[:77]] == [True] * 76 + [False]
    assert lines[76] == "A small board (lesson)"
    assert Path("/dev/stdout").is_symlink()


@pytest.mark.parametrize("size", [240, 245, 249])
def test_names_may_be_as_long_as_names_go(tmp_path: Path, size: int) -> None:
    path = tmp_path / ("x" * size + ".jsonl")
    assert main(["run", str(lesson(tmp_path, BOARD)), "--events", str(path)]) == 0
    assert len(path.read_text(encoding="utf-8").splitlines()) == 76
    assert "cannot be written" in refused(tmp_path / ("x" * 256))


@unix
def test_a_name_that_would_upset_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "a\n\x1b[31m").mkdir()
    assert refused(tmp_path / "a\n\x1b[31m") == f"{tmp_path}/a �[31m: is a directory; name a file in it"
    assert "cannot be written" in refused(Path("a\0b"))


@unix
def test_settings_are_written_through_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As people have who keep such files elsewhere."""
    monkeypatch.setenv(CONFIG, str(tmp_path))
    (tmp_path / "unfog").mkdir()
    (tmp_path / "kept").touch()
    (tmp_path / "unfog" / "settings.json").symlink_to(tmp_path / "kept")
    save_settings(Settings(scale=1.5))
    assert "1.5" in (tmp_path / "kept").read_text()
    assert (tmp_path / "unfog" / "settings.json").is_symlink()


def test_what_the_command_line_asks_for_is_not_kept_until_it_is_changed(tmp_path: Path,
                                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    settings = load_settings()
    settings.go_to((800, 600))
    settings.for_now(projector=True, presenter=True, audience="homework", more=True)
    settings.speed = 2.0
    save_settings(settings)
    plain = {"800x600": Shown()}
    assert settings.presenter and load_settings() == Settings(speed=2.0, displays=plain)
    settings.more = False
    save_settings(settings)
    settings.more = True
    save_settings(settings)
    assert load_settings() == Settings(speed=2.0, more=True, displays=plain)
    settings.projector = False
    save_settings(settings)
    settings.projector = True
    save_settings(settings)
    assert load_settings().displays == {"800x600": Shown(projector=True)}


def test_two_windows_keep_what_was_changed_in_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one that writes does not undo what it has not touched; a display is known to both."""
    monkeypatch.setenv(CONFIG, str(tmp_path))
    save_settings(Settings(speed=2.0))
    one, other = load_settings(), load_settings()
    one.go_to((1280, 800))
    one.theme, one.speed = "light", 9.0
    other.go_to((1920, 1080))
    other.motion, other.scale = False, 1.4
    save_settings(one)
    save_settings(other)
    kept = load_settings()
    assert (kept.theme, kept.speed, kept.motion, kept.scale) == ("light", 9.0, False, 1.4)
    assert {name: (look.theme, look.scale) for name, look in kept.displays.items()} == {
        "1280x800": ("light", 1.0), "1920x1080": ("dark", 1.4)}
    other.speed = 2.5
    save_settings(other)
    assert load_settings().speed == 2.5  # what is changed last counts
    (tmp_path / "unfog" / "settings.json").write_text("{")
    save_settings(other)
    assert load_settings().motion is False  # all of it, where nothing can be read


def test_results_of_an_experiment_never_overwrite_its_puzzles(tmp_path: Path, capsys: Out) -> None:
    """They lie in the folder of the results, under the name of one of these."""
    sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    (tmp_path / "results.csv").write_text(sudoku)
    spec = tmp_path / "x.yaml"
    spec.write_text("title: x\nabout: y\nsource: z\ntask: sudoku-file\nrepetitions: {default: 1, full: 1}\n"
                    "cases: {file: [results.csv], algorithm: [mrv-plus]}\n"
                    "metrics: {s: {statistic: rate, of: solved}}\n")
    assert main(["experiment", str(spec), "--out", str(tmp_path), "--jobs", "1"]) == 2
    assert "results.csv: is what is read here; name another file" in capsys.readouterr().err
    assert (tmp_path / "results.csv").read_text() == sudoku
