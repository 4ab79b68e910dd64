(** * Trees that show how many solutions there are.

    A certificate is a list of nodes, each before those that its edges lead to; an edge may lead to
    a node that other edges lead to, too (folding), by way of renamings or not. A node is pending if
    an edge led to it and it has not come yet. The proof goes backwards: if the counts of all nodes
    that are pending behind a line are right, those before it are. At the end none is pending. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification Sets Counting States Matrix Renaming.
Open Scope N_scope.

(** What is below an edge: a solution, an item that lacks options, or a node, with its count. *)
Inductive target :=
  | Solution
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
Definition pending := Map.t (state * N).
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

Definition check_target (t : tables) (rs : renamings) (p : pending) (s : state) (below : target) :
  option (pending * N) :=
  match below with
  | Solution => if is_done s then Some (p, 1) else None
  | Lacking i => if lacks_options (item_uses t) s i then Some (p, 0) else None
  | Subtree n k names =>
    match rename_all rs s names with
    | None => None
    | Some s =>
      match Map.find n p with
      | None => Some (Map.add n (s, k) p, k)
      | Some (s', k') => if (k =? k') && same_state s s' then Some (p, k) else None
      end
    end
  end.

Fixpoint check_branch (t : tables) (rs : renamings) (s : state) (p : pending)
  (edges : list (N * target)) (last : ending) : option (pending * N) :=
  match edges with
  | [] =>
    match last with
    | Exhausted i => if lacks_options (item_uses t) s i then Some (p, 0) else None
    | Skipped below =>
      check_target t rs p (settle (item_uses t) (live s) (uncovered s) (needs s)) below
    end
  | (o, below) :: edges =>
    if N.testbit (live s) o then
      match check_target t rs p (after (item_uses t) (cover t) (clash t) s o) below with
      | None => None
      | Some (p, a) =>
        match check_branch t rs (without s o) p edges last with
        | None => None
        | Some (p, b) => Some (p, a + b)
        end
      end
    else None
  end.

Fixpoint check_parts (t : tables) (rs : renamings) (s : state) (p : pending)
  (edges : list (N * target)) : option (pending * N) :=
  match edges with
  | [] => if is_done s then Some (p, 1) else None
  | (o, below) :: edges =>
    if N.testbit (live s) o then
      let a := component t s o in
      if is_apart (item_uses t) (clash t) s a then
        match check_target t rs p (part (item_uses t) s a) below with
        | None => None
        | Some (p, k) =>
          match check_parts t rs (others (item_uses t) s a) p edges with
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
  | Some (s, k) =>
    let q := Map.remove n p in
    match match l with
          | Branch edges last => check_branch t rs s q edges last
          | Parts edges => check_parts t rs s q edges
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

Definition has (s : state) (k : N) : Prop := exactly k (solves (item_uses t) (clash t) s).
Definition all_right (p : pending) : Prop := forall n s k, Map.find n p = Some (s, k) -> has s k.

Variable rs : renamings.
Hypothesis all_faithful : forall n r, Map.find n rs = Some r -> faithful (item_uses t) (clash t) r.

Lemma rename_all_correct names : forall s u k, rename_all rs s names = Some u -> has u k -> has s k.
Proof.
  induction names as [|n names IH]; simpl; intros s u k; [ intro H; now inversion H | ].
  destruct (Map.find n rs) as [r|] eqn:F; [ | discriminate ].
  destruct (names_all r s) eqn:E; [ | discriminate ]; intros H K.
  unfold has; eapply rename_correct; eauto; exact (IH _ _ _ H K).
Qed.

Lemma check_target_correct p s below p' k :
  check_target t rs p s below = Some (p', k) -> all_right p' -> all_right p /\ has s k.
Proof.
  destruct below as [|i|n k' names]; simpl.
  - destruct (is_done s) eqn:E; intro H; inversion H; subst; intro A; split; auto.
    now apply done_correct.
  - destruct (lacks_options (item_uses t) s i) eqn:E; intro H; inversion H; subst; intro A; split; auto.
    eapply lacks_options_correct; eauto.
  - destruct (rename_all rs s names) as [u|] eqn:R; [ | discriminate ].
    destruct (Map.find n p) as [[s' k'']|] eqn:E.
    + destruct ((k' =? k'') && same_state u s') eqn:F; intro H; inversion H; subst.
      intro A; split; auto.
      apply andb_prop in F as [F G]; apply N.eqb_eq in F; apply same_state_equal in G; subst.
      eapply rename_all_correct; eauto.
    + intro H; inversion H; subst; intro A; split.
      * intros n' s' k' H'; apply (A n'); rewrite MapFacts.add_neq_o; auto; congruence.
      * eapply rename_all_correct; eauto; apply (A n); now rewrite MapFacts.add_eq_o.
Qed.

Lemma check_branch_correct edges last : forall s p p' k,
  check_branch t rs s p edges last = Some (p', k) -> all_right p' -> all_right p /\ has s k.
Proof.
  induction edges as [|[o below] edges IH]; intros s p p' k; simpl.
  - destruct last as [i|below].
    + destruct (lacks_options (item_uses t) s i) eqn:E; intro H; inversion H; subst; intro A; split; auto.
      eapply lacks_options_correct; eauto.
    + intros H A; apply check_target_correct in H as [P C]; auto; split; auto.
      unfold has in *; eapply exactly_iff; [ | exact C ]; intro T; rewrite settle_solves by auto.
      destruct s; tauto.
  - destruct (N.testbit (live s) o) eqn:O; [ | discriminate ].
    destruct (check_target t rs p _ below) as [[q a]|] eqn:G; [ | discriminate ].
    destruct (check_branch t rs _ q edges last) as [[q' b]|] eqn:B; [ | discriminate ].
    intro H; inversion H; subst; intro A.
    apply IH in B as [Q B]; auto; apply check_target_correct in G as [P G]; auto; split; auto.
    eapply branch_correct; eauto.
Qed.

Lemma check_parts_correct edges : forall s p p' k,
  check_parts t rs s p edges = Some (p', k) -> all_right p' -> all_right p /\ has s k.
Proof.
  induction edges as [|[o below] edges IH]; intros s p p' k; cbn [check_parts].
  - destruct (is_done s) eqn:E; intro H; inversion H; subst; intro A; split; auto.
    now apply done_correct.
  - destruct (N.testbit (live s) o); [ | discriminate ].
    set (a := component t s o); destruct (is_apart _ _ s a) eqn:O; [ | discriminate ].
    destruct (check_target t rs p _ below) as [[q k']|] eqn:G; [ | discriminate ].
    destruct (check_parts t rs _ q edges) as [[q' l]|] eqn:B; [ | discriminate ].
    intro H; inversion H; subst; intro A.
    apply IH in B as [Q B]; auto; apply check_target_correct in G as [P G]; auto; split; auto.
    eapply parts_correct; eauto.
Qed.

Theorem check_line_correct p n l p' : check_line t rs p n l = Some p' -> all_right p' -> all_right p.
Proof.
  unfold check_line; destruct (Map.find n p) as [[s k]|] eqn:F; [ | discriminate ].
  destruct (match l with Branch _ _ => _ | Parts _ => _ end) as [[q k']|] eqn:G; [ | discriminate ].
  destruct (N.eqb_spec k k'); [ | discriminate ]; subst k'; intro H; inversion H; subst q; intro A.
  assert (B : all_right (Map.remove n p) /\ has s k).
  { destruct l; [ eapply check_branch_correct | eapply check_parts_correct ]; eauto. }
  destruct B as [B C]; intros n' s' k' E; destruct (N.eq_dec n n') as [<-|D].
  - rewrite F in E; inversion E; subst; auto.
  - apply (B n'); now rewrite MapFacts.remove_neq_o.
Qed.
End Correct.
