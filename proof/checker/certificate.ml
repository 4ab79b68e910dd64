(* Follows a certificate (docs/trust.md), line by line: reads its words and asks the kernel.
   Whatever is read wrong here can make the kernel refuse, but not accept what is false: only the
   matrix and the claim are believed. *)
open Kernel
open Text

module Follow (Kernel : KERNEL) = struct
  let expected what line = refuse (Printf.sprintf "expected %s, found %s" what (String.escaped line))

  let words lines what =
    match next_line lines with
    | Some line -> String.split_on_char ' ' line
    | None -> refuse ("the certificate ends here, expected " ^ what)

  (* The matrix, and how many items and options it has. *)
  type problem = { tables : Kernel.tables; matrix : matrix; items : int; options : int }

  let item p word = index p.items word

  let target p word =
    let rest = String.sub word 1 (String.length word - 1) in
    match word.[0] with
    | '.' when rest = "" -> Solution
    | '@' when rest = "" -> Broken
    | '!' -> Lacking (item p rest)
    | '>' -> (
        let node names count =
          match String.split_on_char '~' names with
          | node :: renamings -> Subtree (number node, count, List.map number renamings)
          | [] -> refuse "expected a node" in
        match String.split_on_char '=' rest with
        | [ names ] -> node names Z.zero
        | [ names; count ] ->
            need (count <> "0") "expected a count, or none";
            node names (number count)
        | _ -> refuse "expected one count")
    | _ -> refuse "expected an edge"

  (* An edge: an option, or - for none, and what is below. *)
  let edge p word =
    let n = String.length word in
    let rec sign k = if k < n && (is_digit word.[k] || word.[k] = '-') then sign (k + 1) else k in
    let k = sign 0 in
    need (0 < k && k < n) "expected an edge";
    let option = String.sub word 0 k in
    ((if option = "-" then None else Some (index p.options option)), target p (String.sub word k (n - k)))

  let chosen = function Some option, below -> (option, below) | None, _ -> refuse "expected an option, found -"

  let line p kind words =
    let edges = List.map (edge p) words in
    match (kind, edges) with
    | "*", _ -> Parts (List.map chosen edges)
    | "?", [ first; (None, below) ] -> Branch ([ chosen first ], Skipped below)
    | "?", [ (None, below) ] -> Branch ([], Skipped below)
    | "?", _ -> refuse "expected an edge of - alone, or behind one of an option"
    | _ -> Branch (List.map chosen edges, Exhausted (item p kind))

  (* Edges lead to nodes further down. *)
  let leads_down node l =
    let down (_, below) = match below with Subtree (n, _, _) -> need (Z.gt n node) "an edge that does not lead down" | _ -> () in
    match l with
    | Branch (edges, last) -> (
        List.iter down edges;
        match last with Skipped below -> down (Z.zero, below) | Exhausted _ -> ())
    | Parts edges -> List.iter down edges

  let accepted = function Some memory -> memory | None -> refuse "the node does not follow"

  (* Lines up to the end: each but those of nodes is for [other]. *)
  let follow p lines ~memory ~node ~other =
    let rec go nodes memory =
      match words lines "another line" with
      | "end" :: counted ->
          need (counted = [ string_of_int nodes ]) "another number of nodes";
          need (next_line lines = None) "a line behind the end";
          memory
      | first :: rest when first <> "" && is_digit first.[0] ->
          need (first = string_of_int nodes) "not the next node";
          let kind, edges = match rest with kind :: edges -> (kind, edges) | [] -> refuse "expected an item, * or ?" in
          let l = line p kind edges in
          leads_down (Z.of_int nodes) l;
          go (nodes + 1) (accepted (node memory (Z.of_int nodes) l))
      | first :: rest -> go nodes (other memory nodes first rest)
      | [] -> refuse "an empty line" in
    go 0 memory

  (* The new name of each item and, where there is one, of each option. *)
  let names_by_moves p =
    let named = Hashtbl.create 997 in
    let weight heavy i = Option.value (List.assoc_opt i heavy) ~default:Z.one in
    let options = List.map2 (fun entries heavy -> List.map (fun (i, c) -> (i, c, weight heavy i)) entries)
        p.matrix.options p.matrix.weights in
    List.iteri (fun o entries -> Hashtbl.replace named (List.sort compare entries) (Z.of_int o)) options;
    let none = Z.of_int p.options in
    fun moves ->
      let items = Array.init p.items Z.of_int and moved = Array.make p.items false in
      let move word =
        match String.split_on_char '>' word with
        | [ i; j ] ->
            let i = Z.to_int (item p i) and j = item p j in
            need ((not moved.(i)) && not (Z.equal j (Z.of_int i))) "an item that moves twice, or not";
            moved.(i) <- true;
            items.(i) <- j
        | _ -> refuse "expected ITEM>ITEM" in
      need (moves <> []) "expected items that move";
      List.iter move moves;
      let image entries = List.sort compare (List.map (fun (i, c, w) -> (items.(Z.to_int i), c, w)) entries) in
      let name entries = Option.value (Hashtbl.find_opt named (image entries)) ~default:none in
      (Array.to_list items, List.map name options)

  let count p lines claimed =
    let names = lazy (names_by_moves p) in
    let other memory _ first moves =
      if first <> "rename" then expected "a node, a renaming or the end" first;
      let items, options = Lazy.force names moves in
      match Kernel.rename p.tables memory ~items ~options with
      | Some memory -> memory
      | None -> refuse "no permutation of items alike" in
    let memory = follow p lines ~memory:(Kernel.count_start p.tables claimed) ~node:(Kernel.count_node p.tables) ~other in
    need (Kernel.count_done memory) "nodes are still to come"

  let optimum p lines best =
    let scale =
      match words lines "a scale" with
      | [ "scale"; scale ] when scale <> "0" -> number scale
      | words -> expected "a scale" (String.concat " " words) in
    let solution =
      match words lines "a solution" with
      | "solution" :: options -> List.map (index p.options) options
      | words -> expected "a solution" (String.concat " " words) in
    let set = Prim.of_list solution in
    need (Z.equal (Prim.size set) (Z.of_int (List.length solution))) "an option twice in the solution";
    let divisor = List.fold_left Z.gcd Z.zero p.matrix.costs in
    let divisor = if Z.equal divisor Z.zero then Z.one else divisor in
    need (Kernel.is_reached p.tables ~best ~divisor set) "no solution of that cost";
    let prices = Array.make p.items Z.zero and priced = ref false in
    let change moved word =
      match String.split_on_char ':' word with
      | [ i; price ] ->
          let i = Z.to_int (item p i) in
          need (not (Hashtbl.mem moved i)) "an item twice";
          Hashtbl.add moved i ();
          prices.(i) <- integer price
      | _ -> refuse "expected ITEM:PRICE" in
    let other memory _ first rest =
      match (first, rest) with
      | "prices", paid :: lost :: changes -> (
          List.iter (change (Hashtbl.create 7)) changes;
          priced := true;
          match Kernel.set_prices memory (Array.to_list prices) ~paid:(integer paid) ~lost:(integer lost) with
          | Some memory -> memory
          | None -> refuse "another bound")
      | _ -> expected "a node, prices or the end" first in
    let node memory n l =
      need !priced "no prices yet";
      Kernel.price_node memory n l in
    let memory = Kernel.price_start p.tables ~scale ~limit:(Z.sub best divisor) in
    let memory = follow p lines ~memory ~node ~other in
    need (Kernel.price_done memory) "nodes are still to come"

  (* What the kernel makes of a matrix. *)
  let problem matrix =
    let tables = Kernel.tables matrix in
    need (Kernel.well_formed tables) "no matrix";
    { tables; matrix; items = List.length matrix.bounds; options = List.length matrix.options }

  (* What the certificate shows of the matrix, whose text has a digest. *)
  let check p digest lines =
    let expect line =
      match next_line lines with
      | Some found when found = line -> ()
      | Some found -> expected line found
      | None -> expected line "the end" in
    expect "minuet certificate 2";
    expect ("matrix " ^ digest);
    match words lines "a claim" with
    | [ "claim"; "solutions"; claimed ] ->
        let claimed = number claimed in
        count p lines claimed;
        if Z.equal claimed Z.zero then "INFEASIBLE"
        else if Z.equal claimed Z.one then "1 solution"
        else Z.to_string claimed ^ " solutions"
    | [ "claim"; "optimum"; best ] ->
        let best = integer best in
        optimum p lines best;
        "optimum " ^ Z.to_string best
    | words -> expected "a claim" (String.concat " " words)
end
