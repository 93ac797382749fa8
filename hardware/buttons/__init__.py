"""Sources of key edges; one back-end, one file."""
