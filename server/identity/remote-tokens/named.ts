import { z } from "zod";
import { Account, RemoteToken } from "~models";
import { rows } from "../../kernel/database/transactions";
import { Ids } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { type RowOf, selected, sql } from "../../kernel/database/sql";
import { visible } from "./rows";

// SQL by hand: names for a confirmation, under the condition of the token list.

const ofToken = selected(RemoteToken, ["id", "name"], { from: "t" });
const ofOwner = selected(Account, ["username"]);

/**
 * Name and owner of each token in a confirmation. Tokens that are no longer valid are left out.
 * SQL by hand: uses the condition of the token list.
 */
export const named = query({
  name: "auth.remoteTokens.named",
  does: "list remote tokens",
  allow: atLeast("agent"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run({ actor }, { ids }) {
    const tokens = await rows<RowOf<typeof ofToken> & RowOf<typeof ofOwner>>(sql`
      SELECT ${ofToken}, ${ofOwner} ${visible(actor)} AND t.id = ANY(${ids}::int[]) ORDER BY t.id`);
    return tokens.map(({ id, name, username }) => `${name || `#${id}`} (${username})`);
  },
});
