(* SHA-256 (FIPS 180-4), block by block. The constants are the first 32 bits behind the point of the
   cube roots and square roots of the first primes. *)
let mask = 0xffffffff

let primes =
  let is_prime n = List.for_all (fun d -> d < 2 || n mod d <> 0) (List.init (n - 1) (fun d -> d + 1)) in
  List.filteri (fun k _ -> k < 64) (List.filter is_prime (List.init 310 (fun n -> n + 2)))

let root_bits degree prime = Z.to_int (Z.logand (Z.root (Z.shift_left (Z.of_int prime) (32 * degree)) degree) (Z.of_int mask))
let keys = Array.of_list (List.map (root_bits 3) primes)

type t = { hash : int array; block : Buffer.t; mutable length : int }

let create () =
  let first = List.filteri (fun k _ -> k < 8) primes in
  { hash = Array.of_list (List.map (root_bits 2) first); block = Buffer.create 64; length = 0 }

let rotate x by = (x lsr by) lor (x lsl (32 - by)) land mask

let compress hash block =
  let w = Array.make 64 0 in
  for i = 0 to 15 do
    w.(i) <- Int32.to_int (String.get_int32_be block (4 * i)) land mask
  done;
  for i = 16 to 63 do
    let a = w.(i - 15) and b = w.(i - 2) in
    let s0 = rotate a 7 lxor rotate a 18 lxor (a lsr 3) in
    let s1 = rotate b 17 lxor rotate b 19 lxor (b lsr 10) in
    w.(i) <- (w.(i - 16) + s0 + w.(i - 7) + s1) land mask
  done;
  let v = Array.copy hash in
  for i = 0 to 63 do
    let a = v.(0) and e = v.(4) in
    let s1 = rotate e 6 lxor rotate e 11 lxor rotate e 25 in
    let choice = (e land v.(5)) lxor (lnot e land mask land v.(6)) in
    let t1 = v.(7) + s1 + choice + keys.(i) + w.(i) in
    let s0 = rotate a 2 lxor rotate a 13 lxor rotate a 22 in
    let majority = (a land v.(1)) lxor (a land v.(2)) lxor (v.(1) land v.(2)) in
    Array.blit v 0 v 1 7;
    v.(4) <- (v.(4) + t1) land mask;
    v.(0) <- (t1 + s0 + majority) land mask
  done;
  Array.iteri (fun i x -> hash.(i) <- (hash.(i) + x) land mask) v

let add_char t c =
  Buffer.add_char t.block c;
  t.length <- t.length + 1;
  if Buffer.length t.block = 64 then (
    compress t.hash (Buffer.contents t.block);
    Buffer.clear t.block)

let add t text = String.iter (add_char t) text

let hex t =
  let bits = 8 * t.length in
  add_char t '\x80';
  while Buffer.length t.block <> 56 do
    add_char t '\000'
  done;
  for k = 7 downto 0 do
    add_char t (Char.chr ((bits lsr (8 * k)) land 255))
  done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") t.hash))
