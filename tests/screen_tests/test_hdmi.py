"""The screen's driver: pictures of pages, drawn by a real SDL without glass."""

from collections.abc import Callable

import pygame
import pytest

from device_tests.contract_display import DisplayContract
from firmware_host.screen.pages import WORDS
from hardware.displays.hdmi import YELLOW, HdmiScreen, Page
from hardware.errors import DeviceLost

SIZE = (640, 360)
Make = Callable[..., HdmiScreen]


@pytest.fixture
def make(monkeypatch):
    """Make screens of SDL's driver that keeps pictures in memory."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made = []

    def make(**more: bool) -> HdmiScreen:
        made.append(HdmiScreen("hall", driver="dummy", size=SIZE, **more))
        return made[-1]

    yield make
    for screen in made:
        screen.close()


class TestHdmi(DisplayContract):
    @pytest.fixture
    def display(self, make):
        return make()


def picture(page: Page, screen: HdmiScreen, tmp_path) -> pygame.Surface:
    screen.draw(page)
    screen.save(str(tmp_path / "page.png"))
    return pygame.image.load(tmp_path / "page.png")


def ink(seen: pygame.Surface) -> pygame.Rect:
    """Return the box of all that is not black."""
    lit = pygame.mask.from_threshold(seen, (0, 0, 0), (9, 9, 9, 255))
    lit.invert()
    first, *others = lit.get_bounding_rects()
    return first.unionall(others)


def test_digits_fill_the_glass_and_stay_in_it(make, tmp_path):
    for big in ("0:59", "10:00", "-0:05", "67.3", "4:31 ?", "J 417"):
        x, _, width, height = ink(picture(Page(big=big), make(), tmp_path))
        assert width >= SIZE[0] // 3, big
        assert x >= 0.02 * SIZE[0], big
        assert x + width <= 0.98 * SIZE[0], big
        assert height >= SIZE[1] // 5, big


def test_digits_keep_their_size_as_time_runs_out(make, tmp_path):
    heights = [ink(picture(Page(big=b), make(), tmp_path))[3] for b in ("10:59", "0:09", "8:00")]
    assert max(heights) - min(heights) <= 2  # a nine is a pixel higher than a one


def test_what_does_not_fit_is_a_row_of_dashes_never_a_cut_number(make, tmp_path):
    dashes = pygame.image.tobytes(picture(Page(big="----"), make(), tmp_path), "RGB")
    assert pygame.image.tobytes(picture(Page(big="9" * 400), make(), tmp_path), "RGB") == dashes
    assert pygame.image.tobytes(picture(Page(big="999"), make(), tmp_path), "RGB") != dashes


def test_a_lost_daemon_is_a_low_row_without_digits(make, tmp_path):
    stale = picture(Page(big="~"), make(), tmp_path)
    assert ink(stale)[3] < SIZE[1] // 12
    assert ink(picture(Page(big="0:59"), make(), tmp_path))[3] > SIZE[1] // 5


def test_a_screen_that_hangs_upside_down_shows_the_same_turned(make, tmp_path):
    page = Page(big="8:25", top="RUNNING", bottom="No. 1", last=True)
    plain = picture(page, make(), tmp_path)
    turned = picture(page, make(rotated=True), tmp_path)
    same = pygame.image.tobytes(pygame.transform.rotate(plain, 180), "RGB")
    assert pygame.image.tobytes(turned, "RGB") == same
    assert pygame.image.tobytes(plain, "RGB") != same


def test_the_last_seconds_have_a_frame_and_a_colour_of_their_own(make, tmp_path):
    last = picture(Page(big="0:09", last=True), make(), tmp_path)
    assert last.get_at((1, SIZE[1] // 2))[:3] == YELLOW
    assert picture(Page(big="0:09"), make(), tmp_path).get_at((1, 1))[:3] == (0, 0, 0)


def test_the_font_has_every_letter_of_the_screens_words():
    """It lacks the sign of a number, which was seen as a box on the glass."""
    pygame.font.init()
    font = pygame.font.Font(None, 40)

    def drawn(sign: str) -> bytes:
        return pygame.image.tobytes(font.render(sign, False, (255, 255, 255)), "RGB")

    lacking = drawn("\ue000")
    words = "".join(text for row in WORDS.values() for text in row.values())
    assert {sign for sign in words + "·—«»" if drawn(sign) == lacking} == set()
    assert drawn("№") == lacking


def test_no_screen_is_a_lost_device_and_it_may_come_later(make, monkeypatch):
    screen = HdmiScreen("hall", driver="no-such-driver", size=SIZE)
    with pytest.raises(DeviceLost, match="hall"):
        screen.show("0:59")
    with pytest.raises(DeviceLost, match="shows nothing"):
        screen.save("/nonexistent/page.png")
    screen._driver = "dummy"
    screen.show("0:59")
    screen.close()
    with pytest.raises(DeviceLost, match="closed"):
        screen.show("0:58")
