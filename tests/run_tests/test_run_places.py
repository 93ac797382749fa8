"""Where `minuta run` may live: two daemons, folders, names, languages, no loudspeaker."""

import os
import time
from collections.abc import Callable

from run_tests.living import Box, alarms, press, running, state, until


def refused(box: Box, *words: str, **more: object) -> str:
    """A start ends with code 2 and says these words, without a traceback."""
    before = len(box.said())
    assert box.launch(**more).wait() == 2, box.said()  # type: ignore[arg-type]
    said = box.said()[before:]
    assert "Traceback" not in said
    for word in words:
        assert word in said
    return said


def test_a_second_daemon_says_who_has_the_box(box: Box) -> None:
    life = box.start()
    refused(box, str(box.runtime), f"process {life.pid}", "stop that Minuta first")
    with box.client() as client:
        press(client, "start")
        until(client, running)
    life.kill()
    life = box.start()
    with box.client() as client:
        assert running(state(client)), "the ring of the first is whole"
    life.term()
    box.checked()


def test_a_second_daemon_of_another_evening_touches_nothing(box: Box) -> None:
    life = box.start()
    marker = box.runtime / "evening"
    refused(box, f"process {life.pid}", evening="other")
    assert marker.read_text() == "e"
    assert not box.evening("other").exists()
    assert life.wait(0) is None
    life.term()


def test_a_second_daemon_on_the_same_journal_says_who_has_it(
    make_box: Callable[[str], Box],
) -> None:
    """Another runtime folder, the same state folder."""
    one, two = make_box("one"), make_box("two")
    two.env["XDG_STATE_HOME"] = one.env["XDG_STATE_HOME"]
    life = one.start()
    refused(two, str(one.evening()), f"process {life.pid}", "stop that Minuta first")
    life.term()


def test_something_else_in_the_place_of_the_socket(box: Box) -> None:
    box.runtime.mkdir(parents=True)
    box.socket.write_text("a note")
    refused(box, str(box.socket), "no socket", "move it away")
    assert box.socket.read_text() == "a note"


def test_a_state_folder_that_cannot_be_written(box: Box) -> None:
    box.state.mkdir()
    # Root may write everywhere: a file in the way of the folder is refused to all.
    (box.state / "minuta").write_text("a note")
    box.state.chmod(0o555)
    refused(box, str(box.state / "minuta"), "let this user write there")
    assert (box.state / "minuta").read_text() == "a note"


def test_a_state_folder_of_somebody_else(box: Box) -> None:
    if os.getuid() != 0:  # then every folder of root's is one
        box.env["XDG_STATE_HOME"] = "/"
        refused(box, "let this user write there")
        return
    box.state.mkdir(mode=0o755)
    box.for_nobody(box.runtime)
    life = box.launch(("no_rights", {}))
    assert life.wait() == 2, box.said()
    assert "Permission denied: let this user write there" in box.said()
    assert str(box.state) in box.said()
    assert "Traceback" not in box.said()


def test_spaces_cyrillic_and_no_language(make_box: Callable[[str], Box]) -> None:
    box = make_box("Моя игра, вечер 1")
    box.env["LC_ALL"] = "C"
    del box.env["HOME"]
    life = box.start(evening="Финал Москва")
    with box.client() as client:
        press(client, "start")
        until(client, running)
    life.term()
    assert box.checked("Финал Москва")
    assert "Финал Москва" in box.said()


def test_only_a_state_directory_and_a_folder_that_cannot_be_written_to_stand_in(box: Box) -> None:
    """C44: as a unit starts it; `cwd` is of mode 0555, and the folders are not there yet."""
    here = box.folder / "here"
    here.mkdir()
    here.chmod(0o555)
    env = {
        "STATE_DIRECTORY": str(box.folder / "var/lib/minuta"),
        "RUNTIME_DIRECTORY": str(box.runtime),
        "PYTHONPATH": box.env["PYTHONPATH"],
    }
    life = box.start(env=env, cwd=here)
    life.term()
    assert (box.folder / "var/lib/minuta/events/event/e/journal.jsonl").exists()
    assert not list(here.iterdir())


def test_no_loudspeaker_the_buzzer_carries(box: Box) -> None:
    """C23."""
    glass = box.folder / "glass"
    box.write_config(sound="pygame", device="no such loudspeaker")
    life = box.start(("glass", {"path": str(glass)}))
    with box.client() as client:
        found = until(client, lambda found: "sound-lost" in alarms(found))
        assert not found["sound"]["alive"]
        assert found["sound"]["why"]
        press(client, "start")
        until(client, running)
        by = time.monotonic() + 5
        while "buzzer-hall on" not in glass.read_text(encoding="utf-8"):
            assert time.monotonic() < by, glass.read_text(encoding="utf-8")
            time.sleep(0.02)
    life.term()
    box.checked()
