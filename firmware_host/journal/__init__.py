"""The evidence: kept in a ring at once, written to a file soon, recorded on the card a little later."""
