(** * The specification: matrices of exact covers, graph rules, their solutions, and costs.

    This file is all that a reader has to believe. The theorems (Theorems.v) mention nothing else,
    and Coq checks that they hold. Items and options are numbered 0, 1, 2 ... A set of options is a
    number: option o belongs to the set T, written [o ∈ T], if binary digit o of T is 1. So equal
    sets are equal numbers. *)
From Coq Require Import NArith ZArith List Bool.
Import ListNotations.
Open Scope N_scope.

Notation "o ∈ T" := (N.testbit T o = true) (at level 70).

(** A rule on a graph. Options choose vertices and edges: one is chosen if any of its options is. An
    edge without options is chosen if both of its ends are. *)
Inductive shape := Connected | Tree | Loop | Path (start finish : N).
Record graph_rule := GraphRule {
  form : shape;
  vertices : list (N * list N);    (* vertices that options choose, each with these options *)
  edges : list (N * N * list N)    (* two vertices, and the options that choose the edge *) }.

Record matrix := Matrix {
  bounds : list (Z * Z);           (* of each item: how much it is to be covered, from, to *)
  options : list (list (N * N));   (* of each option: its items, each with a color, 0 for none *)
  weights : list (list (N * Z));   (* of each option: how much it counts in an item, if not 1 *)
  costs : list Z;                  (* of each option *)
  graph_rules : list graph_rule }.

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

Definition any_chosen (T : N) (os : list N) : bool := existsb (fun o => N.testbit T o) os.
Definition vertex_chosen (r : graph_rule) (T v : N) : bool :=
  existsb (fun x => (fst x =? v) && any_chosen T (snd x)) (vertices r).
Definition edge_chosen (r : graph_rule) (T : N) (e : N * N * list N) : bool :=
  match snd e with
  | [] => vertex_chosen r T (fst (fst e)) && vertex_chosen r T (snd (fst e))
  | os => any_chosen T os
  end.
Definition chosen_edges (r : graph_rule) (T : N) : list (N * N) :=
  map fst (filter (edge_chosen r T) (edges r)).
(** The vertices that are chosen, and the ends of chosen edges. *)
Definition chosen_vertices (r : graph_rule) (T : N) : list N :=
  map fst (filter (fun x => any_chosen T (snd x)) (vertices r))
  ++ map fst (chosen_edges r T) ++ map snd (chosen_edges r T).

Definition joined (E : list (N * N)) (u v : N) : Prop := In (u, v) E \/ In (v, u) E.
Inductive linked (E : list (N * N)) (u : N) : N -> Prop :=
  | here : linked E u u
  | further v w : linked E u v -> joined E v w -> linked E u w.
Definition all_linked (r : graph_rule) (T : N) : Prop := forall u v,
  In u (chosen_vertices r T) -> In v (chosen_vertices r T) -> linked (chosen_edges r T) u v.
(** No edge joins vertices that the other edges link. *)
Definition no_cycle (E : list (N * N)) : Prop := forall before e after,
  E = before ++ e :: after -> ~ linked (before ++ after) (fst e) (snd e).
Definition degree (E : list (N * N)) (v : N) : nat :=
  length (filter (N.eqb v) (map fst E ++ map snd E)).

Definition holds (r : graph_rule) (T : N) : Prop :=
  let E := chosen_edges r T in
  all_linked r T /\
  match form r with
  | Connected => True
  | Tree => no_cycle E
  | Loop => E <> [] /\ forall v, degree E v = 0%nat \/ degree E v = 2%nat
  | Path s t => degree E s = 1%nat /\ degree E t = 1%nat /\
                forall v, v <> s -> v <> t -> degree E v = 0%nat \/ degree E v = 2%nat
  end.

Definition solution (m : matrix) (T : N) : Prop :=
  (forall o, o ∈ T -> In o (all_options m)) /\ (forall i, In i (all_items m) -> covered m T i) /\
  (forall r, In r (graph_rules m) -> holds r T).

Definition cost (m : matrix) (T : N) : Z :=
  sum (fun o => if N.testbit T o then cost_of m o else 0%Z) (all_options m).

(** There are exactly k sets with the property P: they can be listed, each once. *)
Definition exactly (k : N) (P : N -> Prop) : Prop :=
  exists L : list N, NoDup L /\ N.of_nat (length L) = k /\ forall T, In T L <-> P T.
