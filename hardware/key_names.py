"""Names of the kernel's keys and buttons, as in its header `input-event-codes.h`, and of handsets.

The numbers are fixed for ever by the kernel. Here are those of keypads, keyboards, mice, big
buttons, joysticks and game pads; any other key is named by its number.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

MOST_CODE = 0x2FF
_RUNS: Mapping[int, str] = {
    1: "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE"
    " ENTER LEFTCTRL A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N"
    " M COMMA DOT SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9"
    " F10 NUMLOCK SCROLLLOCK KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT",
    86: "102ND F11 F12",
    96: "KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT",
    102: "HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE",
    113: "MUTE VOLUMEDOWN VOLUMEUP POWER KPEQUAL KPPLUSMINUS PAUSE",
    121: "KPCOMMA",
    125: "LEFTMETA RIGHTMETA COMPOSE",
    163: "NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD",
    179: "KPLEFTPAREN KPRIGHTPAREN",
    183: "F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24",
    0x100: "BTN_0 BTN_1 BTN_2 BTN_3 BTN_4 BTN_5 BTN_6 BTN_7 BTN_8 BTN_9",
    0x110: "BTN_LEFT BTN_RIGHT BTN_MIDDLE BTN_SIDE BTN_EXTRA BTN_FORWARD BTN_BACK BTN_TASK",
    0x120: "BTN_TRIGGER BTN_THUMB BTN_THUMB2 BTN_TOP BTN_TOP2 BTN_PINKIE BTN_BASE BTN_BASE2"
    " BTN_BASE3 BTN_BASE4 BTN_BASE5 BTN_BASE6",
    0x12F: "BTN_DEAD BTN_SOUTH BTN_EAST BTN_C BTN_NORTH BTN_WEST BTN_Z BTN_TL BTN_TR BTN_TL2"
    " BTN_TR2 BTN_SELECT BTN_START BTN_MODE BTN_THUMBL BTN_THUMBR",
    0x2C0: " ".join(f"BTN_TRIGGER_HAPPY{n}" for n in range(1, 41)),
}  # fmt: skip
"""First number -> names that follow one another; KEY_ where there is no other beginning."""
HANDSET_COUNT = 4
_COLOURS = ("RED", "YELLOW", "GREEN", "ORANGE", "BLUE")


_FIRST_OF_HANDSETS = 0x2C0  # BTN_TRIGGER_HAPPY1

HANDSETS: Mapping[str, int] = MappingProxyType(
    {
        f"{colour}{handset + 1}": _FIRST_OF_HANDSETS + 5 * handset + nth
        for handset in range(HANDSET_COUNT)
        for nth, colour in enumerate(_COLOURS)
    }
)
"""A quiz controller (054c:0002, 054c:1000) is one joystick of 20 buttons, five a handset, in
this order; so RED1 … RED4 are the big ones. These are the numbers that the kernel's own driver
(hid-sony) gives them."""
CODES: Mapping[str, int] = MappingProxyType(
    {
        name if name.startswith("BTN_") else f"KEY_{name}": first + nth
        for first, names in _RUNS.items()
        for nth, name in enumerate(names.split())
    }
    | dict(HANDSETS)
)
"""Name -> number."""
_NAMES = {code: name for name, code in CODES.items() if name not in HANDSETS}


def code_of(name: str) -> int | None:
    """Return the number of a key by its name, or by the number itself; None: there is none."""
    if re.fullmatch("[1-9][0-9]{0,2}", name) and int(name) <= MOST_CODE:
        return int(name)
    return CODES.get(name)


def name_of(code: int) -> str:
    """Return the kernel's name of a key; its number where it has none here."""
    return _NAMES.get(code, str(code))
