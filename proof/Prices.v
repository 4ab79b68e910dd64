(** * What solutions cost at least, by prices of items.

    Any prices will do. An option is worth the prices of its items (the uncolored ones), and its
    reduced cost is its cost less its worth. A solution costs what its items are paid, as often as
    they are covered, and the reduced costs of its options. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification Sets Sums Counting States.
Open Scope N_scope.

Lemma sum_clearbit (f : N -> Z) T o l : NoDup l -> In o l -> o ∈ T ->
  sum (fun k => if N.testbit T k then f k else 0%Z) l =
  (f o + sum (fun k => if N.testbit (N.clearbit T o) k then f k else 0%Z) l)%Z.
Proof.
  set (h := fun T k => if N.testbit T k then f k else 0%Z); fold (h T); fold (h (N.clearbit T o)).
  induction l as [|x l IH]; cbn [sum fold_right In]; intros D I O; [ tauto | ].
  inversion D as [|? ? N E]; subst; destruct (N.eq_dec x o) as [->|X].
  - fold (sum (h T) l) (sum (h (N.clearbit T o)) l); unfold h at 1 3; rewrite N.clearbit_eqb.
    rewrite O, N.eqb_refl, andb_false_r; rewrite (sum_ext (h T) (h (N.clearbit T o))); [ lia | ].
    intros k K; unfold h; rewrite N.clearbit_eqb.
    destruct (N.eqb_spec o k); [ subst; tauto | now rewrite andb_true_r ].
  - destruct I as [I|I]; [ congruence | ]; specialize (IH E I O); unfold sum in IH; rewrite IH.
    unfold h at 1 3; rewrite N.clearbit_eqb; destruct (N.eqb_spec o x); [ congruence | ].
    rewrite andb_true_r; lia.
Qed.

Section Prices.
Variable use : usage.
Variables cover clash : N -> N.
Let users := users_of use.
Variable plain : N -> N.         (* of an item: the options that use it without a color *)
Variable single : N -> bool.     (* whether an item may be covered once at most, but for colors *)
Variables items options : list N.
Variable cost_at : N -> Z.
Variables scale limit : Z.       (* prices are in units of 1/scale; limit: what better ones cost at most *)
Hypothesis scale_positive : (0 < scale)%Z.
Hypothesis once : sound use.
Hypothesis cover_users : forall o i, N.testbit (cover o) i = N.testbit (users i) o.
Hypothesis clash_symmetric : forall o o', N.testbit (clash o) o' = N.testbit (clash o') o.
Hypothesis plain_users : forall i, subset (plain i) (users i).
Hypothesis weighed_plain : forall i, counts_once use i = false -> plain i = users i.
Hypothesis single_clash : forall i o o',
  single i = true -> o ∈ plain i -> o' ∈ plain i -> o' ∈ clash o.
Hypothesis options_once : NoDup options.

Let solves := solves use clash.
Definition within (T : N) : Prop := forall o, o ∈ T -> In o options.
Definition sum_in (f : N -> Z) (T : N) : Z := sum (fun o => if N.testbit T o then f o else 0%Z) options.

(** Every solution below a state, in which [spent] was spent above it, costs more than the limit. *)
Definition costs_more (s : state) (spent : Z) : Prop :=
  forall T, within T -> solves s T -> (limit < spent + sum_in cost_at T)%Z.

Lemma costs_more_branch s v o :
  costs_more (after use cover clash s o) (v + cost_at o) -> costs_more (without s o) v ->
  o ∈ live s -> costs_more s v.
Proof.
  intros A B O T I H; destruct (N.testbit T o) eqn:E.
  - unfold sum_in; rewrite (sum_clearbit cost_at T o) by auto; fold (sum_in cost_at (N.clearbit T o)).
    assert (X : (limit < v + cost_at o + sum_in cost_at (N.clearbit T o))%Z); [ | lia ].
    apply A.
    + intros k K; apply I; membership; tauto.
    + apply (after_solves use cover clash once cover_users clash_symmetric); auto.
      * rewrite N.clearbit_eqb, N.eqb_refl, andb_false_r; auto.
      * now rewrite <- setbit_clearbit.
  - apply B; auto; now apply without_solves.
Qed.

Lemma costs_more_lacking s v i : lacks_options use s i = true -> costs_more s v.
Proof. intros H T I S; exfalso; eapply lacks_options_none; eauto. Qed.

Lemma costs_more_spent s v w : costs_more s v -> (v <= w)%Z -> costs_more s w.
Proof. intros B L T I S; specialize (B T I S); lia. Qed.

(** ** The bound. *)
Variable price : N -> Z.
Variable worth : N -> Z.
Hypothesis worth_correct : forall o, In o options ->
  worth o = sum (fun i => if N.testbit (plain i) o then (price i * weigh use i o)%Z else 0%Z) items.

Definition reduced_cost (o : N) : Z := (scale * cost_at o - worth o)%Z.
(** How much an item is covered without a color, at least and at most. *)
Definition plain_times (T i : N) : Z := sum_over (weigh use i) (N.land T (plain i)).
Definition least_covered (s : state) (i : N) : Z :=
  if users_of use i =? plain i then
    match find (fun c => item c =? i) (needs s) with
    | Some c => Z.max (low c) (least use (live s) i)
    | None => if N.testbit (uncovered s) i && counts_once use i then 1 else least use (live s) i
    end
  else 0%Z.
Definition most_covered (s : state) (i : N) : Z :=
  match find (fun c => item c =? i) (needs s) with
  | Some c => Z.max (high c) (least use (live s) i)
  | None =>
    if counts_once use i then
      let n := size (N.land (live s) (plain i)) in if single i then Z.min n 1 else n
    else most use (live s) i
  end.
Definition paid_for (s : state) (i : N) : Z :=
  let p := price i in
  if (p =? 0)%Z then 0%Z
  else if (p <? 0)%Z then (p * most_covered s i)%Z else (p * least_covered s i)%Z.
Definition lost_by (s : state) (o : N) : Z :=
  if N.testbit (live s) o then Z.min (reduced_cost o) 0 else 0%Z.
Definition paid (s : state) : Z := total (paid_for s) items.
Definition lost (s : state) : Z := total (lost_by s) options.

Lemma sum_worth T : within T ->
  sum_in worth T = sum (fun i => (price i * plain_times T i)%Z) items.
Proof.
  intro I; unfold sum_in.
  rewrite (sum_ext _ (fun o => sum (fun i =>
    (price i * if N.testbit T o && N.testbit (plain i) o then weigh use i o else 0)%Z) items)).
  - rewrite sum_swap; apply sum_ext; intros i _; rewrite sum_scale; f_equal.
    rewrite sum_filter; symmetry; apply sum_over_list; [ now apply NoDup_filter | ].
    intro k; rewrite filter_In; membership; split; [ tauto | ]; intros [K U]; auto.
  - intros o O; destruct (N.testbit T o); simpl.
    + rewrite worth_correct by auto; apply sum_ext; intros i _; destruct (N.testbit (plain i) o); lia.
    + symmetry; transitivity (sum (fun _ => 0%Z) items);
        [ apply sum_ext; intros; lia | apply sum_zero ].
Qed.

Lemma plain_times_once T i : counts_once use i = true -> plain_times T i = size (N.land T (plain i)).
Proof. intro O; unfold plain_times; rewrite <- sum_over_size; apply sum_over_ext; intros; now apply (proj1 once). Qed.

Lemma plain_times_all T i : users i = plain i -> plain_times T i = times use T i.
Proof. intro E; rewrite times_sum by auto; unfold plain_times; rewrite <- E; reflexivity. Qed.

Lemma paid_for_le s T i : solves s T -> (paid_for s i <= price i * plain_times T i)%Z.
Proof.
  intros [L C M B]; unfold paid_for; destruct (Z.eqb_spec (price i) 0) as [->|NZ]; [ lia | ].
  pose proof (times_least use once T (live s) i L) as LE.
  pose proof (times_most use once T (live s) i L) as MO.
  assert (P : counts_once use i = true -> (0 <= plain_times T i <= times use T i)%Z).
  { intro O; rewrite plain_times_once by auto; split; [ apply size_nonneg | ].
    unfold times; rewrite O; apply size_subset; intros k; membership; intros [K U]; split; auto.
    now apply plain_users. }
  assert (Q : counts_once use i = false -> plain_times T i = times use T i).
  { intro O; apply plain_times_all; symmetry; auto. }
  destruct (Z.ltb_spec (price i) 0) as [N|N].
  - assert (R : (plain_times T i <= most_covered s i)%Z); [ | nia ].
    unfold most_covered; destruct (find _ _) as [c|] eqn:F.
    + apply find_some in F as [F E]; apply N.eqb_eq in E; specialize (B c F); rewrite E in B.
      destruct (counts_once use i); [ specialize (P eq_refl) | specialize (Q eq_refl) ]; lia.
    + destruct (counts_once use i) eqn:O; [ | specialize (Q eq_refl); lia ].
      rewrite plain_times_once by auto.
      assert (W : (size (N.land T (plain i)) <= size (N.land (live s) (plain i)))%Z).
      { apply size_subset; intros k; membership; intros [K U]; split; auto. }
      destruct (single i) eqn:S; [ | lia ].
      destruct (Z_le_gt_dec (size (N.land T (plain i))) 1); [ lia | ].
      destruct (size_two (N.land T (plain i))) as (o & o' & I & I' & D); [ lia | ].
      membership; destruct I as [I U], I' as [I' U'].
      pose proof (C o o' I I' D); pose proof (single_clash i o o' S U U'); congruence.
  - assert (R : (least_covered s i <= plain_times T i)%Z); [ | nia ].
    unfold least_covered; destruct (N.eqb_spec (users_of use i) (plain i)) as [E|E].
    + rewrite plain_times_all by auto; destruct (find _ _) as [c|] eqn:F.
      * apply find_some in F as [F E']; apply N.eqb_eq in E'; specialize (B c F); rewrite E' in B; lia.
      * destruct (N.testbit (uncovered s) i) eqn:U, (counts_once use i) eqn:O; cbn [andb]; auto.
        unfold times; rewrite O; now apply M.
    + destruct (counts_once use i) eqn:O; [ specialize (P eq_refl); lia | ].
      exfalso; apply E; symmetry; now apply weighed_plain.
Qed.

Lemma sum_paid_le s T : solves s T ->
  (paid s <= sum (fun i => price i * plain_times T i) items)%Z.
Proof. intro S; unfold paid; rewrite total_sum; apply sum_le; intros; now apply paid_for_le. Qed.

Lemma cost_split T : within T ->
  (scale * sum_in cost_at T = sum_in worth T + sum_in reduced_cost T)%Z.
Proof.
  intro I; unfold sum_in; rewrite <- sum_scale, <- sum_add; apply sum_ext; intros o _.
  unfold reduced_cost; destruct (N.testbit T o); lia.
Qed.

Lemma lost_by_le s T o : solves s T ->
  (lost_by s o <= if N.testbit T o then reduced_cost o else 0)%Z.
Proof.
  intro S; unfold lost_by; pose proof (solves_live _ _ _ _ S o) as L.
  destruct (N.testbit T o); [ rewrite L by auto | ]; destruct (N.testbit (live s) o); lia.
Qed.

Theorem bound_correct s T : within T -> solves s T ->
  (paid s + lost s <= scale * sum_in cost_at T)%Z.
Proof.
  intros I S; rewrite cost_split, sum_worth by auto.
  pose proof (sum_paid_le s T S); assert (B : (lost s <= sum_in reduced_cost T)%Z); [ | lia ].
  unfold lost; rewrite total_sum; apply sum_le; intros o _; now apply lost_by_le.
Qed.

Theorem bound_with_option s T o : within T -> solves s T -> o ∈ T -> (0 <= reduced_cost o)%Z ->
  (paid s + lost s + reduced_cost o <= scale * sum_in cost_at T)%Z.
Proof.
  intros I S O R; rewrite cost_split, sum_worth by auto; pose proof (sum_paid_le s T S).
  assert (B : (lost s + reduced_cost o <= sum_in reduced_cost T)%Z); [ | lia ].
  unfold lost; rewrite total_sum; apply sum_le_by with (o := o); auto.
  - unfold lost_by; rewrite O; destruct (N.testbit (live s) o); lia.
  - intros k _; now apply lost_by_le.
Qed.

(** A state without the options that cost too much; with nothing but needs if all do. *)
Definition afford (s : state) (spent : Z) : state :=
  let slack := ((limit - spent) * scale - (paid s + lost s))%Z in
  if (slack <? 0)%Z then State 0 (of_list items) []
  else settle use
    (N.ldiff (live s) (set_of (fun o => (slack <? reduced_cost o)%Z) options)) (uncovered s) (needs s).

Theorem afford_correct s v : costs_more (afford s v) v -> costs_more s v.
Proof.
  unfold afford; set (slack := ((limit - v) * scale - (paid s + lost s))%Z).
  destruct (Z.ltb_spec slack 0) as [K|K]; intros B T I S.
  - pose proof (bound_correct s T I S); unfold slack in K; nia.
  - set (dear := set_of _ _) in *; destruct (N.eqb_spec (N.land T dear) 0) as [E|E].
    + apply B; auto; apply settle_solves; auto; destruct S as [L C M W]; constructor; auto.
      simpl; intros k X; membership; split; auto.
      rewrite empty_iff in E; specialize (E k); now rewrite N.land_spec, X in E.
    + apply nonempty in E as [o O]; membership; destruct O as [O D].
      apply set_of_spec in D as [D Q]; apply Z.ltb_lt in Q.
      pose proof (bound_with_option s T o I S O); unfold slack in *; nia.
Qed.
End Prices.
