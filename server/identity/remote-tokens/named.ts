import { z } from "zod";
import { Account, RemoteToken } from "~models";
import { rows } from "../../kernel/database";
import { Ids } from "../../kernel/input";
import { query } from "../../kernel/operation";
import { atLeast } from "../../kernel/roles";
import { type RowOf, selected, sql } from "../../kernel/sql";
import { visible } from "./rows";

// SQL by hand: what a confirmation names, under the condition of the list of tokens.

const ofToken = selected(RemoteToken, ["id", "name"], { from: "t" });
const ofOwner = selected(Account, ["username"]);

/**
 * Name and owner of the tokens that a confirmation is about; one that opens nothing any more is left out. SQL by hand:
 * they are those of the list.
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
