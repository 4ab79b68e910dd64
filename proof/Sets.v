(** * Finite sets of numbers as bit masks, and how many elements they have. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification.
Open Scope N_scope.

Notation "o ∉ T" := (N.testbit T o = false) (at level 70).

Definition subset (a b : N) : Prop := forall k, k ∈ a -> k ∈ b.

(** Rewrite membership in unions, intersections ... to logic. *)
Ltac membership := repeat first
  [ rewrite N.land_spec in * | rewrite N.lor_spec in * | rewrite N.ldiff_spec in *
  | rewrite N.setbit_eqb in * | rewrite N.clearbit_eqb in * | rewrite N.bits_0 in *
  | rewrite andb_true_iff in * | rewrite orb_true_iff in * | rewrite negb_true_iff in *
  | rewrite N.eqb_eq in * | rewrite N.eqb_neq in * ].

Lemma same_elements a b : (forall k, k ∈ a <-> k ∈ b) -> a = b.
Proof.
  intro H; apply N.bits_inj; intro k; specialize (H k).
  destruct (N.testbit a k), (N.testbit b k); intuition congruence.
Qed.

Lemma nonempty a : a <> 0 -> exists k, k ∈ a.
Proof. intro H; exists (N.log2 a); now apply N.bit_log2. Qed.

Lemma empty_iff a : a = 0 <-> forall k, k ∉ a.
Proof.
  split; [ now intros -> k; apply N.bits_0 | ].
  intro H; apply N.bits_inj; intro k; now rewrite H, N.bits_0.
Qed.

Lemma disjoint_iff a b : N.land a b = 0 <-> forall k, k ∈ a -> k ∈ b -> False.
Proof.
  rewrite empty_iff; split; intros H k.
  - intros A B; specialize (H k); rewrite N.land_spec, A, B in H; discriminate.
  - rewrite N.land_spec; specialize (H k).
    destruct (N.testbit a k), (N.testbit b k); auto; exfalso; auto.
Qed.

Lemma subset_iff a b : N.ldiff a b = 0 <-> subset a b.
Proof.
  rewrite empty_iff; unfold subset; split; intros H k; specialize (H k); rewrite N.ldiff_spec in *.
  - intro A; rewrite A in H; now apply negb_false_iff in H.
  - destruct (N.testbit a k); auto; simpl; now rewrite H.
Qed.

(** The number of elements. *)
Fixpoint positive_size (p : positive) : Z :=
  match p with xH => 1 | xO p => positive_size p | xI p => 1 + positive_size p end%Z.
Definition size (a : N) : Z := match a with 0 => 0%Z | Npos p => positive_size p end.

Lemma positive_size_pos p : (1 <= positive_size p)%Z.
Proof. induction p; cbn [positive_size]; lia. Qed.

Lemma size_nonneg a : (0 <= size a)%Z.
Proof. destruct a as [|p]; cbn [size]; [lia | pose proof (positive_size_pos p); lia]. Qed.

Lemma size_0 a : (size a <= 0)%Z -> a = 0.
Proof. destruct a as [|p]; cbn [size]; auto; pose proof (positive_size_pos p); lia. Qed.

Lemma positive_size_lor p : forall q, Pos.land p q = 0 ->
  positive_size (Pos.lor p q) = (positive_size p + positive_size q)%Z.
Proof.
  induction p as [p IH|p IH|]; intros [q|q|]; cbn [Pos.land Pos.lor positive_size]; intro H;
    try discriminate; try lia;
    destruct (Pos.land p q) eqn:E; simpl in H; try discriminate; specialize (IH q E); lia.
Qed.

Lemma size_lor a b : N.land a b = 0 -> size (N.lor a b) = (size a + size b)%Z.
Proof.
  destruct a as [|p], b as [|q]; cbn [size N.land N.lor]; auto; [ lia | apply positive_size_lor ].
Qed.

Lemma size_subset a b : subset a b -> (size a <= size b)%Z.
Proof.
  intro H; assert (E : b = N.lor a (N.ldiff b a)).
  { apply same_elements; intro k; specialize (H k); membership.
    destruct (N.testbit a k), (N.testbit b k); intuition congruence. }
  rewrite E, size_lor; [ pose proof (size_nonneg (N.ldiff b a)); lia | ].
  apply disjoint_iff; intros k A B; membership; intuition congruence.
Qed.

Lemma size_singleton o : size (N.setbit 0 o) = 1%Z.
Proof.
  unfold N.setbit; rewrite N.lor_0_l.
  induction o using N.peano_ind; [ reflexivity | ].
  rewrite N.shiftl_succ_r; destruct (N.shiftl 1 o); auto.
Qed.

Lemma size_setbit a o : o ∉ a -> size (N.setbit a o) = (1 + size a)%Z.
Proof.
  intro H; replace (N.setbit a o) with (N.lor (N.setbit 0 o) a).
  - rewrite size_lor, size_singleton; auto.
    apply disjoint_iff; intros k A B; membership; destruct A as [->|]; congruence.
  - apply same_elements; intro k; membership; intuition congruence.
Qed.

Lemma setbit_clearbit a o : o ∈ a -> a = N.setbit (N.clearbit a o) o.
Proof. intro O; apply same_elements; intro k; membership; destruct (N.eq_dec o k); subst; intuition. Qed.

Lemma size_two a : (2 <= size a)%Z -> exists o o', o ∈ a /\ o' ∈ a /\ o <> o'.
Proof.
  intro H; destruct (nonempty a) as [o O]; [ intros ->; simpl in H; lia | ].
  destruct (nonempty (N.clearbit a o)) as [o' O'].
  - intro Z; rewrite (setbit_clearbit a o O), Z, size_singleton in H; lia.
  - exists o, o'; membership; intuition.
Qed.

(** The set of the numbers in a list. *)
Definition of_list (l : list N) : N := fold_left N.setbit l 0.

Lemma fold_setbit_spec l : forall a k, k ∈ fold_left N.setbit l a <-> In k l \/ k ∈ a.
Proof.
  induction l as [|o l IH]; cbn [fold_left In]; intros a k; [ tauto | ].
  rewrite IH; membership; tauto.
Qed.

Lemma of_list_spec l k : k ∈ of_list l <-> In k l.
Proof. unfold of_list; rewrite fold_setbit_spec, N.bits_0; intuition discriminate. Qed.

Lemma of_list_cons o l : of_list (o :: l) = N.setbit (of_list l) o.
Proof.
  apply same_elements; intro k; rewrite of_list_spec; membership; rewrite of_list_spec.
  simpl; tauto.
Qed.

Lemma size_of_list l : NoDup l -> size (of_list l) = Z.of_nat (length l).
Proof.
  induction 1 as [|o l H D IH]; [ reflexivity | ].
  rewrite of_list_cons, size_setbit, IH; [ simpl length; lia | ].
  destruct (N.testbit (of_list l) o) eqn:E; auto; now apply of_list_spec in E.
Qed.

Lemma setbit_present a o : o ∈ a -> N.setbit a o = a.
Proof. intro H; apply same_elements; intro k; membership; intuition congruence. Qed.

Lemma size_list_le l : (size (of_list l) <= Z.of_nat (length l))%Z.
Proof.
  induction l as [|o l IH]; [ simpl; lia | ]; rewrite of_list_cons; simpl length.
  destruct (N.testbit (of_list l) o) eqn:E.
  - rewrite setbit_present by auto; lia.
  - rewrite size_setbit by auto; lia.
Qed.

Lemma size_list_nodup l : size (of_list l) = Z.of_nat (length l) -> NoDup l.
Proof.
  induction l as [|o l IH]; intro H; [ constructor | ].
  rewrite of_list_cons in H; pose proof (size_list_le l) as P; simpl length in H.
  destruct (N.testbit (of_list l) o) eqn:E.
  - rewrite setbit_present in H by auto; lia.
  - rewrite size_setbit in H by auto; constructor; [ | apply IH; lia ].
    intro I; apply of_list_spec in I; congruence.
Qed.

(** The list of the elements of a set, ascending. *)
Fixpoint positive_elements (p : positive) (k : N) : list N :=
  match p with
  | xH => [k]
  | xO p => positive_elements p (N.succ k)
  | xI p => k :: positive_elements p (N.succ k)
  end.
Definition elements (a : N) : list N :=
  match a with 0 => [] | Npos p => positive_elements p 0 end.

Lemma positive_elements_spec p : forall k x,
  In x (positive_elements p k) <-> exists j, x = k + j /\ N.testbit (Npos p) j = true.
Proof.
  assert (E : forall p, Npos p~0 = 2 * Npos p) by reflexivity.
  assert (O : forall p, Npos p~1 = 2 * Npos p + 1) by reflexivity.
  induction p as [p IH|p IH|]; intros k x; cbn [positive_elements In].
  - rewrite IH; split.
    + intros [<-|(j & -> & J)]; [ exists 0; split; [ lia | reflexivity ] | ].
      exists (N.succ j); split; [ lia | ]; rewrite O, N.testbit_odd_succ by lia; auto.
    + intros (j & -> & J); destruct (N.eq_dec j 0) as [->|D]; [ left; lia | right ].
      exists (N.pred j); split; [ lia | ].
      rewrite <- (N.succ_pred j D), O, N.testbit_odd_succ in J by lia; auto.
  - rewrite IH; split.
    + intros (j & -> & J); exists (N.succ j); split; [ lia | ].
      rewrite E, N.testbit_even_succ by lia; auto.
    + intros (j & -> & J); destruct (N.eq_dec j 0) as [->|D]; [ discriminate | ].
      exists (N.pred j); split; [ lia | ].
      rewrite <- (N.succ_pred j D), E, N.testbit_even_succ in J by lia; auto.
  - split.
    + intros [<-|[]]; exists 0; split; [ lia | reflexivity ].
    + intros (j & -> & J); left; destruct j; [ lia | discriminate ].
Qed.

Lemma elements_spec a k : In k (elements a) <-> k ∈ a.
Proof.
  destruct a as [|p]; simpl elements.
  - rewrite N.bits_0; simpl; intuition discriminate.
  - rewrite positive_elements_spec; split; [ intros (j & -> & J); auto | intro H; exists k; auto ].
Qed.

Lemma positive_elements_nodup p : forall k, NoDup (positive_elements p k).
Proof.
  induction p as [p IH|p IH|]; intro k; cbn [positive_elements]; auto.
  - constructor; auto; rewrite positive_elements_spec; intros (j & E & _); lia.
  - repeat constructor; simpl; tauto.
Qed.

Lemma elements_nodup a : NoDup (elements a).
Proof. destruct a; [ constructor | apply positive_elements_nodup ]. Qed.

Lemma of_elements a : of_list (elements a) = a.
Proof. apply same_elements; intro k; rewrite of_list_spec; apply elements_spec. Qed.

Lemma size_elements a : size a = Z.of_nat (length (elements a)).
Proof. rewrite <- (of_elements a) at 1; apply size_of_list, elements_nodup. Qed.

(** The set of those numbers in a list that pass a test; in constant stack space. *)
Fixpoint collect (test : N -> bool) (l found : list N) : list N :=
  match l with
  | [] => found
  | x :: l => collect test l (if test x then x :: found else found)
  end.
Definition set_of (test : N -> bool) (l : list N) : N := of_list (collect test l []).

Lemma collect_spec test l : forall found k,
  In k (collect test l found) <-> In k l /\ test k = true \/ In k found.
Proof.
  induction l as [|x l IH]; intros found k; simpl; [ tauto | ].
  rewrite IH; destruct (test x) eqn:E; simpl.
  - split; [ intros [[A B]|[<-|A]]; auto | intros [[[<-|A] B]|A]; auto ].
  - split; [ tauto | intros [[[<-|A] B]|A]; auto; congruence ].
Qed.

Lemma set_of_spec test l k : k ∈ set_of test l <-> In k l /\ test k = true.
Proof. unfold set_of; rewrite of_list_spec, collect_spec; simpl; tauto. Qed.

(** The image of a set under a function. *)
Fixpoint map_onto (f : N -> N) (l done : list N) : list N :=
  match l with [] => done | x :: l => map_onto f l (f x :: done) end.
Definition image (f : N -> N) (a : N) : N := of_list (map_onto f (elements a) []).

Lemma map_onto_spec f l : forall done k, In k (map_onto f l done) <-> In k (map f l) \/ In k done.
Proof. induction l as [|x l IH]; intros done k; simpl; [ tauto | ]; rewrite IH; simpl; tauto. Qed.

Lemma image_of_list f a : image f a = of_list (map f (elements a)).
Proof.
  apply same_elements; intro k; unfold image; rewrite !of_list_spec, map_onto_spec; simpl; tauto.
Qed.

Lemma image_spec f a k : k ∈ image f a <-> exists o, o ∈ a /\ k = f o.
Proof.
  rewrite image_of_list, of_list_spec, in_map_iff; split.
  - intros (o & <- & O); apply elements_spec in O; eauto.
  - intros (o & O & ->); exists o; rewrite elements_spec; auto.
Qed.

Definition injective_on (f : N -> N) (a : N) : Prop :=
  forall o o', o ∈ a -> o' ∈ a -> f o = f o' -> o = o'.

Lemma nodup_injective (f : N -> N) (l : list N) : NoDup (map f l) ->
  forall x y, In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [|z l IH]; simpl; intros D x y X Y E; [ tauto | ].
  inversion D as [|? ? H M]; subst; destruct X as [->|X], Y as [->|Y]; auto; exfalso; apply H.
  - rewrite E; now apply in_map.
  - rewrite <- E; now apply in_map.
Qed.

Lemma nodup_map {A B} (f : A -> B) l :
  NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [|x l H D IH]; simpl; intro I; constructor.
  - rewrite in_map_iff; intros (y & E & Y); apply H; rewrite (I x y); auto.
  - apply IH; auto.
Qed.

Lemma size_image_injective f a : size (image f a) = size a -> injective_on f a.
Proof.
  intros H o o' O O'; rewrite (size_elements a), image_of_list in H.
  rewrite <- (map_length f) in H; apply size_list_nodup in H.
  eapply nodup_injective; [ exact H | now apply elements_spec | now apply elements_spec ].
Qed.

Lemma size_image f a b : injective_on f b -> subset a b -> size (image f a) = size a.
Proof.
  intros I S; rewrite (size_elements a), image_of_list, size_of_list, map_length; auto.
  apply nodup_map; [ apply elements_nodup | ].
  intros x y X Y; apply elements_spec, S in X; apply elements_spec, S in Y; now apply I.
Qed.
