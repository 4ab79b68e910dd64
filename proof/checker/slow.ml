(* The proved checker as it is extracted with nothing replaced: numbers are Coq's own, digit by
   digit. It cross-checks the fast one on small certificates. *)
open Kernel
module U = Unmapped

let rec list f = function [] -> U.Nil | x :: l -> U.Cons (f x, list f l)
let pair f g (x, y) = U.Pair (f x, g y)
let is_true = function U.True -> true | U.False -> false
let option = function U.Some x -> Some x | U.None -> None

let rec positive x =
  if Z.equal x Z.one then U.XH
  else if Z.testbit x 0 then U.XI (positive (Z.shift_right x 1))
  else U.XO (positive (Z.shift_right x 1))

let natural x = if Z.sign x = 0 then U.N0 else U.Npos (positive x)

let integer x =
  if Z.sign x = 0 then U.Z0 else if Z.sign x > 0 then U.Zpos (positive x) else U.Zneg (positive (Z.neg x))

let target = function
  | Solution -> U.Solution
  | Broken -> U.Broken
  | Lacking item -> U.Lacking (natural item)
  | Subtree (node, count, renamings) -> U.Subtree (natural node, natural count, list natural renamings)

let edges = list (pair natural target)

let line = function
  | Branch (options, Exhausted item) -> U.Branch (edges options, U.Exhausted (natural item))
  | Branch (options, Skipped below) -> U.Branch (edges options, U.Skipped (target below))
  | Parts options -> U.Parts (edges options)

type tables = { matrix : U.matrix; looked_up : U.tables }
type count = U.count_memory
type prices = { looked_up : U.tables; scale : U.z; limit : U.z; memory : U.price_memory }

let shape = function
  | Connected -> U.Connected
  | Tree -> U.Tree
  | Loop -> U.Loop
  | Path (start, finish) -> U.Path (natural start, natural finish)

let graph_rule { form; vertices; edges } =
  { U.form = shape form;
    vertices = list (pair natural (list natural)) vertices;
    edges = list (pair (pair natural natural) (list natural)) edges }

let tables { bounds; options; weights; costs; graph_rules } =
  let matrix =
    { U.bounds = list (pair integer integer) bounds;
      options = list (list (pair natural natural)) options;
      weights = list (list (pair natural integer)) weights;
      costs = list integer costs;
      graph_rules = list graph_rule graph_rules } in
  { matrix; looked_up = U.tables_of matrix }

let well_formed (t : tables) = is_true (U.well_formed t.matrix t.looked_up)
let count_start (t : tables) claimed = U.count_start t.looked_up (natural claimed)
let count_step (t : tables) memory l = option (U.count_step t.matrix t.looked_up memory l)
let rename t memory ~items ~options = count_step t memory (U.Rename (list natural items, list natural options))
let count_node t memory node l = count_step t memory (U.CountNode (natural node, line l))
let count_done memory = is_true (U.count_done memory)

let is_reached (t : tables) ~best ~divisor set =
  is_true (U.is_reached t.looked_up (integer best) (integer divisor) (natural set))

let price_start ({ looked_up; _ } : tables) ~scale ~limit =
  { looked_up; scale = integer scale; limit = integer limit; memory = U.price_start looked_up }

let price_step p l =
  let first = U.root p.looked_up in
  Option.map (fun memory -> { p with memory }) (option (U.price_step p.looked_up first p.scale p.limit p.memory l))

let set_prices p prices ~paid ~lost = price_step p (U.SetPrices (list integer prices, integer paid, integer lost))
let price_node p node l = price_step p (U.PricedNode (natural node, line l))
let price_done p = is_true (U.price_done p.memory)
