(* The proved checker of certificates. *)
module Checker = Program.Run (Fast)

let () = Checker.main ()
