"""The boxes of run_tests, with hands on their keys."""

from __future__ import annotations

from run_tests.conftest import box, forge, make_box

__all__ = ["box", "forge", "make_box"]
