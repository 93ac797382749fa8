"""The link and the settings of the present request."""

from flask import current_app

from web_admin.link import Link
from web_admin.settings import WebConfig


def link() -> Link:
    """Return the link to the daemon."""
    found = current_app.extensions["minuta_link"]
    assert isinstance(found, Link)
    return found


def config() -> WebConfig:
    """Return the settings of the process."""
    found = current_app.extensions["minuta_config"]
    assert isinstance(found, WebConfig)
    return found
