(* The proved checker of certificates, with nothing replaced. *)
include Program.Run (Slow)
