import { z } from "zod";
import { Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { Admin, adminOf, allAdmins } from "./admin";

export const list = query({
  name: "admins.list",
  does: "list admins",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.array(Admin),
  run: async (call) => (await allAdmins()).map((row) => adminOf(call, row)),
});
