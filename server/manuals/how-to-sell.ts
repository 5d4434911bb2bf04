import { z } from "zod";
import { SiteManual } from "~models";
import { canReadManuals } from "../accounts";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { findManual, visibleCondition } from "./manual";

/** `sold` is false for a site that the account cannot sell. */
const Tab = z.object({ id: z.int(), title: z.string(), sold: z.boolean() });
const tabColumns = selectColumns(SiteManual, ["id", "title"]);

/**
 * Titles of the manuals of active, unhidden sites, those that the account can sell first, and the open manual, by
 * default the first.
 */
export const howToSell = query({
  name: "manuals.howToSell",
  does: "read how to sell",
  allow: canReadManuals,
  input: z.object({ manual: Id.optional() }),
  output: z.object({ tabs: z.array(Tab), open: Tab.extend({ html: z.string() }).optional() }),
  async run({ actor }, { manual }) {
    const tabs = await queryRows<RowOf<typeof tabColumns> & { sold: boolean }>(sql`
      SELECT ${tabColumns}, ${visibleCondition(actor)} AS sold FROM site_manuals JOIN sites ON sites.id = site_id
      WHERE active AND NOT hidden
      ORDER BY sold DESC, sitename COLLATE by_name, site_manuals.id`);
    const tab = manual === undefined ? tabs[0] : tabs.find(({ id }) => id === manual);
    if (manual !== undefined && !tab) throw noSuch("manual");
    return { tabs, open: tab && { ...(await findManual(tab.id)), sold: tab.sold } };
  },
});
