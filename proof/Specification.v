(** * The specification: matrices of exact covers, their solutions, and costs.

    This file is all that a reader has to believe. The theorems (Theorems.v) mention nothing else,
    and Coq checks that they hold. Items and options are numbered 0, 1, 2 ... A set of options is a
    number: option o belongs to the set T, written [o ∈ T], if binary digit o of T is 1. So equal
    sets are equal numbers. *)
From Coq Require Import NArith ZArith List Bool.
Import ListNotations.
Open Scope N_scope.

Notation "o ∈ T" := (N.testbit T o = true) (at level 70).

Record matrix := Matrix {
  bounds : list (Z * Z);           (* of each item: how much it is to be covered, from, to *)
  options : list (list (N * N));   (* of each option: its items, each with a color, 0 for none *)
  weights : list (list (N * Z));   (* of each option: how much it counts in an item, if not 1 *)
  costs : list Z                   (* of each option *) }.

Definition numbers (n : nat) : list N := map N.of_nat (seq 0 n).
Definition all_items (m : matrix) : list N := numbers (length (bounds m)).
Definition all_options (m : matrix) : list N := numbers (length (options m)).
Definition bound (m : matrix) (i : N) : Z * Z := nth (N.to_nat i) (bounds m) (0, 0)%Z.
Definition entries (m : matrix) (o : N) : list (N * N) := nth (N.to_nat o) (options m) [].
Definition cost_of (m : matrix) (o : N) : Z := nth (N.to_nat o) (costs m) 0%Z.
Definition uses (m : matrix) (i o : N) : bool := existsb (fun e => fst e =? i) (entries m o).

Definition weight (m : matrix) (i o : N) : Z :=
  match find (fun e => fst e =? i) (nth (N.to_nat o) (weights m) []) with
  | Some e => snd e
  | None => 1%Z
  end.

Definition sum (f : N -> Z) (l : list N) : Z := fold_right (fun x total => f x + total)%Z 0%Z l.
Definition coverage (m : matrix) (T i : N) : Z :=
  sum (fun o => if N.testbit T o && uses m i o then weight m i o else 0%Z) (all_options m).

(** An item is covered as much as its bounds demand. An item of bounds 0 and 1 may also be covered
    more often, if all options that cover it give it the same color. *)
Definition covered (m : matrix) (T i : N) : Prop :=
  (fst (bound m i) <= coverage m T i <= snd (bound m i))%Z \/
  bound m i = (0, 1)%Z /\ exists color, color <> 0 /\
    forall o c, o ∈ T -> In (i, c) (entries m o) -> c = color.

Definition solution (m : matrix) (T : N) : Prop :=
  (forall o, o ∈ T -> In o (all_options m)) /\ (forall i, In i (all_items m) -> covered m T i).

Definition cost (m : matrix) (T : N) : Z :=
  sum (fun o => if N.testbit T o then cost_of m o else 0%Z) (all_options m).

(** There are exactly k sets with the property P: they can be listed, each once. *)
Definition exactly (k : N) (P : N -> Prop) : Prop :=
  exists L : list N, NoDup L /\ N.of_nat (length L) = k /\ forall T, In T L <-> P T.
