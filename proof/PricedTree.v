(** * Trees that show that nothing costs less.

    As in Tree.v, but a pending node carries the least that is spent above it, in place of a count;
    and before a node is looked at, the options that cost too much by the prices are left out. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification Sets Sums Counting States Matrix Tree Prices.
Open Scope N_scope.

Record prices := Prices { price : N -> Z; worth : N -> Z }.
Definition add_worth (worth_of : N -> Z) (a : Z) (e : N * N) : Z :=
  if snd e =? 0 then (a + worth_of (fst e))%Z else a.
Definition prices_of (t : tables) (l : list Z) : prices :=
  let price := table l 0%Z in
  Prices price (memo (length (option_numbers t))
                     (fun o =>
    fold_left (add_worth (fun i => price i * weigh (item_uses t) i o)%Z) (entries_at t o) 0%Z)).

Definition spending := Map.t (state * Z).

Section Check.
Variable t : tables.
Variables scale limit : Z.
Variable p : prices.

Definition paid_at (s : state) : Z :=
  paid (item_uses t) (plain t) (is_single (bound_at t) (item_uses t)) (item_numbers t) (price p) s.
Definition lost_at (s : state) : Z :=
  lost (option_numbers t) (cost_at t) scale (worth p) s.
Definition affordable (s : state) (spent : Z) : state :=
  afford (item_uses t) (plain t) (is_single (bound_at t) (item_uses t)) (item_numbers t) (option_numbers t) (cost_at t)
    scale limit (price p) (worth p) s spent.

Definition spend (q : spending) (s : state) (v : Z) (below : target) : option spending :=
  match below with
  | Lacking i => if lacks_options (item_uses t) (affordable s v) i then Some q else None
  | Subtree n 0 [] =>
    match Map.find n q with
    | None => Some (Map.add n (s, v) q)
    | Some (s', v') => if same_state s s' then Some (Map.add n (s, Z.min v v') q) else None
    end
  | _ => None
  end.

Fixpoint spend_branch (s : state) (v : Z) (q : spending) (edges : list (N * target)) (last : ending) :
  option spending :=
  match edges with
  | [] =>
    match last with
    | Exhausted i => if lacks_options (item_uses t) s i then Some q else None
    | Skipped below => spend q (settle (item_uses t) (live s) (uncovered s) (needs s)) v below
    end
  | (o, below) :: edges =>
    if N.testbit (live s) o then
      match spend q (after (item_uses t) (cover t) (clash t) s o) (v + cost_at t o)%Z below with
      | None => None
      | Some q => spend_branch (without s o) v q edges last
      end
    else None
  end.

Definition spend_line (q : spending) (n : N) (l : line) : option spending :=
  match Map.find n q, l with
  | Some (s, v), Branch edges last => spend_branch (affordable s v) v (Map.remove n q) edges last
  | _, _ => None
  end.
End Check.

Lemma sum_of_one x y l : NoDup l -> In x l -> sum (fun i => if i =? x then y else 0%Z) l = y.
Proof.
  set (f := fun i => if i =? x then y else 0%Z); induction 1 as [|z l N D IH]; intros [].
  - subst z; change (f x + sum f l = y)%Z; unfold f at 1; rewrite N.eqb_refl.
    rewrite (sum_ext f (fun _ => 0%Z)), sum_zero; [ lia | ].
    intros k K; unfold f; destruct (N.eqb_spec k x); [ subst; tauto | auto ].
  - change (f z + sum f l = y)%Z; rewrite IH by auto; unfold f.
    destruct (N.eqb_spec z x); [ subst; tauto | lia ].
Qed.

(** The worth of entries, summed over the items in place of the entries. *)
Lemma fold_worth price l items : NoDup (map fst l) -> NoDup items ->
  (forall i c, In (i, c) l -> In i items) -> forall a,
  fold_left (add_worth price) l a =
  (a + sum (fun i => if existsb (fun e => (fst e =? i) && (snd e =? 0))%N l then price i else 0)
        items)%Z.
Proof.
  intros D I; induction l as [|[i c] l IH]; cbn [fold_left existsb]; intros S a.
  - rewrite sum_zero; lia.
  - simpl in D; inversion D as [|? ? N D']; subst.
    rewrite IH by (auto; intros j d J; apply (S j d); now right); unfold add_worth; simpl.
    assert (E : forall j, existsb (fun e => (fst e =? j) && (snd e =? 0)) l = true -> j <> i).
    { intros j J ->; apply N, in_map_iff; apply existsb_exists in J as (e & J & K).
      exists e; split; auto; apply andb_prop in K as [K _]; now apply N.eqb_eq. }
    destruct (N.eqb_spec c 0) as [->|C].
    + rewrite <- (sum_of_one i (price i) items) at 1; [ | auto | apply (S i 0); now left ].
      rewrite <- Z.add_assoc, <- sum_add; f_equal; apply sum_ext; intros j _.
      rewrite andb_true_r, (N.eqb_sym i j); destruct (N.eqb_spec j i) as [->|J]; simpl; [ | lia ].
      destruct (existsb _ l) eqn:X; [ now apply E in X | lia ].
    + f_equal; apply sum_ext; intros j _; rewrite andb_false_r; reflexivity.
Qed.

Section Correct.
Variable m : matrix.
Let t := tables_of m.
Hypothesis wf : well_formed m t = true.

Lemma plain_users i : subset (plain t i) (users t i).
Proof. intros o O; apply plain_spec in O; apply users_spec; eauto. Qed.

Lemma weighed_plain i : counts_once (item_uses t) i = false -> plain t i = users t i.
Proof.
  intro O; apply same_elements; intro o; unfold t; rewrite plain_spec, users_spec; split; [ eauto | ].
  intros (c & I); destruct (wf_entries m wf o) as [_ W]; [ eapply entries_option; eauto | ].
  destruct (W _ _ I) as [_ [->|[_ [_ S]]]]; auto; unfold t in O; congruence.
Qed.

Lemma single_clash i o o' : is_single (bound_at t) (item_uses t) i = true ->
  o ∈ plain t i -> o' ∈ plain t i -> o' ∈ clash t o.
Proof.
  intros S O O'; apply is_single_spec in S as [S S']; apply plain_spec in O, O'; apply clash_spec.
  exists i, 0; repeat split; auto; [ apply users_spec; eauto | tauto ].
Qed.

Lemma option_numbers_once : NoDup (option_numbers t).
Proof. unfold t; rewrite option_numbers_all; apply numbers_nodup. Qed.

Lemma worth_correct l o : In o (option_numbers t) -> worth (prices_of t l) o =
  sum (fun i => if N.testbit (plain t i) o then (price (prices_of t l) i * weigh (item_uses t) i o)%Z else 0%Z)
    (item_numbers t).
Proof.
  unfold t; rewrite option_numbers_all, item_numbers_all; intro I.
  destruct (wf_entries m wf o I) as [D W]; unfold prices_of, memo; cbn [worth price];
    set (worth_of := fun i => _).
  change (entries_at (tables_of m)) with (entries m).
  rewrite (fold_worth _ _ (all_items m) D (numbers_nodup _)) by (intros i c J; now apply (W i c J)).
  rewrite Z.add_0_l; apply sum_ext; intros i _.
  replace (existsb _ _) with (N.testbit (plain (tables_of m) i) o); [ reflexivity | ].
  apply eq_true_iff_eq; rewrite plain_spec, existsb_exists; split.
  - intro J; exists (i, 0); split; auto; simpl; now rewrite N.eqb_refl.
  - intros ([j c] & J & E); simpl in E; rewrite andb_true_iff, !N.eqb_eq in E.
    destruct E; now subst.
Qed.

Variables scale limit : Z.
Hypothesis scale_positive : (0 < scale)%Z.

Definition more : state -> Z -> Prop :=
  costs_more (item_uses t) (clash t) (option_numbers t) (cost_at t) limit.
Definition all_more (q : spending) : Prop := forall n s v, Map.find n q = Some (s, v) -> more s v.

Lemma affordable_correct l s v :
  more (affordable t scale limit (prices_of t l) s v) v -> more s v.
Proof.
  unfold more, affordable; apply afford_correct; auto.
  - apply sound_uses.
  - apply plain_users.
  - apply weighed_plain.
  - apply single_clash.
  - apply option_numbers_once.
  - apply worth_correct.
Qed.

Lemma spend_correct l q s v below q' : spend t scale limit (prices_of t l) q s v below = Some q' ->
  all_more q' -> all_more q /\ more s v.
Proof.
  destruct below as [| |i|n [|k] [|x names]]; cbn [spend]; try discriminate.
  - destruct (lacks_options _ _ i) eqn:E; intro H; inversion H; subst; intro A; split; auto.
    apply (affordable_correct l); unfold more; eapply costs_more_lacking; [ apply sound_uses | exact E ].
  - destruct (Map.find n q) as [[s' v']|] eqn:F.
    + destruct (same_state s s') eqn:E; [ | discriminate ]; apply same_state_equal in E; subst s'.
      intro H; inversion H; subst; intro A.
      assert (B : more s (Z.min v v')) by (apply (A n); now rewrite MapFacts.add_eq_o).
      split; [ | apply (costs_more_spent _ _ _ _ _ _ _ v B); lia ].
      intros n' s' w F'; destruct (N.eq_dec n n') as [<-|D].
      * rewrite F in F'; inversion F'; subst; apply (costs_more_spent _ _ _ _ _ _ _ w B); lia.
      * apply (A n'); now rewrite MapFacts.add_neq_o.
    + intro H; inversion H; subst; intro A; split.
      * intros n' s' w F'; apply (A n'); rewrite MapFacts.add_neq_o; auto; congruence.
      * apply (A n); now rewrite MapFacts.add_eq_o.
Qed.

Lemma spend_branch_correct l edges last : forall s v q q',
  spend_branch t scale limit (prices_of t l) s v q edges last = Some q' ->
  all_more q' -> all_more q /\ more s v.
Proof.
  induction edges as [|[o below] edges IH]; intros s v q q'; cbn [spend_branch].
  - destruct last as [i|below].
    + destruct (lacks_options (item_uses t) s i) eqn:E; intro H; inversion H; subst; intro A; split; auto.
      unfold more; eapply costs_more_lacking; [ apply sound_uses | exact E ].
    + intros H A; apply spend_correct in H as [P C]; auto; split; auto.
      intros T I S; apply C; auto; apply settle_solves; [ apply sound_uses | destruct s; auto ].
  - destruct (N.testbit (live s) o) eqn:O; [ | discriminate ].
    destruct (spend _ _ _ _ q _ _ below) as [r|] eqn:G; [ | discriminate ].
    intros H A; apply IH in H as [Q B]; auto; apply spend_correct in G as [P C]; auto; split; auto.
    unfold more in *; eapply costs_more_branch;
      eauto using cover_users, clash_symmetric, option_numbers_once; apply sound_uses.
Qed.

Theorem spend_line_correct l q n li q' :
  spend_line t scale limit (prices_of t l) q n li = Some q' -> all_more q' -> all_more q.
Proof.
  unfold spend_line; destruct (Map.find n q) as [[s v]|] eqn:F; [ | discriminate ].
  destruct li as [edges last|edges]; [ | discriminate ]; intros H A.
  apply spend_branch_correct in H as [B C]; auto.
  intros n' s' v' F'; destruct (N.eq_dec n n') as [<-|D].
  - rewrite F in F'; inversion F'; subst; now apply affordable_correct in C.
  - apply (B n'); now rewrite MapFacts.remove_neq_o.
Qed.
End Correct.
