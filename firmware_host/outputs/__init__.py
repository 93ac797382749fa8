"""What the hall and the host are given. A device that fails is taken out, shown and retried."""
