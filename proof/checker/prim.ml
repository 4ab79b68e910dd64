(* What replaces Coq's own numbers, sets and tables in the extracted program, for speed. Trusted. A
   set of numbers is a whole number of Zarith, of which digit k is 1 where k belongs to the set. *)
let equal = Z.equal and leq = Z.leq and lt = Z.lt
let union = Z.logor and intersection = Z.logand
let difference a b = Z.logand a (Z.lognot b)
let has a k = Z.fits_int k && Z.testbit a (Z.to_int k)
let add a k = Z.logor a (Z.shift_left Z.one (Z.to_int k))
let remove a k = if has a k then Z.logxor a (Z.shift_left Z.one (Z.to_int k)) else a
let last a = if Z.sign a <= 0 then Z.zero else Z.of_int (Z.numbits a - 1)
let size a = Z.of_int (Z.popcount a)
let of_int = Z.of_int
let same_length : int -> int -> bool = ( = )

let of_list l =
  let bits = Bytes.make ((List.fold_left (fun n k -> max n (Z.to_int k + 1)) 0 l + 7) / 8) '\000' in
  let set k =
    let k = Z.to_int k in
    let byte = Char.code (Bytes.get bits (k / 8)) in
    Bytes.set bits (k / 8) (Char.chr (byte lor (1 lsl (k mod 8)))) in
  List.iter set l;
  Z.of_bits (Bytes.to_string bits)

let elements a =
  let bits = Z.to_bits a in
  let rec below k found =
    if k < 0 then found
    else if Char.code bits.[k / 8] lsr (k mod 8) land 1 = 1 then below (k - 1) (Z.of_int k :: found)
    else below (k - 1) found in
  below ((8 * String.length bits) - 1) []

let table l default =
  let values = Array.of_list l in
  fun k -> if Z.fits_int k && Z.to_int k < Array.length values then values.(Z.to_int k) else default

let memo n f =
  let values = Array.make n None in
  fun k ->
    if not (Z.fits_int k && Z.to_int k < n) then f k
    else
      match values.(Z.to_int k) with
      | Some value -> value
      | None ->
          let value = f k in
          values.(Z.to_int k) <- Some value;
          value
