"""The board: a puzzle's picture in a browser, in which one chooses.

data.py turns a puzzle into plain values; static/ has the JavaScript modules and the style that both
the page of `minuet serve` and the files of `minuet export` use. Start with static/board.js.
"""
