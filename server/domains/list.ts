import { z } from "zod";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
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
