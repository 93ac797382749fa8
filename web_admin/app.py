"""The Flask app: settings, guard, languages and one blueprint a page, nothing else."""

from flask import Flask, render_template
from werkzeug.exceptions import HTTPException

from web_admin import actions, bench, door, guests, log, now, security, words
from web_admin.link import Link
from web_admin.readmodel import ReadModel
from web_admin.settings import WebConfig


def create_app(config: WebConfig, link: Link | None = None) -> Flask:
    """Make the app. The link is the caller's to start and stop; without one it makes its own."""
    app = Flask(__name__)
    security.init_app(app, config.host_names, security.secret_key(config.state_folder))
    words.init_app(app)
    app.extensions["minuta_config"] = config
    app.extensions["minuta_link"] = link or Link(config.socket_path)
    app.extensions["minuta_log"] = ReadModel(config.journal_folder, config.cache_folder)
    for page in (now, bench, log, door, actions):
        app.register_blueprint(page.bp)
    app.register_error_handler(HTTPException, _fault)
    return app


def _fault(error: HTTPException) -> tuple[str, int]:
    """Show a fault through the same templates; nothing of the request is repeated."""
    code = error.code or 500
    ask = error.description == security.SHUT and not guests.role()
    return render_template("fault.html", code=code, ask=ask), code
