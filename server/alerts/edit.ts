import { z } from "zod";
import { Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
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
