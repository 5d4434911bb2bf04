import { z } from "zod";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { TokenRow, tokenRows } from "./rows";

/** The valid remote tokens for the person's account and those that they created, newest first. */
export const list = query({
  name: "auth.remoteTokens.list",
  does: "list remote tokens",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.array(TokenRow),
  run: ({ actor }) => tokenRows(actor),
});
