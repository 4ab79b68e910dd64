(** * Trees that show how many solutions there are.

    A certificate is a list of nodes, each before those that its edges lead to; an edge may lead to
    a node that other edges lead to, too (folding), by way of renamings or not. A node is pending if
    an edge led to it and it has not come yet. The proof goes backwards: if the counts of all nodes
    that are pending behind a line are right, those before it are. At the end none is pending.

    Where there are graph rules, a node also depends on the options that were chosen above it, its
    past: edges may lead to one node if their pasts are alike (Futures.v). There are neither parts
    nor renamings then. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification Sets Counting States Graphs Futures Matrix Renaming.
Open Scope N_scope.

(** What is below an edge: a solution, a graph rule that is broken, an item that lacks options, or a
    node, with its count. *)
Inductive target :=
  | Solution
  | Broken
  | Lacking (i : N)
  | Subtree (node count : N) (renamings : list N).
(** How a branch ends: the item lacks options, or the option is passed over. *)
Inductive ending := Exhausted (i : N) | Skipped (below : target).
Inductive line :=
  | Branch (edges : list (N * target)) (last : ending)
  | Parts (edges : list (N * target)).

Definition same_need (c d : need) : bool :=
  (item c =? item d) && (low c =? low d)%Z && (high c =? high d)%Z.
Fixpoint same_needs (l m : list need) : bool :=
  match l, m with
  | [], [] => true
  | c :: l, d :: m => same_need c d && same_needs l m
  | _, _ => false
  end.
Definition same_state (s t : state) : bool :=
  (live s =? live t) && (uncovered s =? uncovered t) && same_needs (needs s) (needs t).

Lemma same_needs_equal l : forall m, same_needs l m = true -> l = m.
Proof.
  induction l as [|[i a b] l IH]; intros [|[j c d] m]; simpl; auto; try discriminate.
  unfold same_need; simpl; rewrite !andb_true_iff, N.eqb_eq, !Z.eqb_eq.
  intros [[[-> ->] ->] H]; f_equal; auto.
Qed.

Lemma same_state_equal s t : same_state s t = true -> s = t.
Proof.
  destruct s, t; unfold same_state; simpl; rewrite !andb_true_iff, !N.eqb_eq.
  intros [[-> ->] H]; f_equal; now apply same_needs_equal.
Qed.

(** ** The options that hang together with an option. That this closure is computed right need not
    be proved: [is_apart] checks its result. *)
Definition neighbors (t : tables) (s : state) (o : N) : N :=
  fold_left (fun a c => if N.testbit (users t (item c)) o then N.lor a (users t (item c)) else a)
    (needs s) (clash t o).
Fixpoint grow (t : tables) (fuel : nat) (s : state) (reached todo : N) : N :=
  match fuel with
  | O => reached
  | S fuel =>
    if todo =? 0 then reached else
    let o := N.log2 todo in
    let new := N.ldiff (N.land (neighbors t s o) (live s)) reached in
    grow t fuel s (N.lor reached new) (N.lor (N.clearbit todo o) new)
  end.
Definition component (t : tables) (s : state) (o : N) : N :=
  grow t (S (length (option_numbers t))) s (N.setbit 0 o) (N.setbit 0 o).

(** ** A line is checked: what is pending behind it, and how many solutions its node has. *)
Definition pending := Map.t (state * N * N).  (* of each node: its state, its past, its count *)
Definition renamings := Map.t renaming.

Fixpoint rename_all (rs : renamings) (s : state) (names : list N) : option state :=
  match names with
  | [] => Some s
  | n :: names =>
    match Map.find n rs with
    | None => None
    | Some r => if names_all r s then rename_all rs (rename r s) names else None
    end
  end.

Definition has_no_rules (t : tables) : bool := match rules t with [] => true | _ => false end.
Definition with_past (t : tables) (past o : N) : N := if has_no_rules t then past else N.setbit past o.
Definition rules_hold (t : tables) (past : N) : bool := forallb (fun r => is_held r past) (rules t).
Definition rules_broken (t : tables) (past : N) (s : state) : bool :=
  existsb (fun r => is_broken r past (N.lor past (live s))) (rules t).

Definition same_futures (t : tables) (s : state) (past past' : N) : bool :=
  (past =? past') || forallb (fun r => same_future r past past' (live s)) (rules t).

Definition check_target (t : tables) (rs : renamings) (p : pending) (s : state) (past : N)
  (below : target) : option (pending * N) :=
  match below with
  | Solution => if is_done s && rules_hold t past then Some (p, 1) else None
  | Broken => if rules_broken t past s then Some (p, 0) else None
  | Lacking i => if lacks_options (item_uses t) s i then Some (p, 0) else None
  | Subtree n k names =>
    if match names with [] => true | _ => has_no_rules t end then
      match rename_all rs s names with
      | None => None
      | Some s =>
        match Map.find n p with
        | None => Some (Map.add n (s, past, k) p, k)
        | Some (s', past', k') =>
          if (k =? k') && same_state s s' && same_futures t s past past' then Some (p, k) else None
        end
      end
    else None
  end.

(** Below most options an item lacks options at once: that takes less than the whole state. *)
Definition check_edge (t : tables) (rs : renamings) (p : pending) (s : state) (past o : N)
  (below : target) : option (pending * N) :=
  let whole (_ : unit) :=
    check_target t rs p (after (item_uses t) (cover t) (clash t) s o) (with_past t past o) below in
  match below with
  | Lacking i =>
    if lacks_after (item_uses t) (cover t) (clash t) s o i then Some (p, 0) else whole tt
  | _ => whole tt
  end.

Fixpoint check_branch (t : tables) (rs : renamings) (s : state) (past : N) (p : pending)
  (edges : list (N * target)) (last : ending) : option (pending * N) :=
  match edges with
  | [] =>
    match last with
    | Exhausted i => if lacks_options (item_uses t) s i then Some (p, 0) else None
    | Skipped below =>
      check_target t rs p (settle (item_uses t) (live s) (uncovered s) (needs s)) past below
    end
  | (o, below) :: edges =>
    if N.testbit (live s) o then
      match check_edge t rs p s past o below with
      | None => None
      | Some (p, a) =>
        match check_branch t rs (without s o) past p edges last with
        | None => None
        | Some (p, b) => Some (p, a + b)
        end
      end
    else None
  end.

Fixpoint check_parts (t : tables) (rs : renamings) (s : state) (past : N) (p : pending)
  (edges : list (N * target)) : option (pending * N) :=
  match edges with
  | [] => if is_done s then Some (p, 1) else None
  | (o, below) :: edges =>
    if N.testbit (live s) o then
      let a := component t s o in
      if is_apart (item_uses t) (clash t) s a then
        match check_target t rs p (part (item_uses t) s a) past below with
        | None => None
        | Some (p, k) =>
          match check_parts t rs (others (item_uses t) s a) past p edges with
          | None => None
          | Some (p, l) => Some (p, k * l)
          end
        end
      else None
    else None
  end.

Definition check_line (t : tables) (rs : renamings) (p : pending) (n : N) (l : line) : option pending :=
  match Map.find n p with
  | None => None
  | Some (s, past, k) =>
    let q := Map.remove n p in
    match match l with
          | Branch edges last => check_branch t rs s past q edges last
          | Parts edges => if has_no_rules t then check_parts t rs s past q edges else None
          end with
    | None => None
    | Some (p, k') => if k =? k' then Some p else None
    end
  end.

(** ** Why that is enough. *)
Section Correct.
Variable t : tables.
Hypothesis once : sound (item_uses t).
Hypothesis cover_users : forall o i, N.testbit (cover t o) i = N.testbit (users t i) o.
Hypothesis clash_symmetric : forall o o', N.testbit (clash t o) o' = N.testbit (clash t o') o.

(** A set of options holds all graph rules. *)
Definition all_hold (X : N) : Prop := forall r, In r (rules t) -> holds r X.
Definition has (s : state) (past k : N) : Prop :=
  exactly k (fun T => solves (item_uses t) (clash t) s T /\ all_hold (N.lor past T)).
Definition all_right (p : pending) : Prop :=
  forall n s past k, Map.find n p = Some (s, past, k) -> has s past k.

Lemma no_rules_hold X : has_no_rules t = true -> all_hold X.
Proof. unfold has_no_rules, all_hold; destruct (rules t); [ intros _ r [] | discriminate ]. Qed.

Lemma has_without_rules s past k : has_no_rules t = true ->
  (has s past k <-> exactly k (solves (item_uses t) (clash t) s)).
Proof.
  intro R; unfold has; split; apply exactly_iff; intro T;
    pose proof (no_rules_hold (N.lor past T) R); tauto.
Qed.

Variable rs : renamings.
Hypothesis all_faithful : forall n r, Map.find n rs = Some r -> faithful (item_uses t) (clash t) r.

Lemma rename_all_correct past names : has_no_rules t = true -> forall s u k,
  rename_all rs s names = Some u -> has u past k -> has s past k.
Proof.
  intro R; induction names as [|n names IH]; simpl; intros s u k; [ intro H; now inversion H | ].
  destruct (Map.find n rs) as [r|] eqn:F; [ | discriminate ].
  destruct (names_all r s) eqn:E; [ | discriminate ]; intros H K.
  apply has_without_rules; auto; eapply rename_correct; eauto.
  apply (has_without_rules _ past); auto; exact (IH _ _ _ H K).
Qed.

Lemma rename_correct_if past names s u k :
  match names with [] => true | _ => has_no_rules t end = true ->
  rename_all rs s names = Some u -> has u past k -> has s past k.
Proof.
  destruct names; [ simpl; intros _ H; now inversion H | intro; now apply rename_all_correct ].
Qed.

Lemma same_futures_correct s past past' k :
  same_futures t s past past' = true -> has s past' k -> has s past k.
Proof.
  unfold same_futures; rewrite orb_true_iff, N.eqb_eq, forallb_forall; intros [-> |H]; auto.
  apply exactly_iff; intro T; unfold all_hold; split; intros [S A]; split; auto; intros r R;
    apply (same_future_correct r past past' (live s)); auto; now apply (solves_live _ _ _ _ S).
Qed.

Lemma check_target_correct p s past below p' k :
  check_target t rs p s past below = Some (p', k) -> all_right p' -> all_right p /\ has s past k.
Proof.
  destruct below as [| |i|n k' names]; cbn [check_target].
  - destruct (is_done s && _) eqn:E; intro H; inversion H; subst; intro A; split; auto.
    apply andb_prop in E as [D R]; unfold rules_hold in R; rewrite forallb_forall in R.
    apply exactly_one with 0; intro T; split.
    + intros [S _]; now apply done_solves in S.
    + intros ->; split; [ now apply done_solves | ].
      rewrite N.lor_0_r; intros r I; now apply is_held_correct, R.
  - destruct (rules_broken t past s) eqn:E; intro H; inversion H; subst; intro A; split; auto.
    apply existsb_exists in E as (r & I & B); apply exactly_none; intros T [S Q].
    apply (is_broken_correct _ _ _ (N.lor past T) B); [ | | now apply Q ].
    + intros o; membership; tauto.
    + intros o; membership; intros [O|O]; auto; right; now apply (solves_live _ _ _ _ S).
  - destruct (lacks_options (item_uses t) s i) eqn:E; intro H; inversion H; subst; intro A; split; auto.
    apply exactly_none; intros T [S _]; eapply lacks_options_none; eauto.
  - destruct (match names with [] => true | _ => _ end) eqn:M; [ | discriminate ].
    destruct (rename_all rs s names) as [u|] eqn:R; [ | discriminate ].
    destruct (Map.find n p) as [[[s' past'] k'']|] eqn:E.
    + destruct ((k' =? k'') && _ && _) eqn:F; intro H; inversion H; subst.
      intro A; split; auto.
      apply andb_prop in F as [F P]; apply andb_prop in F as [F G].
      apply N.eqb_eq in F; apply same_state_equal in G; subst.
      eapply rename_correct_if; eauto; eapply same_futures_correct; eauto.
    + intro H; inversion H; subst; intro A; split.
      * intros n' s' past' k' H'; apply (A n'); rewrite MapFacts.add_neq_o; auto; congruence.
      * eapply rename_correct_if; eauto; apply (A n); now rewrite MapFacts.add_eq_o.
Qed.

Lemma check_edge_correct p s past o below p' k :
  check_edge t rs p s past o below = Some (p', k) -> all_right p' ->
  all_right p /\ has (after (item_uses t) (cover t) (clash t) s o) (with_past t past o) k.
Proof.
  unfold check_edge; destruct below as [| |i|n k' names]; try (apply check_target_correct).
  destruct (lacks_after _ _ _ s o i) eqn:E; [ | apply check_target_correct ].
  intro H; inversion H; subst; intro A; split; auto.
  apply exactly_none; intros T [S _]; eapply lacks_after_none; eauto.
Qed.

Lemma check_branch_correct edges last : forall s past p p' k,
  check_branch t rs s past p edges last = Some (p', k) -> all_right p' -> all_right p /\ has s past k.
Proof.
  induction edges as [|[o below] edges IH]; intros s past p p' k; cbn [check_branch].
  - destruct last as [i|below].
    + destruct (lacks_options (item_uses t) s i) eqn:E; intro H; inversion H; subst; intro A; split; auto.
      apply exactly_none; intros T [S _]; eapply lacks_options_none; eauto.
    + intros H A; apply check_target_correct in H as [P C]; auto; split; auto.
      unfold has in *; eapply exactly_iff; [ | exact C ]; intro T; cbv beta; rewrite settle_solves by auto.
      destruct s; tauto.
  - destruct (N.testbit (live s) o) eqn:O; [ | discriminate ].
    destruct (check_edge t rs p s past o below) as [[q a]|] eqn:G; [ | discriminate ].
    destruct (check_branch t rs _ past q edges last) as [[q' b]|] eqn:B; [ | discriminate ].
    intro H; inversion H; subst; intro A.
    apply IH in B as [Q B]; auto; apply check_edge_correct in G as [P G]; auto; split; auto.
    apply (branch_correct _ _ _ once cover_users clash_symmetric (fun T => all_hold (N.lor past T)) s o);
      auto.
    eapply exactly_iff; [ | exact G ]; intro T; unfold with_past.
    destruct (has_no_rules t) eqn:R.
    + pose proof (no_rules_hold (N.lor past T) R).
      pose proof (no_rules_hold (N.lor past (N.setbit T o)) R); tauto.
    + replace (N.lor past (N.setbit T o)) with (N.lor (N.setbit past o) T); [ tauto | ].
      apply same_elements; intro x; membership; tauto.
Qed.

Lemma check_parts_correct edges : has_no_rules t = true -> forall s past p p' k,
  check_parts t rs s past p edges = Some (p', k) -> all_right p' -> all_right p /\ has s past k.
Proof.
  intro R; induction edges as [|[o below] edges IH]; intros s past p p' k; cbn [check_parts].
  - destruct (is_done s) eqn:E; intro H; inversion H; subst; intro A; split; auto.
    apply has_without_rules; auto; now apply done_correct.
  - destruct (N.testbit (live s) o); [ | discriminate ].
    set (a := component t s o); destruct (is_apart _ _ s a) eqn:O; [ | discriminate ].
    destruct (check_target t rs p _ past below) as [[q k']|] eqn:G; [ | discriminate ].
    destruct (check_parts t rs _ past q edges) as [[q' l]|] eqn:B; [ | discriminate ].
    intro H; inversion H; subst; intro A.
    apply IH in B as [Q B]; auto; apply check_target_correct in G as [P G]; auto; split; auto.
    rewrite has_without_rules in * by auto; eapply parts_correct; eauto.
Qed.

Theorem check_line_correct p n l p' : check_line t rs p n l = Some p' -> all_right p' -> all_right p.
Proof.
  unfold check_line; destruct (Map.find n p) as [[[s past] k]|] eqn:F; [ | discriminate ].
  destruct (match l with Branch _ _ => _ | Parts _ => _ end) as [[q k']|] eqn:G; [ | discriminate ].
  destruct (N.eqb_spec k k'); [ | discriminate ]; subst k'; intro H; inversion H; subst q; intro A.
  assert (B : all_right (Map.remove n p) /\ has s past k).
  { destruct l; [ eapply check_branch_correct; eauto | ].
    destruct (has_no_rules t) eqn:R; [ eapply check_parts_correct; eauto | discriminate ]. }
  destruct B as [B C]; intros n' s' past' k' E; destruct (N.eq_dec n n') as [<-|D].
  - rewrite F in E; inversion E; subst; auto.
  - apply (B n'); now rewrite MapFacts.remove_neq_o.
Qed.
End Correct.
