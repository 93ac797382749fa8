"""Seven segments by a hand-made table (CASES C21)."""

import pytest

from hardware.displays.segments import COLON, DASH, POINT, STALE, Glass, segments, to_bytes

N0, N1, N2, N3, N4, N5, N6, N7, N8, N9 = (
    0b0111111, 0b0000110, 0b1011011, 0b1001111, 0b1100110,
    0b1101101, 0b1111101, 0b0000111, 0b1111111, 0b1101111,
)  # fmt: skip
MINUS = 0b1000000
OVERFLOW = [MINUS] * 4

CLOCK = [  # seconds, text, the four masks
    (0, "0:00", [0, N0 | COLON, N0, N0]),
    (9, "0:09", [0, N0 | COLON, N0, N9]),
    (10, "0:10", [0, N0 | COLON, N1, N0]),
    (59, "0:59", [0, N0 | COLON, N5, N9]),
    (60, "1:00", [0, N1 | COLON, N0, N0]),
    (599, "9:59", [0, N9 | COLON, N5, N9]),
    (600, "10:00", [N1, N0 | COLON, N0, N0]),
    (3599, "59:59", [N5, N9 | COLON, N5, N9]),
    (3600, "60:00", [N6, N0 | COLON, N0, N0]),
    (5999, "99:59", [N9, N9 | COLON, N5, N9]),
    (6000, "100:00", OVERFLOW),
    (-1, "-0:01", [MINUS, N0 | COLON, N0, N1]),
    (-59, "-0:59", [MINUS, N0 | COLON, N5, N9]),
    (-60, "-1:00", [MINUS, N1 | COLON, N0, N0]),
    (-600, "-10:00", OVERFLOW),
]


@pytest.mark.parametrize(("seconds", "text", "masks"), CLOCK)
def test_the_clock_on_four_digits(seconds, text, masks):
    minutes, rest = divmod(abs(seconds), 60)
    assert text == f"{'-' * (seconds < 0)}{minutes}:{rest:02}"
    assert segments(text, 4) == masks


@pytest.mark.parametrize(
    ("text", "masks"),
    [
        ("-15", [0, MINUS, N1, N5]),
        ("-100", [MINUS, N1, N0, N0]),
        ("1000", [N1, N0, N0, N0]),
        ("9999", [N9, N9, N9, N9]),
        ("10000", OVERFLOW),
        ("-1000", OVERFLOW),
        ("10.5", [0, N1, N0 | POINT, N5]),
        ("10,5", [0, N1, N0 | POINT, N5]),
        ("\N{MINUS SIGN}1.5", [0, MINUS, N1 | POINT, N5]),
        ("67.3", [0, N6, N7 | POINT, N3]),  # a written value of 001
        ("100.0", [N1, N0, N0 | POINT, N0]),
        ("1000.5", OVERFLOW),
        ("45", [0, 0, N4, N5]),  # a price
        ("24", [0, 0, N2, N4]),  # the number of a team
        ("", [0, 0, 0, 0]),
        ("2345", [N2, N3, N4, N5]),
        ("678", [0, N6, N7, N8]),
        ("hold", [0x76, N0, 0x38, 0x5E]),
        ("ждём", OVERFLOW),
        ("5:", OVERFLOW),
        (":05", OVERFLOW),
        ("1:.5", OVERFLOW),
    ],
)
def test_scores_and_words_on_four_digits(text, masks):
    assert segments(text, 4) == masks


def test_a_claims_mark_takes_no_place_and_moves_no_digit():
    assert segments("4:31?", 4) == [0, N4 | COLON, N3, N1 | POINT]
    assert segments("10:31 ?", 4) == [N1, N0 | COLON, N3, N1 | POINT]


def test_upside_down_the_colon_stays_in_its_gap():
    turned_1, turned_2 = 0b0110000, 0b1011011  # a 2 turned is a 2
    assert segments("12:12", 4, rotated=True) == [turned_2, turned_1 | COLON, turned_2, turned_1]
    assert segments("2:01", 4, rotated=True) == [turned_1, N0 | COLON, turned_2, 0]
    assert segments("69", 2, rotated=True) == [N6, N9]


def test_upside_down_the_claims_mark_is_at_the_outer_edge():
    assert segments("1:00 ?", 4, rotated=True) == [N0, N0 | COLON, 0b0110000, POINT]


@pytest.mark.parametrize("digits", [1, 2, 6, 8])
def test_overflow_is_a_full_row_of_dashes(digits):
    assert segments("1" * (digits + 1), digits) == [DASH] * digits
    assert segments("1" * digits, digits) == [N1] * digits


def test_hardware_with_eight_bits_gets_the_colon_on_its_eighth():
    assert to_bytes(segments("10:05", 4)) == bytes([N1, N0 | 0x80, N0, N5])
    assert to_bytes(segments("10.5", 3)) == bytes([N1, N0 | 0x80, N5])


@pytest.mark.parametrize("digits", [1, 4, 8])
def test_stale_is_a_full_row_of_low_bars_and_no_digit(digits):
    assert segments(STALE, digits) == [0b0001000] * digits
    assert segments(STALE, digits, rotated=True) == [0b0000001] * digits  # low for who looks
    assert segments("0:59~", digits) == [MINUS] * digits


FULL = Glass(digits=4, colon=2)
CLOCK_GLASS = Glass(digits=4, colon=2, points=False)
POINTS_GLASS = Glass(digits=4)


@pytest.mark.parametrize(
    ("glass", "text", "masks"),
    [
        (FULL, "10:31 ?", [N1, N0 | COLON, N3, N1 | POINT]),
        (FULL, "67.3", [0, N6, N7 | POINT, N3]),
        (FULL, "1.23", [0, N1 | POINT, N2, N3]),  # its place is the colon's, its mark is not
        (POINTS_GLASS, "10:31", [N1, N0 | POINT, N3, N1]),
        (CLOCK_GLASS, "10:31", [N1, N0 | COLON, N3, N1]),
        (CLOCK_GLASS, "10:31 ?", [N1, N0 | COLON, N3, N1]),
        (CLOCK_GLASS, "673", [0, N6, N7, N3]),
        (CLOCK_GLASS, "67.3", OVERFLOW),
        (CLOCK_GLASS, "1.23", OVERFLOW),
        (Glass(digits=6, colon=2, points=False), "10:31", [MINUS] * 6),
        (Glass(digits=6, colon=4, points=False), "10:31", [0, 0, N1, N0 | COLON, N3, N1]),
        (Glass(digits=6, colon=2, points=False, rotated=True), "10:01",
         [0b0110000, N0 | COLON, N0, 0b0110000, 0, 0]),
    ],
)  # fmt: skip
def test_a_glass_shows_marks_where_it_has_them_and_never_a_number_without_its_point(
    glass, text, masks
):
    assert glass.masks(text) == masks
