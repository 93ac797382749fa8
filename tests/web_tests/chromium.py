"""The system's chromium, driven by the system's chromedriver; nothing is downloaded."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

PACKAGES = {"chromium": "chromium", "chromedriver": "chromium-driver"}
MARKS = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # selenium's own sockets
]
"""What every file of tests in a browser is marked with."""
Wait = Callable[..., None]


def start(folder: Path, language: str = "ru", width: int = 1280, height: int = 720) -> Any:
    """Start a browser with an empty profile, or skip and name the missing package."""
    for program, package in PACKAGES.items():
        if shutil.which(program) is None:
            pytest.skip(f"{program} is missing: apt install {package}")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    service = Service(shutil.which("chromedriver"))
    return webdriver.Chrome(options=options(folder, language, width, height), service=service)


def options(
    folder: Path,
    language: str = "ru",
    width: int = 1280,
    height: int = 720,
    rules: str = "MAP hall.test 127.0.0.1",
) -> Any:
    """Return how a browser is started; `rules` stand for a name server."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in (
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-dev-shm-usage", f"--host-resolver-rules={rules}",
        f"--user-data-dir={folder}", f"--window-size={width},{height}", f"--lang={language}",
        "--autoplay-policy=user-gesture-required", "--hide-scrollbars",
    ):  # fmt: skip
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"intl.accept_languages": language})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return options


def size(browser: Any, width: int, height: int) -> None:
    """Give the page exactly this size (a window cannot be narrower than 500 px)."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def content(browser: Any, element: str) -> str:
    """Return all text of an element, also what is not seen."""
    return str(browser.execute_script(f"return document.getElementById('{element}').textContent"))


def complaints(browser: Any, expected: Sequence[str] = ()) -> list[str]:
    """Return the errors and warnings of the console since the last call, but expected ones."""
    return [
        entry["message"]
        for entry in browser.get_log("browser")
        if entry["level"] in ("SEVERE", "WARNING")
        and not any(text in entry["message"] for text in expected)
    ]
