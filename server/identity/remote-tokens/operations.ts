import { z } from "zod";
import { Account, RemoteToken } from "~models";
import { findOneVisible, revokeTokens } from "../../accounts";
import { type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { Deleted, Id, Ids, Nothing } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { auditedToken, TokenRow, tokenRows, visible } from "./tokens";

/**
 * The valid remote tokens for the person's account and those that they created, newest first. Superadmins also get the
 * service tokens of the others.
 */
export const list = query({
  name: "auth.remoteTokens.list",
  does: "list remote tokens",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.array(TokenRow),
  run: ({ actor }) => tokenRows(actor),
});

const tokenColumns = selectColumns(RemoteToken, ["id", "name"], { from: "t" });
const ownerColumns = selectColumns(Account, ["username"]);

/** Name and owner of each token in a confirmation. Tokens that are no longer valid are left out. */
export const named = query({
  name: "auth.remoteTokens.named",
  does: "list remote tokens",
  allow: atLeast("agent"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run({ actor }, { ids }) {
    const tokens = await queryRows<RowOf<typeof tokenColumns> & RowOf<typeof ownerColumns>>(sql`
      SELECT ${tokenColumns}, ${ownerColumns} ${visible(actor)} AND t.id = ANY(${ids}::int[]) ORDER BY t.id`);
    return tokens.map(({ id, name, username }) => `${name || `#${id}`} (${username})`);
  },
});

/** Revokes a token and ends the sessions that it opened. */
export const revoke = command({
  name: "auth.remoteTokens.revoke",
  does: "revoke remote tokens",
  allow: atLeast("agent"),
  type: "DELETE",
  credentials: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const token = await findOneVisible(RemoteToken, actor, id, { lock: true });
    await revokeTokens({ id });
    changed({ record: "remoteToken", id, before: auditedToken(token), after: null, onBehalfOf: token.accountId });
    return { deleted: 1 };
  },
});
