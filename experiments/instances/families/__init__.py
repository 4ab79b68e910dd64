"""The families of instances, each with its `GENERATORS`; registry.py knows in which file one is."""
