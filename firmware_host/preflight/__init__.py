"""Before the evening, with the devices in hand: try them, learn keys, measure offsets."""
