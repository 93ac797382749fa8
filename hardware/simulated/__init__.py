"""The simulated devices of the product: rows of the registry like the rest."""
