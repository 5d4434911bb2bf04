import { z } from "zod";
import { one } from "../../kernel/database";
import { query } from "../../kernel/operation";
import { limit, List, Paging } from "../../kernel/page";
import { atLeast, only } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { live, TokenRow, tokenRows } from "./rows";

/** A page of the list of remote tokens, and whether the account makes them for others than itself. */
const Input = Paging(["id"], "id", false);

export const screen = query({
  name: "auth.remoteTokens.screen",
  does: "list remote tokens",
  allow: atLeast("company"),
  input: Input,
  output: z.object({ username: z.string(), forOthers: z.boolean(), tokens: List(TokenRow), asked: Input }),
  async run({ actor }, paging) {
    const counted = await one<{ total: number }>(sql`SELECT count(*)::int AS total ${live(actor)}`);
    return {
      username: actor.username,
      forOthers: !only("admin").admits(actor),
      tokens: { items: await tokenRows(actor, limit(paging)), total: counted?.total ?? 0 },
      asked: paging,
    };
  },
});
