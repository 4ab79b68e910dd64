(** * The checker of certificates, and the two theorems.

    [check_count m k lines] and [check_optimum m best unit scale T lines] are the checker: the
    matrix and the lines of a certificate are read by a program that is not proved (checker.ml);
    that what is accepted holds of the matrix that was read is proved here. The lines need not be
    trusted: whatever they are, what is accepted is true. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification Sets Sums Counting States Graphs Matrix Renaming Tree Prices PricedTree.
Open Scope N_scope.

Fixpoint follow {A B : Type} (step : A -> B -> option A) (memory : A) (lines : list B) : option A :=
  match lines with
  | [] => Some memory
  | line :: lines =>
    match step memory line with None => None | Some memory => follow step memory lines end
  end.

(** ** Counts *)
Inductive count_line := Rename (item_names option_names : list N) | CountNode (n : N) (l : line).
Record count_memory := CountMemory { known : renamings; how_many : N; open_counts : pending }.

Definition count_start (t : tables) (k : N) : count_memory :=
  CountMemory (Map.empty _) 0 (Map.add 0 (root t, 0, k) (Map.empty _)).
Definition count_step (m : matrix) (t : tables) (a : count_memory) (l : count_line) : option count_memory :=
  match l with
  | Rename item_names option_names =>
    match read_renaming m t item_names option_names with
    | None => None
    | Some r => Some (CountMemory (Map.add (how_many a) r (known a)) (how_many a + 1) (open_counts a))
    end
  | CountNode n l =>
    match check_line t (known a) (open_counts a) n l with
    | None => None
    | Some p => Some (CountMemory (known a) (how_many a) p)
    end
  end.
Definition count_done (a : count_memory) : bool := Map.is_empty (open_counts a).

Definition check_count (m : matrix) (k : N) (lines : list count_line) : bool :=
  let t := tables_of m in
  well_formed m t &&
  match follow (count_step m t) (count_start t k) lines with Some a => count_done a | None => false end.

(** ** Optima *)
Inductive price_line := SetPrices (prices : list Z) (paid lost : Z) | PricedNode (n : N) (l : line).
Record price_memory := PriceMemory { current : prices; open_spending : spending }.

Definition price_start (t : tables) : price_memory :=
  PriceMemory (prices_of t []) (Map.add 0 (root t, 0%Z) (Map.empty _)).
Definition price_step (t : tables) (first : state) (scale limit : Z) (a : price_memory) (l : price_line) :
  option price_memory :=
  match l with
  | SetPrices l paid lost =>
    let p := prices_of t l in
    if (paid_at t p first =? paid)%Z && (lost_at t scale p first =? lost)%Z
    then Some (PriceMemory p (open_spending a)) else None
  | PricedNode n l =>
    match spend_line t scale limit (current a) (open_spending a) n l with
    | None => None
    | Some q => Some (PriceMemory (current a) q)
    end
  end.
Definition price_done (a : price_memory) : bool := Map.is_empty (open_spending a).

(** Whether a set of options solves a state. *)
Definition solves_state (t : tables) (s : state) (T : N) : bool :=
  (N.ldiff T (live s) =? 0)
  && forallb (fun o => N.land (clash t o) (N.clearbit T o) =? 0) (elements T)
  && forallb (fun i => (1 <=? count (item_uses t) T i)%Z) (elements (uncovered s))
  && forallb (fun c => (low c <=? times (item_uses t) T (item c))%Z
                       && (times (item_uses t) T (item c) <=? high c)%Z) (needs s).
(** Whether the set T is a solution that costs [best], [unit] divides all costs, and there are no graph
    rules. *)
Definition is_reached (t : tables) (best unit : Z) (T : N) : bool :=
  has_no_rules t && (0 <? unit)%Z && forallb (fun o => (cost_at t o mod unit =? 0)%Z) (option_numbers t)
  && solves_state t (root t) T
  && (total (fun o => if N.testbit T o then cost_at t o else 0%Z) (option_numbers t) =? best)%Z.

Definition check_optimum (m : matrix) (best unit scale : Z) (T : N) (lines : list price_line) : bool :=
  let t := tables_of m in
  well_formed m t && (0 <? scale)%Z && is_reached t best unit T &&
  match follow (price_step t (root t) scale (best - unit)) (price_start t) lines with
  | Some a => price_done a
  | None => false
  end.

(** ** The theorem of counts *)
Lemma follow_invariant {A B : Type} (step : A -> B -> option A) (good : A -> Prop) (holds : A -> Prop) :
  (forall a l b, good a -> step a l = Some b -> good b /\ (holds b -> holds a)) ->
  forall lines a b, good a -> follow step a lines = Some b -> holds b -> holds a.
Proof.
  intros S; induction lines as [|l lines IH]; intros a b G; cbn [follow]; [ intro H; now inversion H | ].
  destruct (step a l) as [c|] eqn:E; [ | discriminate ]; intros H K.
  destruct (S a l c G E); eauto.
Qed.

Definition all_faithful (t : tables) (rs : renamings) : Prop :=
  forall n r, Map.find n rs = Some r -> faithful (item_uses t) (clash t) r.

Lemma count_step_correct m a l b : well_formed m (tables_of m) = true ->
  all_faithful (tables_of m) (known a) -> count_step m (tables_of m) a l = Some b ->
  all_faithful (tables_of m) (known b) /\
  (all_right (tables_of m) (open_counts b) -> all_right (tables_of m) (open_counts a)).
Proof.
  intros wf F; destruct l as [is os|n l]; cbn [count_step].
  - destruct (read_renaming _ _ is os) as [r|] eqn:R; [ | discriminate ].
    intro H; inversion H; subst; cbn [known open_counts]; split; auto; intros n r' E.
    destruct (N.eq_dec (how_many a) n) as [<-|D].
    + rewrite MapFacts.add_eq_o in E by auto; inversion E; subst r'.
      now apply read_renaming_correct in R.
    + rewrite MapFacts.add_neq_o in E by auto; eauto.
  - destruct (check_line _ _ _ _ _) as [p|] eqn:R; [ | discriminate ].
    intro H; inversion H; subst; cbn [known open_counts]; split; auto.
    eapply check_line_correct; eauto using cover_users, clash_symmetric; apply sound_uses.
Qed.

(** If the checker accepts that there are k solutions, there are exactly k. *)
Theorem accepted_count m k lines : check_count m k lines = true -> exactly k (solution m).
Proof.
  unfold check_count; rewrite andb_true_iff; intros [wf R].
  destruct (follow _ _ lines) as [b|] eqn:E; [ | discriminate ].
  assert (A : all_right (tables_of m) (open_counts (count_start (tables_of m) k))).
  { refine (follow_invariant (count_step m (tables_of m)) (fun a => all_faithful (tables_of m) (known a))
      (fun a => all_right (tables_of m) (open_counts a)) _ lines _ b _ E _).
    - intros; now apply count_step_correct with l.
    - intros n r F; simpl in F; rewrite MapFacts.empty_o in F; discriminate.
    - intros n s past j F; apply MapFacts.is_empty_iff in R.
      exfalso; apply (R n (s, past, j)), MapFacts.find_mapsto_iff; auto. }
  eapply exactly_iff; [ | apply (A 0 (root (tables_of m)) 0 k); unfold count_start; cbn [open_counts];
    now rewrite MapFacts.add_eq_o ].
  intro T; cbv beta; rewrite N.lor_0_l, root_solves by auto; unfold solution, all_hold.
  change (rules (tables_of m)) with (graph_rules m); tauto.
Qed.

Corollary accepted_infeasible m lines : check_count m 0 lines = true -> forall T, ~ solution m T.
Proof. intro H; apply exactly_zero_none; now apply accepted_count in H. Qed.

Corollary accepted_unique m lines : check_count m 1 lines = true -> exists! T, solution m T.
Proof.
  intro H; apply accepted_count in H as (L & _ & E & I).
  destruct L as [|T [|U L]]; simpl in *; try lia.
  exists T; split; [ apply I; auto | intros U V; apply I in V; destruct V as [V|[]]; auto ].
Qed.

(** ** The theorem of optima *)
Lemma solves_state_correct t s T : solves_state t s T = true -> solves (item_uses t) (clash t) s T.
Proof.
  unfold solves_state; rewrite !andb_true_iff, !forallb_forall, N.eqb_eq, subset_iff.
  intros [[[L C] M] B]; constructor; auto.
  - intros o o' O O' D; apply elements_spec, C in O; rewrite N.eqb_eq, empty_iff in O.
    specialize (O o'); rewrite N.land_spec, N.clearbit_eqb, O' in O.
    destruct (N.eqb_spec o o'); [ congruence | now rewrite !andb_true_r in O ].
  - intros i I; apply Z.leb_le, M; now apply elements_spec.
  - intros c I; specialize (B c I); rewrite andb_true_iff, !Z.leb_le in B; exact B.
Qed.

Lemma cost_is_sum_in m T : cost m T = sum_in (option_numbers (tables_of m)) (cost_at (tables_of m)) T.
Proof. unfold cost, sum_in; rewrite option_numbers_all; reflexivity. Qed.

Lemma divides_sum g f l : (forall x, In x l -> (g | f x)%Z) -> (g | sum f l)%Z.
Proof.
  induction l as [|x l IH]; simpl; intro H; [ apply Z.divide_0_r | ].
  apply Z.divide_add_r; auto.
Qed.

Definition are_prices (t : tables) (p : prices) : Prop := exists l, p = prices_of t l.

Lemma price_step_correct m first scale limit a l b : well_formed m (tables_of m) = true -> (0 < scale)%Z ->
  are_prices (tables_of m) (current a) -> price_step (tables_of m) first scale limit a l = Some b ->
  are_prices (tables_of m) (current b) /\
  (all_more m limit (open_spending b) -> all_more m limit (open_spending a)).
Proof.
  intros wf S P; destruct l as [l paid lost|n l]; cbn [price_step].
  - destruct (_ && _); [ | discriminate ]; intro H; inversion H; subst; cbn [current open_spending].
    split; auto; exists l; auto.
  - destruct (spend_line _ _ _ _ _ _ _) as [q|] eqn:E; [ | discriminate ].
    intro H; inversion H; subst; cbn [current open_spending]; split; auto.
    destruct P as [prices P]; rewrite P in E; eapply spend_line_correct; eauto.
Qed.

(** If the checker accepts that the optimum is [best], the set T is a solution that costs it, and
    no solution costs less. *)
Theorem accepted_optimum m best unit scale T lines : check_optimum m best unit scale T lines = true ->
  (solution m T /\ cost m T = best) /\ forall U, solution m U -> (best <= cost m U)%Z.
Proof.
  unfold check_optimum, is_reached; rewrite !andb_true_iff, !Z.ltb_lt, Z.eqb_eq, total_sum, forallb_forall.
  intros [[[wf S] [[[[N U] G] K] E]] R].
  assert (RS : forall V, solves (item_uses (tables_of m)) (clash (tables_of m)) (root (tables_of m)) V <->
                        solution m V).
  { intro V; rewrite root_solves by auto; unfold solution; split; [ | tauto ].
    intros [I C]; split; [ | split ]; auto; exact (no_rules_hold (tables_of m) V N). }
  change (sum _ _) with (sum_in (option_numbers (tables_of m)) (cost_at (tables_of m)) T) in E.
  rewrite <- cost_is_sum_in in E; split.
  { split; auto; apply RS; now apply solves_state_correct. }
  destruct (follow _ _ lines) as [b|] eqn:F; [ | discriminate ].
  assert (A : all_more m (best - unit) (open_spending (price_start (tables_of m)))).
  { refine (follow_invariant (price_step (tables_of m) (root (tables_of m)) scale (best - unit))
      (fun a => are_prices (tables_of m) (current a))
      (fun a => all_more m (best - unit) (open_spending a)) _ lines _ b _ F _).
    - intros; now apply price_step_correct with (root (tables_of m)) scale l.
    - now exists [].
    - intros n s j H; apply MapFacts.is_empty_iff in R.
      exfalso; apply (R n (s, j)), MapFacts.find_mapsto_iff; auto. }
  intros V SV; specialize (A 0 (root (tables_of m)) 0%Z); unfold price_start in A.
  cbn [open_spending] in A; rewrite MapFacts.add_eq_o in A by auto; specialize (A eq_refl V).
  rewrite <- cost_is_sum_in in A.
  assert (C : (best - unit < 0 + cost m V)%Z).
  { apply A; [ | now apply RS ].
    intros o O; rewrite option_numbers_all; now apply (proj1 SV). }
  assert (D : forall W, (unit | cost m W)%Z).
  { intro W; apply divides_sum; intros o O; destruct (N.testbit W o); [ | apply Z.divide_0_r ].
    apply Z.mod_divide; [ lia | ]; apply Z.eqb_eq, (G o); now rewrite option_numbers_all. }
  destruct (D T) as [x Dx], (D V) as [y Dy]; rewrite Dy in C |- *; rewrite Dx in E; subst best.
  assert (L : (x - 1 < y)%Z) by (apply (Z.mul_lt_mono_pos_r unit); lia).
  apply Z.mul_le_mono_nonneg_r; lia.
Qed.

Print Assumptions accepted_count.
Print Assumptions accepted_infeasible.
Print Assumptions accepted_unique.
Print Assumptions accepted_optimum.
