"""`python -m firmware_host.cli`: the same as `minuta`."""

from firmware_host.cli import main

main()
