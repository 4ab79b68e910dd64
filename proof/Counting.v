(** * How many sets have a property: sums, products, images. *)
From Coq Require Import NArith ZArith List Bool Lia.
Import ListNotations.
Require Import Specification Sets.
Open Scope N_scope.

Lemma exactly_iff P Q k : (forall T, P T <-> Q T) -> exactly k P -> exactly k Q.
Proof.
  intros E (L & D & A & H); exists L; repeat split; auto; intro X; [ apply E, H | apply H, E ]; auto.
Qed.

Lemma exactly_none P : (forall T, ~ P T) -> exactly 0 P.
Proof.
  intro H; exists []; repeat split; [ constructor | simpl; tauto | intro; exfalso; eapply H; eauto ].
Qed.

Lemma exactly_one P t : (forall T, P T <-> T = t) -> exactly 1 P.
Proof.
  intro H; exists [t]; split; [ repeat constructor; simpl; tauto | split; auto ].
  intro T; rewrite H; simpl; intuition.
Qed.

Lemma exactly_zero_none P : exactly 0 P -> forall T, ~ P T.
Proof. intros (L & _ & E & I) T H; apply I in H; destruct L; simpl in *; [ auto | lia ]. Qed.

Lemma nodup_append {A} (l m : list A) :
  NoDup l -> NoDup m -> (forall x, In x l -> In x m -> False) -> NoDup (l ++ m).
Proof.
  induction 1 as [|x l H D IH]; simpl; auto; intros M X; constructor.
  - rewrite in_app_iff; intros [I|I]; auto; eapply X; eauto.
  - apply IH; auto; intros y I J; eapply X; eauto.
Qed.

Lemma nodup_product {A B} (l : list A) (m : list B) :
  NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  induction 1 as [|x l H D IH]; simpl; intro M; [ constructor | ].
  apply nodup_append; auto.
  - apply nodup_map; auto; congruence.
  - intros [u v]; rewrite in_map_iff, in_prod_iff.
    intros (w & E & W) [U V]; inversion E; subst; auto.
Qed.

(** Two properties that exclude each other: the sum. *)
Lemma exactly_or P Q a b : exactly a P -> exactly b Q ->
  (forall T, P T -> Q T -> False) -> exactly (a + b) (fun T => P T \/ Q T).
Proof.
  intros (L & D & A & H) (M & E & B & I) X; exists (L ++ M); repeat split.
  - apply nodup_append; auto; intros T; rewrite H, I; apply X.
  - rewrite app_length; lia.
  - rewrite in_app_iff, H, I; auto.
  - rewrite in_app_iff, H, I; auto.
Qed.

(** The images under a function that maps no two of the sets to the same: as many. *)
Lemma exactly_map P (f : N -> N) a : exactly a P ->
  (forall x y, P x -> P y -> f x = f y -> x = y) -> exactly a (fun T => exists x, P x /\ T = f x).
Proof.
  intros (L & D & A & H) I; exists (map f L); repeat split.
  - apply nodup_map; auto; intros x y; rewrite !H; auto.
  - rewrite map_length; auto.
  - rewrite in_map_iff; intros (x & E & X); exists x; split; [ apply H | ]; auto.
  - intros (x & X & E); apply in_map_iff; exists x; split; [ | apply H ]; auto.
Qed.

(** The unions of one set of each kind: the product. *)
Lemma exactly_unions P Q a b : exactly a P -> exactly b Q ->
  (forall x y x' y', P x -> Q y -> P x' -> Q y' -> N.lor x y = N.lor x' y' -> x = x' /\ y = y') ->
  exactly (a * b) (fun T => exists x y, P x /\ Q y /\ T = N.lor x y).
Proof.
  intros (L & D & A & H) (M & E & B & I) J.
  exists (map (fun p => N.lor (fst p) (snd p)) (list_prod L M)); repeat split.
  - apply nodup_map; [ now apply nodup_product | ].
    intros [x y] [x' y']; rewrite !in_prod_iff, !H, !I; simpl; intros [X Y] [X' Y'] K.
    destruct (J x y x' y') as [-> ->]; auto.
  - rewrite map_length, prod_length; lia.
  - rewrite in_map_iff; intros ([x y] & K & X); apply in_prod_iff in X as [X Y].
    exists x, y; rewrite <- H, <- I; auto.
  - intros (x & y & X & Y & K); apply in_map_iff; exists (x, y); split; [ auto | ].
    apply in_prod_iff; rewrite H, I; auto.
Qed.
