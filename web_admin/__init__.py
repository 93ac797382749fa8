"""The pages: what the judge and the hall see in a browser. A process of its own."""
