"""From edges to inputs: chatter out, gestures in, everything in the order of its stamp. Pure."""
