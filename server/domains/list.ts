import { z } from "zod";
import { Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { DomainOutput, domainsOf } from "./domain";

/** Every domain, including hidden ones, with the offices that prefer it. */
export const list = query({
  name: "domains.list",
  does: "list preferred domains",
  allow: atLeast("admin"),
  input: Nothing,
  output: z.array(DomainOutput),
  run: ({ actor }) => domainsOf(actor),
});
