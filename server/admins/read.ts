import { z } from "zod";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { AdminOutput, readAdmin } from "./admin";

export const read = query({
  name: "admins.read",
  does: "read admins",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: AdminOutput,
  run: (call, { id }) => readAdmin(call, id),
});
