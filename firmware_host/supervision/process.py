"""What a timing process asks of the system before its threads start (REALTIME d).

Nothing here is fatal: what is refused is said, and the evening goes on.
"""

import ctypes
import gc
import os
import sys
import threading
from collections.abc import Mapping

SWITCH_S = 0.0005
STACK_BYTES = 256 * 1024
_CURRENT, _FUTURE, _ON_FAULT = 1, 2, 4


def prepare() -> Mapping[str, object]:
    """Prepare this process; before any thread of ours is started.

    Returns:
        What was got, for the `boot` record: {"locked": bool, "why": text}.
    """
    sys.setswitchinterval(SWITCH_S)
    threading.stack_size(STACK_BYTES)
    why = lock_memory()
    return {"locked": not why, "lock_why": why}


def lock_memory() -> str:
    """Lock the pages that are used, on fault only; return why not, or "".

    Without ON_FAULT the default stacks of a dozen threads would be locked whole: 134 MB.
    """
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.mlockall(_CURRENT | _FUTURE | _ON_FAULT) == 0:
            return ""
    except (OSError, AttributeError) as error:
        return str(error)
    return os.strerror(ctypes.get_errno())


def freeze() -> None:
    """Take all that lives now out of garbage collection, and collect no more by itself.

    A full collection of a million objects takes 40-80 ms. From here on `collect` is called
    when no turn runs.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def collect() -> None:
    """Collect garbage; only with no turn running and no deadline near."""
    gc.collect()
