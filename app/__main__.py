"""`python -m minuet.app` is the command `minuet`."""

from .main import main

if __name__ == "__main__":
    main()
