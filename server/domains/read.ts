import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { DomainOutput, findDomain } from "./domain";

export const read = query({
  name: "domains.read",
  does: "read preferred domains",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: DomainOutput,
  run: ({ actor }, { id }) => findDomain(actor, id),
});
