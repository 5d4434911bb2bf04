import { z } from "zod";
import { rows } from "../../kernel/database/transactions";
import { query } from "../../kernel/operation/operation";
import { isoTime } from "../../kernel/periods";
import { notFound } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { sql } from "../../kernel/database/sql";
import { type SaleFound, saleLog } from "./kind";

// SQL by hand: uses the log's columns and joins for a few rows.

/** A label for the flagged sale to be resolved. Throws 404 if it does not exist. */
export const namedSales = query({
  name: "sales.named",
  does: "resolve flagged sales",
  allow: atLeast("superadmin"),
  input: z.object({ ids: z.array(z.int().min(1)).length(1, "Please select one row.") }),
  output: z.array(z.string()),
  async run(_, { ids }) {
    const found = await rows<SaleFound>(sql`
      SELECT ${saleLog.select} FROM sale_events l ${saleLog.joins} WHERE l.id = ANY(${ids}::bigint[])`);
    if (found.length === 0) throw notFound();
    return found.map(({ date, agent, sitename, typename, customerEmail }) =>
      [isoTime(date).slice(0, 16).replace("T", " "), agent, `${sitename} ${typename}`, customerEmail]
        .filter(Boolean)
        .join(" · "),
    );
  },
});
