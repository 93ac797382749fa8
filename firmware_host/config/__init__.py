"""The one config file, the boards, and where things are kept."""

from firmware_host.config.board import boards, load_board
from firmware_host.config.load import default_config, load_config, load_config_text
from firmware_host.config.model import (
    Board,
    Box,
    Buzzer,
    Choice,
    Config,
    Display,
    Key,
    Lamp,
    Offset,
    Sound,
    Source,
    Web,
    simulated,
)
from firmware_host.config.paths import Places, find_places
from firmware_host.config.plan import Plan, PlanStage, load_plan, plan_of

__all__ = [
    "Board",
    "Box",
    "Buzzer",
    "Choice",
    "Config",
    "Display",
    "Key",
    "Lamp",
    "Offset",
    "Places",
    "Plan",
    "PlanStage",
    "Sound",
    "Source",
    "Web",
    "boards",
    "default_config",
    "find_places",
    "load_board",
    "load_config",
    "load_config_text",
    "load_plan",
    "plan_of",
    "simulated",
]
