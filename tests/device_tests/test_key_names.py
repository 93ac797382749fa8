"""Names of keys. The numbers are typed from the kernel's header, not computed."""

import pytest

from hardware.key_names import CODES, HANDSETS, code_of, name_of


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("KEY_ESC", 1), ("KEY_KPDOT", 83), ("KEY_KP1", 79), ("KEY_KP0", 82), ("KEY_SPACE", 57),
        ("KEY_KPENTER", 96), ("KEY_KPSLASH", 98), ("KEY_F12", 88), ("KEY_F13", 183),
        ("KEY_F24", 194), ("KEY_DELETE", 111), ("KEY_PAUSE", 119), ("KEY_PLAYPAUSE", 164),
        ("KEY_VOLUMEUP", 115), ("BTN_0", 0x100), ("BTN_LEFT", 0x110), ("BTN_TRIGGER", 0x120),
        ("BTN_BASE6", 0x12B), ("BTN_DEAD", 0x12F), ("BTN_SOUTH", 0x130), ("BTN_THUMBR", 0x13E),
        ("BTN_TRIGGER_HAPPY1", 0x2C0), ("BTN_TRIGGER_HAPPY40", 0x2E7), ("1", 1), ("767", 0x2FF),
    ],
)  # fmt: skip
def test_a_name_is_its_number(name, code):
    assert code_of(name) == code


@pytest.mark.parametrize("name", ["", "0", "768", "01", "-1", "key_kp1", "KP1", "RED5", "RED0"])
def test_what_is_no_name_has_no_number(name):
    assert code_of(name) is None


def test_the_handsets_are_twenty_buttons_in_the_order_of_their_report():
    """Five bits a handset: the big red one first, then yellow, green, orange, blue."""
    assert len(set(HANDSETS.values())) == len(HANDSETS) == 20
    big = [HANDSETS[f"RED{n}"] for n in (1, 2, 3, 4)]
    assert big == [CODES[f"BTN_TRIGGER_HAPPY{n}"] for n in (1, 6, 11, 16)]
    last = [HANDSETS[f"{one}4"] for one in ("YELLOW", "GREEN", "ORANGE", "BLUE")]
    assert last == [CODES[f"BTN_TRIGGER_HAPPY{n}"] for n in (17, 18, 19, 20)]


def test_no_two_names_of_the_kernel_are_one_key():
    kernels = {name: code for name, code in CODES.items() if name not in HANDSETS}
    assert len(set(kernels.values())) == len(kernels)


def test_every_key_has_a_name_or_its_number_and_is_found_by_it():
    assert all(code_of(name_of(code)) == code for code in range(1, 768))
    assert (name_of(30), name_of(400)) == ("KEY_A", "400")
