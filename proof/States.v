(** * States of a search, and the steps of a certificate.

    A state is what the solutions below a node of the tree depend on: the live options, the items
    that are still to be covered exactly once, and the needs of the other items. Each step is
    proved correct by itself: after an option, without an option, in parts, at the end. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification Sets Counting Sums.
Open Scope N_scope.

(** What covers an item: its options, whether each of them counts once, and how much each counts;
    and the same as a list, for sums. *)
Record usage := Usage {
  users_of : N -> N; counts_once : N -> bool; weigh : N -> N -> Z; listed : N -> list (N * Z) }.
Definition sound (use : usage) : Prop :=
  (forall i o, counts_once use i = true -> weigh use i o = 1%Z) /\
  (forall i, listed use i = map (fun o => (o, weigh use i o)) (elements (users_of use i))).

(** Of an item of other bounds than 1: how much it still needs, and has room for. *)
Record need := Need { item : N; low : Z; high : Z }.
Record state := State { live : N; uncovered : N; needs : list need }.

Section States.
Variable use : usage.
Variable cover : N -> N.  (* of an option: its items *)
Variable clash : N -> N.  (* of an option: the options that exclude it *)
Let users := users_of use.
Hypothesis once : sound use.
Hypothesis cover_users : forall o i, N.testbit (cover o) i = N.testbit (users i) o.
Hypothesis clash_symmetric : forall o o', N.testbit (clash o) o' = N.testbit (clash o') o.

(** How many of the options cover an item, and how much it is covered by them. *)
Definition count (T i : N) : Z := size (N.land T (users_of use i)).
Definition sum_listed (f : Z -> Z) (T i : N) : Z :=
  fold_left (fun a e => if N.testbit T (fst e) then (a + f (snd e))%Z else a) (listed use i) 0%Z.
Definition times (T i : N) : Z :=
  if counts_once use i then count T i else sum_listed (fun w => w) T i.

(** How much an item is covered by some of the options, at least and at most. *)
Definition least (T i : N) : Z :=
  if counts_once use i then 0%Z else sum_listed (fun w => Z.min w 0) T i.
Definition most (T i : N) : Z :=
  if counts_once use i then count T i else sum_listed (fun w => Z.max w 0) T i.

(** The set of options T solves the state s. *)
Record solves (s : state) (T : N) : Prop := Solves {
  solves_live : subset T (live s);
  solves_clash : forall o o', o ∈ T -> o' ∈ T -> o <> o' -> o' ∉ clash o;
  solves_uncovered : forall i, i ∈ uncovered s -> (1 <= count T i)%Z;
  solves_needs : forall c, In c (needs s) -> (low c <= times T (item c) <= high c)%Z }.

Lemma count_subset T U i : subset T U -> (count T i <= count U i)%Z.
Proof. intro H; apply size_subset; intros k; membership; intuition. Qed.

Lemma count_nonneg T i : (0 <= count T i)%Z.
Proof. apply size_nonneg. Qed.

Lemma sum_listed_sum f T i :
  sum_listed f T i = sum_over (fun o => f (weigh use i o)) (N.land T (users i)).
Proof.
  unfold sum_listed; rewrite (proj2 once).
  assert (E : forall l a,
    fold_left (fun a e => if N.testbit T (fst e) then (a + f (snd e))%Z else a)
      (map (fun o => (o, weigh use i o)) l) a =
    (a + sum (fun o => if N.testbit T o then f (weigh use i o) else 0) l)%Z).
  { induction l as [|o l IH]; intro a; cbn [map fold_left sum fold_right fst snd]; [ lia | ].
    rewrite IH; unfold sum; destruct (N.testbit T o); lia. }
  rewrite E, Z.add_0_l, (sum_filter (fun o => f (weigh use i o))); symmetry; apply sum_over_list.
  - apply NoDup_filter, elements_nodup.
  - intro k; rewrite filter_In, elements_spec; membership; unfold users; tauto.
Qed.

Lemma times_sum T i : times T i = sum_over (weigh use i) (N.land T (users i)).
Proof.
  unfold times; destruct (counts_once use i) eqn:E; [ | apply sum_listed_sum ].
  unfold count; rewrite <- sum_over_size; apply sum_over_ext; intros; now rewrite (proj1 once).
Qed.

Lemma least_sum T i : least T i = sum_over (fun o => Z.min (weigh use i o) 0) (N.land T (users i)).
Proof.
  unfold least; destruct (counts_once use i) eqn:E; [ symmetry | apply sum_listed_sum ].
  rewrite (sum_over_ext _ (fun _ => 0%Z)); [ | intros; now rewrite (proj1 once) ].
  unfold sum_over; rewrite total_sum; apply sum_zero.
Qed.

Lemma most_sum T i : most T i = sum_over (fun o => Z.max (weigh use i o) 0) (N.land T (users i)).
Proof.
  unfold most; destruct (counts_once use i) eqn:E; [ | apply sum_listed_sum ].
  unfold count; rewrite <- sum_over_size; apply sum_over_ext; intros; now rewrite (proj1 once).
Qed.

Lemma land_subset T U i : subset T U -> subset (N.land T (users i)) (N.land U (users i)).
Proof. intros S k; membership; intuition. Qed.

Lemma times_most T U i : subset T U -> (times T i <= most U i)%Z.
Proof.
  intro S; rewrite times_sum, most_sum; apply sum_over_subset; try (intros; lia).
  now apply land_subset.
Qed.

Lemma sum_over_opposite f a : sum_over (fun k => - f k)%Z a = (- sum_over f a)%Z.
Proof.
  unfold sum_over; rewrite !total_sum; induction (elements a) as [|x l IH]; auto.
  change (- f x + sum (fun k => - f k) l = - (f x + sum f l))%Z; lia.
Qed.

Lemma times_least T U i : subset T U -> (least U i <= times T i)%Z.
Proof.
  intro S; rewrite times_sum, least_sum.
  assert (H : (sum_over (fun o => - weigh use i o) (N.land T (users i)) <=
               sum_over (fun o => - Z.min (weigh use i o) 0) (N.land U (users i)))%Z).
  { apply sum_over_subset; try (intros; lia); now apply land_subset. }
  rewrite !sum_over_opposite in H; lia.
Qed.

Definition amount (o i : N) : Z := if N.testbit (users_of use i) o then weigh use i o else 0%Z.

Lemma count_setbit T i o : o ∉ T ->
  count (N.setbit T o) i = ((if N.testbit (users i) o then 1 else 0) + count T i)%Z.
Proof.
  intro H; unfold count; fold users; destruct (N.testbit (users i) o) eqn:E.
  - rewrite <- (size_setbit (N.land T (users i)) o); [ f_equal | ].
    + apply same_elements; intro k; membership; intuition congruence.
    + rewrite N.land_spec, H; reflexivity.
  - simpl Z.add; f_equal; apply same_elements; intro k; membership; intuition congruence.
Qed.

Lemma times_setbit T i o : o ∉ T -> times (N.setbit T o) i = (amount o i + times T i)%Z.
Proof.
  intro H; rewrite !times_sum; unfold amount; fold users; destruct (N.testbit (users i) o) eqn:E.
  - rewrite <- sum_over_setbit; [ f_equal | ].
    + apply same_elements; intro k; membership; intuition congruence.
    + rewrite N.land_spec, H; reflexivity.
  - simpl Z.add; f_equal; apply same_elements; intro k; membership; intuition congruence.
Qed.

(** ** A state made smaller: without the options of items that are full, and idle needs. *)
Definition drop_full (l : N) (c : need) : N :=
  if counts_once use (item c) && (high c <=? 0)%Z then N.ldiff l (users_of use (item c)) else l.
Definition is_busy (l : N) (c : need) : bool :=
  (least l (item c) <? low c)%Z || (high c <? most l (item c))%Z.
Definition settle (l u : N) (cs : list need) : state :=
  let l := fold_left drop_full cs l in State l u (filter (is_busy l) cs).

Lemma drop_full_subset cs : forall l, subset (fold_left drop_full cs l) l.
Proof.
  induction cs as [|c cs IH]; simpl; intros l k H; auto.
  apply IH in H; unfold drop_full in H; destruct (_ && _); auto; membership; tauto.
Qed.

Lemma drop_full_keeps T cs : (forall c, In c cs -> (times T (item c) <= high c)%Z) ->
  forall l, subset T l -> subset T (fold_left drop_full cs l).
Proof.
  induction cs as [|c cs IH]; simpl; intros H l S; auto.
  apply IH; [ intros; apply H; auto | ]; unfold drop_full.
  destruct (counts_once use (item c)) eqn:O; simpl; auto; destruct (Z.leb_spec (high c) 0); auto.
  intros k K; membership; split; [ now apply S | ].
  specialize (H c (or_introl eq_refl)); unfold times in H; rewrite O in H.
  assert (E : N.land T (users (item c)) = 0) by (apply size_0; unfold count in H; fold users in H; lia).
  rewrite empty_iff in E; specialize (E k); rewrite N.land_spec, K in E; exact E.
Qed.

Lemma settle_solves l u cs T : solves (settle l u cs) T <-> solves (State l u cs) T.
Proof.
  unfold settle; split; intros [L C M B]; simpl in *; constructor; simpl; auto.
  - intros k K; eapply drop_full_subset; eauto.
  - intros c I; destruct (is_busy (fold_left drop_full cs l) c) eqn:E.
    + apply B, filter_In; auto.
    + unfold is_busy in E; rewrite orb_false_iff, Z.ltb_ge, Z.ltb_ge in E.
      pose proof (times_most _ _ (item c) L); pose proof (times_least _ _ (item c) L); lia.
  - apply drop_full_keeps; auto; intros; now apply B.
  - intros c; rewrite filter_In; intros [I _]; auto.
Qed.

(** ** After an option is chosen, and without it. *)
Definition reduce (o : N) (c : need) : need :=
  let d := amount o (item c) in Need (item c) (low c - d) (high c - d).
Definition after (s : state) (o : N) : state :=
  settle (N.ldiff (N.clearbit (live s) o) (clash o)) (N.ldiff (uncovered s) (cover o))
         (map (reduce o) (needs s)).
Definition without (s : state) (o : N) : state :=
  State (N.clearbit (live s) o) (uncovered s) (needs s).

Lemma after_excludes s o T : solves (after s o) T -> o ∉ T.
Proof.
  intro H; unfold after in H; rewrite settle_solves in H; destruct (N.testbit T o) eqn:E; auto.
  apply (solves_live _ _ H) in E; simpl in E; membership; intuition.
Qed.

Lemma after_solves s o T : o ∈ live s -> o ∉ T ->
  (solves (after s o) T <-> solves s (N.setbit T o)).
Proof.
  intros O N; unfold after; rewrite settle_solves.
  split; intros [L C M B]; simpl in *; constructor; simpl.
  - intros k; membership; intros [<-|K]; auto; apply L in K; membership; tauto.
  - intros x y; membership; intros [<-|X] [<-|Y] D; auto.
    + apply L in Y; membership; tauto.
    + rewrite clash_symmetric; apply L in X; membership; tauto.
  - intros i I; rewrite count_setbit by auto; pose proof (count_nonneg T i).
    destruct (N.testbit (users i) o) eqn:E; [ lia | ].
    apply (M i); membership; rewrite cover_users; auto.
  - intros c I; rewrite times_setbit by auto.
    specialize (B (reduce o c) (in_map _ _ _ I)); unfold reduce in B; simpl in B; lia.
  - intros k K; membership; split; [ split | ]; [ apply L; membership; auto | congruence | ].
    apply C; membership; auto; congruence.
  - intros x y X Y; apply C; membership; auto.
  - intros i; membership; rewrite cover_users; intros [I U].
    specialize (M i I); rewrite count_setbit, U in M by auto; lia.
  - intros c; rewrite in_map_iff; intros (d & <- & I); specialize (B d I).
    rewrite times_setbit in B by auto; unfold reduce; simpl; lia.
Qed.

Lemma without_solves s o T : solves (without s o) T <-> solves s T /\ o ∉ T.
Proof.
  split.
  - intros [L C M B]; split; [ constructor; auto | ].
    + intros k K; apply L in K; simpl in K; membership; tauto.
    + destruct (N.testbit T o) eqn:E; auto; apply L in E; simpl in E; membership; intuition.
  - intros [[L C M B] N]; constructor; auto.
    intros k K; simpl; membership; split; auto; congruence.
Qed.

(** Each solution has the option or not; Q is what else is demanded of it. *)
Theorem branch_correct (Q : N -> Prop) s o a b : o ∈ live s ->
  exactly a (fun T => solves (after s o) T /\ Q (N.setbit T o)) ->
  exactly b (fun T => solves (without s o) T /\ Q T) ->
  exactly (a + b) (fun T => solves s T /\ Q T).
Proof.
  intros O A B; apply exactly_map with (f := fun T => N.setbit T o) in A.
  - eapply exactly_iff; [ | apply (exactly_or _ _ _ _ A B) ].
    + intro T; split.
      * intros [(x & [X Y] & ->)|[H Y]]; [ | now apply without_solves in H ].
        split; auto; apply after_solves; auto; eapply after_excludes; eauto.
      * intros [H Y]; destruct (N.testbit T o) eqn:E; [ left | right; split; auto; now apply without_solves ].
        exists (N.clearbit T o); rewrite <- setbit_clearbit by auto.
        split; auto; split; auto; apply after_solves; auto; [ | now rewrite <- setbit_clearbit ].
        rewrite N.clearbit_eqb, N.eqb_refl, andb_false_r; auto.
    + intros T (x & X & ->) [H _]; apply without_solves in H as [_ H].
      rewrite N.setbit_eqb, N.eqb_refl in H; discriminate.
  - intros x y [X _] [Y _] E; apply after_excludes in X; apply after_excludes in Y.
    apply same_elements; intro k.
    assert (F : k ∈ N.setbit x o <-> k ∈ N.setbit y o) by now rewrite E.
    membership; destruct (N.eq_dec o k); subst; intuition congruence.
Qed.

(** ** The ends: nothing is left, or an item lacks options. *)
Definition is_done (s : state) : bool :=
  (live s =? 0) && (uncovered s =? 0) && match needs s with [] => true | _ => false end.

Theorem done_solves s T : is_done s = true -> (solves s T <-> T = 0).
Proof.
  destruct s as [l u [|c cs]]; unfold is_done; simpl; membership; [ | intros [_ H]; discriminate ].
  intros [[-> ->] _]; split.
  - intros [L _ _ _]; apply empty_iff; intro k; destruct (N.testbit T k) eqn:E; auto.
    apply L in E; simpl in E; membership; discriminate.
  - intros ->; constructor; simpl.
    { now intros k H. } { intros o o' H; discriminate. } { intros i H; discriminate. }
    { intros c []. }
Qed.

Theorem done_correct s : is_done s = true -> exactly 1 (solves s).
Proof. intro D; apply exactly_one with 0; intro T; now apply done_solves. Qed.

Definition lacks_options (s : state) (i : N) : bool :=
  N.testbit (uncovered s) i && (count (live s) i <? 1)%Z
  || existsb (fun c => (item c =? i)
       && ((most (live s) i <? low c)%Z || (high c <? least (live s) i)%Z)) (needs s).

Lemma lacks_options_none s i : lacks_options s i = true -> forall T, ~ solves s T.
Proof.
  intros H T [L C M B]; unfold lacks_options in H.
  rewrite orb_true_iff in H; destruct H as [H|H].
  - rewrite andb_true_iff, Z.ltb_lt in H; destruct H as [H N]; specialize (M i H).
    pose proof (count_subset _ _ i L); lia.
  - apply existsb_exists in H as (c & I & H); specialize (B c I).
    rewrite andb_true_iff, orb_true_iff, !Z.ltb_lt, N.eqb_eq in H; destruct H as [<- H].
    pose proof (times_most _ _ (item c) L); pose proof (times_least _ _ (item c) L); lia.
Qed.

Theorem lacks_options_correct s i : lacks_options s i = true -> exactly 0 (solves s).
Proof. intro H; apply exactly_none; now apply lacks_options_none with i. Qed.

(** The same after an option, of a live one: what other items need is not worked out. *)
Definition lacks_after (s : state) (o i : N) : bool :=
  lacks_options (State (N.ldiff (N.clearbit (live s) o) (clash o)) (N.ldiff (uncovered s) (cover o))
    (map (reduce o) (filter (fun c => item c =? i) (needs s)))) i.

Lemma lacks_after_none s o i : lacks_after s o i = true -> forall T, ~ solves (after s o) T.
Proof.
  intros H T; unfold after; rewrite settle_solves; intros [L C M B].
  apply (lacks_options_none _ _ H T); constructor; auto; simpl in *.
  intros c I; apply B; apply in_map_iff in I as (d & <- & I); apply in_map.
  now apply filter_In in I.
Qed.

(** ** Parts that do not touch: the live options [a], and the other ones. *)
Definition touches (a i : N) : bool := negb (N.land a (users_of use i) =? 0).
Definition part (s : state) (a : N) : state :=
  State a (set_of (touches a) (elements (uncovered s)))
        (filter (fun c => touches a (item c)) (needs s)).
Definition others (s : state) (a : N) : state :=
  State (N.ldiff (live s) a) (N.ldiff (uncovered s) (uncovered (part s a)))
        (filter (fun c => negb (touches a (item c))) (needs s)).
Definition is_apart (s : state) (a : N) : bool :=
  let b := N.ldiff (live s) a in
  (N.ldiff a (live s) =? 0)
  && forallb (fun o => N.land (clash o) b =? 0) (elements a)
  && forallb (fun i => negb (touches b i)) (elements (uncovered (part s a)))
  && forallb (fun c => negb (touches b (item c))) (needs (part s a)).

Lemma part_uncovered s a i :
  i ∈ uncovered (part s a) <-> i ∈ uncovered s /\ touches a i = true.
Proof. simpl; rewrite set_of_spec, elements_spec; tauto. Qed.

Lemma count_union x y i : N.land x y = 0 -> count (N.lor x y) i = (count x i + count y i)%Z.
Proof.
  intro H; unfold count; rewrite <- size_lor.
  - f_equal; apply same_elements; intro k; membership; tauto.
  - rewrite disjoint_iff in *; intros k; membership; intros [X _] [Y _]; eauto.
Qed.

Lemma times_union x y i : N.land x y = 0 -> times (N.lor x y) i = (times x i + times y i)%Z.
Proof.
  intro H; rewrite !times_sum, <- sum_over_union.
  - f_equal; apply same_elements; intro k; membership; tauto.
  - rewrite disjoint_iff in *; intros k; membership; intros [X _] [Y _]; eauto.
Qed.

Lemma untouched x b i : subset x b -> touches b i = false -> N.land x (users i) = 0.
Proof.
  unfold touches; rewrite negb_false_iff, N.eqb_eq, !empty_iff; intros S H k.
  specialize (H k); rewrite N.land_spec in *; specialize (S k); fold users in H.
  destruct (N.testbit x k); auto; rewrite S in H by auto; exact H.
Qed.

Lemma count_untouched x b i : subset x b -> touches b i = false -> count x i = 0%Z.
Proof. intros S H; unfold count; fold users; now rewrite (untouched x b). Qed.

Lemma times_untouched x b i : subset x b -> touches b i = false -> times x i = 0%Z.
Proof. intros S H; rewrite times_sum, (untouched x b); auto. Qed.

Lemma parts_solve s a T : is_apart s a = true ->
  (solves s T <-> exists x y, solves (part s a) x /\ solves (others s a) y /\ T = N.lor x y).
Proof.
  unfold is_apart; rewrite !andb_true_iff, !forallb_forall, N.eqb_eq; intros [[[A K] U] I].
  rewrite subset_iff in A.
  assert (K' : forall o o', o ∈ a -> o' ∈ N.ldiff (live s) a -> o' ∉ clash o).
  { intros o o' O O'; apply elements_spec, K in O; rewrite N.eqb_eq, empty_iff in O.
    specialize (O o'); rewrite N.land_spec, O', andb_true_r in O; exact O. }
  assert (U' : forall i, i ∈ uncovered (part s a) -> touches (N.ldiff (live s) a) i = false).
  { intros i H; apply negb_true_iff, U; now apply elements_spec. }
  assert (I' : forall c, In c (needs s) -> touches a (item c) = true ->
                         touches (N.ldiff (live s) a) (item c) = false).
  { intros c C H; apply negb_true_iff, I; simpl; now apply filter_In. }
  split.
  - intros [L C M B]; exists (N.land T a), (N.ldiff T a).
    assert (E : T = N.lor (N.land T a) (N.ldiff T a)).
    { apply same_elements; intro k; membership; destruct (N.testbit a k); intuition congruence. }
    assert (S : subset (N.land T a) a) by (intros k; membership; tauto).
    assert (S' : subset (N.ldiff T a) (N.ldiff (live s) a)) by (intros k; membership; intuition).
    assert (D : N.land (N.land T a) (N.ldiff T a) = 0).
    { apply disjoint_iff; intros k; membership; intuition congruence. }
    assert (F : forall i, times T i = (times (N.land T a) i + times (N.ldiff T a) i)%Z).
    { intro i; rewrite E at 1; now apply times_union. }
    assert (F' : forall i, count T i = (count (N.land T a) i + count (N.ldiff T a) i)%Z).
    { intro i; rewrite E at 1; now apply count_union. }
    repeat split; auto.
    + intros x y; membership; intros X Y; apply C; tauto.
    + intros i H; specialize (M i); rewrite F' in M.
      rewrite (count_untouched _ _ _ S' (U' i H)) in M.
      apply part_uncovered in H as [H _]; specialize (M H); lia.
    + apply filter_In in H as [H H']; specialize (B c H); rewrite F in B.
      rewrite (times_untouched _ _ _ S' (I' c H H')) in B; lia.
    + apply filter_In in H as [H H']; specialize (B c H); rewrite F in B.
      rewrite (times_untouched _ _ _ S' (I' c H H')) in B; lia.
    + intros x y; membership; intros X Y; apply C; tauto.
    + intros i H; simpl in H.
      rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in H; destruct H as [H H'].
      specialize (M i H); rewrite F' in M.
      assert (N' : touches a i = false).
      { destruct (touches a i) eqn:Z; auto.
        pose proof (proj2 (part_uncovered s a i) (conj H Z)) as P; simpl in P; congruence. }
      rewrite (count_untouched _ _ _ S N') in M; lia.
    + apply filter_In in H as [H H']; specialize (B c H); rewrite F in B.
      rewrite negb_true_iff in H'; rewrite (times_untouched _ _ _ S H') in B; lia.
    + apply filter_In in H as [H H']; specialize (B c H); rewrite F in B.
      rewrite negb_true_iff in H'; rewrite (times_untouched _ _ _ S H') in B; lia.
  - intros (x & y & [L C M B] & [L' C' M' B'] & ->); simpl in L, L', B, B'.
    assert (D : N.land x y = 0).
    { apply disjoint_iff; intros k X Y; apply L in X; apply L' in Y; membership.
      intuition congruence. }
    constructor.
    + intros k; membership; intros [X|Y]; auto; apply L' in Y; membership; tauto.
    + intros o o'; membership; intros [X|X] [Y|Y] E; auto.
      rewrite clash_symmetric; auto.
    + intros i H; rewrite count_union by auto.
      pose proof (count_nonneg x i); pose proof (count_nonneg y i).
      destruct (N.testbit (uncovered (part s a)) i) eqn:E; [ specialize (M i E); lia | ].
      assert (1 <= count y i)%Z; [ apply M' | lia ].
      simpl in *; rewrite N.ldiff_spec, H, E; reflexivity.
    + intros c H; rewrite times_union by auto; destruct (touches a (item c)) eqn:E.
      * rewrite (times_untouched _ _ _ L' (I' c H E)).
        assert (J : In c (filter (fun c => touches a (item c)) (needs s))) by now apply filter_In.
        specialize (B c J); lia.
      * rewrite (times_untouched _ _ _ L E).
        assert (J : In c (filter (fun c => negb (touches a (item c))) (needs s))).
        { apply filter_In; rewrite E; auto. }
        specialize (B' c J); lia.
Qed.

(** The solutions are the unions of one solution of each part. *)
Theorem parts_correct s a k l : is_apart s a = true ->
  exactly k (solves (part s a)) -> exactly l (solves (others s a)) -> exactly (k * l) (solves s).
Proof.
  intros H A B; eapply exactly_iff; [ intro T; symmetry; exact (parts_solve s a T H) | ].
  apply exactly_unions; auto.
  assert (G : forall x y x' y', solves (part s a) x -> solves (others s a) y ->
    solves (part s a) x' -> solves (others s a) y' -> N.lor x y = N.lor x' y' ->
    forall k, (k ∈ x -> k ∈ x') /\ (k ∈ y -> k ∈ y')).
  { intros x y x' y' X Y X' Y' E j.
    apply solves_live in X, Y, X', Y'; simpl in *.
    assert (F : j ∈ N.lor x y <-> j ∈ N.lor x' y') by now rewrite E.
    specialize (X j); specialize (Y j); specialize (X' j); specialize (Y' j); membership.
    split; intro K; intuition congruence. }
  intros x y x' y' X Y X' Y' E; split; apply same_elements; intro j;
    pose proof (G x y x' y' X Y X' Y' E j);
    pose proof (G x' y' x y X' Y' X Y (eq_sym E) j); tauto.
Qed.
End States.
