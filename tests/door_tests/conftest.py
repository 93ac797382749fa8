"""Processes are forked from the same forge as in run_tests."""

from run_tests.conftest import box, forge, make_box

__all__ = ["box", "forge", "make_box"]
