(** * Matrices: what is read as one, the tables of the checker, and the first state. *)
From Coq Require Import NArith ZArith List Bool Lia FMapAVL FMapFacts OrderedTypeEx.
Import ListNotations.
Require Import Specification Sets Counting Sums States.
Open Scope N_scope.

Module Map := FMapAVL.Make N_as_OT.
Module MapFacts := FMapFacts.WFacts_fun N_as_OT Map.

(** Two ways to be fast, which do not change what is computed. In the extracted program [table] is
    an array, and [memo n f] remembers f k for k < n once it was computed. *)
Definition table {A : Type} (l : list A) (default : A) : N -> A := fun k => nth (N.to_nat k) l default.
Definition memo {A : Type} (n : nat) (f : N -> A) : N -> A := f.

(** [numbers n], in constant stack space. *)
Fixpoint first_numbers (n : nat) (l : list N) : list N :=
  match n with O => l | S n => first_numbers n (N.of_nat n :: l) end.

Lemma first_numbers_append n : forall l, first_numbers n l = numbers n ++ l.
Proof.
  induction n as [|n IH]; intro l; [ reflexivity | cbn [first_numbers] ]; rewrite IH.
  unfold numbers; rewrite seq_S, map_app, <- app_assoc; reflexivity.
Qed.

Lemma numbers_spec n k : In k (numbers n) <-> k < N.of_nat n.
Proof.
  unfold numbers; rewrite in_map_iff; split.
  - intros (x & <- & X); apply in_seq in X; lia.
  - intro H; exists (N.to_nat k); rewrite in_seq; lia.
Qed.

Lemma numbers_nodup n : NoDup (numbers n).
Proof. apply nodup_map; [ apply seq_NoDup | intros x y _ _; lia ]. Qed.

(** ** The options of each item, with their colors. *)
Definition occurrences := Map.t (list (N * N)).
Definition occurrences_of (found : occurrences) (i : N) : list (N * N) :=
  match Map.find i found with Some l => l | None => [] end.
Definition add_entry (o : N) (found : occurrences) (e : N * N) : occurrences :=
  Map.add (fst e) ((o, snd e) :: occurrences_of found (fst e)) found.
Definition find_occurrences (entries_of : N -> list (N * N)) (os : list N) : occurrences :=
  fold_left (fun found o => fold_left (add_entry o) (entries_of o) found) os (Map.empty _).

Fixpoint collect_options (test : N -> bool) (l : list (N * N)) (found : list N) : list N :=
  match l with
  | [] => found
  | (o, c) :: l => collect_options test l (if test c then o :: found else found)
  end.
Definition options_where (test : N -> bool) (l : list (N * N)) : N := of_list (collect_options test l []).

Lemma add_entry_spec o found e i p :
  In p (occurrences_of (add_entry o found e) i) <->
  p = (o, snd e) /\ i = fst e \/ In p (occurrences_of found i).
Proof.
  unfold add_entry, occurrences_of at 1; destruct (N.eq_dec (fst e) i) as [<-|D].
  - rewrite MapFacts.add_eq_o by auto; simpl; intuition.
  - rewrite MapFacts.add_neq_o by auto; fold (occurrences_of found i); intuition congruence.
Qed.

Lemma add_entries_spec o l : forall found i c x,
  In (x, c) (occurrences_of (fold_left (add_entry o) l found) i) <->
  x = o /\ In (i, c) l \/ In (x, c) (occurrences_of found i).
Proof.
  induction l as [|[j d] l IH]; cbn [fold_left In]; intros found i c x; [ tauto | ].
  rewrite IH, add_entry_spec; simpl; split.
  - intros [[-> I]|[[E ->]|I]]; auto; inversion E; subst; auto.
  - intros [[-> [E|I]]|I]; auto; inversion E; subst; auto.
Qed.

Lemma find_occurrences_spec entries_of os i c x :
  In (x, c) (occurrences_of (find_occurrences entries_of os) i) <->
  In x os /\ In (i, c) (entries_of x).
Proof.
  unfold find_occurrences; assert (E : forall os found,
    In (x, c) (occurrences_of
      (fold_left (fun found o => fold_left (add_entry o) (entries_of o) found) os found) i) <->
    In x os /\ In (i, c) (entries_of x) \/ In (x, c) (occurrences_of found i)).
  { clear os; induction os as [|o os IH]; cbn [fold_left In]; intro found; [ tauto | ].
    rewrite IH, add_entries_spec; split.
    - intros [[I J]|[[-> I]|I]]; auto.
    - intros [[[->|I] J]|I]; auto. }
  rewrite E; unfold occurrences_of at 1; rewrite MapFacts.empty_o; simpl; tauto.
Qed.

Lemma options_where_spec test l x : x ∈ options_where test l <-> exists c, In (x, c) l /\ test c = true.
Proof.
  unfold options_where; rewrite of_list_spec; assert (E : forall l found,
    In x (collect_options test l found) <-> (exists c, In (x, c) l /\ test c = true) \/ In x found).
  { clear l; induction l as [|[o d] l IH]; simpl; intro found.
    - split; [ auto | intros [(c & [] & _)|I]; auto ].
    - rewrite IH; destruct (test d) eqn:T; simpl; split.
      + intros [(c & I & C)|[<-|I]]; [ left; exists c | left; exists d | ]; auto.
      + intros [(c & [E|I] & C)|I]; [ inversion E; subst | left; exists c | ]; auto.
      + intros [(c & I & C)|I]; [ left; exists c | ]; auto.
      + intros [(c & [E|I] & C)|I]; [ inversion E; subst; congruence | left; exists c | ]; auto. }
  rewrite E; simpl; tauto.
Qed.

(** ** What the checker looks up. *)
Record tables := Tables {
  item_numbers : list N;
  option_numbers : list N;
  bound_at : N -> Z * Z;
  entries_at : N -> list (N * N);
  cost_at : N -> Z;
  item_uses : usage;  (* of an item: the options that use it, and how much they count *)
  plain : N -> N;    (* of an item: the options that use it without a color *)
  cover : N -> N;    (* of an option: its items *)
  clash : N -> N;    (* of an option: the options that exclude it *)
  rules : list graph_rule }.

Definition users (t : tables) : N -> N := users_of (item_uses t).

(** Whether an item may be covered once at most, but for colors. *)
Definition is_single (bound_at : N -> Z * Z) (use : usage) (i : N) : bool :=
  (snd (bound_at i) =? 1)%Z && counts_once use i.

(** The weights in an option, by item. *)
Definition weight_in (ws : list (N * Z)) (i : N) : Z :=
  match find (fun e => fst e =? i) ws with Some e => snd e | None => 1%Z end.
Definition add_weighted (a : N) (ws : list (N * Z)) : N := fold_left (fun a e => N.setbit a (fst e)) ws a.

(** The options that exclude an option by one of its entries: they use an item that may be covered
    once at most, and do not agree in its color. *)
Definition clash_of_entry (bound_at : N -> Z * Z) (use : usage) (painted : N * N -> N)
  (e : N * N) : N :=
  if is_single bound_at use (fst e)
  then N.ldiff (users_of use (fst e)) (if snd e =? 0 then 0 else painted e) else 0.

Definition tables_of (m : matrix) : tables :=
  let entries_at := table (options m) [] in
  let bound_at := table (bounds m) (0, 0)%Z in
  let os := first_numbers (length (options m)) [] in
  let found := find_occurrences entries_at os in
  let weighted := fold_left add_weighted (weights m) 0 in
  let weights_at := table (weights m) [] in
  let users := memo (length (bounds m)) (fun i => options_where (fun _ => true) (occurrences_of found i)) in
  let weigh := fun i o => weight_in (weights_at o) i in
  let use := Usage users (fun i => negb (N.testbit weighted i)) weigh
    (memo (length (bounds m)) (fun i => map (fun o => (o, weigh i o)) (elements (users i)))) in
  let painted := fun e : N * N => options_where (N.eqb (snd e)) (occurrences_of found (fst e)) in
  Tables (first_numbers (length (bounds m)) []) os bound_at entries_at (table (costs m) 0%Z) use
    (memo (length (bounds m)) (fun i => painted (i, 0)))
    (memo (length (options m)) (fun o => of_list (map fst (entries_at o))))
    (memo (length (options m)) (fun o =>
      fold_left (fun a e => N.lor a (clash_of_entry bound_at use painted e)) (entries_at o) 0))
    (graph_rules m).

(** What is a matrix: no item twice in an option, colors on items of bounds 0 and 1 alone, whose options
    count once; bounds below 0 on items alone whose options do not. *)
Definition is_entry (m : matrix) (t : tables) (e : N * N) : bool :=
  (fst e <? N.of_nat (length (bounds m)))
  && ((snd e =? 0) || (fst (bound_at t (fst e)) =? 0)%Z && is_single (bound_at t) (item_uses t) (fst e)).
Definition well_formed (m : matrix) (t : tables) : bool :=
  (length (costs m) =? length (options m))%nat
  && forallb (fun i => ((0 <=? fst (bound_at t i))%Z || negb (counts_once (item_uses t) i))
                       && (fst (bound_at t i) <=? snd (bound_at t i))%Z) (item_numbers t)
  && forallb (fun es => (size (of_list (map fst es)) =? Z.of_nat (length es))%Z
                        && forallb (is_entry m t) es) (options m).

(** ** The first state. *)
Definition is_once (t : tables) (i : N) : bool :=
  (fst (bound_at t i) =? 1)%Z && is_single (bound_at t) (item_uses t) i.
Definition add_need (t : tables) (cs : list need) (i : N) : list need :=
  if is_single (bound_at t) (item_uses t) i then cs
  else Need i (fst (bound_at t i)) (snd (bound_at t i)) :: cs.
Definition root (t : tables) : state :=
  settle (item_uses t) (of_list (option_numbers t)) (set_of (is_once t) (item_numbers t))
    (fold_left (add_need t) (rev' (item_numbers t)) []).

Section Tables.
Variable m : matrix.
Let t := tables_of m.

Lemma item_numbers_all : item_numbers t = all_items m.
Proof. unfold t, tables_of; simpl; now rewrite first_numbers_append, app_nil_r. Qed.

Lemma option_numbers_all : option_numbers t = all_options m.
Proof. unfold t, tables_of; simpl; now rewrite first_numbers_append, app_nil_r. Qed.

Lemma entries_option o e : In e (entries m o) -> In o (all_options m).
Proof.
  unfold entries; intro H; apply numbers_spec.
  destruct (Nat.lt_ge_cases (N.to_nat o) (length (options m))) as [L|L]; [ lia | ].
  rewrite nth_overflow in H by auto; destruct H.
Qed.

Lemma occurrence_spec i c o :
  In (o, c) (occurrences_of (find_occurrences (entries m) (first_numbers (length (options m)) [])) i)
  <-> In (i, c) (entries m o).
Proof.
  rewrite find_occurrences_spec, first_numbers_append, app_nil_r; split; [ tauto | ].
  intro I; split; auto; now apply entries_option in I.
Qed.

Lemma users_spec i o : o ∈ users t i <-> exists c, In (i, c) (entries m o).
Proof.
  unfold users, t, tables_of, memo; cbn [item_uses users_of]; rewrite options_where_spec; split.
  - intros (c & I & _); exists c; now apply occurrence_spec.
  - intros (c & I); exists c; split; auto; now apply occurrence_spec.
Qed.

Lemma plain_spec i o : o ∈ plain t i <-> In (i, 0) (entries m o).
Proof.
  unfold t, tables_of, memo; cbn [plain fst snd]; rewrite options_where_spec; split.
  - intros (c & I & E); apply N.eqb_eq in E; subst; now apply occurrence_spec.
  - intro I; exists 0; split; [ now apply occurrence_spec | reflexivity ].
Qed.

Lemma cover_spec o i : i ∈ cover t o <-> exists c, In (i, c) (entries m o).
Proof.
  unfold t, tables_of, memo; cbn [cover]; rewrite of_list_spec, in_map_iff; split.
  - intros ([j c] & <- & I); eauto.
  - intros (c & I); exists (i, c); auto.
Qed.

Lemma cover_users o i : N.testbit (cover t o) i = N.testbit (users t i) o.
Proof. apply eq_true_iff_eq; now rewrite users_spec, cover_spec. Qed.

Lemma fold_union_spec {A} (f : A -> N) l o : forall a,
  o ∈ fold_left (fun a e => N.lor a (f e)) l a <-> o ∈ a \/ exists e, In e l /\ o ∈ f e.
Proof.
  induction l as [|e l IH]; cbn [fold_left In]; intro a.
  - split; auto; intros [H|(e & [] & _)]; auto.
  - rewrite IH, N.lor_spec, orb_true_iff; split.
    + intros [[H|H]|(d & D & H)]; [ | right; exists e | right; exists d ]; auto.
    + intros [H|(d & [<-|D] & H)]; auto; right; exists d; auto.
Qed.

Definition single (i : N) : Prop := snd (bound m i) = 1%Z /\ counts_once (item_uses t) i = true.

Lemma is_single_spec i : is_single (bound_at t) (item_uses t) i = true <-> single i.
Proof.
  unfold is_single, single; change (bound_at t) with (bound m).
  now rewrite andb_true_iff, Z.eqb_eq.
Qed.

Lemma single_dec i : single i \/ ~ single i.
Proof. unfold single; destruct (Z.eq_dec (snd (bound m i)) 1), (counts_once (item_uses t) i); intuition. Qed.

Lemma clash_spec o o' : o' ∈ clash t o <-> exists i c,
  In (i, c) (entries m o) /\ single i /\ o' ∈ users t i /\
  ~ (c <> 0 /\ In (i, c) (entries m o')).
Proof.
  unfold single, users, t, tables_of, memo; cbn [clash item_uses users_of counts_once].
  rewrite fold_union_spec, N.bits_0; unfold clash_of_entry, is_single; cbn [users_of counts_once].
  change (table (bounds m) (0, 0)%Z) with (bound m); change (table (options m) []) with (entries m).
  set (found := find_occurrences _ _).
  assert (E : forall i c, o' ∈ (if c =? 0 then 0 else options_where (N.eqb c) (occurrences_of found i))
                          <-> c <> 0 /\ In (i, c) (entries m o')).
  { intros i c; destruct (N.eqb_spec c 0); [ rewrite N.bits_0; intuition discriminate | ].
    rewrite options_where_spec; split.
    - intros (d & I & D); apply N.eqb_eq in D; subst d; split; auto; now apply occurrence_spec.
    - intros [_ I]; exists c; split; [ now apply occurrence_spec | apply N.eqb_refl ]. }
  split.
  - intros [H|([i c] & I & H)]; [ discriminate | exists i, c; simpl in H ].
    destruct (Z.eqb_spec (snd (bound m i)) 1); cbn [andb] in H; [ | rewrite N.bits_0 in H; discriminate ].
    destruct (negb _) eqn:O in H; [ | rewrite N.bits_0 in H; discriminate ].
    rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in H; destruct H as [U P].
    repeat split; auto; intro K; apply E in K; congruence.
  - intros (i & c & I & [B O] & U & P); right; exists (i, c); split; auto; simpl.
    rewrite B, Z.eqb_refl, O; cbn [andb]; rewrite N.ldiff_spec, U; simpl.
    apply negb_true_iff, not_true_iff_false; now rewrite E.
Qed.

Hypothesis wf : well_formed m t = true.

Lemma wf_bound i : In i (all_items m) ->
  (counts_once (item_uses t) i = true -> 0 <= fst (bound m i))%Z /\ (fst (bound m i) <= snd (bound m i))%Z.
Proof.
  intro I; unfold well_formed in wf; rewrite !andb_true_iff in wf.
  destruct wf as [[_ H] _]; rewrite forallb_forall, item_numbers_all in H; specialize (H i I).
  change (bound_at t) with (bound m) in H.
  rewrite andb_true_iff, orb_true_iff, negb_true_iff, !Z.leb_le in H; split; [ | tauto ].
  intro O; rewrite O in H; intuition discriminate.
Qed.

Lemma wf_entries o : In o (all_options m) ->
  NoDup (map fst (entries m o)) /\
  forall i c, In (i, c) (entries m o) -> In i (all_items m) /\ (c = 0 \/ bound m i = (0, 1)%Z /\ single i).
Proof.
  intro I; apply numbers_spec in I; unfold well_formed in wf; rewrite !andb_true_iff in wf.
  destruct wf as [_ H]; rewrite forallb_forall in H; specialize (H (entries m o)).
  rewrite andb_true_iff, forallb_forall, Z.eqb_eq in H; destruct H as [D H]; [ apply nth_In; lia | ].
  split; [ apply size_list_nodup; now rewrite map_length | intros i c J; specialize (H _ J) ].
  unfold is_entry in H; cbn [fst snd] in H.
  rewrite andb_true_iff, orb_true_iff, andb_true_iff, is_single_spec, N.ltb_lt, N.eqb_eq, Z.eqb_eq in H.
  change (bound_at t) with (bound m) in H.
  destruct H as [H K]; split; [ now apply numbers_spec | ].
  destruct K as [K|[K L]]; auto; right; split; auto; destruct L as [L _].
  destruct (bound m i); simpl in *; congruence.
Qed.

Lemma weighs_once i o : counts_once (item_uses t) i = true -> weigh (item_uses t) i o = 1%Z.
Proof.
  unfold t, tables_of; cbn [item_uses counts_once weigh]; rewrite negb_true_iff; intro H.
  change (table (weights m) []) with (fun k => nth (N.to_nat k) (weights m) []); cbv beta.
  assert (F : forall ws i a, i ∈ add_weighted a ws <-> i ∈ a \/ In i (map fst ws)).
  { induction ws as [|[j w] ws IH]; cbn [add_weighted fold_left map In fst]; intros k a; [ tauto | ].
    change (k ∈ add_weighted (N.setbit a j) ws <-> k ∈ a \/ j = k \/ In k (map fst ws)).
    rewrite IH; membership; tauto. }
  assert (G : forall l a, i ∈ fold_left add_weighted l a <-> i ∈ a \/ exists ws, In ws l /\ In i (map fst ws)).
  { induction l as [|ws l IH]; cbn [fold_left In]; intro a.
    - split; auto; intros [K|(ws & [] & _)]; auto.
    - rewrite IH, F; split.
      + intros [[K|K]|(v & V & K)]; [ | right; exists ws | right; exists v ]; auto.
      + intros [K|(v & [<-|V] & K)]; auto; right; exists v; auto. }
  unfold weight_in; destruct (find _ _) as [[j w]|] eqn:E; auto; exfalso.
  apply find_some in E as [E J]; simpl in J; apply N.eqb_eq in J; subst j.
  apply not_true_iff_false in H; apply H, G; right.
  destruct (Nat.lt_ge_cases (N.to_nat o) (length (weights m))) as [L|L].
  - exists (nth (N.to_nat o) (weights m) []); split; [ now apply nth_In | now apply (in_map fst) in E ].
  - rewrite nth_overflow in E by auto; destruct E.
Qed.

Lemma sound_uses : sound (item_uses t).
Proof. split; [ apply weighs_once | reflexivity ]. Qed.

Lemma weigh_weight i o : weigh (item_uses t) i o = weight m i o.
Proof. reflexivity. Qed.

Lemma one_color o i c d : In (i, c) (entries m o) -> In (i, d) (entries m o) -> c = d.
Proof.
  intros C D; destruct (wf_entries o) as [N _]; [ eapply entries_option; eauto | ].
  induction (entries m o) as [|[j e] l IH]; simpl in *; [ tauto | ].
  inversion N as [|? ? J M]; subst; destruct C as [C|C], D as [D|D]; auto; try congruence.
  - inversion C; subst; exfalso; apply J, (in_map fst _ _ D).
  - inversion D; subst; exfalso; apply J, (in_map fst _ _ C).
Qed.

Lemma clash_one_way o o' : o' ∈ clash t o -> o ∈ clash t o'.
Proof.
  rewrite !clash_spec; intros (i & c & I & B & U & P).
  apply users_spec in U as (d & J); destruct B; exists i, d; repeat split; auto.
  - apply users_spec; eauto.
  - intros [D K]; apply P; rewrite (one_color _ _ _ _ I K); auto.
Qed.

Lemma clash_symmetric o o' : N.testbit (clash t o) o' = N.testbit (clash t o') o.
Proof. apply eq_true_iff_eq; split; apply clash_one_way. Qed.

Lemma coverage_times T i : subset T (of_list (all_options m)) -> coverage m T i = times (item_uses t) T i.
Proof.
  intro S; rewrite times_sum by apply sound_uses; unfold coverage.
  rewrite sum_filter; symmetry; apply sum_over_list.
  - apply NoDup_filter, numbers_nodup.
  - intro k; rewrite filter_In, andb_true_iff; membership; change (users_of (item_uses t)) with (users t).
    rewrite users_spec; unfold uses; rewrite existsb_exists.
    split.
    + intros (I & K & [j c] & J & E); simpl in E; apply N.eqb_eq in E; subst; eauto.
    + intros [K (c & I)]; repeat split; auto; [ now apply of_list_spec, S | ].
      exists (i, c); split; auto; apply N.eqb_refl.
Qed.

Lemma times_count T i : counts_once (item_uses t) i = true -> times (item_uses t) T i = count (item_uses t) T i.
Proof. unfold times; now intros ->. Qed.

Lemma root_needs c : In c (fold_left (add_need t) (rev' (item_numbers t)) []) <->
  exists i, In i (all_items m) /\ ~ single i /\
            c = Need i (fst (bound m i)) (snd (bound m i)).
Proof.
  unfold rev'; rewrite <- rev_alt, item_numbers_all; assert (E : forall l cs,
    In c (fold_left (add_need t) l cs) <-> In c cs \/
    exists i, In i l /\ ~ single i /\ c = Need i (fst (bound m i)) (snd (bound m i))).
  { induction l as [|i l IH]; cbn [fold_left In]; intro cs.
    - split; auto; intros [H|(i & [] & _)]; auto.
    - rewrite IH; unfold add_need; change (bound_at t) with (bound m).
      pose proof (is_single_spec i) as Q; change (bound_at t) with (bound m) in Q.
      destruct (is_single (bound m) (item_uses t) i); simpl;
        [ assert (H : single i) by now apply Q | assert (H : ~ single i) by (rewrite <- Q; congruence) ].
      + split; [ intros [I|(j & J & K)] | intros [I|(j & [->|J] & K & K')] ]; eauto; tauto.
      + split.
        * intros [[<-|I]|(j & J & K)]; [ right; exists i | | right; exists j ]; auto.
        * intros [I|(j & [->|J] & K & ->)]; auto; right; exists j; auto. }
  rewrite E; simpl; split.
  - intros [[]|(i & I & H)]; exists i; split; auto; now apply in_rev.
  - intros (i & I & H); right; exists i; split; auto; now apply in_rev in I.
Qed.

(** Two options that cover the item, where it is covered more than once. *)
Lemma two_options T i : (2 <= count (item_uses t) T i)%Z -> exists o o' c c',
  o <> o' /\ o ∈ T /\ o' ∈ T /\ In (i, c) (entries m o) /\ In (i, c') (entries m o').
Proof.
  intro H; apply size_two in H as (o & o' & O & O' & D); membership.
  change (users_of (item_uses t)) with (users t) in *.
  rewrite users_spec in *; destruct O as [O (c & C)], O' as [O' (c' & C')].
  exists o, o', c, c'; auto.
Qed.

(** The sets that are solutions but for graph rules. *)
Theorem root_solves T : solves (item_uses t) (clash t) (root t) T <->
  (forall o, o ∈ T -> In o (all_options m)) /\ (forall i, In i (all_items m) -> covered m T i).
Proof.
  pose proof sound_uses as W1.
  unfold root; rewrite settle_solves by auto; rewrite option_numbers_all; split.
  - intros [L C M B]; cbn [live uncovered needs] in *; split.
    + intros o O; now apply of_list_spec, L.
    + intros i I; unfold covered; rewrite coverage_times by auto.
      pose proof (wf_bound i I) as W; destruct (single_dec i) as [[E E']|E].
      * rewrite times_count by auto.
        assert (G : (fst (bound m i) <= count (item_uses t) T i)%Z).
        { destruct (Z.eq_dec (fst (bound m i)) 1) as [F|F].
          - rewrite F; apply M, set_of_spec; rewrite item_numbers_all; split; auto.
            unfold is_once; change (bound_at t) with (bound m); rewrite F; simpl.
            apply is_single_spec; split; auto.
          - pose proof (count_nonneg (item_uses t) T i); lia. }
        destruct (Z_le_gt_dec (count (item_uses t) T i) 1) as [K|K]; [ left; lia | right ].
        destruct (two_options T i) as (o & o' & c & c' & D & O & O' & P & P'); [ lia | ].
        assert (Q : forall x y a b, x ∈ T -> y ∈ T -> x <> y -> In (i, a) (entries m x) ->
                     In (i, b) (entries m y) -> a <> 0 /\ a = b).
        { intros x y a b X Y XY A A'; specialize (C x y X Y XY).
          assert (NC : ~ ~ (a <> 0 /\ In (i, a) (entries m y))).
          { intro V; apply not_true_iff_false in C; apply C, clash_spec.
            exists i, a; repeat split; auto; apply users_spec; eauto. }
          destruct (N.eq_dec a 0) as [Z|Z]; [ exfalso; apply NC; tauto | split; auto ].
          destruct (N.eq_dec a b) as [AB|AB]; auto; exfalso; apply NC; intros [_ V].
          apply AB; eapply one_color; eauto. }
        destruct (Q o o' c c' O O' D P P') as [Z <-]; split.
        { destruct (wf_entries o) as [_ X]; [ eapply entries_option; eauto | ].
          destruct (X _ _ P) as [_ [X'|[X' _]]]; [ congruence | auto ]. }
        exists c; split; auto; intros x d X J; destruct (N.eq_dec x o) as [->|XO].
        { eapply one_color; eauto. }
        { destruct (Q o x c d); auto. }
      * left; apply (B (Need i (fst (bound m i)) (snd (bound m i)))), root_needs; eauto.
  - intros [S C]; assert (L : subset T (of_list (all_options m))).
    { intros o O; now apply of_list_spec, S. }
    constructor; cbn [live uncovered needs]; auto.
    + intros o o' O O' D; destruct (N.testbit (clash t o) o') eqn:E; auto; exfalso.
      apply clash_spec in E as (i & c & I & [B B'] & U & P); apply users_spec in U as (c' & I').
      assert (A : In i (all_items m)) by (eapply wf_entries; eauto).
      destruct (C i A) as [H|(_ & color & N & H)].
      * rewrite coverage_times, times_count in H by auto.
        assert (F : subset (N.setbit (N.setbit 0 o) o') (N.land T (users t i))).
        { intros k K; membership; rewrite users_spec; destruct K as [<-|[<-|K]]; eauto; discriminate. }
        apply size_subset in F; rewrite size_setbit, size_singleton in F.
        { unfold count in H; change (users_of (item_uses t)) with (users t) in H; lia. }
        rewrite N.setbit_eqb, N.bits_0, orb_false_r; now apply N.eqb_neq.
      * pose proof (H o c O I) as E1; pose proof (H o' c' O' I') as E2.
        apply P; rewrite E1; split; auto; now rewrite <- E2.
    + intros i I; apply set_of_spec in I as [I B]; rewrite item_numbers_all in I.
      unfold is_once in B; change (bound_at t) with (bound m) in B.
      rewrite andb_true_iff, Z.eqb_eq in B; destruct B as [B B'].
      pose proof (proj1 (is_single_spec i) B') as [_ O].
      destruct (C i I) as [H|(H & _)]; [ rewrite coverage_times, times_count in H by auto; lia | ].
      rewrite H in B; simpl in B; lia.
    + intros c I; apply root_needs in I as (i & I & B & ->); cbn [low high item].
      destruct (C i I) as [H|(H & color & N & K)]; [ now rewrite coverage_times in H by auto | ].
      assert (E : N.land T (users t i) = 0).
      { apply disjoint_iff; intros k; intros X U; apply users_spec in U as (d & J).
        pose proof (K k d X J); subst d.
        destruct (wf_entries k) as [_ Y]; [ eapply entries_option; eauto | ].
        destruct (Y _ _ J) as [_ [Y'|[_ Y']]]; [ congruence | tauto ]. }
      rewrite times_sum by auto; unfold users in E; rewrite E, sum_over_empty, H; simpl; lia.
Qed.
End Tables.
