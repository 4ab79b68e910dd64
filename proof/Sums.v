(** * Sums over lists, and over sets. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation.
Import ListNotations.
Require Import Specification Sets Counting.
Open Scope N_scope.

Lemma sum_ext f g l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof. induction l; simpl; auto; intro H; rewrite IHl by auto; rewrite H by auto; auto. Qed.

Lemma sum_add f g l : sum (fun x => (f x + g x)%Z) l = (sum f l + sum g l)%Z.
Proof. induction l; simpl; lia. Qed.

Lemma sum_scale k f l : sum (fun x => (k * f x)%Z) l = (k * sum f l)%Z.
Proof. induction l; simpl; lia. Qed.

Lemma sum_zero l : sum (fun _ => 0%Z) l = 0%Z.
Proof. induction l; simpl; lia. Qed.

Lemma sum_le f g l : (forall x, In x l -> (f x <= g x)%Z) -> (sum f l <= sum g l)%Z.
Proof.
  induction l as [|x l IH]; simpl; intro H; [ lia | ].
  pose proof (H x (or_introl eq_refl)); pose proof (IH (fun y Y => H y (or_intror Y))); lia.
Qed.

(** One summand is larger by d. *)
Lemma sum_le_by f g l o d : In o l -> (f o + d <= g o)%Z -> (0 <= d)%Z ->
  (forall x, In x l -> (f x <= g x)%Z) -> (sum f l + d <= sum g l)%Z.
Proof.
  induction l as [|x l IH]; simpl; intros I D P H; [ tauto | ].
  pose proof (H x (or_introl eq_refl)).
  destruct I as [->|I].
  - pose proof (sum_le f g l (fun y Y => H y (or_intror Y))); lia.
  - pose proof (IH I D P (fun y Y => H y (or_intror Y))); lia.
Qed.

Lemma sum_swap (f : N -> N -> Z) l m :
  sum (fun x => sum (f x) m) l = sum (fun y => sum (fun x => f x y) l) m.
Proof. induction l as [|x l IH]; simpl; [ now rewrite sum_zero | now rewrite IH, sum_add ]. Qed.

Lemma sum_length (P : N -> bool) l :
  sum (fun o => if P o then 1%Z else 0%Z) l = Z.of_nat (length (filter P l)).
Proof.
  induction l as [|o l IH]; simpl; auto; rewrite IH; destruct (P o); simpl length; lia.
Qed.

(** The sum in constant stack space. *)
Definition total (f : N -> Z) (l : list N) : Z := fold_left (fun a x => a + f x)%Z l 0%Z.

Lemma total_sum f l : total f l = sum f l.
Proof.
  unfold total; assert (E : forall a, fold_left (fun a x => a + f x)%Z l a = (a + sum f l)%Z).
  { induction l as [|x l IH]; intro a; simpl; [ lia | rewrite IH; lia ]. }
  rewrite E; lia.
Qed.

Lemma sum_permutation f l m : Permutation l m -> sum f l = sum f m.
Proof. induction 1; simpl; lia. Qed.

Lemma sum_same_elements f l m : NoDup l -> NoDup m -> (forall x, In x l <-> In x m) -> sum f l = sum f m.
Proof. intros; now apply sum_permutation, NoDup_Permutation. Qed.

Lemma sum_filter f (P : N -> bool) l : sum (fun x => if P x then f x else 0%Z) l = sum f (filter P l).
Proof. induction l as [|x l IH]; simpl; auto; destruct (P x); simpl; lia. Qed.

Lemma sum_map f (g : N -> N) l : sum f (map g l) = sum (fun x => f (g x)) l.
Proof. induction l; simpl; auto; lia. Qed.

Lemma sum_append f l m : sum f (l ++ m) = (sum f l + sum f m)%Z.
Proof. induction l; simpl; auto; lia. Qed.

Lemma sum_nonneg f l : (forall x, In x l -> (0 <= f x)%Z) -> (0 <= sum f l)%Z.
Proof. intro H; rewrite <- (sum_zero l); now apply sum_le. Qed.

(** ** The sum over a set *)
Definition sum_over (f : N -> Z) (a : N) : Z := total f (elements a).

Lemma sum_over_list f a l : NoDup l -> (forall k, In k l <-> k ∈ a) -> sum_over f a = sum f l.
Proof.
  intros D H; unfold sum_over; rewrite total_sum; apply sum_same_elements; auto.
  - apply elements_nodup.
  - intro x; rewrite elements_spec, H; tauto.
Qed.

Lemma sum_over_size a : sum_over (fun _ => 1%Z) a = size a.
Proof.
  unfold sum_over; rewrite total_sum, size_elements; induction (elements a) as [|x l IH]; auto.
  cbn [sum fold_right length]; fold (sum (fun _ => 1%Z) l); lia.
Qed.

Lemma sum_over_ext f g a : (forall k, k ∈ a -> f k = g k) -> sum_over f a = sum_over g a.
Proof.
  intro H; unfold sum_over; rewrite !total_sum; apply sum_ext; intros x X; now apply H, elements_spec.
Qed.

Lemma sum_over_le f g a : (forall k, k ∈ a -> (f k <= g k)%Z) -> (sum_over f a <= sum_over g a)%Z.
Proof.
  intro H; unfold sum_over; rewrite !total_sum; apply sum_le; intros x X; now apply H, elements_spec.
Qed.

Lemma sum_over_nonneg f a : (forall k, k ∈ a -> (0 <= f k)%Z) -> (0 <= sum_over f a)%Z.
Proof.
  intro H; unfold sum_over; rewrite total_sum; apply sum_nonneg; intros x X; now apply H, elements_spec.
Qed.

Lemma sum_over_union f a b :
  N.land a b = 0 -> sum_over f (N.lor a b) = (sum_over f a + sum_over f b)%Z.
Proof.
  rewrite disjoint_iff; intro D; rewrite (sum_over_list f _ (elements a ++ elements b)).
  - unfold sum_over; now rewrite !total_sum, sum_append.
  - apply nodup_append; try apply elements_nodup; intros k A B.
    apply elements_spec in A; apply elements_spec in B; eauto.
  - intro k; rewrite in_app_iff, !elements_spec; membership; tauto.
Qed.

Lemma sum_over_empty f : sum_over f 0 = 0%Z.
Proof. reflexivity. Qed.

Lemma sum_over_setbit f a o : o ∉ a -> sum_over f (N.setbit a o) = (f o + sum_over f a)%Z.
Proof.
  intro O; rewrite (sum_over_list f _ (o :: elements a)).
  - unfold sum_over; rewrite total_sum; reflexivity.
  - constructor; [ rewrite elements_spec; congruence | apply elements_nodup ].
  - intro k; cbn [In]; rewrite elements_spec; membership; tauto.
Qed.

Lemma sum_over_image f (g : N -> N) a : injective_on g a ->
  sum_over f (image g a) = sum_over (fun k => f (g k)) a.
Proof.
  intro I; rewrite (sum_over_list f _ (map g (elements a))).
  - unfold sum_over; now rewrite sum_map, total_sum.
  - apply nodup_map; [ apply elements_nodup | ].
    intros x y X Y; apply elements_spec in X; apply elements_spec in Y; now apply I.
  - intro k; rewrite image_spec, in_map_iff; split.
    + intros (o & <- & O); apply elements_spec in O; eauto.
    + intros (o & O & ->); exists o; rewrite elements_spec; auto.
Qed.

(** Over a larger set the sum is no less, if it is of what is no less, and what is added is not
    negative. *)
Lemma sum_over_subset f g a b : subset a b -> (forall k, k ∈ a -> (f k <= g k)%Z) ->
  (forall k, k ∈ b -> (0 <= g k)%Z) -> (sum_over f a <= sum_over g b)%Z.
Proof.
  intros S L P; assert (E : b = N.lor a (N.ldiff b a)).
  { apply same_elements; intro k; specialize (S k); membership.
    destruct (N.testbit a k), (N.testbit b k); intuition congruence. }
  rewrite E, sum_over_union by (apply disjoint_iff; intros k; membership; intuition congruence).
  pose proof (sum_over_le f g a L); assert (Q : (0 <= sum_over g (N.ldiff b a))%Z); [ | lia ].
  apply sum_over_nonneg; intros k K; membership; apply P; tauto.
Qed.
