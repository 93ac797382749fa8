"""A Raspberry Pi to check configs on."""

from checkup_tests.conftest import pi

__all__ = ["pi"]
