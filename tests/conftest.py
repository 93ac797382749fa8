"""What holds in every test."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from firmware_host.errors import Fault, FileFaults
from firmware_host.russian import in_russian


@pytest.fixture(autouse=True)
def every_fault_has_a_russian_text() -> Iterator[None]:
    """Whatever file a test spoils, what is said of it can be said in Russian."""
    remedies: set[str] = set()
    init = FileFaults.__init__

    def keep(self: FileFaults, file: str, faults: list[Fault]) -> None:
        remedies.update(one.remedy for one in faults)
        init(self, file, faults)

    with patch.object(FileFaults, "__init__", keep):
        yield
    assert {text for text in remedies if in_russian(text) is None} == set()
