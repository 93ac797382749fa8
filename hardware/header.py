"""The 40-pin header of a Raspberry Pi: what each place carries. The same on every 40-pin model."""

from collections.abc import Mapping
from types import MappingProxyType

PLACES = 40
POWER: Mapping[int, str] = MappingProxyType(
    {1: "3V3", 17: "3V3", 2: "5V", 4: "5V"} | dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND")
)
"""Place -> what it feeds."""
PIN_AT: Mapping[int, int] = MappingProxyType(
    {
        3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
        21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19,
        36: 16, 37: 26, 38: 20, 40: 21,
    }
)  # fmt: skip
"""Place -> BCM number."""
PLACE_OF: Mapping[int, int] = MappingProxyType({pin: place for place, pin in PIN_AT.items()})
"""BCM number -> place."""
BUS_WIRES: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "i2c": {"SDA": 2, "SCL": 3},
        "spi": {"MOSI": 10, "MISO": 9, "SCLK": 11, "CE0": 8, "CE1": 7},
        "uart": {"TXD": 14, "RXD": 15},
    }
)
"""Bus -> its wires, by name, as BCM numbers."""
I2S_WIRES: Mapping[str, int] = MappingProxyType(
    {"PCM_CLK": 18, "PCM_FS": 19, "PCM_DIN": 20, "PCM_DOUT": 21}
)
"""The wires of a sound HAT."""
EEPROM = (0, 1)
"""BCM numbers that belong to the memory of a HAT."""
