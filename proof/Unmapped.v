(** * The checker as an OCaml program in which nothing is replaced: unmapped.ml.

    Numbers are Coq's own lists of binary digits. It is slow, and trusts extraction alone: on small
    certificates it must say what the fast one says. *)
From Coq Require Import Extraction.
Require Import Matrix Theorems.

Extraction Blacklist List Map.
Extraction "unmapped.ml" tables_of well_formed root
  count_start count_step count_done price_start price_step is_reached price_done.
