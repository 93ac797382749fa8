"""The evidence: kept in a ring at once, written soon, recorded on the card a little later."""
