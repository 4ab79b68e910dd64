(** * Graph rules: whether a set of options holds one, and whether no larger set can.

    Of what was chosen above a node and what is live there, a rule is broken if two vertices that are
    chosen cannot be linked any more, if there is a cycle in a tree, or if a vertex of a loop or path
    has too many edges or can only have too few. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification Sets.
Open Scope N_scope.

(** ** The vertices that edges link with a vertex. *)
Definition spread (S : N) (e : N * N) : N :=
  if N.testbit S (fst e) then N.setbit S (snd e)
  else if N.testbit S (snd e) then N.setbit S (fst e) else S.
Fixpoint reach (fuel : nat) (E : list (N * N)) (S : N) : N :=
  match fuel with
  | O => S
  | Datatypes.S fuel => let S' := fold_left spread E S in if S' =? S then S else reach fuel E S'
  end.
Definition linked_with (E : list (N * N)) (u : N) : N :=
  reach (Datatypes.S (length E)) E (N.setbit 0 u).
Definition is_closed (E : list (N * N)) (S : N) : bool :=
  forallb (fun e => Bool.eqb (N.testbit S (fst e)) (N.testbit S (snd e))) E.

Definition can_link (E : list (N * N)) (u v : N) : bool :=
  negb (let S := linked_with E u in is_closed E S && N.testbit S u && negb (N.testbit S v)).
Definition does_link (E : list (N * N)) (u v : N) : bool := N.testbit (linked_with E u) v.

Lemma linked_incl E F u v : incl E F -> linked E u v -> linked F u v.
Proof.
  intro I; induction 1 as [|v w L IH [N|N]]; [ constructor | | ];
    eapply further; eauto; [ left | right ]; auto.
Qed.

Lemma linked_trans E u v w : linked E u v -> linked E v w -> linked E u w.
Proof. intros A B; induction B; auto; eapply further; eauto. Qed.

Lemma linked_sym E u v : linked E u v -> linked E v u.
Proof.
  induction 1 as [|v w L IH N]; [ constructor | ].
  eapply linked_trans; [ | exact IH ]; eapply further; [ constructor | ].
  destruct N; [ right | left ]; auto.
Qed.

Lemma spread_linked E u S : (forall v, v ∈ S -> linked E u v) -> forall F, incl F E ->
  forall v, v ∈ fold_left spread F S -> linked E u v.
Proof.
  intros H F; revert S H; induction F as [|[a b] F IH]; cbn [fold_left]; intros S H I; auto.
  apply IH; [ | intros x X; apply I; now right ].
  assert (N : In (a, b) E) by (apply I; now left).
  intros v; unfold spread; cbn [fst snd].
  destruct (N.testbit S a) eqn:A; [ | destruct (N.testbit S b) eqn:B; auto ]; membership;
    intros [<-|V]; auto; eapply further; eauto; [ left | right ]; auto.
Qed.

Lemma reach_linked E u fuel : forall S, (forall v, v ∈ S -> linked E u v) ->
  forall v, v ∈ reach fuel E S -> linked E u v.
Proof.
  induction fuel as [|fuel IH]; cbn [reach]; intros S H; auto.
  destruct (_ =? S); auto; apply IH; apply spread_linked; auto using incl_refl.
Qed.

Lemma does_link_correct E u v : does_link E u v = true -> linked E u v.
Proof.
  apply reach_linked; intros w; membership; intros [<-|W]; [ constructor | discriminate ].
Qed.

Lemma can_link_correct E u v : can_link E u v = false -> ~ linked E u v.
Proof.
  unfold can_link; rewrite negb_false_iff, !andb_true_iff, negb_true_iff; set (S := linked_with E u).
  intros [[C U] V] L; assert (K : v ∈ S); [ clear V | congruence ].
  unfold is_closed in C; rewrite forallb_forall in C.
  induction L as [|v w L IH N]; auto.
  destruct N as [N|N]; apply C in N; apply eqb_prop in N; cbn [fst snd] in N; congruence.
Qed.

(** ** What is chosen grows with the set. *)
Lemma any_chosen_grows T U os : subset T U -> any_chosen T os = true -> any_chosen U os = true.
Proof.
  unfold any_chosen; rewrite !existsb_exists; intros S (o & O & K); exists o; split; auto.
Qed.

Lemma vertex_chosen_grows r T U v : subset T U -> vertex_chosen r T v = true -> vertex_chosen r U v = true.
Proof.
  unfold vertex_chosen; rewrite !existsb_exists; intros S (x & X & K); exists x; split; auto.
  rewrite andb_true_iff in *; destruct K; split; auto; eapply any_chosen_grows; eauto.
Qed.

Lemma edge_chosen_grows r T U e : subset T U -> edge_chosen r T e = true -> edge_chosen r U e = true.
Proof.
  unfold edge_chosen; intro S; destruct (snd e); [ | now apply any_chosen_grows ].
  rewrite !andb_true_iff; intros [A B]; split; eapply vertex_chosen_grows; eauto.
Qed.

Lemma chosen_edges_grow r T U : subset T U -> incl (chosen_edges r T) (chosen_edges r U).
Proof.
  intros S e; unfold chosen_edges; rewrite !in_map_iff; intros (x & <- & X); exists x; split; auto.
  apply filter_In in X as [X C]; apply filter_In; split; auto; eapply edge_chosen_grows; eauto.
Qed.

Lemma chosen_vertices_grow r T U : subset T U -> incl (chosen_vertices r T) (chosen_vertices r U).
Proof.
  intros S v; unfold chosen_vertices; rewrite !in_app_iff; pose proof (chosen_edges_grow r T U S) as I.
  intros [V|[V|V]]; apply in_map_iff in V as (x & <- & X).
  - left; apply in_map, filter_In; apply filter_In in X as [X C]; split; auto.
    eapply any_chosen_grows; eauto.
  - right; left; apply in_map; auto.
  - right; right; apply in_map; auto.
Qed.

Lemma degree_cons e E v : degree (e :: E) v =
  ((if (v =? fst e)%N then 1 else 0) + (if (v =? snd e)%N then 1 else 0) + degree E v)%nat.
Proof.
  unfold degree; cbn [map app filter]; rewrite !filter_app; cbn [filter].
  destruct (v =? fst e), (v =? snd e); cbn [length]; rewrite !app_length; cbn [length]; lia.
Qed.

Lemma degree_grows r T U v : subset T U ->
  (degree (chosen_edges r T) v <= degree (chosen_edges r U) v)%nat.
Proof.
  intro S; unfold chosen_edges; induction (edges r) as [|e l IH]; cbn [filter map]; auto.
  pose proof (edge_chosen_grows r T U e S) as G.
  destruct (edge_chosen r T e); [ rewrite G by auto | destruct (edge_chosen r U e) ];
    cbn [map]; rewrite ?degree_cons; lia.
Qed.

Lemma split_grows r T U : subset T U -> forall before e after,
  chosen_edges r T = before ++ e :: after -> exists before' after',
  chosen_edges r U = before' ++ e :: after' /\ incl (before ++ after) (before' ++ after').
Proof.
  intro S; unfold chosen_edges; induction (edges r) as [|x l IH]; cbn [filter map]; intros before e after.
  { intro H; destruct before; discriminate. }
  pose proof (edge_chosen_grows r T U x S) as G; destruct (edge_chosen r T x) eqn:X.
  - rewrite G by auto; cbn [map]; destruct before as [|y before]; cbn [app]; intro H; injection H as <- H.
    + subst after; exists [], (map fst (filter (edge_chosen r U) l)); split; auto; cbn [app].
      exact (chosen_edges_grow (GraphRule (form r) (vertices r) l) T U S).
    + destruct (IH _ _ _ H) as (b & a & E & I); exists (fst x :: b), a; cbn [app].
      split; [ now rewrite E | intros z [<-|Z]; [ now left | right; auto ] ].
  - intro H; destruct (IH _ _ _ H) as (b & a & E & I); destruct (edge_chosen r U x).
    + exists (fst x :: b), a; cbn [map app]; split; [ now rewrite E | intros z Z; right; auto ].
    + exists b, a; auto.
Qed.

(** ** Whether the set T holds a rule. *)
Definition ends_of (E : list (N * N)) : list N := map fst E ++ map snd E.
Definition are_linked (E : list (N * N)) (l : list N) : bool :=
  match l with [] => true | u :: l => let S := linked_with E u in forallb (fun v => N.testbit S v) l end.
Fixpoint is_acyclic (before E : list (N * N)) : bool :=
  match E with
  | [] => true
  | e :: E => negb (can_link (before ++ E) (fst e) (snd e)) && is_acyclic (before ++ [e]) E
  end.
Definition wanted (f : shape) (v : N) (n : nat) : bool :=
  match f with
  | Path s t => if (v =? s) || (v =? t) then (n =? 1)%nat else (n =? 0)%nat || (n =? 2)%nat
  | _ => (n =? 0)%nat || (n =? 2)%nat
  end.
Definition has_degrees (f : shape) (E : list (N * N)) : bool :=
  forallb (fun v => wanted f v (degree E v)) (ends_of E).
Definition is_held (r : graph_rule) (T : N) : bool :=
  let E := chosen_edges r T in
  are_linked E (chosen_vertices r T) &&
  match form r with
  | Connected => true
  | Tree => is_acyclic [] E
  | Loop => negb (length E =? 0)%nat && has_degrees Loop E
  | Path s t => has_degrees (Path s t) E && (degree E s =? 1)%nat && (degree E t =? 1)%nat
  end.

Lemma are_linked_correct E l u v : are_linked E l = true -> In u l -> In v l -> linked E u v.
Proof.
  destruct l as [|x l]; simpl; [ tauto | ]; rewrite forallb_forall; intro H.
  assert (K : forall y, x = y \/ In y l -> linked E x y).
  { intros y [<-|Y]; [ constructor | now apply does_link_correct, H ]. }
  intros U V; eapply linked_trans; [ apply linked_sym | ]; eauto.
Qed.

Lemma is_acyclic_correct E : forall before, is_acyclic before E = true ->
  forall b e a, E = b ++ e :: a -> ~ linked (before ++ b ++ a) (fst e) (snd e).
Proof.
  induction E as [|x E IH]; cbn [is_acyclic]; intros before H b e a Q; [ destruct b; discriminate | ].
  rewrite andb_true_iff, negb_true_iff in H; destruct H as [H K].
  destruct b as [|y b]; cbn [app] in *; inversion Q; subst.
  - now apply can_link_correct.
  - specialize (IH _ K b e a eq_refl); now rewrite <- app_assoc in IH.
Qed.

Lemma degree_none E v : ~ In v (ends_of E) -> degree E v = 0%nat.
Proof.
  unfold degree, ends_of; intro H; induction (map fst E ++ map snd E) as [|x l IH]; auto; cbn [filter].
  destruct (N.eqb_spec v x) as [->|]; [ exfalso; apply H; now left | ].
  apply IH; intro I; apply H; now right.
Qed.

Lemma has_degrees_correct f E : has_degrees f E = true ->
  forall v, degree E v = 0%nat \/ wanted f v (degree E v) = true.
Proof.
  unfold has_degrees; rewrite forallb_forall; intros H v.
  destruct (in_dec N.eq_dec v (ends_of E)) as [I|I]; [ right; auto | left; now apply degree_none ].
Qed.

Theorem is_held_correct r T : is_held r T = true -> holds r T.
Proof.
  unfold is_held, holds; set (E := chosen_edges r T); rewrite andb_true_iff; intros [L H]; split.
  { intros u v U V; eapply are_linked_correct; eauto. }
  destruct (form r) as [| | |s t]; auto.
  - intros b e a Q; exact (is_acyclic_correct E [] H b e a Q).
  - rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq in H; destruct H as [N D]; split.
    + intro Z; apply N; now rewrite Z.
    + intro v; destruct (has_degrees_correct _ _ D v) as [Z|Z]; auto; unfold wanted in Z.
      rewrite orb_true_iff, !Nat.eqb_eq in Z; auto.
  - rewrite !andb_true_iff, !Nat.eqb_eq in H; destruct H as [[D S] F]; repeat split; auto.
    intros v NS NF; destruct (has_degrees_correct _ _ D v) as [Z|Z]; auto; unfold wanted in Z.
    destruct (N.eqb_spec v s), (N.eqb_spec v t); try congruence; cbn [orb] in Z.
    rewrite orb_true_iff, !Nat.eqb_eq in Z; auto.
Qed.

(** ** Whether no set that has the options of P, and others of U alone, holds a rule. *)
Definition are_cut (E : list (N * N)) (l : list N) : bool :=
  match l with
  | [] => false
  | u :: l =>
    let S := linked_with E u in
    is_closed E S && N.testbit S u && existsb (fun v => negb (N.testbit S v)) l
  end.
Fixpoint has_cycle (before E : list (N * N)) : bool :=
  match E with
  | [] => false
  | e :: E => does_link (before ++ E) (fst e) (snd e) || has_cycle (before ++ [e]) E
  end.
Definition is_end (f : shape) (v : N) : bool :=
  match f with Path s t => (v =? s) || (v =? t) | _ => false end.
(** A vertex with so many edges at least, and so many at most, has too many or too few. *)
Definition misses (f : shape) (v : N) (least most : nat) : bool :=
  if is_end f v then (1 <? least)%nat || (most <? 1)%nat
  else (2 <? least)%nat || (0 <? least)%nat && (most <? 2)%nat.
Definition misses_degrees (f : shape) (E F : list (N * N)) (l : list N) : bool :=
  existsb (fun v => misses f v (degree E v) (degree F v)) l.
Definition is_broken (r : graph_rule) (P U : N) : bool :=
  let E := chosen_edges r P in
  let F := chosen_edges r U in
  are_cut F (chosen_vertices r P) ||
  match form r with
  | Connected => false
  | Tree => has_cycle [] E
  | Loop => (length F =? 0)%nat || misses_degrees Loop E F (ends_of E)
  | Path s t => misses_degrees (Path s t) E F (s :: t :: ends_of E)
  end.

Lemma are_cut_correct E l : are_cut E l = true -> exists u v, In u l /\ In v l /\ ~ linked E u v.
Proof.
  destruct l as [|u l]; cbn [are_cut]; [ discriminate | ].
  rewrite !andb_true_iff, existsb_exists; intros [[C S] (v & V & N)]; exists u, v.
  split; [ now left | split; [ now right | ] ]; apply can_link_correct.
  unfold can_link; rewrite C, S, N; reflexivity.
Qed.

Lemma has_cycle_correct E : forall before, has_cycle before E = true ->
  exists b e a, E = b ++ e :: a /\ linked (before ++ b ++ a) (fst e) (snd e).
Proof.
  induction E as [|x E IH]; cbn [has_cycle]; intros before H; [ discriminate | ].
  rewrite orb_true_iff in H; destruct H as [H|H].
  - exists [], x, E; split; auto; now apply does_link_correct.
  - destruct (IH _ H) as (b & e & a & -> & L); exists (x :: b), e, a; split; auto.
    now rewrite <- app_assoc in L.
Qed.

Theorem is_broken_correct r P U T : is_broken r P U = true -> subset P T -> subset T U -> ~ holds r T.
Proof.
  unfold is_broken, holds; intros H PT TU [L K]; rewrite orb_true_iff in H; destruct H as [H|H].
  { apply are_cut_correct in H as (u & v & A & B & N); apply N.
    apply (linked_incl (chosen_edges r T)); [ now apply chosen_edges_grow | ].
    apply L; eapply chosen_vertices_grow; eauto. }
  assert (M : forall f l, misses_degrees f (chosen_edges r P) (chosen_edges r U) l = true ->
              exists v, misses f v (degree (chosen_edges r P) v) (degree (chosen_edges r U) v) = true).
  { intros f l Q; apply existsb_exists in Q as (v & _ & Q); eauto. }
  destruct (form r) as [| | |s t]; [ discriminate | | | ].
  - apply has_cycle_correct in H as (b & e & a & E & C); cbn [app] in C.
    destruct (split_grows r P T PT b e a E) as (b' & a' & E' & I).
    apply (K _ _ _ E'); eapply linked_incl; eauto.
  - destruct K as [N D]; rewrite orb_true_iff in H; destruct H as [H|H].
    + apply Nat.eqb_eq in H; apply N; pose proof (chosen_edges_grow r T U TU) as I.
      destruct (chosen_edges r T) as [|e l]; auto.
      destruct (chosen_edges r U); [ destruct (I e); now left | discriminate ].
    + apply M in H as (v & H); pose proof (degree_grows r P T v PT); pose proof (degree_grows r T U v TU).
      unfold misses in H; simpl in H; specialize (D v).
      rewrite orb_true_iff, andb_true_iff, !Nat.ltb_lt in H; lia.
  - apply M in H as (v & H); pose proof (degree_grows r P T v PT); pose proof (degree_grows r T U v TU).
    destruct K as (S & F & D); unfold misses, is_end in H.
    destruct (N.eqb_spec v s) as [E|NS]; [ | destruct (N.eqb_spec v t) as [E|NF] ]; cbn [orb] in H.
    1,2: rewrite orb_true_iff, !Nat.ltb_lt in H; rewrite E in *; lia.
    specialize (D v NS NF); rewrite orb_true_iff, andb_true_iff, !Nat.ltb_lt in H; lia.
Qed.
