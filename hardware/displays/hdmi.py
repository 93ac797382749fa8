"""A monitor or projector on HDMI: big digits, full screen, no desktop. pygame's other importer.

It belongs into a process of its own (`minuta screen`), never into the daemon: SDL may block for
as long as a monitor takes to wake up. So it is no row of the board.
"""

import os
from contextlib import suppress
from dataclasses import dataclass

from hardware.displays.segments import STALE
from hardware.errors import DeviceLost

os.environ |= {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_NO_SIGNAL_HANDLERS": "1"}
import pygame  # after that line: else SDL would swallow SIGTERM
import pygame.font

BLACK, WHITE, GREY, YELLOW = (0, 0, 0), (255, 255, 255), (150, 150, 150), (255, 210, 0)
NO_DESKTOP = "kmsdrm"
OVERFLOW = "----"
_SMALLEST = 12
_Rect = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What stands on the screen.

    Attributes:
        big: The digits.
        top, bottom: A line of words over and under them.
        last: The last seconds: digits in another colour, and a frame, which is seen without
            colours too.
    """

    big: str = ""
    top: str = ""
    bottom: str = ""
    last: bool = False


class HdmiScreen:
    """A `CountdownDisplay` with two lines of words. Thread: the one that made it.

    It is opened at the first page, and anew after a loss.
    """

    again_ns: int | None = None

    def __init__(
        self, name: str, *, driver: str = NO_DESKTOP, size: tuple[int, int] | None = None,
        rotated: bool = False,
    ) -> None:  # fmt: skip
        """Prepare.

        Args:
            driver: SDL's video driver; "" lets SDL choose, on a desktop.
            size: Pixels of a window; None: the whole screen.
            rotated: The screen hangs upside down.
        """
        self.name = name
        self._driver = driver
        self._size = size
        self._rotated = rotated
        self._glass: pygame.Surface | None = None
        self._fonts: dict[int, pygame.font.Font] = {}
        self._closed = False

    def show(self, text: str) -> None:
        """Show digits alone."""
        self.draw(Page(big=text))

    def draw(self, page: Page) -> None:
        """Show a page until the next one.

        Raises:
            DeviceLost: There is no screen, or it is gone.
        """
        if self._closed:
            raise DeviceLost(f"display {self.name} is closed")
        try:
            if self._glass is None:
                self._glass = self._open()
            self._paint(self._glass, page)
            pygame.display.flip()
        except pygame.error as error:
            self._let_go()
            raise DeviceLost(f"display {self.name}: {error}") from error

    def attend(self) -> bool:
        """Hear what SDL says; return False if the window was closed. Several times a second."""
        if self._glass is None:
            return True
        return not any(event.type == pygame.QUIT for event in pygame.event.get())

    def save(self, file: str) -> None:
        """Write what is seen as a PNG.

        Raises:
            DeviceLost: Nothing was shown yet.
        """
        if self._glass is None:
            raise DeviceLost(f"display {self.name} shows nothing")
        pygame.image.save(self._glass, file)

    def close(self) -> None:
        """Blank the screen and give it back. Idempotent."""
        if self._glass is not None:
            with suppress(DeviceLost):
                self.draw(Page())
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        self._glass = None
        self._fonts.clear()
        pygame.font.quit()
        pygame.display.quit()

    def _open(self) -> pygame.Surface:
        if self._driver:
            os.environ["SDL_VIDEODRIVER"] = self._driver
        pygame.display.init()
        pygame.font.init()
        glass = pygame.display.set_mode(
            self._size or (0, 0), 0 if self._size else pygame.FULLSCREEN
        )
        pygame.display.set_caption("Minuta")
        pygame.mouse.set_visible(False)
        return glass

    def _paint(self, glass: pygame.Surface, page: Page) -> None:
        glass.fill(BLACK)
        width, height = glass.get_size()
        colour = YELLOW if page.last else WHITE
        big = "_ _ _ _" if page.big.strip() == STALE else page.big
        box = (0.03 * width, 0.08 * height, 0.94 * width, 0.9 * height)
        # Digits are as large as "00:00" allows, so that they do not grow as time runs out.
        self._words(glass, big, box, colour, as_large_as="00:00")
        for text, y in ((page.top, 0.04), (page.bottom, 0.85)):
            self._words(glass, text, (0.03 * width, y * height, 0.94 * width, 0.11 * height), GREY)
        if page.last:
            pygame.draw.rect(glass, YELLOW, glass.get_rect(), max(4, height // 60))
        if self._rotated:
            glass.blit(pygame.transform.rotate(glass, 180), (0, 0))

    def _words(
        self, glass: pygame.Surface, text: str, box: _Rect, colour: tuple[int, int, int],
        as_large_as: str = "",
    ) -> None:  # fmt: skip
        """Write a line into the middle of a box, as large as it fits: whole, or not at all."""
        x, y, width, height = box
        if not text.isprintable() or not self._fits(text, "", _SMALLEST, width, height):
            text = OVERFLOW
        size = int(height)
        while size > _SMALLEST and not self._fits(text, as_large_as, size, width, height):
            size -= max(1, size // 16)
        ink = self._font(size).render(text, True, colour)
        glass.blit(ink, ink.get_rect(center=(x + width / 2, y + height / 2)))

    def _fits(self, text: str, other: str, size: int, width: float, height: float) -> bool:
        sizes = [self._font(size).size(one) for one in (text, other)]
        return all(wide <= width and high <= height for wide, high in sizes)

    def _font(self, size: int) -> pygame.font.Font:
        if size not in self._fonts:
            self._fonts[size] = pygame.font.Font(None, size)
        return self._fonts[size]
