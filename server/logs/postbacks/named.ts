import { z } from "zod";
import { rows } from "../../kernel/database/transactions";
import { query } from "../../kernel/operation/operation";
import { isoTime } from "../../kernel/periods";
import { notFound } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { sql } from "../../kernel/database/sql";
import { type PostbackFound, postbackLog } from "./kind";

// SQL by hand: uses the log's columns and joins for a few rows.

/** A label for the postback to be replayed. Throws 404 if it does not exist. */
export const namedPostbacks = query({
  name: "postbacks.named",
  does: "replay postbacks",
  allow: atLeast("superadmin"),
  input: z.object({ ids: z.array(z.int().min(1)).length(1, "Please select one row.") }),
  output: z.array(z.string()),
  async run(_, { ids }) {
    const found = await rows<PostbackFound>(sql`
      SELECT ${postbackLog.select} FROM postbacks l ${postbackLog.joins} WHERE l.id = ANY(${ids}::bigint[])`);
    if (found.length === 0) throw notFound();
    return found.map(({ receivedAt, sitename, event, clickId }) =>
      [isoTime(receivedAt).slice(0, 16).replace("T", " "), sitename, event, clickId].filter(Boolean).join(" · "),
    );
  },
});
