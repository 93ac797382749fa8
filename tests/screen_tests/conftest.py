"""A box and its daemon, as the runs have them."""

from run_tests.conftest import box, forge, make_box

__all__ = ["box", "forge", "make_box"]
