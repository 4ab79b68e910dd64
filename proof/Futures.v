(** * Pasts after which a graph rule allows the same.

    Below two nodes with the same live options, a rule holds of the same sets of them if the options
    chosen above leave the same edges open, link the same open vertices, and give them the same
    degrees. A vertex is open if an option or an edge that is open may choose it. Each chosen vertex
    has to be linked with an open one: else no set that chooses an open vertex would do. *)
From Coq Require Import NArith ZArith List Bool Lia Permutation.
Import ListNotations.
Require Import Specification Sets Graphs.
Open Scope N_scope.

(** ** The check: L are the live options; P and Q were chosen above. *)
Definition is_open (r : graph_rule) (P L : N) (e : N * N * list N) : bool :=
  negb (edge_chosen r P e) && edge_chosen r (N.lor P L) e.
Definition open_edges (r : graph_rule) (P L : N) : list (N * N) :=
  map fst (filter (is_open r P L) (edges r)).
Definition open_vertices (r : graph_rule) (P L : N) : list N :=
  ends_of (open_edges r P L) ++ map fst (filter (fun x => any_chosen L (snd x)) (vertices r)).

(** Whether an edge is open after both, and comes with the same options. *)
Definition opens_alike (r : graph_rule) (P Q L : N) (e : N * N * list N) : bool :=
  if is_open r P L e then
    is_open r Q L e &&
    match snd e with
    | [] => Bool.eqb (vertex_chosen r P (fst (fst e))) (vertex_chosen r Q (fst (fst e)))
            && Bool.eqb (vertex_chosen r P (snd (fst e))) (vertex_chosen r Q (snd (fst e)))
    | _ => true
    end
  else negb (is_open r Q L e).

(** Whether edges link an open vertex with the same open vertices: S and T are what they reach. *)
Definition links_alike (E F : list (N * N)) (O o : N) : bool :=
  let S := linked_with E o in
  let T := linked_with F o in
  is_closed E S && is_closed F T && N.testbit S o && N.testbit T o
  && (N.land S O =? N.land T O).

(** Whether each chosen vertex is linked with one that is chosen and open. *)
Definition is_anchored (E : list (N * N)) (V : N) (os : list N) : bool :=
  N.ldiff V (fold_left (fun a o => if N.testbit V o then N.lor a (linked_with E o) else a) os 0) =? 0.

Definition degrees_alike (f : shape) (E F : list (N * N)) (O : N) (v : N) : bool :=
  let a := degree E v in
  let b := degree F v in
  if N.testbit O v then (a =? b)%nat else wanted f v a && wanted f v b.

Definition same_future (r : graph_rule) (P Q L : N) : bool :=
  forallb (opens_alike r P Q L) (edges r) &&
  (let E := chosen_edges r P in
   let F := chosen_edges r Q in
   let V := of_list (chosen_vertices r P) in
   let W := of_list (chosen_vertices r Q) in
   let os := open_vertices r P L in
   let O := of_list os in
   (N.land V O =? N.land W O) && is_anchored E V os && is_anchored F W os
   && forallb (links_alike E F O) (elements O)
   && match form r with
      | Connected => true
      | Tree => is_acyclic [] E && is_acyclic [] F
      | Loop => Bool.eqb (length E =? 0)%nat (length F =? 0)%nat
                && forallb (degrees_alike Loop E F O) (ends_of E ++ ends_of F)
      | Path s t => forallb (degrees_alike (Path s t) E F O) (s :: t :: ends_of E ++ ends_of F)
      end).

(** ** What is chosen after P and a set of live options: what P chooses, and edges that are open. *)
Section Chosen.
Variable r : graph_rule.
Variables P L T : N.
Hypothesis within : subset T L.

Definition is_new (e : N * N * list N) : bool := is_open r P L e && edge_chosen r (N.lor P T) e.
Definition new_edges : list (N * N) := map fst (filter is_new (edges r)).

Lemma subset_past : subset P (N.lor P T).
Proof. intros k; membership; tauto. Qed.

Lemma chosen_or_new e : edge_chosen r (N.lor P T) e = edge_chosen r P e || is_new e.
Proof.
  unfold is_new, is_open; pose proof (edge_chosen_grows r P (N.lor P T) e subset_past) as G.
  assert (K : edge_chosen r (N.lor P T) e = true -> edge_chosen r (N.lor P L) e = true).
  { apply edge_chosen_grows; intros k; membership; intuition. }
  destruct (edge_chosen r P e); [ now rewrite G | ].
  destruct (edge_chosen r (N.lor P T) e); [ now rewrite K | now rewrite andb_false_r ].
Qed.

Lemma not_both e : edge_chosen r P e = true -> is_new e = false.
Proof. unfold is_new, is_open; now intros ->. Qed.

Lemma chosen_edges_in e :
  In e (chosen_edges r (N.lor P T)) <-> In e (chosen_edges r P) \/ In e new_edges.
Proof.
  unfold chosen_edges, new_edges; rewrite !in_map_iff; split.
  - intros (x & <- & X); apply filter_In in X as [X C]; rewrite chosen_or_new in C.
    apply orb_true_iff in C as [C|C]; [ left | right ]; exists x; split; auto; now apply filter_In.
  - intros [(x & <- & X)|(x & <- & X)]; exists x; split; auto; apply filter_In in X as [X C];
      apply filter_In; split; auto; rewrite chosen_or_new, C; auto using orb_true_r.
Qed.

Lemma degree_new v : degree (chosen_edges r (N.lor P T)) v =
  (degree (chosen_edges r P) v + degree new_edges v)%nat.
Proof.
  unfold chosen_edges, new_edges; induction (edges r) as [|e l IH]; auto; cbn [filter].
  rewrite chosen_or_new; pose proof (not_both e) as B.
  destruct (edge_chosen r P e); cbn [orb]; [ rewrite B by auto | destruct (is_new e) ];
    cbn [map]; rewrite ?degree_cons; lia.
Qed.

Lemma length_new : length (chosen_edges r (N.lor P T)) =
  (length (chosen_edges r P) + length new_edges)%nat.
Proof.
  unfold chosen_edges, new_edges; rewrite !map_length; induction (edges r) as [|e l IH]; auto; cbn [filter].
  rewrite chosen_or_new; pose proof (not_both e) as B.
  destruct (edge_chosen r P e); cbn [orb]; [ rewrite B by auto | destruct (is_new e) ]; cbn [length]; lia.
Qed.

Lemma new_permutation :
  Permutation (chosen_edges r (N.lor P T)) (new_edges ++ chosen_edges r P).
Proof.
  unfold chosen_edges, new_edges; induction (edges r) as [|e l IH]; auto; cbn [filter].
  rewrite chosen_or_new; pose proof (not_both e) as B.
  destruct (edge_chosen r P e); cbn [orb]; [ rewrite B by auto | destruct (is_new e) ]; cbn [map app]; auto.
  now apply Permutation_cons_app.
Qed.

Lemma new_open : incl new_edges (open_edges r P L).
Proof.
  intros e; unfold new_edges, open_edges; rewrite !in_map_iff; intros (x & <- & X); exists x; split; auto.
  apply filter_In in X as [X C]; apply filter_In; split; auto; apply andb_prop in C; tauto.
Qed.

Lemma ends_in E v : In v (ends_of E) <-> exists e, In e E /\ (v = fst e \/ v = snd e).
Proof.
  unfold ends_of; rewrite in_app_iff, !in_map_iff; split.
  - intros [(e & <- & I)|(e & <- & I)]; eauto.
  - intros (e & I & [->| ->]); eauto.
Qed.

Lemma chosen_vertices_in v : In v (chosen_vertices r (N.lor P T)) ->
  In v (chosen_vertices r P) \/ In v (open_vertices r P L).
Proof.
  unfold chosen_vertices, open_vertices; rewrite !in_app_iff; intros [V|V].
  - apply in_map_iff in V as (x & <- & X); apply filter_In in X as [X C].
    unfold any_chosen in C; apply existsb_exists in C as (o & I & C); membership; destruct C as [C|C].
    + left; left; apply in_map, filter_In; split; auto; apply existsb_exists; eauto.
    + right; right; apply in_map, filter_In; split; auto; apply existsb_exists; eauto.
  - assert (In v (ends_of (chosen_edges r (N.lor P T)))) as W by (unfold ends_of; now rewrite in_app_iff).
    clear V; apply ends_in in W as (e & I & V); apply chosen_edges_in in I as [I|I].
    + left; right; rewrite <- in_app_iff; apply ends_in; eauto.
    + right; left; apply ends_in; exists e; split; auto; now apply new_open.
Qed.
End Chosen.

(** ** Cycles: edges are added one by one. *)
Lemma linked_add m E u v : linked (m :: E) u v -> linked E u v \/
  (linked E u (fst m) /\ linked E (snd m) v) \/ (linked E u (snd m) /\ linked E (fst m) v).
Proof.
  induction 1 as [|v w _ IH J]; [ left; constructor | ].
  assert (D : joined E v w \/ m = (v, w) \/ m = (w, v)).
  { destruct J as [[J|J]|[J|J]]; unfold joined; auto. }
  destruct D as [D|[-> | ->]]; cbn [fst snd] in *.
  - destruct IH as [A|[[A B]|[A B]]]; [ left | right; left | right; right ]; try split; auto;
      eapply further; eauto.
  - destruct IH as [A|[[A B]|[A B]]]; auto; right; left; split; auto; constructor.
  - destruct IH as [A|[[A B]|[A B]]]; auto; right; right; split; auto; constructor.
Qed.

Lemma no_cycle_cons m E : no_cycle (m :: E) <-> no_cycle E /\ ~ linked E (fst m) (snd m).
Proof.
  split.
  - intro H; split; [ | exact (H [] m E eq_refl) ].
    intros b e a -> L; apply (H (m :: b) e a eq_refl); eapply linked_incl; [ | exact L ].
    intros x X; now right.
  - intros [H N] [|x b] e a Q L; cbn [app] in *; inversion Q; subst; auto.
    assert (I : incl (b ++ a) (b ++ e :: a)).
    { intros y Y; apply in_app_iff in Y; apply in_app_iff; simpl; tauto. }
    assert (J : joined (b ++ e :: a) (fst e) (snd e)).
    { left; destruct e; apply in_app_iff; simpl; auto. }
    apply linked_add in L as [L|[[A B]|[A B]]]; [ now apply (H b e a eq_refl) | | ];
      apply (linked_incl _ _ _ _ I) in A; apply (linked_incl _ _ _ _ I) in B; apply N.
    + eapply linked_trans; [ apply linked_sym; exact A | ].
      eapply linked_trans; [ eapply further; [ constructor | exact J ] | apply linked_sym; exact B ].
    + eapply linked_trans; [ exact B | ].
      eapply linked_trans; [ eapply linked_sym, further; [ constructor | exact J ] | exact A ].
Qed.

Lemma no_cycle_permutation E F : Permutation E F -> no_cycle E -> no_cycle F.
Proof.
  intros S H b e a -> L.
  assert (I : In e E) by (eapply Permutation_in; [ apply Permutation_sym; exact S | apply in_elt ]).
  apply in_split in I as (b' & a' & ->); apply (H b' e a' eq_refl); eapply linked_incl; [ | exact L ].
  apply Permutation_app_inv in S; intros x X; eapply Permutation_in; [ apply Permutation_sym; exact S | exact X ].
Qed.

(** Edges between open vertices, added to edges that link these alike. *)
Lemma linked_open E F O M u w : (forall e, In e M -> In (fst e) O /\ In (snd e) O) ->
  (forall o v, In o O -> In v O -> linked E o v -> linked F o v) -> In u O ->
  linked (M ++ E) u w -> exists o, In o O /\ linked (M ++ F) u o /\ linked E o w.
Proof.
  intros ME H U; assert (K : forall o v, linked F o v -> linked (M ++ F) o v).
  { intros o v; apply linked_incl; intros e I; apply in_app_iff; auto. }
  induction 1 as [|v w L (o & O1 & B & C) J]; [ exists u; repeat split; auto; constructor | ].
  assert (D : joined E v w \/ joined M v w) by (unfold joined in *; rewrite !in_app_iff in J; tauto).
  destruct D as [D|D]; [ exists o; split; [ auto | split; [ auto | eapply further; eauto ] ] | ].
  assert (V : In v O /\ In w O) by (destruct D as [D|D]; apply ME in D; simpl in D; tauto).
  destruct V as [V W]; exists w; repeat split; auto; [ | constructor ].
  eapply further; [ eapply linked_trans; [ exact B | apply K, (H o v); auto ] | ].
  unfold joined in *; rewrite !in_app_iff; tauto.
Qed.

Lemma no_cycle_alike E F O M : (forall e, In e M -> In (fst e) O /\ In (snd e) O) ->
  (forall o v, In o O -> In v O -> (linked E o v <-> linked F o v)) -> no_cycle F ->
  no_cycle (M ++ E) -> no_cycle (M ++ F).
Proof.
  intros ME H N; induction M as [|m M IH]; cbn [app]; auto.
  rewrite !no_cycle_cons; intros [A B]; split.
  { apply IH; auto; intros e I; apply ME; now right. }
  intro L; apply B; destruct (ME m (or_introl eq_refl)) as [U V].
  apply (linked_open F E O M) in L as (o & OO & C & D); auto.
  - eapply linked_trans; [ exact C | ]; apply (linked_incl E).
    + intros e I; apply in_app_iff; auto.
    + apply H; auto.
  - intros e I; apply ME; now right.
  - intros; apply H; auto.
Qed.

(** ** Two pasts that are alike. *)
Section Alike.
Variable r : graph_rule.
Variable L : N.

Definition alike_degree (f : shape) (E F : list (N * N)) (O : list N) (v : N) : Prop :=
  (In v O -> degree E v = degree F v) /\
  (~ In v O -> wanted f v (degree E v) = true /\ wanted f v (degree F v) = true).

Record alike (P Q : N) : Prop := Alike {
  same_open : forall e, In e (edges r) -> is_open r P L e = is_open r Q L e;
  same_ends : forall e, In e (edges r) -> is_open r P L e = true -> snd e = [] ->
    vertex_chosen r P (fst (fst e)) = vertex_chosen r Q (fst (fst e)) /\
    vertex_chosen r P (snd (fst e)) = vertex_chosen r Q (snd (fst e));
  same_chosen : forall o, In o (open_vertices r P L) ->
    (In o (chosen_vertices r P) <-> In o (chosen_vertices r Q));
  same_links : forall o v, In o (open_vertices r P L) -> In v (open_vertices r P L) ->
    (linked (chosen_edges r P) o v <-> linked (chosen_edges r Q) o v);
  anchored : forall v, In v (chosen_vertices r P) -> exists o,
    In o (open_vertices r P L) /\ In o (chosen_vertices r P) /\ linked (chosen_edges r P) o v;
  anchored' : forall v, In v (chosen_vertices r Q) -> exists o,
    In o (open_vertices r P L) /\ In o (chosen_vertices r Q) /\ linked (chosen_edges r Q) o v;
  same_degrees : match form r with
    | Connected => True
    | Tree => no_cycle (chosen_edges r P) /\ no_cycle (chosen_edges r Q)
    | Loop => (chosen_edges r P = [] <-> chosen_edges r Q = []) /\
              forall v, alike_degree Loop (chosen_edges r P) (chosen_edges r Q) (open_vertices r P L) v
    | Path s t => forall v,
        alike_degree (Path s t) (chosen_edges r P) (chosen_edges r Q) (open_vertices r P L) v
    end }.

Lemma open_edges_alike P Q : alike P Q -> open_edges r P L = open_edges r Q L.
Proof.
  intro A; unfold open_edges; f_equal; apply filter_ext_in; intros e I; now apply (same_open _ _ A).
Qed.

Lemma open_vertices_alike P Q : alike P Q -> open_vertices r P L = open_vertices r Q L.
Proof. intro A; unfold open_vertices; now rewrite (open_edges_alike _ _ A). Qed.

Lemma alike_sym P Q : alike P Q -> alike Q P.
Proof.
  intro A; constructor; rewrite <- ?(open_vertices_alike _ _ A).
  - intros e I; symmetry; now apply (same_open _ _ A).
  - intros e I H E; rewrite <- (same_open _ _ A) in H by auto.
    destruct (same_ends _ _ A e I H E); auto.
  - intros o O; symmetry; now apply (same_chosen _ _ A).
  - intros o v O V; symmetry; now apply (same_links _ _ A).
  - apply (anchored' _ _ A).
  - apply (anchored _ _ A).
  - pose proof (same_degrees _ _ A) as D; unfold alike_degree in *.
    destruct (form r); try tauto; [ destruct D as [E D]; split; [ tauto | ] | ]; intro v;
      destruct (D v) as [X Y]; split; intro I; [ symmetry | apply and_comm | symmetry | apply and_comm ]; auto.
Qed.

Variables P Q T : N.
Hypothesis A : alike P Q.
Hypothesis within : subset T L.

Lemma any_chosen_lor X Y os : any_chosen (N.lor X Y) os = any_chosen X os || any_chosen Y os.
Proof.
  unfold any_chosen; induction os as [|o os IH]; cbn [existsb]; auto; rewrite N.lor_spec, IH.
  rewrite <- !orb_assoc; f_equal; rewrite !orb_assoc; f_equal; apply orb_comm.
Qed.

Lemma vertex_chosen_lor X Y v :
  vertex_chosen r (N.lor X Y) v = vertex_chosen r X v || vertex_chosen r Y v.
Proof.
  unfold vertex_chosen; induction (vertices r) as [|x l IH]; cbn [existsb]; auto.
  rewrite any_chosen_lor, IH, andb_orb_distrib_r.
  rewrite <- !orb_assoc; f_equal; rewrite !orb_assoc; f_equal; apply orb_comm.
Qed.

Lemma is_new_alike e : In e (edges r) -> is_new r P L T e = is_new r Q L T e.
Proof.
  intro I; unfold is_new; pose proof (same_open _ _ A e I) as S; rewrite <- S.
  destruct (is_open r P L e) eqn:O; auto; cbn [andb].
  pose proof (same_ends _ _ A e I O) as V; symmetry in S.
  unfold is_open in O, S; apply andb_prop in O as [O _]; apply andb_prop in S as [S _].
  apply negb_true_iff in O; apply negb_true_iff in S.
  unfold edge_chosen in *; destruct (snd e) as [|o os].
  - destruct (V eq_refl) as [V1 V2]; rewrite !vertex_chosen_lor; now rewrite V1, V2.
  - rewrite !any_chosen_lor; now rewrite O, S.
Qed.

Lemma new_edges_alike : new_edges r P L T = new_edges r Q L T.
Proof. unfold new_edges; f_equal; apply filter_ext_in; apply is_new_alike. Qed.

Lemma new_vertices_open v : In v (ends_of (new_edges r P L T)) -> In v (open_vertices r P L).
Proof.
  rewrite ends_in; intros (e & I & V); unfold open_vertices; apply in_app_iff; left.
  apply ends_in; exists e; split; auto; now apply new_open in I.
Qed.

(** Open vertices that are linked after P are linked after Q. *)
Lemma linked_alike u w : In u (open_vertices r P L) ->
  linked (chosen_edges r (N.lor P T)) u w -> exists o, In o (open_vertices r P L) /\
  linked (chosen_edges r (N.lor Q T)) u o /\ linked (chosen_edges r P) o w.
Proof.
  intros U; induction 1 as [|v w K (o & O & B & C) J]; [ exists u; repeat split; auto; constructor | ].
  assert (D : joined (chosen_edges r P) v w \/ joined (new_edges r P L T) v w).
  { unfold joined in *; rewrite !(chosen_edges_in r P L T within) in J; tauto. }
  destruct D as [D|D]; [ exists o; split; [ auto | split; [ auto | eapply further; eauto ] ] | ].
  assert (V : In v (open_vertices r P L) /\ In w (open_vertices r P L)).
  { split; apply new_vertices_open, ends_in; destruct D as [D|D]; eauto. }
  destruct V as [V W]; exists w; repeat split; auto; [ | constructor ].
  eapply further; [ eapply linked_trans; [ exact B | ] | ].
  - apply (linked_incl (chosen_edges r Q)).
    + intros e E; apply (chosen_edges_in r Q L T within); auto.
    + apply (same_links _ _ A o v); auto.
  - rewrite new_edges_alike in D; unfold joined in *; rewrite !(chosen_edges_in r Q L T within); tauto.
Qed.

Lemma links_alike_after u w : In u (open_vertices r P L) -> In w (open_vertices r P L) ->
  linked (chosen_edges r (N.lor P T)) u w -> linked (chosen_edges r (N.lor Q T)) u w.
Proof.
  intros U W K; apply linked_alike in K as (o & O & B & C); auto.
  eapply linked_trans; [ exact B | ]; apply (linked_incl (chosen_edges r Q)).
  - intros e E; apply (chosen_edges_in r Q L T within); auto.
  - apply (same_links _ _ A); auto.
Qed.
End Alike.

Lemma all_linked_alike r L P Q T : alike r L P Q -> subset T L ->
  all_linked r (N.lor P T) -> all_linked r (N.lor Q T).
Proof.
  intros A S H; pose proof (alike_sym _ _ _ _ A) as B; pose proof (open_vertices_alike _ _ _ _ A) as O.
  assert (K : forall u, In u (chosen_vertices r (N.lor Q T)) -> exists o, In o (open_vertices r P L) /\
              In o (chosen_vertices r (N.lor P T)) /\ linked (chosen_edges r (N.lor Q T)) o u).
  { intros u U; pose proof U as U'.
    assert (G : forall o, In o (open_vertices r P L) -> In o (chosen_vertices r Q) ->
                In o (chosen_vertices r (N.lor P T))).
    { intros o I C; apply (chosen_vertices_grow r P); [ intros k; membership; tauto | ].
      now apply (same_chosen _ _ _ _ A). }
    apply (chosen_vertices_in r Q L T S) in U as [U|U].
    - apply (anchored' _ _ _ _ A) in U as (o & I & C & K); exists o; repeat split; auto.
      apply (linked_incl (chosen_edges r Q)); auto; intros e E; apply (chosen_edges_in r Q L T S); auto.
    - rewrite <- O in U; exists u; repeat split; auto; [ | constructor ].
      unfold chosen_vertices in U'; rewrite !in_app_iff in U'; destruct U' as [U'|U'].
      + apply in_map_iff in U' as (x & <- & X); apply filter_In in X as [X C].
        rewrite any_chosen_lor in C; apply orb_true_iff in C as [C|C].
        * apply G; auto; unfold chosen_vertices; rewrite in_app_iff; left.
          apply in_map, filter_In; auto.
        * unfold chosen_vertices; rewrite in_app_iff; left; apply in_map, filter_In; split; auto.
          rewrite any_chosen_lor, C; auto using orb_true_r.
      + rewrite <- in_app_iff in U'; change (In u (ends_of (chosen_edges r (N.lor Q T)))) in U'.
        apply ends_in in U' as (e & I & V); apply (chosen_edges_in r Q L T S) in I as [I|I].
        * apply G; auto; unfold chosen_vertices; rewrite in_app_iff; right.
          change (In u (ends_of (chosen_edges r Q))); apply ends_in; eauto.
        * rewrite <- (new_edges_alike r L P Q T A) in I; unfold chosen_vertices; rewrite in_app_iff; right.
          change (In u (ends_of (chosen_edges r (N.lor P T)))); apply ends_in; exists e; split; auto.
          apply (chosen_edges_in r P L T S); auto. }
  intros u v U V; apply K in U as (a & AO & AC & AL); apply K in V as (b & BO & BC & BL).
  eapply linked_trans; [ apply linked_sym; exact AL | ]; eapply linked_trans; [ | exact BL ].
  apply (links_alike_after r L P Q T A S); auto; apply H; auto.
Qed.

(** ** Why the check is right. *)
Lemma links_alike_correct E F os o v : links_alike E F (of_list os) o = true -> In v os ->
  (linked E o v <-> linked F o v).
Proof.
  unfold links_alike; rewrite !andb_true_iff, N.eqb_eq; intros [[[[CE CF] OE] OF] H] V.
  assert (M : forall G, is_closed G (linked_with G o) = true -> o ∈ linked_with G o ->
              (linked G o v <-> v ∈ linked_with G o)).
  { intros G C O; split; [ | apply does_link_correct ]; intro K.
    destruct (N.testbit (linked_with G o) v) eqn:D; auto; exfalso.
    apply (can_link_correct G o v); auto; unfold can_link; now rewrite C, O, D. }
  rewrite (M E), (M F) by auto; apply of_list_spec in V.
  assert (D : v ∈ N.land (linked_with E o) (of_list os) <-> v ∈ N.land (linked_with F o) (of_list os))
    by now rewrite H.
  rewrite !N.land_spec, V, !andb_true_r in D; exact D.
Qed.

Lemma is_anchored_correct E V os : is_anchored E (of_list V) os = true ->
  forall v, In v V -> exists o, In o os /\ In o V /\ linked E o v.
Proof.
  unfold is_anchored; rewrite N.eqb_eq, subset_iff; intros H v I; apply of_list_spec, H in I.
  assert (K : forall l a, v ∈ fold_left (fun a o => if N.testbit (of_list V) o then N.lor a (linked_with E o) else a) l a ->
    v ∈ a \/ exists o, In o l /\ o ∈ of_list V /\ v ∈ linked_with E o).
  { induction l as [|o l IH]; cbn [fold_left]; intros a J; auto.
    apply IH in J as [J|(x & X & Y & Z)]; [ | right; exists x; repeat split; auto; now right ].
    destruct (N.testbit (of_list V) o) eqn:O; auto; membership; destruct J as [J|J]; auto.
    right; exists o; repeat split; auto; now left. }
  apply K in I as [I|(o & O & C & D)]; [ rewrite N.bits_0 in I; discriminate | ].
  exists o; repeat split; auto; [ now apply of_list_spec | now apply does_link_correct ].
Qed.

Lemma degrees_alike_correct f E F O l : 
  forallb (degrees_alike f E F (of_list O)) (l ++ ends_of E ++ ends_of F) = true ->
  (forall v, ~ In v l -> wanted f v 0 = true) -> forall v, alike_degree f E F O v.
Proof.
  rewrite forallb_forall; intros H Z v; specialize (H v); unfold degrees_alike in H.
  destruct (in_dec N.eq_dec v (l ++ ends_of E ++ ends_of F)) as [I|I].
  - specialize (H I); destruct (N.testbit (of_list O) v) eqn:V.
    + apply of_list_spec in V; apply Nat.eqb_eq in H; split; tauto.
    + apply not_true_iff_false in V; rewrite of_list_spec in V; apply andb_prop in H; split; tauto.
  - rewrite !in_app_iff in I; split; rewrite !degree_none by tauto; auto.
    intros _; split; apply Z; tauto.
Qed.

Lemma same_future_alike r P Q L : same_future r P Q L = true -> alike r L P Q.
Proof.
  unfold same_future; rewrite !andb_true_iff, !forallb_forall, N.eqb_eq.
  intros (HE & (((HV & AP) & AQ) & HL) & HD); constructor.
  - intros e I; specialize (HE e I); unfold opens_alike in HE.
    destruct (is_open r P L e).
    + apply andb_prop in HE as [HE _]; auto.
    + apply negb_true_iff in HE; auto.
  - intros e I O S; specialize (HE e I); unfold opens_alike in HE; rewrite O, S in HE.
    rewrite !andb_true_iff in HE; destruct HE as [_ [X Y]]; split; now apply eqb_prop.
  - intros o O; rewrite <- !of_list_spec; apply of_list_spec in O.
    assert (D : o ∈ N.land (of_list (chosen_vertices r P)) (of_list (open_vertices r P L)) <->
                o ∈ N.land (of_list (chosen_vertices r Q)) (of_list (open_vertices r P L))) by now rewrite HV.
    rewrite !N.land_spec, O, !andb_true_r in D; exact D.
  - intros o v O V; apply (links_alike_correct _ _ (open_vertices r P L)); auto.
    apply HL, elements_spec; now apply of_list_spec.
  - now apply is_anchored_correct.
  - now apply is_anchored_correct.
  - destruct (form r) as [| | |s t]; [ exact I | | | ].
    + apply andb_prop in HD as [A B]; split; intros b e a Z;
        [ exact (is_acyclic_correct _ [] A b e a Z) | exact (is_acyclic_correct _ [] B b e a Z) ].
    + apply andb_prop in HD as [E HD]; split.
      * apply eqb_prop in E; rewrite <- !length_zero_iff_nil, <- !Nat.eqb_eq, E; tauto.
      * apply (degrees_alike_correct Loop _ _ _ []); auto.
    + apply (degrees_alike_correct (Path s t) _ _ _ [s; t]); auto.
      intros v V; unfold wanted; destruct (N.eqb_spec v s) as [->|]; [ exfalso; apply V; now left | ].
      destruct (N.eqb_spec v t) as [->|]; [ exfalso; apply V; right; now left | auto ].
Qed.

Lemma alike_degree_after f r L P Q T v : alike r L P Q -> subset T L ->
  alike_degree f (chosen_edges r P) (chosen_edges r Q) (open_vertices r P L) v ->
  wanted f v (degree (chosen_edges r (N.lor P T)) v) = true ->
  wanted f v (degree (chosen_edges r (N.lor Q T)) v) = true.
Proof.
  intros A S [I O]; rewrite (degree_new r P L T S), (degree_new r Q L T S).
  rewrite <- (new_edges_alike r L P Q T A).
  destruct (in_dec N.eq_dec v (open_vertices r P L)) as [V|V]; [ now rewrite I | ].
  assert (Z : degree (new_edges r P L T) v = 0%nat).
  { apply degree_none; intro J; now apply (new_vertices_open r L P T) in J. }
  rewrite Z, !Nat.add_0_r; destruct (O V); auto.
Qed.

Lemma wanted_loop v n : wanted Loop v n = true <-> n = 0%nat \/ n = 2%nat.
Proof. unfold wanted; now rewrite orb_true_iff, !Nat.eqb_eq. Qed.

Lemma wanted_path s t E : (forall v, wanted (Path s t) v (degree E v) = true) <->
  degree E s = 1%nat /\ degree E t = 1%nat /\
  forall v, v <> s -> v <> t -> degree E v = 0%nat \/ degree E v = 2%nat.
Proof.
  unfold wanted; split.
  - intro H; repeat split.
    + specialize (H s); rewrite N.eqb_refl in H; now apply Nat.eqb_eq in H.
    + specialize (H t); rewrite N.eqb_refl, orb_true_r in H; now apply Nat.eqb_eq in H.
    + intros v S T; specialize (H v); apply N.eqb_neq in S, T; rewrite S, T in H; cbn [orb] in H.
      now rewrite orb_true_iff, !Nat.eqb_eq in H.
  - intros (S & T & H) v; destruct (N.eqb_spec v s) as [->|NS]; [ now rewrite S | ].
    destruct (N.eqb_spec v t) as [->|NT]; [ now rewrite T | cbn [orb] ].
    rewrite orb_true_iff, !Nat.eqb_eq; auto.
Qed.

Lemma alike_holds r L P Q T : alike r L P Q -> subset T L ->
  holds r (N.lor P T) -> holds r (N.lor Q T).
Proof.
  intros A S [K M]; split; [ now apply (all_linked_alike r L P Q T) | ].
  pose proof (same_degrees _ _ _ _ A) as D; destruct (form r) as [| | |s t]; [ exact I | | | ].
  - change (no_cycle (chosen_edges r (N.lor Q T))); change (no_cycle (chosen_edges r (N.lor P T))) in M.
    apply (no_cycle_permutation _ _ (Permutation_sym (new_permutation r Q L T S))).
    apply (no_cycle_permutation _ _ (new_permutation r P L T S)) in M.
    rewrite <- (new_edges_alike r L P Q T A).
    apply (no_cycle_alike (chosen_edges r P) _ (open_vertices r P L)); auto; [ | | tauto ].
    + intros e I; split; apply (new_vertices_open r L P T), ends_in; eauto.
    + intros o v O V; apply (same_links _ _ _ _ A); auto.
  - destruct D as [E D], M as [N M]; split.
    + rewrite <- length_zero_iff_nil in *; rewrite (length_new r P L T S) in N.
      rewrite (length_new r Q L T S), <- (new_edges_alike r L P Q T A).
      rewrite <- !length_zero_iff_nil in E; lia.
    + intro v; apply (wanted_loop v), (alike_degree_after Loop r L P Q T v A S (D v)), wanted_loop; auto.
  - apply wanted_path; intro v; apply (alike_degree_after _ r L P Q T v A S (D v)).
    pose proof (proj2 (wanted_path s t _) M); auto.
Qed.

(** After both pasts a rule holds of the same sets of live options. *)
Theorem same_future_correct r P Q L T : same_future r P Q L = true -> subset T L ->
  (holds r (N.lor P T) <-> holds r (N.lor Q T)).
Proof.
  intros H S; pose proof (same_future_alike _ _ _ _ H) as A.
  split; apply (alike_holds r L); auto; now apply alike_sym.
Qed.
