"""A second opinion: does a solver of another kind say what the first one said, or can it be proved?

opinion.py chooses whom to ask; recount.py, recount.py and recount.py are the three questions
that are asked, batch.py asks them of many selections. Where a certificate is wanted, certified.py
asks who can certify instead; proofs/ is one of those. The questions import this room.
"""
