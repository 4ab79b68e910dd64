"""The families of instances, each with its `GENERATORS`; registry.py maps names to these files."""
