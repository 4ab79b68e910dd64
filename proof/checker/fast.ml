(* The proved checker as it was extracted with Zarith's numbers. *)
open Kernel

type tables = { matrix : Core.matrix; looked_up : Core.tables; first : Core.state Lazy.t }
type count = Core.count_memory
type prices = { tables : tables; scale : Z.t; limit : Z.t; memory : Core.price_memory }

let shape = function
  | Connected -> Core.Connected
  | Tree -> Core.Tree
  | Loop -> Core.Loop
  | Path (start, finish) -> Core.Path (start, finish)

let graph_rule { form; vertices; edges } = { Core.form = shape form; vertices; edges }

let tables { bounds; options; weights; costs; graph_rules } =
  let matrix = { Core.bounds; options; weights; costs; graph_rules = List.map graph_rule graph_rules } in
  let looked_up = Core.tables_of matrix in
  { matrix; looked_up; first = lazy (Core.root looked_up) }

let target = function
  | Solution -> Core.Solution
  | Broken -> Core.Broken
  | Lacking item -> Core.Lacking item
  | Subtree (node, count, renamings) -> Core.Subtree (node, count, renamings)

let edges = List.map (fun (option, below) -> (option, target below))

let line = function
  | Branch (options, Exhausted item) -> Core.Branch (edges options, Core.Exhausted item)
  | Branch (options, Skipped below) -> Core.Branch (edges options, Core.Skipped (target below))
  | Parts options -> Core.Parts (edges options)

let well_formed t = Core.well_formed t.matrix t.looked_up
let count_start t = Core.count_start t.looked_up
let count_step t = Core.count_step t.matrix t.looked_up
let rename t memory ~items ~options = count_step t memory (Core.Rename (items, options))
let count_node t memory node l = count_step t memory (Core.CountNode (node, line l))
let count_done = Core.count_done
let is_reached t ~best ~divisor set = Core.is_reached t.looked_up best divisor set
let price_start tables ~scale ~limit = { tables; scale; limit; memory = Core.price_start tables.looked_up }

let price_step p l =
  let { looked_up; first; _ } = p.tables in
  Option.map (fun memory -> { p with memory })
    (Core.price_step looked_up (Lazy.force first) p.scale p.limit p.memory l)

let set_prices p prices ~paid ~lost = price_step p (Core.SetPrices (prices, paid, lost))
let price_node p node l = price_step p (Core.PricedNode (node, line l))
let price_done p = Core.price_done p.memory
