import { z } from "zod";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { stored } from "./stored";

/** The alert for everyone, for editing. */
export const edit = query({
  name: "alerts.edit",
  does: "edit the alert",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({ enable: z.boolean(), html: z.string(), version: z.int() }),
  run: () => stored(),
});
