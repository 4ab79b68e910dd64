(* The proved checker of certificates, with nothing replaced. *)
module Checker = Program.Run (Slow)

let () = Checker.main ()
