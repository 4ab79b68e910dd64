(** * States that are equal but for the names of items and options. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification Sets Counting Sums States Matrix.
Open Scope N_scope.

(** Needs are kept in the order of their items. *)
Fixpoint insert (c : need) (l : list need) : list need :=
  match l with [] => [c] | d :: l' => if item c <=? item d then c :: l else d :: insert c l' end.
Definition sort (l : list need) : list need := fold_right insert [] l.

Lemma insert_in c l x : In x (insert c l) <-> x = c \/ In x l.
Proof.
  induction l as [|d l IH]; simpl; [ intuition | ].
  destruct (item c <=? item d); simpl; [ | rewrite IH ]; intuition.
Qed.

Lemma sort_in l x : In x (sort l) <-> In x l.
Proof. induction l as [|c l IH]; simpl; [ tauto | ]; rewrite insert_in, IH; intuition. Qed.

(** The new names of items and options; not every option need have one. *)
Record renaming := Renaming {
  item_name : N -> N; option_name : N -> N; named_options : N }.

Definition rename_need (r : renaming) (c : need) : need :=
  Need (item_name r (item c)) (low c) (high c).
Definition rename (r : renaming) (s : state) : state :=
  State (image (option_name r) (live s)) (image (item_name r) (uncovered s))
    (sort (map (rename_need r) (needs s))).
Definition names_all (r : renaming) (s : state) : bool :=
  (N.ldiff (live s) (named_options r) =? 0)
  && (size (image (option_name r) (live s)) =? size (live s))%Z.

Section Correct.
Variable use : usage.
Variable clash : N -> N.
Let users := users_of use.
Hypothesis once : sound use.

(** Renaming keeps which options cover an item, how much, and which exclude each other. *)
Record faithful (r : renaming) : Prop := Faithful {
  faithful_users : forall i o, o ∈ named_options r ->
    N.testbit (users (item_name r i)) (option_name r o) = N.testbit (users i) o;
  faithful_weigh : forall i o, o ∈ named_options r -> o ∈ users i ->
    weigh use (item_name r i) (option_name r o) = weigh use i o;
  faithful_clash : forall o o', o ∈ named_options r -> o' ∈ named_options r ->
    N.testbit (clash (option_name r o)) (option_name r o') = N.testbit (clash o) o' }.

Variables (r : renaming) (s : state).
Hypothesis F : faithful r.
Hypothesis H : names_all r s = true.
Let f := option_name r.
Let g := item_name r.

Lemma live_named : subset (live s) (named_options r).
Proof. unfold names_all in H; apply andb_prop in H as [E _]; now apply N.eqb_eq, subset_iff in E. Qed.

Lemma live_injective : injective_on f (live s).
Proof.
  unfold names_all in H; apply andb_prop in H as [_ E]; apply Z.eqb_eq in E.
  now apply size_image_injective.
Qed.

Lemma image_users T i : subset T (live s) ->
  N.land (image f T) (users (g i)) = image f (N.land T (users i)).
Proof.
  intro S; apply same_elements; intro k; rewrite N.land_spec, andb_true_iff, !image_spec; split.
  - intros [(o & O & ->) U]; exists o; split; auto; membership; split; auto.
    rewrite <- (faithful_users r F); auto; now apply live_named, S.
  - intros (o & O & ->); membership; destruct O as [O U]; split; eauto.
    unfold f, g; rewrite (faithful_users r F); auto; now apply live_named, S.
Qed.

Lemma count_image T i : subset T (live s) -> count use (image f T) (g i) = count use T i.
Proof.
  intro S; unfold count; fold users; rewrite image_users by auto.
  apply (size_image f (N.land T (users i)) (live s)); [ apply live_injective | ].
  intros k K; membership; apply S; tauto.
Qed.

Lemma times_image T i : subset T (live s) -> times use (image f T) (g i) = times use T i.
Proof.
  intro S; rewrite !times_sum by auto; fold users; rewrite image_users by auto.
  rewrite sum_over_image.
  - apply sum_over_ext; intros k K; membership; destruct K as [K U]; unfold f, g.
    apply (faithful_weigh r F); auto; now apply live_named, S.
  - intros x y X Y; membership; apply live_injective; apply S; tauto.
Qed.

Lemma rename_solves T : subset T (live s) ->
  (solves use clash s T <-> solves use clash (rename r s) (image f T)).
Proof.
  intro S; split; intros [L C M B]; constructor; simpl in *; auto.
  - intros k K; apply image_spec in K as (o & O & ->); apply image_spec; eauto.
  - intros x y X Y D; apply image_spec in X as (o & O & ->); apply image_spec in Y as (o' & O' & ->).
    unfold f in *; rewrite (faithful_clash r F) by (now apply live_named, S).
    apply C; auto; congruence.
  - intros i I; apply image_spec in I as (j & J & ->); fold g; rewrite count_image; auto.
  - intros c I; apply sort_in, in_map_iff in I as (d & <- & I); simpl; fold g.
    rewrite times_image; auto.
  - intros o o' O O' D; rewrite <- (faithful_clash r F) by (now apply live_named, S).
    apply C; try (apply image_spec; eauto).
    intro E; apply D, live_injective; auto.
  - intros i I; rewrite <- count_image by auto; apply M, image_spec; eauto.
  - intros c I; rewrite <- times_image by auto.
    apply (B (rename_need r c)), sort_in, in_map; auto.
Qed.

Theorem rename_correct k :
  exactly k (solves use clash (rename r s)) -> exactly k (solves use clash s).
Proof.
  pose (back := fun x => set_of (fun o => N.testbit x (f o)) (elements (live s))).
  assert (BS : forall x o, o ∈ back x <-> o ∈ live s /\ f o ∈ x).
  { intros x o; unfold back; rewrite set_of_spec, elements_spec; tauto. }
  assert (IB : forall x, subset x (image f (live s)) -> image f (back x) = x).
  { intros x X; apply same_elements; intro o; rewrite image_spec; split.
    - intros (o' & O & ->); now apply BS in O.
    - intro O; pose proof (X o O) as K; apply image_spec in K as (o' & K & ->).
      exists o'; rewrite BS; auto. }
  intro C; apply exactly_map with (f := back) in C.
  - eapply exactly_iff; [ | exact C ]; intro T; split.
    + intros (x & X & ->); apply rename_solves; [ intros o O; now apply BS in O | ].
      rewrite IB; auto; apply (solves_live _ _ _ _ X).
    + intro X; assert (S : subset T (live s)) by apply (solves_live _ _ _ _ X).
      exists (image f T); split; [ now apply rename_solves | ].
      apply same_elements; intro o; rewrite BS, image_spec; split.
      * intro O; split; eauto.
      * intros [O (o' & O' & E)]; replace o with o'; auto; symmetry; apply live_injective; auto.
  - intros x y X Y E; rewrite <- (IB x), <- (IB y), E; auto;
      [ apply (solves_live _ _ _ _ Y) | apply (solves_live _ _ _ _ X) ].
Qed.
End Correct.

(** ** A renaming as it is read: the new name of each item and, as a hint, of each option. The hint
    is checked: an option has a name if the option of that name has what its items are called. *)
Definition same_entry (d e : N * N) : bool := (fst d =? fst e) && (snd d =? snd e).
Definition is_renamed (t : tables) (g : N -> N) (o o' : N) : bool :=
  forallb (fun e => existsb (same_entry (g (fst e), snd e)) (entries_at t o')
                    && (weigh (item_uses t) (g (fst e)) o' =? weigh (item_uses t) (fst e) o)%Z) (entries_at t o)
  && forallb (fun e' => existsb (fun e => same_entry (g (fst e), snd e) e') (entries_at t o))
       (entries_at t o').
Definition read_renaming (m : matrix) (t : tables) (item_names option_names : list N) : option renaming :=
  let n := N.of_nat (length (bounds m)) in
  let item_at := table item_names 0 in
  let option_at := table option_names 0 in
  let g := fun i => if i <? n then item_at i else i in
  if forallb (fun i => (g i <? n)
                       && Bool.eqb (counts_once (item_uses t) i) (counts_once (item_uses t) (g i))
                       && (fst (bound_at t i) =? fst (bound_at t (g i)))%Z
                       && (snd (bound_at t i) =? snd (bound_at t (g i)))%Z) (item_numbers t)
     && (size (of_list (map g (item_numbers t))) =? Z.of_nat (length (bounds m)))%Z
  then Some (Renaming g option_at
    (set_of (fun o => is_renamed t g o (option_at o)) (option_numbers t)))
  else None.

Lemma same_entry_iff d e : same_entry d e = true <-> d = e.
Proof.
  destruct d, e; unfold same_entry; simpl; rewrite andb_true_iff, !N.eqb_eq; split;
    [ intros [-> ->] | intro H; inversion H ]; auto.
Qed.

Section Read.
Variable m : matrix.
Let t := tables_of m.
Hypothesis wf : well_formed m t = true.

Lemma is_renamed_spec (g : N -> N) (o o' : N) : (forall i j, g i = g j -> i = j) ->
  is_renamed t g o o' = true -> forall i c, In (g i, c) (entries m o') <-> In (i, c) (entries m o).
Proof.
  intros G R; unfold is_renamed in R; change (entries_at t) with (entries m) in R.
  rewrite andb_true_iff, !forallb_forall in R; destruct R as [P Q]; intros i c; split; intro I.
  - apply Q, existsb_exists in I as ([j d] & J & K); apply same_entry_iff in K; simpl in K.
    injection K as E D; apply G in E; congruence.
  - apply P, andb_prop in I as [I _]; apply existsb_exists in I as (e & J & K).
    apply same_entry_iff in K; simpl in K; subst; auto.
Qed.

Lemma is_renamed_onto (g : N -> N) (o o' : N) : is_renamed t g o o' = true ->
  forall j c, In (j, c) (entries m o') -> exists i, j = g i /\ In (i, c) (entries m o).
Proof.
  unfold is_renamed; change (entries_at t) with (entries m).
  rewrite andb_true_iff, !forallb_forall; intros [_ Q] j c I.
  apply Q, existsb_exists in I as ([i d] & J & K); apply same_entry_iff in K; simpl in K.
  inversion K; subst; eauto.
Qed.

Lemma is_renamed_weighs (g : N -> N) (o o' : N) : is_renamed t g o o' = true ->
  forall i c, In (i, c) (entries m o) -> weigh (item_uses t) (g i) o' = weigh (item_uses t) i o.
Proof.
  unfold is_renamed; change (entries_at t) with (entries m).
  rewrite andb_true_iff, !forallb_forall; intros [P _] i c I.
  apply P, andb_prop in I as [_ I]; now apply Z.eqb_eq in I.
Qed.

Theorem read_renaming_correct is os r :
  read_renaming m t is os = Some r -> faithful (item_uses t) (clash t) r.
Proof.
  unfold read_renaming; set (n := N.of_nat _); set (g := fun i => if i <? n then _ else _).
  destruct (_ && _) eqn:E; [ | discriminate ]; intro R; inversion R; subst r; clear R.
  apply andb_prop in E as [R E]; rewrite forallb_forall in R; apply Z.eqb_eq in E.
  unfold t in R, E; rewrite item_numbers_all in R, E; change (bound_at (tables_of m)) with (bound m) in R.
  assert (B : forall i, In i (all_items m) -> g i < n /\ (single m (g i) <-> single m i)).
  { intros i I; specialize (R i I); rewrite !andb_true_iff, N.ltb_lt, !Z.eqb_eq, eqb_true_iff in R.
    destruct R as [[[L C] D] U]; split; auto; change (counts_once (item_uses t) i = counts_once (item_uses t) (g i)) in C.
    unfold single; fold t; rewrite <- C; replace (bound m (g i)) with (bound m i); [ tauto | ].
    destruct (bound m i), (bound m (g i)) eqn:Q; unfold g in Q; rewrite Q in *; simpl in *; congruence. }
  replace (length (bounds m)) with (length (map g (all_items m))) in E
    by (unfold all_items, numbers; now rewrite !map_length, seq_length).
  apply size_list_nodup in E.
  assert (G : forall i j, g i = g j -> i = j).
  { assert (I : forall i, i < n <-> In i (all_items m)) by (intro i; symmetry; apply numbers_spec).
    assert (O : forall i, n <= i -> g i = i).
    { intros i L; unfold g; now rewrite (proj2 (N.ltb_ge i n) L). }
    intros i j Q; destruct (N.ltb_spec i n) as [Li|Li], (N.ltb_spec j n) as [Lj|Lj].
    - eapply nodup_injective; eauto; now apply I.
    - destruct (B i); [ now apply I | ]; rewrite (O j) in Q by auto; lia.
    - destruct (B j); [ now apply I | ]; rewrite (O i) in Q by auto; lia.
    - now rewrite (O i), (O j) in Q by auto. }
  set (named := set_of _ _).
  assert (A : forall o, o ∈ named -> is_renamed t g o (table os 0 o) = true).
  { intros o O; now apply set_of_spec in O. }
  assert (U : forall i o, o ∈ named ->
    N.testbit (users t (g i)) (table os 0 o) = N.testbit (users t i) o).
  { intros i o O; apply eq_true_iff_eq; unfold t; rewrite !users_spec; split; intros (c & I); exists c;
      now apply (is_renamed_spec g o _ G (A o O)). }
  constructor; cbn [item_name option_name named_options]; auto.
  { intros i o O I; change (users_of (item_uses t)) with (users t) in I.
    apply users_spec in I as (c & I); now apply (is_renamed_weighs g o _ (A o O) i c). }
  intros o o' O O'; apply eq_true_iff_eq; unfold t; rewrite !clash_spec; fold t; split.
  - intros (j & c & I & Y & V & N).
    destruct (is_renamed_onto g o _ (A o O) j c I) as (i & -> & K).
    exists i, c; rewrite U in V by auto.
    assert (X : In i (all_items m)).
    { destruct (wf_entries m wf o) as [_ W]; [ now apply entries_option in K | now apply (W i c) ]. }
    apply (proj2 (B i X)) in Y; destruct Y; repeat split; auto.
    intros [Z L]; apply N; split; auto; now apply (is_renamed_spec g o' _ G (A o' O')).
  - intros (i & c & I & Y & V & N); exists (g i), c.
    assert (X : In i (all_items m)).
    { destruct (wf_entries m wf o) as [_ W]; [ now apply entries_option in I | now apply (W i c) ]. }
    rewrite (is_renamed_spec g o _ G (A o O)), U by auto.
    apply (proj2 (B i X)) in Y; destruct Y; repeat split; auto.
    intros [Z L]; apply N; split; auto; now apply (is_renamed_spec g o' _ G (A o' O')) in L.
Qed.
End Read.
