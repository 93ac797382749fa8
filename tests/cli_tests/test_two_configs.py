"""Two configs named at once: neither is quietly left aside."""

from pathlib import Path

import pytest

from cli_tests.called import said
from firmware_host.errors import FileFaults


@pytest.mark.parametrize("command", ["check", "run", "selftest", "off", "desk"])
def test_the_demo_and_a_config_of_ones_own_are_refused_together(
    tmp_path: Path, command: str
) -> None:
    fault = said(command, "--demo", "--config", tmp_path / "minuta.toml").exception
    assert isinstance(fault, FileFaults)
    assert str(fault).splitlines()[1] == (
        "  --demo: it has a config of its own: give one of --demo and --config"
    )


def test_a_board_and_a_config_are_refused_together(tmp_path: Path) -> None:
    fault = said("wiring", "--board", "two-keys", "--config", tmp_path / "minuta.toml").exception
    assert isinstance(fault, FileFaults)
    assert "--board: 'two-keys': a config names its own board" in str(fault)
    assert said("wiring", "--board", "two-keys").exit_code == 0
