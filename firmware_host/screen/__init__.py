"""The hall's screen on HDMI: a process of its own, which follows the daemon over its socket."""
