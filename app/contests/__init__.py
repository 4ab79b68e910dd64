"""The contests, a family of judges a file; `minuet.app.contest` lists and runs them."""
