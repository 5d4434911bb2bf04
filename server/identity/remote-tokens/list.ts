import { z } from "zod";
import { Nothing } from "../../kernel/input";
import { query } from "../../kernel/operation";
import { atLeast } from "../../kernel/roles";
import { TokenRow, tokenRows } from "./rows";

/** The remote tokens on the own account, and those that one made, as far as they still open something; newest first. */
export const list = query({
  name: "auth.remoteTokens.list",
  does: "list remote tokens",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.array(TokenRow),
  run: ({ actor }) => tokenRows(actor),
});
