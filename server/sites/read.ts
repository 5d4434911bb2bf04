import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { findSite, SiteOutput } from "./site";

export const read = query({
  name: "sites.read",
  does: "read sites",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: SiteOutput,
  run: ({ actor }, { id }) => findSite(actor, id),
});
