"""How it is installed, a config to try, and what the pages' user sees: run in a root."""

INSTALL = "sh systemd/install.sh dist/*.whl requirements.lock"
CONFIG = """\
schema = 1
board  = "four-seats"
[box]
simulated = true
[format]
id = "chgk-003"
[copy]
to = "/media/minuta"
"""
# It may ask the daemon, read its journal and serve the page; it may not write there.
ASK = """
import json, sys, urllib.request
from pathlib import Path
from firmware_host.control.client import ControlClient
with ControlClient(Path("/run/minuta/minuta.sock"), "test") as client:
    for closed in (True, False) if "start" in sys.argv else ():
        client.request("key", {"key": "start", "closed": closed})
    found = client.request("status").result
page = urllib.request.urlopen("http://127.0.0.1:8080/log", timeout=30).status
records = [*Path("/var/lib/minuta/events").rglob("journal.jsonl")][0].stat().st_size
try:
    Path("/var/lib/minuta/events/mine").write_text("")
    wrote = True
except OSError:
    wrote = False
print(json.dumps({"page": page, "status": found, "records": records, "wrote": wrote}))
"""
