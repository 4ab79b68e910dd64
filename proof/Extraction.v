(** * The checker as an OCaml program: extracted/core.ml.

    Numbers become Zarith's, sets and tables what prim.ml has. All of this is trusted, as is
    extraction itself; Unmapped.v extracts the same definitions with nothing replaced. *)
From Coq Require Import NArith ZArith List Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
Require Import Specification Sets Sums States Graphs Futures Matrix Renaming Tree Prices PricedTree Theorems.

Extract Inlined Constant N.eqb => "Prim.equal".
Extract Inlined Constant N.leb => "Prim.leq".
Extract Inlined Constant N.ltb => "Prim.lt".
Extract Inlined Constant Z.eqb => "Prim.equal".
Extract Inlined Constant Z.leb => "Prim.leq".
Extract Inlined Constant Z.ltb => "Prim.lt".
Extract Inlined Constant N.land => "Prim.intersection".
Extract Inlined Constant N.lor => "Prim.union".
Extract Inlined Constant N.ldiff => "Prim.difference".
Extract Inlined Constant N.testbit => "Prim.has".
Extract Inlined Constant N.setbit => "Prim.add".
Extract Inlined Constant N.clearbit => "Prim.remove".
Extract Inlined Constant N.log2 => "Prim.last".
Extract Inlined Constant size => "Prim.size".
Extract Inlined Constant of_list => "Prim.of_list".
Extract Inlined Constant elements => "Prim.elements".
Extract Inlined Constant table => "Prim.table".
Extract Inlined Constant memo => "Prim.memo".
Extract Inlined Constant length => "List.length".
Extract Inlined Constant Nat.eqb => "Prim.same_length".
Extract Inlined Constant N.of_nat => "Prim.of_int".
Extract Inlined Constant Z.of_nat => "Prim.of_int".
Extract Inductive nat => "int" [ "0" "Stdlib.succ" ]
  "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extraction Blacklist List Map Prim.
Extraction "core.ml" tables_of well_formed root
  count_start count_step count_done price_start price_step is_reached price_done.
