import { col, fn } from "sequelize";
import { z } from "zod";
import { Admin } from "~models";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { adminOf, AdminOutput } from "./admin";

export const list = query({
  name: "admins.list",
  does: "list admins",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.array(AdminOutput),
  async run(call) {
    const admins = await Admin.findAll({
      ...Admin.visibleTo(call.actor),
      order: [[fn("lower", col("account.username")), "ASC"], "id"],
    });
    return admins.map((admin) => adminOf(call, admin));
  },
});
